//! The models of a table by several measures: their order under each, and two measures against each other.

use super::known::{Shown, title_of};
use crate::ui::components::coefficient::two_decimals;
use crate::ui::components::table::{Column, DataTable};
use crate::ui::components::{
    Axes, Scatter, Ticks, bump_plot, group_class, picker, scatter, tick_picker, ticks,
};
use crate::ui::state::address::Address;
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::chart::{Bubble, Frame, bubbles, places_from_top, span_of};
use rankscope_core::formats::PublishedTable;
use rankscope_core::statistics::kendall_tau_b;
use std::sync::Arc;

const PLOT: &str = "Models by two measures";
const BUMP: &str = "Ranks of the models";
/// Separates measures in the address.
const BETWEEN: char = '~';

#[derive(Debug, Clone)]
struct Model {
    group: String,
    name: String,
    /// By the chosen measures.
    values: Vec<f64>,
    /// From 1.
    ranks: Vec<usize>,
}

pub(super) fn orders(address: Address, shown: &Arc<Shown>) -> AnyView {
    let measures = shown.table.measures.clone();
    let first = shown.first;
    let chosen = Memo::new(move |_| {
        let named = address.state.with(|state| state.models.clone()).unwrap_or_default();
        let mut chosen: Vec<String> = Vec::new();
        for name in named.split(BETWEEN).filter(|name| measures.iter().any(|own| own == name)) {
            if !chosen.iter().any(|own| own == name) {
                chosen.push(name.to_string());
            }
        }
        if chosen.len() < 2 { first_two(&measures, first) } else { chosen }
    });
    let names = shown.table.measures.clone();
    let show = move |chosen: Vec<String>| {
        let is_first = chosen == first_two(&names, first);
        let words = chosen.join(&BETWEEN.to_string());
        address.change(|state| state.models = (!is_first).then_some(words));
    };
    let show = Callback::new(show);
    let options: Vec<(String, String)> =
        shown.table.measures.iter().map(|name| (name.clone(), title_of(name))).collect();
    let at = |place: usize| {
        Memo::new(move |_| chosen.with(|all| all.get(place).cloned().unwrap_or_default()))
    };
    // The measure that another takes the place of goes to the other's place.
    let put = move |place: usize, name: String| {
        let mut all = chosen.get_untracked();
        match all.iter().position(|own| *own == name) {
            Some(other) => all.swap(place, other),
            None => {
                if let Some(slot) = all.get_mut(place) {
                    *slot = name;
                }
            }
        }
        show.run(all);
    };
    let tick = move |ticked: Vec<String>| {
        let kept = chosen.get_untracked().into_iter().filter(|name| ticked.contains(name));
        let mut all: Vec<String> = kept.take(2).collect();
        all.extend(ticked.iter().filter(|name| !all.contains(name)).cloned().collect::<Vec<_>>());
        // Two measures are the least that have orders to compare.
        if all.len() > 1 {
            show.run(all);
        }
    };
    let table = shown.clone();
    let body = move || charts(&table, &chosen.get());
    view! {
        <h3>"The models’ order under several measures"</h3>
        <p class="prose">"Which models change places when the measure changes?"</p>
        <div class="pickers pickers-tight">
            {picker("First measure", options.clone(), at(0), move |name| put(0, name))}
            {picker("Second measure", options.clone(), at(1), move |name| put(1, name))}
            {tick_picker(Ticks {
                label: "Orders shown",
                id: "orders-label",
                name: "Measures whose orders are shown",
                options: Signal::stored(options),
                chosen: chosen.into(),
                choose: Callback::new(tick),
                summary: |n_chosen, n| format!("{n_chosen} of {n} measures"),
            })}
        </div>
        {body}
    }
    .into_any()
}

fn first_two(measures: &[String], first: Option<(&str, &str)>) -> Vec<String> {
    let named = first.map(|(x, y)| vec![x.to_string(), y.to_string()]);
    named.unwrap_or_else(|| measures.iter().take(2).cloned().collect())
}

fn charts(shown: &Shown, chosen: &[String]) -> AnyView {
    let models = models(&shown.table, chosen);
    let left_out = shown.table.rows.len() - models.len();
    let column = |place: usize| -> Vec<f64> {
        models.iter().filter_map(|model| model.values.get(place).copied()).collect()
    };
    let names: Vec<String> = chosen.iter().map(|name| title_of(name)).collect();
    let tau = kendall_tau_b(&column(0), &column(1)).map(|tau| tau.tau_b);
    let printed = shown.printed.as_ref().and_then(|printed| {
        let place = |at: usize| printed.measures.iter().position(|own| Some(own) == chosen.get(at));
        let value = printed.values.get(place(0)?)?.get(place(1)?).copied();
        Some(format!("; the paper prints {}", two_decimals(value)))
    });
    let without = (left_out > 0).then(|| {
        let n = words::counted(left_out, "model", "models");
        format!(" {n} without a figure for each measure are left out.")
    });
    let said = format!(
        "τ-b of the first two over {}: {}{}.{}",
        words::counted(models.len(), "model", "models"),
        two_decimals(tau),
        printed.unwrap_or_default(),
        without.unwrap_or_default(),
    );
    let titles: Vec<String> = models.iter().map(|model| model.name.clone()).collect();
    let columns: Vec<(String, Vec<f64>)> =
        names.iter().cloned().enumerate().map(|(place, name)| (name, column(place))).collect();
    view! {
        <p class="prose" role="status">{said}</p>
        // More than two orders take all of the width.
        <div class=(names.len() == 2).then_some("pair")>
            {bump_plot(BUMP, &titles, &columns)} {plot(&models, &names)}
        </div>
    }
    .into_any()
}

