//! How a measure's value came about: its terms, and what they are divided by.

use crate::ui::dataset::Dataset;
use crate::ui::words;
use leptos::prelude::*;
use rankscope_core::metrics::{ExplainedTerm, Explanation};

/// So many terms are shown; a measure may have hundreds.
const N_TERMS_SHOWN: usize = 20;

/// The sum in a sentence, its terms in a table; pointing at a term points at its result.
pub(super) fn explanation(
    dataset: &Dataset,
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
    let judged = format!(
        "Of the {} that it looks at, {} judged; the others count as not relevant.",
        words::counted(explanation.judged.n_hits, "result", "results"),
        match explanation.judged.n_judged {
            1 => "1 is".to_string(),
            n => format!("{} are", words::count(n)),
        },
    );
    let ties = (!explanation.ties.is_empty()).then(|| {
        let blocks = explanation.ties.iter();
        let ranks = blocks.map(|block| {
            let terms = words::counted(block.n_terms, "term", "terms");
            format!("{}–{} ({terms})", block.first_rank, block.last_rank)
        });
        let ranks = ranks.collect::<Vec<_>>().join(", ");
        view! { <p>{format!("Equal scores at ranks {ranks}: {}", explanation.tie_rule)}</p> }
    });
    let terms = (n_terms > 0).then(|| terms_table(dataset, explanation, highlight));
    let ideal = (!explanation.ideal.is_empty()).then(|| ideal_table(explanation));
    view! {
        <div class="explanation">
            <p>{sentence}</p>
            <p>{judged}</p>
            {ties}
            {terms}
            {ideal}
        </div>
    }
    .into_any()
}

fn terms_table(
    dataset: &Dataset,
    explanation: &Explanation,
    highlight: RwSignal<Option<usize>>,
) -> AnyView {
    let shown = explanation.terms.iter().take(N_TERMS_SHOWN);
    let rows = shown.map(|term| term_row(term, dataset, highlight)).collect_view();
    let n_more = explanation.terms.len().saturating_sub(N_TERMS_SHOWN);
    let more = (n_more > 0).then(|| {
        view! { <p>{format!("… and {}.", words::counted(n_more, "term more", "terms more"))}</p> }
    });
    let name = format!("Terms of {}", explanation.measure);
    let region = format!("{name}, scrollable");
    view! {
        <div class="scroller" tabindex="0" role="region" aria-label=region>
            <table class="terms" aria-label=name>
                <thead>
                    <tr>
                        <th scope="col" class="number">"Rank"</th>
                        <th scope="col" class="number">"Gain"</th>
                        <th scope="col" class="number">{explanation.factor_words.clone()}</th>
                        <th scope="col" class="number">"Adds"</th>
                        <th scope="col" class="number" title="Precision up to this rank">"P so far"</th>
                        <th scope="col">"Image"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {more}
    }
    .into_any()
}

fn term_row(
    term: &ExplainedTerm,
    dataset: &Dataset,
    highlight: RwSignal<Option<usize>>,
) -> impl IntoView + use<> {
    let rank = term.rank;
    let image = dataset.image(term.row_in_corpus);
    let words = image.map(|image| match image.caption.as_str() {
        "" => image.id.clone(),
        caption => caption.to_string(),
    });
    view! {
        <tr
            on:pointerenter=move |_| highlight.set(Some(rank))
            on:pointerleave=move |_| highlight.set(None)
        >
            <th scope="row" class="number">{rank}</th>
            <td class="number">{number(term.gain)}</td>
            <td class="number">{number(term.factor)}</td>
            <td class="number">{number(term.contribution)}</td>
            <td class="number">{number(term.precision_so_far)}</td>
            <td class="term-image">{words}</td>
        </tr>
    }
}

/// The list that could not be better: what the sum is divided by.
fn ideal_table(explanation: &Explanation) -> AnyView {
    let shown = explanation.ideal.iter().take(N_TERMS_SHOWN);
    let rows = shown
        .map(|term| {
            view! {
                <tr>
                    <th scope="row" class="number">{term.rank}</th>
                    <td class="number">{number(term.gain)}</td>
                    <td class="number">{number(term.discount)}</td>
                    <td class="number">{number(term.contribution)}</td>
                </tr>
            }
        })
        .collect_view();
    let n_more = explanation.ideal.len().saturating_sub(N_TERMS_SHOWN);
    let more = (n_more > 0).then(|| {
        view! { <p>{format!("… and {}.", words::counted(n_more, "rank more", "ranks more"))}</p> }
    });
    view! {
        <p>{format!("The ideal list adds up to {}:", number(explanation.denominator))}</p>
        <table class="terms" aria-label=format!("Ideal list of {}", explanation.measure)>
            <thead>
                <tr>
                    <th scope="col" class="number">"Rank"</th>
                    <th scope="col" class="number">"Gain"</th>
                    <th scope="col" class="number">"Discount"</th>
                    <th scope="col" class="number">"Adds"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
        {more}
    }
    .into_any()
}

/// Whole numbers as such, others with four decimals.
fn number(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.4}") }
}
