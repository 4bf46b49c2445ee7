//! The hits of a search on a device of Burn are those of brute force, to the last bit.

use crate::{Test, numbers::Numbers};
use libtest_mimic::Failed;
use rankscope_burn_ops::{Gpu, search::gallery_on_gpu};
use rankscope_core::search::{RowMask, SearchError, reference};
use rankscope_core::vectors::{ShardDtype, Vectors, normalised};

pub(crate) const TESTS: &[(&str, Test)] = &[
    ("few_rows_of_every_type", few_rows),
    ("many_rows_many_queries_and_masks", many_rows),
    ("equal_rows_are_ordered_by_the_corpus", equal_rows),
    ("rows_in_the_order_of_their_scores", sorted_rows),
    ("what_is_no_number_or_has_no_length", odd_rows),
    ("nothing_and_one", nothing_and_one),
];

pub(crate) const TESTS_OF_STOCK_OPERATIONS: &[(&str, Test)] = &[
    ("few_rows_of_every_type", few_rows),
    ("equal_rows_are_ordered_by_the_corpus", equal_rows),
    ("what_is_no_number_or_has_no_length", odd_rows),
    ("nothing_and_one", nothing_and_one),
];

fn unit(numbers: &mut Numbers, dim: usize) -> Vec<f32> {
    normalised(&numbers.many(dim)).unwrap()
}

/// Random vectors, with equal and almost equal ones among them.
fn rows(n: usize, dim: usize) -> Vec<Vec<f32>> {
    let mut numbers = Numbers(5);
    let mut rows: Vec<Vec<f32>> = Vec::new();
    for row in 0..n {
        let vector = match row % 7 {
            3 => rows[row - 1].clone(),
            5 => rows[row - 1].iter().map(|value| value + 1e-6 * numbers.next()).collect(),
            _ => unit(&mut numbers, dim),
        };
        rows.push(vector);
    }
    rows
}

fn vectors(rows: &[Vec<f32>], dim: usize, dtype: ShardDtype) -> Vectors {
    let mut vectors = Vectors::new(dim, dtype);
    rows.iter().for_each(|row| vectors.push(row.iter().copied()));
    vectors
}

fn held_to_the_reference(
    gpu: &Gpu,
    vectors: &Vectors,
    queries: &[Vec<f32>],
    k: usize,
    among: Option<&RowMask>,
) -> Result<(), Failed> {
    let gallery = gallery_on_gpu(vectors.clone(), gpu.clone());
    let found = Gpu::block_on(gallery.top_k(queries, k, among))?;
    for (query, found) in queries.iter().zip(&found) {
        let expected = reference::top_k_among(query, vectors, k, among);
        let same = found.len() == expected.len()
            && found.iter().zip(&expected).all(|(a, b)| {
                a.row_in_corpus == b.row_in_corpus && a.score.to_bits() == b.score.to_bits()
            });
        if !same {
            let (n, rows) = (expected.len(), vectors.n_rows());
            return Err(
                format!("{} hits for {n}, or others: k {k}, rows {rows}", found.len()).into()
            );
        }
    }
    if found.len() == queries.len() { Ok(()) } else { Err("a query has no list".into()) }
}

fn few_rows(gpu: &Gpu) -> Result<(), Failed> {
    let (dim, all) = (39, rows(920, 39));
    let (queries, rows) = (&all[900..], &all[..900]);
    let mask = RowMask::new((0..900).filter(|row| row % 5 < 2));
    for dtype in [ShardDtype::F32, ShardDtype::F16, ShardDtype::I8] {
        let vectors = vectors(rows, dim, dtype);
        for k in [0, 1, 20, 300, 900, 1_000] {
            for among in [None, Some(&mask)] {
                held_to_the_reference(gpu, &vectors, queries, k, among)?;
            }
        }
    }
    Ok(())
}

