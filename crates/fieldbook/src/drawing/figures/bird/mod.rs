//! Birds: `traits` says how each species looks, `draw` sets the parts.

pub(crate) mod by_species;
pub(crate) mod chick;
pub(crate) mod draw;
pub(crate) mod head;
pub(crate) mod owl;
pub(crate) mod raptors;
pub(crate) mod songbirds;
pub(crate) mod traits;
pub(crate) mod waterbirds;
pub(crate) mod wings;
