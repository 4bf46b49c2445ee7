//! The formulas, one file each. A file registers the measures that use its formula in `MEASURES`; a new file
//! needs its `mod` line and its line in `registered!`, and nothing elsewhere.

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

pub(super) use definition::{About, AnyFormula, Definition};
pub(super) use interpolated_precision::InterpolatedPrecision;
pub(super) use sum::{Account, Term};

use definition::Registered;

/// Two lists of the measures, by file: what measures them, and what is said of them.
macro_rules! registered {
    ($($file:ident),* $(,)?) => {
        static DEFINITIONS: &[&[Definition]] = &[$({
            const OF_FILE: [Definition; $file::MEASURES.len()] = {
                let mut all = [$file::MEASURES[0].definition; $file::MEASURES.len()];
                let mut place = 0;
                while place < all.len() {
                    all[place] = $file::MEASURES[place].definition;
                    place += 1;
                }
                all
            };
            &OF_FILE
        }),*];
        static ABOUT: &[&[Registered]] = &[$($file::MEASURES),*];
    };
}

// The measures of a protocol are listed in this order.
registered![
    precision,
    recall,
    average_precision,
    map_at_r,
    block_average_precision,
    ndcg,
    block_ndcg,
    reciprocal_rank,
    expected_reciprocal_rank,
    r_precision,
    hit_rate,
    bpref,
    rank_biased,
    interpolated_precision,
    pmrp,
];

pub(super) fn definitions() -> impl Iterator<Item = &'static Definition> {
    DEFINITIONS.iter().copied().flatten()
}

/// What is said of one of the [`definitions`].
pub(super) fn about(definition: &'static Definition) -> About {
    let is_own = |own: &&Definition| std::ptr::eq(*own, definition);
    let place = definitions().position(|own| is_own(&own));
    let all = ABOUT.iter().copied().flatten();
    let own = place.and_then(|place| all.map(|own| own.about).nth(place));
    // Every definition is one of the list's.
    own.unwrap_or(FIRST)
}

const FIRST: About = precision::MEASURES[0].about;