fn many_rows(gpu: &Gpu) -> Result<(), Failed> {
    let (dim, all) = (64, rows(30_037, 64));
    let (queries, rows) = (&all[30_000..], &all[..30_000]);
    let vectors = vectors(rows, dim, ShardDtype::F16);
    // Scattered, in one piece, and so few that they are scored here.
    let masks = [
        RowMask::new((0..30_000).filter(|row| row % 3 == 1)),
        RowMask::new(7_000..19_000),
        RowMask::new((0..30_000).step_by(1_000)),
    ];
    for k in [1, 100, 1_000] {
        for n_queries in [1, 3, 37] {
            held_to_the_reference(gpu, &vectors, &queries[..n_queries], k, None)?;
        }
        for mask in &masks {
            held_to_the_reference(gpu, &vectors, &queries[..2], k, Some(mask))?;
        }
    }
    Ok(())
}

/// More equal rows than the capacity for candidates.
fn equal_rows(gpu: &Gpu) -> Result<(), Failed> {
    let dim = 16;
    let mut numbers = Numbers(8);
    let kinds: Vec<Vec<f32>> = (0..3).map(|_| unit(&mut numbers, dim)).collect();
    let rows: Vec<Vec<f32>> = (0..20_000).map(|row| kinds[row * row % 3].clone()).collect();
    let vectors = vectors(&rows, dim, ShardDtype::F16);
    for k in [1, 10, 1_000] {
        held_to_the_reference(gpu, &vectors, &kinds, k, None)?;
    }
    Ok(())
}

/// The best are neighbours, at the end.
fn sorted_rows(gpu: &Gpu) -> Result<(), Failed> {
    let (dim, query) = (24, unit(&mut Numbers(9), 24));
    let mut rows = rows(25_000, dim);
    let score = |row: &Vec<f32>| row.iter().zip(&query).map(|(a, b)| a * b).sum::<f32>();
    rows.sort_by(|a, b| score(a).total_cmp(&score(b)));
    let vectors = vectors(&rows, dim, ShardDtype::F32);
    for k in [10, 1_000] {
        held_to_the_reference(gpu, &vectors, std::slice::from_ref(&query), k, None)?;
    }
    Ok(())
}

fn odd_rows(gpu: &Gpu) -> Result<(), Failed> {
    let dim = 20;
    let mut rows = rows(12_000, dim);
    rows[17] = vec![0.0; dim];
    rows[4_000] = vec![f32::NAN; dim];
    rows[4_001][3] = f32::INFINITY;
    rows[9_000] = vec![1e20; dim];
    rows[9_001] = vec![1e-30; dim];
    rows[9_002] = vec![-0.0; dim];
    let vectors = vectors(&rows, dim, ShardDtype::F32);
    let queries = [
        rows[3].clone(),
        vec![0.0; dim],
        vec![f32::NAN; dim],
        vec![1e-25; dim],
        rows[5].iter().map(|value| 1e9 * value).collect(),
        rows[6].iter().map(|value| -1e-9 * value).collect(),
    ];
    for k in [1, 50, 12_000] {
        // NaN equals no NaN; the rows and the bits of the others are compared.
        for query in &queries {
            held_to_the_reference(gpu, &vectors, std::slice::from_ref(query), k, None)?;
        }
        held_to_the_reference(gpu, &vectors, &queries, k, None)?;
    }
    Ok(())
}

fn nothing_and_one(gpu: &Gpu) -> Result<(), Failed> {
    let empty = vectors(&[], 8, ShardDtype::F16);
    held_to_the_reference(gpu, &empty, &[vec![1.0; 8]], 5, None)?;
    let one = vectors(&[vec![0.5; 8]], 8, ShardDtype::I8);
    held_to_the_reference(gpu, &one, &[vec![1.0; 8]], 5, None)?;
    held_to_the_reference(gpu, &one, &[], 5, None)?;
    let gallery = gallery_on_gpu(one, gpu.clone());
    match Gpu::block_on(gallery.top_k(&[vec![1.0; 9]], 5, None)) {
        Err(SearchError::Dim { query: 9, gallery: 8 }) => Ok(()),
        _ => Err("a query of another length is taken".into()),
    }
}
