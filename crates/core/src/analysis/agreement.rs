//! Whether measures agree about the systems: the compared columns, and the matrix.

use super::{Column, Dataset, SystemValues, n_draws::n_joint_draws, names_all};
use crate::metrics::Measure;
use crate::statistics::{AgreementIntervals, Coefficient, Interval, Resampling};
use std::borrow::Borrow;
use std::sync::Arc;

/// Columns whose orders of the systems are compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Agreement {
    /// The benchmark's lists.
    pub dataset: Arc<Dataset>,
    /// The columns, each with its index on the board.
    pub columns: Vec<(usize, Column)>,
    /// The coefficient of agreement.
    pub coefficient: Coefficient,
    /// The two of [`Agreement::columns`] shown in detail.
    pub cell: Option<(usize, usize)>,
}

/// The interval of every pair of columns, `[columns][columns]`.
pub type Intervals = Vec<Vec<Option<Interval>>>;

/// The name of a pair of columns in the address.
pub fn cell_name(a: &Column, b: &Column) -> String {
    format!("{}~{}", a.name(), b.name())
}

impl Agreement {
    /// Resolves an address. `columns` is [`ALL`](super::ALL) or the id of a definition; anything else means the
    /// benchmark's headlines. `chosen` measures replace all others, under the definitions that
    /// `columns` means. `by` is `rho` for Spearman's ρ. `cell` is a [`cell_name`].
    pub fn new(
        dataset: Arc<Dataset>,
        chosen: &[Measure],
        columns: Option<&str>,
        by: Option<&str>,
        cell: Option<&str>,
    ) -> Self {
        let all = Column::all_of(&dataset, chosen);
        let headlines = Column::headlines_of(&dataset);
        let definitions = || dataset.manifest.relevance.iter().map(|own| own.id.as_str());
        let is_all = columns.is_some_and(|named| names_all(named, definitions()));
        let wanted = columns.filter(|_| !is_all).and_then(|id| dataset.definition_index(id));
        let is_all = is_all || headlines.is_empty();
        let columns: Vec<(usize, Column)> = match wanted {
            Some(definition) => Column::under(&all, definition, chosen),
            None if chosen.is_empty() => {
                // Without headlines: the default measures under every definition.
                let n = if is_all { all.len() } else { headlines.len() };
                all.into_iter().enumerate().take(n).collect()
            }
            None => {
                let is_headline = |own: usize| headlines.iter().any(|h| h.definition == own);
                let definitions = 0..dataset.manifest.relevance.len();
                let definitions = definitions.filter(|own| is_all || is_headline(*own));
                definitions.flat_map(|own| Column::under(&all, own, chosen)).collect()
            }
        };
        let place = |name: &str| {
            let (measure, relevance) = name.split_once(' ')?;
            let definition = dataset.definition_index(relevance)?;
            let is_it =
                |own: &Column| own.definition == definition && own.measure.to_string() == measure;
            columns.iter().position(|(_, column)| is_it(column))
        };
        let cell = cell.and_then(|cell| cell.split_once('~'));
        let cell = cell.and_then(|(a, b)| Some((place(a)?, place(b)?)));
        let coefficient = match by {
            Some("rho") => Coefficient::Spearman,
            _ => Coefficient::KendallTauB,
        };
        Self { dataset, columns, coefficient, cell }
    }

    /// The systems' means of a column; NaN for a system without one, which makes the column's
    /// coefficients n/a.
    pub fn means(&self, systems: &[Arc<SystemValues>], place: usize) -> Vec<f64> {
        means(systems, self.columns.get(place).map_or(usize::MAX, |(index, _)| *index))
    }

    /// The coefficient of every pair of columns.
    pub fn matrix(&self, systems: &[Arc<SystemValues>]) -> Vec<Vec<Option<f64>>> {
        coefficients(self.coefficient, &self.columns, systems)
    }
}

fn means(systems: &[impl Borrow<SystemValues>], index: usize) -> Vec<f64> {
    systems.iter().map(|of| of.borrow().mean(index).map_or(f64::NAN, |m| m.mean)).collect()
}

/// The coefficient of every pair of columns over the systems' means, `[columns][columns]`. Each column
/// with its index among the systems' values.
pub fn coefficients(
    coefficient: Coefficient,
    columns: &[(usize, Column)],
    systems: &[impl Borrow<SystemValues>],
) -> Vec<Vec<Option<f64>>> {
    let means: Vec<Vec<f64>> = columns.iter().map(|(index, _)| means(systems, *index)).collect();
    let of = |x: &Vec<f64>| means.iter().map(|y| coefficient.of(x, y)).collect();
    means.iter().map(of).collect()
}

/// The two columns of a matrix that agree least, the later one first; of several the first. `None` if
/// no two columns have a coefficient.
pub fn least_agreeing(matrix: &[Vec<Option<f64>>]) -> Option<(usize, usize)> {
    let pairs = matrix.iter().enumerate().flat_map(|(i, row)| {
        row.iter().take(i).enumerate().filter_map(move |(j, value)| Some(((i, j), (*value)?)))
    });
    pairs.min_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(pair, _)| pair)
}

/// The coefficient's symbol: `τ-b` or `ρ`.
pub fn symbol(coefficient: Coefficient) -> &'static str {
    match coefficient {
        Coefficient::KendallTauB => "τ-b",
        Coefficient::Spearman => "ρ",
    }
}

/// Starts computing the intervals of a matrix, in steps; `None` for a single system or a single
/// query. `sides` are the systems in one direction, or in both for the means of both. Without a number
/// of resamples, as many as a page has time for.
pub fn interval_drawing(
    columns: &[(usize, Column)],
    coefficient: Coefficient,
    sides: &[Vec<impl Borrow<SystemValues>>],
    n_resamples: Option<u32>,
) -> Option<AgreementIntervals> {
    let of_side = |systems: &Vec<_>| {
        let per_query = |(index, _): &(usize, Column)| {
            let of = |system: &_| {
                let system: &SystemValues = Borrow::borrow(system);
                system.values.get(*index).cloned().unwrap_or_default()
            };
            systems.iter().map(of).collect::<Vec<_>>()
        };
        columns.iter().map(per_query).collect::<Vec<_>>()
    };
    let longest = |columns: &Vec<Vec<Vec<_>>>| columns.iter().flatten().map(Vec::len).max();
    let mut sides = sides.iter().map(of_side);
    let (one, other) = (sides.next()?, sides.next());
    let n = longest(&one)? + other.as_ref().and_then(longest).unwrap_or(0);
    let n_resamples = n_resamples.unwrap_or_else(|| n_joint_draws(n));
    let resampling = Resampling { n_resamples, ..Resampling::default() };
    match other {
        None => AgreementIntervals::new(one, coefficient, resampling),
        Some(other) => AgreementIntervals::of_both(one, other, coefficient, resampling),
    }
    .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_is_below_the_diagonal_and_known() {
        let row = |values: [f64; 3]| values.map(Some).to_vec();
        let matrix = [row([1.0, 0.2, 0.9]), row([0.2, 1.0, 0.2]), row([0.9, 0.2, 1.0])];
        assert_eq!(least_agreeing(&matrix), Some((1, 0)));
        assert_eq!(least_agreeing(&[vec![None, None], vec![None, None]]), None);
        assert_eq!(least_agreeing(&[row([1.0, 0.2, 0.9])]), None);
    }
}
