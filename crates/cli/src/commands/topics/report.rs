//! What `rankscope topics` prints.

use crate::terminal::output::{self, PaperFormat};
use anyhow::Result;
use rankscope_core::topics::{SuggestionOutcome, TopicResults, TopicsReport};
use std::collections::BTreeMap;

/// Prints every topic and the means, by definition of relevance.
pub(super) fn print_topics(results: &[TopicResults], format: PaperFormat) -> Result<()> {
    let reports: BTreeMap<&str, TopicsReport> =
        results.iter().map(|results| (results.relevance.as_str(), results.report())).collect();
    match format.layout() {
        None => output::print_json(&reports),
        Some(layout) => {
            let mut rows = vec![
                ["relevance", "topic", "AP", "Acc@50", "n", "prevalence"]
                    .map(String::from)
                    .to_vec(),
            ];
            for results in results {
                for topic in &results.topics {
                    rows.push(vec![
                        results.relevance.clone(),
                        topic.id.clone(),
                        number(topic.ap),
                        number(topic.accuracy()),
                        topic.n.to_string(),
                        number(Some(topic.prevalence)),
                    ]);
                }
                let report = results.report();
                rows.push(vec![
                    results.relevance.clone(),
                    "mean".into(),
                    number(report.map),
                    number(report.accuracy),
                    String::new(),
                    number(report.prevalence),
                ]);
            }
            output::print(&output::laid_out(layout, "relevance", &rows))
        }
    }
}

/// Prints how often suggestions were right.
pub(super) fn print_suggestion(outcome: &SuggestionOutcome, format: PaperFormat) -> Result<()> {
    match format.layout() {
        None => output::print_json(outcome),
        Some(layout) => output::print(&output::laid_out(
            layout,
            "right by neighbours",
            &[
                ["right by neighbours", "by popularity", "tested", "training", "tags"]
                    .map(String::from)
                    .to_vec(),
                vec![
                    number(Some(outcome.share)),
                    number(Some(outcome.popularity)),
                    outcome.n.to_string(),
                    outcome.n_train.to_string(),
                    outcome.tags.to_string(),
                ],
            ],
        )),
    }
}

fn number(value: Option<f64>) -> String {
    value.map_or("n/a".into(), |value| format!("{value:.4}"))
}
