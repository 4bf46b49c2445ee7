//! How the measures of a table order its systems: `rankscope agree --table`.

use crate::formats::{CorrelationTable, PublishedTable};
use crate::statistics::kendall_tau_b;
use serde::Serialize;

/// A recomputed coefficient rounds to the printed one if they differ by no more than this.
pub const HALF_OF_LAST_DIGIT: f64 = 0.005;

/// Kendall's τ-b between any two columns of figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TableAgreement {
    pub measures: Vec<String>,
    pub systems: Vec<String>,
    /// `[measures][measures]`; null where a measure does not tell the systems apart.
    pub tau_b: Vec<Vec<Option<f64>>>,
    /// How many systems the coefficients are over.
    pub n: usize,
    /// `[measures][measures]`: how many systems have figures for both, if some are missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub n_of_pair: Vec<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<PrintedCoefficients>,
}

/// Recomputed coefficients compared with published ones.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PrintedCoefficients {
    /// Pairs of measures in both.
    pub n_pairs: usize,
    pub largest_difference: f64,
    /// Pairs that do not round to the published figure, the largest difference first.
    pub differences: Vec<PrintedDifference>,
    /// Published measures without figures in the table.
    pub not_in_table: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PrintedDifference {
    pub measures: [String; 2],
    pub computed: Option<f64>,
    pub published: f64,
}

impl PrintedDifference {
    fn size(&self) -> f64 {
        self.computed.map_or(f64::INFINITY, |computed| (computed - self.published).abs())
    }
}

type Figures = Vec<Option<f64>>;

impl TableAgreement {
    /// Between the chosen columns, or all if none is. Fails with the name of a column that the table lacks.
    pub fn new(
        table: &PublishedTable,
        chosen: &[String],
        published: Option<&CorrelationTable>,
    ) -> Result<Self, String> {
        let measures = if chosen.is_empty() { table.measures.clone() } else { chosen.to_vec() };
        let column = |measure: &String| table.column(measure).ok_or_else(|| measure.clone());
        let columns: Vec<Figures> = measures.iter().map(column).collect::<Result<_, _>>()?;
        let square = |x: &Figures| columns.iter().map(|y| tau_b(x, y)).collect();
        let tau_b: Vec<Vec<Option<f64>>> = columns.iter().map(square).collect();
        let is_complete = columns.iter().flatten().all(Option::is_some);
        let n_of = |x: &Figures| columns.iter().map(|y| both(x, y).0.len()).collect();
        let n_of_pair = if is_complete { Vec::new() } else { columns.iter().map(n_of).collect() };
        let published = published.map(|printed| compared(&measures, &tau_b, printed));
        let systems = table.systems();
        Ok(Self { measures, n: systems.len(), systems, tau_b, n_of_pair, published })
    }
}

/// Over the systems with figures for both.
fn tau_b(x: &Figures, y: &Figures) -> Option<f64> {
    let (x, y) = both(x, y);
    kendall_tau_b(&x, &y).map(|tau| tau.tau_b)
}

fn both(x: &Figures, y: &Figures) -> (Vec<f64>, Vec<f64>) {
    x.iter().zip(y).filter_map(|(x, y)| Some(((*x)?, (*y)?))).unzip()
}

fn compared(
    measures: &[String],
    tau_b: &[Vec<Option<f64>>],
    published: &CorrelationTable,
) -> PrintedCoefficients {
    let place = |name: &String| measures.iter().position(|own| own == name);
    let mut all = Vec::new();
    for (a, (name_a, row)) in published.measures.iter().zip(&published.values).enumerate() {
        for (name_b, &coefficient) in published.measures.iter().zip(row).skip(a + 1) {
            if let (Some(i), Some(j)) = (place(name_a), place(name_b)) {
                let computed = tau_b.get(i).and_then(|row| row.get(j)).copied().flatten();
                let measures = [name_a.clone(), name_b.clone()];
                all.push(PrintedDifference { measures, computed, published: coefficient });
            }
        }
    }
    let n_pairs = all.len();
    let largest_difference = all.iter().map(PrintedDifference::size).fold(0.0, f64::max);
    all.retain(|difference| difference.size() > HALF_OF_LAST_DIGIT);
    all.sort_by(|a, b| b.size().total_cmp(&a.size()));
    let is_missing = |name: &&String| place(name).is_none();
    let not_in_table = published.measures.iter().filter(is_missing).cloned().collect();
    PrintedCoefficients { n_pairs, largest_difference, differences: all, not_in_table }
}
