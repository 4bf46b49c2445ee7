//! Sends the rankings of many queries, in messages small enough to keep the page responsive.

use super::context::Context;
use rankscope_core::ranking::Hit;
use rankscope_messages::Response;

/// Queries ranked between two yields: enough to keep the device busy, few enough that a cancel or a
/// search gets through soon.
pub(super) const QUERIES_PER_BLOCK: usize = 64;

/// Hits in one message: the page can judge this many within a frame or two.
const HITS_PER_MESSAGE: usize = 8_000;

pub(super) struct Rankings {
    pub(super) first_query: u32,
    pub(super) rankings: Vec<Vec<Hit>>,
    /// Rows scored for each query; `None` if the gallery is in memory.
    pub(super) n_candidates: Option<usize>,
    pub(super) last: bool,
}

impl Rankings {
    /// An empty last reply: every request must end in one.
    pub(super) fn none() -> Self {
        Self { first_query: 0, rankings: Vec::new(), n_candidates: None, last: true }
    }

    /// Sends as many replies as needed: a ranking may be as long as the corpus.
    pub(super) fn reply_in_parts(self, context: &Context) {
        let Self { mut first_query, rankings, n_candidates, last } = self;
        let mut rest = rankings.into_iter().peekable();
        loop {
            let mut part = Vec::new();
            let mut n_hits = 0;
            while let Some(hits) =
                rest.next_if(|hits| n_hits == 0 || n_hits + hits.len() <= HITS_PER_MESSAGE)
            {
                n_hits += hits.len();
                part.push(hits);
            }
            let n_queries = u32::try_from(part.len()).unwrap_or(u32::MAX);
            let is_last_part = rest.peek().is_none();
            let last = last && is_last_part;
            context.reply(Response::Rankings { first_query, rankings: part, n_candidates, last });
            first_query += n_queries;
            if is_last_part {
                return;
            }
        }
    }
}
