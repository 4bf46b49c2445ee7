//! State that outlives a view: the address, the lists, the engine and its results.

use super::address::{Address, benchmark_url};
use super::board::Board;
use super::carried_files::CarriedFiles;
use super::challenges::Challenges;
use super::chosen_queries::ChosenQueries;
use super::compared_systems::ComparedSystems;
use super::depth_curve::DepthCurves;
use super::encoder_checks::EncoderChecks;
use super::filtered::Filtered;
use super::first_files::FirstFiles;
use super::first_load::FirstLoad;
use super::guides::Guides;
use super::helpers::Helpers;
use super::imports::Imports;
use super::judging::Judging;
use super::lessons::LessonState;
use super::lists::Lists;
use super::offline::Offline;
use super::opening::Opening;
use super::own_answers::OwnAnswers;
use super::own_judged::OwnJudged;
use super::own_pictures::OwnPictures;
use super::own_table::OwnTableSignal;
use super::pairs::Pairs;
use super::parts::{Part, Parts};
use super::query_hardness::HardQueries;
use super::reverse::Reverse;
use super::search::{Found, Search};
use super::second_stage::SecondStage;
use super::shown::Shown;
use super::shown_apart::shown_memo;
use super::storage::Storage;
use super::sweeping::Sweeping;
use super::view::ViewState;
use super::what_if::WhatIf;
use crate::ui::derived::answer_derived;
use crate::ui::engine_client::Engine;
use crate::ui::task::TaskState;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, MeasureChoice};
use rankscope_core::views::Page;
use rankscope_messages::DeviceKind;
use std::sync::Arc;

#[derive(Clone, Copy)]
pub struct Session {
    pub address: Address,
    /// Absolute URL of the benchmark's folder.
    pub base_url: Memo<String>,
    pub lists: Lists,
    /// How much has arrived of what Explore's first answer needs.
    pub first_load: FirstLoad,
    /// What its pictures carry, as far as it was asked for.
    pub carried: CarriedFiles,
    /// The pictures that meet the conditions in the address on what they carry.
    pub filtered: Filtered,
    pub measures: Memo<MeasureChoice>,
    /// The queries that the address leaves.
    pub queries: ChosenQueries,
    pub engine: Engine,
    pub own_pictures: OwnPictures,
    pub own_table: OwnTableSignal,
    /// Judgements of its query that the benchmark does not have.
    pub own_judged: RwSignal<Option<Arc<OwnJudged>>>,
    pub search: Search,
    /// The pictures nearest to the chosen seed of the query, by row.
    pub(in crate::ui) seed_rows: RwSignal<Option<Arc<[u32]>>>,
    /// Compared with the first system of the search.
    pub compared: ComparedSystems,
    pub shown: Memo<Option<Arc<Shown>>>,
    /// The rank under the pointer in the curves or the results.
    pub highlight: RwSignal<Option<usize>>,
    /// What the opening's results show, in a sentence.
    pub headline: RwSignal<Option<String>>,
    pub what_if: WhatIf,
    pub relevant_is_open: RwSignal<bool>,
    pub board: Board,
    /// From images to texts.
    pub reverse: Reverse,
    pub(in crate::ui) guides: Guides,
    pub(in crate::ui) challenges: Challenges,
    pub(in crate::ui) judging: Judging,
    pub second_stage: SecondStage,
    pub hard_queries: HardQueries,
    /// Captions and pictures in pairs.
    pub pairs: Pairs,
    /// Re-ranking by depth.
    pub depth_curves: DepthCurves,
    pub sweeping: Sweeping,
    /// The systems on all queries by their int8 codes alone; for the Benchmark page.
    pub codes_board: Board,
    /// Systems on disk, searched exhaustively for a sample of the queries.
    pub exhaustive_board: Board,
    pub checks: EncoderChecks,
    pub lessons: LessonState,
    pub parts: Parts,
    pub offline: Offline,
    /// Whether the browser keeps what is stored.
    pub storage: Storage,
    /// What the visitor answered about the benchmark, as a visit carries it.
    pub(in crate::ui) own_answers: OwnAnswers,
    pub imports: Imports,
}

