//! Systems of a benchmark, stored or derived, ranked and measured.
//!
//! `rank` ranks the queries by any system, `measured` judges the rankings of several, `asked_queries` finds the
//! queries that a command was asked for, and `stored_values` stores what was measured.

pub(crate) mod asked_queries;
pub(crate) mod measured;
pub(crate) mod rank;
pub(crate) mod stored_values;
