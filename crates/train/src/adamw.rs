//! AdamW: Loshchilov & Hutter, "Decoupled Weight Decay Regularization", ICLR 2019.

use crate::parameters::{LOGIT_SCALE, Parameter, Parameters};
use std::collections::BTreeMap;

/// β₁, β₂ and ε, as in CLIP.
const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.98;
const EPSILON: f32 = 1e-8;

/// ln 100: the temperature is at least 1/100, as in CLIP.
const HIGHEST_LOGIT_SCALE: f32 = 4.605_170_2;

/// Running means of every parameter's gradient and of its square.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Moments {
    pub(super) mean: Parameters,
    pub(super) square: Parameters,
}

/// Determines the size of a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct StepSize {
    pub(super) learning_rate: f32,
    pub(super) weight_decay: f32,
    /// Steps done before.
    pub(super) n_before: usize,
}

impl Moments {
    pub(super) fn zero(parameters: &Parameters) -> Self {
        let zeros = |(name, parameter): (&String, &Parameter)| {
            let values = vec![0.0; parameter.values.len()];
            (name.clone(), Parameter { shape: parameter.shape.clone(), values })
        };
        let zero = Parameters { by_name: parameters.by_name.iter().map(zeros).collect() };
        Self { mean: zero.clone(), square: zero }
    }

    /// Moves the parameters one step against their gradients. A parameter without a gradient stays
    /// as it is, with its moments.
    pub(super) fn step(
        &mut self,
        parameters: &mut Parameters,
        gradients: &BTreeMap<&str, Vec<f32>>,
        size: StepSize,
    ) {
        let n_steps = i32::try_from(size.n_before + 1).unwrap_or(i32::MAX);
        let mean_share = 1.0 - MEAN_DECAY.powi(n_steps);
        let square_share = 1.0 - SQUARE_DECAY.powi(n_steps);
        let moments = self.mean.by_name.values_mut().zip(self.square.by_name.values_mut());
        for ((name, parameter), (mean, square)) in parameters.by_name.iter_mut().zip(moments) {
            let Some(gradient) = gradients.get(name.as_str()) else { continue };
            // Vectors are norms and biases, which do not decay.
            let decay = if parameter.shape.len() > 1 { size.weight_decay } else { 0.0 };
            let moments = mean.values.iter_mut().zip(&mut square.values);
            for ((value, gradient), (mean, square)) in
                parameter.values.iter_mut().zip(gradient).zip(moments)
            {
                *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * gradient;
                *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * gradient * gradient;
                let toward = (*mean / mean_share) / ((*square / square_share).sqrt() + EPSILON);
                *value -= size.learning_rate * (toward + decay * *value);
            }
            if name == LOGIT_SCALE {
                parameter.values.iter_mut().for_each(|s| *s = s.clamp(0.0, HIGHEST_LOGIT_SCALE));
            }
        }
    }
}

/// Scales all gradients by one factor, so that their common norm is at most `max_norm`.
pub(super) fn clip(gradients: &mut BTreeMap<&str, Vec<f32>>, max_norm: f32) {
    let squares = gradients.values().flatten().map(|value| f64::from(*value).powi(2));
    let norm = squares.sum::<f64>().sqrt();
    if norm > f64::from(max_norm) {
        #[expect(clippy::cast_possible_truncation, reason = "a factor below 1")]
        let factor = (f64::from(max_norm) / norm) as f32;
        gradients.values_mut().flatten().for_each(|value| *value *= factor);
    }
}

/// The learning rate of a step, counted from 0: it rises linearly over the warm-up, then falls to 0
/// along half a cosine.
pub(super) fn learning_rate(highest: f32, step: usize, n_warm_up: usize, n_steps: usize) -> f32 {
    let share = |part: usize, whole: usize| part as f32 / whole.max(1) as f32;
    if step < n_warm_up {
        return highest * share(step + 1, n_warm_up);
    }
    let done = share(step - n_warm_up, n_steps.saturating_sub(n_warm_up)).min(1.0);
    highest * 0.5 * (1.0 + libm::cosf(std::f32::consts::PI * done))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three steps on one value, compared with the published formulas step by step.
    #[test]
    fn steps_by_hand() {
        let one = |shape: Vec<usize>| Parameters {
            by_name: [("w".to_owned(), Parameter { shape, values: vec![0.5] })].into(),
        };
        for (shape, decay) in [(vec![1, 1], 0.1f64), (vec![1], 0.0)] {
            let mut parameters = one(shape);
            let mut moments = Moments::zero(&parameters);
            let (mut theta, mut m, mut v) = (0.5f64, 0.0f64, 0.0f64);
            for (t, g) in [(1, 0.3f64), (2, -0.2), (3, 0.7)] {
                let gradient = [("w", vec![g as f32])].into();
                let size = StepSize { learning_rate: 0.01, weight_decay: 0.1, n_before: t - 1 };
                moments.step(&mut parameters, &gradient, size);
                m = 0.9 * m + 0.1 * g;
                v = 0.98 * v + 0.02 * g * g;
                let hat_m = m / (1.0 - 0.9f64.powi(t as i32));
                let hat_v = v / (1.0 - 0.98f64.powi(t as i32));
                theta -= 0.01 * (hat_m / (hat_v.sqrt() + 1e-8) + decay * theta);
            }
            let found = f64::from(parameters.by_name["w"].values[0]);
            assert!((found - theta).abs() < 1e-6, "{found} and {theta}");
        }
    }

    #[test]
    fn gradients_are_clipped_together() {
        let mut gradients: BTreeMap<&str, Vec<f32>> =
            [("a", vec![3.0]), ("b", vec![0.0, 4.0])].into();
        clip(&mut gradients, 10.0);
        assert_eq!(gradients["a"], [3.0]);
        clip(&mut gradients, 1.0);
        assert!((gradients["a"][0] - 0.6).abs() < 1e-6 && (gradients["b"][1] - 0.8).abs() < 1e-6);
    }

    #[test]
    fn the_rate_rises_linearly_and_falls_along_a_cosine() {
        let rate = |step| learning_rate(2.0, step, 4, 12);
        assert_eq!([rate(0), rate(1), rate(3)], [0.5, 1.0, 2.0]);
        assert!((rate(4) - 2.0).abs() < 1e-6 && (rate(8) - 1.0).abs() < 1e-6);
        assert!(rate(12).abs() < 1e-6);
    }
}
