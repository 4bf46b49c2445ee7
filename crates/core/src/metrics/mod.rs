//! How good a ranking is.
//!
//! A [`Measure`] is a value that prints and parses under its full name, `protocol:measure`; a
//! [`KnownMeasure`] is one whose parameter is open. The [`Protocol`] fixes the conventions that
//! papers leave open (order of ties, missing queries, short lists), and `formula/` has one file for
//! each formula, with its source and the measures that use it.
//!
//! ```text
//! hits + judgements ─JudgedRanking→ JudgedList ─Measure::value→ value per query ─Mean→ mean, n
//!                                              ─explain→ terms    ─curves, bands→ charts
//! ```
//!
//! Every measure is a sum of terms, one for a relevant hit, over a denominator. [`explain`] shows
//! the terms that [`Measure::value`] adds; [`Edits`] changes a ranking to see the effect. COCO 1K
//! judges lists within [`Folds`], `PMRP` on [`plausible_matches`]. [`Measure::expected`] is
//! the value of a random order. This module may use `benchmark` and `ranking`.

mod bands;
mod curves;
mod discount;
mod explain;
mod finer_scores;
mod fold;
mod formula;
mod judged_list;
mod judged_ranking;
mod judged_share;
mod known_measure;
mod mean;
mod measure;
mod measure_name;
mod near_name;
mod other_names;
mod pairing;
mod parameter;
mod plausible_match;
mod protocol;
mod publication;
mod relevant_hit;
mod row_filter;
mod shuffles;
mod tag_suggestion;
mod what_if;

pub use bands::{Band, QUARTILES, bands};
pub use curves::{
    PrPoint, interpolated_precision, pr_points, precision_at_ranks, precision_envelope,
    recall_at_ranks,
};
pub use explain::{ExplainedTerm, Explanation, IdealTerm, TieBlock, explain};
pub use finer_scores::FinerScores;
pub use fold::{FoldCaption, Folds};
pub use judged_list::JudgedList;
pub use judged_ranking::JudgedRanking;
pub use judged_share::JudgedShare;
pub use known_measure::{KnownMeasure, known_measures};
pub use mean::Mean;
pub use measure::Measure;
pub use measure_name::{MeasureError, default_measures};
pub use near_name::near_measures;
pub use pairing::{is_paired_right, pairing_accuracy};
pub use parameter::ParameterKind;
pub use plausible_match::{ClassVector, plausible_matches};
pub use protocol::{Order, Protocol};
pub use publication::Publication;
pub use relevant_hit::RelevantHit;
pub use shuffles::N_SHUFFLES;
pub use tag_suggestion::{N_SUGGESTED, tag_suggestion_share};
pub use what_if::{Edit, EditError, Edits};

use parameter::Parameter;

/// A count as a float, to divide by. Lists are far shorter than 2⁵³.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn real(count: usize) -> f64 {
    count as f64
}
