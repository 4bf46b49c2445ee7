//! Answers requests to a run from its rankings.

use rankscope_core::analysis::{Dataset, Rankings};
use rankscope_core::ranking::Hit;
use rankscope_messages::{Failure, Request, Response, SearchQuery, Timings};
use std::sync::Arc;

/// Queries in one answer; the page gets to respond after each answer.
const QUERIES_PER_ANSWER: usize = 64;

pub struct Answers {
    request: Request,
    dataset: Arc<Dataset>,
    rankings: Rankings,
    n_done: usize,
    is_over: bool,
}

impl Answers {
    /// Lazy: nothing is computed before the first answer is requested.
    pub fn new(request: Request, dataset: Arc<Dataset>, rankings: Rankings) -> Self {
        Self { request, dataset, rankings, n_done: 0, is_over: false }
    }

    /// The texts of an image of the corpus; `None` of a run without lists of texts.
    fn texts(&self, image: u32) -> Option<&[Hit]> {
        let place = self.dataset.image_rows.as_ref()?.binary_search(&image);
        let hits = place.ok().and_then(|place| self.rankings.get(place));
        Some(hits.map_or(&[], Vec::as_slice))
    }

    fn next_texts(&mut self, images: &[u32], depths: &[u32]) -> Option<Response> {
        let first = self.n_done;
        let block = images.iter().zip(depths).skip(first).take(QUERIES_PER_ANSWER);
        let texts =
            block.map(|(image, depth)| Some(first_of(self.texts(*image)?, *depth as usize)));
        let rankings = texts.collect::<Option<Vec<_>>>()?;
        self.n_done += rankings.len();
        self.is_over = self.n_done >= images.len();
        let first_query = u32::try_from(first).unwrap_or(u32::MAX);
        let (n_candidates, last) = (None, self.is_over);
        Some(Response::Rankings { first_query, rankings, n_candidates, last })
    }
}

/// Yields replies, of which the last is marked; a failure is also the last.
impl Iterator for Answers {
    type Item = Result<Response, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let answer = match &self.request {
            Request::RankQueries { depths, .. } => {
                let first = self.n_done;
                let block = self.rankings.iter().enumerate().skip(first).take(QUERIES_PER_ANSWER);
                let depth = |row: usize| depths.get(row).map_or(0, |depth| *depth as usize);
                let rankings: Vec<Vec<Hit>> =
                    block.map(|(row, hits)| first_of(hits, depth(row))).collect();
                self.n_done += rankings.len();
                self.is_over = self.n_done >= self.rankings.len();
                let first_query = u32::try_from(first).unwrap_or(u32::MAX);
                // A run is complete: there was no selection of candidates.
                let (n_candidates, last) = (None, self.is_over);
                Ok(Response::Rankings { first_query, rankings, n_candidates, last })
            }
            Request::RerankQueries { rows, .. } => {
                let first = self.n_done;
                let block = rows.iter().enumerate().skip(first).take(QUERIES_PER_ANSWER);
                let scored = |(row, images): (usize, &Vec<u32>)| {
                    let mut images = images.clone();
                    images.sort_unstable();
                    let hits = self.rankings.get(row).map_or(&[][..], Vec::as_slice);
                    hits.iter()
                        .filter(|hit| images.binary_search(&hit.row_in_corpus).is_ok())
                        .copied()
                        .collect()
                };
                let rankings: Vec<Vec<Hit>> = block.map(scored).collect();
                self.n_done += rankings.len();
                self.is_over = self.n_done >= rows.len();
                let first_query = u32::try_from(first).unwrap_or(u32::MAX);
                // Images that the run lacks have no score.
                let (n_candidates, last) = (None, self.is_over);
                Ok(Response::Rankings { first_query, rankings, n_candidates, last })
            }
            Request::Search { query: SearchQuery::Stored(row), k, rerank: None, among, .. } => {
                self.is_over = true;
                let hits = self.rankings.get(*row as usize).map_or(&[][..], Vec::as_slice);
                let passes_filter =
                    |hit: &&Hit| among.as_ref().is_none_or(|rows| rows.has(hit.row_in_corpus));
                let hits: Vec<Hit> = hits.iter().filter(passes_filter).copied().collect();
                let timings = Timings { n_rows: hits.len(), ..Timings::default() };
                let hits = first_of(&hits, *k);
                Ok(Response::Hits { hits, timings, last: true })
            }
            Request::RankTexts { images, depths, .. } => {
                let (images, depths) = (images.clone(), depths.clone());
                self.next_texts(&images, &depths).ok_or_else(only_queries)
            }
            Request::FindTexts { query: SearchQuery::Image(image), k, .. } => {
                self.is_over = true;
                let texts = self.texts(*image).map(|hits| first_of(hits, *k));
                let found = |hits: Vec<Hit>| Response::Texts {
                    texts: hits.iter().map(|hit| (hit.row_in_corpus, hit.score)).collect(),
                };
                texts.map(found).ok_or_else(only_queries)
            }
            _ => {
                self.is_over = true;
                Err(only_queries())
            }
        };
        Some(answer)
    }
}

fn first_of(hits: &[Hit], n: usize) -> Vec<Hit> {
    hits.get(..n).unwrap_or(hits).to_vec()
}

fn only_queries() -> Failure {
    Failure {
        title: "A run contains only rankings".into(),
        detail:
            "It has no vectors, so it can only answer the benchmark’s queries. It cannot search \
                 for your own text or for similar pictures."
                .into(),
        advice: "Choose one of the benchmark’s queries, or another system.".into(),
    }
}
