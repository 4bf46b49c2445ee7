//! Corpora in files: searches find what brute force finds, as far as promised.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::cast_precision_loss)]

use rankscope_arithmetic::ranking::Hit;
use rankscope_arithmetic::search::large::{Effort, LargeSearch, LargeShard, SIGN_SEED, SignSearch};
use rankscope_arithmetic::vectors::{
    ReadAt, ShardDtype, ShardFile, ShardOutline, Vectors, shard_from_rows, vectors_from_shard,
};
use rankscope_arithmetic::{
    search::{RowMask, reference, scan::SignCodes},
    vectors::normalised,
};
use std::{future::Future, io, pin::pin, task};

const DTYPES: [ShardDtype; 3] = [ShardDtype::F32, ShardDtype::F16, ShardDtype::I8];
const DIM: usize = 40;

/// Unit vectors around some centres, the same everywhere; every seventh is the one before it
/// again, so that there are ties.
fn rows(n: usize, seed: u64) -> Vec<Vec<f32>> {
    let mut state = seed;
    let mut next = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1u32 << 23) as f32 - 1.0
    };
    let centres: Vec<Vec<f32>> = (0..9).map(|_| (0..DIM).map(|_| next()).collect()).collect();
    let mut rows: Vec<Vec<f32>> = Vec::new();
    for row in 0..n {
        if row % 7 == 6 {
            rows.push(rows[row - 1].clone());
            continue;
        }
        let near = centres[row % centres.len()].iter().map(|value| value + 0.7 * next());
        rows.push(normalised(&near.collect::<Vec<f32>>()).unwrap());
    }
    rows
}

fn vectors(rows: &[Vec<f32>], dtype: ShardDtype) -> Vectors {
    let mut vectors = Vectors::new(DIM, dtype);
    rows.iter().for_each(|row| vectors.push(row.iter().copied()));
    vectors
}

fn at_once<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut task::Context::from_waker(task::Waker::noop())) {
        task::Poll::Ready(value) => value,
        task::Poll::Pending => panic!("it waits"),
    }
}

/// The rows in shards of these sizes.
fn shards(rows: &[Vec<f32>], dtype: ShardDtype, sizes: &[usize]) -> Vec<LargeShard<Vec<u8>>> {
    let mut first = 0;
    let shard = |size: &usize| {
        let block = vectors(&rows[first..first + size], dtype);
        let file = ShardFile::open("shard", shard_from_rows("shard", &block).unwrap()).unwrap();
        let first_row = u32::try_from(first).unwrap();
        first += size;
        at_once(LargeShard::coded(first_row, file, async |_| true)).unwrap().unwrap()
    };
    sizes.iter().map(shard).collect()
}

fn found(
    shards: &[LargeShard<Vec<u8>>],
    queries: &[Vec<f32>],
    (k, effort): (usize, Effort),
    among: Option<&RowMask>,
) -> Vec<Vec<Hit>> {
    let mut search = LargeSearch::new(queries.to_vec(), k, effort, among.cloned());
    shards.iter().for_each(|shard| search.add_shard(shard).unwrap());
    search.best()
}

#[test]
fn with_all_rows_or_as_many_candidates_it_is_brute_force() {
    let (all, queries) = (rows(1_000, 3), rows(5, 8));
    for dtype in DTYPES {
        let whole = vectors(&all, dtype);
        let shards = shards(&all, dtype, &[400, 37, 0, 563]);
        let mask = RowMask::new((0..1_000).filter(|row| row % 3 == 1));
        for (k, among) in [(0, None), (1, None), (50, None), (50, Some(&mask)), (2_000, None)] {
            let expected: Vec<Vec<Hit>> = queries
                .iter()
                .map(|query| reference::top_k_among(query, &whole, k, among))
                .collect();
            for effort in [Effort::AllRows, Effort::Candidates(1_000)] {
                assert_eq!(found(&shards, &queries, (k, effort), among), expected, "{dtype:?} {k}");
            }
        }
    }
}

