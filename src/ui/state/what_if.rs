//! The what-if mode of the Explore page: what the visitor changed in the ranking on show.

use super::address::Address;
use leptos::prelude::*;
use rankscope_core::metrics::{Edit, Edits};

/// The mode is on and nothing is changed yet.
const NOTHING: &str = "-";

/// The changes that the address holds. Cheap to copy; one in a page.
#[derive(Clone, Copy)]
pub struct WhatIf {
    /// The changes; `None` while the mode is off.
    pub edits: Memo<Option<Edits>>,
    /// The image that the keyboard moves: its handle keeps the focus wherever it goes.
    pub held: RwSignal<Option<u32>>,
    /// The image that the pointer drags.
    pub dragged: RwSignal<Option<u32>>,
    address: Address,
}

impl WhatIf {
    /// Reads the address. Changes that cannot be read count as none.
    #[must_use]
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
        Self { edits, held: RwSignal::new(None), dragged: RwSignal::new(None), address }
    }

    /// Begins or ends the mode.
    pub fn toggle(&self) {
        self.held.set(None);
        self.address.change(|state| {
            state.edit = if state.edit.is_some() { None } else { Some(NOTHING.into()) };
        });
    }

    /// Takes all changes back.
    pub fn reset(&self) {
        self.held.set(None);
        self.address.change(|state| state.edit = Some(NOTHING.into()));
    }

    /// Puts an image at another rank.
    pub fn move_to(&self, row_in_corpus: u32, rank: usize) {
        self.update(|edits| edits.push(Edit::Move { row_in_corpus, rank }));
    }

    /// Says whether an image is relevant; `original` is what the judgements say.
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
        // Not an entry of the history for every step of an arrow key.
        self.address.adjust(|state| state.edit = Some(words));
    }
}
