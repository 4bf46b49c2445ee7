//! The card that says what became of the visitor's files, on every page, until it is dismissed.

use crate::ui::components::{focus_later, line_with_button, progress_or, quiet_button};
use crate::ui::state::Session;
use crate::ui::state::address::Address;
use crate::ui::state::imports::Outcome;
use crate::ui::task::pause;
use leptos::prelude::*;
use rankscope_core::analysis::{
    Board, Imported, ImportedKind, Standing, Subset, ids_with_queries, words,
};
use rankscope_core::formats::FacetsOf;
use rankscope_core::views::Page;
use rankscope_messages::Failure;
use std::sync::Arc;

/// Takes the focus when the button that had it is gone.
const CARD: &str = "receipt";

/// The column by which a system is ranked: that with which the Leaderboard opens.
const COLUMN: usize = 0;

/// Queries judged between pauses.
const BLOCK: usize = 64;

pub(super) fn receipt(session: Session) -> AnyView {
    let imports = session.imports;
    let is_running = move || imports.task.is_running();
    let dismiss = move || imports.outcomes.set(Vec::new());
    let on_key = move |ev: web_sys::KeyboardEvent| {
        if ev.key() == "Escape" && !imports.task.with_untracked(|task| task.is_running()) {
            ev.prevent_default();
            dismiss();
        }
    };
    let has_more = move || {
        let is_failure = |own: &Outcome| matches!(own, Outcome::Failed(_));
        imports.outcomes.with(|all| !all.iter().all(is_failure))
    };
    view! {
        <section id=CARD class="receipt" lang="en" dir="ltr" tabindex="-1" aria-label="Your files" on:keydown=on_key>
            {move || is_running().then(|| progress(session))}
            <div role="status">{move || done(session)}</div>
            {move || failures(session)}
            {move || (!is_running() && has_more()).then(|| quiet_button("Dismiss", dismiss))}
        </section>
    }
    .into_any()
}

fn progress(session: Session) -> AnyView {
    let task = session.imports.task;
    let line = move || {
        let progress = task.with(|state| state.progress().cloned());
        progress_or("Reading", progress.as_ref(), "Reading the files …")
    };
    line_with_button(line.into_any(), "Cancel", move || session.imports.stop())
}

fn done(session: Session) -> AnyView {
    let done = |outcome| match outcome {
        Outcome::Imported { id, is_new, words } => imported(session, &id, is_new, &words),
        Outcome::Done(words) => Some(view! { <p>{words}</p> }.into_any()),
        Outcome::Failed(_) => None,
    };
    session.imports.outcomes.get().into_iter().filter_map(done).collect_view().into_any()
}

fn failures(session: Session) -> AnyView {
    let outcomes = session.imports.outcomes;
    let failure = |(place, outcome): (usize, Outcome)| {
        let Outcome::Failed(Failure { title, detail, advice }) = outcome else { return None };
        let dismiss = move || outcomes.update(|all| drop(all.remove(place)));
        Some(view! {
            <div class="failure" role="alert">
                <p><strong>{title}</strong></p>
                <p class="detail">{detail}</p>
                <p>{advice}</p>
                {quiet_button("Dismiss", dismiss)}
            </div>
        })
    };
    outcomes.get().into_iter().enumerate().filter_map(failure).collect_view().into_any()
}

/// A file that is a system or a definition of relevance now, with what it is good for.
fn imported(session: Session, id: &str, is_new: bool, words: &str) -> Option<AnyView> {
    let dataset = untrack(|| session.outline())?;
    let import = dataset.imported.iter().find(|own| own.id == id)?.clone();
    let name = import.file.clone();
    let known = if is_new { ": " } else { " is already imported. " };
    let notes = import.notes.iter().cloned().map(|note| view! { <li>{note}</li> }).collect_view();
    let is_system = dataset.manifest.system(id).is_some_and(|own| own.queries.is_some())
        || dataset.is_imported_run(id);
    let (body, links) = if is_system {
        let mean = mean_of_run(session, &import);
        (system_line(session, &import, words, mean), system_links(session, &import, mean))
    } else {
        let said = if words.is_empty() { import.summary.clone() } else { words.to_string() };
        let Use { link, href, .. } = use_of(session.address, &import);
        (said.into_any(), view! { <a href=href>{link}</a> }.into_any())
    };
    let undo = is_new.then(|| {
        let label =
            view! { "Undo" <span class="visually-hidden">" the import of " {name.clone()}</span> };
        quiet_button(label, move || {
            forget(session.address, &import.id);
            session.imports.remove(&import, || focus_later(CARD));
        })
    });
    let view = view! {
        <p><strong>{name}</strong> {known} {body}</p>
        <ul class="import-notes">{notes}</ul>
        <p class="receipt-links">{links} {undo}</p>
    };
    Some(view.into_any())
}

/// How many queries it ranks, and how well.
fn system_line(session: Session, import: &Imported, words: &str, mean: Mean) -> AnyView {
    let (id, words) = (import.id.clone(), words.to_string());
    let ranked = import.rankings().map(|rankings| {
        let n = rankings.iter().filter(|hits| !hits.is_empty()).count();
        let of = words::counted(rankings.len(), "query", "queries");
        format!("{} of {of}", words::count(n))
    });
    let line = move || {
        let place = match (place(session, &id, mean), mean.get()) {
            (Some(place), _) => Some(place.words),
            (None, Some(mean)) => {
                Some(format!("{} {}", measure(session), words::value(Some(mean))))
            }
            (None, None) => ranked.as_ref().map(|_| "its rank is being computed".into()),
        };
        let facts: Vec<String> = ranked.iter().cloned().chain(place).collect();
        let facts = (!facts.is_empty()).then(|| format!("{}.", facts.join(", ")));
        let all = facts.into_iter().chain((!words.is_empty()).then(|| words.clone()));
        all.collect::<Vec<_>>().join(" ")
    };
    line.into_any()
}

