//! Search by guide images as a system: the guides of a query of the benchmark, drawn or carried, search under each
//! embedder, and their lists are fused, as `rankscope eval --system 'guides(balanced)'` does it. What a guide found
//! is kept for the visit, so that systems with guides in common share the work.

use super::asked::{Asked, Search, now_ms, refused};
use crate::ui::dataset::{load_complexity, load_stored_guides};
use crate::ui::engine_client::ReplyEvent;
use crate::ui::guide_scenes::{drawn, scenes};
use crate::ui::task::{Ended, pause};
use rankscope_core::analysis::{Board, Column, GuidedSystem};
use rankscope_core::benchmark::System;
use rankscope_core::benchmark::lists::QueryGuides;
use rankscope_core::ranking::{Hit, hits_in_order};
use rankscope_core::report::Measured;
use rankscope_fieldbook::Engine;
use rankscope_guide::{
    CheapList, Complexity, DEPTH, EmbedderLists, GuideLists, Part, Preset, Size, features,
    rank_fused, usual_weights,
};
use rankscope_messages::{
    Failure, Progress, ProgressUnit, Request, Response, RowSet, SearchQuery, Timings,
};
use rankscope_transfer::Memory;
use std::cell::RefCell;
use std::collections::{HashMap, hash_map::Entry};
use std::rc::Rc;

/// The split by which embedders are put in order.
const VALIDATION: &str = "val";
/// Rankings sent at once: each takes a while.
const RANKINGS_PER_REPLY: usize = 4;
/// The most lists that are kept, of [`DEPTH`] rows each.
const MOST_LISTS: usize = 100_000;
/// That of the program where none is given.
const SEED: u64 = 0;
const NO_MODEL: &str = "gamma needs a model of how hard queries are, which the benchmark lacks: fit one by rankscope \
                        guide complexity DIR --store.";

thread_local! {
    /// By address of the benchmark and expression.
    static MADE: Rc<Memory<Guided>> = Rc::new(Memory::new(usize::MAX));
    /// The ids of embedders, the best first, by address of the benchmark and engines.
    static ORDERS: Rc<Memory<Vec<String>>> = Rc::new(Memory::new(usize::MAX));
    static KEPT: RefCell<Kept> = RefCell::default();
}

/// What makes guides.
enum Maker {
    Drawn(Engine),
    /// The benchmark carries them: the engine's id, and its guides of each query.
    Stored(String, QueryGuides),
}

/// What an expression comes to on a benchmark.
struct Guided {
    embedders: Vec<String>,
    weights: Vec<f64>,
    makers: Vec<Maker>,
    /// Of each engine.
    n_guides: usize,
    size: Size,
    /// Whether every embedder has vectors of the texts.
    knows_text: bool,
    /// The model that predicts how well a text does, and γ.
    easy: Option<(Complexity, f64)>,
}

/// What guides found, of one benchmark.
#[derive(Default)]
struct Kept {
    base_url: String,
    n_lists: usize,
    by_query: HashMap<(u32, String), Found>,
}

/// What an engine's guides of a query found.
#[derive(Default, Clone)]
struct Found {
    /// How many guides were asked for, and made.
    n_asked: usize,
    n_made: usize,
    /// By the guide's number and the embedder.
    lists: HashMap<(usize, String), Vec<u32>>,
}

/// What is ranked for each query: so many pictures of the gallery, or these; none where that is 0 or empty.
#[derive(Clone, Copy)]
pub(super) enum Wanted<'a> {
    First(&'a [u32]),
    Candidates(&'a [Vec<u32>]),
}

impl Wanted<'_> {
    /// How many pictures of each query.
    fn numbers(self) -> Vec<u32> {
        let n_of = |rows: &Vec<u32>| u32::try_from(rows.len()).unwrap_or(u32::MAX);
        match self {
            Self::First(depths) => depths.to_vec(),
            Self::Candidates(rows) => rows.iter().map(n_of).collect(),
        }
    }

    /// The rankings by a system's texts; of the queries of which `is_asked` holds.
    fn request(self, system: String, is_asked: &[bool]) -> Request {
        let asked = is_asked.iter();
        match self {
            Self::First(depths) => {
                let depths = depths.iter().zip(asked).map(|(n, is)| if *is { *n } else { 0 });
                Request::RankQueries { system, depths: depths.collect() }
            }
            Self::Candidates(rows) => {
                let own =
                    |(rows, is): (&Vec<u32>, &bool)| if *is { rows.clone() } else { Vec::new() };
                Request::RerankQueries { system, rows: rows.iter().zip(asked).map(own).collect() }
            }
        }
    }

    /// The pictures that a query ranks; `None` for all.
    fn among(self, row: usize, n_images: usize) -> Option<RowSet> {
        let Self::Candidates(all) = self else { return None };
        let mut belongs = vec![false; n_images];
        for row in all.get(row).into_iter().flatten() {
            if let Some(place) = belongs.get_mut(*row as usize) {
                *place = true;
            }
        }
        Some(RowSet::new(belongs))
    }
}

