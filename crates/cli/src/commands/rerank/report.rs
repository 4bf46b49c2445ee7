//! The results of `rankscope rerank`, as table, CSV and JSON.

use crate::terminal::{
    output::{self, Format, Layout},
    reporter,
};
use anyhow::Result;
use rankscope_core::analysis::words::{p_value, signed};
use rankscope_core::metrics::{Measure, N_SHUFFLES};
use rankscope_core::ranking::Unscored;
use rankscope_core::report::{
    FourMeans, Gain, RerankCurve, RerankCurves, RerankPoint, RerankReport,
};

/// Prints the means of the measures, in the order in which they were asked for.
pub(super) fn print(
    means: &RerankReport,
    title: &str,
    measures: &[Measure],
    unscored: &Unscored,
    format: Format,
) -> Result<()> {
    print_rows(means, measures, unscored, format, |layout| match layout {
        None => rows(means, measures, "measure", exact),
        Some(_) => rows(means, measures, title, rounded),
    })
}

/// Prints the curves of the measures, in the order in which they were asked for, a row for each depth; then
/// those of each value of the facet.
pub(super) fn print_curves(
    curves: &RerankCurves,
    (title, facet): (&str, Option<&str>),
    measures: &[Measure],
    unscored: &Unscored,
    format: Format,
) -> Result<()> {
    print_rows(curves, measures, unscored, format, |layout| {
        let is_csv = layout.is_none();
        let mut header = vec![if is_csv { "measure" } else { title }];
        header.extend(facet);
        header.extend(["depth", "found", "random", "best", "reranked", "gain"]);
        header.extend(if is_csv { &["low", "high"][..] } else { &["95 %"][..] });
        header.extend(["p", "t", "p (t)", "n"]);
        let mut rows = vec![header.into_iter().map(String::from).collect()];
        for measure in measures.iter().map(Measure::to_string) {
            let Some(all) = curves.get(&measure) else { continue };
            let groups = all.by.iter().map(|(value, curve)| (value.as_str(), curve));
            for (value, RerankCurve { curve, .. }) in std::iter::once(("all", all)).chain(groups) {
                let mut first = vec![measure.clone()];
                first.extend(facet.map(|_| value.to_owned()));
                rows.extend(curve.iter().map(|point| curve_row(first.clone(), point, is_csv)));
            }
        }
        rows
    })
}

fn curve_row(mut row: Vec<String>, point: &RerankPoint, is_csv: bool) -> Vec<String> {
    let FourMeans { found, random, best, reranked, n, .. } = &point.means;
    let gain = point.gain;
    let (mean, p) = (gain.map(|of| of.mean), gain.map(|of| of.p));
    let of = |end: fn(Gain) -> Option<f64>| gain.and_then(end);
    let [low, high, t, p_t] = [of(|of| of.low), of(|of| of.high), of(|of| of.t), of(|of| of.p_t)];
    let number = if is_csv { exact } else { rounded };
    row.push(point.depth.to_string());
    row.extend([found, random, best, reranked].map(|mean| number(*mean)));
    if is_csv {
        row.extend([mean, low, high, p, t, p_t].map(exact));
    } else {
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "n/a".into());
        row.push(or_none(mean.map(signed)));
        let ends = low.zip(high).map(|(low, high)| format!("{} to {}", signed(low), signed(high)));
        row.push(or_none(ends));
        row.extend([or_none(p.map(p_value)), or_none(t.map(signed)), or_none(p_t.map(p_value))]);
    }
    row.push(n.to_string());
    row
}

fn exact(number: Option<f64>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

fn rounded(number: Option<f64>) -> String {
    number.map_or("n/a".into(), |number| format!("{number:.4}"))
}

/// Prints a report; its rows are those for a layout, or those of CSV.
fn print_rows(
    report: &impl serde::Serialize,
    measures: &[Measure],
    unscored: &Unscored,
    format: Format,
    rows: impl Fn(Option<Layout>) -> Vec<Vec<String>>,
) -> Result<()> {
    let note = note_on_shuffles(measures);
    if let (Some(note), Format::Json | Format::Csv) = (&note, format) {
        reporter::note(note);
    }
    match format {
        Format::Json => output::print_json(report),
        Format::Csv => output::print(&output::csv(&rows(None))?),
        Format::Table | Format::Latex | Format::Markdown => {
            let layout = format.layout().unwrap_or(Layout::Columns);
            let mut text = output::laid_out(layout, "measure", &rows(Some(layout)));
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
