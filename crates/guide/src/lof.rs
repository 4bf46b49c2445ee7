//! The Local Outlier Factor: how much less dense a point's neighbourhood is than those of its
//! neighbours.
//!
//! With d the distance, N(p) the k nearest other points and k-dist(o) the distance of o to the last of
//! its own: reach(p, o) = max(k-dist(o), d(p, o)); lrd(p) = 1 / (mean of reach(p, o) over N(p) + 10⁻¹⁰);
//! LOF(p) = mean of lrd(o) over N(p) / lrd(p). Source: Breunig, Kriegel, Ng and Sander, "LOF:
//! Identifying Density-Based Local Outliers", SIGMOD 2000. As in scikit-learn, N(p) has exactly k
//! points, and the small constant keeps the density of duplicates finite; among equal distances the
//! earlier point is the nearer.

use super::{GuideError, error::check_rows};

/// Keeps the density of duplicates finite; scikit-learn's constant.
const LEAST_REACH: f64 = 1e-10;

/// The factor of each point from the distances `[n, n]` between all, with `k` neighbours, or n − 1
/// where there are fewer. About 1 within a cluster; above 1 for what lies apart.
///
/// # Errors
/// Fewer than two points, k = 0, rows that are not n long, or distances that are not finite.
pub fn local_outlier_factors(distances: &[Vec<f64>], k: usize) -> Result<Vec<f64>, GuideError> {
    let n = distances.len();
    if n < 2 {
        return Err(GuideError::TooFew { what: "points", found: n, needed: 2 });
    }
    if k == 0 {
        return Err(GuideError::TooFew { what: "neighbours", found: 0, needed: 1 });
    }
    check_rows("the row of distances", distances)?;
    if let Some(row) = distances.first().filter(|row| row.len() != n) {
        return Err(GuideError::Count { what: "distances", found: row.len(), needed: n });
    }
    let k = k.min(n - 1);
    let neighbours: Vec<Vec<(usize, f64)>> =
        distances.iter().enumerate().map(|(point, row)| nearest(point, row, k)).collect();
    let k_distance: Vec<f64> =
        neighbours.iter().map(|of| of.last().map_or(0.0, |last| last.1)).collect();
    let at = |values: &[f64], point: usize| values.get(point).copied().unwrap_or(0.0);
    let density = |of: &Vec<(usize, f64)>| {
        let reach = of.iter().map(|(other, distance)| at(&k_distance, *other).max(*distance));
        1.0 / (reach.sum::<f64>() / k as f64 + LEAST_REACH)
    };
    let densities: Vec<f64> = neighbours.iter().map(density).collect();
    let factor = |(of, own): (&Vec<(usize, f64)>, &f64)| {
        let ratios = of.iter().map(|(other, _)| at(&densities, *other) / own);
        ratios.sum::<f64>() / k as f64
    };
    Ok(neighbours.iter().zip(&densities).map(factor).collect())
}

/// The `k` nearest of the other points, with their distances.
fn nearest(point: usize, distances: &[f64], k: usize) -> Vec<(usize, f64)> {
    let mut others: Vec<(usize, f64)> = distances.iter().copied().enumerate().collect();
    others.retain(|(other, _)| *other != point);
    // Stable, so that the earlier of two equally near points comes first.
    others.sort_by(|a, b| a.1.total_cmp(&b.1));
    others.truncate(k);
    others
}

/// The Euclidean distances `[n, n]` between points `[n, dim]`.
///
/// # Errors
/// Points of different lengths, or values that are not finite.
pub fn euclidean_distances(points: &[Vec<f64>]) -> Result<Vec<Vec<f64>>, GuideError> {
    check_rows("point", points)?;
    let distance =
        |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
    Ok(points.iter().map(|a| points.iter().map(|b| distance(a, b)).collect()).collect())
}

/// The distances 1 − cos `[n, n]` between vectors `[n, dim]`; 0 between equal ones.
///
/// # Errors
/// Vectors of different lengths, of length 0, or with values that are not finite.
pub fn cosine_distances(vectors: &[Vec<f32>]) -> Result<Vec<Vec<f64>>, GuideError> {
    check_rows("vector", vectors)?;
    let mut directions: Vec<Vec<f64>> = Vec::with_capacity(vectors.len());
    for (place, vector) in (1..).zip(vectors) {
        let values: Vec<f64> = vector.iter().copied().map(f64::from).collect();
        let length = dot(&values, &values).sqrt();
        if length == 0.0 {
            return Err(GuideError::NoDirection { what: "vector", place });
        }
        directions.push(values.iter().map(|value| value / length).collect());
    }
    // Rounding must not make the distance of duplicates negative.
    let distance = |a: &[f64], b: &[f64]| if a == b { 0.0 } else { (1.0 - dot(a, b)).max(0.0) };
    Ok(directions.iter().map(|a| directions.iter().map(|b| distance(a, b)).collect()).collect())
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
