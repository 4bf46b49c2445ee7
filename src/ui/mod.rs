//! The Leptos page: what a visitor sees, and what it is derived from.
//!
//! Enter by [`mount`]. What the page knows is in [`state`], the worker behind [`engine_client`],
//! work as [`task`]s, what visitors import in [`imports`]. Pages are in [`pages`], what they are
//! made of in [`components`], and [`lessons`] lead through them.
//!
//! It may use `benchmark`, `fieldbook`, `formats`, `ranking`, `metrics`, `statistics`, `chart`,
//! `imported`, `transfer` and `messages`: never a tensor, and nothing inside the engine.

mod app;
pub mod column;
pub mod components;
pub mod dataset;
pub mod engine_client;
pub mod imports;
pub mod lessons;
pub mod pages;
pub mod picture_filter;
pub mod picture_url;
pub mod save;
pub mod state;
pub mod subset;
pub mod tally;
pub mod task;
pub mod theme;
pub mod words;

pub use app::mount;
