//! How a measure's value came about: its terms, and what they are divided by.

use crate::metrics::{ExplainedTerm, Explanation};
use crate::ui::words;
use leptos::prelude::*;

/// So many terms are shown; a measure may have hundreds.
const N_TERMS_SHOWN: usize = 20;

/// The sum in a sentence, its terms in a table; pointing at a term points at its result.
pub(super) fn explanation(
    explanation: &Explanation,
    highlight: RwSignal<Option<usize>>,
) -> AnyView {
    let n_terms = explanation.terms.len();
    let sentence = format!(
        "{}, {} in sum, over {} ({}) gives {}.",
        words::counted(n_terms, "term", "terms"),
        number(explanation.sum),
        number(explanation.denominator),
        explanation.denominator_words,
        number(explanation.value),
    );
    let ties = (!explanation.ties.is_empty()).then(|| {
        let blocks = explanation.ties.iter();
        let ranks = blocks.map(|block| format!("{}–{}", block.first_rank, block.last_rank));
        let ranks = ranks.collect::<Vec<_>>().join(", ");
        view! { <p>{format!("Equal scores at ranks {ranks}: {}", explanation.tie_rule)}</p> }
    });
    let terms = (n_terms > 0).then(|| terms_table(explanation, highlight));
    view! {
        <details class="explanation">
            <summary>
                "How it comes about"
                <span class="visually-hidden">{format!(": {}", explanation.measure)}</span>
            </summary>
            <p>{sentence}</p>
            {ties}
            {terms}
        </details>
    }
    .into_any()
}

fn terms_table(explanation: &Explanation, highlight: RwSignal<Option<usize>>) -> AnyView {
    let shown = explanation.terms.iter().take(N_TERMS_SHOWN);
    let rows = shown.map(|term| term_row(term, highlight)).collect_view();
    let n_more = explanation.terms.len().saturating_sub(N_TERMS_SHOWN);
    let more = (n_more > 0).then(|| {
        view! { <p>{format!("… and {}.", words::counted(n_more, "term more", "terms more"))}</p> }
    });
    let name = format!("Terms of {}", explanation.measure);
    view! {
        <table class="terms" aria-label=name>
            <thead>
                <tr>
                    <th scope="col" class="number">"Rank"</th>
                    <th scope="col" class="number">"Gain"</th>
                    <th scope="col" class="number">{explanation.factor_words.clone()}</th>
                    <th scope="col" class="number">"Adds"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
        {more}
    }
    .into_any()
}

fn term_row(term: &ExplainedTerm, highlight: RwSignal<Option<usize>>) -> impl IntoView + use<> {
    let rank = term.rank;
    view! {
        <tr
            on:pointerenter=move |_| highlight.set(Some(rank))
            on:pointerleave=move |_| highlight.set(None)
        >
            <th scope="row" class="number">{rank}</th>
            <td class="number">{number(term.gain)}</td>
            <td class="number">{number(term.factor)}</td>
            <td class="number">{number(term.contribution)}</td>
        </tr>
    }
}

/// Whole numbers as such, others with four decimals.
fn number(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.4}") }
}
