//! Makes guides and asks the engine what each finds.

use super::{Guides, Plan, Wanted};
use crate::messages::{Failure, Picture, Progress, ProgressUnit, Request, Response, SearchQuery};
use crate::ui::engine_client::unexpected;
use crate::ui::guide_scenes::{drawn, read_text, scenes};
use crate::ui::task::{Ended, Run, pause};
use leptos::prelude::*;
use rankscope_core::benchmark::Image;
use rankscope_core::ranking::Hit;
use rankscope_fieldbook::SceneGuide;
use std::sync::Arc;

/// Hits of the text alone.
const TEXT_DEPTH: usize = 100;

/// A guide.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct Guide {
    /// Its name among all guides: equal keys have equal pictures.
    pub(in crate::ui) key: String,
    /// Who made it, or what it is.
    pub(in crate::ui) title: String,
    /// Where its picture is.
    pub(in crate::ui) url: Option<String>,
    /// What the engine compares.
    pub(in crate::ui) source: Source,
    /// How it was chosen, if an engine made it.
    pub(in crate::ui) scene: Option<SceneGuide>,
}

/// What the engine compares with a gallery.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) enum Source {
    /// Pixels.
    Picture(Picture),
    /// An image of the corpus, by its row.
    Row(u32, Image),
}

/// What a guide found under an embedder.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::ui) struct Guided {
    /// Best first.
    pub(in crate::ui) hits: Vec<Hit>,
    /// The guide's vector.
    pub(in crate::ui) vector: Vec<f32>,
}

/// Milliseconds of each stage.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(in crate::ui) struct GuideTimings {
    pub(in crate::ui) understand_ms: f64,
    pub(in crate::ui) draw_ms: f64,
    /// Galleries and towers that were not in memory.
    pub(in crate::ui) load_ms: f64,
    pub(in crate::ui) encode_ms: f64,
    pub(in crate::ui) search_ms: f64,
}

impl Source {
    fn query(&self) -> SearchQuery {
        match self {
            Self::Picture(picture) => SearchQuery::Picture(picture.clone()),
            Self::Row(row, _) => SearchQuery::Image(*row),
        }
    }

    /// Whether an embedder needs a vision tower for it.
    fn needs_tower(&self) -> bool {
        matches!(self, Self::Picture(_))
    }
}

impl Guides {
    /// Makes and compares what is wanted, unless it is done or in work. `has_tower` says whether a
    /// system can encode pictures.
    pub(in crate::ui) fn want(&self, wanted: &Wanted, has_tower: impl Fn(&str) -> bool + 'static) {
        let last = self.wanted.get_value();
        let is_same_text = last.as_ref().is_some_and(|last| last.has_same_guides_as(wanted));
        if !is_same_text {
            self.made.set(Vec::new());
            self.read.set(None);
            self.timings.set(GuideTimings::default());
        }
        let is_same_query = last
            .as_ref()
            .is_some_and(|last| last.base_url == wanted.base_url && last.text == wanted.text);
        if !is_same_query {
            self.dropped.update(std::collections::BTreeSet::clear);
            self.added.set(Vec::new());
            self.found.update(std::collections::HashMap::clear);
            self.trusted.wrong.update(std::collections::BTreeSet::clear);
        }
        let is_same_first = last.as_ref().and_then(|last| last.plan.embedders.first())
            == wanted.plan.embedders.first();
        if !(is_same_query && is_same_first) {
            self.text_hits.set(None);
        }
        self.wanted.set_value(Some(wanted.clone()));
        let (guides, wanted) = (*self, wanted.clone());
        let has_tower = std::rc::Rc::new(has_tower);
        self.work.start(move |run| {
            let (wanted, has_tower) = (wanted.clone(), has_tower.clone());
            async move { guides.gather(&wanted, &*has_tower, &run).await }
        });
    }

    /// Forgets the query.
    pub(in crate::ui) fn forget(&self) {
        if self.wanted.with_value(Option::is_some) {
            self.wanted.set_value(None);
            self.work.reset();
            self.made.set(Vec::new());
            self.read.set(None);
            self.text_hits.set(None);
        }
    }

    async fn gather(
        &self,
        wanted: &Wanted,
        has_tower: &dyn Fn(&str) -> bool,
        run: &Run<()>,
    ) -> Result<(), Ended> {
        let mut timings = self.timings.get_untracked();
        if self.made.with_untracked(Vec::is_empty) && !wanted.plan.engines.is_empty() {
            let made = self.make(wanted, &mut timings, run).await.map_err(Ended::Failed)?;
            self.timings.set(timings);
            self.made.set(made);
        }
        let all = untrack(|| self.all());
        let embedders = &wanted.plan.embedders;
        let (total, mut done) = ((embedders.len() * all.len()) as u64, 0);
        for (place, embedder) in embedders.iter().enumerate() {
            for guide in &all {
                run.progress(Progress {
                    what: format!("{embedder} · {}", guide.title),
                    done,
                    total,
                    unit: ProgressUnit::Layers,
                });
                done += 1;
                if guide.source.needs_tower() && !has_tower(embedder) {
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
            if place == 0 && self.text_hits.with_untracked(Option::is_none) {
                let hits = self.by_text(embedder, wanted).await?;
                self.text_hits.set(hits.map(Arc::new));
            }
        }
        Ok(())
    }

    /// The guides of all engines, drawn.
    async fn make(
        &self,
        wanted: &Wanted,
        timings: &mut GuideTimings,
        run: &Run<()>,
    ) -> Result<Vec<Arc<Guide>>, Failure> {
        let Plan { engines, n_guides, size, choice, .. } = &wanted.plan;
        let report = |what: &str| {
            let what = what.to_string();
            run.progress(Progress { what, done: 0, total: 0, unit: ProgressUnit::Layers });
        };
        report("Reading the text");
        let start = now();
        self.read.set(Some(Arc::new(read_text(wanted.text.clone()).await?)));
        let mut chosen = Vec::new();
        for engine in engines {
            report("Choosing scenes");
            pause().await;
            chosen.extend(scenes(wanted.text.clone(), *engine, *n_guides, choice.seed).await?);
        }
        timings.understand_ms = now() - start;
        report("Drawing guides");
        let start = now();
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
        timings.draw_ms = now() - start;
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

    /// What the text alone finds; `None` where the embedder can encode no text.
    async fn by_text(&self, embedder: &str, wanted: &Wanted) -> Result<Option<Vec<Hit>>, Ended> {
        let request = Request::Search {
            system: embedder.to_string(),
            query: wanted.query.clone(),
            k: TEXT_DEPTH,
            rerank: None,
            all_rows: false,
            among: None,
        };
        match self.engine.ask(request).await {
            Ok(Response::Hits { hits, .. }) => Ok(Some(hits)),
            Ok(response) => Err(unexpected(&response)),
            // The guides have found what they found.
            Err(Ended::Failed(_)) => Ok(None),
            Err(ended) => Err(ended),
        }
    }
}

fn title_of(guide: &SceneGuide) -> String {
    let name = guide.engine.name();
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    format!("{}{} {}", first.unwrap_or_default(), letters.as_str(), guide.number + 1)
}

fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}
