//! Re-ranked systems: the first hits of one system in the order of another, then the rest of its list.

use super::asked::{Asked, Search};
use crate::ui::task::Ended;
use rankscope_core::ranking::{Hit, by_second_scores, reranked_at_top};
use rankscope_messages::{Request, RowSet, SearchQuery, Timings};

pub(super) struct Stages<'a> {
    pub(super) first: &'a str,
    pub(super) second: &'a str,
    pub(super) depth: usize,
}

impl Stages<'_> {
    /// Replies to a request for the rankings of many queries; `request` is that of the first stage, in
    /// lists as deep as both the request and the second stage need.
    pub(super) async fn rankings(&self, asked: &Asked, request: Request) -> Result<(), Ended> {
        let lists = asked.rankings(request).await?;
        let head = |hits: &Vec<Hit>| {
            hits.iter().take(self.depth).map(|hit| hit.row_in_corpus).collect::<Vec<u32>>()
        };
        let rows = lists.iter().map(head).collect();
        let system = self.second.to_string();
        let scored = asked.rankings(Request::RerankQueries { system, rows }).await?;
        let ordered = lists
            .iter()
            .zip(&scored)
            .map(|(hits, scored)| reranked_at_top(hits, self.depth, scored).hits);
        asked.send_in_parts(lists.len(), ordered).await
    }

    /// The first `k` hits for one query, with the second stage's scores. The rest has none.
    pub(super) async fn hits(
        &self,
        asked: &Asked,
        k: usize,
        search: Search<'_>,
    ) -> Result<(Vec<Hit>, Timings), Ended> {
        let (mut hits, timings) = asked.of_part(self.first, k.max(self.depth), search).await?;
        let rest = hits.split_off(self.depth.min(hits.len()));
        let (mut hits, timings) =
            rescored(asked, (hits, timings), self.second, search.query).await?;
        hits.extend(rest.into_iter().map(|hit| Hit { score: f32::NAN, ..hit }));
        hits.truncate(k);
        Ok((hits, timings))
    }
}

/// Hits of a first stage by the scores of a second.
pub(super) async fn rescored(
    asked: &Asked,
    (hits, timings): (Vec<Hit>, Timings),
    second: &str,
    query: &SearchQuery,
) -> Result<(Vec<Hit>, Timings), Ended> {
    let mut belongs = vec![false; asked.dataset.n_images()];
    for hit in &hits {
        if let Some(place) = belongs.get_mut(hit.row_in_corpus as usize) {
            *place = true;
        }
    }
    let among = RowSet::new(belongs);
    let search = Search { query, all_rows: true, among: Some(&among) };
    let (scored, own) = asked.of_part(second, hits.len().max(1), search).await?;
    let timings = Timings {
        load_ms: timings.load_ms + own.load_ms,
        rerank_ms: Some(own.encode_ms.unwrap_or(0.0) + own.search_ms),
        ..timings
    };
    Ok((by_second_scores(&hits, &scored), timings))
}
