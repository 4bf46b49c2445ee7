//! How good a ranking is.
//!
//! A [`Measure`] is a value that prints and parses under its full name, `protocol:measure`:
//! the [`Protocol`] fixes what papers leave silent (tie rule, denominator, short lists), and
//! each measure has its own file with formula and source. Values come per query first
//! ([`Measure::value`]), the [`Mean`] with its n last. This room may use `benchmark` and
//! `ranking`.

mod average_precision;
mod curves;
mod hit_rate;
mod judged_list;
mod map_at_r;
mod mean;
mod measure;
mod ndcg;
mod precision;
mod r_precision;
mod recall;

pub use curves::{PrPoint, interpolated_precision, pr_points, precision_at_ranks};
pub use judged_list::JudgedList;
pub use mean::Mean;
pub use measure::{Measure, MeasureError, Protocol, default_measures};