#[test]
fn few_candidates_find_most_and_score_them_exactly() {
    let (all, queries) = (rows(4_000, 5), rows(20, 21));
    let whole = vectors(&all, ShardDtype::I8);
    let shards = shards(&all, ShardDtype::I8, &[1_500, 2_500]);
    let lists = found(&shards, &queries, (10, Effort::Candidates(400)), None);
    let mut n_common = 0;
    for (query, list) in queries.iter().zip(&lists) {
        assert_eq!(list.len(), 10);
        let exact = reference::top_k(query, &whole, 4_000);
        assert!(list.iter().all(|hit| exact.contains(hit)));
        n_common += list.iter().filter(|hit| exact[..10].contains(hit)).count();
    }
    assert!(n_common >= 180, "{n_common} of 200");
}

#[test]
fn the_order_of_shards_and_their_sizes_change_nothing() {
    let (all, queries) = (rows(3_000, 6), rows(4, 2));
    let effort = (20, Effort::Candidates(100));
    let mut cut = shards(&all, ShardDtype::F16, &[1_000, 700, 1_300]);
    let expected = found(&cut, &queries, effort, None);
    cut.reverse();
    assert_eq!(found(&cut, &queries, effort, None), expected);
    let whole = shards(&all, ShardDtype::F16, &[3_000]);
    assert_eq!(found(&whole, &queries, effort, None), expected);
}

#[test]
fn so_far_it_is_the_best_of_what_was_seen() {
    let (all, queries) = (rows(600, 6), rows(2, 2));
    let shards = shards(&all, ShardDtype::F32, &[200, 200, 200]);
    let mut search = LargeSearch::new(queries.clone(), 30, Effort::Candidates(600), None);
    assert!(search.best().iter().all(Vec::is_empty));
    for (n, shard) in (1..).zip(&shards) {
        search.add_shard(shard).unwrap();
        assert_eq!(search.n_rows(), n * 200);
        let seen = vectors(&all[..n * 200], ShardDtype::F32);
        let expected: Vec<_> =
            queries.iter().map(|query| reference::top_k(query, &seen, 30)).collect();
        assert_eq!(search.best(), expected);
    }
}

#[test]
fn signs_in_one_go_and_in_parts_are_the_same_and_survive_being_kept() {
    for n in [0, 1, 31, 32, 33, 100] {
        let all = rows(n, 4);
        let whole = vectors(&all, ShardDtype::F32);
        let codes = SignCodes::new(&whole, SIGN_SEED);
        let mut parts = SignCodes::with_capacity(n, DIM, SIGN_SEED);
        for part in all.chunks(13) {
            parts.append(&vectors(part, ShardDtype::F32));
        }
        let bytes = kept(&codes);
        assert_eq!(kept(&parts), bytes);
        let again = SignCodes::read(n, DIM, SIGN_SEED, &bytes, false).unwrap();
        assert_eq!(kept(&again), bytes);
        for (n, dim, seed) in [(n + 1, DIM, SIGN_SEED), (n, DIM + 8, SIGN_SEED), (n, DIM, 99)] {
            for was_checked in [false, true] {
                assert!(SignCodes::read(n, dim, seed, &bytes, was_checked).is_none());
            }
        }
        let short = bytes[..bytes.len() - 1].to_vec();
        assert!(SignCodes::read(n, DIM, SIGN_SEED, &short, false).is_none());
        assert!(SignCodes::read(n, DIM, SIGN_SEED, &Vec::new(), false).is_none());
    }
}

/// Signs as their file.
fn kept(codes: &SignCodes) -> Vec<u8> {
    let mut bytes = Vec::new();
    let put = |part: &[u8]| {
        bytes.extend(part);
        Ok::<(), ()>(())
    };
    codes.write(put).unwrap();
    bytes
}

#[test]
fn kept_signs_with_any_byte_changed_are_refused() {
    let codes = SignCodes::new(&vectors(&rows(70, 4), ShardDtype::I8), SIGN_SEED);
    let bytes = kept(&codes);
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1 << (place % 8);
        let found = SignCodes::read(70, DIM, SIGN_SEED, &damaged, false);
        assert!(found.is_none(), "byte {place}");
    }
    let zeros = vec![0; bytes.len()];
    assert!(SignCodes::read(70, DIM, SIGN_SEED, &zeros, false).is_none());
}

