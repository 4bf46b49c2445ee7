//! The pages, one file or folder each. The first part of the module contains only Explore's form;
//! [`page_apart`] shows any page and fetches its part if necessary.

mod agreement;
mod apart;
mod audit;
mod benchmark;
mod card;
mod carried;
mod choices;
mod combine;
mod compare;
mod contents;
mod direction;
mod distribution;
mod explore;
mod files;
mod guides;
mod judge;
mod leaderboard;
mod learn;
mod loading;
mod measures;
mod needs;
mod opened_value;
mod receipt;
mod routes;
mod share;
mod share_button;
mod tables;
mod topics;

pub use apart::{lesson_apart, receipt_apart, want, want_all_later};
pub(in crate::ui) use choices::system_title;
pub use files::accept_files_elsewhere;
pub use loading::{with_dataset, with_outline};
pub use routes::page_apart;
pub use share_button::share_button;
