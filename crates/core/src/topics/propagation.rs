//! Challenge 2: pictures ranked by their neighbours' votes for a topic's tags.

use super::{TagIndex, TopicsError, ranked_rows};
use crate::benchmark::{Topic, Topics};
use crate::ranking::Hit;

/// Scores of topics, picture by picture: [`propagated`] of all topics at once.
#[derive(Debug, Clone)]
pub struct Propagation {
    /// The topics that a picture's tags stand for, by corpus row.
    topics_of_row: Vec<Vec<u32>>,
    /// `(row in corpus, score)` by topic.
    scores: Vec<Vec<(u32, f64)>>,
}

impl Propagation {
    /// All topics must have tags. Fails for a topic none of whose tags any picture has.
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

    /// Pictures by score, for each topic in the topics' order.
    pub fn rankings(self) -> Vec<Vec<u32>> {
        self.scores.into_iter().map(ranked_rows).collect()
    }
}

/// Ascending.
fn tags_of(topic: &Topic, index: &TagIndex) -> Result<Vec<u32>, TopicsError> {
    let mut tags: Vec<u32> = topic.tags.iter().filter_map(|tag| index.find(tag)).collect();
    tags.sort_unstable();
    if tags.is_empty() {
        let (topic, tags) = (topic.query.clone(), topic.tags.join(", "));
        return Err(TopicsError::UnusedTags { topic, tags });
    }
    Ok(tags)
}

/// How many neighbours vote, by default.
pub const N_NEIGHBOURS: usize = 50;

/// The first `k` hits other than the picture itself: search for `k + 1`.
pub fn without_self(hits: &[Hit], row_in_corpus: u32, k: usize) -> Vec<Hit> {
    hits.iter().filter(|hit| hit.row_in_corpus != row_in_corpus).take(k).copied().collect()
}

/// The score of "has any of these tags" for a picture x with these neighbours n, scored by cosine: in −1 … 1, and
/// 0 without neighbours. `tags` is ascending.
///
/// score(x, t) = Σ cos(x, n) · [n has t] / Σ |cos(x, n)|: the share of the neighbours' similarity that votes for
/// the tag. Source: MIRFLICKR's challenge 2, by weighted nearest neighbours; see Guillaumin et al.,
/// "TagProp", ICCV 2009, for weights by distance.
pub fn propagated(neighbours: &[Hit], tags: &[u32], index: &TagIndex) -> f64 {
    let has_any = |hit: &&Hit| index.has_any(hit.row_in_corpus, tags);
    let votes: f64 = neighbours.iter().filter(has_any).map(|hit| f64::from(hit.score)).sum();
    shared(votes, total(neighbours))
}

/// The share of all similarity that votes; 0 without any.
fn shared(votes: f64, all: f64) -> f64 {
    // An empty sum may be −0, which would sort after 0.
    if all > 0.0 { votes / all + 0.0 } else { 0.0 }
}

/// Σ |cos|.
pub(super) fn total(neighbours: &[Hit]) -> f64 {
    neighbours.iter().map(|hit| f64::from(hit.score).abs()).sum()
}
