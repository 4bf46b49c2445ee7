//! Challenge 1: a classifier for each topic, trained on some pictures, ranks the others.

use super::{JudgedTopic, TopicResult, TopicsError, is_training_row};

/// λ.
pub const PENALTY: f64 = 1.0;

/// The training rows that show a topic, ascending.
///
/// # Errors
/// None of them does.
pub fn training_rows(topic: &JudgedTopic) -> Result<Vec<u32>, TopicsError> {
    let rows = topic.rows(is_training_row);
    if rows.is_empty() { Err(TopicsError::NothingToLearn(topic.id.clone())) } else { Ok(rows) }
}

/// The result of a ranking of the pictures that were not trained on.
#[must_use]
pub fn recognised(topic: &JudgedTopic, rows: &[u32]) -> TopicResult {
    let of_tests = topic.judgements.among(|row| !is_training_row(row));
    TopicResult::new(&topic.id, rows, &of_tests)
}
