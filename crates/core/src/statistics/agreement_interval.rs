//! Would measures still agree about the systems, had the queries been others? A little at a
//! time, so that a page can go on living in between.

use super::{
    Interval, Resampling, StatisticsError,
    bootstrap::{draws, percentile_interval},
    count::real,
    kendall_tau_b, spearman,
    tau_interval::checked,
};

/// How the agreement of two measures over systems is told.
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

/// The bootstrap intervals of a coefficient between any two of several measures, on their way.
///
/// Queries are resampled, the same ones for all systems and measures; each system's means over
/// the values that there are give the coefficients of a resample. However the resamples are cut
/// into portions, the intervals are the same.
pub struct AgreementIntervals {
    coefficient: Coefficient,
    resampling: Resampling,
    /// `[measures][systems][queries]`
    columns: Vec<Vec<Vec<Option<f64>>>>,
    n_queries: usize,
    draws: Box<dyn Iterator<Item = Vec<usize>>>,
    /// `[measures · measures][resamples]`, the upper half.
    values: Vec<Vec<Option<f64>>>,
}

impl AgreementIntervals {
    /// Nothing drawn yet. `columns` is `[measures][systems][queries]`, `None` where a measure has
    /// no value for a query.
    ///
    /// # Errors
    /// If there are no measures, fewer than two systems or queries, if lists differ in length, if
    /// a value is not finite, or the resampling is none.
    pub fn new(
        columns: Vec<Vec<Vec<Option<f64>>>>,
        coefficient: Coefficient,
        resampling: Resampling,
    ) -> Result<Self, StatisticsError> {
        let Some(first) = columns.first() else {
            return Err(StatisticsError::TooFew { what: "measures", found: 0, needed: 1 });
        };
        for column in &columns {
            checked(first, column)?;
        }
        let n_queries = first.first().map_or(0, Vec::len);
        let draws = Box::new(draws(n_queries, &resampling)?);
        let values = vec![Vec::new(); columns.len() * columns.len()];
        Ok(Self { coefficient, resampling, columns, n_queries, draws, values })
    }

    /// Draws up to `n` more resamples; whether there are any left.
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

    /// The intervals once all is drawn, `[measures][measures]`, symmetric; `None` where a pair
    /// has no value on any resample. Those without a value are counted in `n_undefined`.
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

/// The mean of each system over the queries drawn; `None` if one has no value there.
pub(super) fn means(systems: &[Vec<Option<f64>>], drawn: &[usize]) -> Option<Vec<f64>> {
    let mean = |values: &Vec<Option<f64>>| {
        let (sum, n) = drawn
            .iter()
            .filter_map(|query| values[*query])
            .fold((0.0, 0), |(sum, n), value| (sum + value, n + 1));
        (n > 0).then(|| sum / real(n))
    };
    systems.iter().map(mean).collect()
}
