//! The pages, one file or folder each. Explore comes with the first part of the module; the
//! others are entered by [`page_apart`], which fetches theirs.

mod agreement;
mod apart;
mod benchmark;
mod compare;
mod explore;
mod leaderboard;
mod learn;
mod loading;

pub use apart::{lesson_apart, page_apart, want, want_all_later};
pub use explore::explore_page;
pub use loading::with_dataset;
