use crate::ui::components::{
    engine_progress, line_with_button, mark_legend, notice, progress_bar, progress_line,
    quiet_button, remote_words,
};
use crate::ui::engine_client::Module;
use crate::ui::pages::loading::first_load_line;
use crate::ui::state::Session;
use crate::ui::state::choice::Question;
use crate::ui::state::shown::Shown;
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::remote::MAX_DEPTH;
use rankscope_messages::{Request, Timings};

/// Notes on a finished search: what may be missing, and what went wrong.
pub(super) fn status_notes(session: Session) -> Option<AnyView> {
    let shown = session.shown.get().filter(|_| !session.search.is_running.get())?;
    let timings = shown.found.timings;
    let is_run =
        shown.choice.system.as_ref().is_some_and(|system| shown.choice.dataset.is_run(&system.id));
    if is_run || timings.n_among == Some(0) {
        return None;
    }
    let index = shown.choice.system.as_ref().and_then(|system| {
        let (title, recalls) = (system.title.clone(), session.board.recalls);
        let words = remote_words(recalls, system)?;
        Some(view! { <p class="status-line remote-note">{format!("“{title}”: {words}")}</p> })
    });
    let notices = session.engine.device.get().map(|device| device.notices).unwrap_or_default();
    let view = view! {
        <div class="status-notes">
            {index}
            {search_mode_note(session, &timings)}
            {lists_note(session, &shown)}
            {notices.into_iter().map(notice).collect_view()}
        </div>
    };
    Some(view.into_any())
}

pub(super) fn status_line(session: Session) -> AnyView {
    if session.search.is_running.get() {
        let line = match (
            session.first_load.is_on.get(),
            session.engine.module.get(),
            session.search.task.with(|state| state.progress().cloned()),
        ) {
            (true, ..) => first_load_line(session),
            (_, Module::Loading { received, total }, _) => engine_progress(received, total),
            (.., Some(progress)) => progress_line("Preparing".to_string(), &progress),
            _ => view! { <p class="progress-words">"Searching …"</p> }.into_any(),
        };
        let line = line_with_button(line, "Cancel", move || session.search.cancel());
        return (line, partial_results_note(session)).into_any();
    }
    let Some(shown) = session.shown.get() else { return ().into_any() };
    if session.address.is_story.get() {
        return (move || compared_line(session).unwrap_or_else(mark_legend)).into_any();
    }
    if let Some(line) = run_line(session, &shown) {
        return line;
    }
    let timings = shown.found.timings;
    if timings.n_among == Some(0) {
        return view! { <p class="status-line">"Nothing was searched."</p> }.into_any();
    }
    let encoded = match timings.encode_ms {
        Some(_) if timings.is_remembered => "query vector from cache".to_string(),
        Some(ms) => format!("encoded in {}", words::milliseconds(ms)),
        None if matches!(shown.choice.question, Question::Image(..)) => {
            "the picture’s stored vector".to_string()
        }
        None => "stored query vector".to_string(),
    };
    let reranked =
        timings.rerank_ms.map(|ms| format!(" · re-ranked in {}", words::milliseconds(ms)));
    let system = shown.choice.system.as_ref();
    let searched = match system.and_then(|system| system.remote.as_ref()) {
        None => format!("searched {} in", rows_words(&timings)),
        Some(remote) => {
            format!("asked {} for {}, answered in", remote.kind.title(), rows_words(&timings))
        }
    };
    let stages = format!(
        "Loaded in {} · {encoded} · {searched} {}{}{}",
        words::milliseconds(timings.load_ms),
        words::milliseconds(timings.search_ms),
        reranked.unwrap_or_default(),
        short_list(&shown).unwrap_or_default(),
    );
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
        {move || compared_line(session)}
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
        Some(n) => format!("{rows} rows by 1-bit codes, {} of them exactly", words::count(n)),
    }
}

