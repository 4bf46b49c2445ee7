//! One query at a time: search, results, curves and measures.

use super::with_dataset;
use crate::engine::protocol::Failure;
use crate::ui::components::{
    failure_panel, length_picker, measures_table, notice, picture, picture_panel, precision_chart,
    progress_line, query_box, recall_chart, relevance_picker, results_list, results_skeleton,
    run_tool, system_picker, what_if_tools,
};
use crate::ui::dataset::Dataset;
use crate::ui::engine_client::Module;
use crate::ui::picture_url::picture_url;
use crate::ui::search_state::{Phase, Question};
use crate::ui::session::Session;
use crate::ui::shown::Shown;
use crate::ui::view_state::{Asked, Page};
use crate::ui::words;
use leptos::prelude::*;
use std::sync::Arc;

/// Pictures that are shown before anything is asked.
const N_SAMPLES: usize = 12;

/// What the lower part of the page is about.
#[derive(Debug, Clone, PartialEq)]
enum Stage {
    FirstRun,
    NoEncoder,
    Answer,
}

/// The page.
pub fn explore_page(session: Session) -> AnyView {
    let body = with_dataset(session, move |dataset| explore(session, dataset));
    view! {
        <h1 class="visually-hidden">"Explore"</h1>
        <p role="status" class="visually-hidden">
            {move || announcement(session)}
        </p>
        <section class="ask" aria-label="Query and choices">
            {query_box(session)}
            <div class="pickers">
                {system_picker(session)} {relevance_picker(session)} {length_picker(session)}
            </div>
        </section>
        {body}
    }
    .into_any()
}

fn explore(session: Session, dataset: Arc<Dataset>) -> AnyView {
    let stage = Memo::new(move |_| {
        session.search.choice.with(|choice| match choice {
            Some(choice) if choice.lacks_encoder() => Stage::NoEncoder,
            Some(choice) if choice.question != Question::None => Stage::Answer,
            _ => Stage::FirstRun,
        })
    });
    let unknown = Memo::new(move |_| {
        let unknown =
            session.search.choice.with(|choice| choice.as_ref().map(|c| c.unknown.clone()));
        unknown.unwrap_or_default()
    });
    let unknown_notice = move || {
        let names = unknown.get().join(", ");
        (!names.is_empty()).then(|| {
            notice(format!(
                "The address names {names}, which this benchmark does not have; the default is \
                 shown instead."
            ))
        })
    };
    let body = move || match stage.get() {
        Stage::FirstRun => first_run(session, &dataset),
        Stage::NoEncoder => no_encoder(session, &dataset),
        Stage::Answer => answer(session),
    };
    view! {
        {unknown_notice}
        {body}
    }
    .into_any()
}

/// What this is, and three queries to begin with.
fn first_run(session: Session, dataset: &Dataset) -> AnyView {
    let manifest = &dataset.manifest;
    let n = dataset.queries.len();
    // Spread over the list: neighbours are often about the same picture.
    let rows = [n / 7, n / 2, n.saturating_sub(1 + n / 5)];
    let mut examples: Vec<_> = rows.iter().filter_map(|row| dataset.queries.get(*row)).collect();
    examples.dedup_by_key(|query| query.id.clone());
    let buttons = examples.into_iter().map(|query| query_button(session, &query.id, &query.text));
    let buttons = buttons.collect_view();
    let description = manifest.description.clone();
    view! {
        <section class="welcome" aria-label="Welcome">
            <h2>"See what a text-to-image search finds, and how good it is."</h2>
            <p class="prose">{description}</p>
            <p class="prose">
                {words::counted(dataset.images.len(), "image", "images")} ", "
                {words::counted(n, "query", "queries")} ", "
                {words::counted(manifest.systems.len(), "system", "systems")}
                ". Everything is computed in this browser; nothing you type leaves it."
            </p>
            <p>"Begin with one of the benchmark’s queries:"</p>
            <div class="buttons">{buttons}</div>
            {samples(session, dataset)}
        </section>
    }
    .into_any()
}

