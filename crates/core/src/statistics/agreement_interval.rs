//! Would measures still agree about the systems on other queries? Computed in portions, so that a page stays
//! responsive.

use super::{
    Interval, Resampling, StatisticsError, bootstrap,
    bootstrap::{draws, percentile_interval},
    count::real,
    error::check,
    kendall_tau_b, spearman,
};

/// A rank correlation: how far two measures agree about the systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coefficient {
    KendallTauB,
    Spearman,
}

impl Coefficient {
    /// `None` ("n/a") as in [`kendall_tau_b`] and [`spearman`].
    pub fn of(self, x: &[f64], y: &[f64]) -> Option<f64> {
        match self {
            Self::KendallTauB => kendall_tau_b(x, y).map(|tau| tau.tau_b),
            Self::Spearman => spearman(x, y),
        }
    }
}

/// Bootstrap intervals of a coefficient between all pairs of measures, computed in portions, which do not
/// change them.
///
/// They are percentile intervals, widened to their estimate where nearly all resamples lie on one side of
/// it: resampling adds noise, so measures that agree over all queries agree less over a resample.
/// Bias-corrected and accelerated (BCa) intervals cover less here (see `docs/measures.md`).
///
/// A resample draws the same queries for all systems and measures; the systems' means over the drawn
/// queries that have a value give its coefficients.
pub struct AgreementIntervals {
    coefficient: Coefficient,
    resampling: Resampling,
    /// One sample of queries, or two for means over two directions.
    samples: Vec<Sample>,
    n_columns: usize,
    /// `[measures · measures][resamples]`; only the upper triangle is filled.
    values: Vec<Vec<Option<f64>>>,
}

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

    /// `[measures][systems]` over the next resample; `None` after the last.
    fn next_means(&mut self) -> Option<Vec<Option<Vec<f64>>>> {
        let drawn = self.draws.next()?;
        Some(self.means(&drawn))
    }

    /// `[measures][systems]` over some queries.
    fn means(&self, queries: &[usize]) -> Vec<Option<Vec<f64>>> {
        self.columns.iter().map(|column| means(column, queries)).collect()
    }

    /// `[measures][systems]` over all queries.
    fn all_means(&self) -> Vec<Option<Vec<f64>>> {
        self.means(&(0..self.n_queries).collect::<Vec<_>>())
    }
}

impl AgreementIntervals {
    /// `columns` is `[measures][systems][queries]`, `None` where a measure has no value for a query.
    ///
    /// # Errors
    /// No measures; fewer than two systems or queries; lists that differ in length; a value that is not
    /// finite; no resamples; an invalid level.
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

    /// For means of two means, each with weight one half, over two samples that are resampled separately.
    /// `columns` and `others` have the same measures and systems.
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
        // Another seed, so that the samples are drawn independently.
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
            for a in 0..n_columns {
                for b in a..n_columns {
                    let value = self.between(&means, a, b);
                    if let Some(values) = self.values.get_mut(a * n_columns + b) {
                        values.push(value);
                    }
                }
            }
        }
        true
    }

    /// The intervals once all resamples are drawn, `[measures][measures]`, symmetric; `None` for a pair without
    /// a value on any resample. `n_undefined` counts resamples without a value.
    pub fn intervals(&self) -> Vec<Vec<Option<Interval>>> {
        let n_columns = self.n_columns;
        let n_queries = self.samples.iter().map(|sample| sample.n_queries).sum();
        let means = self.samples.iter().map(Sample::all_means);
        let means = means.reduce(|one, other| midpoints(&one, &other)).unwrap_or_default();
        let interval = |a: usize, b: usize| {
            let values = self.values.get(a.min(b) * n_columns + a.max(b))?;
            let interval = percentile_interval(values, n_queries, &self.resampling).ok()?;
            Some(interval.including(self.between(&means, a, b)))
        };
        (0..n_columns).map(|a| (0..n_columns).map(|b| interval(a, b)).collect()).collect()
    }

    /// Between two measures, from `[measures][systems]`.
    fn between(&self, means: &[Option<Vec<f64>>], a: usize, b: usize) -> Option<f64> {
        self.coefficient.of(means.get(a)?.as_ref()?, means.get(b)?.as_ref()?)
    }
}

