//! Generated rankings and judgements: the same on every machine, because every number is a hash of
//! its position.
//!
//! An image's score for a query has a part that all systems share and a part of its system, so
//! systems agree in part. Relevant images score higher, by grade and by the system's quality.
//! Scores have four decimals, so some are equal.

use rankscope_core::benchmark::Judgements;
use rankscope_core::ranking::{Hit, select_top_k};
use std::collections::BTreeMap;

pub(crate) const N_SYSTEMS: u32 = 12;
pub(crate) const N_QUERIES: u32 = 1_332;
pub(crate) const DEPTH: usize = 1_000;
const N_IMAGES: u32 = 5_000;

/// What a number is drawn for: keeps the draws independent.
#[derive(Clone, Copy)]
enum Draw {
    NRelevant,
    NNonrelevant,
    JudgedRow,
    Grade,
    Shared,
    Own,
}

/// Twelve digits, as in COCO; byte order is corpus order.
pub(crate) fn image_ids() -> Vec<String> {
    (0..N_IMAGES).map(|row| format!("{:012}", 9 + 116 * row)).collect()
}

pub(crate) fn query_id(query: u32) -> String {
    format!("q{query}")
}

pub(crate) fn system_id(system: u32) -> String {
    format!("s{system:02}")
}

/// 1 to 16 relevant images of grade 1 to 3, and 20 to 59 that are judged and not relevant.
pub(crate) fn judgements(query: u32) -> Judgements {
    let n_relevant = 1 + below(16, Draw::NRelevant, [query, 0, 0]);
    let n_judged = n_relevant + 20 + below(40, Draw::NNonrelevant, [query, 0, 0]);
    let mut grade_of = BTreeMap::new();
    let mut place = 0;
    while grade_of.len() < n_judged as usize {
        let row = below(N_IMAGES, Draw::JudgedRow, [query, place, 0]);
        let grade = 1 + below(3, Draw::Grade, [query, place, 0]);
        let is_relevant = grade_of.len() < n_relevant as usize;
        grade_of.entry(row).or_insert(if is_relevant { grade.cast_signed() } else { 0 });
        place += 1;
    }
    Judgements::new(grade_of)
}

/// The `depth` best images, best first.
pub(crate) fn ranking(system: u32, query: u32, judgements: &Judgements, depth: usize) -> Vec<Hit> {
    let quality = 0.20 + 0.02 * f64::from(system);
    let hits = (0..N_IMAGES).map(|row| {
        let shared = share(Draw::Shared, [query, row, 0]);
        let own = share(Draw::Own, [query, row, system + 1]);
        let favour = judgements.grade(row).map_or(0.0, |grade| quality * f64::from(1 + grade));
        let ten_thousandths = (10_000.0 * (shared + own + favour)).round();
        #[expect(clippy::cast_possible_truncation, reason = "five digits fit")]
        let score = ten_thousandths as f32 / 10_000.0;
        Hit { row_in_corpus: row, score }
    });
    let mut hits = select_top_k(hits.collect(), depth);
    hits.shrink_to_fit();
    hits
}

/// In `0..n`.
fn below(n: u32, draw: Draw, place: [u32; 3]) -> u32 {
    #[expect(clippy::cast_possible_truncation, reason = "a remainder of a u32")]
    let number = (hash(draw, place) % u64::from(n)) as u32;
    number
}

/// A number from 0 to 1.
fn share(draw: Draw, place: [u32; 3]) -> f64 {
    let upper = (hash(draw, place) >> 32) as u32;
    f64::from(upper) / f64::from(u32::MAX)
}

/// The finaliser of `SplitMix64` (Steele, Lea and Flood, OOPSLA 2014), once per coordinate.
fn hash(draw: Draw, place: [u32; 3]) -> u64 {
    place.into_iter().fold(draw as u64, |state, coordinate| {
        let mut z = (state ^ u64::from(coordinate)).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    })
}
