//! The Leptos page: what a visitor sees, and the state behind it.
//!
//! Start at [`mount`]. [`state`] holds what the page knows, [`engine_client`] talks to the worker,
//! [`task`] runs work that takes time, and [`imports`] reads visitors' files. [`pages`] are built
//! from [`components`], and [`lessons`] guide visitors through them.
//!
//! What can be computed without signals, DOM or engine is in `rankscope_core::analysis`.
//!
//! It may use `analysis`, `benchmark`, `fieldbook`, `formats`, `ranking`, `metrics`, `statistics`,
//! `chart`, `imported`, `transfer` and `messages`: never a tensor, and nothing inside the engine.

mod app;
mod carried;
pub mod components;
pub mod dataset;
pub mod derived;
mod embed;
pub mod engine_client;
mod facts;
mod guide_scenes;
pub mod imports;
pub mod language;
pub mod lessons;
mod local_host;
mod narrow;
pub mod pages;
mod picture_fit;
pub mod picture_url;
mod qr_code;
pub mod save;
mod saved_visit;
pub mod state;
mod stopped;
mod stored_text;
pub mod task;
pub mod theme;

pub use app::mount;
pub use stopped::say_when_stopped;