/// By measure and system.
fn midpoints(one: &[Option<Vec<f64>>], other: &[Option<Vec<f64>>]) -> Vec<Option<Vec<f64>>> {
    let of_measure = |(one, other): (&Option<Vec<f64>>, &Option<Vec<f64>>)| {
        let both = one.as_ref()?.iter().zip(other.as_ref()?);
        Some(both.map(|(one, other)| f64::midpoint(*one, *other)).collect())
    };
    one.iter().zip(other).map(of_measure).collect()
}

/// The bootstrap interval of τ-b between two measures over systems, as in [`AgreementIntervals`].
///
/// `x` and `y` are `[systems][queries]`, each the values of one measure, `None` where it has none for a
/// query. A resample draws the same queries for all systems and both measures; the systems' means over the
/// drawn queries that have a value give its τ-b. `n_undefined` counts resamples where a measure ties all
/// systems or a system has no value.
///
/// With few systems τ-b has few possible values (22 with seven systems and no ties), and the ends of the
/// interval jump between them.
pub fn tau_b_interval(
    x: &[Vec<Option<f64>>],
    y: &[Vec<Option<f64>>],
    resampling: &Resampling,
) -> Result<Interval, StatisticsError> {
    let n_queries = check_measures(x, y)?;
    let tau_b =
        |queries: &[usize]| Coefficient::KendallTauB.of(&means(x, queries)?, &means(y, queries)?);
    let interval = bootstrap(n_queries, resampling, tau_b)?;
    Ok(interval.including(tau_b(&(0..n_queries).collect::<Vec<_>>())))
}

/// [`tau_b_interval`] of all pairs of measures, `[measures][measures]`, from one set of resamples: the same
/// figures, much faster. `None` for a pair without a value on any resample. `columns` is
/// `[measures][systems][queries]`.
pub fn tau_b_intervals(
    columns: &[Vec<Vec<Option<f64>>>],
    resampling: &Resampling,
) -> Result<Vec<Vec<Option<Interval>>>, StatisticsError> {
    if columns.is_empty() {
        return Ok(Vec::new());
    }
    let tau_b = Coefficient::KendallTauB;
    let mut intervals = AgreementIntervals::new(columns.to_vec(), tau_b, *resampling)?;
    intervals.draw(resampling.n_resamples as usize);
    Ok(intervals.intervals())
}

/// Checks that two measures have the same systems and queries; returns the number of queries.
fn check_measures(
    x: &[Vec<Option<f64>>],
    y: &[Vec<Option<f64>>],
) -> Result<usize, StatisticsError> {
    let n_queries = x.first().map_or(0, Vec::len);
    if x.len() < 2 {
        return Err(StatisticsError::TooFew { what: "systems", found: x.len(), needed: 2 });
    }
    if y.len() != x.len() {
        return Err(StatisticsError::UnequalLengths {
            what: "the second measure".into(),
            found: y.len(),
            expected: x.len(),
        });
    }
    for (measure, systems) in [("first", x), ("second", y)] {
        for (index, values) in systems.iter().enumerate() {
            let what = format!("system {index} by the {measure} measure");
            if values.len() != n_queries {
                let (found, expected) = (values.len(), n_queries);
                return Err(StatisticsError::UnequalLengths { what, found, expected });
            }
            let or_zero: Vec<f64> = values.iter().map(|value| value.unwrap_or(0.0)).collect();
            check(&or_zero, &what, f64::is_finite)?;
        }
    }
    Ok(n_queries)
}

/// Each system's mean over the queries drawn; `None` if one has no value there.
fn means(systems: &[Vec<Option<f64>>], drawn: &[usize]) -> Option<Vec<f64>> {
    let mean = |values: &Vec<Option<f64>>| {
        let (sum, n) = drawn
            .iter()
            .filter_map(|query| values[*query])
            .fold((0.0, 0), |(sum, n), value| (sum + value, n + 1));
        (n > 0).then(|| sum / real(n))
    };
    systems.iter().map(mean).collect()
}
