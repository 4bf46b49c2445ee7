//! The lists of a derived system's parts for one query, and what they make together.

use crate::ui::dataset::load_judgements;
use crate::ui::engine_client::{Engine, Replies, ReplyEvent, ReplySender, unexpected};
use crate::ui::task::{Ended, pause};
use rankscope_core::analysis::{Dataset, Derived, FUSED_DEPTH, FusedSystem};
use rankscope_core::ranking::{Fusion, FusionTerm, Hit};
use rankscope_messages::{Failure, Request, Response, RowSet, SearchQuery, Timings};
use std::rc::Rc;
use std::sync::Arc;

/// Rankings sent between two pauses.
const RANKINGS_PER_REPLY: usize = 32;

pub(super) struct Asked {
    pub(super) engine: Engine,
    pub(super) dataset: Arc<Dataset>,
    pub(super) sender: Option<ReplySender>,
}

#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    pub(super) query: &'a SearchQuery,
    pub(super) all_rows: bool,
    pub(super) among: Option<&'a RowSet>,
}

impl Search<'_> {
    fn request(self, system: &str, k: usize) -> Request {
        Request::Search {
            system: system.to_string(),
            query: self.query.clone(),
            k,
            rerank: None,
            all_rows: self.all_rows,
            among: self.among.cloned(),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct PartTerm {
    pub title: String,
    /// `None` if the image is not among the part's first [`FUSED_DEPTH`] hits.
    pub term: Option<FusionTerm>,
}

/// In the order of the system's parts; `request` is the search that found the hit.
pub async fn terms_of_hit(
    engine: Engine,
    dataset: Arc<Dataset>,
    request: Request,
    row_in_corpus: u32,
) -> Result<Vec<PartTerm>, Ended> {
    let Request::Search { system, query, all_rows, among, .. } = &request else {
        return Err(Ended::Cancelled);
    };
    let fused = FusedSystem::parse(system).map_err(|e| refused(e.to_string()))?;
    let asked = Asked { engine, dataset: dataset.clone(), sender: None };
    let search = Search { query, all_rows: *all_rows, among: among.as_ref() };
    let (lists, _) = asked.lists(&fused, search).await?;
    let lists: Vec<&[Hit]> = lists.iter().map(Vec::as_slice).collect();
    let terms = fused.fusion().terms(&lists, row_in_corpus);
    let term = |(id, term): (&str, Option<FusionTerm>)| {
        let title = dataset.manifest.system(id).map_or_else(|| id.into(), |own| own.title.clone());
        PartTerm { title, term }
    };
    Ok(fused.part_ids().zip(terms).map(term).collect())
}

pub(super) fn parsed(id: &str) -> Result<Derived, Ended> {
    Derived::parse(id).map_err(|e| refused(e.to_string()))
}

pub(super) fn refused(detail: String) -> Ended {
    Ended::Failed(Failure {
        title: "These systems cannot be combined".into(),
        detail,
        advice: "Choose them again under Combine systems.".into(),
    })
}

/// Where a system is asked for texts that ranks pictures only.
pub(super) fn images_only(id: &str) -> Ended {
    refused(format!("{id} ranks pictures for texts, and no texts for pictures."))
}

impl Asked {
    /// The first hits of each part, and the time they took together.
    pub(super) async fn lists(
        &self,
        fused: &FusedSystem,
        search: Search<'_>,
    ) -> Result<(Vec<Vec<Hit>>, Timings), Ended> {
        let mut lists = Vec::new();
        let mut together = Timings { is_remembered: true, ..Timings::default() };
        for part in fused.part_ids() {
            let (hits, own) = self.of_part(part, self.depth(), search).await?;
            lists.push(hits);
            together = added(together, own);
        }
        for (part, hits) in fused.part_ids().zip(&lists) {
            check(&fused.fusion(), part, hits)?;
        }
        Ok((lists, together))
    }

    /// The number of hits of each part that are fused.
    pub(super) fn depth(&self) -> usize {
        FUSED_DEPTH.min(self.dataset.n_images().max(1))
    }

    pub(super) async fn of_part(
        &self,
        system: &str,
        k: usize,
        Search { query, all_rows, among }: Search<'_>,
    ) -> Result<(Vec<Hit>, Timings), Ended> {
        let query = &self.query_for(system, query);
        let search = Search { query, all_rows, among };
        self.first_hits(self.engine.stream(search.request(system, k))).await
    }

    /// The same of the worker, for a system that it has.
    pub(super) async fn by_worker(
        &self,
        system: &str,
        k: usize,
        search: Search<'_>,
    ) -> Result<(Vec<Hit>, Timings), Ended> {
        self.first_hits(self.engine.stream_as_is(search.request(system, k))).await
    }

    async fn first_hits(&self, mut replies: Replies) -> Result<(Vec<Hit>, Timings), Ended> {
        while let Some(event) = replies.next().await? {
            match event {
                // A partial list is no list to fuse.
                ReplyEvent::Reply(Response::Hits { last: false, .. }) => {}
                ReplyEvent::Reply(Response::Hits { hits, timings, .. }) => {
                    return Ok((hits, timings));
                }
                ReplyEvent::Reply(response) => return Err(unexpected(&response)),
                event @ ReplyEvent::Progress(_) => self.send(event),
            }
        }
        Err(Ended::Cancelled)
    }

    /// Loads the judgements by a definition unless they are there.
    pub(super) async fn judgements(&self, definition: usize) -> Result<(), Ended> {
        if self.dataset.relevance.get(definition).is_some() {
            return Ok(());
        }
        let sender = self.sender.clone();
        let show = Rc::new(move |progress| {
            if let Some(sender) = &sender {
                // Ignored if the receiver is gone.
                let _ = sender.unbounded_send(Ok(ReplyEvent::Progress(progress)));
            }
        });
        let places = definition..definition + 1;
        load_judgements(self.dataset.clone(), places, None, show).await.map_err(Ended::Failed)
    }

    /// All rankings that answer a request.
    pub(super) async fn rankings(&self, request: Request) -> Result<Vec<Vec<Hit>>, Ended> {
        self.all_rankings(self.engine.stream(request)).await
    }

    /// The same of the worker, for a system that it has.
    pub(super) async fn by_worker_for_all(&self, request: Request) -> Result<Vec<Vec<Hit>>, Ended> {
        self.all_rankings(self.engine.stream_as_is(request)).await
    }

    async fn all_rankings(&self, mut replies: Replies) -> Result<Vec<Vec<Hit>>, Ended> {
        let mut all = Vec::new();
        while let Some(event) = replies.next().await? {
            match event {
                ReplyEvent::Reply(Response::Rankings { rankings, .. }) => all.extend(rankings),
                ReplyEvent::Reply(response) => return Err(unexpected(&response)),
                event @ ReplyEvent::Progress(_) => self.send(event),
            }
        }
        Ok(all)
    }

    /// The query as a part takes it: one without stored query vectors may encode the text.
    fn query_for(&self, system: &str, query: &SearchQuery) -> SearchQuery {
        let SearchQuery::Stored(row) = query else { return query.clone() };
        let part = self.dataset.manifest.system(system);
        let encodes = part.is_some_and(|part| part.queries.is_none() && part.encoder.is_some());
        let text = self.dataset.queries.get(*row as usize).map(|query| query.text.clone());
        text.filter(|_| encodes).map_or_else(|| query.clone(), SearchQuery::Text)
    }

    /// Sends the rankings of `n` queries as they are made.
    pub(super) async fn send_in_parts(
        &self,
        n: usize,
        mut all: impl Iterator<Item = Vec<Hit>>,
    ) -> Result<(), Ended> {
        let mut first_query = 0;
        loop {
            let rankings: Vec<Vec<Hit>> = all.by_ref().take(RANKINGS_PER_REPLY).collect();
            let n_sent = u32::try_from(rankings.len()).unwrap_or(u32::MAX);
            let last = (first_query + n_sent) as usize >= n || n_sent == 0;
            let reply = Response::Rankings { first_query, rankings, n_candidates: None, last };
            self.send(ReplyEvent::Reply(reply));
            if last {
                return Ok(());
            }
            first_query += n_sent;
            pause().await;
        }
    }

    pub(super) fn send(&self, event: ReplyEvent) {
        if let Some(sender) = &self.sender {
            // Ignored if the receiver is gone.
            let _ = sender.unbounded_send(Ok(event));
        }
    }
}

/// Refuses scores without a scale where scores count.
pub(super) fn check(fusion: &Fusion, part: &str, hits: &[Hit]) -> Result<(), Ended> {
    if matches!(fusion, Fusion::ReciprocalRank { .. }) {
        return Ok(());
    }
    let Some(hit) = hits.iter().find(|hit| !hit.score.is_finite()) else { return Ok(()) };
    Err(Ended::Failed(Failure {
        title: "These systems cannot be fused by their scores".into(),
        detail: format!("{part} has the score {}, which cannot be scaled to 0 … 1.", hit.score),
        advice: "Fuse them by RRF, which reads ranks only.".into(),
    }))
}

fn added(together: Timings, own: Timings) -> Timings {
    let encode_ms = [together.encode_ms, own.encode_ms].into_iter().flatten();
    let encode_ms = encode_ms.reduce(|a, b| a + b);
    Timings {
        load_ms: together.load_ms + own.load_ms,
        encode_ms,
        is_remembered: together.is_remembered && (own.encode_ms.is_none() || own.is_remembered),
        search_ms: together.search_ms + own.search_ms,
        rerank_ms: None,
        n_rows: together.n_rows.max(own.n_rows),
        n_among: own.n_among,
        n_candidates: together.n_candidates.max(own.n_candidates),
    }
}

pub(super) fn now_ms() -> f64 {
    js_sys::Date::now()
}
