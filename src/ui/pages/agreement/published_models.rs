//! The published models by two measures: their order under both, and their values.

use super::coefficient::two_decimals;
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::components::{Axes, Scatter, bump_plot, picker, scatter, ticks};
use crate::ui::state::address::Address;
use leptos::prelude::*;
use rankscope_core::chart::{Bubble, Frame, bubbles, places_from_top, span_of};
use rankscope_core::formats::{CorrelationTable, PublishedTable};
use rankscope_core::statistics::kendall_tau_b;

const NAME: &str = "Published models by two measures";
const BUMP: &str = "Ranks of the published models";
/// The measures shown first.
const FIRST: (&str, &str) = ("coco_5k_r1", "eccv_map_at_r");

#[derive(Debug, Clone)]
struct Model {
    group: String,
    name: String,
    x: f64,
    y: f64,
    places: (usize, usize),
}

pub(super) fn models_by_two(
    address: Address,
    table: &PublishedTable,
    printed: &CorrelationTable,
) -> AnyView {
    let measures = table.measures.clone();
    let chosen = Memo::new(move |_| {
        let named = address.state.with(|state| state.models.clone()).unwrap_or_default();
        let known = |name: &str| measures.iter().any(|m| m == name);
        match named.split_once('~') {
            Some((x, y)) if known(x) && known(y) => (x.to_string(), y.to_string()),
            _ => (FIRST.0.to_string(), FIRST.1.to_string()),
        }
    });
    let options: Vec<(String, String)> =
        table.measures.iter().map(|name| (name.clone(), title_of(name))).collect();
    let show = move |x: String, y: String| {
        let words = format!("{x}~{y}");
        let is_first = (x.as_str(), y.as_str()) == FIRST;
        address.change(|state| state.models = (!is_first).then_some(words));
    };
    let x = Memo::new(move |_| chosen.get().0);
    let y = Memo::new(move |_| chosen.get().1);
    let (table, printed) = (table.clone(), printed.clone());
    let body = move || {
        let (x, y) = chosen.get();
        charts(&table, &printed, &x, &y)
    };
    view! {
        <h3>"The models’ order under two measures"</h3>
        <p class="prose">
            "After Figures 4 and 5, drawn from the figures of Table 4: which models change places when the measure changes?"
        </p>
        <div class="pickers pickers-tight">
            {picker("First measure", options.clone(), x, move |x| show(x, chosen.get_untracked().1))}
            {picker("Second measure", options, y, move |y| show(chosen.get_untracked().0, y))}
        </div>
        {body}
    }
    .into_any()
}

/// The name of a measure in the paper.
pub(super) fn title_of(measure: &str) -> String {
    let known = [
        ("eccv_map_at_r", "ECCV mAP@R"),
        ("eccv_rprecision", "ECCV R-Precision"),
        ("eccv_r1", "ECCV R@1"),
        ("cxc_r1", "CxC R@1"),
        ("coco_1k_r1", "COCO 1K R@1"),
        ("coco_5k_r1", "COCO 5K R@1"),
        ("pmrp", "PMRP"),
    ];
    let found = known.iter().find(|(id, _)| *id == measure);
    found.map_or_else(|| measure.to_string(), |(_, title)| (*title).to_string())
}

fn charts(table: &PublishedTable, printed: &CorrelationTable, x: &str, y: &str) -> AnyView {
    let models = models(table, x, y);
    let of = |of: fn(&Model) -> f64| models.iter().map(of).collect::<Vec<f64>>();
    let (xs, ys) = (of(|model| model.x), of(|model| model.y));
    let tau = kendall_tau_b(&xs, &ys).map(|tau| tau.tau_b);
    let place = |name: &str| printed.measures.iter().position(|m| m == name);
    let in_paper = place(x).zip(place(y));
    let in_paper = in_paper.and_then(|(x, y)| printed.values.get(x)?.get(y).copied());
    let said = format!(
        "τ-b over {} models: {}; Table 5 prints {}.",
        models.len(),
        two_decimals(tau),
        two_decimals(in_paper),
    );
    let titles: Vec<String> = models.iter().map(|model| model.name.clone()).collect();
    let names = (title_of(x), title_of(y));
    let bump = bump_plot(BUMP, &titles, (&xs, &ys), (&names.0, &names.1));
    view! {
        <p class="prose" role="status">{said}</p>
        <div class="pair">{bump} {plot(&models, &names)}</div>
    }
    .into_any()
}

