//! A ranking as a strip of ticks, tall where a result is relevant.

use leptos::prelude::*;

/// Ten units a rank; a relevant result's tick is as tall as the strip.
const TALL: usize = 40;
const SHORT: usize = 14;

/// The relevant ones of the first `n_ranks` ranks, on a strip as wide as `n_wide` of them. `spoken` is its
/// accessible name.
pub fn barcode(ranks: &[usize], n_ranks: usize, n_wide: usize, spoken: String) -> AnyView {
    let tick = |rank: usize, height: usize| {
        format!("M{},{}h6v{height}h-6z", 10 * (rank - 1) + 2, TALL - height)
    };
    let others: String =
        (1..=n_ranks).filter(|rank| !ranks.contains(rank)).map(|rank| tick(rank, SHORT)).collect();
    let relevant: String = ranks.iter().map(|rank| tick(*rank, TALL)).collect();
    view! {
        <svg
            class="barcode"
            role="img"
            aria-label=spoken
            viewBox=format!("0 0 {} {TALL}", 10 * n_wide)
            preserveAspectRatio="none"
        >
            <path class="barcode-other" d=others></path>
            <path class="barcode-relevant" d=relevant></path>
        </svg>
    }
    .into_any()
}

pub fn spoken_ranks(ranks: &[usize], n_ranks: usize) -> String {
    let listed = ranks.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match ranks.len() {
        0 => format!("No relevant result at ranks 1 to {n_ranks}"),
        _ => format!("Of ranks 1 to {n_ranks}, relevant: {listed}"),
    }
}
