//! Partial top-k selection.

use super::Hit;
use std::{cmp::Ordering, collections::BinaryHeap};

/// Lists from this length on are sorted digit by digit.
const DEEP: usize = 256;
const DIGIT_BITS: u32 = 9;
const DIGITS: usize = 1 << DIGIT_BITS;

/// The `k` best hits in the order of [`hit_order`](super::hit_order); all of them if there are
/// fewer.
pub fn select_top_k(mut hits: Vec<Hit>, k: usize) -> Vec<Hit> {
    if k == 0 {
        return Vec::new();
    }
    // Sorting a few more costs less than separating them first.
    if k < hits.len() / 2 {
        hits.select_nth_unstable_by_key(k - 1, key);
        hits.truncate(k);
    }
    if hits.len() < DEEP || !sort_by_digits(&mut hits) {
        hits = sorted(hits);
    }
    hits.truncate(k);
    hits
}

/// The `k` best rows by their `scores`, and every further row with the score of the last of them, since
/// measures order ties by their own rules. `doubles` are the scores before they were rounded, if they
/// were, and order what ties as float32.
pub fn best_with_ties(scores: &[f32], doubles: &[f64], k: usize) -> Vec<Hit> {
    let hits =
        || (0u32..).zip(scores).map(|(row, score)| Hit { row_in_corpus: row, score: *score });
    let mut best = select_top_k(hits().collect(), k);
    if best.len() < scores.len()
        && let Some(last) = best.last().copied()
    {
        // Of the rows that tie, the first are among the best already.
        let further = hits().skip(last.row_in_corpus as usize + 1);
        best.extend(further.filter(|hit| hit.score == last.score));
    }
    if !doubles.is_empty() {
        let double = |hit: &Hit| doubles.get(hit.row_in_corpus as usize).copied();
        best.sort_by(|a, b| double(b).partial_cmp(&double(a)).unwrap_or(Ordering::Equal));
    }
    best
}

/// In the order of [`hit_order`](super::hit_order). A heap is as fast here as the standard
/// library's sort, and less code for a page to download.
fn sorted(hits: Vec<Hit>) -> Vec<Hit> {
    let keyed: BinaryHeap<_> = hits.into_iter().map(|hit| Keyed(key(&hit), hit)).collect();
    keyed.into_sorted_vec().into_iter().map(|Keyed(_, hit)| hit).collect()
}

struct Keyed(u64, Hit);

impl Ord for Keyed {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl PartialOrd for Keyed {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Keyed {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Keyed {}

/// A number that orders hits as [`hit_order`](super::hit_order) does, and that processors compare
/// without a branch: the inverted bits of the score, then the row.
#[inline]
fn key(hit: &Hit) -> u64 {
    // Both zeros become one.
    let descending = if hit.score.is_nan() { u32::MAX } else { descending(hit.score + 0.0) };
    u64::from(descending) << 32 | u64::from(hit.row_in_corpus)
}

/// Higher for a lower score, for every score but NaN and −0.
#[inline]
fn descending(score: f32) -> u32 {
    let bits = score.to_bits();
    // Bits of negative floats grow with the magnitude; those of the others come after them.
    if bits >> 31 == 1 { bits } else { !(bits | 1 << 31) }
}

#[inline]
fn score_of(descending: u32) -> f32 {
    f32::from_bits(if descending >> 31 == 1 { descending } else { !descending & !(1 << 31) })
}

/// Sorts hits whose rows ascend, as searches find them, so that stable sorting breaks ties by row:
/// by the last digit of the score's number, then by the one before. Returns false, with the hits
/// unchanged, if rows do not ascend or if a score is NaN or 0, which have several representations.
fn sort_by_digits(hits: &mut [Hit]) -> bool {
    let (mut lowest, mut highest) = (u32::MAX, 0);
    let (mut is_sortable, mut next_row) = (true, 0);
    let mut entries: Vec<u64> = Vec::with_capacity(hits.len());
    entries.extend(hits.iter().map(|hit| {
        let is_unique = hit.score != 0.0 && !hit.score.is_nan();
        is_sortable &= is_unique && hit.row_in_corpus >= next_row;
        next_row = hit.row_in_corpus;
        let descending = descending(hit.score);
        (lowest, highest) = (lowest.min(descending), highest.max(descending));
        u64::from(descending) << 32 | u64::from(hit.row_in_corpus)
    }));
    if !is_sortable {
        return false;
    }
    // Only the bits in which the scores differ.
    let n_bits = u32::BITS - highest.saturating_sub(lowest).leading_zeros();
    let n_digits = n_bits.div_ceil(DIGIT_BITS);
    let bits_per_digit = n_bits.checked_div(n_digits).map_or(0, |_| n_bits.div_ceil(n_digits));
    let first = u64::from(lowest) << 32;
    let mut sorted = vec![0; entries.len()];
    for place in 0..n_digits {
        sort_by_digit(&entries, &mut sorted, first, 32 + place * bits_per_digit);
        std::mem::swap(&mut entries, &mut sorted);
    }
    for (hit, entry) in hits.iter_mut().zip(&entries) {
        #[expect(clippy::cast_possible_truncation, reason = "two numbers of 32 bits")]
        let (descending, row_in_corpus) = ((entry >> 32) as u32, *entry as u32);
        *hit = Hit { row_in_corpus, score: score_of(descending) };
    }
    true
}

/// Writes entries in the order of the digit at a bit of their difference from the `first`.
fn sort_by_digit(entries: &[u64], sorted: &mut [u64], first: u64, bit: u32) {
    let digit = |entry: &u64| ((entry - first) >> bit) as usize % DIGITS;
    let mut places = [0; DIGITS];
    for entry in entries {
        places[digit(entry)] += 1;
    }
    let mut n_before = 0;
    for place in &mut places {
        n_before += std::mem::replace(place, n_before);
    }
    for entry in entries {
        let place = &mut places[digit(entry)];
        if let Some(sorted) = sorted.get_mut(*place) {
            *sorted = *entry;
        }
        *place += 1;
    }
}
