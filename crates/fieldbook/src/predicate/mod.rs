//! Statements about scenes that can be inspected: what a question asks for, what a caption claims.
//!
//! A [`Predicate`] is data, written as a constant. [`Predicate::holds`] decides it for a scene,
//! [`Predicate::holds_leniently`] decides it generously, [`Predicate::words`] puts it in English
//! and [`Predicate::reasons`] says which of its parts hold.

mod lenient;
mod named;
mod reasons;
mod statement;
mod words;

pub use reasons::Reason;
pub use statement::Predicate;

/// The conjunction of its arguments; a single one stands for itself.
macro_rules! all_of {
    ($part:expr) => { $part };
    ($($part:expr),+) => { $crate::Predicate::All(&[$($part),+]) };
}
pub(crate) use all_of;

/// The short names in which predicates are written: `Species(S::Robin)`, `Light(LightOf::Dusk)`.
pub(crate) mod terms {
    pub(crate) use super::named::*;
    pub(crate) use crate::Predicate::{self, *};
    pub(crate) use crate::{
        Behaviour as B, Count as C, Framing as F, Group as G, Habitat as H, Health as HealthOf,
        HumanImpact as I, LifeStage as L, Light as LightOf, Morph as M, Relation as R,
        Season as SeasonOf, Sex as X, Species as S, Substrate as U, Weather as W,
    };
}
