//! Pairing accuracy (the paper's Table 2): captions and pictures that differ in one fact.

use super::{GuideError, error::check_rows};

/// The share of captions whose own picture scores best, over groups of scores
/// `[captions, pictures]`, where caption i is of picture i. With p pictures a group, chance is 1/p. A
/// caption whose picture ties with n others counts 1 / (n + 1), which is what a random choice among
/// them would give. `None` without captions.
///
/// # Errors
/// A group that is not square, or scores that are not finite.
pub fn pairing_accuracy(groups: &[Vec<Vec<f64>>]) -> Result<Option<f64>, GuideError> {
    let (mut n_right, mut n) = (0.0, 0usize);
    for group in groups {
        check_rows("caption", group)?;
        for (own, scores) in group.iter().enumerate() {
            if scores.len() != group.len() {
                let (found, needed) = (scores.len(), group.len());
                return Err(GuideError::Count { what: "pictures", found, needed });
            }
            let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let n_best = scores.iter().filter(|score| score.total_cmp(&best).is_eq()).count();
            if scores.get(own).is_some_and(|score| score.total_cmp(&best).is_eq()) {
                n_right += 1.0 / n_best as f64;
            }
            n += 1;
        }
    }
    Ok((n > 0).then(|| n_right / n as f64))
}