/// Replies to a request for the rankings of many queries.
pub(super) async fn rankings(
    asked: &Asked,
    of: &GuidedSystem,
    wanted: Wanted<'_>,
) -> Result<(), Ended> {
    let guided = guided(asked, of).await?;
    let by_text = guided.by_text_alone(asked, wanted).await?;
    let (numbers, n_images) = (wanted.numbers(), asked.dataset.n_images());
    let total = numbers.iter().filter(|n| **n > 0).count();
    let (mut first_query, mut done, mut made) = (0, 0, Vec::new());
    for (row, n) in (0u32..).zip(&numbers) {
        made.push(match by_text.get(row as usize).and_then(Option::as_ref) {
            Some(hits) => hits.clone(),
            None if *n == 0 => Vec::new(),
            None => {
                let among = wanted.among(row as usize, n_images);
                guided.first_hits(asked, row, *n as usize, among.as_ref()).await?
            }
        });
        done += usize::from(*n > 0);
        let n_sent = u32::try_from(made.len()).unwrap_or(u32::MAX);
        if made.len() < RANKINGS_PER_REPLY {
            continue;
        }
        let (rankings, what) = (std::mem::take(&mut made), format!("guides({of})"));
        let reply = Response::Rankings { first_query, rankings, n_candidates: None, last: false };
        asked.send(ReplyEvent::Reply(reply));
        let unit = ProgressUnit::Queries;
        asked.send(ReplyEvent::Progress(Progress {
            what,
            done: done as u64,
            total: total as u64,
            unit,
        }));
        first_query += n_sent;
        pause().await;
    }
    let reply = Response::Rankings { first_query, rankings: made, n_candidates: None, last: true };
    asked.send(ReplyEvent::Reply(reply));
    Ok(())
}

/// The first `k` hits for one query.
pub(super) async fn hits(
    asked: &Asked,
    of: &GuidedSystem,
    k: usize,
    Search { query, all_rows, among }: Search<'_>,
) -> Result<(Vec<Hit>, Timings), Ended> {
    let SearchQuery::Stored(row) = query else {
        return Err(Ended::Failed(Failure {
            title: "This system answers the benchmark’s queries only".into(),
            detail: format!("guides({of}) has guides of these queries."),
            advice: "Search with your own words on the page Guides, or choose another system."
                .into(),
        }));
    };
    let began = now_ms();
    let guided = guided(asked, of).await?;
    let mut depths = vec![0; asked.dataset.queries.len()];
    if let Some(depth) = depths.get_mut(*row as usize) {
        *depth = u32::try_from(k).unwrap_or(u32::MAX);
    }
    let by_text = guided.by_text_alone(asked, Wanted::First(&depths)).await?;
    let hits = match (by_text.into_iter().flatten().next(), among, guided.text_system()) {
        (Some(hits), None, _) => hits,
        (Some(_), Some(_), Some(system)) => {
            asked.of_part(system, k, Search { query, all_rows, among }).await?.0
        }
        _ => guided.first_hits(asked, *row, k, among).await?,
    };
    let (n_rows, search_ms) = (asked.dataset.n_images(), now_ms() - began);
    Ok((hits, Timings { search_ms, n_rows, ..Timings::default() }))
}

