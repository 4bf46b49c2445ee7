//! Challenge 1: a classifier for each topic.

use super::{
    judged_topics::JudgedTopics,
    report::{Results, TopicResult},
};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::Judgements;
use rankscope_core::topics::{GramMatrix, Ridge, is_training_row};
use rankscope_core::vectors::Vectors;

/// λ.
const PENALTY: f64 = 1.0;

/// Average precision of every topic over the pictures that no classifier was trained on.
pub(super) fn results(gallery: &Vectors, judged: &[JudgedTopics]) -> Result<Vec<Results>> {
    let dim = gallery.dim();
    let values = gallery.to_f32();
    let rows = || (0u32..).zip(values.chunks_exact(dim));
    let mut matrix = GramMatrix::new(dim);
    rows().filter(|(row, _)| is_training_row(*row)).for_each(|(_, values)| matrix.add(values));
    let ridge = matrix.with_penalty(PENALTY)?;
    let mut all = Vec::new();
    for JudgedTopics { relevance, topics } in judged {
        let mut results = Vec::new();
        for topic in topics {
            let scores = scores(&ridge, &topic.judgements, rows)
                .with_context(|| format!("topic {} under relevance {relevance}", topic.id))?;
            let of_tests = topic.judgements.among(|row| !is_training_row(row));
            results.push(TopicResult::new(&topic.id, scores, &of_tests)?);
        }
        all.push(Results::new(relevance, results));
    }
    Ok(all)
}

/// The scores of the pictures that were not trained on, by row.
fn scores<'a, I: Iterator<Item = (u32, &'a [f32])>>(
    ridge: &Ridge,
    judgements: &Judgements,
    rows: impl Fn() -> I,
) -> Result<Vec<(u32, f64)>> {
    let shows = |row: u32| judgements.grade(row).is_some_and(|grade| grade >= 1);
    let positive: Vec<&[f32]> = rows()
        .filter(|(row, _)| is_training_row(*row) && shows(*row))
        .map(|(_, values)| values)
        .collect();
    if positive.is_empty() {
        bail!("none of the training pictures shows it, so there is nothing to learn");
    }
    let classifier = ridge.classifier(positive);
    let tested = rows().filter(|(row, _)| !is_training_row(*row));
    Ok(tested.map(|(row, values)| (row, classifier.score(values))).collect())
}
