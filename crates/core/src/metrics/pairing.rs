//! Pairing accuracy: two captions, two pictures, which belongs to which?
//!
//! A case is right where each caption scores its own picture above the other one. Guessing
//! gets 1/4 right. A tie is wrong, and so is a NaN: neither is an assignment. Source: Needle,
//! appendix E.3, on Winoground (Thrush et al., CVPR 2022), whose image score this is.

use super::Mean;

/// Whether both captions find their picture; `scores[caption][picture]`, own pairs on the
/// diagonal.
#[must_use]
pub fn is_paired_right(scores: [[f64; 2]; 2]) -> bool {
    let [[first_own, first_other], [second_other, second_own]] = scores;
    first_own > first_other && second_own > second_other
}

/// The share of cases that are right; `None` where there is none.
#[must_use]
pub fn pairing_accuracy(cases: &[[[f64; 2]; 2]]) -> Option<Mean> {
    Mean::of(cases.iter().map(|scores| Some(if is_paired_right(*scores) { 1.0 } else { 0.0 })))
}
