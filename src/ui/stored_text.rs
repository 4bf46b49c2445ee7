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

/// The keys that begin with `start`, and how many bytes their texts have.
pub(in crate::ui) fn stored_under(start: &str) -> Vec<(String, u64)> {
    let Some(storage) = storage() else { return Vec::new() };
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok()?);
    let keys = keys.filter(|key| key.starts_with(start));
    keys.map(|key| (key.clone(), stored_text(&key).map_or(0, |text| text.len() as u64))).collect()
}

/// Forgets the text under a key; what the browser refuses stays.
pub(in crate::ui) fn forget_text(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}
