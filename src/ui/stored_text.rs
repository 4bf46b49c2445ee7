//! Short texts that the browser stores for this site (`localStorage`), and values kept as such texts.
//!
//! Not by gloo, which panics where the browser blocks storage, and writes JSON, which earlier versions
//! of the page did not.

use leptos::prelude::*;
use rankscope_core::formats::FormatError;
use web_sys::Storage;

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

pub(in crate::ui) fn stored_text(key: &str) -> Option<String> {
    storage()?.get_item(key).ok()?
}

/// Whether the browser allows it. An empty text is the same as none.
pub(in crate::ui) fn store_text(key: &str, text: &str) -> bool {
    let stored = |storage: Storage| match text {
        "" => storage.remove_item(key),
        text => storage.set_item(key, text),
    };
    storage().is_some_and(|storage| stored(storage).is_ok())
}

/// The keys that begin with `start`, and how many bytes their texts have. Empty texts, which earlier
/// versions of the page stored, count as none.
pub(in crate::ui) fn stored_under(start: &str) -> Vec<(String, u64)> {
    let Some(storage) = storage() else { return Vec::new() };
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok()?);
    let keys = keys.filter(|key| key.starts_with(start));
    let sized = |key: String| {
        let bytes = stored_text(&key).map_or(0, |text| text.len() as u64);
        (bytes > 0).then_some((key, bytes))
    };
    keys.filter_map(sized).collect()
}

/// What the browser refuses to forget stays.
pub(in crate::ui) fn forget_text(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}

/// A value with a text form for the browser's storage. The default stands for nothing stored.
pub(in crate::ui) trait AsText: Default + Send + Sync + 'static {
    /// Reads what [`Self::to_text`] wrote; `key` names the text in errors.
    fn from_text(key: &str, text: &str) -> Result<Self, FormatError>;

    /// `None` if it cannot be written.
    fn to_text(&self) -> Option<String>;
}

/// The value stored under a key; the default if there is none.
pub(in crate::ui) fn stored<T: AsText>(key: &str) -> Result<T, FormatError> {
    stored_text(key).map_or_else(|| Ok(T::default()), |text| T::from_text(key, &text))
}

/// Where the browser stores nothing, the value lasts as long as the page.
pub(in crate::ui) struct Kept<T: Send + Sync + 'static> {
    pub(in crate::ui) value: RwSignal<T>,
    /// Whether the browser stored the last change.
    pub(in crate::ui) is_stored: RwSignal<bool>,
    key: StoredValue<String>,
}

impl<T: Send + Sync + 'static> Clone for Kept<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Send + Sync + 'static> Copy for Kept<T> {}

impl<T: AsText> Default for Kept<T> {
    fn default() -> Self {
        Self::new(String::new(), T::default())
    }
}

impl<T: AsText> Kept<T> {
    pub(in crate::ui) fn new(key: String, value: T) -> Self {
        let (value, is_stored) = (RwSignal::new(value), RwSignal::new(true));
        Self { value, is_stored, key: StoredValue::new(key) }
    }

    pub(in crate::ui) fn is_under(&self, key: &str) -> bool {
        self.key.with_value(|own| own == key)
    }

    /// Goes on with the value of another key, which is not stored before it changes.
    pub(in crate::ui) fn open(&self, key: String, value: T) {
        self.key.set_value(key);
        self.value.set(value);
    }

    pub(in crate::ui) fn change(&self, change: impl FnOnce(&mut T)) {
        self.change_if(|value| {
            change(value);
            true
        });
    }

    /// Stores the value only if `change` returns true.
    pub(in crate::ui) fn change_if(&self, change: impl FnOnce(&mut T) -> bool) {
        let mut has_changed = false;
        self.value.update(|value| has_changed = change(value));
        if has_changed {
            let text = self.value.with_untracked(T::to_text);
            let store = |text: String| self.key.with_value(|key| store_text(key, &text));
            self.is_stored.set(text.is_some_and(store));
        }
    }
}
