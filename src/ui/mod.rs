//! The Leptos page: what a visitor sees, and what it is derived from.
//!
//! Enter by [`mount`]. Everything that outlives a page is in [`session::Session`]: the address
//! ([`view_state`]), the benchmark's lists ([`dataset`]), the worker ([`engine_client`]), one
//! search ([`search_state`], [`shown`]) and every system on all queries ([`board_state`]), from
//! which pages derive what they show ([`compare_state`], [`agreement_state`]), and whether the page opens without a network
//! ([`offline`]). What visitors import is in [`imports`]. Pages are in [`pages`], what they are
//! made of in [`components`], and [`lessons`] lead through them; [`parts`] says which of them
//! are fetched later than the first. Inputs are signals, what follows from them is a memo,
//! choices that matter are in the address.
//!
//! What can be computed without signals is in `rankscope_core::analysis`, tested natively.
//!
//! It may use `analysis`, `benchmark`, `fieldbook`, `formats`, `ranking`, `metrics`, `statistics`, `chart`,
//! `imported`, `transfer` and the messages of `engine`: never a tensor.

pub mod agreement_state;
mod app;
pub mod board_state;
/// See [`rankscope_core::analysis`].
pub mod column {
    pub use rankscope_core::analysis::Column;
}
pub mod compare_state;
pub mod components;
pub mod dataset;
pub mod encoder_checks;
mod engine_answer;
pub mod engine_client;
mod engine_event;
pub mod imports;
pub mod lessons;
pub mod lineup;
pub mod offline;
pub mod pages;
pub mod parts;
/// See [`rankscope_core::analysis`].
pub mod picture_filter {
    pub use rankscope_core::analysis::{PictureFilter, has_facets, picture_properties};
}
pub mod picture_url;
pub mod save;
pub mod search_state;
pub mod second_stage;
pub mod session;
pub mod shown;
/// See [`rankscope_core::analysis`].
pub mod subset {
    pub use rankscope_core::analysis::{Property, Subset, properties};
}
/// See [`rankscope_core::analysis`].
pub mod tally {
    pub use rankscope_core::analysis::{N_KEPT, SystemValues, Tally};
}
pub mod theme;
pub mod view_state;
pub mod what_if;

pub use app::mount;
pub use rankscope_core::analysis::words;