/// Drawn scenes from all over the corpus, to begin with; none of pictures that lie elsewhere.
fn samples(session: Session, dataset: &Dataset) -> Option<AnyView> {
    let step = dataset.images.len() / N_SAMPLES;
    let drawn = |place: usize| {
        let image = dataset.images.get(place * step).filter(|image| image.scene.is_some())?;
        let url = picture_url(image, &dataset.base_url)?;
        let id = image.id.clone();
        let href =
            session.address.href_with(Page::Explore, |state| state.asked = Some(Asked::Image(id)));
        Some(view! {
            <li>
                <a href=href>
                    {picture(Some(url), image.caption.clone(), RwSignal::new(false))}
                </a>
            </li>
        })
    };
    let items: Vec<_> = (0..N_SAMPLES).filter_map(drawn).collect();
    (!items.is_empty()).then(|| {
        view! {
            <p>"Or with one of its pictures, to find more like it:"</p>
            <ul class="samples" aria-label="Some pictures">
                {items}
            </ul>
        }
        .into_any()
    })
}

fn query_button(session: Session, id: &str, text: &str) -> AnyView {
    let (id, text) = (id.to_string(), text.to_string());
    view! {
        <button
            type="button"
            class="suggestion"
            on:click=move |_| session.address.ask(Some(Asked::Stored(id.clone())))
        >
            {text}
        </button>
    }
    .into_any()
}

/// Own words, and a system that cannot read them.
fn no_encoder(session: Session, dataset: &Dataset) -> AnyView {
    let readers = dataset.manifest.systems.iter().filter(|system| system.encoder.is_some());
    let systems = readers.map(|system| {
        let (id, title) = (system.id.clone(), system.title.clone());
        view! {
            <button
                type="button"
                class="suggestion"
                on:click=move |_| {
                    let id = id.clone();
                    session.address.change(|state| state.system = Some(id));
                }
            >
                {title}
            </button>
        }
    });
    let systems = systems.collect_view();
    let (has_none, n_readers) = (systems.is_empty(), systems.len());
    let n = dataset.queries.len();
    let examples = [n / 7, n / 2, n.saturating_sub(1 + n / 5)];
    let examples = examples.iter().filter_map(|row| dataset.queries.get(*row));
    let examples = examples.map(|query| query_button(session, &query.id, &query.text));
    let examples = examples.collect_view();
    let readers = (!has_none).then(|| {
        view! {
            <p>{if n_readers == 1 { "This system can read your words:" } else { "These systems can read your words:" }}</p>
            <div class="buttons">{systems}</div>
        }
    });
    view! {
        <section class="panel" role="status">
            <h2>"This system cannot read your own words."</h2>
            <p class="prose">
                "It comes with vectors for the benchmark’s queries, but without the encoder that would turn other words into a vector."
            </p>
            {readers}
            <p>"Or choose one of the benchmark’s queries in the field above, such as:"</p>
            <div class="buttons">{examples}</div>
        </section>
    }
    .into_any()
}

fn answer(session: Session) -> AnyView {
    let shown = session.shown;
    let is_busy = move || session.search.phase.with(|phase| matches!(phase, Phase::Running(_)));
    let trouble = move || match session.search.phase.get() {
        Phase::Failed(failure) => {
            Some(failure_panel(&failure, "Try again", move || session.search.retry()))
        }
        Phase::Cancelled => {
            let failure = Failure {
                title: "The search was stopped.".into(),
                detail: String::new(),
                advice: "Start it again when you like.".into(),
            };
            Some(failure_panel(&failure, "Search again", move || session.search.retry()))
        }
        _ => None,
    };
    let results = move || match shown.get() {
        Some(shown) => Some(results_list(session, &shown)),
        None if is_busy() => Some(results_skeleton(session.address.state.with(|state| state.k))),
        None => None,
    };
    let tools = move || shown.get().and_then(|shown| what_if_tools(session, &shown));
    let side = move || shown.get().map(|shown| figures(session, &shown));
    view! {
        <div class="status-area">{move || status_line(session)}</div>
        {trouble}
        <div class="answer" class:stale=is_busy>
            <section class="answer-results" aria-label="Search results" aria-busy=move || if is_busy() { "true" } else { "false" }>
                <h2 class="visually-hidden">"Results"</h2>
                {tools}
                {results}
                {move || shown.get().and_then(|shown| run_tool(&shown))}
            </section>
            <section class="answer-figures" aria-label="Curves and measures">
                {side}
            </section>
        </div>
    }
    .into_any()
}

