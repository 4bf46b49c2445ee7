//! Files of very long image lists, loaded when a picture of them is shown.

use crate::messages::Failure;
use crate::ui::dataset::load_list;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rankscope_core::analysis::Dataset;
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

/// The files as signals. Cheap to copy.
#[derive(Clone, Copy)]
pub struct ListParts {
    /// How many have arrived.
    pub n_arrived: RwSignal<u32>,
    /// Those that were asked for, by benchmark and place.
    asked: StoredValue<HashSet<(String, usize)>>,
    /// Why one cannot be loaded.
    pub failure: RwSignal<Option<Failure>>,
}

impl Default for ListParts {
    fn default() -> Self {
        let (n_arrived, failure) = (RwSignal::new(0), RwSignal::new(None));
        Self { n_arrived, asked: StoredValue::default(), failure }
    }
}

impl ListParts {
    /// Loads the files that have these rows, if the dataset has only some files and not these.
    pub fn want(self, dataset: &Arc<Dataset>, rows_in_corpus: impl IntoIterator<Item = u32>) {
        for place in dataset.missing_lists(rows_in_corpus) {
            let key = (dataset.base_url.clone(), place);
            let is_new = self.asked.try_update_value(|asked| asked.insert(key.clone()));
            if is_new != Some(true) {
                continue;
            }
            let dataset = dataset.clone();
            spawn_local(async move {
                match load_list(dataset, place, Rc::new(|_| {})).await {
                    Ok(()) => {
                        self.n_arrived.try_update(|n| *n += 1);
                        let _ = self.failure.try_set(None);
                    }
                    Err(failure) => {
                        let _ = self.failure.try_set(Some(failure));
                        // The next search asks again.
                        self.asked.try_update_value(|asked| asked.remove(&key));
                    }
                }
            });
        }
    }
}
