//! The published study: its strengths next to the measures, and how well they agree.

use super::five_lists::lists_table;
use super::pictures::{LETTERS, MEASURES, PRINTED, values};
use crate::ui::components::measure_name;
use crate::ui::components::table::{Cell, Column, DataTable, Saving};
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::statistics::{discordant_pairs, kendall_tau_b};

pub(in crate::ui::lessons) fn study(_: Session) -> AnyView {
    view! {
        <section class="activity" aria-labelledby="study-title">
            <h2 id="study-title">"The ECCV Caption study"</h2>
            {lists_table(Some("Preference (of 100)"))}
            {agreement_table("Agreement with the published preferences", &PRINTED)}
            <p class="prose source">
                "Chun et al., “ECCV Caption: Correcting False Negatives by Collecting Machine-and-Human-verified Image–Caption Associations for MS-COCO”, ECCV 2022, section 4.1. The measures are computed here."
            </p>
        </section>
    }
    .into_any()
}

struct Row {
    measure: &'static str,
    tau: Option<f64>,
    swapped: Vec<String>,
}

pub(super) fn agreement_table(name: &'static str, strengths: &[f64]) -> AnyView {
    let rows = MEASURES.map(|measure| {
        let (tau, swapped) = agreement(&values(measure), strengths);
        Row { measure, tau, swapped }
    });
    let columns = vec![
        Column::text("Measure", |row: &Row| row.measure)
            .view(|row| Cell::new(measure_name(row.measure)))
            .heads_row(),
        Column::number("τ-b", |row: &Row| row.tau).view(|row| {
            Cell::new(two_decimals(row.tau)).data("data-measure", row.measure).exact(row.tau)
        }),
        Column::text("Pairs in opposite orders", |row: &Row| match row.swapped.as_slice() {
            [] => "none".to_string(),
            pairs => pairs.join(", "),
        }),
    ];
    DataTable::new(name, columns, Vec::from(rows))
        .class("agreement-table")
        .saving(Saving::No)
        .view()
}

pub(super) fn two_decimals(tau: Option<f64>) -> String {
    tau.map_or_else(|| "n/a".to_string(), |tau| format!("{tau:.2}").replace('-', "−"))
}

/// τ-b, and the pairs of lists in opposite orders, such as `B and C`.
pub(super) fn agreement(measure: &[f64], strengths: &[f64]) -> (Option<f64>, Vec<String>) {
    let tau = kendall_tau_b(measure, strengths).map(|tau| tau.tau_b);
    let pairs = discordant_pairs(measure, strengths).unwrap_or_default();
    let letter = |index: usize| LETTERS.get(index).copied().unwrap_or("?");
    let mut named: Vec<String> = pairs
        .iter()
        .map(|pair| format!("{} and {}", letter(pair.i.min(pair.j)), letter(pair.i.max(pair.j))))
        .collect();
    named.sort_unstable();
    (tau, named)
}

pub(in crate::ui::lessons) fn study_verdict() -> String {
    let of = |measure: &str| agreement(&values(measure), &PRINTED);
    let ((r1, _), (r5, _), (map, swapped)) = (of("eccv:R@1"), of("eccv:R@5"), of("eccv:mAP@R"));
    let swapped = match swapped.as_slice() {
        [] => "It puts all lists in the same order.".to_string(),
        [one] => format!("By these figures, the order is not quite the same: {one} swap places."),
        many => format!("These pairs swap places: {}.", many.join("; ")),
    };
    format!(
        "τ-b with the preferences is {} for mAP@R, {} for R@5 and {} for R@1. So mAP@R is the closest of the three to what people prefer. {swapped}",
        two_decimals(map),
        two_decimals(r5),
        two_decimals(r1),
    )
}
