//! A benchmark on disk: opened and checked, ranked and measured.
//!
//! Enter by [`open::Benchmark`], whose `dataset` is the one that the page has. `rank` ranks the
//! queries by any system, by way of `space` (vectors, stored or derived) and `exact` (search on all cores);
//! `measured` judges the rankings of several systems, `selection` finds the measures, systems and queries
//! that a command was asked for.

pub(crate) mod asked_queries;
pub mod encoder_pack;
pub(crate) mod exact;
pub(crate) mod folder;
pub(crate) mod measured;
pub(crate) mod open;
pub(crate) mod rank;
pub(crate) mod recalled;
pub(crate) mod selection;
pub(crate) mod space;
pub(crate) mod stored_values;
