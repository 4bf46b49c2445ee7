//! A run or judgements on the way into the open benchmark: checked, stored, shown.

use super::lists::Lists;
use crate::ui::imports::not_imported;
use crate::ui::stored_text::store_text;
use crate::ui::task::pause;
use gloo::file::Blob;
use leptos::prelude::*;
use rankscope_core::analysis::Imported;
use rankscope_core::imported::{ImportError, parse};
use rankscope_messages::Failure;
use rankscope_transfer::keep_import;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The key under which a tab notes that the stored imports have changed. The browser notifies the others.
pub(super) const CHANGED: &str = "rankscope-imports-changed";

pub(super) fn tell_other_tabs() {
    // Without storage there are no stored imports either.
    store_text(CHANGED, &js_sys::Date::now().to_string());
}

#[derive(Clone, Copy)]
pub(super) struct Adding {
    pub(super) lists: Lists,
    pub(super) not_kept: RwSignal<BTreeSet<String>>,
}

impl Adding {
    /// The import's id, and whether it is new: its content may be there already, under the same name.
    pub(super) async fn add(
        &self,
        name: &str,
        bytes: &[u8],
        file: &Blob,
    ) -> Result<(String, bool), Failure> {
        let failed = |e: ImportError| not_imported(name, e.to_string());
        let parsed = parse(name, bytes, pause).await.map_err(failed)?;
        // Uses the lists as they are at the end, as another import may be removed in the meantime.
        // Stored before it is shown, so that whatever is shown survives a reload.
        let (dataset, ids, import, is_kept) = loop {
            let Some(dataset) = untrack(|| self.lists.outline()) else {
                return Err(Failure {
                    detail: "No benchmark is open to import it into.".into(),
                    advice: "Open a benchmark and drop the file again.".into(),
                    ..not_imported(name, String::new())
                });
            };
            let mut ids = dataset.ids();
            let import = Imported::new(name, bytes, &parsed, &mut ids, pause).await;
            let import = import.map_err(failed)?;
            if dataset.imported.iter().any(|known| known.id == import.id) {
                return Ok((import.id, false));
            }
            let kept = keep_import(&dataset.base_url, &import.id, name, file).await;
            if untrack(|| self.lists.outline()).as_ref() == Some(&dataset) {
                break (dataset, ids, import, kept.is_ok());
            }
        };
        if is_kept {
            tell_other_tabs();
        } else {
            self.not_kept.update(|ids| {
                ids.insert(import.id.clone());
            });
        }
        let id = import.id.clone();
        let imported = dataset.imported.iter().cloned().chain([Arc::new(import)]).collect();
        self.lists.replace(dataset.with_imports(imported, ids));
        Ok((id, true))
    }
}
