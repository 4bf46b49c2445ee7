//! What `rankscope topics` prints.

use super::suggestion::Outcome;
use crate::output::{self, ListFormat};
use anyhow::Result;
use rankscope_core::benchmark::Judgements;
use rankscope_core::metrics::{JudgedList, Mean, Measure, precision_at_ranks};
use rankscope_core::ranking::hits_in_order;
use serde::Serialize;
use std::collections::BTreeMap;

/// What topics are measured by.
const MEASURE: &str = "mirflickr:AP";

/// The rank whose precision is printed, as in MIRFLICKR's figures.
const CUTOFF: usize = 50;

/// One topic's ranking, measured.
pub(super) struct TopicResult {
    id: String,
    value: TopicValue,
    accuracy: Option<f64>,
    prevalence: f64,
}

#[derive(Clone, Serialize)]
struct TopicValue {
    /// `mirflickr:AP`; `None` where none of the ranked pictures shows the topic.
    ap: Option<f64>,
    /// How many of the ranked pictures show it.
    n: usize,
}

/// All topics under one definition of relevance.
pub(super) struct Results {
    relevance: String,
    topics: Vec<TopicResult>,
}

/// Means of a definition's topics.
#[derive(Serialize)]
struct Report {
    topics: BTreeMap<String, TopicValue>,
    /// The mean over topics.
    map: Option<f64>,
    /// The mean precision among the first 50.
    #[serde(rename = "acc@50")]
    accuracy: Option<f64>,
    /// The mean share of pictures that show a topic: the expected precision of a random order.
    prevalence: Option<f64>,
}

impl TopicResult {
    /// Ranks pictures by score, descending, equal ones by row, and measures the ranking.
    pub(super) fn new(
        id: &str,
        mut scores: Vec<(u32, f64)>,
        judgements: &Judgements,
    ) -> Result<Self> {
        scores.sort_by(|(row_a, a), (row_b, b)| b.total_cmp(a).then(row_a.cmp(row_b)));
        let rows: Vec<u32> = scores.iter().map(|(row, _)| *row).collect();
        let list = JudgedList::as_given(&hits_in_order(&rows), judgements);
        let measure: Measure = MEASURE.parse()?;
        let n = list.n_relevant();
        Ok(Self {
            id: id.to_owned(),
            value: TopicValue { ap: measure.value(&list), n },
            accuracy: precision_at_ranks(&list).get(CUTOFF - 1).copied(),
            prevalence: share(n, rows.len()),
        })
    }
}

#[expect(clippy::cast_precision_loss, reason = "numbers of pictures")]
fn share(n: usize, of: usize) -> f64 {
    n as f64 / of.max(1) as f64
}

impl Results {
    pub(super) fn new(relevance: &str, topics: Vec<TopicResult>) -> Self {
        Self { relevance: relevance.to_owned(), topics }
    }

    fn report(&self) -> Report {
        let mean = |of: &dyn Fn(&TopicResult) -> Option<f64>| {
            Mean::of(self.topics.iter().map(of)).map(|mean| mean.mean)
        };
        Report {
            topics: self.topics.iter().map(|t| (t.id.clone(), t.value.clone())).collect(),
            map: mean(&|topic| topic.value.ap),
            accuracy: mean(&|topic| topic.accuracy),
            prevalence: mean(&|topic| topic.value.ap.map(|_| topic.prevalence)),
        }
    }
}

/// Prints every topic and the means, by definition of relevance.
pub(super) fn print_topics(results: &[Results], format: ListFormat) -> Result<()> {
    let reports: BTreeMap<&str, Report> =
        results.iter().map(|results| (results.relevance.as_str(), results.report())).collect();
    match format {
        ListFormat::Json => output::print_json(&reports),
        ListFormat::Table => {
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
                        number(topic.value.ap),
                        number(topic.accuracy),
                        topic.value.n.to_string(),
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
            output::print(&output::table(&rows))
        }
    }
}

/// Prints how often suggestions were right.
pub(super) fn print_suggestion(outcome: &Outcome, format: ListFormat) -> Result<()> {
    match format {
        ListFormat::Json => output::print_json(outcome),
        ListFormat::Table => output::print(&output::table(&[
            ["right by neighbours", "by popularity", "pictures", "tags"].map(String::from).to_vec(),
            vec![
                number(Some(outcome.share)),
                number(Some(outcome.popularity)),
                outcome.n.to_string(),
                outcome.tags.to_string(),
            ],
        ])),
    }
}

fn number(value: Option<f64>) -> String {
    value.map_or("n/a".into(), |value| format!("{value:.4}"))
}
