//! The contrastive loss: InfoNCE in both directions, with a temperature.

use super::scores::{ScoreGradient, Scores};

/// L = ½ · (mean cross-entropy over rows + mean over columns) of scores · exp(logit scale).
pub(super) fn gradient(scores: &Scores<'_>, logit_scale: f64) -> ScoreGradient {
    let n = scores.n;
    let scale = libm::exp(logit_scale);
    let mut loss = 0.0;
    // With respect to the logits, summed over both directions.
    let mut in_logits = vec![0.0; n * n];
    let share = 0.5 / n as f64;
    for own in 0..n {
        // A caption's image among all images, then an image's caption among all captions.
        let directions: [&dyn Fn(usize) -> (usize, usize); 2] =
            [&|other| (other, own), &|other| (own, other)];
        for place in directions {
            let counted = |other: &usize| {
                let (image, text) = place(*other);
                *other == own || scores.is_negative(image, text)
            };
            let logit = |other: usize| {
                let (image, text) = place(other);
                scale * scores.at(image, text)
            };
            let highest = (0..n).filter(counted).map(logit).fold(f64::NEG_INFINITY, f64::max);
            let terms: Vec<(usize, f64)> = (0..n)
                .filter(counted)
                .map(|other| (other, libm::exp(logit(other) - highest)))
                .collect();
            let sum: f64 = terms.iter().map(|(_, term)| term).sum();
            loss += share * (libm::log(sum) + highest - logit(own));
            for (other, term) in terms {
                let (image, text) = place(other);
                let wanted = if other == own { 1.0 } else { 0.0 };
                in_logits[image * n + text] += share * (term / sum - wanted);
            }
        }
    }
    let in_scale: f64 = in_logits
        .iter()
        .zip(&scores.values)
        .map(|(gradient, score)| gradient * score * scale)
        .sum();
    let in_scores = in_logits.into_iter().map(|gradient| gradient * scale).collect();
    ScoreGradient { loss, scores: in_scores, logit_scale: in_scale }
}