async fn guided(asked: &Asked, of: &GuidedSystem) -> Result<Rc<Guided>, Ended> {
    let make = async || Ok::<_, Ended>((Guided::new(asked, of).await?, 0));
    MADE.with(Rc::clone).get(&format!("{} {of}", asked.dataset.base_url), make).await
}

impl Guided {
    async fn new(asked: &Asked, of: &GuidedSystem) -> Result<Self, Ended> {
        let dataset = &asked.dataset;
        let manifest = &dataset.own;
        let preset: Preset = of.preset.parse().map_err(refused)?;
        let mut makers = Vec::new();
        let show = |progress| asked.send(ReplyEvent::Progress(progress));
        match manifest.draws_guides() {
            true => makers.extend(Engine::OF_PRESETS.map(Maker::Drawn)),
            false => {
                for engine in manifest.guides.iter().take(preset.n_engines()) {
                    let guides = load_stored_guides(dataset, engine, &show).await;
                    makers.push(Maker::Stored(engine.id.clone(), guides.map_err(Ended::Failed)?));
                }
            }
        }
        makers.truncate(preset.n_engines());
        let n_embedders = of.n_embedders.unwrap_or_else(|| preset.n_embedders());
        let embedders: Vec<String> =
            in_order(asked, &makers).await?.iter().take(n_embedders).cloned().collect();
        if embedders.is_empty() {
            return Err(refused(
                "No system of the benchmark can compare guides with its pictures.".into(),
            ));
        }
        let weights = usual_weights(manifest, embedders.iter().map(String::as_str));
        let has_texts = |id: &String| manifest.system(id).is_some_and(|own| own.queries.is_some());
        let easy = match of.gamma {
            Some(gamma) => {
                let model = load_complexity(dataset).await.map_err(Ended::Failed)?;
                let none = || refused(NO_MODEL.into());
                Some((model.ok_or_else(none)?, gamma))
            }
            None => None,
        };
        Ok(Self {
            knows_text: embedders.iter().all(has_texts),
            embedders,
            weights,
            makers,
            n_guides: of.n_guides.unwrap_or_else(|| preset.n_guides()),
            size: preset.size(),
            easy,
        })
    }

    /// What answers easy queries: the system whose precision the model predicts.
    fn text_system(&self) -> Option<&str> {
        self.easy.as_ref()?.0.methods.first().map(String::as_str)
    }

    /// By query, what the text alone finds, where that is predicted to be enough.
    async fn by_text_alone(
        &self,
        asked: &Asked,
        wanted: Wanted<'_>,
    ) -> Result<Vec<Option<Vec<Hit>>>, Ended> {
        let Some((model, gamma)) = &self.easy else { return Ok(Vec::new()) };
        let numbers = wanted.numbers();
        let top = u32::try_from(model.top).unwrap_or(u32::MAX);
        let tops: Vec<u32> = numbers.iter().map(|n| if *n > 0 { top } else { 0 }).collect();
        let mut found = Vec::new();
        for system in model.methods.iter().cloned() {
            let request = Request::RankQueries { system, depths: tops.clone() };
            found.push(asked.rankings(request).await?);
        }
        let is_easy = |(row, n): (usize, &u32)| {
            let list = |of: &Vec<Vec<Hit>>| {
                let hits = of.get(row).map_or(&[][..], Vec::as_slice);
                CheapList::of(hits.get(..model.top).unwrap_or(hits))
            };
            let lists: Vec<CheapList<u32>> = found.iter().map(list).collect();
            let predicted = || model.predicted(&features(&lists, model.top));
            *n > 0 && predicted().is_some_and(|own| own >= *gamma)
        };
        let easy: Vec<bool> = numbers.iter().enumerate().map(is_easy).collect();
        let Some(system) = self.text_system().filter(|_| easy.contains(&true)) else {
            return Ok(Vec::new());
        };
        let hits = asked.rankings(wanted.request(system.to_owned(), &easy)).await?;
        Ok(easy.iter().zip(hits).map(|(is_easy, hits)| is_easy.then_some(hits)).collect())
    }

