//! What the page knows: everything that outlives a page, as signals.
//!
//! [`Session`] has all of it: the address ([`address`], [`view`]), the benchmark's lists
//! ([`lists`]), one search ([`search`], [`choice`], [`shown`], [`what_if`]) with others beside it
//! ([`lineup`]), every system on all queries ([`board`], [`second_stage`]), the encoders' checks,
//! imports, lessons, and the page's own files ([`parts`], [`offline`]). Pages derive what they show
//! from it ([`compare`], [`agreement`]). Inputs are signals, what follows from them is a memo, work
//! is a [`super::task::Task`], choices that matter are in the address.

pub mod address;
pub mod agreement;
pub mod board;
pub mod choice;
pub mod compare;
pub mod encoder_checks;
pub mod imports;
pub mod lessons;
pub mod lineup;
pub mod lists;
pub mod offline;
pub mod parts;
pub mod search;
pub mod second_stage;
pub mod seen_truth;
pub mod session;
pub mod shown;
pub mod view;
pub mod votes;
pub mod what_if;

pub use session::Session;
