//! The pages, one file or folder each. Explore's form comes with the first part of the module;
//! pages are entered by [`page_apart`], which fetches what is in others.

mod agreement;
mod apart;
mod benchmark;
mod choices;
mod compare;
mod explore;
mod leaderboard;
mod learn;
mod loading;
mod routes;

pub use apart::{lesson_apart, want, want_all_later};
pub use loading::with_dataset;
pub use routes::page_apart;
