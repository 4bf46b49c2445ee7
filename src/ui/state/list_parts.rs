//! Images of very long lists, named when shown: by their search engine, or else from the lists.

use crate::ui::dataset::load_list;
use crate::ui::engine_client::Engine;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rankscope_core::analysis::Dataset;
use rankscope_core::benchmark::System;
use rankscope_messages::{Failure, Request, Response};
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

#[derive(Clone, Copy)]
pub struct ListParts {
    /// How often some have arrived.
    pub n_arrived: RwSignal<u32>,
    asked: StoredValue<HashSet<(String, usize)>>,
    /// Rows that search engines were asked to name, by benchmark and system.
    asked_to_name: StoredValue<HashSet<(String, String, u32)>>,
    pub failure: RwSignal<Option<Failure>>,
    engine: Engine,
}

impl ListParts {
    pub fn new(engine: Engine) -> Self {
        let (n_arrived, asked, asked_to_name, failure) = Default::default();
        Self { n_arrived, asked, asked_to_name, failure, engine }
    }

    /// If the dataset has only some files of its lists, and not theirs.
    pub fn want(self, dataset: &Arc<Dataset>, system: Option<&System>, rows_in_corpus: Vec<u32>) {
        match system.filter(|system| system.remote.is_some()) {
            Some(system) => self.ask_to_name(dataset, system, rows_in_corpus),
            None => self.load(dataset, rows_in_corpus),
        }
    }

    /// Asks the system's search engine; what it does not name is in the lists.
    fn ask_to_name(self, dataset: &Arc<Dataset>, system: &System, rows_in_corpus: Vec<u32>) {
        let is_missing = |row: &u32| !dataset.missing_lists([*row]).is_empty();
        let key = |row| (dataset.base_url.clone(), system.id.clone(), row);
        let is_new = |row: &u32| {
            self.asked_to_name.try_update_value(|asked| asked.insert(key(*row))) == Some(true)
        };
        let missing = rows_in_corpus.into_iter().filter(is_missing);
        let rows: Vec<u32> = missing.filter(is_new).collect();
        if rows.is_empty() {
            return;
        }
        let request = Request::NameImages { system: system.id.clone(), rows: rows.clone() };
        let dataset = dataset.clone();
        spawn_local(async move {
            // Whatever keeps the engine from naming them, the lists do.
            if let Ok(Response::Named { images }) = self.engine.ask(request).await {
                dataset.name_images(images.into_iter().collect());
                self.n_arrived.try_update(|n| *n += 1);
            }
            self.load(&dataset, rows);
        });
    }

    fn load(self, dataset: &Arc<Dataset>, rows_in_corpus: Vec<u32>) {
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
