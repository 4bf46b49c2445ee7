//! The what-if mode of Explore: the visitor's changes to the ranking.

use super::address::Address;
use leptos::prelude::*;
use rankscope_core::metrics::{Edit, Edits};

/// In the address: the mode is on without changes.
const NOTHING: &str = "-";

#[derive(Clone, Copy)]
pub struct WhatIf {
    /// The changes; `None` while the mode is off.
    pub edits: Memo<Option<Edits>>,
    /// The row of the image that the keyboard moves: its handle keeps the focus.
    pub held: RwSignal<Option<u32>>,
    pub dragged: RwSignal<Option<u32>>,
    /// The name of the measure that is shown large, from the address; the first one while it is not
    /// among them.
    pub measure: Memo<Option<String>>,
    address: Address,
}

impl WhatIf {
    /// Reads the address. Changes that do not parse count as none.
    pub fn new(address: Address) -> Self {
        let edits = Memo::new(move |_| {
            address.state.with(|state| {
                let edit = state.edit.as_deref()?;
                Some(if edit == NOTHING {
                    Edits::default()
                } else {
                    edit.parse().unwrap_or_default()
                })
            })
        });
        let measure = Memo::new(move |_| address.state.with(|state| state.measure.clone()));
        let (held, dragged) = Default::default();
        Self { edits, held, dragged, measure, address }
    }

    pub fn show(&self, measure: String) {
        self.address.adjust(|state| state.measure = Some(measure));
    }

    pub fn toggle(&self) {
        self.held.set(None);
        self.address.change(|state| {
            state.edit = if state.edit.is_some() { None } else { Some(NOTHING.into()) };
        });
    }

    pub fn reset(&self) {
        self.held.set(None);
        self.address.change(|state| state.edit = Some(NOTHING.into()));
    }

    pub fn move_to(&self, row_in_corpus: u32, rank: usize) {
        self.update(|edits| edits.push(Edit::Move { row_in_corpus, rank }));
    }

    /// Judges an image; `original` is the benchmark's judgement.
    pub fn judge(&self, row_in_corpus: u32, is_relevant: bool, original: bool) {
        self.update(|edits| {
            if is_relevant == original {
                edits.forget_judgement(row_in_corpus);
            } else {
                edits.push(Edit::Judge { row_in_corpus, is_relevant });
            }
        });
    }

    fn update(&self, change: impl FnOnce(&mut Edits)) {
        let mut edits = self.edits.get_untracked().unwrap_or_default();
        change(&mut edits);
        let words = if edits.is_empty() { NOTHING.to_string() } else { edits.to_string() };
        // No history entry for every press of an arrow key.
        self.address.adjust(|state| state.edit = Some(words));
    }
}