#[test]
fn a_shard_with_its_kept_signs_finds_the_same_and_refuses_damaged_ones() {
    let (all, queries) = (rows(500, 7), rows(3, 2));
    let effort = (9, Effort::Candidates(60));
    let coded = shards(&all, ShardDtype::F16, &[500]);
    let expected = found(&coded, &queries, effort, None);
    let mut signs = Vec::new();
    let put = |part: &[u8]| {
        signs.extend(part);
        Ok::<(), ()>(())
    };
    coded[0].write_signs(put).unwrap();
    let bytes = shard_from_rows("shard", &vectors(&all, ShardDtype::F16)).unwrap();
    let file = ShardFile::open("shard", bytes).unwrap();
    let file = {
        let mut damaged = signs.clone();
        damaged[17] ^= 4;
        LargeShard::with_signs_from(0, file, &damaged, false).unwrap_err()
    };
    let again = LargeShard::with_signs_from(0, file, &signs, false).unwrap();
    assert_eq!(found(&[again], &queries, effort, None), expected);
}

#[test]
fn coding_stops_when_told() {
    let file = shard_from_rows("shard", &vectors(&rows(100, 1), ShardDtype::F32)).unwrap();
    let file = ShardFile::open("shard", file).unwrap();
    assert!(at_once(LargeShard::coded(0, file, async |_| false)).unwrap().is_none());
}

#[test]
fn a_shard_in_a_file_has_the_rows_of_one_in_memory() {
    for dtype in DTYPES {
        let bytes = shard_from_rows("shard", &vectors(&rows(50, 9), dtype)).unwrap();
        let whole = vectors_from_shard("shard", &bytes).unwrap();
        let file = ShardFile::open("shard", bytes).unwrap();
        assert_eq!((file.n_rows(), file.dim()), (50, DIM));
        assert_eq!(file.rows(0, 1_000).unwrap(), whole);
        assert_eq!(file.rows(50, 3).unwrap().n_rows(), 0);
        let chosen = file.chosen_rows(&[49, 3, 3]).unwrap();
        for (place, row) in [49, 3, 3].into_iter().enumerate() {
            assert!(chosen.row(place).eq(whole.row(row)));
        }
    }
}

#[test]
fn a_file_that_is_no_shard_is_refused_by_name() {
    let good = shard_from_rows("x", &vectors(&rows(20, 9), ShardDtype::I8)).unwrap();
    let refusal = |bytes: Vec<u8>| ShardFile::open("a/b", bytes).unwrap_err().to_string();
    for (bytes, reason) in [
        (Vec::new(), "a/b: it cannot be read"),
        (vec![0; 40], "a/b: not a safetensors file"),
        (vec![255; 40], "a/b: not a safetensors file: its header would have"),
        (good[..good.len() - 1].to_vec(), "a/b: not a safetensors file: it has"),
        ([&good[..], &[0]].concat(), "a/b: not a safetensors file: it has"),
    ] {
        assert!(refusal(bytes.clone()).starts_with(reason), "{}", refusal(bytes));
    }
    let header = 8 + usize::try_from(u64::from_le_bytes(good[..8].try_into().unwrap())).unwrap();
    let mut damaged = good;
    // The scale of the third row becomes NaN.
    damaged[header + 8..header + 12].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_eq!(refusal(damaged), "a/b, row 2: its scale is NaN");
}

/// A file whose end cannot be read.
struct Broken(Vec<u8>);

impl ReadAt for Broken {
    fn len_bytes(&self) -> io::Result<u64> {
        self.0.len_bytes()
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        if offset > 1_000 {
            return Err(io::Error::other("the disk is gone"));
        }
        self.0.read_at(offset, into)
    }
}

#[test]
fn what_cannot_be_read_is_an_error_with_the_files_name() {
    let bytes = shard_from_rows("x", &vectors(&rows(90, 9), ShardDtype::F32)).unwrap();
    let file = ShardFile::open("a/b", Broken(bytes)).unwrap();
    let error = file.rows(50, 1).unwrap_err();
    assert_eq!(error.to_string(), "a/b: it cannot be read: the disk is gone");
}

/// As a page fetches them: the vectors of these rows of the corpus, in this order.
fn fetched(all: &[Vec<f32>], dtype: ShardDtype, wanted: &[u32]) -> Vectors {
    let rows: Vec<Vec<f32>> = wanted.iter().map(|row| all[*row as usize].clone()).collect();
    vectors(&rows, dtype)
}