    /// The first `k` pictures by guides; a query without guides keeps the texts' fused list.
    async fn first_hits(
        &self,
        asked: &Asked,
        row: u32,
        k: usize,
        among: Option<&RowSet>,
    ) -> Result<Vec<Hit>, Ended> {
        let places: Vec<usize> = (0..self.makers.len()).collect();
        let mut all =
            GuideLists { guides: Vec::new(), lists: vec![Vec::new(); self.embedders.len()] };
        for (place, maker) in self.makers.iter().enumerate() {
            let found = self.found(asked, row, maker, among).await?;
            for number in 0..found.n_made.min(self.n_guides) {
                all.guides.push((place, number));
                for (embedder, lists) in self.embedders.iter().zip(&mut all.lists) {
                    let list = found.lists.get(&(number, embedder.clone()));
                    lists.push(list.cloned().unwrap_or_default());
                }
            }
        }
        let mut rows = all.fused(
            &Part {
                n_embedders: self.embedders.len(),
                engines: &places,
                n_guides: self.n_guides,
                weights: &self.weights,
                depth: DEPTH,
            },
            &[],
        );
        if rows.is_empty() && self.knows_text {
            rows = self.fused_text(asked, row, among).await?;
        }
        let mut hits = hits_in_order(&rows);
        hits.truncate(k);
        Ok(hits)
    }

    async fn fused_text(
        &self,
        asked: &Asked,
        row: u32,
        among: Option<&RowSet>,
    ) -> Result<Vec<u32>, Ended> {
        let mut lists = Vec::new();
        for (embedder, weight) in self.embedders.iter().zip(&self.weights) {
            let list = list_of(asked, embedder, &SearchQuery::Stored(row), among).await?;
            lists.push(EmbedderLists {
                embedder: String::new(),
                weight: *weight,
                lists: vec![list],
            });
        }
        Ok(rank_fused(&lists, DEPTH).into_iter().map(|hit| hit.item).collect())
    }

    /// What an engine's guides found under all embedders; what is kept of it is not searched again.
    async fn found(
        &self,
        asked: &Asked,
        row: u32,
        maker: &Maker,
        among: Option<&RowSet>,
    ) -> Result<Found, Ended> {
        let key = (row, maker.name(self.size));
        let base_url = &asked.dataset.base_url;
        let mut found = match among {
            None => KEPT.with_borrow(|kept| kept.of(base_url, &key)),
            Some(_) => Found::default(),
        };
        let n_known = found.n_made.min(self.n_guides);
        let is_missing = |number: usize| {
            let has = |embedder: &String| found.lists.contains_key(&(number, embedder.clone()));
            !self.embedders.iter().all(has)
        };
        if found.n_asked >= self.n_guides && !(0..n_known).any(is_missing) {
            return Ok(found);
        }
        let guides = self.guides(asked, row, maker).await?;
        found.n_asked = found.n_asked.max(self.n_guides);
        found.n_made = found.n_made.max(guides.len());
        for (number, guide) in guides.iter().enumerate() {
            for embedder in &self.embedders {
                let place = (number, embedder.clone());
                if let Entry::Vacant(place) = found.lists.entry(place) {
                    place.insert(list_of(asked, embedder, guide, among).await?);
                }
            }
        }
        if among.is_none() {
            KEPT.with_borrow_mut(|kept| kept.keep(base_url, key, found.clone()));
        }
        Ok(found)
    }

    /// The guides of a query, as they are searched with.
    async fn guides(
        &self,
        asked: &Asked,
        row: u32,
        maker: &Maker,
    ) -> Result<Vec<SearchQuery>, Ended> {
        let text = asked.dataset.queries.get(row as usize).map(|query| query.text.clone());
        let mut guides = Vec::new();
        match maker {
            Maker::Stored(engine, of) => {
                let rows = of.of_query(row as usize).iter().take(self.n_guides);
                guides.extend(
                    rows.map(|row| SearchQuery::StoredGuide { engine: engine.clone(), row: *row }),
                );
            }
            Maker::Drawn(engine) => {
                let chosen = scenes(text.unwrap_or_default(), *engine, self.n_guides, SEED).await;
                for scene in chosen.map_err(Ended::Failed)? {
                    let guide = drawn(scene, self.size.pixels()).await.map_err(Ended::Failed)?;
                    guides.push(SearchQuery::Picture(guide.pixels));
                }
            }
        }
        Ok(guides)
    }
}

