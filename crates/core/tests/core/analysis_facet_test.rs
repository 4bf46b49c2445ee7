//! Groups of queries tested for several systems, against counting every pair.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

use crate::made_benchmark::Noise;
use rankscope_core::analysis::facet_tests;
use rankscope_core::metrics::Measure;
use rankscope_core::statistics::Alternative;

const N: usize = 60;

#[test]
fn u_counts_pairs_and_holm_corrects_over_the_systems() {
    let mut noise = Noise(11);
    // Some queries have no value, many values are equal.
    let mut values = |shift: usize| -> Vec<Option<f64>> {
        let value = |row: usize| {
            let drawn = noise.below(8);
            (drawn > 0)
                .then(|| (drawn + if row.is_multiple_of(3) { shift } else { 0 }) as f64 / 10.0)
        };
        (0..N).map(value).collect()
    };
    let systems: Vec<(String, Vec<Option<f64>>)> =
        [0, 1, 3].map(|shift| (format!("s{shift}"), values(shift))).to_vec();
    let groups: [Vec<usize>; 2] = [
        (0..N).filter(|row| row.is_multiple_of(3)).collect(),
        (0..N).filter(|row| row % 3 == 1).collect(),
    ];
    let measure: Measure = "trec:AP".parse().unwrap();
    let given = systems.iter().map(|(id, values)| (id.clone(), values.as_slice()));
    let found =
        facet_tests(measure, None, given, [&groups[0], &groups[1]], Alternative::TwoSided).unwrap();
    let mut ascending: Vec<f64> = found.iter().map(|one| one.test.p).collect();
    ascending.sort_by(f64::total_cmp);
    for (one, (id, values)) in found.iter().zip(&systems) {
        let of = |group: &Vec<usize>| -> Vec<f64> {
            group.iter().filter_map(|row| values[*row]).collect()
        };
        let (x, y) = (of(&groups[0]), of(&groups[1]));
        let pairs = x.iter().flat_map(|x| y.iter().map(move |y| (x, y)));
        let u: f64 = pairs
            .map(|(x, y)| {
                if x > y {
                    1.0
                } else if x < y {
                    0.0
                } else {
                    0.5
                }
            })
            .sum();
        assert_eq!((&one.system, one.test.u), (id, u));
        for (mean, own) in one.means.iter().zip([x, y]) {
            let mean = mean.unwrap();
            assert_eq!(mean.n, own.len());
            assert!((mean.mean - own.iter().sum::<f64>() / own.len() as f64).abs() < 1e-12);
        }
        // Holm: the largest of (3 − i) · pᵢ over the p-values up to this one.
        let upto = ascending.iter().enumerate().filter(|(_, p)| **p <= one.test.p);
        let holm = upto.map(|(i, p)| (3 - i) as f64 * p).fold(0.0, f64::max).min(1.0);
        assert!((one.p_holm - holm).abs() < 1e-15, "{} and {holm}", one.p_holm);
    }
    // One-sided tests in either direction; two-sided is twice the smaller.
    let one_sided = [Alternative::Less, Alternative::Greater].map(|alternative| {
        let given = systems.iter().map(|(id, values)| (id.clone(), values.as_slice()));
        facet_tests(measure, None, given, [&groups[0], &groups[1]], alternative).unwrap()
    });
    for (at, one) in found.iter().enumerate() {
        let [less, greater] = [0, 1].map(|side| one_sided[side][at].test.p);
        assert!((one.test.p - (2.0 * less.min(greater)).min(1.0)).abs() < 1e-15);
        // The half step of either test is in both.
        assert!(less + greater >= 1.0);
    }
    assert!(one_sided[1][2].test.p < one_sided[0][2].test.p, "the third system is better there");
    let given = systems.iter().map(|(id, values)| (id.clone(), values.as_slice()));
    assert!(
        facet_tests(measure, None, given, [&groups[0], &[]], Alternative::Less).is_err(),
        "an empty group"
    );
}
