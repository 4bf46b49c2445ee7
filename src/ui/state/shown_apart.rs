//! Where the page's first part has results judged and measured: in the part of the results, so that
//! the measures are no part of the first.
#![allow(unsafe_code, reason = "entry points are calls from one module into another")]

use super::address::Address;
use super::choice::Choice;
use super::list_parts::ListParts;
use super::parts::at_once;
use super::search::{Found, Search};
use super::shown::Shown;
use super::what_if::WhatIf;
use crate::ui::task::{Task, TaskState};
use leptos::prelude::*;
use rankscope_core::metrics::Edits;
use std::sync::Arc;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// Fetches it.
pub async fn load() -> Result<(), SplitLoaderError> {
    load_shown().await
}

/// [`Shown::new`] once its part is loaded.
#[wasm_split(results, preload(load_shown), fallible)]
pub fn shown(
    choice: Choice,
    found: Arc<Found>,
    k: usize,
    edits: Option<Edits>,
) -> Result<Shown, SplitLoaderError> {
    Ok(Shown::new(choice, found, k, edits.as_ref()))
}

/// The results of the search in the address; the previous results until they arrive. `part` is
/// that of the results.
pub fn shown_memo(
    search: Search,
    address: Address,
    what_if: WhatIf,
    parts: ListParts,
    part: Task<()>,
) -> Memo<Option<Arc<Shown>>> {
    let may_answer = Memo::new(move |_| search.task.with(TaskState::is_running_or_done));
    Memo::new(move |last: Option<&Option<Arc<Shown>>>| {
        let n_lists = parts.n_arrived.get();
        let k = address.state.with(|state| state.k);
        let (may_answer, is_there) = (may_answer.get(), part.value().is_some());
        let (choice, key) = (search.choice.get()?, search.key.get());
        match search.found.get() {
            Some(found) if is_there && key.as_ref() == Some(&found.key) => {
                let shown = at_once(shown(choice, found, k, what_if.edits.get()))?;
                Some(Arc::new(Shown { n_lists, ..shown }))
            }
            // Also just before the engine is asked, or the cards would flicker.
            _ if key.is_some() && may_answer => last.cloned().flatten(),
            _ => None,
        }
    })
}
