//! The verdict on the chosen measure: the difference, and a sentence about it.

use super::row::Row;
use crate::ui::components::{measure_name, with_measures};
use leptos::prelude::*;
use rankscope_core::analysis::{Comparison, chance_words, verdict_words, words};

/// Keeps its place while values and tests are awaited.
pub(super) fn verdict(comparison: &Comparison, row: &Row) -> AnyView {
    let difference = row.difference();
    let side = match difference {
        Some(value) if value > 0.0 => "verdict-value for-a",
        Some(value) if value < 0.0 => "verdict-value for-b",
        _ => "verdict-value",
    };
    let value = match difference {
        Some(value) => words::signed(value),
        None => row.placeholder().to_string(),
    };
    let interval = match row.tested.map(|test| test.interval) {
        Some(Some(i)) => {
            format!("95% interval {} … {}", words::signed(i.low), words::signed(i.high))
        }
        Some(None) => "95% interval n/a".to_string(),
        None => format!("95% interval {}", row.placeholder()),
    };
    let p = row.tested.map(|test| test.randomisation.p);
    let sentence = row.is_known.then(|| {
        let order = verdict_words(comparison, &row.name(), &row.pairs);
        match row.pairs.is_empty() {
            true => order,
            false => format!("{order} {}", chance_words(p)),
        }
    });
    view! {
        <div class="verdict">
            <p class="verdict-figure">
                <span class="verdict-of">"A − B, " {measure_name(&row.name())}</span>
                <span class=side>{value}</span>
                <span class="verdict-interval">{interval}</span>
            </p>
            <p class="verdict-words">{sentence.map(|words| with_measures(&words))}</p>
        </div>
    }
    .into_any()
}