impl Maker {
    /// Equal names have equal guides.
    fn name(&self, size: Size) -> String {
        match self {
            Self::Drawn(engine) => format!("{}:{}", engine.name(), size.pixels()),
            Self::Stored(id, _) => format!("stored:{id}"),
        }
    }
}

impl Kept {
    fn of(&self, base_url: &str, key: &(u32, String)) -> Found {
        let own = self.by_query.get(key).filter(|_| self.base_url == base_url);
        own.cloned().unwrap_or_default()
    }

    fn keep(&mut self, base_url: &str, key: (u32, String), found: Found) {
        if self.base_url != base_url || self.n_lists >= MOST_LISTS {
            *self = Self { base_url: base_url.to_owned(), ..Self::default() };
        }
        self.n_lists += found.lists.len();
        if let Some(earlier) = self.by_query.insert(key, found) {
            self.n_lists -= earlier.lists.len();
        }
    }
}

/// The first rows for a guide or a text under an embedder.
async fn list_of(
    asked: &Asked,
    embedder: &str,
    query: &SearchQuery,
    among: Option<&RowSet>,
) -> Result<Vec<u32>, Ended> {
    let k = DEPTH.min(asked.dataset.n_images().max(1));
    let search = Search { query, all_rows: true, among };
    let (hits, _) = asked.by_worker(embedder, k, search).await?;
    Ok(hits.iter().take(k).map(|hit| hit.row_in_corpus).collect())
}

/// The systems that can compare these guides, in the order of the benchmark's weights; without any, those first
/// that answer the validation split's texts best by the benchmark's first column.
async fn in_order(asked: &Asked, makers: &[Maker]) -> Result<Rc<Vec<String>>, Ended> {
    let stored = makers.iter().filter_map(|maker| match maker {
        Maker::Stored(id, _) => Some(id.clone()),
        Maker::Drawn(_) => None,
    });
    let stored: Vec<String> = stored.collect();
    let dataset = &asked.dataset;
    let key = format!("{} {}", dataset.base_url, stored.join(" "));
    let put = async || {
        let systems = dataset.own.guide_embedders(stored.len() < makers.len(), &stored);
        Ok::<_, Ended>((put_in_order(asked, systems).await?, 0))
    };
    ORDERS.with(Rc::clone).get(&key, put).await
}

async fn put_in_order(asked: &Asked, systems: Vec<&System>) -> Result<Vec<String>, Ended> {
    let dataset = &asked.dataset;
    let ids = |systems: Vec<&System>| systems.into_iter().map(|own| own.id.clone()).collect();
    if !dataset.own.guide_weights.is_empty() {
        return Ok(ids(dataset.own.by_guide_weight(systems)));
    }
    let queries = dataset.queries.iter().enumerate();
    let rows: Vec<usize> =
        queries.filter(|(_, query)| query.split == VALIDATION).map(|(row, _)| row).collect();
    let column = Column::first_of(dataset);
    let is_asked = systems.iter().all(|system| system.queries.is_some());
    let Some(column) = column.filter(|_| is_asked && !rows.is_empty()) else {
        return Ok(ids(systems));
    };
    asked.judgements(column.definition).await?;
    let board = Board::new(dataset.clone(), vec![column]);
    let mut depths = vec![0; dataset.queries.len()];
    for (row, (own, depth)) in depths.iter_mut().zip(board.depths(0)).enumerate() {
        if rows.binary_search(&row).is_ok() {
            *own = u32::try_from(depth.min(dataset.n_images())).unwrap_or(u32::MAX);
        }
    }
    let mut means: Vec<(f64, String)> = Vec::new();
    for system in ids(systems) {
        let request = Request::RankQueries { system: system.clone(), depths: depths.clone() };
        let rankings = asked.by_worker_for_all(request).await?;
        let values = board.values(&system, &rankings);
        let mean = Measured::over(&board, &values, 0, &rows).summary.mean;
        means.push((mean.unwrap_or(0.0), system));
        pause().await;
    }
    // Stable: equal means keep the manifest's order.
    means.sort_by(|a, b| b.0.total_cmp(&a.0));
    Ok(means.into_iter().map(|(_, id)| id).collect())
}
