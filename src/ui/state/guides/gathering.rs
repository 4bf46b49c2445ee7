//! Makes guides and asks the engine what each finds.

use super::kept::{kind_of, may_be_kept};
use super::{Guides, Plan, Wanted};
use crate::ui::dataset::load_stored_guides;
use crate::ui::engine_client::unexpected;
use crate::ui::guide_scenes::{answer, drawn, read_text, scenes};
use crate::ui::task::{Ended, Run, now_ms, pause};
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use rankscope_core::benchmark::{Image, Manifest};
use rankscope_core::ranking::Hit;
use rankscope_fieldbook::{Engine, SceneGuide};
use rankscope_messages::{Failure, Picture, ProgressUnit, Request, Response, SearchQuery};
use std::sync::Arc;

/// Hits of the text alone.
const TEXT_DEPTH: usize = 100;
/// How many queries are searched for one with a topic.
const NEAREST: usize = 1_000;

#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct Guide {
    /// Equal keys have equal pictures.
    pub(in crate::ui) key: String,
    pub(in crate::ui) title: String,
    pub(in crate::ui) url: Option<String>,
    pub(in crate::ui) source: Source,
    pub(in crate::ui) scene: Option<SceneGuide>,
}

#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) enum Source {
    Picture(Picture),
    Row(u32, Image),
    /// A guide that the benchmark carries: its engine, its row in the engine's vectors, its picture.
    Stored(String, u32, Image),
}

#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct Guided {
    pub(in crate::ui) hits: Vec<Hit>,
    pub(in crate::ui) vector: Vec<f32>,
}

/// In milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(in crate::ui) struct GuideTimings {
    pub(in crate::ui) understand_ms: f64,
    pub(in crate::ui) draw_ms: f64,
    /// For galleries and towers that were not in memory.
    pub(in crate::ui) load_ms: f64,
    pub(in crate::ui) encode_ms: f64,
    pub(in crate::ui) search_ms: f64,
}

impl Guide {
    pub(in crate::ui) fn of_image(row: u32, image: Image) -> Self {
        let (key, title) = (format!("hit:{row}"), format!("Picture {}", image.id));
        Self { key, title, url: None, source: Source::Row(row, image), scene: None }
    }
}

impl Source {
    fn query(&self) -> SearchQuery {
        match self {
            Self::Picture(picture) => SearchQuery::Picture(picture.clone()),
            Self::Row(row, _) => SearchQuery::Image(*row),
            Self::Stored(engine, row, _) => {
                SearchQuery::StoredGuide { engine: engine.clone(), row: *row }
            }
        }
    }

    /// Whether a system can compare it: a picture needs a vision tower, a carried guide a vector.
    fn can_be_seen_by(&self, system: &str, manifest: &Manifest) -> bool {
        let Some(system) = manifest.system(system) else { return false };
        match self {
            Self::Picture(_) => manifest.encodes_pictures(system),
            Self::Row(..) => true,
            Self::Stored(engine, ..) => manifest.guide_vectors(system, engine).is_some(),
        }
    }
}

impl Guides {
    /// Makes and compares what is wanted of a benchmark, unless it is done or in progress.
    pub(in crate::ui) fn want(&self, wanted: &Wanted, dataset: &Arc<Dataset>) {
        let last = self.wanted.get_value();
        let is_same_text = last.as_ref().is_some_and(|last| last.has_same_guides_as(wanted));
        if !is_same_text {
            self.made.set(Vec::new());
            self.read.set(None);
            self.taken_from.set(None);
            self.timings.set(GuideTimings::default());
        }
        let is_same_query = last
            .as_ref()
            .is_some_and(|last| last.base_url == wanted.base_url && last.text == wanted.text);
        if !is_same_query {
            self.dropped.update(std::collections::BTreeSet::clear);
            // What was taken on Explore is for the query that is asked now.
            if self.taken_for.try_update_value(Option::take).flatten().as_ref()
                != Some(&wanted.text)
            {
                self.added.set(Vec::new());
            }
            self.found.update(std::collections::HashMap::clear);
            self.unseen.update(std::collections::HashSet::clear);
            self.trusted.wrong.update(std::collections::BTreeSet::clear);
        }
        let is_same_first = last.as_ref().and_then(|last| last.plan.embedders.first())
            == wanted.plan.embedders.first();
        if !(is_same_query && is_same_first) {
            self.forget_text();
        }
        self.wanted.set_value(Some(wanted.clone()));
        let (guides, input) = (*self, (wanted.clone(), dataset.clone()));
        self.work.start_with(input, move |run, (wanted, dataset)| async move {
            guides.gather(&wanted, &dataset, &run).await
        });
    }