/// Progress while the engine works, timings and device after.
fn status_line(session: Session) -> AnyView {
    if let Phase::Running(id) = session.search.phase.get() {
        let stop = view! {
            <button type="button" class="quiet" on:click=move |_| session.search.cancel()>
                "Stop"
            </button>
        };
        let line = match (
            session.engine.module.get(),
            session.engine.progress.with(|all| all.get(&id).cloned()),
        ) {
            (Module::Loading { received, total }, _) => {
                let progress = crate::engine::protocol::Progress {
                    what: "engine".into(),
                    done: received,
                    total,
                    unit: crate::engine::protocol::ProgressUnit::Bytes,
                };
                progress_line("Loading the engine".to_string(), &progress)
            }
            (_, Some(progress)) => progress_line("Getting ready".to_string(), &progress),
            _ => view! { <p class="progress-words">"Searching …"</p> }.into_any(),
        };
        return view! { <div class="status-running">{line} {stop}</div> }.into_any();
    }
    let Some(shown) = session.shown.get() else { return ().into_any() };
    let timings = shown.found.timings;
    let encoded = match timings.encode_ms {
        Some(_) if timings.is_remembered => "words remembered".to_string(),
        Some(ms) => format!("encoded in {}", words::milliseconds(ms)),
        None => "stored query vector".to_string(),
    };
    let stages = format!(
        "Loaded in {} · {encoded} · searched {} rows in {}",
        words::milliseconds(timings.load_ms),
        words::count(timings.n_rows),
        words::milliseconds(timings.search_ms),
    );
    let device = session.engine.device.get().map(|device| {
        let notices = device.notices.into_iter().map(notice).collect_view();
        view! {
            <p class="status-device">{device.name} ". " {device.reason}</p>
            {notices}
        }
    });
    view! {
        <p
            class="status-line"
            data-load-ms=timings.load_ms.to_string()
            data-encode-ms=timings.encode_ms.map(|ms| ms.to_string())
            data-remembered=timings.is_remembered.to_string()
            data-search-ms=timings.search_ms.to_string()
        >
            {stages}
        </p>
        {device}
    }
    .into_any()
}

fn announcement(session: Session) -> String {
    let is_done = session.search.phase.with(|phase| *phase == Phase::Done);
    let Some(shown) = session.shown.get().filter(|_| is_done) else { return String::new() };
    let timings = shown.found.timings;
    let ms = timings.encode_ms.unwrap_or(0.0) + timings.search_ms;
    format!(
        "{} for “{}” in {}",
        words::counted(shown.hits.len().min(shown.k), "result", "results"),
        shown.choice.words().unwrap_or_default(),
        words::milliseconds(ms),
    )
}

fn figures(session: Session, shown: &Shown) -> AnyView {
    let Some(judged) = &shown.judged else {
        if let Question::Image(row, image) = &shown.choice.question {
            return picture_panel(session, shown, *row, image);
        }
        return view! {
            <div class="panel">
                <h2>"No judgements for your own words"</h2>
                <p class="prose">
                    "People have judged images only for the benchmark’s own queries. So there are no marks, curves or measures here. Choose one of the benchmark’s queries to see them."
                </p>
            </div>
        }
        .into_any();
    };
    let relevance = shown.choice.relevance();
    let title = relevance.map(|definition| definition.title.clone()).unwrap_or_default();
    let counts_as = relevance.map(|definition| definition.counts_as.clone()).unwrap_or_default();
    let n_relevant = judged.list.n_relevant();
    let n_hits = shown.hits.len();
    let curves = if n_relevant == 0 {
        notice(
            "No image is relevant to this query under this definition, so that no list is better \
             than another: there are no curves, and every measure is n/a.",
        )
    } else {
        view! {
            {precision_chart(judged, session.highlight)}
            {recall_chart(judged, session.highlight)}
        }
        .into_any()
    };
    view! {
        <div class="figures">
            <p class="prose judged-by">
                <strong>{title}</strong> ": " {counts_as} " "
                {words::counted(n_relevant, "image is", "images are")}
                " relevant; curves and measures are taken from the first "
                {words::counted(n_hits, "result", "results")} "."
            </p>
            {curves}
            <h2 class="figure-title">"Measures"</h2>
            {measures_table(session, shown, judged)}
        </div>
    }
    .into_any()
}
