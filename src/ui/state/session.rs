//! Everything that outlives a page: the address, the lists, the engine and its results.

use super::address::{Address, benchmark_url};
use super::board::Board;
use super::encoder_checks::EncoderChecks;
use super::imports::Imports;
use super::lessons::LessonState;
use super::lineup::Lineup;
use super::lists::Lists;
use super::offline::Offline;
use super::parts::Parts;
use super::search::Search;
use super::second_stage::SecondStage;
use super::shown::Shown;
use super::what_if::WhatIf;
use crate::messages::DeviceKind;
use crate::ui::engine_client::Engine;
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use std::collections::BTreeSet;
use std::sync::Arc;

/// One visit. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Session {
    /// What the visitor looks at.
    pub address: Address,
    /// Absolute URL of the benchmark's folder.
    pub base_url: Memo<String>,
    /// The benchmark's lists.
    pub lists: Lists,
    /// The worker.
    pub engine: Engine,
    /// The query of the Explore page.
    pub search: Search,
    /// The systems beside its first one.
    pub lineup: Lineup,
    /// Its answer.
    pub shown: Memo<Option<Arc<Shown>>>,
    /// The rank that is pointed at in the curves or the results.
    pub highlight: RwSignal<Option<usize>>,
    /// What the visitor changed in its ranking.
    pub what_if: WhatIf,
    /// The measures whose explanation is open.
    pub explained: RwSignal<BTreeSet<String>>,
    /// The systems on all queries.
    pub board: Board,
    /// One of them as a first stage, and the others as second ones.
    pub second_stage: SecondStage,
    /// The systems on all queries by their codes alone, which no other page shows.
    pub coded: Board,
    /// Systems in files by all their rows, on some queries.
    pub whole: Board,
    /// Self-checks of the encoders.
    pub checks: EncoderChecks,
    /// What the lessons remember.
    pub lessons: LessonState,
    /// How far the parts of the page's module are.
    pub parts: Parts,
    /// The page without a network.
    pub offline: Offline,
    /// What was imported on this machine.
    pub imports: Imports,
}

impl Session {
    /// Starts a visit: reads the address, loads the lists, starts the engine.
    #[must_use]
    pub fn new(base: String) -> Self {
        let address = Address::new(base.clone());
        let base_url =
            Memo::new(move |_| address.state.with(|s| benchmark_url(s.benchmark.as_deref())));
        let lists = Lists::new(base_url);
        let engine = Engine::new(address.state.with_untracked(|state| state.plain_simd));
        engine.warm_up();
        engine.set_imported(move |system| untrack(|| lists.ready())?.imported_rankings(system));
        let machine = Memo::new(move |_| address.state.with(|state| (state.device, state.memory)));
        Effect::new(move |_| {
            let (device, megabytes) = machine.get();
            let max_gallery_bytes = megabytes.map(|megabytes| u64::from(megabytes) << 20);
            if let Some(dataset) = lists.ready() {
                engine.open(&dataset.base_url, &dataset.own, device, max_gallery_bytes);
            }
        });
        let (coded, whole) = (Board::by_codes(engine), Board::of_whole_galleries(engine));
        let checks = EncoderChecks::new(engine);
        // What only holds for one device, or for one benchmark's encoders.
        Effect::new(move |earlier: Option<Option<(String, DeviceKind)>>| {
            let kind = engine.device.with(|report| report.as_ref().map(|report| report.kind));
            let (earlier, now) = (earlier.flatten(), kind.map(|kind| (base_url.get(), kind)));
            if let (Some(earlier), Some(now)) = (&earlier, &now)
                && earlier != now
            {
                coded.forget();
                whole.forget();
                checks.forget();
            }
            now.or(earlier)
        });
        let search = Search::new(address, lists, engine);
        let what_if = WhatIf::new(address);
        Self {
            address,
            base_url,
            lists,
            engine,
            search,
            lineup: Lineup::new(address, search, engine),
            shown: Shown::memo(search, address, what_if),
            what_if,
            explained: RwSignal::new(BTreeSet::new()),
            highlight: RwSignal::new(None),
            board: Board::new(engine),
            second_stage: SecondStage::new(engine),
            coded,
            whole,
            checks,
            lessons: LessonState::new(),
            parts: Parts::new(),
            offline: Offline::new(engine, base),
            imports: Imports::new(address, lists),
        }
    }

    /// The lists, once they are there.
    #[must_use]
    pub fn dataset(&self) -> Option<Arc<Dataset>> {
        self.lists.ready()
    }

    /// The benchmark's title, once it is known.
    #[must_use]
    pub fn title(&self) -> Option<String> {
        self.lists.ready().map(|dataset| dataset.manifest.title.clone())
    }
}
