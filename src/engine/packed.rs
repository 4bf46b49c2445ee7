//! Rankings as whole numbers. A leaderboard moves a million hits to the page, and as objects with
//! decimal scores these take longer to write and to read than to find.

use crate::ranking::Hit;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

#[derive(Serialize, Deserialize)]
struct Packed {
    /// How many hits each ranking has.
    lengths: Vec<usize>,
    /// Of all hits, ranking after ranking.
    rows: Vec<u32>,
    /// The bits of their float32 scores: exact, and NaN too, which JSON has no word for.
    score_bits: Vec<u32>,
}

pub(super) fn serialize<S: Serializer>(
    rankings: &[Vec<Hit>],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let hits = || rankings.iter().flatten();
    let packed = Packed {
        lengths: rankings.iter().map(Vec::len).collect(),
        rows: hits().map(|hit| hit.row_in_corpus).collect(),
        score_bits: hits().map(|hit| hit.score.to_bits()).collect(),
    };
    packed.serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Vec<Hit>>, D::Error> {
    let Packed { lengths, rows, score_bits } = Packed::deserialize(deserializer)?;
    let n_hits = lengths.iter().sum::<usize>();
    if (rows.len(), score_bits.len()) != (n_hits, n_hits) {
        let found = format!("{} rows and {} scores", rows.len(), score_bits.len());
        return Err(D::Error::custom(format!("{found} for rankings of {n_hits} hits")));
    }
    let mut hits = rows
        .into_iter()
        .zip(score_bits)
        .map(|(row_in_corpus, bits)| Hit { row_in_corpus, score: f32::from_bits(bits) });
    Ok(lengths.into_iter().map(|length| hits.by_ref().take(length).collect()).collect())
}
