//! Needle's published figures, and ours.

use super::super::view::View;
use super::intervals::mean_of;
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::components::{failure_panel, skeleton_block};
use crate::ui::state::address::Address;
use crate::ui::state::guides::{MEASURES, Measured, Way};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::formats::{PublishedTable, published_from_csv};
use rankscope_messages::Failure;
use rankscope_transfer::fetch_text;

const TABLES: [&str; 3] =
    ["published/needle_table1.csv", "published/needle_table2.csv", "published/needle_table3.csv"];

pub(super) fn published(view: View) -> AnyView {
    let tables = RwSignal::new(None::<Result<Vec<PublishedTable>, Failure>>);
    let load = move || {
        tables.set(None);
        leptos::task::spawn_local(async move {
            let outcome = read(view.session.address).await;
            // The visitor may have left the page before the files arrived.
            let _ = tables.try_set(Some(outcome));
        });
    };
    load();
    let body = move || match tables.get() {
        None => skeleton_block(),
        Some(Err(failure)) => failure_panel(&failure, "Try again", load),
        Some(Ok(tables)) => {
            let Ok([first, second, third]) = <[PublishedTable; 3]>::try_from(tables) else {
                return ().into_any();
            };
            view! {
                <h3>"Ours, as measured in this visit"</h3>
                {move || ours(view)}
                <h3>"Theirs: retrieval"</h3>
                <p class="prose">
                    "Table 1 of the paper: four systems and Needle on four data sets, on all queries and on hard ones (an average precision below 0.5 for CLIP). Its appendix E.3 sums the precision at every right answer of 60 and divides by 10 at most, which can reach 6 ("
                    <code>"needle:AP@60"</code> " here); yet no printed MAP exceeds 1. On COCO, where recall and precision at 10 are equal, every query has ten relevant pictures or more. A MAP of 0.95 beside a precision of 0.93 would leave hardly a right answer among ranks 11 to 60, so these figures cannot follow that formula; which one they follow, the paper does not say. Ours above is "
                    <code>"inquire:AP@50"</code> "."
                </p>
                {table("Needle’s Table 1", first)}
                <h3>"Theirs: which caption is of which picture"</h3>
                <p class="prose">"Table 2 of the paper: pairing accuracy on Cola and Winoground, and mean reciprocal ranks. Ours is under Pairing."</p>
                {table("Needle’s Table 2", second)}
                <h3>"Theirs: embedders"</h3>
                <p class="prose">
                    "Table 3 of the paper: the embedders of its default, each with the weight that a public leaderboard gives it. Ours take the order of the validation split and begin with equal weights."
                </p>
                {table("Needle’s Table 3", third)}
            }
            .into_any()
        }
    };
    view! {
        <p class="prose">
            "Erfanian, Dehghankar and Asudeh, Needle, 2024. Its guides come from text-to-image models and its pictures are photographs, so its figures and ours cannot be compared, only the direction in which they point."
        </p>
        {body}
    }
    .into_any()
}

async fn read(address: Address) -> Result<Vec<PublishedTable>, Failure> {
    let mut tables = Vec::new();
    for name in TABLES {
        let text = fetch_text(&address.file(name)).await.map_err(|e| Failure::from(&e))?;
        let table = published_from_csv(name, &text).map_err(|e| Failure {
            title: "A published table cannot be read".into(),
            detail: e.to_string(),
            advice: "Rebuild the page.".into(),
        })?;
        tables.push(table);
    }
    Ok(tables)
}

struct Line {
    texts: Vec<String>,
    values: Vec<Option<f64>>,
}

/// As the paper prints it.
fn title_of(column: &str) -> String {
    match column {
        "r_at_10" => "R@10".into(),
        "p_at_10" => "P@10".into(),
        "map" => "MAP".into(),
        "mrr" => "MRR".into(),
        "cola_pacc" => "Cola, pairing".into(),
        "cola_mrr" => "Cola, MRR".into(),
        "winoground_pacc" => "Winoground, pairing".into(),
        "winoground_mrr" => "Winoground, MRR".into(),
        "senticap_mrr" => "SentiCap, MRR".into(),
        "nocaps_mrr" => "NoCaps, MRR".into(),
        "dataset" => "Data set".into(),
        "subset" => "Queries".into(),
        "system" => "System".into(),
        "architecture" => "Architecture".into(),
        "model" => "Model".into(),
        "weight" => "Weight".into(),
        other => other.into(),
    }
}

fn table(name: &'static str, table: PublishedTable) -> AnyView {
    let mut columns: Vec<Column<Line>> = Vec::new();
    for (place, name) in table.text_columns.iter().enumerate() {
        let text = move |line: &Line| line.texts.get(place).cloned().unwrap_or_default();
        let column = Column::text(title_of(name), text);
        columns.push(if place == 0 { column.heads_row() } else { column });
    }
    for (place, name) in table.measures.iter().enumerate() {
        let value = move |line: &Line| line.values.get(place).copied().flatten();
        // As many decimals as the paper prints in the column.
        let needs_four = |value: f64| ((value * 1e3).round() / 1e3 - value).abs() > 1e-9;
        let printed = table.rows.iter().filter_map(|row| row.values.get(place).copied().flatten());
        let decimals = if printed.into_iter().any(needs_four) { 4 } else { 3 };
        columns.push(Column::number(title_of(name), value).view(move |line| {
            let value = value(line);
            Cell::new(value.map_or_else(|| "n/a".into(), |value| format!("{value:.decimals$}")))
                .exact(value)
        }));
    }
    let lines: Vec<Line> =
        table.rows.into_iter().map(|row| Line { texts: row.texts, values: row.values }).collect();
    DataTable::new(name, columns, lines).tall().view()
}

fn ours(view: View) -> AnyView {
    let Some(ablation) = view.guides.ablation.value().filter(|ablation| !ablation.rows.is_empty())
    else {
        let words = "Nothing was measured in this visit. Open Ablations and measure some queries; \
                     docs/guides.md has the figures of the whole test split.";
        return view! { <p class="guide-note">{words}</p> }.into_any();
    };
    let title = |way: &Way| match way {
        Way::Text(id) => Some(format!("Text alone, {}", view.title(id))),
        Way::FusedText => Some("Texts of all systems, fused".into()),
        Way::Guides => Some("Guides as chosen".into()),
        Way::Varied(_) => None,
    };
    let mean = |values: &Vec<Option<f64>>| mean_of(values.iter().copied()).map(|mean| mean.mean);
    let line = |measured: &Measured| {
        let values = measured.values.iter().map(mean).collect();
        Some(Line { texts: vec![title(&measured.way)?], values })
    };
    let lines: Vec<Line> = ablation.ways.iter().filter_map(line).collect();
    let mut columns = vec![Column::text("Way", |line: &Line| line.texts.concat()).heads_row()];
    columns.extend(MEASURES.into_iter().enumerate().map(|(place, name)| {
        Column::number(name, move |line: &Line| line.values.get(place).copied().flatten())
    }));
    let caption = words::counted(ablation.rows.len(), "query", "queries");
    DataTable::new("Ours", columns, lines).caption(format!("{caption} of this benchmark.")).view()
}
