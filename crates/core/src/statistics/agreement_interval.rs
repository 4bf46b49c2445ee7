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
    /// One sample of queries, or the two that means of two directions are over.
    samples: Vec<Sample>,
    n_columns: usize,
    /// `[measures · measures][resamples]`; only the upper triangle is filled.
    values: Vec<Vec<Option<f64>>>,
}

/// Queries with the systems' values, and their resamples.
struct Sample {
    /// `[measures][systems][queries]`
    columns: Vec<Vec<Vec<Option<f64>>>>,
    n_queries: usize,
    draws: Box<dyn Iterator<Item = Vec<usize>>>,
}

impl Sample {
    fn new(
        columns: Vec<Vec<Vec<Option<f64>>>>,
        resampling: &Resampling,
    ) -> Result<Self, StatisticsError> {
        let Some(first) = columns.first() else {
            return Err(StatisticsError::TooFew { what: "measures", found: 0, needed: 1 });
        };
        for column in &columns {
            check_measures(first, column)?;
        }
        let n_queries = first.first().map_or(0, Vec::len);
        let draws = Box::new(draws(n_queries, resampling)?);
        Ok(Self { columns, n_queries, draws })
    }

    /// The systems' means of each measure over the next resample; `None` after the last.
    fn next_means(&mut self) -> Option<Vec<Option<Vec<f64>>>> {
        let drawn = self.draws.next()?;
        Some(self.columns.iter().map(|column| means(column, &drawn)).collect())
    }
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
        let n_columns = columns.len();
        let samples = vec![Sample::new(columns, &resampling)?];
        let values = vec![Vec::new(); n_columns * n_columns];
        Ok(Self { coefficient, resampling, samples, n_columns, values })
    }

    /// The same for means of two means, each with weight one half, over two samples that are
    /// resampled by themselves: `columns` and `others` have the same measures and systems.
    ///
    /// # Errors
    /// Those of [`Self::new`] for either, or they differ in their number of measures or systems.
    pub fn of_both(
        columns: Vec<Vec<Vec<Option<f64>>>>,
        others: Vec<Vec<Vec<Option<f64>>>>,
        coefficient: Coefficient,
        resampling: Resampling,
    ) -> Result<Self, StatisticsError> {
        let n_values = |of: &[Vec<Vec<Option<f64>>>]| of.iter().map(Vec::len).sum::<usize>();
        let (expected, found) = (n_values(&columns), n_values(&others));
        if (columns.len(), expected) != (others.len(), found) {
            let what = "the second direction".into();
            return Err(StatisticsError::UnequalLengths { what, found, expected });
        }
        let mut both = Self::new(columns, coefficient, resampling)?;
        // Another seed, so that the second sample is not drawn by the first one's numbers.
        let seed = resampling.seed.wrapping_add(1);
        both.samples.push(Sample::new(others, &Resampling { seed, ..resampling })?);
        Ok(both)
    }

    /// Draws up to `n` more resamples; false if fewer than `n` were left.
    pub fn draw(&mut self, n: usize) -> bool {
        let n_columns = self.n_columns;
        for _ in 0..n {
            let drawn = self.samples.iter_mut().map(Sample::next_means);
            let drawn = drawn.reduce(|one, other| Some(midpoints(&one?, &other?)));
            let Some(means) = drawn.flatten() else { return false };
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
        let n_columns = self.n_columns;
        let n_queries = self.samples.iter().map(|sample| sample.n_queries).sum();
        let interval = |a: usize, b: usize| {
            let values = self.values.get(a.min(b) * n_columns + a.max(b))?;
            percentile_interval(values, n_queries, &self.resampling).ok()
        };
        (0..n_columns).map(|a| (0..n_columns).map(|b| interval(a, b)).collect()).collect()
    }
}

/// The means of two samples' means, measure by measure and system by system.
fn midpoints(one: &[Option<Vec<f64>>], other: &[Option<Vec<f64>>]) -> Vec<Option<Vec<f64>>> {
    let of_measure = |(one, other): (&Option<Vec<f64>>, &Option<Vec<f64>>)| {
        let both = one.as_ref()?.iter().zip(other.as_ref()?);
        Some(both.map(|(one, other)| f64::midpoint(*one, *other)).collect())
    };
    one.iter().zip(other).map(of_measure).collect()
}
