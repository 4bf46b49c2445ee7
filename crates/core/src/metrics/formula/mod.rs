//! The formulas, one file each. A file registers the measures that use its formula in `MEASURES`; a new file
//! needs its `mod` line and its line in [`REGISTERED`], and nothing elsewhere.

mod average_precision;
mod block_average_precision;
mod block_ndcg;
mod bpref;
mod definition;
mod expected_reciprocal_rank;
mod hit_rate;
mod interpolated_precision;
mod map_at_r;
mod ndcg;
mod pmrp;
mod precision;
mod r_precision;
mod random_order;
mod rank_biased;
mod recall;
mod reciprocal_rank;
mod sum;

pub(super) use definition::{AnyFormula, Definition};
pub(super) use interpolated_precision::InterpolatedPrecision;
pub(super) use sum::{Account, Term};

/// By file. The measures of a protocol are listed in this order.
static REGISTERED: &[&[Definition]] = &[
    precision::MEASURES,
    recall::MEASURES,
    average_precision::MEASURES,
    map_at_r::MEASURES,
    block_average_precision::MEASURES,
    ndcg::MEASURES,
    block_ndcg::MEASURES,
    reciprocal_rank::MEASURES,
    expected_reciprocal_rank::MEASURES,
    r_precision::MEASURES,
    hit_rate::MEASURES,
    bpref::MEASURES,
    rank_biased::MEASURES,
    interpolated_precision::MEASURES,
    pmrp::MEASURES,
];

pub(super) fn definitions() -> impl Iterator<Item = &'static Definition> {
    REGISTERED.iter().copied().flatten()
}
