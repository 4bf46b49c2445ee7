use super::scores::{ScoreGradient, Scores};
use serde::{Deserialize, Serialize};

/// Which of a batch's other images, or captions, count in a triplet loss: a hinge between a pair
/// and its negatives, in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Negatives {
    /// The sum over all: no mining.
    All,
    /// The closest of those farther than the pair itself; if there is none, the farthest of all
    /// (Schroff et al., "FaceNet", CVPR 2015).
    SemiHard,
    /// The closest: the maximum of the hinges.
    Hardest,
}

/// L = mean over pairs of Σ max(0, margin − s(pair) + s(negative)), over the counted negatives among
/// captions and among images.
pub(super) fn gradient(scores: &Scores<'_>, margin: f64, negatives: Negatives) -> ScoreGradient {
    let n = scores.n;
    let mut loss = 0.0;
    let mut in_scores = vec![0.0; n * n];
    let share = 1.0 / n as f64;
    for own in 0..n {
        let pair = scores.at(own, own);
        let directions: [&dyn Fn(usize) -> (usize, usize); 2] =
            [&|other| (own, other), &|other| (other, own)];
        for place in directions {
            let all: Vec<(usize, f64)> = (0..n)
                .map(place)
                .filter(|(image, text)| scores.is_negative(*image, *text))
                .map(|(image, text)| (image * n + text, scores.at(image, text)))
                .collect();
            for (at, score) in counted(&all, pair, negatives) {
                let hinge = margin - pair + score;
                if hinge > 0.0 {
                    loss += share * hinge;
                    in_scores[at] += share;
                    in_scores[own * n + own] -= share;
                }
            }
        }
    }
    ScoreGradient { loss, scores: in_scores, logit_scale: 0.0 }
}

/// The negatives that count, each with its index and score; the first of equal ones.
pub(super) fn counted(all: &[(usize, f64)], pair: f64, negatives: Negatives) -> Vec<(usize, f64)> {
    let highest = |negatives: &mut dyn Iterator<Item = (usize, f64)>| {
        negatives.fold(None, |best: Option<(usize, f64)>, next| match best {
            Some(best) if best.1 >= next.1 => Some(best),
            _ => Some(next),
        })
    };
    match negatives {
        Negatives::All => all.to_vec(),
        Negatives::Hardest => highest(&mut all.iter().copied()).into_iter().collect(),
        Negatives::SemiHard => {
            let mut farther = all.iter().copied().filter(|(_, score)| *score < pair);
            let mut farthest_first = all.iter().map(|(at, score)| (*at, -score));
            highest(&mut farther)
                .or_else(|| highest(&mut farthest_first).map(|(at, score)| (at, -score)))
                .into_iter()
                .collect()
        }
    }
}
