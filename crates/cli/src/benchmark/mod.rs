//! A benchmark on disk, opened and checked.
//!
//! Enter by [`open::Benchmark`], whose `dataset` is the one that the page has. `space` has a system's vectors,
//! stored or derived, `exact` searches on all cores, and `selection` finds the measures and systems that a
//! command was asked for.

pub mod encoder_pack;
pub(crate) mod exact;
pub(crate) mod folder;
pub(crate) mod open;
pub(crate) mod recalled;
pub(crate) mod selection;
pub(crate) mod space;
