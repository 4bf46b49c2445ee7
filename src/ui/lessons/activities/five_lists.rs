//! The five lists, and their values by three measures.

use super::pictures::{LETTERS, LISTS, MEASURES, PRINTED, WORDS, values};
use crate::ui::components::measure_name;
use crate::ui::components::table::{Cell, Column, DataTable, Saving};
use crate::ui::state::Session;
use leptos::prelude::*;

pub(in crate::ui::lessons) fn five_lists(_: Session) -> AnyView {
    view! {
        <section class="activity" aria-labelledby="lists-title">
            <h2 id="lists-title">"Five lists for a query with eight relevant pictures"</h2>
            {lists_table(None)}
        </section>
    }
    .into_any()
}

/// `printed` titles a column of the published strengths.
pub(super) fn lists_table(printed: Option<&'static str>) -> AnyView {
    let mut columns = vec![
        Column::text("List", |list: &usize| LETTERS[*list]).view(letter_cell).heads_row(),
        Column::text("Results", |list: &usize| WORDS[*list]).view(|list| Cell::new(marks(*list))),
    ];
    columns.extend(MEASURES.map(|measure| {
        let values = values(measure);
        let value = move |list: &usize| values.get(*list).copied();
        Column::number(measure, value.clone())
            .view(move |list| {
                let value = value(list);
                let words = value.map(|value| format!("{:.1}", 100.0 * value));
                Cell::new(words.unwrap_or_else(|| "n/a".into()))
                    .data("data-list", LETTERS[*list])
                    .data("data-measure", measure)
                    .exact(value)
            })
            .head(measure_name(measure))
    }));
    columns.extend(printed.map(|name| {
        Column::number(name, |list: &usize| PRINTED[*list])
            .view(|list| Cell::new(format!("{:.2}", PRINTED[*list])))
    }));
    DataTable::new("The five lists", columns, Vec::from_iter(0..LETTERS.len()))
        .class("lists-table")
        .caption("✓ right, · wrong, from rank 1 to rank 8. Measures in percent.")
        .saving(Saving::No)
        .view()
}

pub(super) fn letter_cell(list: &usize) -> Cell {
    Cell::new(view! { {LETTERS[*list]} " " <span class="describe">{WORDS[*list]}</span> })
}

fn marks(list: usize) -> AnyView {
    let marks = LISTS[list].iter().map(|is_right| {
        let (class, shape) = if *is_right { ("list-right", "✓") } else { ("list-wrong", "·") };
        view! { <span class=class>{shape}</span> }
    });
    view! {
        <span class="list-marks" aria-hidden="true">{marks.collect_view()}</span>
        <span class="visually-hidden">{WORDS[list]}</span>
    }
    .into_any()
}
