//! Scans: their bounds hold, and what is found through them is what brute force finds.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss, clippy::cast_possible_truncation)]

use crate::here;
use proptest::prelude::*;
use rankscope_arithmetic::ranking::Hit;
use rankscope_arithmetic::simd::InstructionSet;
use rankscope_arithmetic::vectors::{ShardDtype, Vectors, f32_from_half, vectors_from_shard};
use rankscope_arithmetic::{
    search::{
        RowMask, bounded, coded_overlap, estimated, reference,
        scan::{FloatScan, Int8Codes, Rotation, Scan, SignCodes},
    },
    vectors::{normalised, score, scored},
};
use std::{convert::Infallible, fs};

const DTYPES: [ShardDtype; 3] = [ShardDtype::F32, ShardDtype::F16, ShardDtype::I8];
const SEED: u64 = 7;

fn vectors(rows: &[Vec<f32>], dtype: ShardDtype) -> Vectors {
    let mut vectors = Vectors::new(rows.first().map_or(1, Vec::len), dtype);
    for row in rows {
        vectors.push(row.iter().copied());
    }
    vectors
}

/// Numbers from −1 to 1 that look random and are the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    fn unit(&mut self, dim: usize) -> Vec<f32> {
        normalised(&(0..dim).map(|_| self.next() + self.next() + self.next()).collect::<Vec<_>>())
            .unwrap()
    }

    fn units(&mut self, n: usize, dim: usize) -> Vec<Vec<f32>> {
        (0..n).map(|_| self.unit(dim)).collect()
    }
}

/// A search with every scan.
fn with_every_scan(vectors: &Vectors, check: &mut dyn FnMut(&str, Search<'_>, Bounds<'_>)) {
    fn each<S: Scan>(
        name: &str,
        scan: &S,
        vectors: &Vectors,
        check: &mut dyn FnMut(&str, Search<'_>, Bounds<'_>),
    ) {
        let search = |queries: &[Vec<f32>], k: usize, among: Option<&RowMask>| {
            bounded::top_k(scan, vectors, queries, k, among)
        };
        let bounds = |queries: &[Vec<f32>]| {
            let prepared =
                scan.prepare(&queries.iter().map(|query| &query[..]).collect::<Vec<_>>());
            let mut estimates = vec![f32::NAN; queries.len() * scan.n_rows()];
            // In two uneven blocks.
            let cut = scan.n_rows() / 3;
            let mut all = vec![vec![0.0; scan.n_rows()]; queries.len()];
            for rows in [0..cut, cut..scan.n_rows()] {
                let estimates = &mut estimates[..queries.len() * rows.len()];
                if rows.is_empty() {
                    continue;
                }
                scan.estimate(&prepared, rows.clone(), estimates);
                for (all, estimates) in all.iter_mut().zip(estimates.chunks(rows.len())) {
                    all[rows.clone()].copy_from_slice(estimates);
                }
            }
            (all, scan.radii().to_vec())
        };
        check(name, &search, &bounds);
    }
    for on in InstructionSet::available() {
        let name = |scan: &str| format!("{scan} on {}", on.name());
        each(&name("floats"), &FloatScan::new_on(on, vectors), vectors, check);
        each(&name("int8"), &Int8Codes::new_on(on, vectors).scan(vectors), vectors, check);
        each(&name("signs"), &SignCodes::new_on(on, vectors, SEED).scan(), vectors, check);
    }
}

type Search<'a> = &'a dyn Fn(&[Vec<f32>], usize, Option<&RowMask>) -> Vec<Vec<Hit>>;
type Bounds<'a> = &'a dyn Fn(&[Vec<f32>]) -> (Vec<Vec<f32>>, Vec<f32>);

/// By bits, so that NaN is equal to itself.
fn bits(hits: &[Hit]) -> Vec<(u32, u32)> {
    hits.iter().map(|hit| (hit.row_in_corpus, hit.score.to_bits())).collect()
}

fn assert_exact(vectors: &Vectors, queries: &[Vec<f32>], k: usize, among: Option<&RowMask>) {
    let expected: Vec<Vec<Hit>> =
        queries.iter().map(|query| reference::top_k_among(query, vectors, k, among)).collect();
    with_every_scan(vectors, &mut |name, search, _| {
        let found = search(queries, k, among);
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!(bits(found), bits(expected), "{name}, {:?}, k {k}", vectors.dtype());
        }
    });
}

