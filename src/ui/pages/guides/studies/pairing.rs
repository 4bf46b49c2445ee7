//! Which of four captions is of which picture (Needle, Table 2).

use super::super::view::View;
use super::status::status;
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::state::guides::PairingSoFar;
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_guide::PairingAccuracy;
use std::sync::Arc;

const N_GROUPS: usize = 50;

pub(super) fn pairing(view: View) -> AnyView {
    let task = view.guides.pairing;
    let start = move |_| view.guides.study_pairing(view.plan.get_untracked(), N_GROUPS);
    view! {
        <p class="prose">
            "Four pictures and four captions differ in one fact: the light, the weather, the species. A caption is right if its own picture is the nearest, so that chance is one in four. By text, its vector is compared with the pictures; by guides, the pictures that the chosen engines draw of it."
        </p>
        <div class="buttons">
            // Which systems compare depends on their order.
            <button type="button" prop:disabled=move || !view.is_in_order.get() || task.is_running() on:click=start>
                {format!("Compare {N_GROUPS} groups")}
            </button>
        </div>
        {status(task, "Comparing", "Cancelled. The groups so far are shown.")}
        {move || task.value().filter(|study| study.n_groups > 0).map(|study| table(view, &study))}
    }
    .into_any()
}

fn table(view: View, study: &Arc<PairingSoFar>) -> AnyView {
    /// A way's title, and its accuracy.
    type Line = (String, PairingAccuracy);
    let title = |name: &str| match name.strip_prefix("text, ") {
        Some("mean of all") => "Texts of all systems".to_string(),
        Some(id) => format!("Text alone, {}", view.title(id)),
        None => "Guides under all systems".to_string(),
    };
    let lines: Vec<Line> = study.ways.iter().map(|way| (title(&way.name), way.clone())).collect();
    let columns = vec![
        Column::text("Way", |line: &Line| line.0.clone()).heads_row(),
        Column::number("Right captions", |line: &Line| line.1.accuracy).view(|(_, way)| {
            let share = |share: f64| format!("{:.1}%", 100.0 * share);
            let words = way.accuracy.map_or_else(|| "n/a".into(), share);
            Cell::new(words).data("data-way", way.name.clone()).exact(way.accuracy)
        }),
    ];
    let caption =
        format!("{} of four; chance 25%.", words::counted(study.n_groups, "group", "groups"));
    DataTable::new("Pairing accuracy", columns, lines).caption(caption).view()
}
