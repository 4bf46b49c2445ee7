//! Would measures still agree about the systems on other queries? In portions, so that a page
//! stays responsive in between.

use super::{
    Interval, Resampling, StatisticsError,
    bootstrap::{draws, percentile_interval},
    kendall_tau_b,
    per_query::{check_measures, means},
    spearman,
};

/// A coefficient of rank correlation: how far two measures agree about the systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coefficient {
    /// Kendall's τ-b.
    KendallTauB,
    /// Spearman's ρ.
    Spearman,
}

impl Coefficient {
    /// The coefficient of two sequences; `None` ("n/a") as in [`kendall_tau_b`] and [`spearman`].
    #[must_use]
    pub fn of(self, x: &[f64], y: &[f64]) -> Option<f64> {
        match self {
            Self::KendallTauB => kendall_tau_b(x, y).map(|tau| tau.tau_b),
            Self::Spearman => spearman(x, y),
        }
    }
}

/// The bootstrap intervals of a coefficient between all pairs of measures, computed in portions.
///
/// A resample draws the same queries for all systems and measures; the systems' means over the
/// drawn queries that have a value give its coefficients. The portions do not change the
/// intervals.
pub struct AgreementIntervals {
    coefficient: Coefficient,
    resampling: Resampling,
    /// `[measures][systems][queries]`
    columns: Vec<Vec<Vec<Option<f64>>>>,
    n_queries: usize,
    draws: Box<dyn Iterator<Item = Vec<usize>>>,
    /// `[measures · measures][resamples]`; only the upper triangle is filled.
    values: Vec<Vec<Option<f64>>>,
}

impl AgreementIntervals {
    /// Starts without resamples. `columns` is `[measures][systems][queries]`, `None` where a
    /// measure has no value for a query.
    ///
    /// # Errors
    /// No measures; fewer than two systems or queries; lists that differ in length; a value that
    /// is not finite; or a resampling without resamples or with an invalid level.
    pub fn new(
        columns: Vec<Vec<Vec<Option<f64>>>>,
        coefficient: Coefficient,
        resampling: Resampling,
    ) -> Result<Self, StatisticsError> {
        let Some(first) = columns.first() else {
            return Err(StatisticsError::TooFew { what: "measures", found: 0, needed: 1 });
        };
        for column in &columns {
            check_measures(first, column)?;
        }
        let n_queries = first.first().map_or(0, Vec::len);
        let draws = Box::new(draws(n_queries, &resampling)?);
        let values = vec![Vec::new(); columns.len() * columns.len()];
        Ok(Self { coefficient, resampling, columns, n_queries, draws, values })
    }

    /// Draws up to `n` more resamples; false if fewer than `n` were left.
    pub fn draw(&mut self, n: usize) -> bool {
        let n_columns = self.columns.len();
        for _ in 0..n {
            let Some(drawn) = self.draws.next() else { return false };
            let means: Vec<Option<Vec<f64>>> =
                self.columns.iter().map(|column| means(column, &drawn)).collect();
            for (a, x) in means.iter().enumerate() {
                for (b, y) in means.iter().enumerate().skip(a) {
                    let both = x.as_ref().zip(y.as_ref());
                    let value = both.and_then(|(x, y)| self.coefficient.of(x, y));
                    if let Some(values) = self.values.get_mut(a * n_columns + b) {
                        values.push(value);
                    }
                }
            }
        }
        true
    }

    /// The intervals once all resamples are drawn, `[measures][measures]`, symmetric; `None` where
    /// a pair has no value on any resample. `n_undefined` counts resamples without a value.
    #[must_use]
    pub fn intervals(&self) -> Vec<Vec<Option<Interval>>> {
        let n_columns = self.columns.len();
        let interval = |a: usize, b: usize| {
            let values = self.values.get(a.min(b) * n_columns + a.max(b))?;
            percentile_interval(values, self.n_queries, &self.resampling).ok()
        };
        (0..n_columns).map(|a| (0..n_columns).map(|b| interval(a, b)).collect()).collect()
    }
}