#[test]
fn every_float16_is_widened_as_the_half_crate_does() {
    for bits in 0..=u16::MAX {
        let (own, theirs) = (f32_from_half(bits), half::f16::from_bits(bits).to_f32());
        assert!(
            own.to_bits() == theirs.to_bits() || own.is_nan() && theirs.is_nan(),
            "{bits:#06x}"
        );
    }
}

#[test]
fn rows_read_at_once_are_those_read_one_by_one() {
    let rows = Numbers(1).units(9, 13);
    for dtype in DTYPES {
        let vectors = vectors(&rows, dtype);
        let mut values = [0.0; 13];
        for row in 0..9 {
            vectors.read_row(row, &mut values);
            assert_eq!(values.to_vec(), vectors.row(row).collect::<Vec<_>>());
        }
        let before = values;
        vectors.read_row(9, &mut values);
        assert_eq!(values, before, "there is no tenth row");
        let query = &rows[0];
        let every: Vec<u32> = (0..9).collect();
        for hit in scored(query, &vectors, &every) {
            let alone = score(query, vectors.row(hit.row_in_corpus as usize));
            assert_eq!(hit.score.to_bits(), alone.to_bits());
        }
    }
}

#[test]
fn no_score_is_further_off_than_the_radius_says() {
    // At 2,000 equal values it is the sum that limits the codes of a query, not the largest.
    for dim in [1, 2, 7, 8, 9, 24, 40, 129, 2_000] {
        let mut numbers = Numbers(dim as u64);
        let mut rows = numbers.units(40, dim);
        // Far from unit length, almost an axis, equal values, zeros.
        rows.extend(
            numbers.units(4, dim).into_iter().map(|row| row.iter().map(|v| v * 900.0).collect()),
        );
        rows.extend(
            numbers.units(4, dim).into_iter().map(|row| row.iter().map(|v| v * 0.004).collect()),
        );
        let mut axis = vec![1e-3; dim];
        axis[dim / 2] = 1.0;
        rows.extend([axis.clone(), vec![0.25; dim], vec![0.0; dim]]);
        let mut queries = numbers.units(6, dim);
        queries.extend([axis, vec![1.0; dim], vec![3e4; dim]]);
        for dtype in DTYPES {
            let vectors = vectors(&rows, dtype);
            with_every_scan(&vectors, &mut |name, _, bounds| {
                let (estimates, radii) = bounds(&queries);
                for (query, estimates) in queries.iter().zip(estimates) {
                    let length = query.iter().map(|v| f64::from(*v).powi(2)).sum::<f64>().sqrt();
                    for (row, (estimate, radius)) in estimates.iter().zip(&radii).enumerate() {
                        let exact = score(query, vectors.row(row));
                        let off = (f64::from(*estimate) - f64::from(exact)).abs();
                        let most = length * f64::from(*radius);
                        assert!(
                            off <= most,
                            "{name} {dtype:?} dim {dim} row {row}: {off} > {most}"
                        );
                    }
                }
            });
        }
    }
}

/// The base's instructions make plain code of the loops; wider ones must give the same numbers, and
/// what is taken without being asked for is the last of them.
#[test]
fn every_instruction_set_codes_and_estimates_the_same_bits() {
    let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    let sets = InstructionSet::available();
    assert_eq!(sets[0].name(), InstructionSet::BASE.name());
    assert_eq!(sets.last().unwrap().name(), InstructionSet::widest().name());
    // Below, at and above the steps of every set; rows and queries that fill no group.
    for (dim, n_rows) in [1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 129, 384].into_iter().zip(29..) {
        let mut numbers = Numbers(dim as u64 + 100);
        let mut rows = numbers.units(n_rows, dim);
        rows.push(vec![0.0; dim]);
        rows.push(vec![f32::MAX; dim]);
        rows.push(vec![1e-5; dim]);
        // Codes as large as they may be, so that sums are.
        rows.push((0..dim).map(|at| if at % 2 == 0 { 1.0 } else { -1.0 }).collect());
        let mut queries = numbers.units(6, dim);
        queries.push(rows.last().unwrap().clone());
        for dtype in DTYPES {
            let vectors = vectors(&rows, dtype);
            let coded = sets.iter().map(|on| {
                let int8 = Int8Codes::new_on(*on, &vectors);
                let (codes, scales) = int8.of(&vectors);
                let mut signs = Vec::new();
                let keep = |part: &[u8]| {
                    signs.extend_from_slice(part);
                    Ok::<(), Infallible>(())
                };
                SignCodes::new_on(*on, &vectors, SEED).write(keep).unwrap();
                (codes.to_vec(), bits(scales), bits(int8.radii()), signs)
            });
            let coded: Vec<_> = coded.collect();
            let mut estimated = Vec::new();
            with_every_scan(&vectors, &mut |_, _, bounds| {
                let (estimates, radii) = bounds(&queries);
                estimated.push((bits(&estimates.concat()), bits(&radii)));
            });
            let n_scans = estimated.len() / sets.len();
            for at in 1..sets.len() {
                assert_eq!(coded[at], coded[0], "codes, dim {dim} {dtype:?}");
                let (of_set, of_base) = (&estimated[at * n_scans..], &estimated[..n_scans]);
                assert_eq!(&of_set[..n_scans], of_base, "dim {dim} {dtype:?}");
            }
        }
    }
}

