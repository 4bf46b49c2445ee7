//! The three pages, one file each.

mod benchmark;
mod explore;
mod leaderboard;
mod loading;

pub use benchmark::benchmark_page;
pub use explore::explore_page;
pub use leaderboard::leaderboard_page;
pub use loading::with_dataset;
