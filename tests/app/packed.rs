//! Packed rankings, as the worker sends them to the page.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rankscope_core::ranking::Hit;
use rankscope_messages::packed::{bytes_from_rankings, rankings_from_bytes};

proptest! {
    /// Bit for bit, including NaN and −0.
    #[test]
    fn rankings_survive_a_round_trip(
        rankings in prop::collection::vec(prop::collection::vec((any::<u32>(), any::<u32>()), 0..20), 0..8),
    ) {
        let rankings: Vec<Vec<Hit>> = rankings
            .into_iter()
            .map(|hits| {
                let hit = |(row_in_corpus, bits)| Hit { row_in_corpus, score: f32::from_bits(bits) };
                hits.into_iter().map(hit).collect()
            })
            .collect();
        let bits = |rankings: &[Vec<Hit>]| -> Vec<Vec<(u32, u32)>> {
            let of = |hit: &Hit| (hit.row_in_corpus, hit.score.to_bits());
            rankings.iter().map(|hits| hits.iter().map(of).collect()).collect()
        };
        let back = rankings_from_bytes(&bytes_from_rankings(&rankings)).unwrap();
        prop_assert_eq!(bits(&back), bits(&rankings));
    }

    /// Never a panic.
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Some(rankings) = rankings_from_bytes(&bytes) {
            prop_assert_eq!(bytes_from_rankings(&rankings), bytes);
        }
    }
}

#[test]
fn truncated_bytes_are_refused() {
    let bytes = bytes_from_rankings(&[vec![Hit { row_in_corpus: 3, score: 0.5 }]]);
    for len in 1..bytes.len() {
        assert_eq!(rankings_from_bytes(&bytes[..len]), None, "{len} bytes");
    }
}
