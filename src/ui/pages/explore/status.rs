//! Progress while the engine works; timings and device after.

use crate::messages::Timings;
use crate::ui::components::{notice, progress_line};
use crate::ui::engine_client::Module;
use crate::ui::state::Session;
use crate::ui::state::shown::Shown;
use crate::ui::words;
use leptos::prelude::*;

/// Progress while the engine works, timings and device after.
pub(super) fn status_line(session: Session) -> AnyView {
    if session.search.is_running.get() {
        let stop = view! {
            <button type="button" class="quiet" on:click=move |_| session.search.task.cancel()>
                "Stop"
            </button>
        };
        let line = match (
            session.engine.module.get(),
            session.search.task.with(|state| state.progress().cloned()),
        ) {
            (Module::Loading { received, total }, _) => {
                let progress = crate::messages::Progress {
                    what: "engine".into(),
                    done: received,
                    total,
                    unit: crate::messages::ProgressUnit::Bytes,
                };
                progress_line("Loading the engine".to_string(), &progress)
            }
            (_, Some(progress)) => progress_line("Getting ready".to_string(), &progress),
            _ => view! { <p class="progress-words">"Searching …"</p> }.into_any(),
        };
        return view! {
            <div class="status-running">{line} {stop}</div>
            {so_far(session)}
        }
        .into_any();
    }
    let Some(shown) = session.shown.get() else { return ().into_any() };
    if let Some(line) = imported_line(session, &shown) {
        return line;
    }
    let timings = shown.found.timings;
    if timings.n_among == Some(0) {
        return view! { <p class="status-line">"Nothing was searched."</p> }.into_any();
    }
    let encoded = match timings.encode_ms {
        Some(_) if timings.is_remembered => "words remembered".to_string(),
        Some(ms) => format!("encoded in {}", words::milliseconds(ms)),
        None => "stored query vector".to_string(),
    };
    let reranked =
        timings.rerank_ms.map(|ms| format!(" · reranked in {}", words::milliseconds(ms)));
    let stages = format!(
        "Loaded in {} · {encoded} · searched {} in {}{}",
        words::milliseconds(timings.load_ms),
        rows_words(&timings),
        words::milliseconds(timings.search_ms),
        reranked.unwrap_or_default(),
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
        {effort(session, &timings)}
        {device}
        {move || lineup_line(session)}
    }
    .into_any()
}

fn rows_words(timings: &Timings) -> String {
    let rows = words::count(timings.n_rows);
    let rows = match timings.n_among {
        None => rows,
        Some(n) => format!("{} of {rows}", words::count(n)),
    };
    match timings.n_candidates {
        None => format!("{rows} rows"),
        Some(n) => format!("{rows} rows by their signs and {} of them exactly", words::count(n)),
    }
}

/// What the hits are of, while there is more to search.
fn so_far(session: Session) -> Option<AnyView> {
    let shown = session.shown.get()?;
    let is_current = session.search.key.with(|key| key.as_ref() == Some(&shown.found.key));
    (is_current && !shown.found.last).then(|| {
        let of = words::count(shown.choice.dataset.manifest.counts.images as usize);
        let words = format!(
            "The best of the first {} rows, out of {of}. They change as more arrive.",
            words::count(shown.found.timings.n_rows)
        );
        view! { <p class="status-line" role="status">{words}</p> }.into_any()
    })
}

/// Of a corpus that does not fit in memory: what may be missing, and the other way to search it.
fn effort(session: Session, timings: &Timings) -> Option<AnyView> {
    let all_rows = session.address.state.with(|state| state.all_rows);
    let (words, button) = match (timings.n_candidates, all_rows) {
        (Some(_), _) => (
            "This corpus does not fit in memory. Its scores are exact, but a row whose signs look \
             unlike the query may be missing.",
            "Score all rows",
        ),
        (None, true) => ("All rows were scored: none is missing.", "Search by signs"),
        (None, false) => return None,
    };
    let switch = move |_| session.address.change(|state| state.all_rows = !all_rows);
    let view = view! {
        <p class="status-line">
            {words} " " <button type="button" class="quiet" on:click=switch>{button}</button>
        </p>
    };
    Some(view.into_any())
}

/// An imported run is looked up, not searched: there is nothing to time.
fn imported_line(session: Session, shown: &Shown) -> Option<AnyView> {
    let dataset = session.dataset()?;
    let system = &shown.choice.system.as_ref()?.id;
    let import = dataset.imported.iter().find(|import| import.id == *system)?;
    let words = format!(
        "Read from the imported run {}: nothing was encoded or searched. It ranks {} for this query.",
        import.file,
        words::counted(shown.found.timings.n_rows, "image", "images"),
    );
    Some(
        view! {
            <p class="status-line">{words}</p>
            {move || lineup_line(session)}
        }
        .into_any(),
    )
}

/// How far the systems beside the first one are.
fn lineup_line(session: Session) -> Option<AnyView> {
    let (n_done, n) = session.lineup.progress()?;
    let words =
        format!("{} of {} answered", n_done, words::counted(n, "other system", "other systems"));
    let view = view! {
        <div class="status-running">
            <div class="progress">
                <progress
                    max=n.to_string()
                    value=n_done.to_string()
                    aria-label="Systems side by side"
                ></progress>
                <p class="progress-words">{words}</p>
            </div>
            <button type="button" class="quiet" on:click=move |_| session.lineup.stop()>
                "Stop"
            </button>
        </div>
    };
    Some(view.into_any())
}