    pub(in crate::ui) fn forget(&self) {
        if self.wanted.with_value(Option::is_some) {
            self.wanted.set_value(None);
            self.work.reset();
            self.made.set(Vec::new());
            self.read.set(None);
            self.taken_from.set(None);
            self.forget_text();
        }
    }

    fn forget_text(&self) {
        self.text_hits.set(None);
        self.text_vector.set(None);
        self.near_queries.set(Arc::default());
        self.hardness.forget();
    }

    async fn gather(&self, wanted: &Wanted, dataset: &Dataset, run: &Run<()>) -> Result<(), Ended> {
        let mut timings = self.timings.get_untracked();
        if let Some(first) = wanted.plan.embedders.first() {
            self.search_text(first, wanted, &mut timings).await?;
        }
        if wanted.plan.choice.gamma.is_some() {
            let is_easy = self.is_easy(wanted, dataset).await?;
            let is_at_once = is_easy && !self.hardness.is_forced.get_untracked();
            self.hardness.is_at_once.set(is_at_once);
            if is_at_once {
                self.made.set(Vec::new());
            }
        } else {
            self.hardness.is_at_once.set(false);
        }
        let is_at_once = self.hardness.is_at_once.get_untracked();
        if self.made.with_untracked(Vec::is_empty) && !is_at_once {
            let mut made = carried(wanted, dataset, run).await.map_err(Ended::Failed)?;
            if !wanted.plan.engines.is_empty() {
                let drawn = self.make(wanted, &mut timings, run).await.map_err(Ended::Failed)?;
                made.extend(drawn);
            }
            self.timings.set(timings);
            self.made.set(made);
        }
        let all = untrack(|| self.all());
        let embedders = &wanted.plan.embedders;
        let (total, mut done) = (embedders.len() * all.len(), 0);
        for embedder in embedders {
            for guide in &all {
                let what = format!("{embedder} · {}", guide.title);
                run.count(what, done, total, ProgressUnit::Layers);
                done += 1;
                if !guide.source.can_be_seen_by(embedder, &dataset.own) {
                    let pair = (embedder.clone(), guide.key.clone());
                    self.unseen.update(|unseen| {
                        unseen.insert(pair);
                    });
                    continue;
                }
                let key = (embedder.clone(), guide.key.clone(), wanted.plan.k);
                if self.found.with_untracked(|found| found.contains_key(&key)) {
                    continue;
                }
                let guided = self.guided(embedder, guide, wanted.plan.k, &mut timings).await?;
                self.found.update(|found| drop(found.insert(key, Arc::new(guided))));
                self.timings.set(timings);
            }
        }
        // Shown next to the hits; where γ decides, it was needed before.
        self.is_easy(wanted, dataset).await?;
        Ok(())
    }

    async fn make(
        &self,
        wanted: &Wanted,
        timings: &mut GuideTimings,
        run: &Run<()>,
    ) -> Result<Vec<Arc<Guide>>, Failure> {
        let Plan { engines, n_guides, size, choice, .. } = &wanted.plan;
        let report = |what: &str| run.count(what, 0, 0, ProgressUnit::Layers);
        report("Reading the text");
        let start = now_ms();
        self.read.set(Some(Arc::new(read_text(wanted.text.clone()).await?)));
        let kind = kind_of(wanted);
        let vector = self.text_vector.get_untracked().unwrap_or_default();
        let earlier = self.kept.nearest(&wanted.text, &kind, &vector, choice.reuse);
        let is_new = earlier.is_none();
        let chosen = match earlier {
            Some((text, cosine, guides)) => {
                self.taken_from.set(Some((text, cosine)));
                guides
            }
            None => {
                let mut chosen = Vec::new();
                for engine in engines {
                    report("Choosing scenes");
                    pause().await;
                    let text = wanted.text.clone();
                    if *engine == Engine::Oracle && !answer(text.clone(), wanted.n_images).await? {
                        continue;
                    }
                    chosen.extend(scenes(text, *engine, *n_guides, choice.seed).await?);
                }
                chosen
            }
        };
        timings.understand_ms = now_ms() - start;
        report("Drawing guides");
        let start = now_ms();
        let mut made = Vec::with_capacity(chosen.len());
        for scene in chosen {
            pause().await;
            let picture = drawn(scene.clone(), size.pixels()).await?;
            made.push(Arc::new(Guide {
                key: format!("{}:{}:{}", scene.engine.name(), scene.scene, size.pixels()),
                title: title_of(&scene),
                url: Some(picture.url),
                source: Source::Picture(picture.pixels),
                scene: Some(scene),
            }));
        }
        timings.draw_ms = now_ms() - start;
        let chosen: Vec<SceneGuide> = made.iter().filter_map(|guide| guide.scene.clone()).collect();
        if is_new && may_be_kept(&chosen) && !vector.is_empty() {
            self.kept.keep(&wanted.text, kind, &vector, &chosen);
        }
        Ok(made)
    }

