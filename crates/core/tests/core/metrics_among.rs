//! Measures in a part of a gallery: those of a corpus that never had the rest.
#![allow(clippy::unwrap_used)]

use crate::support::all_measures;
use proptest::prelude::*;
use rankscope_core::benchmark::{Judgements, Relevance};
use rankscope_core::metrics::{JudgedRanking, Protocol};
use rankscope_core::ranking::Hit;

const N_IMAGES: usize = 24;

fn ids(rows: &[u32]) -> Vec<String> {
    rows.iter().map(|row| format!("image-{row:02}")).collect()
}

proptest! {
    #[test]
    fn every_measure_is_that_of_the_smaller_corpus(
        order in Just((0..N_IMAGES as u32).collect::<Vec<_>>()).prop_shuffle(),
        scores in prop::collection::vec(0u8..6, N_IMAGES),
        grades in prop::collection::vec(prop::option::weighted(0.5, -1i32..3), N_IMAGES),
        belongs in prop::collection::vec(any::<bool>(), N_IMAGES),
        is_complete in any::<bool>(),
    ) {
        let has = |row: u32| belongs.get(row as usize).copied().unwrap_or(false);
        let inside: Vec<u32> = (0..N_IMAGES as u32).filter(|row| has(*row)).collect();
        let mut scores = scores;
        scores.sort_unstable_by(|a, b| b.cmp(a));
        let found: Vec<Hit> = order
            .iter()
            .zip(scores)
            .filter(|(row, _)| has(**row))
            .map(|(row, score)| Hit { row_in_corpus: *row, score: f32::from(score) })
            .collect();
        let judged = (0u32..).zip(&grades).filter_map(|(row, grade)| Some((row, (*grade)?)));
        let judgements = Judgements::new(judged);

        let all_ids = ids(&(0..N_IMAGES as u32).collect::<Vec<_>>());
        let of_part = judgements.among(has);
        let relevance = Relevance::of_queries(vec![judgements.clone()]);
        let part = JudgedRanking::as_read(&relevance, &found, &of_part, &all_ids)
            .among(inside.len())
            .complete(is_complete);

        // The same with rows counted anew: a corpus of these images alone.
        let anew = |row: u32| inside.binary_search(&row).ok().map(|place| place as u32);
        let small_ids = ids(&inside);
        let small_hits: Vec<Hit> = found
            .iter()
            .map(|hit| Hit { row_in_corpus: anew(hit.row_in_corpus).unwrap(), score: hit.score })
            .collect();
        let small = judgements.as_slice().iter();
        let small = Judgements::new(small.filter_map(|(row, grade)| Some((anew(*row)?, *grade))));
        let small = JudgedRanking::new(&small_hits, &small, &small_ids).complete(is_complete);

        for measure in all_measures(5, "0.5") {
            if measure.protocol() == Protocol::Coco1k {
                continue;
            }
            let (of_part, of_small) = (
                measure.value(part.list(measure.protocol())),
                measure.value(small.list(measure.protocol())),
            );
            prop_assert_eq!(of_part, of_small, "{}", measure);
        }
    }
}
