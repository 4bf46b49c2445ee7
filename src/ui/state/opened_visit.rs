//! Opens a saved visit: all of it is checked before anything is kept.

use super::added_file::Adding;
use super::own_answers::{Answered, AnswersJoined, OwnAnswers};
use crate::ui::task::pause;
use gloo::file::Blob;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, Imported, words};
use rankscope_core::imported::parse;
use rankscope_core::visit::{SavedView, Visit, VisitCounts, VisitKind, VisitedBenchmark};
use rankscope_messages::Failure;
use std::fmt::Display;
use std::sync::Arc;

pub(super) struct OpenedVisit {
    pub(super) words: String,
    pub(super) view: SavedView,
}

/// `None` if stopped before anything was kept. On an error, nothing was kept.
pub(super) async fn open_visit(
    adding: Adding,
    own: OwnAnswers,
    name: &str,
    bytes: Vec<u8>,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Option<OpenedVisit>, Failure> {
    let visit = Visit::read(name, bytes, pause).await.map_err(|e| not_opened(name, &e))?;
    let Some(dataset) = untrack(|| adding.lists.outline()) else {
        return Err(Failure {
            detail: "No benchmark is open to restore it into.".into(),
            advice: "Open its benchmark and drop the file again.".into(),
            ..not_opened(name, &"")
        });
    };
    is_of(&dataset, name, &visit.manifest.benchmark)?;
    let answered = Answered::in_visit(&visit).map_err(|e| not_opened(name, &e))?;
    let benchmark = dataset.own.id.clone();
    // Asked now, so that it cannot fail once files are kept.
    own.of(&benchmark).map_err(|e| unreadable_here(name, &e))?;
    check_imports(&dataset, &visit).await.map_err(|e| not_opened(name, &e))?;
    if is_stopped() {
        return Ok(None);
    }
    let (mut added, mut known) = (VisitCounts::default(), VisitCounts::default());
    for entry in visit.manifest.files.iter().filter(|entry| entry.kind.is_import()) {
        let bytes = visit.content(entry).map_err(|e| not_opened(name, &e))?;
        let (_, is_new) = adding.add(&entry.name, &bytes, &Blob::new(bytes.as_slice())).await?;
        let counts = if is_new { &mut added } else { &mut known };
        match entry.kind {
            VisitKind::Run => counts.runs += 1,
            VisitKind::Facets => counts.facet_tables += 1,
            _ => counts.judgement_sets += 1,
        }
    }
    let joined = own.join(&benchmark, &answered).map_err(|e| unreadable_here(name, &e))?;
    let added = VisitCounts {
        runs: added.runs,
        judgement_sets: added.judgement_sets,
        facet_tables: added.facet_tables,
        ..joined.added
    };
    let known = VisitCounts {
        runs: known.runs,
        judgement_sets: known.judgement_sets,
        facet_tables: known.facet_tables,
        ..joined.known
    };
    let joined = AnswersJoined { added, known, ..joined };
    Ok(Some(OpenedVisit { words: restored_words(name, &joined), view: visit.manifest.view }))
}

fn is_of(dataset: &Dataset, name: &str, visited: &VisitedBenchmark) -> Result<(), Failure> {
    let here = VisitedBenchmark::of(&dataset.own);
    if here.id == visited.id && here.sha256 == visited.sha256 {
        return Ok(());
    }
    let (title, advice) = if here.id == visited.id {
        let advice =
            "Nothing was kept. Open the benchmark as it was then, and drop the file again.";
        (format!("{name} was saved on another build of this benchmark"), advice)
    } else {
        let advice = "Nothing was kept. Open that benchmark, and drop the file on its page.";
        (format!("{name} is a visit to another benchmark"), advice)
    };
    let detail = if here.id == visited.id {
        format!("The queries or pictures of {} ({}) are no longer the same.", here.title, here.id)
    } else {
        format!(
            "It was saved on {} ({}), and {} ({}) is open.",
            visited.title, visited.id, here.title, here.id
        )
    };
    Err(Failure { title, detail, advice: advice.into() })
}

/// Reads every import as if it were added.
async fn check_imports(dataset: &Arc<Dataset>, visit: &Visit) -> Result<(), String> {
    for entry in visit.manifest.files.iter().filter(|entry| entry.kind.is_import()) {
        let bytes = visit.content(entry).map_err(|e| e.to_string())?;
        let parsed = parse(&entry.name, &bytes, pause).await.map_err(|e| e.to_string())?;
        let matched = Imported::new(&entry.name, &bytes, &parsed, &mut dataset.ids(), pause).await;
        matched.map_err(|e| e.to_string())?;
    }
    Ok(())
}

fn restored_words(name: &str, joined: &AnswersJoined) -> String {
    let AnswersJoined { added, known, n_other, is_stored } = joined;
    let (added, known) = (added.words(), known.words());
    let mut sentences = vec![match (added.as_slice(), known.as_slice()) {
        ([], _) if *n_other > 0 => format!("Nothing in {name} is new here."),
        ([], []) => format!("The view of {name} is open. It holds nothing else."),
        ([], _) => format!("Everything in {name} was here already."),
        (added, _) => format!("Restored from {name}: {}.", words::listed(added)),
    }];
    if !added.is_empty() && !known.is_empty() {
        sentences.push(format!("Already here: {}.", words::listed(&known)));
    }
    if *n_other > 0 {
        let pictures = words::counted(*n_other, "picture is", "pictures are");
        sentences.push(format!("{pictures} judged differently here; your judgements here stay."));
    }
    if !is_stored {
        sentences.push(
            "This browser stores nothing for this page: anything that is not saved as a file is lost when you leave."
                .into(),
        );
    }
    sentences.join(" ")
}

fn not_opened(name: &str, reason: &dyn Display) -> Failure {
    Failure {
        title: format!("{name} was not opened"),
        detail: reason.to_string(),
        advice: "Nothing was kept. Copy the file again or save the visit again, then drop it here."
            .into(),
    }
}

fn unreadable_here(name: &str, reason: &dyn Display) -> Failure {
    Failure {
        title: format!("{name} was not opened"),
        detail: format!("The judgements that this browser has kept cannot be read: {reason}"),
        advice: "Nothing was kept. Start over on Explore’s judging desk, then drop the file again."
            .into(),
    }
}