    async fn guided(
        &self,
        embedder: &str,
        guide: &Guide,
        k: usize,
        sum: &mut GuideTimings,
    ) -> Result<Guided, Ended> {
        let (system, guide) = (embedder.to_string(), guide.source.query());
        match self.engine.ask(Request::Guide { system, guide, k }).await? {
            Response::Guided { hits, vector, timings } => {
                sum.load_ms += timings.load_ms;
                sum.encode_ms += timings.encode_ms.unwrap_or(0.0);
                sum.search_ms += timings.search_ms;
                Ok(Guided { hits, vector })
            }
            response => Err(unexpected(&response)),
        }
    }

    /// What the text alone finds, and the queries near it; nothing if the embedder cannot encode
    /// text.
    async fn search_text(
        &self,
        embedder: &str,
        wanted: &Wanted,
        timings: &mut GuideTimings,
    ) -> Result<(), Ended> {
        if self.text_hits.with_untracked(Option::is_none) {
            let (system, guide) = (embedder.to_string(), wanted.query.clone());
            match self.engine.ask(Request::Guide { system, guide, k: TEXT_DEPTH }).await {
                Ok(Response::Guided { hits, vector, timings: own }) => {
                    timings.load_ms += own.load_ms;
                    self.text_hits.set(Some(Arc::new(hits)));
                    self.text_vector.set(Some(Arc::new(vector)));
                }
                Ok(response) => return Err(unexpected(&response)),
                // Guides can search all the same.
                Err(Ended::Failed(_)) => return Ok(()),
                Err(ended) => return Err(ended),
            }
        }
        // By itself: an earlier run may have been cancelled between the two.
        if wanted.needs_topic && self.near_queries.with_untracked(|near| near.is_empty()) {
            let (system, query) = (embedder.to_string(), wanted.query.clone());
            let request = Request::FindQueries { system, query, k: NEAREST };
            match self.engine.ask(request).await {
                Ok(Response::Texts { texts }) => {
                    let rows = texts.into_iter().map(|(row, _)| row).collect();
                    self.near_queries.set(Arc::new(rows));
                }
                Ok(response) => return Err(unexpected(&response)),
                // The text has the topic of all texts without one.
                Err(Ended::Failed(_)) => {}
                Err(ended) => return Err(ended),
            }
        }
        Ok(())
    }
}

/// The guides that the benchmark carries for a query, the first of each engine.
async fn carried(
    wanted: &Wanted,
    dataset: &Dataset,
    run: &Run<()>,
) -> Result<Vec<Arc<Guide>>, Failure> {
    let mut all = Vec::new();
    let SearchQuery::Stored(query) = wanted.query else { return Ok(all) };
    for id in &wanted.plan.stored {
        let Some(engine) = dataset.own.stored_guides(id) else { continue };
        let list = load_stored_guides(dataset, engine, &|progress| run.progress(progress)).await?;
        let images = list.of_query(query as usize).iter();
        let images = images.filter_map(|row| Some((*row, list.images().get(*row as usize)?)));
        let size = wanted.plan.choice.size;
        let images =
            images.filter(|(_, own)| size.is_none_or(|size| size.is_stated(own.size.as_deref())));
        all.extend(images.take(wanted.plan.n_guides).map(|(row, own)| {
            let title = format!("{} {}", engine.title, own.guide);
            let (uri, scene) = (own.uri.clone(), own.scene.clone());
            let image = Image { id: title.clone(), uri, scene, ..Image::default() };
            Arc::new(Guide {
                key: format!("stored:{id}:{row}"),
                source: Source::Stored(id.clone(), row, image),
                url: None,
                scene: None,
                title,
            })
        }));
    }
    Ok(all)
}

fn title_of(guide: &SceneGuide) -> String {
    format!("{} {}", guide.engine.title(), guide.number + 1)
}
