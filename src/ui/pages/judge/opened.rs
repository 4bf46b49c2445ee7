//! The sheet that the address names: kept in this browser, or a file beside the benchmark or on this site.

use super::stored::{all_kept, is_name, keep, kept, name_of};
use crate::ui::state::Session;
use crate::ui::state::address::resolved;
use crate::ui::task::Ended;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, Sheet, SheetWork};
use rankscope_core::formats::FormatError;
use rankscope_messages::Failure;
use rankscope_transfer::fetch_text;
use std::sync::Arc;
use web_sys::Url;

/// A sheet that was checked against the benchmark.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Opened {
    pub(super) work: SheetWork,
    /// Of its items, in the corpus.
    pub(super) rows: Vec<u32>,
    pub(super) is_stored: bool,
}

pub(super) async fn open_named(
    session: Session,
    dataset: Arc<Dataset>,
    named: String,
) -> Result<Arc<Opened>, Ended> {
    let benchmark = &dataset.own.id;
    let (work, file) = match is_name(&named) {
        true => {
            let here = kept(benchmark, &named).map_err(|e| unreadable(&e))?;
            let not_stored = session.judging.not_stored.get_value();
            let here = here.or(not_stored.filter(|work| name_of(&work.sheet) == named));
            (here.ok_or_else(not_here)?, named)
        }
        false => {
            let url = resolved(&named, &dataset.base_url);
            let is_it = |work: &SheetWork| work.source.as_ref() == Some(&url);
            match all_kept(benchmark).into_iter().find(is_it) {
                Some(work) => (work, url),
                None => (fetched(&dataset, &url).await?, url),
            }
        }
    };
    let rows = work.sheet.rows(&file, &dataset).map_err(|e| not_opened(e.to_string()))?;
    let is_stored = keep(&work);
    Ok(Arc::new(Opened { work, rows, is_stored }))
}

async fn fetched(dataset: &Dataset, url: &str) -> Result<SheetWork, Ended> {
    let origin = |url: &str| Url::new(url).ok().map(|url| url.origin());
    let own = window().location().origin().ok();
    let of_sheet = origin(url);
    if of_sheet.is_none() || (of_sheet != own && of_sheet != origin(&dataset.base_url)) {
        return Err(not_opened(format!(
            "{url} is on another site. A link can name a sheet on the site of this page, or beside the \
             benchmark."
        ))
        .into());
    }
    let text = fetch_text(url).await.map_err(|e| not_opened(e.to_string()))?;
    let sheet = Sheet::from_json(url, &text).map_err(|e| not_opened(e.to_string()))?;
    // The same sheet may have come as a file.
    let here = kept(&sheet.benchmark, &name_of(&sheet)).map_err(|e| unreadable(&e))?;
    let here = here.filter(|here| here.n_answered() > 0);
    let mut work = here.unwrap_or_else(|| SheetWork::new(sheet, None));
    work.source = Some(url.to_string());
    Ok(work)
}

fn not_opened(detail: String) -> Failure {
    Failure {
        title: "The sheet was not opened".into(),
        detail,
        advice: "Nothing was kept of it. Ask whoever gave you the link or the file.".into(),
    }
}

fn not_here() -> Failure {
    not_opened(
        "It is kept in the browser where it was opened, and this one does not have it. Open the file \
         here."
            .into(),
    )
}

fn unreadable(error: &FormatError) -> Failure {
    Failure {
        title: "The answers that this browser has kept cannot be read".into(),
        detail: error.to_string(),
        advice: "Open the sheet’s file again to start over; it replaces what cannot be read."
            .into(),
    }
}