#[test]
fn int8_radii_are_small_enough_to_be_of_use() {
    let rows = Numbers(3).units(200, 384);
    let vectors = vectors(&rows, ShardDtype::F16);
    for radius in Int8Codes::new(&vectors).scan(&vectors).radii() {
        assert!(*radius < 0.012, "{radius}");
    }
}

#[test]
fn more_rows_than_are_kept_at_once() {
    let mut numbers = Numbers(11);
    let mut rows = numbers.units(4_000, 24);
    // Runs of equal rows, and near-equal ones that only the exact score tells apart.
    for row in 1_000..1_700 {
        rows[row] = rows[999].clone();
    }
    for row in 2_000..2_400 {
        rows[row] = rows[999].iter().map(|v| v + numbers.next() * 1e-4).collect();
    }
    let mut queries = numbers.units(5, 24);
    queries.push(rows[999].clone());
    for dtype in DTYPES {
        let vectors = vectors(&rows, dtype);
        for k in [1, 10, 100, 1_000, 3_999, 4_000, 5_000, usize::MAX] {
            assert_exact(&vectors, &queries, k, None);
        }
        let every_third = RowMask::new((0..4_000).step_by(3));
        let few = RowMask::new([3, 999, 1_500, 2_100, 3_999, 9_000]);
        assert_eq!((every_third.len(), few.len()), (1_334, 6));
        for mask in [&every_third, &few, &RowMask::new([])] {
            for k in [1, 5, 6, 7, 1_000, usize::MAX] {
                assert_exact(&vectors, &queries, k, Some(mask));
            }
        }
    }
}

#[test]
fn better_and_better_rows_are_all_seen() {
    // Rows in the order of their scores, the worst first: every row passes the floor so far.
    let mut rows = Numbers(5).units(3_000, 16);
    let query = rows[17].clone();
    rows.sort_by(|a, b| {
        score(&query, a.iter().copied()).total_cmp(&score(&query, b.iter().copied()))
    });
    for k in [1, 100, 700] {
        assert_exact(&vectors(&rows, ShardDtype::F16), std::slice::from_ref(&query), k, None);
    }
}

#[test]
fn what_is_no_number_is_found_as_the_reference_finds_it() {
    let mut rows = Numbers(2).units(700, 9);
    rows[3][0] = f32::NAN;
    rows[70][8] = f32::INFINITY;
    rows[300][4] = f32::NEG_INFINITY;
    rows[400] = vec![f32::MAX; 9];
    rows[401] = vec![1e-30; 9];
    rows[402] = vec![0.0; 9];
    let mut queries = Numbers(4).units(5, 9);
    queries[1][2] = f32::NAN;
    queries[2][2] = f32::INFINITY;
    queries[3] = vec![0.0; 9];
    queries.push(vec![1e-20; 9]);
    queries.push(vec![1e20; 9]);
    for dtype in [ShardDtype::F32, ShardDtype::F16] {
        for k in [0, 1, 5, 699, 700, 800] {
            let vectors = vectors(&rows, dtype);
            with_every_scan(&vectors, &mut |name, search, _| {
                for (found, query) in search(&queries, k, None).iter().zip(&queries) {
                    let expected = reference::top_k(query, &vectors, k);
                    // Which NaN it is does not matter.
                    let plain = |hits: &[Hit]| -> Vec<(u32, u32)> {
                        let hit = |hit: &Hit| if hit.score.is_nan() { f32::NAN } else { hit.score };
                        hits.iter().map(|h| (h.row_in_corpus, hit(h).to_bits())).collect()
                    };
                    assert_eq!(plain(found), plain(&expected), "{name} {dtype:?} k {k}");
                }
            });
        }
    }
}