/// How many rows the results cover so far.
fn partial_results_note(session: Session) -> Option<AnyView> {
    let shown = session.shown.get()?;
    let is_current = session.search.key.with(|key| key.as_ref() == Some(&shown.found.key));
    (is_current && !shown.found.last).then(|| {
        let of = words::count(shown.choice.dataset.manifest.counts.images as usize);
        let words = format!(
            "Best of the first {} rows out of {of}. Results change as more rows are searched.",
            words::count(shown.found.timings.n_rows)
        );
        view! { <p class="status-line" role="status">{words}</p> }.into_any()
    })
}

/// For a gallery larger than memory: what may be missing, and a button that switches between
/// candidates and all rows.
fn search_mode_note(session: Session, timings: &Timings) -> Option<AnyView> {
    let all_rows = session.address.state.with(|state| state.all_rows);
    let (words, button) = match (timings.n_candidates, all_rows) {
        (Some(_), _) => (
            "This gallery does not fit in memory, so 1-bit codes choose the rows to score. Scores \
             are exact, but rows that the codes underestimate may be missing.",
            "Score all rows",
        ),
        (None, true) => ("All rows were scored; none is missing.", "Score candidates only"),
        (None, false) => return None,
    };
    let switch = move || session.address.change(|state| state.all_rows = !all_rows);
    let button = quiet_button(button, switch);
    Some(view! { <p class="status-line">{words} " " {button}</p> }.into_any())
}

/// For very long image lists, of which only some files are loaded.
fn lists_note(session: Session, shown: &Shown) -> Option<AnyView> {
    let dataset = &shown.choice.dataset;
    if !dataset.is_partly_listed() {
        return None;
    }
    let bytes: u64 = dataset.own.image_files().map(|(file, _)| file.bytes).sum();
    let is_remote = shown.choice.system.as_ref().is_some_and(|system| system.remote.is_some());
    let loaded = match is_remote {
        true => "only what the search engine does not name is loaded",
        false => "only the files with these results are loaded",
    };
    let words = format!(
        "Of the image lists ({}), {loaded}. Measures, filters and links to single pictures need all of \
         them.",
        words::bytes(bytes)
    );
    let failure = move || session.lists.parts.failure.get().map(|failure| notice(failure.detail));
    let button = quiet_button("Load all lists", move || session.lists.want_all());
    Some(view! { <p class="status-line">{words} " " {button}</p> {failure} }.into_any())
}

/// Search engines do not report what they leave out.
fn short_list(shown: &Shown) -> Option<String> {
    shown.choice.system.as_ref()?.remote.as_ref()?;
    let Request::Search { k, .. } = shown.found.key.request() else { return None };
    let n_images =
        shown.choice.among.as_ref().map_or(shown.choice.dataset.n_images(), |filter| filter.n);
    let (n, asked) = (shown.found.hits.len(), k.min(n_images).min(MAX_DEPTH));
    (n < asked).then(|| {
        format!(
            ". It returned only {n} of the {asked} hits requested; what it left out counts as not found"
        )
    })
}

/// Runs are read, not searched: there are no timings.
fn run_line(session: Session, shown: &Shown) -> Option<AnyView> {
    let dataset = session.answerable()?;
    let system = &shown.choice.system.as_ref()?.id;
    let import = dataset.imported.iter().find(|import| import.id == *system);
    let from = match (import, dataset.own.run(system)) {
        (Some(import), _) => format!("the imported run {}", import.file),
        (None, Some(run)) => format!("the benchmark’s {}", run.path()),
        (None, None) => return None,
    };
    let words = format!(
        "Read from {from}: nothing was encoded or searched. It ranks {} for this query.",
        words::counted(shown.found.timings.n_rows, "image", "images"),
    );
    let compared = move || compared_line(session);
    Some(view! { <p class="status-line">{words}</p> {compared} }.into_any())
}

fn compared_line(session: Session) -> Option<AnyView> {
    let (n_done, n) = session.compared.progress()?;
    let words =
        format!("{} of {} finished", n_done, words::counted(n, "other system", "other systems"));
    let line = progress_bar("Systems side by side".into(), (n_done as u64, n as u64), words);
    Some(line_with_button(line, "Cancel", move || session.compared.stop()))
}
