//! Which of four captions is of which picture (Needle, Table 2).

use super::super::view::View;
use super::status::status;
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::state::guides::PairingStudy;
use leptos::prelude::*;
use rankscope_core::analysis::words;
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
            <button
                type="button"
                // Which systems compare depends on their order.
                prop:disabled=move || !view.is_in_order.get() || task.is_running()
                on:click=start
            >
                {format!("Compare {N_GROUPS} groups")}
            </button>
        </div>
        {status(task, "Comparing", "Cancelled. The groups so far are shown.")}
        {move || task.value().filter(|own| own.n_groups > 0).map(|own| table(view, &own))}
    }
    .into_any()
}

fn table(view: View, own: &Arc<PairingStudy>) -> AnyView {
    type Line = (String, Option<f64>);
    let title = |name: &str| match name.strip_prefix("text, ") {
        Some("mean of all") => "Texts of all systems".to_string(),
        Some(id) => format!("Text alone, {}", view.title(id)),
        None => "Guides under all systems".to_string(),
    };
    let titles: Vec<(String, Line)> =
        own.ways.iter().map(|way| (title(&way.0), way.clone())).collect();
    let columns = vec![
        Column::text("Way", |line: &(String, Line)| line.0.clone()).heads_row(),
        Column::number("Right captions", |line: &(String, Line)| line.1.1).view(|line| {
            let words = line.1.1.map_or_else(|| "n/a".into(), |own| format!("{:.1}%", 100.0 * own));
            Cell::new(words).data("data-way", line.1.0.clone()).exact(line.1.1)
        }),
    ];
    let caption =
        format!("{} of four; chance 25%.", words::counted(own.n_groups, "group", "groups"));
    DataTable::new("Pairing accuracy", columns, titles).caption(caption).view()
}
