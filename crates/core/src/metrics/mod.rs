//! How good a ranking is.
//!
//! A [`Measure`] is a value that prints and parses under its full name, `protocol:measure`:
//! the [`Protocol`] fixes what papers leave silent (order of ties, missing queries, short
//! lists), the table in `known.rs` names every combination, and `formula/` has one file for
//! each formula, with its source.
//!
//! ```text
//! hits + judgements ─JudgedRanking→ JudgedList ─Measure::value→ number per query ─Mean→ mean, n
//!                                              ─explain→ its terms     ─curves, bands→ drawings
//! ```
//!
//! Every measure is a sum of terms, one for a relevant hit, over a denominator; [`explain`]
//! shows the same terms that [`Measure::value`] adds, and [`Edits`] changes a ranking to see
//! what becomes of it. COCO 1K judges by way of [`Folds`],
//! `PMRP` on [`plausible_matches`]. This room may use `benchmark` and `ranking`.

mod bands;
mod curves;
mod discount;
mod explain;
mod fold;
mod formula;
mod judged_list;
mod judged_ranking;
mod judged_share;
mod known;
mod mean;
mod measure;
mod pairing;
mod plausible_match;
mod protocol;
mod relevant_hit;
mod row_filter;
mod tag_suggestion;
mod what_if;

pub use bands::{Band, QUARTILES, bands};
pub use curves::{PrPoint, interpolated_precision, pr_points, precision_at_ranks, recall_at_ranks};
pub use explain::{ExplainedTerm, Explanation, IdealTerm, TieBlock, explain};
pub use fold::{FoldCaption, Folds};
pub use judged_list::JudgedList;
pub use judged_ranking::JudgedRanking;
pub use judged_share::JudgedShare;
pub use mean::Mean;
pub use measure::{Measure, MeasureError, default_measures, known_measures};
pub use pairing::{is_paired_right, pairing_accuracy};
pub use plausible_match::{ClassVector, plausible_matches};
pub use protocol::{Order, Protocol};
pub use relevant_hit::RelevantHit;
pub use tag_suggestion::{N_SUGGESTED, tag_suggestion_share};
pub use what_if::{Edit, EditError, Edits};

/// `count` as a number to divide by. Lists are far shorter than 2⁵³.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn real(count: usize) -> f64 {
    count as f64
}
