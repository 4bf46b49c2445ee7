use crate::error::TrainError;

/// Solves (A + ridge · I) X = B by Cholesky factorisation and replaces B by X. `a` is `[n, n]` and
/// symmetric; its lower half is read and overwritten. `b` is `[n, m]`. An error names the first row
/// that shows that the matrix is not positive definite.
pub(super) fn solve(a: &mut [f64], b: &mut [f64], n: usize, ridge: f64) -> Result<(), TrainError> {
    let m = b.len() / n.max(1);
    // A = L Lᵀ, row by row, so that both factors of a dot product are contiguous.
    for row in 0..n {
        a[row * n + row] += ridge;
        for column in 0..=row {
            let (head, tail) = a.split_at(row * n);
            let of_row = &tail[..column];
            let of_column =
                if column == row { of_row } else { &head[column * n..column * n + column] };
            let dot: f64 = of_row.iter().zip(of_column).map(|(x, y)| x * y).sum();
            let rest = a[row * n + column] - dot;
            if column < row {
                a[row * n + column] = rest / a[column * n + column];
            } else if rest > 0.0 {
                a[row * n + row] = rest.sqrt();
            } else {
                return Err(TrainError::Singular { row });
            }
        }
    }
    // L Y = B, then Lᵀ X = Y.
    for row in 0..n {
        let (done, rest) = b.split_at_mut(row * m);
        for (factor, known) in a[row * n..row * n + row].iter().zip(done.chunks(m)) {
            rest[..m].iter_mut().zip(known).for_each(|(x, y)| *x -= factor * y);
        }
        rest[..m].iter_mut().for_each(|x| *x /= a[row * n + row]);
    }
    for row in (0..n).rev() {
        let (rest, done) = b.split_at_mut((row + 1) * m);
        let own = &mut rest[row * m..];
        for (below, known) in (row + 1..n).zip(done.chunks(m)) {
            let factor = a[below * n + row];
            own.iter_mut().zip(known).for_each(|(x, y)| *x -= factor * y);
        }
        own.iter_mut().for_each(|x| *x /= a[row * n + row]);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// The solution satisfies the equations.
    #[test]
    #[allow(clippy::unwrap_used)]
    fn solutions_solve() {
        let (n, m, ridge) = (17, 3, 0.5);
        let mut random = Random::new(8, &[]);
        let mut draw = |n: usize| (0..n).map(|_| f64::from(random.normal())).collect::<Vec<f64>>();
        let (rows, b) = (draw(n * n), draw(n * m));
        // R Rᵀ is symmetric and positive definite.
        let product =
            |i: usize, j: usize| -> f64 { (0..n).map(|k| rows[i * n + k] * rows[j * n + k]).sum() };
        let a: Vec<f64> = (0..n * n).map(|at| product(at / n, at % n)).collect();
        let mut x = b.clone();
        solve(&mut a.clone(), &mut x, n, ridge).unwrap();
        for i in 0..n {
            for j in 0..m {
                let found: f64 = (0..n)
                    .map(|k| (a[i * n + k] + if i == k { ridge } else { 0.0 }) * x[k * m + j])
                    .sum();
                assert!((found - b[i * m + j]).abs() < 1e-9, "{i} {j}");
            }
        }
        let singular = solve(&mut [1.0, 1.0, 1.0, 1.0], &mut [1.0, 1.0], 2, 0.0);
        assert!(matches!(singular, Err(TrainError::Singular { row: 1 })));
    }
}
