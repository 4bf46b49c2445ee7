//! The places that each annotator alone makes every system gain.

use super::means::places;
use super::view::View;
use crate::ui::components::coefficient::{shade, two_decimals};
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::state::annotator_lab::LabResult;
use leptos::prelude::*;
use leptos::tachys::html::style::style;
use rankscope_core::analysis::Effect;

const NAME: &str = "Places gained under a single annotator";

struct Row {
    id: String,
    title: String,
    effect: Option<Effect>,
}

impl Row {
    fn gained(&self, place: usize) -> Option<f64> {
        self.effect.as_ref()?.gained.get(place).copied()
    }

    fn tau_b(&self) -> Option<f64> {
        self.effect.as_ref()?.tau_b
    }
}

/// `None` for a single annotator: the table above shows it.
pub(super) fn singles(view: View, result: &LabResult) -> Option<AnyView> {
    let LabResult { choice, pool, outcome, .. } = result;
    let row = |(place, effect): (usize, Option<Effect>)| {
        let id = choice.systems.get(place)?.clone();
        Some(Row { title: view.title(&id), id, effect })
    };
    let rows: Vec<Row> = pool.alone(outcome).into_iter().filter_map(row).collect();
    if rows.len() < 2 {
        return None;
    }
    let most = choice.systems.len().saturating_sub(1).max(1) as f64;
    let mut columns = vec![
        Column::text("Only annotator", |row: &Row| row.title.clone()).heads_row(),
        Column::number("τ-b with the truth", Row::tau_b).view(|row| {
            Cell::new(two_decimals(row.tau_b()))
                .data("data-annotator", row.id.clone())
                .data("data-system", "tau_b")
                .exact(row.tau_b())
        }),
    ];
    columns.extend(choice.systems.iter().cloned().enumerate().map(|(place, id)| {
        Column::number(view.title(&id), move |row: &Row| row.gained(place))
            .view(move |row| {
                let gained = row.gained(place);
                let (class, strength) = shade(gained.map(|gained| gained / most));
                Cell::new(places(gained))
                    .class(class)
                    .with(style(strength))
                    .data("data-annotator", row.id.clone())
                    .data("data-system", id.clone())
                    .exact(gained)
            })
            .numeric(false)
    }));
    let view = view! {
        <h3>"Each annotator alone"</h3>
        <p class="prose filter-line">
            "Each row has one annotator, each column a system and the places that it gains. Blue is a gain, orange a loss."
        </p>
        {DataTable::new(NAME, columns, rows).class("matrix").view()}
    };
    Some(view.into_any())
}
