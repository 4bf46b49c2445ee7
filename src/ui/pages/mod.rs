//! The pages, one file or folder each.

mod agreement;
mod benchmark;
mod compare;
mod explore;
mod leaderboard;
mod learn;
mod loading;

pub use agreement::agreement_page;
pub use benchmark::benchmark_page;
pub use compare::compare_page;
pub use explore::explore_page;
pub use leaderboard::leaderboard_page;
pub use learn::learn_page;
pub use loading::with_dataset;
