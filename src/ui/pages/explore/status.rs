//! Progress while the engine works; timings and device after.

use crate::ui::components::{notice, progress_line};
use crate::ui::engine_client::Module;
use crate::ui::search_state::Phase;
use crate::ui::session::Session;
use crate::ui::shown::Shown;
use crate::ui::words;
use leptos::prelude::*;

/// Progress while the engine works, timings and device after.
pub(super) fn status_line(session: Session) -> AnyView {
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
    if let Some(line) = imported_line(session, &shown) {
        return line;
    }
    let timings = shown.found.timings;
    let encoded = match timings.encode_ms {
        Some(_) if timings.is_remembered => "words remembered".to_string(),
        Some(ms) => format!("encoded in {}", words::milliseconds(ms)),
        None => "stored query vector".to_string(),
    };
    let reranked =
        timings.rerank_ms.map(|ms| format!(" · reranked in {}", words::milliseconds(ms)));
    let stages = format!(
        "Loaded in {} · {encoded} · searched {} rows in {}{}",
        words::milliseconds(timings.load_ms),
        words::count(timings.n_rows),
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
        {device}
        {move || lineup_line(session)}
    }
    .into_any()
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
