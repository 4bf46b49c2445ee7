//! A simulated vision-language model that is asked whether a picture answers a question.
//!
//! The model: the logit of yes minus that of no is 1.5 on a picture of grade 2 and 0 on grade 1; on
//! grade 0 it is 4 s² − 3.5, with s the share of the question's conditions that the scene fulfils. Noise
//! is added: the sum of four numbers, each uniform from −1 to 1, times 2, or times 3 where a question
//! uses scientific terms (standard deviations 2.3 and 3.5). Both logits are multiples of 1/8, since such
//! models answer in few bits; so some scores are equal.

use crate::{Question, Scene, splitmix::SplitMix64};

/// The weight of the noise on plain questions, and on those with scientific terms.
const NOISE: (f64, f64) = (2.0, 3.0);

/// The logits of yes and no. `key` is unique to the pair of question and picture; the same key and
/// seed give the same logits.
pub fn yes_and_no(question: &Question, scene: &Scene, seed: u64, key: u64) -> [f64; 2] {
    let mut stream = SplitMix64::of_pair(seed ^ 0x0A25_3E25, key);
    // −1 to 1.
    let mut uniform = || f64::from(stream.below(2001)) / 1000.0 - 1.0;
    let known = match question.grade(scene) {
        2 => 1.5,
        1 => 0.0,
        _ => {
            let nearness = question.fully.nearness(scene);
            4.0 * nearness * nearness - 3.5
        }
    };
    let noise: f64 = (0..4).map(|_| uniform()).sum();
    let weight = if question.is_scientific { NOISE.1 } else { NOISE.0 };
    let margin = known + weight * noise;
    // What the model says to every question, whatever the answer.
    let common = 12.0 + uniform();
    [common + margin / 2.0, common - margin / 2.0].map(|logit| (8.0 * logit).round() / 8.0)
}