impl Session {
    pub fn new(base: String) -> Self {
        let address = Address::new(base.clone());
        let base_url =
            Memo::new(move |_| address.state.with(|s| benchmark_url(s.benchmark.as_deref())));
        let fused = Memo::new(move |_| address.state.with(ViewState::derived_ids));
        let needs_all = Memo::new(move |_| {
            address.page.get() != Page::Explore || address.state.with(ViewState::names_images)
        });
        let engine = Engine::new();
        let relevance = Memo::new(move |_| address.state.with(|state| state.relevance.clone()));
        let is_own = Memo::new(move |_| {
            address.page.get() == Page::Explore && address.state.with(ViewState::asks_own)
        });
        let files = FirstFiles::new(address);
        let judged = (relevance, is_own);
        let lists = Lists::new(base_url, fused, judged, needs_all, (engine, files));
        Effect::new(move |_| {
            let opening = lists.outline().and_then(|dataset| Opening::of(&dataset));
            address.opening.set(opening);
        });
        engine.warm_up();
        engine.set_derived(move |request| {
            answer_derived(engine, untrack(|| lists.outline())?, request)
        });
        let machine = Memo::new(move |_| address.state.with(|state| (state.device, state.memory)));
        Effect::new(move |_| {
            let (device, megabytes) = machine.get();
            let max_gallery_bytes = megabytes.map(|megabytes| u64::from(megabytes) << 20);
            if let Some(dataset) = lists.outline() {
                engine.open(&dataset.base_url, &dataset.openable, device, max_gallery_bytes);
            }
        });
        let n_images = Memo::new(move |_| lists.outline().map_or(0, |dataset| dataset.n_images()));
        let measures = Memo::new(move |_| {
            let n_images = n_images.get();
            address.state.with(|state| MeasureChoice::new(state.measures.as_deref(), n_images))
        });
        let codes_board = Board::by_codes(engine);
        let exhaustive_board = Board::exhaustive(engine);
        let checks = EncoderChecks::new(engine);
        // These hold for one device and one benchmark only.
        Effect::new(move |earlier: Option<Option<(String, DeviceKind)>>| {
            let kind = engine.device.with(|report| report.as_ref().map(|report| report.kind));
            let (earlier, now) = (earlier.flatten(), kind.map(|kind| (base_url.get(), kind)));
            if let (Some(earlier), Some(now)) = (&earlier, &now)
                && earlier != now
            {
                codes_board.forget();
                exhaustive_board.forget();
                checks.forget();
            }
            now.or(earlier)
        });
        let queries = ChosenQueries::new(address, lists);
        let computed = Memo::new(move |_| {
            let mut chosen = measures.with(|choice| choice.measures.clone());
            chosen.extend(queries.measures.get());
            chosen
        });
        let board = Board::new(engine, computed.into()).with(Helpers::new(engine));
        // Those of another benchmark's systems mean nothing.
        Effect::new(move |earlier: Option<String>| {
            let now = base_url.get();
            if earlier.is_some_and(|earlier| earlier != now) {
                board.recalls.forget();
            }
            now
        });
        let own_pictures = OwnPictures::new(address);
        let own_judged = RwSignal::new(None);
        let carried = CarriedFiles::default();
        let filtered = Filtered::new(address, lists, carried);
        let search = Search::new(address, lists, engine, own_pictures, own_judged, filtered);
        // What ranks the shown results, and how well.
        Effect::new(move |_| {
            let system =
                search.found.with(|found| found.as_ref().map(|own| own.key.system_id().to_owned()));
            if let (Some(system), Some(dataset)) = (system, lists.outline()) {
                board.recalls.want(&dataset.openable, &system);
            }
        });
        let what_if = WhatIf::new(address);
        let storage = Storage::default();
        let parts = Parts::default();
        let is_judged = parts.of(Part::Results);
        let shown = shown_memo(search, address, what_if, lists.parts, is_judged);
        // Of very long image lists, what is shown.
        Effect::new(move |_| {
            if let Some(shown) = shown.get() {
                let rows = shown.hits.iter().take(shown.k).map(|hit| hit.row_in_corpus);
                let system = shown.choice.system.as_ref();
                lists.parts.want(&shown.choice.dataset, system, rows.collect());
            }
        });
        // What takes minutes to fetch again is worth the question, once in a visit.
        Effect::new(move |asked: Option<bool>| {
            let is_on_disk = |found: &Option<Arc<Found>>| {
                found.as_ref().is_some_and(|found| found.timings.n_candidates.is_some())
            };
            let asked = asked.unwrap_or(false);
            if !asked && search.found.with(is_on_disk) {
                storage.ask();
                return true;
            }
            asked
        });
        let compared = ComparedSystems::new(address, search, engine, is_judged);
        Effect::new(move |_| {
            let is_explore = address.page.get() == Page::Explore;
            lists.set_answering(is_explore && is_answering(lists, search, compared));
        });
        let first_load = FirstLoad::new(files, lists, search, engine);
        let (lessons, guides) = (LessonState::default(), Guides::new(engine));
        let own_table = RwSignal::new(None);
        let own_answers = OwnAnswers::new(lessons.votes, guides, own_table);
        let reverse = Reverse::new(engine, measures);
        engine.set_runs(move |id, of_texts| {
            let has = |lists: &Arc<Dataset>| lists.is_run(id);
            let turned = || untrack(|| reverse.lists.value()).filter(has);
            let turned = of_texts.then(turned).flatten();
            turned.or_else(|| untrack(|| lists.outline()).filter(has))
        });
        Self {
            address,
            base_url,
            lists,
            first_load,
            carried,
            filtered,
            measures,
            queries,
            engine,
            own_pictures,
            own_table,
            own_judged,
            search,
            seed_rows: RwSignal::new(None),
            compared,
            shown,
            what_if,
            relevant_is_open: RwSignal::new(false),
            highlight: RwSignal::new(None),
            headline: RwSignal::new(None),
            board,
            reverse,
            guides,
            challenges: Challenges::new(engine),
            judging: Judging::default(),
            second_stage: SecondStage::new(engine),
            hard_queries: HardQueries::new(engine),
            pairs: Pairs::new(engine),
            depth_curves: DepthCurves::new(engine),
            sweeping: Sweeping::new(engine),
            codes_board,
            exhaustive_board,
            checks,
            lessons,
            parts,
            offline: match address.state.with_untracked(|state| state.embed.is_some()) {
                true => Offline::not_in_frame(),
                false => Offline::new(engine, lists, base),
            },
            storage,
            own_answers,
            imports: Imports::new(address, lists, own_answers, storage),
        }
    }

    /// The benchmark with its queries and images, which load before its judgements; tracked.
    pub fn outline(&self) -> Option<Arc<Dataset>> {
        self.lists.outline()
    }

    /// With all that Explore's answer needs: of the judgements, the chosen definition's, or none where none
    /// judges what is asked; tracked.
    pub fn answerable(&self) -> Option<Arc<Dataset>> {
        self.lists.answerable()
    }

    /// The benchmark with all its lists, once loaded; tracked.
    pub fn dataset(&self) -> Option<Arc<Dataset>> {
        self.lists.ready()
    }

    pub fn title(&self) -> Option<String> {
        self.lists.outline().map(|dataset| dataset.manifest.title.clone())
    }
}

/// Whether Explore has shown nothing yet of what the address asks for; tracked.
fn is_answering(lists: Lists, search: Search, compared: ComparedSystems) -> bool {
    if lists.answerable().is_none() {
        return true;
    }
    if search.key.with(Option::is_none) {
        return false;
    }
    let is_found = search.found.with(Option::is_some);
    search.task.with(|state| match state {
        TaskState::Idle | TaskState::Running { .. } => !is_found,
        TaskState::Done(_) => compared.are_awaited(),
        _ => false,
    })
}
