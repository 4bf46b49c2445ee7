//! Challenge 1: a classifier for each topic.

use anyhow::{Context, Result};
use rankscope_core::topics::{
    GramMatrix, JudgedTopics, LinearClassifier, PENALTY, TopicResults, is_training_row,
    ranked_rows, recognised, training_rows,
};
use rankscope_core::vectors::Vectors;

/// Average precision of every topic over the pictures that no classifier was trained on.
pub(super) fn results(gallery: &Vectors, judged: &[JudgedTopics]) -> Result<Vec<TopicResults>> {
    let dim = gallery.dim();
    let values = gallery.to_f32();
    let rows = || (0u32..).zip(values.chunks_exact(dim));
    let mut matrix = GramMatrix::new(dim);
    rows().filter(|(row, _)| is_training_row(*row)).for_each(|(_, values)| matrix.add(values));
    let ridge = matrix.with_penalty(PENALTY)?;
    let row = |row: &u32| values.chunks_exact(dim).nth(*row as usize).unwrap_or_default();
    let ranked = |classifier: &LinearClassifier| {
        let tested = rows().filter(|(row, _)| !is_training_row(*row));
        ranked_rows(tested.map(|(row, values)| (row, classifier.score(values))).collect())
    };
    let mut all = Vec::new();
    for judged in judged {
        let mut topics = Vec::new();
        for topic in &judged.topics {
            let shown = training_rows(topic);
            let shown = shown.with_context(|| format!("under relevance {}", judged.relevance))?;
            topics.push(recognised(topic, &ranked(&ridge.classifier(shown.iter().map(row)))));
        }
        all.push(TopicResults { relevance: judged.relevance.clone(), topics });
    }
    Ok(all)
}
