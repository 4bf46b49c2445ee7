//! The mean of a value over shuffles of a list, for measures whose expected value has no closed form.

use super::{JudgedList, real};
use crate::random::SplitMix64;

/// The shuffles that the mean is over.
pub const N_SHUFFLES: usize = 1000;

/// The mean value of the list's hits in random orders, the same orders each time.
pub(super) fn mean_over_shuffles(list: &JudgedList, value: impl Fn(&JudgedList) -> f64) -> f64 {
    // Queries draw orders of their own, so that the errors of their means are not the same.
    let rows = list.relevant_hits().iter().map(|hit| u64::from(hit.row_in_corpus));
    let mut random = SplitMix64::new(rows.fold(0, u64::wrapping_add));
    let sum: f64 = (0..N_SHUFFLES).map(|_| value(&list.shuffled(&mut random))).sum();
    sum / real(N_SHUFFLES)
}
