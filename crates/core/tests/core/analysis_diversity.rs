//! How alike two systems are, against scipy and brute force.
#![allow(clippy::unwrap_used)]

use rankscope_core::analysis::{DIVERSITY_DEPTH, DIVERSITY_TOP, Likeness, likeness};
use rankscope_core::random::SplitMix64;
use rankscope_core::ranking::Hit;
use rankscope_core::ranking::hits_in_order;

fn list(rows: &[u32]) -> Vec<Hit> {
    hits_in_order(rows)
}

fn of_one(a: &[u32], b: &[u32]) -> Likeness {
    likeness([(list(a).as_slice(), list(b).as_slice())])
}

/// scipy 1.17.1: `kendalltau` of the ranks in both lists of every image of either, len + 1 where a list
/// lacks it.
#[test]
fn tau_is_that_of_scipy() {
    for (a, b, expected) in [
        (&[1, 2, 3, 4, 5][..], &[1, 3, 2, 6, 7][..], 0.449_999_999_999_999_96),
        (&[1, 2, 3], &[4, 5, 6], -0.750_000_000_000_000_1),
        (&[1, 2, 3, 4], &[4, 3, 2, 1], -1.0),
        (&[9, 8, 7, 1, 2, 3], &[2, 9, 5], -0.056_343_616_981_901_11),
    ] {
        for (a, b) in [(a, b), (b, a)] {
            let tau = of_one(a, b).tau_b.unwrap();
            assert!((tau - expected).abs() < 1e-12, "{a:?} {b:?}: {tau}");
        }
    }
    let apart: Vec<u32> = (0..25).collect();
    let others: Vec<u32> = (25..50).collect();
    assert!((of_one(&apart, &others).tau_b.unwrap() + 25.0 / 37.0).abs() < 1e-12);
}

/// By counting pairs of images.
fn brute_force(a: &[u32], b: &[u32]) -> f64 {
    let (a, b) = (&a[..a.len().min(DIVERSITY_TOP)], &b[..b.len().min(DIVERSITY_TOP)]);
    let mut images = [a, b].concat();
    images.sort_unstable();
    images.dedup();
    let rank =
        |list: &[u32], row: u32| list.iter().position(|own| *own == row).unwrap_or(list.len());
    let (mut agree, mut untied_a, mut untied_b) = (0i32, 0i32, 0i32);
    for (place, x) in images.iter().enumerate() {
        for y in &images[place + 1..] {
            let in_a = rank(a, *x).cmp(&rank(a, *y)) as i32;
            let in_b = rank(b, *x).cmp(&rank(b, *y)) as i32;
            agree += in_a * in_b;
            untied_a += in_a.abs();
            untied_b += in_b.abs();
        }
    }
    f64::from(agree) / (f64::from(untied_a) * f64::from(untied_b)).sqrt()
}

#[test]
fn random_lists_are_compared_as_by_brute_force() {
    let mut random = SplitMix64::new(7);
    let mut lists = Vec::new();
    for _ in 0..40 {
        let mut shuffled = || {
            let mut rows: Vec<u32> = (0..160).collect();
            for place in (1..rows.len()).rev() {
                let other = usize::try_from(random.next_u64() % (place as u64 + 1)).unwrap();
                rows.swap(place, other);
            }
            rows.truncate(120);
            rows
        };
        lists.push((shuffled(), shuffled()));
    }
    let hits: Vec<(Vec<Hit>, Vec<Hit>)> = lists.iter().map(|(a, b)| (list(a), list(b))).collect();
    let found = likeness(hits.iter().map(|(a, b)| (a.as_slice(), b.as_slice())));
    let n = 40.0;
    let tau: f64 = lists.iter().map(|(a, b)| brute_force(a, b)).sum::<f64>() / n;
    let rank = |of: &[u32], list: &[u32]| {
        let place = list[..DIVERSITY_DEPTH].iter().position(|row| *row == of[0]);
        u32::try_from(place.map_or(DIVERSITY_DEPTH + 1, |place| place + 1)).unwrap()
    };
    let mean = |total: u32| f64::from(total) / n;
    assert!((found.tau_b.unwrap() - tau).abs() < 1e-12);
    assert_eq!(found.n, 40);
    assert_eq!(found.rank_of_a.unwrap(), mean(lists.iter().map(|(a, b)| rank(a, b)).sum()));
    assert_eq!(found.rank_of_b.unwrap(), mean(lists.iter().map(|(a, b)| rank(b, a)).sum()));
}

#[test]
fn empty_lists_and_lists_of_one_are_left_out_where_nothing_can_be_said() {
    let nothing = Likeness { tau_b: None, n: 0, rank_of_a: None, rank_of_b: None };
    assert_eq!(of_one(&[], &[]), nothing);
    assert_eq!(of_one(&[1], &[]), nothing);
    let same = of_one(&[1], &[1]);
    assert_eq!((same.tau_b, same.rank_of_a, same.rank_of_b), (None, Some(1.0), Some(1.0)));
    let alike = of_one(&[3, 1, 2], &[3, 1, 2]);
    assert_eq!((alike.tau_b, alike.n, alike.rank_of_a), (Some(1.0), 1, Some(1.0)));
    // The mean is over the queries that say something.
    let lists = [(list(&[1, 2]), list(&[2, 1])), (list(&[1]), list(&[1]))];
    let found = likeness(lists.iter().map(|(a, b)| (a.as_slice(), b.as_slice())));
    assert_eq!((found.tau_b, found.n, found.rank_of_a), (Some(-1.0), 1, Some(1.5)));
}
