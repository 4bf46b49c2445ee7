//! Whether the browser keeps what this site stores, as a signal.

use leptos::prelude::*;
use rankscope_transfer::{ask_to_keep_storage, will_keep_storage};

#[derive(Clone, Copy, Default)]
pub struct Storage {
    /// `None` until the browser has answered, and if it cannot be asked.
    pub is_kept: RwSignal<Option<bool>>,
}

impl Storage {
    /// Asks when a visitor stores something on purpose, or searches a gallery that does not fit in
    /// memory. The answer may wait for the visitor, so nothing else waits for it.
    pub fn ask(self) {
        leptos::task::spawn_local(async move { self.is_kept.set(ask_to_keep_storage().await) });
    }

    /// Looks up what the browser has agreed to, without asking.
    pub fn look_up(self) {
        leptos::task::spawn_local(async move { self.is_kept.set(will_keep_storage().await) });
    }
}