/// Those with a figure for each of the measures.
fn models(table: &PublishedTable, chosen: &[String]) -> Vec<Model> {
    let columns: Vec<Vec<Option<f64>>> =
        chosen.iter().map(|name| table.column(name).unwrap_or_default()).collect();
    let model = |(place, row): (usize, &rankscope_core::formats::PublishedRow)| {
        let value = |column: &Vec<Option<f64>>| column.get(place).copied().flatten();
        let n = row.texts.len();
        Some(Model {
            group: row.texts.get(..n.saturating_sub(1)).unwrap_or_default().join(", "),
            name: row.texts.last().cloned().unwrap_or_default(),
            values: columns.iter().map(value).collect::<Option<_>>()?,
            ranks: Vec::new(),
        })
    };
    let mut models: Vec<Model> = table.rows.iter().enumerate().filter_map(model).collect();
    for place in 0..chosen.len() {
        let values: Vec<f64> =
            models.iter().filter_map(|model| model.values.get(place).copied()).collect();
        for (model, rank) in models.iter_mut().zip(places_from_top(&values)) {
            model.ranks.push(rank + 1);
        }
    }
    models
}

fn plot(models: &[Model], names: &[String]) -> AnyView {
    let at = |model: &Model| match model.values.as_slice() {
        [x, y, ..] => (*x, *y),
        _ => (f64::NAN, f64::NAN),
    };
    let points: Vec<(f64, f64)> = models.iter().map(at).collect();
    let bubbles = bubbles(&points);
    let name = |place: usize| names.get(place).cloned().unwrap_or_default();
    let titles = |bubble: &Bubble| {
        let members = bubble.members.iter().filter_map(|index| models.get(*index));
        let title = |model: &Model| match model.group.as_str() {
            "" => model.name.clone(),
            group => format!("{} ({group})", model.name),
        };
        members.map(title).collect::<Vec<_>>().join(", ")
    };
    let reading = |bubble: &Bubble| {
        let (x, y) = bubble.at;
        format!("{}: {} {x}, {} {y}", titles(bubble), name(0), name(1))
    };
    let readings = bubbles.iter().map(reading).collect();
    // In the order of their first models.
    let mut groups: Vec<&str> = Vec::new();
    for model in models {
        if !groups.contains(&model.group.as_str()) {
            groups.push(&model.group);
        }
    }
    let group_of = |bubble: &Bubble| {
        let first = bubble.members.first().and_then(|index| models.get(*index));
        first.and_then(|model| groups.iter().position(|own| *own == model.group)).unwrap_or(0)
    };
    let has_groups = (2..models.len()).contains(&groups.len());
    let groups_of = if has_groups { bubbles.iter().map(group_of).collect() } else { Vec::new() };
    let legend = has_groups.then(|| group_legend(&groups));
    let across = span_of(points.iter().map(|point| point.0), 0.1);
    let up = span_of(points.iter().map(|point| point.1), 0.1);
    let (x_ticks, y_ticks) = (ticks(across, 6), ticks(up, 6));
    let axes = Axes { x_ticks, y_ticks, x_title: name(0), y_title: name(1) };
    scatter(Scatter {
        name: PLOT.into(),
        frame: Frame::sized((480.0, 400.0), across, up),
        axes,
        labels: vec![String::new(); bubbles.len()],
        bubbles,
        readings,
        has_diagonal: false,
        trend: None,
        groups: groups_of,
        chosen: None,
    })
    .description("Each point is a model.")
    .hint("Point at or tap a model, or focus the chart and use the arrow keys.")
    .legend(legend)
    .tables(data(models.to_vec(), names))
    .view()
}

fn group_legend(groups: &[&str]) -> AnyView {
    let item = |(place, group): (usize, &&str)| {
        view! {
            <li>
                <span class=format!("tile-swatch {}", group_class(place)) aria-hidden="true"></span>
                {(*group).to_string()}
            </li>
        }
    };
    view! {
        <ul class="tile-legend" aria-label="Groups of models">
            {groups.iter().enumerate().map(item).collect_view()}
        </ul>
    }
    .into_any()
}

fn data(models: Vec<Model>, names: &[String]) -> AnyView {
    let mut columns = vec![
        Column::text("Model", |model: &Model| model.name.clone()).heads_row(),
        Column::text("Group", |model: &Model| model.group.clone()),
    ];
    for (place, name) in names.iter().enumerate() {
        let value = move |model: &Model| model.values.get(place).copied();
        let rank = move |model: &Model| model.ranks.get(place).copied();
        columns.push(Column::number(name.clone(), value));
        columns.push(Column::number(format!("Rank by {name}"), rank));
    }
    DataTable::new("Data for the models’ orders", columns, models).tall().view()
}