type Mean = RwSignal<Option<f64>>;

/// The mean of a run by [`COLUMN`], judged here. Vectors are ranked with all systems on the Leaderboard.
fn mean_of_run(session: Session, import: &Imported) -> Mean {
    let (mean, id) = (RwSignal::new(None), import.id.clone());
    let is_begun = StoredValue::new(false);
    let for_vectors = id.clone();
    Effect::new(move |_| mean.set(mean_of(session, &for_vectors).or(mean.get_untracked())));
    Effect::new(move |_| {
        // The judgements may still be loading.
        let Some(dataset) = session.dataset().filter(|_| !is_begun.get_value()) else { return };
        is_begun.set_value(true);
        // Nothing is computed: for the stored values of the others.
        untrack(|| session.board.want(&dataset, &[]));
        let own = dataset.imported.iter().find(|own| own.id == id).map(|own| own.kind.clone());
        let column = session.board.columns.with_untracked(|all| all.get(COLUMN).cloned());
        let (Some(ImportedKind::Run(rankings, finer)), Some(column)) = (own, column) else {
            return;
        };
        let board = Board::new(dataset, vec![column]);
        let mut tally = board.tally(&id).with_finer(finer);
        leptos::task::spawn_local(async move {
            for (first, block) in (0u32..).step_by(BLOCK).zip(rankings.chunks(BLOCK)) {
                tally.add(first, block);
                pause().await;
            }
            let _ = mean.try_set(tally.finished().mean(0).map(|mean| mean.mean));
        });
    });
    mean
}

/// To Compare with the next system, and to the Leaderboard.
fn system_links(session: Session, import: &Imported, mean: Mean) -> AnyView {
    let id = import.id.clone();
    let compare = move || {
        let next = place(session, &id, mean).and_then(|place| place.next);
        session.address.href_with(Page::Compare, |state| {
            state.a = Some(id.clone());
            state.b = next.or(state.b.take()).filter(|other| *other != id);
        })
    };
    let board = move || session.address.href(Page::Leaderboard);
    let of = format!(" with {}", import.file);
    view! {
        <a href=compare>"Compare" <span class="visually-hidden">{of.clone()}</span></a>
        " "
        <a href=board>"Leaderboard" <span class="visually-hidden">{of}</span></a>
    }
    .into_any()
}

struct Place {
    words: String,
    /// The id of the next system.
    next: Option<String>,
}

fn measure(session: Session) -> String {
    let column = session.board.columns.with(|columns| columns.get(COLUMN).cloned());
    column.map(|column| column.measure.to_string()).unwrap_or_default()
}

fn mean_of(session: Session, system: &str) -> Option<f64> {
    Some(session.board.shown(system, &[COLUMN])?.mean(COLUMN)?.mean)
}

/// Once the values of all systems are known; tracked.
fn place(session: Session, system: &str, mean: Mean) -> Option<Place> {
    let dataset = session.dataset()?;
    let own = mean.get()?;
    let mut others = ids_with_queries(&dataset);
    others.retain(|id| id != system);
    let means = others.iter().map(|id| mean_of(session, id));
    let standing = Standing::of(own, &means.collect::<Option<Vec<f64>>>()?);
    let next = standing.next.and_then(|(place, _)| others.get(place).cloned());
    let title = next.as_ref().and_then(|id| dataset.manifest.system(id));
    let title = title.map(|system| system.title.clone()).unwrap_or_default();
    Some(Place { words: standing.words(&measure(session), &title), next })
}

/// What an import is, and where it is of use.
pub(super) struct Use {
    pub(super) what: &'static str,
    pub(super) link: &'static str,
    pub(super) href: String,
}

pub(super) fn use_of(address: Address, import: &Arc<Imported>) -> Use {
    let id = Some(import.id.clone());
    let (what, link, href) = match import.kind {
        ImportedKind::Vectors(ref vectors) if vectors.system.queries.is_none() => {
            let href = address.href_with(Page::Explore, |state| state.system = id);
            ("gallery", "Find similar pictures", href)
        }
        ImportedKind::Run(..) | ImportedKind::Vectors(_) => {
            let href = address.href_with(Page::Compare, |state| state.a = id);
            ("system", "Compare with another system", href)
        }
        ImportedKind::Votes(_) => {
            let href = address.href_with(Page::Agreement, |state| {
                state.votes = Subset::default().with("of", id).words();
            });
            ("votes", "See how far people agree", href)
        }
        ImportedKind::Facets(ref facets) if facets.of == FacetsOf::Images => {
            ("facets", "Filter pictures by them", address.href(Page::Explore))
        }
        ImportedKind::Facets(_) => {
            let facet = import.kind.first_facet();
            let href = address.href_with(Page::Leaderboard, |state| state.facet = facet);
            ("facets", "Rank the systems by them", href)
        }
        ImportedKind::Judgements(_) => {
            let href = address.href_with(Page::Compare, |state| state.relevance = id);
            ("definition of relevance", "Compare systems with it", href)
        }
    };
    Use { what, link, href }
}

/// Takes an import that goes away out of the view.
fn forget(address: Address, id: &str) {
    address.adjust(|state| {
        let named = [
            &mut state.system,
            &mut state.rerank,
            &mut state.first,
            &mut state.a,
            &mut state.b,
            &mut state.relevance,
        ];
        for own in named {
            own.take_if(|own| own == id);
        }
    });
}
