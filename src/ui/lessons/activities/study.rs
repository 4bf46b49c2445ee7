//! The published study: its strengths next to the measures, and how well they agree.

use super::activity;
use super::pictures::{LETTERS, LISTS, MEASURES, PRINTED, WORDS, values};
use crate::tr;
use crate::ui::components::measure_name;
use crate::ui::components::table::{Cell, Column, DataTable, Saving};
use crate::ui::language::number;
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::statistics::{discordant_pairs, kendall_tau_b};

pub(in crate::ui::lessons) fn study(_: Session) -> AnyView {
    let body = view! {
        {lists_table(Some(tr!("Preference (of 100)")))}
        {agreement_table(tr!("Agreement with the published preferences"), &PRINTED)}
        <p class="prose source">
            <bdi lang="en">"Chun et al., “ECCV Caption: Correcting False Negatives by Collecting Machine-and-Human-verified Image–Caption Associations for MS-COCO”, ECCV 2022, section 4.1."</bdi> " " {tr!("The measures are computed here.")}
        </p>
    };
    activity("study-title", tr!("The ECCV Caption study"), body)
}

struct Row {
    measure: &'static str,
    tau: Option<f64>,
    swapped: Vec<String>,
}

pub(super) fn agreement_table(name: String, strengths: &[f64]) -> AnyView {
    let rows = MEASURES.map(|measure| {
        let (tau, swapped) = agreement(&values(measure), strengths);
        Row { measure, tau, swapped }
    });
    let columns = vec![
        Column::text(tr!("Measure"), |row: &Row| row.measure)
            .view(|row| Cell::new(measure_name(row.measure)))
            .heads_row(),
        Column::number("τ-b", |row: &Row| row.tau).view(|row| {
            Cell::new(two_decimals(row.tau)).data("data-measure", row.measure).exact(row.tau)
        }),
        Column::text(tr!("Pairs in opposite orders"), |row: &Row| match row.swapped.as_slice() {
            [] => tr!("none"),
            pairs => pairs.join(", "),
        }),
    ];
    DataTable::new(name, columns, Vec::from(rows))
        .class("agreement-table")
        .saving(Saving::No)
        .view()
}

pub(super) fn two_decimals(tau: Option<f64>) -> String {
    tau.map_or_else(|| "n/a".to_string(), |tau| number(&format!("{tau:.2}")).replace('-', "−"))
}

/// τ-b, and the pairs of lists in opposite orders, such as `B and C`.
pub(super) fn agreement(measure: &[f64], strengths: &[f64]) -> (Option<f64>, Vec<String>) {
    let tau = kendall_tau_b(measure, strengths).map(|tau| tau.tau_b);
    let pairs = discordant_pairs(measure, strengths).unwrap_or_default();
    let letter = |index: usize| LETTERS.get(index).copied().unwrap_or("?");
    let mut named: Vec<String> = pairs
        .iter()
        .map(|pair| {
            let (first, second) = (letter(pair.i.min(pair.j)), letter(pair.i.max(pair.j)));
            tr!("{first} and {second}", first, second)
        })
        .collect();
    named.sort_unstable();
    (tau, named)
}

pub(in crate::ui::lessons) fn study_verdict() -> String {
    let of = |measure: &str| agreement(&values(measure), &PRINTED);
    let ((r1, _), (r5, _), (map, swapped)) = (of("eccv:R@1"), of("eccv:R@5"), of("eccv:mAP@R"));
    let swapped = match swapped.as_slice() {
        [] => tr!("It puts all lists in the same order."),
        [one] => tr!("By these figures, the order is not quite the same: {one} swap places.", one),
        many => tr!("These pairs swap places: {pairs}.", pairs = many.join("; ")),
    };
    let closest = tr!(
        "τ-b with the preferences is {map} for mAP@R, {r5} for R@5 and {r1} for R@1. So mAP@R is the closest of the three to what people prefer.",
        map = two_decimals(map),
        r5 = two_decimals(r5),
        r1 = two_decimals(r1),
    );
    format!("{closest} {swapped}")
}

pub(in crate::ui::lessons) fn five_lists(_: Session) -> AnyView {
    activity(
        "lists-title",
        tr!("Five lists for a query with eight relevant pictures"),
        lists_table(None),
    )
}

/// `printed` titles a column of the published strengths.
fn lists_table(printed: Option<String>) -> AnyView {
    let mut columns = vec![
        Column::text(tr!("List"), |list: &usize| LETTERS[*list]).view(letter_cell).heads_row(),
        Column::text(tr!("Results"), |list: &usize| WORDS[*list].said())
            .view(|list| Cell::new(marks(*list))),
    ];
    columns.extend(MEASURES.map(|measure| {
        let values = values(measure);
        let value = move |list: &usize| values.get(*list).copied();
        Column::number(measure, value.clone())
            .view(move |list| {
                let value = value(list);
                let words = value.map(|value| number(&format!("{:.1}", 100.0 * value)));
                Cell::new(words.unwrap_or_else(|| "n/a".into()))
                    .data("data-list", LETTERS[*list])
                    .data("data-measure", measure)
                    .exact(value)
            })
            .head(measure_name(measure))
    }));
    columns.extend(printed.map(|name| {
        Column::number(name, |list: &usize| PRINTED[*list])
            .view(|list| Cell::new(number(&format!("{:.2}", PRINTED[*list]))))
    }));
    DataTable::new(tr!("The five lists"), columns, Vec::from_iter(0..LETTERS.len()))
        .class("lists-table")
        .caption(tr!("✓ right, · wrong, from rank 1 to rank 8. Measures in percent."))
        .saving(Saving::No)
        .view()
}

pub(super) fn letter_cell(list: &usize) -> Cell {
    Cell::new(view! { {LETTERS[*list]} " " <span class="describe">{WORDS[*list].said()}</span> })
}

fn marks(list: usize) -> AnyView {
    let marks = LISTS[list].iter().map(|is_right| {
        let (class, shape) = if *is_right { ("list-right", "✓") } else { ("list-wrong", "·") };
        view! { <span class=class>{shape}</span> }
    });
    view! {
        <span class="list-marks" aria-hidden="true">{marks.collect_view()}</span>
        <span class="visually-hidden">{WORDS[list].said()}</span>
    }
    .into_any()
}