#[test]
fn signs_first_and_vectors_later_find_the_same() {
    let (all, queries) = (rows(3_000, 6), rows(4, 2));
    for dtype in DTYPES {
        let mut shards = shards(&all, dtype, &[1_000, 700, 1_300]);
        let mask = RowMask::new((0..3_000).filter(|row| row % 3 == 1));
        for (k, n, among) in
            [(20, 100, None), (20, 100, Some(&mask)), (5, 3_000, None), (0, 0, None)]
        {
            let expected = found(&shards, &queries, (k, Effort::Candidates(n)), among);
            // The order of shards changes nothing.
            shards.reverse();
            for (query, expected) in queries.iter().zip(expected) {
                let mut search = SignSearch::new(query.clone(), k, n, among.cloned());
                for shard in &shards {
                    search.add_signs(shard.first_row(), shard.signs());
                    // Now and then for results on the way.
                    let wanted = search.wanted(k);
                    search.add_vectors(&wanted, &fetched(&all, dtype, &wanted)).unwrap();
                    assert_eq!(search.best().len(), k.min(search.n_rows()));
                }
                let wanted = search.all_wanted();
                assert!(wanted.is_sorted() && wanted.len() <= n);
                search.add_vectors(&wanted, &fetched(&all, dtype, &wanted)).unwrap();
                assert!(search.all_wanted().is_empty());
                assert_eq!(search.best(), expected, "{dtype:?} {k} of {n}");
                assert_eq!(search.n_rows(), 3_000);
            }
        }
    }
}

#[test]
fn a_vector_that_is_not_the_one_of_its_signs_is_refused() {
    let (all, query) = (rows(500, 7), rows(1, 2).remove(0));
    for dtype in DTYPES {
        let shards = shards(&all, dtype, &[500]);
        let mut search = SignSearch::new(query.clone(), 3, 60, None);
        search.add_signs(0, shards[0].signs());
        let wanted = search.all_wanted();
        let right = fetched(&all, dtype, &wanted);
        // Another row, one value that is half as large again or a step of int8 more, and vectors that
        // are shifted.
        let mut other = wanted.clone();
        other[7] = (0..500).find(|row| all[*row as usize] != all[wanted[7] as usize]).unwrap();
        assert_eq!(search.add_vectors(&wanted, &fetched(&all, dtype, &other)), Err(wanted[7]));
        let bytes = shard_from_rows("rows", &right).unwrap();
        let head = ShardOutline::header("rows", *bytes.first_chunk().unwrap()).unwrap();
        let outline = ShardOutline::new("rows", &bytes[head], bytes.len() as u64).unwrap();
        for place in [0, 11, 59] {
            let mut damaged = bytes.clone();
            let (byte, bit) = match dtype {
                ShardDtype::F32 => (6, 6),
                ShardDtype::F16 => (5, 1),
                ShardDtype::I8 => (4, 0),
            };
            let start = usize::try_from(outline.rows(place..place + 1).start).unwrap();
            damaged[start + byte] ^= 1 << bit;
            let damaged = vectors_from_shard("rows", &damaged).unwrap();
            assert_eq!(search.add_vectors(&wanted, &damaged), Err(wanted[place]), "{dtype:?}");
        }
        assert_eq!(search.add_vectors(&wanted[1..], &right), Err(wanted[1]));
        assert!(search.best().is_empty(), "nothing of that was taken");
        search.add_vectors(&wanted, &right).unwrap();
        assert_eq!(search.best().len(), 3);
    }
}

#[test]
fn an_outline_says_where_rows_lie() {
    for dtype in DTYPES {
        let bytes = shard_from_rows("shard", &vectors(&rows(50, 9), dtype)).unwrap();
        let whole = vectors_from_shard("shard", &bytes).unwrap();
        let place = ShardOutline::header("shard", *bytes.first_chunk().unwrap()).unwrap();
        let outline =
            ShardOutline::new("shard", &bytes[place.clone()], bytes.len() as u64).unwrap();
        let part = |range: std::ops::Range<u64>| {
            bytes[usize::try_from(range.start).unwrap()..usize::try_from(range.end).unwrap()]
                .to_vec()
        };
        let scales = outline.scales().map(part).unwrap_or_default();
        let scales = outline.scales_from(&scales).unwrap();
        let read = outline.vectors(13, part(outline.rows(13..20)), &scales).unwrap();
        assert_eq!(read, whole.rows_as_stored(13..20));
        // A file of another size is another file.
        assert!(ShardOutline::new("shard", &bytes[place], bytes.len() as u64 - 1).is_err());
    }
    assert!(ShardOutline::header("shard", [255; 8]).is_err());
}
