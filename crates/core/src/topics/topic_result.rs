//! Measured rankings of pictures for topics.

use super::JudgedTopic;
use crate::benchmark::Judgements;
use crate::metrics::{
    JudgedList, Mean, Measure, PrPoint, interpolated_precision, pr_points, precision_at_ranks,
};
use crate::ranking::hits_in_order;
use serde::Serialize;
use std::collections::BTreeMap;

const MEASURE: &str = "mirflickr:AP";

/// The rank whose precision is printed, as in MIRFLICKR's figures.
pub const ACCURACY_CUTOFF: usize = 50;

/// Ranks whose precision is kept for a curve.
pub const N_RANKS_DRAWN: usize = 1_000;

#[derive(Debug, Clone, PartialEq)]
pub struct TopicResult {
    /// The id of its query.
    pub id: String,
    /// `mirflickr:AP`; `None` if none of the ranked pictures shows the topic.
    pub ap: Option<f64>,
    /// How many of the ranked pictures show it.
    pub n: usize,
    /// Their share: the expected precision of a random order.
    pub prevalence: f64,
    /// Precision at ranks 1, 2, …, at most [`N_RANKS_DRAWN`]: MIRFLICKR's accuracy.
    pub accuracy_at: Vec<f64>,
    /// The best precision at each of eleven recalls or higher.
    pub interpolated: [f64; 11],
    /// At every ranked picture that shows it, to the end.
    pub points: Vec<PrPoint>,
    /// Among the pictures of the topic that it is part of, if there is one.
    pub inside: Option<InsideValue>,
}

/// How well a subtopic is told apart inside its general topic, as MIRFLICKR's subtopics were annotated: the same
/// ranking without the pictures that do not show the general topic.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct InsideValue {
    /// The id of the general topic's query.
    pub topic: String,
    /// `mirflickr:AP`.
    pub ap: Option<f64>,
    /// The share of the ranked pictures that show the subtopic.
    pub prevalence: f64,
}

/// Under one definition of relevance.
#[derive(Debug, Clone, PartialEq)]
pub struct TopicResults {
    /// The definition's id.
    pub relevance: String,
    pub topics: Vec<TopicResult>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TopicValue {
    /// `mirflickr:AP`.
    pub ap: Option<f64>,
    /// How many of the ranked pictures show it.
    pub n: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub curve: Option<TopicCurve>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inside: Option<InsideValue>,
}

/// Precision against recall.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TopicCurve {
    /// The best precision at recall 0, 0.1, … 1 or higher.
    pub interpolated: [f64; 11],
    /// At every ranked picture that shows the topic, to the end.
    pub points: Vec<PrPoint>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TopicsReport {
    /// By the id of the topic's query.
    pub topics: BTreeMap<String, TopicValue>,
    /// Over topics.
    pub map: Option<f64>,
    /// Mean precision among the first 50.
    #[serde(rename = "acc@50")]
    pub accuracy: Option<f64>,
    /// Mean share of pictures that show a topic.
    pub prevalence: Option<f64>,
}

/// Descending, ties by row.
pub fn sort_by_score(scores: &mut [(u32, f64)]) {
    scores.sort_by(|(row_a, a), (row_b, b)| b.total_cmp(a).then(row_a.cmp(row_b)));
}

/// By score, descending, ties by row.
pub fn ranked_rows(mut scores: Vec<(u32, f64)>) -> Vec<u32> {
    sort_by_score(&mut scores);
    scores.into_iter().map(|(row, _)| row).collect()
}

impl TopicResult {
    /// `rows` are the ranked corpus rows, and `judgements` those of these.
    pub fn new(topic: &JudgedTopic, rows: &[u32], judgements: &Judgements) -> Self {
        let list = JudgedList::as_given(&hits_in_order(rows), judgements);
        let n = list.n_relevant();
        let inside = topic.general.as_ref().map(|general| {
            let is_inside = |row: u32| general.rows.binary_search(&row).is_ok();
            let rows: Vec<u32> = rows.iter().copied().filter(|row| is_inside(*row)).collect();
            let of_these = judgements.among(is_inside);
            let list = JudgedList::as_given(&hits_in_order(&rows), &of_these);
            let prevalence = share(list.n_relevant(), rows.len());
            InsideValue { topic: general.id.clone(), ap: average_precision(&list), prevalence }
        });
        let mut accuracy_at = precision_at_ranks(&list);
        accuracy_at.truncate(N_RANKS_DRAWN);
        Self {
            id: topic.id.clone(),
            ap: average_precision(&list),
            n,
            prevalence: share(n, rows.len()),
            accuracy_at,
            interpolated: interpolated_precision(&list),
            points: pr_points(&list),
            inside,
        }
    }

    /// The precision among the first 50; `None` if fewer are ranked.
    pub fn accuracy(&self) -> Option<f64> {
        self.accuracy_at.get(ACCURACY_CUTOFF - 1).copied()
    }
}

fn average_precision(list: &JudgedList) -> Option<f64> {
    MEASURE.parse::<Measure>().ok().and_then(|measure| measure.value(list))
}

fn share(n: usize, of: usize) -> f64 {
    n as f64 / of.max(1) as f64
}

impl TopicResults {
    pub fn report(&self) -> TopicsReport {
        let mean = |of: &dyn Fn(&TopicResult) -> Option<f64>| {
            Mean::of(self.topics.iter().map(of)).map(|mean| mean.mean)
        };
        let value = |topic: &TopicResult| {
            let (ap, n) = (topic.ap, topic.n);
            TopicValue { ap, n, curve: None, inside: None }
        };
        TopicsReport {
            topics: self.topics.iter().map(|topic| (topic.id.clone(), value(topic))).collect(),
            map: mean(&|topic| topic.ap),
            accuracy: mean(&TopicResult::accuracy),
            prevalence: mean(&|topic| topic.ap.map(|_| topic.prevalence)),
        }
    }

    /// The same with the curve of every topic, with the values of subtopics inside their general topics, or
    /// both.
    pub fn report_with(&self, has_curves: bool, has_inside: bool) -> TopicsReport {
        let mut report = self.report();
        for TopicResult { id, interpolated, points, inside, .. } in &self.topics {
            if let Some(value) = report.topics.get_mut(id) {
                let curve = || TopicCurve { interpolated: *interpolated, points: points.clone() };
                value.curve = has_curves.then(curve);
                value.inside = inside.clone().filter(|_| has_inside);
            }
        }
        report
    }
}
