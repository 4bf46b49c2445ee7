//! How a measure's value is computed: its terms and its denominator.

use super::table::{Cell, Column, DataTable, RowView, Saving};
use leptos::ev::{self, on};
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use rankscope_core::metrics::{ExplainedTerm, Explanation, IdealTerm};

const N_TERMS_SHOWN: usize = 20;

/// Pointing at a term highlights its result.
pub(in crate::ui) fn explanation(
    dataset: &Dataset,
    explanation: &Explanation,
    highlight: RwSignal<Option<usize>>,
) -> AnyView {
    let n_terms = explanation.terms.len();
    let sentence = format!(
        "{} to {}. Divided by {} ({}), that is {}.",
        words::counted(n_terms, "term sums", "terms sum"),
        number(explanation.sum),
        number(explanation.denominator),
        explanation.denominator_words,
        number(explanation.value),
    );
    let (n_hits, n_judged) = (explanation.judged.n_hits, explanation.judged.n_judged);
    let judged = format!(
        "The measure uses {}{}",
        words::counted(n_hits, "result", "results"),
        match n_judged {
            _ if n_judged == n_hits => ", all of them judged.".to_string(),
            1 => ", of which 1 is judged. Unjudged results count as not relevant.".to_string(),
            n => format!(
                ", of which {} are judged. Unjudged results count as not relevant.",
                words::count(n)
            ),
        },
    );
    let ties = (!explanation.ties.is_empty()).then(|| {
        let blocks = explanation.ties.iter();
        let ranks = blocks.map(|block| {
            let terms = words::counted(block.n_terms, "term", "terms");
            format!("{}–{} ({terms})", block.first_rank, block.last_rank)
        });
        let ranks = ranks.collect::<Vec<_>>().join(", ");
        view! { <p>{format!("Tied scores at ranks {ranks}: {}", explanation.tie_rule)}</p> }
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

struct Term {
    term: ExplainedTerm,
    image: Option<String>,
}

fn terms_table(
    dataset: &Dataset,
    explanation: &Explanation,
    highlight: RwSignal<Option<usize>>,
) -> AnyView {
    let row = |term: &ExplainedTerm| {
        let image = dataset.image(term.row_in_corpus);
        let image = image.map(|image| match image.caption.as_str() {
            "" => image.id.clone(),
            caption => caption.to_string(),
        });
        Term { term: term.clone(), image }
    };
    let rows: Vec<Term> = explanation.terms.iter().take(N_TERMS_SHOWN).map(row).collect();
    let columns = vec![
        Column::text("Rank", |row: &Term| row.term.rank).numeric(true).heads_row(),
        plain("Gain", |row: &Term| row.term.gain),
        plain(&explanation.factor_words, |row: &Term| row.term.factor),
        plain("Contribution", |row: &Term| row.term.contribution),
        plain("Precision", |row: &Term| row.term.precision_so_far)
            .hint("Precision up to this rank"),
        Column::text(if dataset.is_reversed() { "Text" } else { "Image" }, |row: &Term| {
            row.image.clone()
        })
        .view(|row| Cell::new(row.image.clone()).class("term-image")),
    ];
    let table = DataTable::new(format!("Terms of {}", explanation.measure), columns, rows)
        .class("terms")
        .saving(Saving::No)
        .row(move |row| {
            let rank = row.term.rank;
            RowView::default()
                .with(on(ev::pointerenter, move |_| highlight.set(Some(rank))))
                .with(on(ev::pointerleave, move |_| highlight.set(None)))
        });
    let n_more = explanation.terms.len().saturating_sub(N_TERMS_SHOWN);
    view! {
        {table.view()}
        {more(n_more, "more term", "more terms")}
    }
    .into_any()
}

fn ideal_table(explanation: &Explanation) -> AnyView {
    let rows: Vec<IdealTerm> = explanation.ideal.iter().take(N_TERMS_SHOWN).cloned().collect();
    let columns = vec![
        Column::text("Rank", |term: &IdealTerm| term.rank).numeric(true).heads_row(),
        plain("Gain", |term: &IdealTerm| term.gain),
        plain("Discount", |term: &IdealTerm| term.discount),
        plain("Contribution", |term: &IdealTerm| term.contribution),
    ];
    let table = DataTable::new(format!("Ideal list of {}", explanation.measure), columns, rows)
        .class("terms")
        .saving(Saving::No);
    let n_more = explanation.ideal.len().saturating_sub(N_TERMS_SHOWN);
    view! {
        <p>{format!("The ideal list sums to {}:", number(explanation.denominator))}</p>
        {table.view()}
        {more(n_more, "more rank", "more ranks")}
    }
    .into_any()
}

fn plain<R: 'static>(title: &str, value: fn(&R) -> f64) -> Column<R> {
    Column::number(title, value).view(move |row| Cell::new(number(value(row))))
}

fn more(n: usize, one: &str, many: &str) -> Option<impl IntoView> {
    (n > 0).then(|| view! { <p>{format!("… and {}.", words::counted(n, one, many))}</p> })
}

/// Whole numbers without decimals, others with four.
fn number(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.4}") }
}
