//! Gradients compared with finite differences, values with small cases computed by hand.

use super::*;
use crate::random::Random;

const LOSSES: [Loss; 4] = [
    Loss::Contrastive { temperature: 0.1 },
    Loss::Triplet { margin: 0.2, negatives: Negatives::All },
    Loss::Triplet { margin: 0.2, negatives: Negatives::SemiHard },
    Loss::Triplet { margin: 0.2, negatives: Negatives::Hardest },
];

fn vectors(n: usize, dim: usize, seed: u64) -> Vec<f32> {
    let mut random = Random::new(seed, &[]);
    (0..n * dim).map(|_| random.normal()).collect()
}

fn value(loss: Loss, images: &[f32], texts: &[f32], dim: usize, groups: &[usize], s: f32) -> f64 {
    loss.outcome(&Batch { images, texts, dim, groups }, s).loss
}

#[test]
fn gradients_are_the_finite_differences() {
    let (n, dim, step) = (6, 5, 1.0 / 512.0);
    // Two pairs are of the same group.
    let groups = [0, 1, 2, 1, 3, 4];
    for (which, loss) in LOSSES.into_iter().enumerate() {
        let images = vectors(n, dim, 2 + which as u64);
        let texts = vectors(n, dim, 20 + which as u64);
        let scale = 1.5;
        let outcome =
            loss.outcome(&Batch { images: &images, texts: &texts, dim, groups: &groups }, scale);
        let mut largest = 0.0f64;
        for at in 0..n * dim {
            for (is_image, gradient) in [(true, outcome.images[at]), (false, outcome.texts[at])] {
                let moved = |by: f32| {
                    let (mut images, mut texts) = (images.clone(), texts.clone());
                    let changed = if is_image { &mut images[at] } else { &mut texts[at] };
                    *changed += by;
                    value(loss, &images, &texts, dim, &groups, scale)
                };
                let difference = (moved(step) - moved(-step)) / (2.0 * f64::from(step));
                largest = largest.max((difference - f64::from(gradient)).abs());
            }
        }
        assert!(largest < 2e-4, "{loss:?}: {largest}");
        let moved = |by: f32| value(loss, &images, &texts, dim, &groups, scale + by);
        let difference = (moved(step) - moved(-step)) / (2.0 * f64::from(step));
        assert!((difference - outcome.logit_scale).abs() < 2e-4, "{loss:?}: {difference}");
    }
}

/// Two pairs at right angles: cosines 1 and 0.
#[test]
fn values_by_hand() {
    let (images, texts) = ([2.0, 0.0, 0.0, 3.0], [1.0, 0.0, 0.0, 1.0]);
    let loss = |loss: Loss, scale: f32| value(loss, &images, &texts, 2, &[0, 1], scale);
    // −ln(e / (e + 1)) in each direction.
    let wanted = (1.0 + (-1.0f64).exp()).ln();
    assert!((loss(LOSSES[0], 0.0) - wanted).abs() < 1e-12);
    // The pair is ahead by 1, short of a margin of 1.25 by 0.25, in both directions.
    for negatives in [Negatives::All, Negatives::SemiHard, Negatives::Hardest] {
        let triplet = Loss::Triplet { margin: 1.25, negatives };
        assert!((loss(triplet, 0.0) - 0.5).abs() < 1e-12, "{negatives:?}");
        assert!(loss(Loss::Triplet { margin: 0.5, negatives }, 0.0).abs() < 1e-12);
    }
}

/// One image between captions at 0°, 20° and 80°; it belongs to the one at 60°.
#[test]
fn mining_chooses_the_right_negative() {
    let at = |degrees: f32| [degrees.to_radians().cos(), degrees.to_radians().sin()];
    let pair = 0.5;
    let all: Vec<(usize, f64)> =
        [0.0, 20.0, 80.0].into_iter().enumerate().map(|(i, d)| (i, f64::from(at(d)[0]))).collect();
    let chosen = |pair: f64, negatives| {
        triplet::counted(&all, pair, negatives).into_iter().map(|(at, _)| at).collect::<Vec<_>>()
    };
    assert_eq!(chosen(pair, Negatives::All), [0, 1, 2]);
    assert_eq!(chosen(pair, Negatives::Hardest), [0]);
    assert_eq!(chosen(pair, Negatives::SemiHard), [2]);
    assert_eq!(chosen(0.95, Negatives::SemiHard), [1]);
    // Nothing is farther than the pair: the farthest of all.
    assert_eq!(chosen(0.1, Negatives::SemiHard), [2]);
}

#[test]
fn pairs_of_one_group_do_not_repel_each_other() {
    let images = vectors(3, 4, 5);
    let texts = vectors(3, 4, 6);
    for loss in LOSSES {
        let outcome = loss
            .outcome(&Batch { images: &images, texts: &texts, dim: 4, groups: &[7, 7, 7] }, 1.0);
        assert!(outcome.loss.abs() < 1e-12, "{loss:?}");
        assert!(outcome.images.iter().all(|value| *value == 0.0), "{loss:?}");
    }
}
