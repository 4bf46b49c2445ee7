//! What the worker knows of search engines: their collections, opened once, and the visitor's keys.

use rankscope_core::benchmark::Remote;
use rankscope_core::remote::Collection;
use rankscope_transfer::{Memory, SearchEngine};
use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

thread_local! {
    /// By origin. Never stored.
    static KEYS: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
}

pub(super) fn use_keys(keys: BTreeMap<String, String>) {
    KEYS.set(keys);
}

/// Open collections, by system.
#[derive(Clone)]
pub(super) struct Remotes(pub(super) Rc<Memory<Collection>>);

impl Default for Remotes {
    fn default() -> Self {
        Self(Rc::new(Memory::new(usize::MAX)))
    }
}

impl Remotes {
    pub(super) fn forget_unless(&self, is_there: impl Fn(&str) -> bool) {
        self.0.forget_unless(is_there);
    }
}

/// A client for an engine, with the visitor's key for its origin.
pub(super) fn asked<'a>(remote: &Remote, is_cancelled: &'a dyn Fn() -> bool) -> SearchEngine<'a> {
    let key = KEYS.with_borrow(|keys| keys.get(remote.origin()).cloned());
    SearchEngine::new(key, is_cancelled)
}
