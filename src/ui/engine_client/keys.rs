use super::client::Engine;
use leptos::prelude::*;
use rankscope_messages::{Command, DeviceKind};
use std::collections::BTreeMap;

impl Engine {
    /// Sends a key with every request to the search engine of an origin from now on; `None` forgets it.
    pub fn set_key(&self, origin: &str, key: Option<String>) {
        let keys = self.change(|inner| {
            match key {
                Some(key) => inner.keys.insert(origin.to_owned(), key),
                None => inner.keys.remove(origin),
            };
            inner.keys.clone()
        });
        self.use_keys(keys);
    }

    /// The keys of another client, whose work this one shares.
    pub fn take_keys_of(&self, other: &Self) {
        let keys = other.read(|inner| inner.keys.clone());
        self.change(|inner| inner.keys = keys.clone());
        self.use_keys(keys);
    }

    fn use_keys(&self, keys: BTreeMap<String, String>) {
        self.keyed.set(keys.keys().cloned().collect());
        for kind in [DeviceKind::Cpu, DeviceKind::WebGpu] {
            // One that has not started is told when it opens the benchmark.
            let has_started =
                self.read(|inner| inner.sides.get(kind).is_some_and(|side| side.has_started));
            if has_started {
                self.post(kind, &Command::Keys { keys: keys.clone() });
            }
        }
    }
}
