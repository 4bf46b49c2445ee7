//! Short texts that the browser stores for this site (`localStorage`).
//!
//! Not by gloo, which panics where the browser blocks storage, and writes JSON, which earlier versions
//! of the page did not.

use leptos::prelude::window;
use web_sys::Storage;

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// The text stored under a key.
pub(in crate::ui) fn stored_text(key: &str) -> Option<String> {
    storage()?.get_item(key).ok()?
}

/// Stores a text under a key. Whether the browser allows it.
pub(in crate::ui) fn store_text(key: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(key, text).is_ok())
}
