//! What `rankscope topics` prints.

use crate::terminal::output::{self, PaperFormat};
use anyhow::Result;
use rankscope_core::metrics::Mean;
use rankscope_core::topics::{
    SuggestionOutcome, TagStatistics, TopicResult, TopicResults, TopicsReport,
};
use std::collections::BTreeMap;

/// Prints every topic and the means, by definition of relevance; with precision at each recall, and with
/// subtopics inside their general topics, if these are wanted.
pub(super) fn print_topics(
    results: &[TopicResults],
    (by_topic, has_inside): (bool, bool),
    format: PaperFormat,
) -> Result<()> {
    let report = |results: &TopicResults| results.report_with(by_topic, has_inside);
    let of_inside: &[&str] =
        if has_inside { &["inside", "AP inside", "prevalence inside"] } else { &[] };
    let reports: BTreeMap<&str, TopicsReport> =
        results.iter().map(|results| (results.relevance.as_str(), report(results))).collect();
    let recalls = if by_topic { 0..11 } else { 0..0 };
    match format.layout() {
        None => output::print_json(&reports),
        Some(layout) => {
            let mut rows = vec![
                ["relevance", "topic", "AP", "Acc@50", "n", "prevalence"]
                    .into_iter()
                    .chain(of_inside.iter().copied())
                    .map(String::from)
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
                    if has_inside {
                        let inside = topic.inside.as_ref();
                        row.push(inside.map(|own| own.topic.clone()).unwrap_or_default());
                        row.push(number(inside.and_then(|own| own.ap)));
                        row.push(number(inside.map(|own| own.prevalence)));
                    }
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
                row.extend(of_inside.iter().map(|_| String::new()));
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

/// Prints how pictures are tagged, each way with its name.
pub(super) fn print_tags(all: &[(&str, TagStatistics)], format: PaperFormat) -> Result<()> {
    let Some(layout) = format.layout() else {
        let by_name: BTreeMap<&str, &TagStatistics> =
            all.iter().map(|(name, statistics)| (*name, statistics)).collect();
        return output::print_json(&by_name);
    };
    let header = std::iter::once("tags").chain(all.iter().map(|(name, _)| *name));
    let mut rows = vec![header.map(String::from).collect::<Vec<_>>()];
    let least = all.first().map_or(0, |(_, statistics)| statistics.least_pictures);
    let mut row = |title: String, of: &dyn Fn(&TagStatistics) -> String| {
        let cells = all.iter().map(|(_, statistics)| of(statistics));
        rows.push(std::iter::once(title).chain(cells).collect());
    };
    row("pictures".into(), &|of| of.pictures.to_string());
    row("pictures with tags".into(), &|of| of.tagged.to_string());
    row("different tags".into(), &|of| of.tags.to_string());
    row(format!("on at least {least} pictures"), &|of| of.frequent.to_string());
    row("tags a picture, mean".into(), &|of| format!("{:.2}", of.mean));
    row("tags a picture, median".into(), &|of| of.median.to_string());
    row("tags a picture, most".into(), &|of| of.most.to_string());
    let n_listed = all.iter().map(|(_, statistics)| statistics.first.len()).max().unwrap_or(0);
    for place in 0..n_listed {
        row(format!("{}.", place + 1), &|of| {
            of.first
                .get(place)
                .map_or_else(String::new, |count| format!("{} {}", count.tag, count.pictures))
        });
    }
    output::print(&output::laid_out(layout, "tags", &rows))
}

pub(super) fn number(value: Option<f64>) -> String {
    value.map_or("n/a".into(), |value| format!("{value:.4}"))
}
