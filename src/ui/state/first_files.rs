//! The files of a benchmark that Explore's first answer takes, and how much of them has arrived.

use super::address::Address;
use leptos::prelude::*;
use rankscope_core::analysis::lists_in_parts;
use rankscope_core::benchmark::{Manifest, System};
use rankscope_messages::{Progress, ProgressUnit};
use std::iter::Sum;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Amount {
    /// In bytes.
    pub done: u64,
    pub total: u64,
}

#[derive(Clone, Copy)]
pub struct FirstFiles {
    address: Address,
    amounts: RwSignal<Vec<(String, Amount)>>,
    /// The file that arrives at each fetcher.
    latest: StoredValue<[String; 2]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fetcher {
    Page,
    Engine,
}

impl FirstFiles {
    pub fn new(address: Address) -> Self {
        Self { address, amounts: RwSignal::default(), latest: StoredValue::default() }
    }

    /// Counts the files from here on that the benchmark's first answer takes.
    pub fn expect(&self, manifest: &Manifest) {
        let known = first_files(manifest, self.address).into_iter().filter_map(|path| {
            let total = manifest.file(&path).ok()?.bytes;
            Some((path, Amount { done: 0, total }))
        });
        self.amounts.set(known.collect());
    }

    /// Counts a download. A fetcher's files arrive one after another: the previous one is complete.
    pub fn arrived(&self, by: Fetcher, progress: &Progress) {
        if progress.unit != ProgressUnit::Bytes || progress.total == 0 {
            return;
        }
        let Progress { what, done, total, .. } = progress;
        let before = self.latest.with_value(|latest| latest[by as usize].clone());
        let amount = Amount { done: (*done).min(*total), total: *total };
        self.amounts.update(|amounts| {
            let mut is_known = false;
            for (path, own) in amounts.iter_mut() {
                if path == what {
                    (*own, is_known) = (amount, true);
                } else if *path == before {
                    own.done = own.total;
                }
            }
            if !is_known {
                amounts.push((what.clone(), amount));
            }
        });
        if before != *what {
            self.latest.update_value(|latest| latest[by as usize] = what.clone());
        }
    }

    /// All files of the lists have arrived.
    pub fn have_lists(&self, manifest: &Manifest) {
        let is_vector = |path: &String| {
            manifest.systems.iter().any(|system| vectors(system).any(|own| own == path))
        };
        self.amounts.update(|amounts| {
            for (_, amount) in amounts.iter_mut().filter(|(path, _)| !is_vector(path)) {
                amount.done = amount.total;
            }
        });
    }

    /// Tracked.
    pub fn amount(&self) -> Amount {
        self.amounts.with(|amounts| amounts.iter().map(|(_, own)| *own).sum())
    }
}

impl Sum for Amount {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::default(), |sum, own| Self {
            done: sum.done + own.done,
            total: sum.total + own.total,
        })
    }
}

/// The paths of the vectors that a search with a system reads.
fn vectors(system: &System) -> impl Iterator<Item = &String> {
    system.gallery.iter().chain(&system.queries)
}

/// The paths of the files that the first answer takes, unless the address names what is not there.
fn first_files(manifest: &Manifest, address: Address) -> Vec<String> {
    let mut paths = vec!["queries.jsonl".to_string()];
    if !lists_in_parts(manifest) {
        paths.extend(manifest.image_files().map(|(file, _)| file.path.clone()));
    }
    let state = address.state.get_untracked();
    let welcome = manifest.welcome.as_ref().filter(|_| address.may_open.get_untracked());
    let chosen = state.relevance.as_deref();
    let chosen = chosen.or_else(|| welcome.and_then(|own| own.relevance.as_deref()));
    let definitions = &manifest.relevance;
    let definition = definitions.iter().find(|own| match chosen {
        Some(id) => own.id == id,
        None => own.default,
    });
    let is_own = state.asks_own();
    paths.extend(definition.filter(|_| !is_own).map(|own| own.path.clone()));
    let named = state.system.as_ref().or_else(|| welcome.and_then(|own| own.systems.first()));
    // The systems next to it are fetched once it has answered.
    let first = match named {
        Some(id) => manifest.systems.iter().find(|system| system.id == *id),
        None => manifest.systems.first(),
    };
    let is_read = |path: &&String| !is_own || first.is_some_and(|own| own.gallery.contains(path));
    paths.extend(first.into_iter().flat_map(vectors).filter(is_read).cloned());
    paths
}
