/// γ · (x − mean) / √(variance + ε) + β over the values of a row (Ba et al., 2016).
#[derive(Debug)]
pub struct Norm {
    gamma: Vec<f32>,
    beta: Vec<f32>,
    epsilon: f32,
}

impl Norm {
    pub fn new(gamma: Vec<f32>, beta: Vec<f32>, epsilon: f64) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "float32 has a number near 1e-12")]
        Self { gamma, beta, epsilon: epsilon as f32 }
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&*self.gamma) + size_of_val(&*self.beta)
    }

    /// Normalises rows `[rows, len]`, in place.
    pub fn apply(&self, rows: &mut [f32]) {
        let len = self.gamma.len();
        let n = len as f32;
        for row in rows.chunks_mut(len.max(1)) {
            let mean = sum(row, |x| x) / n;
            let variance = sum(row, |x| (x - mean) * (x - mean)) / n;
            let scale = 1.0 / (variance + self.epsilon).sqrt();
            for ((x, gamma), beta) in row.iter_mut().zip(&self.gamma).zip(&self.beta) {
                *x = (*x - mean) * scale * gamma + beta;
            }
        }
    }
}

/// The sum of `of(value)`, as eight sums side by side, which is faster and more exact than one.
#[inline(always)]
fn sum(values: &[f32], of: impl Fn(f32) -> f32) -> f32 {
    let mut sums = [0.0f32; 8];
    let (chunks, rest) = values.as_chunks::<8>();
    for chunk in chunks {
        for (sum, value) in sums.iter_mut().zip(chunk) {
            *sum += of(*value);
        }
    }
    sums.iter().sum::<f32>() + rest.iter().map(|value| of(*value)).sum::<f32>()
}
