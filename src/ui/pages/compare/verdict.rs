//! The verdict on the chosen measure: the difference, and a sentence about it.

use super::row::Row;
use crate::ui::components::{measure_name, with_measures};
use leptos::prelude::*;
use rankscope_core::analysis::{Comparison, OnQuery, words};

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
    let sentence = row.is_known.then(|| sentence(comparison, row));
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

fn sentence(comparison: &Comparison, row: &Row) -> String {
    let (name, n) = (row.column.measure.to_string(), row.pairs.len());
    let (Some(a), Some(b)) = (row.mean(|on| on.a), row.mean(|on| on.b)) else {
        return format!(
            "No query has a relevant image under this definition of relevance, so {name} has no \
             value for either system. Choose another definition."
        );
    };
    let (title_a, title_b) = (&comparison.a.title, &comparison.b.title);
    let difference = row.mean(OnQuery::difference).unwrap_or(0.0);
    let order = match difference {
        by if by > 0.0 => format!("{title_a} (A) is ahead of {title_b} (B)"),
        by if by < 0.0 => format!("{title_b} (B) is ahead of {title_a} (A)"),
        _ => format!("{title_a} (A) and {title_b} (B) are tied"),
    };
    let chance = match row.tested.map(|test| test.randomisation.p) {
        None => " Testing whether that could be chance …".to_string(),
        Some(p) => format!(
            " Random swaps of A and B give a difference at least as large in {} of trials: {}.",
            if p < 0.001 { "less than 0.1%".into() } else { format!("{:.1}%", p * 100.0) },
            if p < 0.05 { "unlikely to be chance" } else { "it may well be chance" },
        ),
    };
    format!(
        "On {name}, {order}: {a:.3} (A) and {b:.3} (B) over {}.{chance}",
        words::counted(n, "query", "queries")
    )
}
