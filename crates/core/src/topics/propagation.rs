//! Challenge 2: pictures ranked by what their neighbours think of a topic's tags.

use super::tag_votes::{shared, total};
use super::{TagIndex, TopicsError, ranked_rows};
use crate::benchmark::{Topic, Topics};
use crate::ranking::Hit;

/// Scores of topics, picture by picture: [`super::propagated`] of all topics at once.
#[derive(Debug, Clone)]
pub struct Propagation {
    /// The topics that a picture's tags stand for, by corpus row.
    topics_of_row: Vec<Vec<u32>>,
    /// The scores so far, by topic.
    scores: Vec<Vec<(u32, f64)>>,
}

impl Propagation {
    /// Of these topics, all of which have tags.
    ///
    /// # Errors
    /// A topic none of whose tags any picture has.
    pub fn new(topics: &Topics, index: &TagIndex) -> Result<Self, TopicsError> {
        let mut topics_of_row: Vec<Vec<u32>> = vec![Vec::new(); index.n_rows()];
        for (place, topic) in (0u32..).zip(&topics.topics) {
            let tags = tags_of(topic, index)?;
            for (row, topics) in (0u32..).zip(&mut topics_of_row) {
                if index.has_any(row, &tags) {
                    topics.push(place);
                }
            }
        }
        Ok(Self { topics_of_row, scores: vec![Vec::new(); topics.topics.len()] })
    }

    /// Scores a picture with these neighbours.
    pub fn add(&mut self, row_in_corpus: u32, neighbours: &[Hit]) {
        let all = total(neighbours);
        let mut votes = vec![0.0; self.scores.len()];
        for hit in neighbours {
            let topics = self.topics_of_row.get(hit.row_in_corpus as usize);
            for topic in topics.into_iter().flatten() {
                if let Some(votes) = votes.get_mut(*topic as usize) {
                    *votes += f64::from(hit.score);
                }
            }
        }
        for (scores, votes) in self.scores.iter_mut().zip(votes) {
            scores.push((row_in_corpus, shared(votes, all)));
        }
    }

    /// The pictures by score, for each topic in the topics' order.
    #[must_use]
    pub fn rankings(self) -> Vec<Vec<u32>> {
        self.scores.into_iter().map(ranked_rows).collect()
    }
}

/// The numbers of a topic's tags, ascending.
fn tags_of(topic: &Topic, index: &TagIndex) -> Result<Vec<u32>, TopicsError> {
    let mut tags: Vec<u32> = topic.tags.iter().filter_map(|tag| index.find(tag)).collect();
    tags.sort_unstable();
    if tags.is_empty() {
        let (topic, tags) = (topic.query.clone(), topic.tags.join(", "));
        return Err(TopicsError::UnusedTags { topic, tags });
    }
    Ok(tags)
}