#[test]
fn nothing_and_one() {
    for dtype in DTYPES {
        assert_exact(&vectors(&[], dtype), &[vec![1.0]], 5, None);
        assert_exact(&vectors(&[vec![0.5]], dtype), &[vec![1.0]], 5, None);
        assert_exact(&vectors(&[vec![0.5]], dtype), &[], 5, None);
        assert_exact(&vectors(&[vec![0.5]], dtype), &[vec![1.0]], 0, None);
    }
}

#[test]
fn rotating_keeps_dot_products_and_is_the_same_for_a_seed() {
    for dim in [1, 2, 3, 8, 12, 100, 384] {
        let [mut a, mut b]: [Vec<f32>; 2] = Numbers(9).units(2, dim).try_into().unwrap();
        let before = score(&a, b.iter().copied());
        let again = a.clone();
        Rotation::new(dim, SEED).rotate(&mut a);
        Rotation::new(dim, SEED).rotate(&mut b);
        assert!((score(&a, b.iter().copied()) - before).abs() < 1e-5);
        let (mut same, mut other) = (again.clone(), again);
        Rotation::new(dim, SEED).rotate(&mut same);
        Rotation::new(dim, SEED + 1).rotate(&mut other);
        assert_eq!(same, a);
        assert!(dim < 3 || other != a);
    }
}

#[test]
fn an_axis_is_spread_over_all_values() {
    let mut axis = vec![0.0; 384];
    axis[5] = 1.0;
    Rotation::new(384, SEED).rotate(&mut axis);
    let largest = axis.iter().fold(0.0f32, |largest, value| largest.max(value.abs()));
    assert!(largest < 0.3, "{largest}");
}

#[test]
fn the_overlap_of_a_code_is_that_of_its_list() {
    let mut numbers = Numbers(21);
    let vectors = vectors(&numbers.units(600, 32), ShardDtype::F32);
    let queries = numbers.units(12, 32);
    let codes = SignCodes::new(&vectors, SEED);
    let overlap = coded_overlap(&codes.scan(), &vectors, &queries, 20);
    let coded = estimated::top_k(&codes.scan(), &queries, 20, None);
    for ((query, coded), share) in queries.iter().zip(&coded).zip(&overlap.per_query) {
        let exact = reference::top_k(query, &vectors, 20);
        let common =
            coded.iter().filter(|c| exact.iter().any(|e| e.row_in_corpus == c.row_in_corpus));
        assert_eq!(share.unwrap(), common.count() as f64 / 20.0);
    }
    let mean = overlap.mean().unwrap();
    assert!(mean > 0.3 && mean < 0.95, "signs of 32 values lose much, and not all: {mean}");
    let floats = coded_overlap(&FloatScan::new(&vectors), &vectors, &queries, 20);
    assert_eq!(floats.mean(), Some(1.0));
    assert!(coded_overlap(&codes.scan(), &vectors, &[], 20).mean().is_none());
}

/// The galleries that are shipped.
#[test]
fn fieldbook_is_found_exactly() {
    let systems = here::root().join("public/fieldbook/systems");
    for system in ["large", "dim16"] {
        let read = |file: &str| {
            vectors_from_shard(file, &fs::read(systems.join(system).join(file)).unwrap()).unwrap()
        };
        let (gallery, stored) = (read("gallery-00000.safetensors"), read("queries.safetensors"));
        let queries: Vec<Vec<f32>> =
            (0..stored.n_rows()).step_by(97).map(|row| stored.row(row).collect()).collect();
        assert!(queries.len() > 10 && gallery.n_rows() == 20_000);
        for k in [20, 1_000] {
            assert_exact(&gallery, &queries, k, None);
        }
    }
}

