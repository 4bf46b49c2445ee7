//! The results of `rankscope annotators`, as table and JSON.

use super::sweep::SweepReport;
use crate::output::{self, Layout, PaperFormat};
use anyhow::Result;
use rankscope_core::analysis::{Outcome, WHOLE};
use rankscope_core::metrics::Mean;
use rankscope_core::statistics::descending_ranks;
use serde::Serialize;
use std::collections::BTreeMap;

/// A number of each system; null where it has none.
type BySystem = BTreeMap<String, Option<f64>>;

/// The people who were simulated.
#[derive(Serialize)]
pub(super) struct Erring {
    #[serde(rename = "error")]
    pub(super) probability: f64,
    pub(super) seed: u64,
}

/// What was asked.
#[derive(Serialize)]
pub(super) struct Asked {
    pub(super) measure: String,
    pub(super) relevance: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) split: Option<String>,
    pub(super) depth: u32,
    pub(super) annotators: Vec<String>,
    #[serde(flatten)]
    pub(super) error: Option<Erring>,
}

#[derive(Serialize)]
pub(super) struct Report {
    #[serde(flatten)]
    asked: Asked,
    /// The systems in the order of the benchmark.
    #[serde(skip)]
    systems: Vec<String>,
    /// τ-b of the systems' means under the truth and under what was seen; null where all means of
    /// one are equal.
    tau_b: Option<f64>,
    /// The systems' means.
    truth: BySystem,
    seen: BySystem,
    /// Each system's rank under the truth minus its rank under what was seen.
    places: BySystem,
    /// How many queries have a relevant image.
    n_truth: usize,
    /// Of how many of these somebody saw one.
    n_seen: usize,
    #[serde(flatten)]
    sweep: Option<SweepReport>,
}

impl Report {
    /// The effect of the whole pool on the systems of these ids, and a sweep if there is one.
    pub(super) fn new(
        asked: Asked,
        outcome: &Outcome,
        ids: &[String],
        sweep: Option<SweepReport>,
    ) -> Self {
        let (truth, seen) = (outcome.truth(), outcome.seen(WHOLE));
        let effect = outcome.effect(WHOLE);
        let by_system = |values: &mut dyn Iterator<Item = Option<f64>>| -> BySystem {
            ids.iter().cloned().zip(values).collect()
        };
        let means = |of: &[Option<Mean>]| by_system(&mut of.iter().map(|m| m.map(|m| m.mean)));
        let n = |of: &[Option<Mean>]| of.iter().flatten().map(|mean| mean.n).max().unwrap_or(0);
        let gained = |place: usize| effect.as_ref().and_then(|e| e.gained.get(place).copied());
        Self {
            asked,
            systems: ids.to_vec(),
            tau_b: effect.as_ref().and_then(|effect| effect.tau_b),
            truth: means(&truth),
            seen: means(&seen),
            places: by_system(&mut (0..ids.len()).map(gained)),
            n_truth: n(&truth),
            n_seen: n(&seen),
            sweep,
        }
    }

    pub(super) fn print(&self, format: PaperFormat) -> Result<()> {
        match format.layout() {
            None => output::print_json(self),
            Some(layout) => output::print(&self.table(layout)),
        }
    }

    fn table(&self, layout: Layout) -> String {
        let mut text = output::laid_out(layout, "system", &self.means_table());
        text.push('\n');
        text.push_str(&layout.sentence(&format!(
            "tau-b with the truth: {}, over {} systems. {} proposed {} each: a relevant image of \
             {} of {} queries was seen.\n",
            number(self.tau_b, 4),
            self.systems.len(),
            self.asked.annotators.join(", "),
            self.asked.depth,
            self.n_seen,
            self.n_truth
        )));
        text.push('\n');
        if let Some(sweep) = &self.sweep {
            text.push('\n');
            text.push_str(&output::laid_out(layout, "annotators", &curve(sweep)));
            text.push('\n');
            text.push_str(&output::laid_out(layout, "annotator", &self.matrix(sweep)));
        }
        text
    }

    /// A row for each system, the best under the truth first.
    fn means_table(&self) -> Vec<Vec<String>> {
        let split = self.asked.split.iter().map(|split| format!(", split {split}"));
        let title = format!(
            "{} ({}{})",
            self.asked.measure,
            self.asked.relevance,
            split.collect::<String>()
        );
        let header = ["truth", "seen", "rank by truth", "by seen", "gained"].map(String::from);
        let mut rows = vec![std::iter::once(title).chain(header).collect::<Vec<_>>()];
        let mut systems: Vec<&String> = self.systems.iter().collect();
        let mean = |of: &BySystem, id: &String| of.get(id).copied().flatten();
        systems.sort_by(|a, b| {
            let of = |id| mean(&self.truth, id).unwrap_or(f64::NEG_INFINITY);
            of(b).total_cmp(&of(a))
        });
        for id in systems {
            rows.push(vec![
                id.clone(),
                number(mean(&self.truth, id), 4),
                number(mean(&self.seen, id), 4),
                place(rank(&self.truth, id)),
                place(rank(&self.seen, id)),
                gained(mean(&self.places, id)),
            ]);
        }
        rows
    }

    /// The places that single annotators make the systems gain.
    fn matrix(&self, sweep: &SweepReport) -> Vec<Vec<String>> {
        let mut header = vec![String::from("places gained, by single annotator")];
        header.extend(self.systems.iter().cloned());
        let mut rows = vec![header];
        for annotator in &self.asked.annotators {
            let Some(of_systems) = sweep.matrix.get(annotator) else { continue };
            let cell = |id: &String| gained(of_systems.get(id).copied().flatten());
            rows.push(
                std::iter::once(annotator.clone()).chain(self.systems.iter().map(cell)).collect(),
            );
        }
        rows
    }
}

/// The curve over the number of annotators.
fn curve(sweep: &SweepReport) -> Vec<Vec<String>> {
    let header = ["annotators", "tau-b", "min", "max", "annotators gain", "groups"];
    let mut rows = vec![header.map(String::from).to_vec()];
    for point in &sweep.sweep {
        let groups = if point.exhaustive { "all" } else { "a sample of" };
        rows.push(vec![
            point.annotators.to_string(),
            number(point.tau_b_mean, 4),
            number(point.tau_b_min, 4),
            number(point.tau_b_max, 4),
            number(point.gained_mean, 2),
            format!("{groups} {}", point.subsets),
        ]);
    }
    rows
}

/// A system's rank by these means; `None` where one is missing.
fn rank(means: &BySystem, id: &String) -> Option<f64> {
    let place = means.keys().position(|known| known == id)?;
    let means: Vec<f64> = means.values().copied().collect::<Option<_>>()?;
    descending_ranks(&means).get(place).copied()
}

fn number(value: Option<f64>, n_digits: usize) -> String {
    value.map_or("n/a".into(), |value| format!("{value:.n_digits$}"))
}

/// A rank, or a half between two.
fn place(rank: Option<f64>) -> String {
    rank.map_or("n/a".into(), |rank| rank.to_string())
}

/// A number of places, with its sign unless it is 0.
fn gained(places: Option<f64>) -> String {
    places.map_or("n/a".into(), |n| if n == 0.0 { "0".into() } else { format!("{n:+}") })
}
