//! What `rankscope topics` prints.

use crate::terminal::output::{self, PaperFormat};
use anyhow::Result;
use rankscope_core::metrics::Mean;
use rankscope_core::topics::{SuggestionOutcome, TopicResult, TopicResults, TopicsReport};
use std::collections::BTreeMap;

/// Prints every topic and the means, by definition of relevance; `by_topic` with precision at each recall.
pub(super) fn print_topics(
    results: &[TopicResults],
    by_topic: bool,
    format: PaperFormat,
) -> Result<()> {
    let report = |results: &TopicResults| match by_topic {
        true => results.report_by_topic(),
        false => results.report(),
    };
    let reports: BTreeMap<&str, TopicsReport> =
        results.iter().map(|results| (results.relevance.as_str(), report(results))).collect();
    let recalls = if by_topic { 0..11 } else { 0..0 };
    match format.layout() {
        None => output::print_json(&reports),
        Some(layout) => {
            let mut rows = vec![
                ["relevance", "topic", "AP", "Acc@50", "n", "prevalence"]
                    .map(String::from)
                    .into_iter()
                    .chain(
                        recalls
                            .clone()
                            .map(|tenths| format!("P at {:.1}", f64::from(tenths) / 10.0)),
                    )
                    .collect::<Vec<_>>(),
            ];
            for results in results {
                for topic in &results.topics {
                    let mut row = vec![
                        results.relevance.clone(),
                        topic.id.clone(),
                        number(topic.ap),
                        number(topic.accuracy()),
                        topic.n.to_string(),
                        number(Some(topic.prevalence)),
                    ];
                    if by_topic {
                        row.extend(topic.interpolated.map(|precision| number(Some(precision))));
                    }
                    rows.push(row);
                }
                let report = results.report();
                let mut row = vec![
                    results.relevance.clone(),
                    "mean".into(),
                    number(report.map),
                    number(report.accuracy),
                    String::new(),
                    number(report.prevalence),
                ];
                row.extend(recalls.clone().map(|tenths: u8| {
                    let at =
                        |topic: &TopicResult| topic.interpolated.get(usize::from(tenths)).copied();
                    let shown = results.topics.iter().filter(|topic| topic.ap.is_some());
                    number(Mean::of(shown.map(at)).map(|mean| mean.mean))
                }));
                rows.push(row);
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
