//! Values from the benchmark or an earlier visit, shown until this device has computed its own.

use gloo::timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use rankscope_core::analysis::{Column, Dataset, SystemValues, inputs_of};
use rankscope_core::benchmark::FileEntry;
use rankscope_core::formats::{jsonl_from_values, text_from_bytes};
use rankscope_messages::Failure;
use rankscope_transfer::{fetch_file, keep_values, kept_values, sha256_hex};
use std::sync::Arc;

#[derive(Clone, Copy, Default)]
pub struct StoredValues {
    pub systems: RwSignal<Vec<Arc<SystemValues>>>,
    pub refused: RwSignal<Vec<String>>,
    dataset: RwSignal<Option<Arc<Dataset>>>,
    /// How many systems are still being looked up.
    n_awaited: RwSignal<usize>,
    /// What arrived since the pages were last updated.
    arrived: StoredValue<Vec<Option<Result<SystemValues, String>>>>,
}

/// What arrives within this time is shown together: each time, a whole table is redrawn.
const TOGETHER_MS: u32 = 16;
/// Computing waits for stored values no longer than this.
const LONGEST_WAIT_MS: u32 = 800;

impl StoredValues {
    /// Loads the values of all systems side by side, in place of another benchmark's.
    pub(super) fn load(self, dataset: &Arc<Dataset>) {
        let columns = own_columns(dataset);
        self.systems.set(Vec::new());
        self.refused.set(Vec::new());
        self.arrived.set_value(Vec::new());
        self.n_awaited.set(dataset.own.systems.len());
        self.dataset.set(Some(dataset.clone()));
        for system in &dataset.own.systems {
            let (dataset, columns, system) = (dataset.clone(), columns.clone(), system.id.clone());
            spawn_local(async move {
                let loaded = match dataset.own.values_file(&system) {
                    Some(file) => Some(loaded(&dataset, &columns, &system, file).await),
                    None => kept(&dataset, &columns, &system).await.map(Ok),
                };
                let is_current = |known: &Option<Arc<Dataset>>| known.as_ref() == Some(&dataset);
                if self.dataset.try_with_untracked(is_current) != Some(true) {
                    return;
                }
                self.add(loaded).await;
            });
        }
    }

    /// Adds the values of a system, why there are none, or nothing, with all others that arrive soon.
    async fn add(self, loaded: Option<Result<SystemValues, String>>) {
        let mut is_first = false;
        self.arrived.try_update_value(|arrived| {
            is_first = arrived.is_empty();
            arrived.push(loaded);
        });
        if !is_first {
            return;
        }
        TimeoutFuture::new(TOGETHER_MS).await;
        let (mut values, mut refused) = (Vec::new(), Vec::new());
        let arrived = self.arrived.try_update_value(std::mem::take).unwrap_or_default();
        let n_arrived = arrived.len();
        for loaded in arrived.into_iter().flatten() {
            match loaded {
                Ok(loaded) => values.push(Arc::new(loaded)),
                Err(reason) => refused.push(reason),
            }
        }
        if !values.is_empty() {
            self.systems.try_update(|all| all.extend(values));
        }
        if !refused.is_empty() {
            self.refused.try_update(|all| all.extend(refused));
        }
        self.n_awaited.try_update(|n| *n = n.saturating_sub(n_arrived));
    }

    /// Of every system; tracked. Until then, an order by them would change as they arrive.
    pub fn are_looked_up(&self, dataset: &Dataset) -> bool {
        let is_of = |known: &Arc<Dataset>| known.base_url == dataset.base_url;
        self.dataset.with(|known| known.as_ref().is_some_and(is_of)) && self.n_awaited.get() == 0
    }

    /// Waits for all files of values, but not for long: computing takes the cores that drawing needs.
    pub(super) async fn settled(self, dataset: &Dataset) {
        let systems = dataset.own.systems.iter();
        let n = systems.filter(|own| dataset.own.values_file(&own.id).is_some()).count();
        for _ in 0..LONGEST_WAIT_MS / TOGETHER_MS {
            let n_read =
                self.systems.with_untracked(Vec::len) + self.refused.with_untracked(Vec::len);
            if n_read >= n {
                // They are drawn in the next frame.
                return TimeoutFuture::new(TOGETHER_MS).await;
            }
            TimeoutFuture::new(TOGETHER_MS).await;
        }
    }

    /// Stores what this device computed for the next visit, unless the benchmark carries it.
    pub(super) fn keep(dataset: &Arc<Dataset>, of: &Arc<SystemValues>) {
        let columns = own_columns(dataset);
        let is_carried = dataset.own.values_file(&of.system).is_some();
        let Some(inputs) = inputs_of(dataset, &columns, &of.system).filter(|_| !is_carried) else {
            return;
        };
        let (dataset, of) = (dataset.clone(), of.clone());
        spawn_local(async move {
            let Ok(text) = jsonl_from_values(&of.to_stored(&columns, n_kept(&dataset))) else {
                return;
            };
            let hash = sha256_hex(inputs.as_bytes());
            keep_values(&dataset.base_url, &name(&dataset, &of.system), &hash, text.as_bytes())
                .await;
        });
    }

    /// Tracked.
    pub fn of(&self, id: &str) -> Option<Arc<SystemValues>> {
        self.systems.with(|all| all.iter().find(|values| values.system == id).cloned())
    }
}

async fn loaded(
    dataset: &Dataset,
    columns: &Arc<Vec<Column>>,
    system: &str,
    file: &FileEntry,
) -> Result<SystemValues, String> {
    let bytes = fetch_file(&dataset.base_url, file, &|| false, &mut |_, _| {}).await;
    let bytes = bytes.map_err(|e| Failure::from(&e).detail)?;
    let text = text_from_bytes(&file.path, &bytes).map_err(|e| e.to_string())?;
    SystemValues::stored(dataset, columns, system, &file.path, &text).map_err(|e| e.to_string())
}

/// What this device computed on an earlier visit from the same files; nothing if it cannot be read.
async fn kept(dataset: &Dataset, columns: &Arc<Vec<Column>>, system: &str) -> Option<SystemValues> {
    let hash = sha256_hex(inputs_of(dataset, columns, system)?.as_bytes());
    let bytes = kept_values(&dataset.base_url, &name(dataset, system), &hash).await?;
    let text = String::from_utf8(bytes).ok()?;
    SystemValues::stored(dataset, columns, system, "values of an earlier visit", &text).ok()
}

/// What a system's values are kept under: those of one direction do not replace the other's.
fn name(dataset: &Dataset, system: &str) -> String {
    let direction = if dataset.is_reversed() { "&direction=i2t" } else { "" };
    format!("{system}{direction}")
}

/// How many columns are kept: those that a page opens with, which come first.
fn n_kept(dataset: &Dataset) -> usize {
    match Column::headlines_of(dataset).len() {
        0 => usize::MAX,
        n => n,
    }
}

/// The visitor's choice comes after them, so their indices are the board's.
fn own_columns(dataset: &Dataset) -> Arc<Vec<Column>> {
    Arc::new(Column::all_of(dataset, &[]))
}
