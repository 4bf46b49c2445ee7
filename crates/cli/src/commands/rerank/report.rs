//! The results of `rankscope rerank`, as table, CSV and JSON.

use crate::terminal::{
    output::{self, Format, Layout},
    reporter,
};
use anyhow::Result;
use rankscope_core::metrics::{Measure, N_SHUFFLES};
use rankscope_core::ranking::Unscored;
use rankscope_core::report::{FourMeans, RerankReport};

/// Prints the means of the measures, in the order in which they were asked for.
pub(super) fn print(
    means: &RerankReport,
    title: &str,
    measures: &[Measure],
    unscored: &Unscored,
    format: Format,
) -> Result<()> {
    let note = note_on_shuffles(measures);
    if let (Some(note), Format::Json | Format::Csv) = (&note, format) {
        reporter::note(note);
    }
    match format {
        Format::Json => output::print_json(means),
        Format::Csv => output::print(&output::csv(&rows(means, measures, "measure", |number| {
            number.map_or(String::new(), |number| number.to_string())
        }))?),
        Format::Table | Format::Latex | Format::Markdown => {
            let number =
                |number: Option<f64>| number.map_or("n/a".into(), |number| format!("{number:.4}"));
            let layout = format.layout().unwrap_or(Layout::Columns);
            let rows = rows(means, measures, title, number);
            let mut text = output::laid_out(layout, "measure", &rows);
            let unscored = (unscored.n_hits > 0).then(|| format!("{unscored}."));
            for note in note.into_iter().chain(unscored) {
                text.push_str(&layout.sentence(&note));
                text.push('\n');
            }
            output::print(&text)
        }
    }
}

/// Which expected values are not exact.
fn note_on_shuffles(measures: &[Measure]) -> Option<String> {
    let simulated = measures.iter().filter(|measure| !measure.has_closed_form());
    let names: Vec<String> = simulated.map(Measure::to_string).collect();
    (!names.is_empty())
        .then(|| format!("random of {}: the mean of {N_SHUFFLES} shuffles.", names.join(", ")))
}

fn rows(
    means: &RerankReport,
    measures: &[Measure],
    title: &str,
    number: impl Fn(Option<f64>) -> String,
) -> Vec<Vec<String>> {
    let header = [title, "found", "random", "best", "reranked", "n"];
    let mut rows = vec![header.map(String::from).to_vec()];
    for measure in measures.iter().map(Measure::to_string) {
        let Some(means) = means.get(&measure) else { continue };
        let FourMeans { found, random, best, reranked, n, .. } = means;
        let mut row = vec![measure];
        row.extend([found, random, best, reranked].map(|mean| number(*mean)));
        row.push(n.to_string());
        rows.push(row);
    }
    rows
}