#[test]
fn deep_lists_of_many_queries_are_those_of_brute_force() {
    for dim in [1, 3, 4, 10, 64, 70] {
        let mut numbers = Numbers(SEED);
        let mut rows = numbers.units(600, dim);
        // Rows that tie, far apart.
        for row in 0..100 {
            rows[599 - 2 * row] = rows[row].clone();
        }
        let queries = numbers.units(37, dim);
        let ks: Vec<usize> = (0..37).map(|query| query * query % 700).collect();
        for dtype in DTYPES {
            let vectors = vectors(&rows, dtype);
            let codes = Int8Codes::new(&vectors);
            let found = bounded::top_k_each(&codes.scan(&vectors), &vectors, &queries, &ks, None);
            for ((query, k), found) in queries.iter().zip(&ks).zip(&found) {
                let expected = reference::top_k(query, &vectors, *k);
                assert_eq!(bits(found), bits(&expected), "{dtype:?}, dim {dim}, k {k}");
            }
        }
    }
}

#[test]
fn lists_from_several_panels_of_rows_are_those_of_brute_force() {
    let mut numbers = Numbers(SEED);
    let mut rows = numbers.units(8_400, 5);
    // Ties across the panels, a row that no bound covers, and rows at both ends of the range.
    for row in 0..150 {
        rows[8_399 - row] = rows[row * 7].clone();
    }
    rows[77] = vec![f32::NAN; 5];
    rows[78] = vec![f32::INFINITY, 1.0, 0.0, 0.0, 0.0];
    rows[79] = vec![1e15; 5];
    rows[8_200] = vec![-1e9; 5];
    let mut queries = numbers.units(19, 5);
    queries[3] = vec![0.0; 5];
    queries[4] = vec![f32::NAN; 5];
    let ks = [0, 1, 2, 10, 100, 999, 1_000, 4_000, 8_191, 8_192, 8_193, 8_399, 8_400, 9_000, 3];
    let ks: Vec<usize> = ks.into_iter().cycle().take(19).collect();
    let vectors = vectors(&rows, ShardDtype::F32);
    for set in InstructionSet::available() {
        let codes = Int8Codes::new_on(set, &vectors);
        let found = bounded::top_k_each(&codes.scan(&vectors), &vectors, &queries, &ks, None);
        for ((query, k), found) in queries.iter().zip(&ks).zip(&found) {
            let expected = reference::top_k(query, &vectors, *k);
            assert_eq!(bits(found), bits(&expected), "{}, k {k}", set.name());
        }
    }
}

#[test]
fn a_sum_between_two_float32_rounds_as_the_ordered_sum_does() {
    // Halfway between two float32, and so near to it that the order of summation decides.
    let half = 2f32.powi(-24);
    let least = 2f32.powi(-53);
    let rows = [
        vec![1.0, half, 0.0, 0.0, 0.0, 0.0],
        vec![1.0, 3.0 * half, 0.0, 0.0, 0.0, 0.0],
        vec![1.0, half, least, least, least, 0.0],
        vec![least, least, least, least, half, 1.0],
        vec![half, -least, 1.0, -least, -least, -least],
    ];
    let vectors = vectors(&rows, ShardDtype::F32);
    let codes = Int8Codes::new(&vectors);
    let query = vec![1.0; 6];
    let found =
        bounded::top_k(&codes.scan(&vectors), &vectors, std::slice::from_ref(&query), 5, None);
    assert_eq!(bits(&found[0]), bits(&reference::top_k(&query, &vectors, 5)));
}

fn small_rows(dim: usize) -> impl Strategy<Value = Vec<Vec<f32>>> {
    // Few different values, so that there are ties; some far from length 1.
    let value = prop_oneof![(-2i8..=2).prop_map(f32::from), -1.0f32..1.0];
    prop::collection::vec(prop::collection::vec(value, dim), 1..150)
}

proptest! {
    #[test]
    fn every_scan_finds_what_brute_force_finds(
        (rows, queries) in (1usize..20).prop_flat_map(|dim| {
            (small_rows(dim), prop::collection::vec(prop::collection::vec(-1.0f32..1.0, dim), 1..7))
        }),
        k in 0usize..170,
        masked in prop::option::of(prop::collection::vec(0u32..150, 0..60)),
    ) {
        let mask = masked.map(RowMask::new);
        for dtype in DTYPES {
            assert_exact(&vectors(&rows, dtype), &queries, k, mask.as_ref());
        }
    }
}