/// Models without a figure for both measures are left out.
fn models(table: &PublishedTable, x: &str, y: &str) -> Vec<Model> {
    let column = |name: &str| table.column(name).unwrap_or_default();
    let values = column(x).into_iter().zip(column(y));
    let model = |(row, (x, y)): (&rankscope_core::formats::PublishedRow, _)| {
        let (x, y): (Option<f64>, Option<f64>) = (x, y);
        Some(Model {
            group: row.texts.first().cloned().unwrap_or_default(),
            name: row.texts.last().cloned().unwrap_or_default(),
            x: x?,
            y: y?,
            places: (0, 0),
        })
    };
    let mut models: Vec<Model> = table.rows.iter().zip(values).filter_map(model).collect();
    let places = |of: fn(&Model) -> f64| {
        places_from_top(&models.iter().map(of).collect::<Vec<_>>()).into_iter()
    };
    let places = places(|model| model.x).zip(places(|model| model.y));
    for (model, (x, y)) in models.iter_mut().zip(places) {
        model.places = (x + 1, y + 1);
    }
    models
}

fn plot(models: &[Model], names: &(String, String)) -> AnyView {
    let points: Vec<(f64, f64)> = models.iter().map(|model| (model.x, model.y)).collect();
    let bubbles = bubbles(&points);
    let titles = |bubble: &Bubble| {
        let members = bubble.members.iter().filter_map(|index| models.get(*index));
        members.map(|model| model.name.clone()).collect::<Vec<_>>().join(", ")
    };
    let reading = |bubble: &Bubble| {
        let (x, y) = bubble.at;
        format!("{}: {} {x:.2}, {} {y:.2}", titles(bubble), names.0, names.1)
    };
    let readings = bubbles.iter().map(reading).collect();
    let span = |of: fn(&(f64, f64)) -> f64| {
        let (low, high) = span_of(points.iter().map(of), 0.1);
        (low.max(0.0), high.min(100.0))
    };
    let (across, up) = (span(|point| point.0), span(|point| point.1));
    scatter(Scatter {
        name: NAME.into(),
        frame: Frame::sized((480.0, 400.0), across, up),
        axes: Axes {
            x_ticks: ticks(across, 6),
            y_ticks: ticks(up, 6),
            x_title: format!("{} (%)", names.0),
            y_title: format!("{} (%)", names.1),
        },
        labels: vec![String::new(); bubbles.len()],
        bubbles,
        readings,
        has_diagonal: false,
        chosen: None,
    })
    .description("Each point is a model.")
    .hint("Point at or tap a model, or focus the chart and use the arrow keys.")
    .tables(data(models.to_vec(), names))
    .view()
}

fn data(models: Vec<Model>, names: &(String, String)) -> AnyView {
    let percent = |value: f64| Cell::new(format!("{value:.2}")).exact(Some(value));
    let columns = vec![
        Column::text("Model", |model: &Model| model.name.clone()).heads_row(),
        Column::text("Group", |model: &Model| model.group.clone()),
        Column::number(names.0.clone(), |model: &Model| model.x)
            .view(move |model| percent(model.x)),
        Column::number(names.1.clone(), |model: &Model| model.y)
            .view(move |model| percent(model.y)),
        Column::text(format!("Rank by {}", names.0), |model: &Model| model.places.0).numeric(true),
        Column::text(format!("Rank by {}", names.1), |model: &Model| model.places.1).numeric(true),
    ];
    DataTable::new("Data for published models by two measures", columns, models).tall().view()
}
