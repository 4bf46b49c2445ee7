//! The agreement of measures over the figures of a published table.

use super::matrix::{numbered, square, title};
use crate::{
    terminal::output::{self, Format, Layout},
    writing::files::inflated_text,
};
use anyhow::{Result, bail};
use rankscope_core::formats::{
    CorrelationTable, PublishedRow, correlations_from_csv, published_from_csv,
};
use rankscope_core::statistics::kendall_tau_b;
use serde::Serialize;
use std::path::Path;

/// A recomputed coefficient rounds to the printed one if they differ by no more than this.
const HALF_OF_LAST_DIGIT: f64 = 0.005;

#[derive(Serialize)]
pub(super) struct Report {
    measures: Vec<String>,
    systems: Vec<String>,
    /// `[measures][measures]`; null where a measure does not tell the systems apart.
    tau_b: Vec<Vec<Option<f64>>>,
    /// How many systems the coefficients are over.
    n: usize,
    /// `[measures][measures]`: how many systems have figures for both, if some are missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    n_of_pair: Vec<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<Comparison>,
}

/// Recomputed coefficients compared with published ones.
#[derive(Serialize)]
struct Comparison {
    /// Pairs of measures in both.
    n_pairs: usize,
    largest_difference: f64,
    /// Pairs that do not round to the published figure, the largest difference first.
    differences: Vec<Difference>,
    /// Published measures without figures in the table.
    not_in_table: Vec<String>,
}

#[derive(Serialize)]
struct Difference {
    measures: [String; 2],
    computed: Option<f64>,
    published: f64,
}

impl Difference {
    fn size(&self) -> f64 {
        self.computed.map_or(f64::INFINITY, |computed| (computed - self.published).abs())
    }
}

/// τ-b of any two columns of a table, of all if `chosen` is empty, compared with the matrix in
/// `published`.
pub(super) fn report(table: &Path, published: Option<&Path>, chosen: &[String]) -> Result<Report> {
    let (name, text) = inflated_text(table)?;
    let table = published_from_csv(&name, &text)?;
    let measures = if chosen.is_empty() { table.measures.clone() } else { chosen.to_vec() };
    let mut columns = Vec::new();
    for measure in &measures {
        let Some(column) = table.column(measure) else {
            bail!("{name} has no column {measure}, only {}", table.measures.join(", "));
        };
        columns.push(column);
    }
    let pairs = |x: &[Option<f64>], y: &[Option<f64>]| -> (Vec<f64>, Vec<f64>) {
        x.iter().zip(y).filter_map(|(x, y)| Some(((*x)?, (*y)?))).unzip()
    };
    let over = |x: &Vec<Option<f64>>, y: &Vec<Option<f64>>| {
        let (x, y) = pairs(x, y);
        kendall_tau_b(&x, &y).map(|tau| tau.tau_b)
    };
    let tau_b: Vec<Vec<Option<f64>>> =
        columns.iter().map(|x| columns.iter().map(|y| over(x, y)).collect()).collect();
    let is_complete = columns.iter().flatten().all(Option::is_some);
    let n_of_pair = if is_complete {
        Vec::new()
    } else {
        let n = |x: &Vec<Option<f64>>| columns.iter().map(|y| pairs(x, y).0.len()).collect();
        columns.iter().map(n).collect()
    };
    let published = match published {
        None => None,
        Some(path) => {
            let (name, text) = inflated_text(path)?;
            Some(compared(&measures, &tau_b, &correlations_from_csv(&name, &text)?))
        }
    };
    // The last text column names the system; groups come before it.
    let system = |row: &PublishedRow| row.texts.last().cloned().unwrap_or_default();
    let systems: Vec<String> = table.rows.iter().map(system).collect();
    Ok(Report { measures, n: systems.len(), systems, tau_b, n_of_pair, published })
}

fn compared(
    measures: &[String],
    tau_b: &[Vec<Option<f64>>],
    published: &CorrelationTable,
) -> Comparison {
    let place = |name: &String| measures.iter().position(|own| own == name);
    let mut all = Vec::new();
    for (a, (name_a, row)) in published.measures.iter().zip(&published.values).enumerate() {
        for (name_b, &coefficient) in published.measures.iter().zip(row).skip(a + 1) {
            if let (Some(i), Some(j)) = (place(name_a), place(name_b)) {
                let computed = tau_b.get(i).and_then(|row| row.get(j)).copied().flatten();
                let measures = [name_a.clone(), name_b.clone()];
                all.push(Difference { measures, computed, published: coefficient });
            }
        }
    }
    let n_pairs = all.len();
    let largest_difference = all.iter().map(Difference::size).fold(0.0, f64::max);
    all.retain(|difference| difference.size() > HALF_OF_LAST_DIGIT);
    all.sort_by(|a, b| b.size().total_cmp(&a.size()));
    let is_missing = |name: &&String| place(name).is_none();
    let not_in_table = published.measures.iter().filter(is_missing).cloned().collect();
    Comparison { n_pairs, largest_difference, differences: all, not_in_table }
}

impl Report {
    pub(super) fn print(&self, format: Format) -> Result<()> {
        match format {
            Format::Json => output::print_json(self),
            Format::Csv => output::print(&output::csv(&square(&self.measures, &self.tau_b))?),
            Format::Table | Format::Latex | Format::Markdown => {
                output::print(&self.table(format.layout().unwrap_or(Layout::Columns)))
            }
        }
    }

    fn table(&self, layout: Layout) -> String {
        let mut text = numbered(&title(self.n), &self.measures, &self.tau_b, layout);
        let Some(published) = &self.published else { return text };
        let n_different = published.differences.len();
        text.push('\n');
        text.push_str(&layout.sentence(&format!(
            "{} of {} published pairs agree (within {HALF_OF_LAST_DIGIT}).",
            published.n_pairs - n_different,
            published.n_pairs,
        )));
        text.push('\n');
        if n_different > 0 {
            let mut rows =
                vec![["differing pair", "computed", "published"].map(String::from).to_vec()];
            rows.extend(published.differences.iter().map(|difference| {
                let computed = difference.computed.map_or("n/a".into(), |tau| format!("{tau:.3}"));
                let [a, b] = &difference.measures;
                vec![format!("{a}, {b}"), computed, format!("{:.2}", difference.published)]
            }));
            text.push_str(&output::laid_out(layout, "", &rows));
        }
        if !published.not_in_table.is_empty() {
            let names = published.not_in_table.join(", ");
            text.push_str(&layout.sentence(&format!("Without figures in the table: {names}.")));
            text.push('\n');
        }
        text
    }
}
