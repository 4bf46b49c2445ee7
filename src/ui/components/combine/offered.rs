use crate::ui::components::picker::Options;
use leptos::prelude::*;
use rankscope_core::analysis::Derived;

/// What the dialog offers, and what it does.
#[derive(Clone, Copy)]
pub struct CombinePicker {
    pub systems: Signal<Options>,
    pub made: Signal<Options>,
    /// Those with vectors of images and queries, of which others can be made.
    pub with_vectors: Signal<Options>,
    /// The splits of the queries.
    pub splits: Signal<Options>,
    /// Why a system cannot be made of this benchmark's.
    pub problem: Callback<Derived, Option<String>>,
    /// Why systems of the address cannot be combined.
    pub refused: Signal<Vec<String>>,
    pub add: Callback<String>,
    pub remove: Callback<String>,
}
