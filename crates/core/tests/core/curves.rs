//! Curves and their bands over queries, against numpy and against counting.
#![allow(clippy::unwrap_used, clippy::float_cmp)]

use crate::support::tied;
use proptest::prelude::*;
use rankscope_core::benchmark::Judgements;
use rankscope_core::metrics::{
    JudgedList, QUARTILES, bands, interpolated_precision, pr_points, precision_at_ranks,
    precision_envelope, recall_at_ranks,
};

#[test]
fn bands_are_numpys_percentiles() {
    // numpy 2: np.percentile([.1, .4, .4, .9, 1.], [25, 50, 75]) and of the first four.
    let curves = [vec![0.4, 0.1], vec![0.1, 0.4], vec![1.0, 0.4], vec![0.4, 0.9], vec![0.9]];
    let bands = bands(&curves, QUARTILES);
    assert_eq!(bands.len(), 2);
    let (first, second) = (bands[0], bands[1]);
    assert_eq!((first.low, first.median, first.high, first.n), (0.4, 0.4, 0.9, 5));
    assert!((first.mean - 0.56).abs() < 1e-15);
    assert_eq!(second.n, 4, "the last curve has ended");
    assert!((second.low - 0.325).abs() < 1e-15 && (second.high - 0.525).abs() < 1e-15);
    assert_eq!(second.median, 0.4);
}

#[test]
fn bands_of_nothing_are_empty_and_nan_is_left_out() {
    assert!(bands(&[], QUARTILES).is_empty());
    assert!(bands(&[vec![], vec![]], QUARTILES).is_empty());
    let bands = bands(&[vec![f64::NAN, 0.5], vec![0.25, 0.5]], (0.0, 1.0));
    assert_eq!((bands[0].n, bands[0].low, bands[0].high), (1, 0.25, 0.25));
    assert_eq!(bands[1].n, 2);
}

#[test]
fn a_query_without_relevant_images_has_a_flat_precision_and_no_recall() {
    let hits = tied([4, 7]);
    let list = JudgedList::as_given(&hits, &Judgements::new([(4, 0)]));
    assert_eq!(precision_at_ranks(&list), [0.0, 0.0]);
    assert!(recall_at_ranks(&list).is_empty());
    assert!(pr_points(&list).is_empty());
    assert_eq!(interpolated_precision(&list), [0.0; 11]);
    assert!(precision_envelope(&[]).is_empty());
}

proptest! {
    #[test]
    fn curves_are_what_counting_gives(grades in prop::collection::vec(-1i32..3, 0..50)) {
        let hits = tied(0..grades.len() as u32);
        let judgements = Judgements::new((0u32..).zip(grades.clone()));
        let list = JudgedList::as_given(&hits, &judgements);
        let n_relevant = grades.iter().filter(|grade| **grade >= 1).count();
        let precision = precision_at_ranks(&list);
        prop_assert_eq!(precision.len(), grades.len());
        for rank in 1..=grades.len() {
            let n_found = grades[..rank].iter().filter(|grade| **grade >= 1).count();
            prop_assert_eq!(precision[rank - 1], n_found as f64 / rank as f64);
            if n_relevant > 0 {
                prop_assert_eq!(recall_at_ranks(&list)[rank - 1], n_found as f64 / n_relevant as f64);
            }
        }
        prop_assert!(interpolated_precision(&list).is_sorted_by(|a, b| a >= b));
        // The envelope lies on or above each point, and its steps are the interpolated precision.
        let points = pr_points(&list);
        let envelope = precision_envelope(&points);
        prop_assert_eq!(envelope.len(), if points.is_empty() { 0 } else { points.len() + 1 });
        let from = |recall: f64| {
            let there = envelope.iter().find(|corner| corner.0 >= recall);
            there.map_or(0.0, |corner| corner.1)
        };
        for point in &points {
            prop_assert!(from(point.recall) >= point.precision);
            let beyond = points.iter().filter(|other| other.recall >= point.recall);
            prop_assert_eq!(from(point.recall), beyond.map(|p| p.precision).fold(0.0, f64::max));
        }
    }

    #[test]
    fn a_band_holds_its_median_and_narrows_with_its_edges(
        curves in prop::collection::vec(prop::collection::vec(0f64..1.0, 0..8), 0..12),
    ) {
        let (narrow, wide) = (bands(&curves, QUARTILES), bands(&curves, (0.05, 0.95)));
        let longest = curves.iter().map(Vec::len).max().unwrap_or(0);
        prop_assert_eq!(narrow.len(), longest);
        for (narrow, wide) in narrow.iter().zip(&wide) {
            prop_assert!(wide.low <= narrow.low && narrow.low <= narrow.median);
            prop_assert!(narrow.median <= narrow.high && narrow.high <= wide.high);
        }
    }
}
