//! Pairing accuracy (the paper's Table 2): captions and pictures that differ in one fact.

use super::{GuideError, cache::cosine, error::check_rows};
use serde::Serialize;

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

/// Scores of one way, `[groups][captions][pictures]`.
type Scores = Vec<Vec<Vec<f64>>>;

/// The scores of groups of captions and pictures: by the texts of each embedder, of all of them, and by
/// guides.
#[derive(Debug, Clone, PartialEq)]
pub struct PairingStudy {
    embedders: Vec<String>,
    by_text: Vec<Scores>,
    by_all_texts: Scores,
    by_guides: Scores,
}

/// The accuracy of one way of scoring.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairingAccuracy {
    pub name: String,
    /// `None` without groups.
    pub accuracy: Option<f64>,
}

/// A group's vectors under one embedder.
#[derive(Debug, Clone, PartialEq)]
pub struct PairedVectors {
    /// `[pictures][dim]`
    pub pictures: Vec<Vec<f32>>,
    /// `[captions][dim]`; caption i is of picture i.
    pub captions: Vec<Vec<f32>>,
    /// The guides of each caption, `[captions][guides][dim]`.
    pub guides: Vec<Vec<Vec<f32>>>,
}

impl PairingStudy {
    /// Without groups.
    pub fn new(embedders: Vec<String>) -> Self {
        let by_text = vec![Vec::new(); embedders.len()];
        Self { embedders, by_text, by_all_texts: Vec::new(), by_guides: Vec::new() }
    }

    /// The number of groups.
    pub fn n_groups(&self) -> usize {
        self.by_all_texts.len()
    }

    /// Adds a group, with its vectors under each embedder. A picture's score by text is its cosine to the
    /// caption; by guides it is the sum of the cosines to the caption's guides over all embedders. A
    /// vector of zeros, or of another length, has no cosine, which [`Self::ways`] refuses.
    pub fn add(&mut self, group: &[PairedVectors]) {
        let cosine = |a: &[f32], b: &[f32]| cosine(a, b).unwrap_or(f64::NAN);
        let n = group.first().map_or(0, |of| of.pictures.len());
        let (mut all, mut by_guides) = (vec![vec![0.0; n]; n], vec![vec![0.0; n]; n]);
        let mut by_text = Vec::new();
        for PairedVectors { pictures, captions, guides } in group {
            let mut of_embedder = Vec::new();
            for (caption, sums) in captions.iter().zip(&mut all) {
                let scores: Vec<f64> = pictures.iter().map(|of| cosine(of, caption)).collect();
                sums.iter_mut().zip(&scores).for_each(|(sum, score)| *sum += score);
                of_embedder.push(scores);
            }
            by_text.push(of_embedder);
            for (guides, sums) in guides.iter().zip(&mut by_guides) {
                for (sum, picture) in sums.iter_mut().zip(pictures) {
                    *sum += guides.iter().map(|guide| cosine(picture, guide)).sum::<f64>();
                }
            }
        }
        for (scores, of_group) in self.by_text.iter_mut().zip(by_text) {
            scores.push(of_group);
        }
        self.by_all_texts.push(all);
        self.by_guides.push(by_guides);
    }

    /// The accuracy by the texts of each embedder, of all, and by guides.
    ///
    /// # Errors
    /// Those of [`pairing_accuracy`].
    pub fn ways(&self) -> Result<Vec<PairingAccuracy>, GuideError> {
        let texts = self.embedders.iter().zip(&self.by_text);
        let mut ways: Vec<(String, &Scores)> =
            texts.map(|(id, scores)| (format!("text, {id}"), scores)).collect();
        ways.push(("text, mean of all".into(), &self.by_all_texts));
        ways.push(("guides, mean of all".into(), &self.by_guides));
        let accuracy = |(name, scores): (String, &Scores)| {
            Ok(PairingAccuracy { name, accuracy: pairing_accuracy(scores)? })
        };
        ways.into_iter().map(accuracy).collect()
    }
}
