//! Pairing accuracy: two captions and two pictures, which belongs to which?
//!
//! A case is correct where each caption scores its own picture above the other one; guessing
//! gets 1/4 of them. A tie or a NaN is wrong, since neither is an assignment. Source: Needle,
//! appendix E.3, on Winoground (Thrush et al., CVPR 2022), whose image score this is.

use super::Mean;

/// Whether both captions score their own picture higher; `scores[caption][picture]`, own pairs on
/// the diagonal.
#[must_use]
pub fn is_paired_right(scores: [[f64; 2]; 2]) -> bool {
    let [[first_own, first_other], [second_other, second_own]] = scores;
    first_own > first_other && second_own > second_other
}

/// The share of correct cases; `None` where there are no cases.
#[must_use]
pub fn pairing_accuracy(cases: &[[[f64; 2]; 2]]) -> Option<Mean> {
    Mean::of(cases.iter().map(|scores| Some(if is_paired_right(*scores) { 1.0 } else { 0.0 })))
}
