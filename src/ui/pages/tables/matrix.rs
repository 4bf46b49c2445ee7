//! Kendall's τ-b between the measures of a table, with the printed values where a paper prints them.

use super::known::{Shown, title_of};
use crate::ui::components::coefficient::{shade, two_decimals};
use crate::ui::components::table::{Cell, Column, DataTable};
use leptos::prelude::*;
use leptos::tachys::html::style::style;
use rankscope_core::analysis::words;
use rankscope_core::report::{HALF_OF_LAST_DIGIT, TableAgreement};

/// A measure's row of the matrix.
struct Line {
    measure: String,
    tau: Vec<Option<f64>>,
    /// How many models have both figures, where some lack one.
    n: Vec<Option<usize>>,
    printed: Vec<Option<f64>>,
}

impl Line {
    fn all(shown: &Shown, agreement: &TableAgreement) -> Vec<Self> {
        let place = |name: &str| {
            shown.printed.as_ref()?.measures.iter().position(|printed| printed == name)
        };
        let in_paper = |a: &str, b: &str| {
            let values = &shown.printed.as_ref()?.values;
            values.get(place(a)?)?.get(place(b)?).copied()
        };
        let line = |(at, measure): (usize, &String)| Self {
            measure: measure.clone(),
            tau: agreement.tau_b.get(at).cloned().unwrap_or_default(),
            n: (0..agreement.measures.len())
                .map(|other| agreement.n_of_pair.get(at)?.get(other).copied())
                .collect(),
            printed: agreement.measures.iter().map(|other| in_paper(measure, other)).collect(),
        };
        agreement.measures.iter().enumerate().map(line).collect()
    }

    fn tau(&self, place: usize) -> Option<f64> {
        self.tau.get(place).copied().flatten()
    }

    fn n(&self, place: usize) -> Option<usize> {
        self.n.get(place).copied().flatten()
    }

    fn printed(&self, place: usize) -> Option<f64> {
        self.printed.get(place).copied().flatten()
    }

    /// By more than rounding.
    fn differs(&self, place: usize) -> bool {
        let difference = self.tau(place).zip(self.printed(place)).map(|(tau, paper)| tau - paper);
        difference.is_some_and(|by| by.abs() > HALF_OF_LAST_DIGIT)
    }
}

pub(super) fn matrix(shown: &Shown, agreement: &TableAgreement) -> AnyView {
    let lines = Line::all(shown, agreement);
    let n_missing = lines.iter().flat_map(|line| &line.n).flatten().min();
    let missing = n_missing.filter(|n| **n < agreement.n).map(|_| {
        " Figures are missing: below each coefficient is the number of models with both figures."
    });
    let compared = agreement.published.as_ref().map(|printed| {
        let n_different = printed.differences.len();
        format!(
            "{} of {} pairs match the printed values. The other {} are marked ≠, with the printed \
             value. The {} printed measures that are not in this table cannot be recomputed.",
            words::count(printed.n_pairs - n_different),
            words::count(printed.n_pairs),
            words::count(n_different),
            words::count(printed.not_in_table.len()),
        )
    });
    let title = format!("τ-b, n = {}", agreement.n);
    let mut columns = vec![Column::text(title, |line: &Line| title_of(&line.measure)).heads_row()];
    columns.extend(agreement.measures.iter().enumerate().map(|(place, measure)| {
        let other = measure.clone();
        Column::number(title_of(measure), move |line: &Line| line.tau(place))
            .view(move |line| cell(line, place, &other))
            .numeric(false)
    }));
    if shown.printed.is_some() {
        columns.extend(agreement.measures.iter().enumerate().map(|(place, measure)| {
            let title = format!("{} printed", title_of(measure));
            Column::saved(title, move |line: &Line| line.printed(place))
        }));
    }
    view! {
        <h3>"Do the measures agree?"</h3>
        <p class="prose">
            "Kendall’s τ-b over the models: 1 if two measures order them alike, −1 if in opposite orders."
            {missing} " " {compared}
        </p>
        {DataTable::new("Agreement of the table’s measures (τ-b)", columns, lines)
            .class("matrix")
            .view()}
    }
    .into_any()
}

fn cell(line: &Line, place: usize, other: &str) -> Cell {
    let tau = line.tau(place);
    let (class, shade) = shade(tau);
    let differs = line.differs(place);
    let mark = differs.then(|| {
        view! {
            <span class="differs">
                "≠ " {two_decimals(line.printed(place))}
                <span class="visually-hidden">" printed"</span>
            </span>
        }
    });
    let is_as_printed = !differs && line.measure != other && line.printed(place).is_some();
    let same = is_as_printed.then(|| view! { <span class="agrees">"as printed"</span> });
    let n = line.n(place).map(|n| view! { <span class="agrees">{format!("n = {n}")}</span> });
    let cell = Cell::new((two_decimals(tau), mark, same, n))
        .class(class)
        .with(style(shade))
        .data("data-row", line.measure.clone())
        .data("data-column", other)
        .exact(tau)
        .data("data-printed", words::exact(line.printed(place)));
    if differs { cell.data("data-differs", "yes") } else { cell }
}
