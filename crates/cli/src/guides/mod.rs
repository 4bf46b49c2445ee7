//! Search by guide images: plans, engines, embedders, and the lists of their guides.
//!
//! [`commands::guide`](crate::commands::guide) prints them; [`as_system`] makes them a system's rankings.

pub(crate) mod as_system;
pub(crate) mod embedders;
pub(crate) mod engines;
pub(crate) mod gathered;
pub(crate) mod generator;
pub(crate) mod plan;
pub(crate) mod setup;
pub(crate) mod stored;
pub(crate) mod studio;
