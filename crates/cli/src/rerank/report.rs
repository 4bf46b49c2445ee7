//! The results of `rankscope rerank`, as table, CSV and JSON.

use crate::{
    evaluation::{Measured, Values},
    output::{self, Format, Layout},
    reporter,
};
use anyhow::Result;
use rankscope_core::metrics::{Measure, N_SHUFFLES};
use rankscope_core::ranking::Unscored;
use serde::Serialize;
use std::collections::BTreeMap;

/// The values of each order of the hits, by measure.
pub(super) struct Orders {
    pub(super) found: Vec<Values>,
    pub(super) random: Vec<Values>,
    pub(super) best: Vec<Values>,
    pub(super) reranked: Vec<Values>,
}

/// The means of the four orders.
pub(super) struct Report<'a> {
    title: &'a str,
    /// In the order in which they were asked for.
    measures: &'a [Measure],
    means: BTreeMap<String, Means>,
}

#[derive(Serialize)]
struct Means {
    found: Option<f64>,
    random: Option<f64>,
    best: Option<f64>,
    reranked: Option<f64>,
    /// How many queries the means are over.
    n: usize,
    /// How many shuffles `random` is the mean of; exact without.
    #[serde(skip_serializing_if = "Option::is_none")]
    shuffles: Option<usize>,
}

impl<'a> Report<'a> {
    pub(super) fn new(
        title: &'a str,
        measures: &'a [Measure],
        orders: &Orders,
        over: impl Fn(&Values) -> Measured,
    ) -> Self {
        let Orders { found, random, best, reranked } = orders;
        let all = found.iter().zip(random).zip(best.iter().zip(reranked));
        let means = all.map(|((found, random), (best, reranked))| {
            let reranked_over = over(reranked);
            let means = Means {
                found: over(found).mean,
                random: over(random).mean,
                best: over(best).mean,
                reranked: reranked_over.mean,
                n: reranked_over.n,
                shuffles: (!found.measure.has_closed_form()).then_some(N_SHUFFLES),
            };
            (found.measure.to_string(), means)
        });
        Self { title, measures, means: means.collect() }
    }

    pub(super) fn print(&self, format: Format, unscored: &Unscored) -> Result<()> {
        if let (Some(note), Format::Json | Format::Csv) = (self.note_on_shuffles(), format) {
            reporter::note(note);
        }
        match format {
            Format::Json => output::print_json(&self.means),
            Format::Csv => output::print(&output::csv(&self.rows("measure", |number| {
                number.map_or(String::new(), |number| number.to_string())
            }))?),
            Format::Table | Format::Latex | Format::Markdown => {
                let number = |number: Option<f64>| {
                    number.map_or("n/a".into(), |number| format!("{number:.4}"))
                };
                let layout = format.layout().unwrap_or(Layout::Columns);
                let mut text = output::laid_out(layout, "measure", &self.rows(self.title, number));
                let unscored = (unscored.n_hits > 0).then(|| format!("{unscored}."));
                for note in self.note_on_shuffles().into_iter().chain(unscored) {
                    text.push_str(&layout.sentence(&note));
                    text.push('\n');
                }
                output::print(&text)
            }
        }
    }

    /// Which expected values are not exact.
    fn note_on_shuffles(&self) -> Option<String> {
        let simulated = self.measures.iter().filter(|measure| !measure.has_closed_form());
        let names: Vec<String> = simulated.map(Measure::to_string).collect();
        (!names.is_empty())
            .then(|| format!("random of {}: the mean of {N_SHUFFLES} shuffles.", names.join(", ")))
    }

    fn rows(&self, title: &str, number: impl Fn(Option<f64>) -> String) -> Vec<Vec<String>> {
        let header = [title, "found", "random", "best", "reranked", "n"];
        let mut rows = vec![header.map(String::from).to_vec()];
        for measure in self.measures.iter().map(Measure::to_string) {
            let Some(means) = self.means.get(&measure) else { continue };
            let Means { found, random, best, reranked, n, .. } = means;
            let mut row = vec![measure];
            row.extend([found, random, best, reranked].map(|mean| number(*mean)));
            row.push(n.to_string());
            rows.push(row);
        }
        rows
    }
}
