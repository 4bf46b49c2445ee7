//! How much δ̄ depends on which guides were drawn: bootstraps of a pool of guides.

use super::{GuideError, error::check_rows, theorem::deviation_bound, variation::N_EMBEDDERS};
use rankscope_core::random::SplitMix64;
use serde::Serialize;

/// Guides in the pool.
pub const N_POOLED: usize = 20;
/// m of the resamples.
pub const N_DRAWN: [usize; 5] = [1, 2, 4, 8, 16];
/// Resamples.
pub const N_BOOTSTRAPS: usize = 100;

/// The spread with m guides and ℓ embedders.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Spread {
    /// m.
    pub n_guides: usize,
    /// ℓ.
    pub n_embedders: usize,
    /// The standard deviation of δ̄ over the resamples (divided by their number − 1).
    pub deviation: f64,
    /// δ̄ of each resample.
    pub means: Vec<f64>,
    /// δ̄ of the whole pool under these embedders.
    pub pool_mean: f64,
}

/// The spread of a picture's δ̄: each of `n_bootstraps` resamples draws `n_guides` of the pool with
/// replacement, and takes the mean over the first `n_embedders`. `distances` is `[embedders][pool]`. The
/// same seed draws the same guides for every ℓ.
///
/// # Errors
/// Fewer embedders than asked for, rows of different lengths, an empty pool, fewer than two
/// resamples, or no guide to draw.
pub fn spread(
    distances: &[Vec<f64>],
    n_guides: usize,
    n_embedders: usize,
    n_bootstraps: usize,
    seed: u64,
) -> Result<Spread, GuideError> {
    check_rows("embedder", distances)?;
    let n_pooled = distances.first().map_or(0, Vec::len);
    let needs = [
        ("guides in the pool", n_pooled, 1),
        ("guides", n_guides, 1),
        ("embedders", n_embedders, 1),
        ("embedders", distances.len(), n_embedders),
        ("resamples", n_bootstraps, 2),
    ];
    if let Some(&(what, found, needed)) = needs.iter().find(|(_, found, needed)| found < needed) {
        return Err(GuideError::TooFew { what, found, needed });
    }
    // The mean over embedders of each guide of the pool.
    let of_guide = |guide: usize| {
        let rows = distances.iter().take(n_embedders);
        rows.filter_map(|row| row.get(guide)).sum::<f64>() / n_embedders as f64
    };
    let pool: Vec<f64> = (0..n_pooled).map(of_guide).collect();
    let mut random = SplitMix64::new(seed);
    let mut resample = || {
        let drawn = (0..n_guides).filter_map(|_| pool.get(random.below(n_pooled)));
        drawn.sum::<f64>() / n_guides as f64
    };
    let means: Vec<f64> = (0..n_bootstraps).map(|_| resample()).collect();
    let mean = means.iter().sum::<f64>() / n_bootstraps as f64;
    let squares: f64 = means.iter().map(|value| (value - mean) * (value - mean)).sum();
    let deviation = (squares / (n_bootstraps - 1) as f64).sqrt();
    let pool_mean = pool.iter().sum::<f64>() / n_pooled as f64;
    Ok(Spread { n_guides, n_embedders, deviation, means, pool_mean })
}

/// The share of resamples whose δ̄ differs from `distance` by γ times `distance` or more: what Theorem
/// 1 bounds.
pub fn share_beyond(means: &[f64], distance: f64, gamma: f64) -> f64 {
    let is_beyond = |mean: &&f64| (*mean / distance - 1.0).abs() >= gamma;
    means.iter().filter(is_beyond).count() as f64 / means.len().max(1) as f64
}

/// The slope of log y against log x by least squares: −½ where spread falls as 1/√x. `None` with fewer
/// than two different x, or values that are not above 0.
pub fn log_log_slope(points: &[(f64, f64)]) -> Option<f64> {
    if points.iter().any(|(x, y)| !(*x > 0.0 && *y > 0.0 && x.is_finite() && y.is_finite())) {
        return None;
    }
    let logs: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let n = logs.len() as f64;
    let mean_x = logs.iter().map(|(x, _)| x).sum::<f64>() / n;
    let mean_y = logs.iter().map(|(_, y)| y).sum::<f64>() / n;
    let squares: f64 = logs.iter().map(|(x, _)| (x - mean_x) * (x - mean_x)).sum();
    let products: f64 = logs.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    (squares > 0.0).then(|| products / squares)
}

/// The spread for every m and ℓ: means over queries.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpreadStudy {
    pub cells: Vec<SpreadCell>,
    /// The slope of log deviation against log m, for each ℓ.
    pub slopes_in_guides: Vec<Slope>,
    /// The slope against log ℓ, for each m.
    pub slopes_in_embedders: Vec<Slope>,
}

/// The spread with m guides and ℓ embedders.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SpreadCell {
    #[serde(rename = "m")]
    pub n_guides: usize,
    pub n_embedders: usize,
    /// The standard deviation of δ̄ over the resamples.
    pub deviation: f64,
    /// The share of resamples that err by γ or more.
    pub share_beyond: f64,
    /// What Theorem 1 allows.
    pub bound: f64,
}

/// The slope of log deviation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Slope {
    /// What is fixed: ℓ, or m.
    pub at: usize,
    pub slope: Option<f64>,
}

impl SpreadStudy {
    /// Resamples the distances `[queries][embedders][pool]`.
    ///
    /// # Errors
    /// Those of [`spread`].
    pub fn new(pools: &[Vec<Vec<f64>>], gamma: f64) -> Result<Self, GuideError> {
        let n_embedders = pools.first().map_or(0, Vec::len);
        let numbers: Vec<usize> = N_EMBEDDERS.into_iter().filter(|n| *n <= n_embedders).collect();
        let mut cells = Vec::new();
        for &n_embedders in &numbers {
            for n_guides in N_DRAWN {
                let (mut deviation, mut beyond, mut bound) = (0.0, 0.0, 0.0);
                for (seed, pool) in (0u64..).zip(pools) {
                    let of = spread(pool, n_guides, n_embedders, N_BOOTSTRAPS, seed)?;
                    deviation += of.deviation;
                    beyond += share_beyond(&of.means, of.pool_mean, gamma);
                    bound += deviation_bound(n_guides, n_embedders, gamma, of.pool_mean);
                }
                let [deviation, share_beyond, bound] =
                    [deviation, beyond, bound].map(|sum| sum / pools.len() as f64);
                cells.push(SpreadCell { n_guides, n_embedders, deviation, share_beyond, bound });
            }
        }
        let slope = |at: usize, of: &dyn Fn(&SpreadCell) -> Option<usize>| {
            let point = |cell: &SpreadCell| Some((of(cell)? as f64, cell.deviation));
            Slope { at, slope: log_log_slope(&cells.iter().filter_map(point).collect::<Vec<_>>()) }
        };
        let in_guides = |l: &usize| slope(*l, &|of| (of.n_embedders == *l).then_some(of.n_guides));
        let in_embedders =
            |m: &usize| slope(*m, &|of| (of.n_guides == *m).then_some(of.n_embedders));
        Ok(Self {
            slopes_in_guides: numbers.iter().map(in_guides).collect(),
            slopes_in_embedders: N_DRAWN.iter().map(in_embedders).collect(),
            cells,
        })
    }
}
