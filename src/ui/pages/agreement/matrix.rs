//! The matrix: a coefficient for every two columns, with its confidence interval over queries. It is
//! the same above and below its diagonal, so only the lower triangle is shown.

use super::view::{Coefficients, View};
use crate::ui::components::coefficient::{shade_within, two_decimals};
use crate::ui::components::table::{self, Cell, DataTable};
use crate::ui::components::{measure_name, report_button};
use crate::ui::state::reverse::Direction;
use leptos::attr::custom::custom_attribute;
use leptos::ev::{self, on};
use leptos::prelude::*;
use leptos::tachys::html::class::class;
use leptos::tachys::html::style::style;
use rankscope_core::analysis::{Column, symbol, words};
use rankscope_core::report::AgreeReport;
use rankscope_core::statistics::{Coefficient, Interval};
use std::sync::Arc;
use wasm_bindgen::JsCast;

const USUAL: usize = 5;

/// A placeholder of the same shape until the systems are computed.
pub(super) fn matrix(view: View) -> AnyView {
    // The cell that the arrow keys are at: one tab stop instead of a hundred.
    let active = RwSignal::new((1usize, 0usize));
    let n_columns = Memo::new(move |_| {
        view.agreement
            .with(|agreement| agreement.as_ref().map_or(USUAL, |agreed| agreed.columns.len()))
    });
    let body = move || match view.coefficients.get() {
        Some(agreed) => table(view, &agreed, active),
        None => placeholder(n_columns.get()),
    };
    let class = move || if n_columns.get() <= 12 { "block matrix-short" } else { "block" };
    view! {
        <section class=class data-block="matrix" aria-labelledby="matrix-title">
            <h2 id="matrix-title">"Do the columns agree?"</h2>
            {body}
        </section>
    }
    .into_any()
}

/// A matrix of `n` columns without text.
fn placeholder(n: usize) -> AnyView {
    let row = |i: usize| {
        let cells = (0..i).map(|_| view! { <i class="skeleton"></i> }).collect_view();
        view! { <div><b class="skeleton"></b>{cells}</div> }
    };
    view! {
        <div class="matrix-placeholder" aria-hidden="true">
            <p class="skeleton skeleton-line"></p>
            {(1..n.max(2)).map(row).collect_view()}
        </div>
    }
    .into_any()
}

struct Line {
    place: usize,
    column: Column,
    values: Vec<Option<f64>>,
}

impl Line {
    fn value(&self, place: usize) -> Option<f64> {
        self.values.get(place).copied().flatten()
    }
}

fn table(view: View, agreed: &Arc<Coefficients>, active: RwSignal<(usize, usize)>) -> AnyView {
    let symbol = symbol(agreed.coefficient);
    let name = match symbol {
        "ρ" => "Agreement of measures (Spearman’s ρ)",
        _ => "Agreement of measures (Kendall τ-b)",
    };
    let range = agreed.range();
    let n = agreed.columns.len();
    let line = |(place, (column, values)): (usize, (&Column, &Vec<Option<f64>>))| Line {
        place,
        column: column.clone(),
        values: values.clone(),
    };
    let lines = || agreed.columns.iter().zip(&agreed.values).enumerate().map(line);
    // Exports have the whole matrix.
    let (triangle, all): (Vec<Line>, Vec<Line>) = (lines().skip(1).collect(), lines().collect());
    let mut shown = vec![
        table::Column::text(format!("{symbol}, n = {}", agreed.n_systems), |line: &Line| {
            file_name(&line.column)
        })
        .view(|line| Cell::new(title_view(&line.column)))
        .heads_row(),
    ];
    shown.extend(agreed.columns.iter().cloned().enumerate().map(|(j, column)| {
        let (title, head) = (file_name(&column), title_view(&column));
        let value = move |line: &Line| line.value(j);
        if j + 1 == n {
            return table::Column::saved(title, value);
        }
        table::Column::number(title, value)
            .view(move |line| match line.place > j {
                true => cell(
                    view,
                    (line.place, j),
                    (&line.column, &column),
                    line.value(j),
                    range,
                    active,
                ),
                false => Cell::new(()).class("tau-none"),
            })
            .head(head)
            .numeric(false)
    }));
    // What `rankscope agree --json` prints, which has τ-b and ranks images only.
    let report = move || {
        let agreement = view.agreement.get_untracked()?;
        let systems = view.systems.get_untracked()?;
        let report = AgreeReport::new(&agreement.columns, &systems, view.intervals.get_untracked());
        serde_json::to_string_pretty(&report).ok()
    };
    let is_reported = agreed.coefficient == Coefficient::KendallTauB
        && view.direction.get_untracked() == Direction::ToImages;
    let report = is_reported.then(|| {
        // A single query has no intervals to wait for.
        let n_queries =
            move || view.agreement.with(|of| of.as_ref().map(|of| of.dataset.queries.len()));
        let is_ready = move || view.intervals.with(Option::is_some) || n_queries() == Some(1);
        let button = report_button("agree.json", is_ready, report);
        view! { <div class="save">{button}</div> }
    });
    let table = DataTable::new(name, shown, triangle)
        .saved_rows(all)
        .caption(view! { <span role="status">{move || note(view)}</span> })
        .class("matrix")
        .tall()
        .with(on(ev::keydown, move |ev| move_focus(&ev, active, n)));
    view! {
        <p class="prose">
            {format!("{symbol} over {}", words::counted(agreed.n_systems, "system", "systems"))}
            ": 1 for the same order, −1 for the opposite."
        </p>
        {range.map(legend)}
        {table.view()}
        {report}
    }
    .into_any()
}

/// The ramp goes from the lowest to the highest value shown.
fn legend((low, high): (f64, f64)) -> AnyView {
    view! {
        <p class="ramp-key">
            <span class="visually-hidden">"Colours: from "</span>
            <span>{two_decimals(Some(low))}</span>
            <span class="ramp-bar" aria-hidden="true"></span>
            <span class="visually-hidden">" to "</span>
            <span>{two_decimals(Some(high))}</span>
            <span class="ramp-words">"lowest and highest shown"</span>
        </p>
    }
    .into_any()
}

fn note(view: View) -> String {
    let n = view.intervals.with(|all| {
        let all = all.as_ref()?;
        Some(all.iter().flatten().flatten().next().map_or(0, |interval| interval.n_resamples))
    });
    match n {
        None => "Computing confidence intervals …".into(),
        Some(n) => format!(
            "Below each value: its 95% confidence interval, from {} resamples of the {}.",
            words::count(n),
            view.resampled(),
        ),
    }
}

pub(super) fn file_name(column: &Column) -> String {
    format!("{} {}", column.measure, column.relevance_title)
}

/// The measure's name above its definition of relevance.
pub(super) fn title_view(column: &Column) -> AnyView {
    view! {
        {measure_name(&column.measure.to_string())}
        <span class="head-relevance">{column.relevance_title.clone()}</span>
    }
    .into_any()
}

/// Arrow keys move the focus within the lower triangle of `n` columns.
fn move_focus(ev: &web_sys::KeyboardEvent, active: RwSignal<(usize, usize)>, n: usize) {
    let (i, j) = active.get_untracked();
    let next = match ev.key().as_str() {
        "ArrowRight" => (i, (j + 1).min(i.saturating_sub(1))),
        "ArrowLeft" => (i, j.saturating_sub(1)),
        "ArrowDown" => ((i + 1).min(n.saturating_sub(1)), j),
        "ArrowUp" => (i.saturating_sub(1).max(j + 1), j),
        "Home" => (i, 0),
        "End" => (i, i.saturating_sub(1)),
        _ => return,
    };
    ev.prevent_default();
    active.set(next);
    let id = format!("cell-{}-{}", next.0, next.1);
    let button = document().get_element_by_id(&id);
    if let Some(button) = button.and_then(|b| b.dyn_into::<web_sys::HtmlElement>().ok()) {
        // An element that cannot be focused leaves the focus where it is.
        let _ = button.focus();
    }
}

fn interval_words_of(interval: &Interval) -> String {
    format!("{}…{}", two_decimals(Some(interval.low)), two_decimals(Some(interval.high)))
}

fn cell(
    view: View,
    (i, j): (usize, usize),
    (row, column): (&Column, &Column),
    value: Option<f64>,
    range: Option<(f64, f64)>,
    active: RwSignal<(usize, usize)>,
) -> Cell {
    let (classes, shade) = shade_within(value, range.unwrap_or_default());
    let is_chosen = move || view.cell.get().is_some_and(|cell| cell == (i, j) || cell == (j, i));
    let interval = move || view.intervals.with(|all| *all.as_ref()?.get(i)?.get(j)?);
    let interval_words =
        move || interval().map_or_else(|| "\u{a0}".into(), |interval| interval_words_of(&interval));
    let ends = move || interval().map(|interval| format!("{} {}", interval.low, interval.high));
    let between = format!(
        "between {} ({}) and {} ({})",
        row.measure, row.relevance_title, column.measure, column.relevance_title
    );
    // The words that are seen come first: who speaks to the page says them.
    let described = move || {
        let value = two_decimals(value);
        match interval() {
            Some(interval) => format!("{value} {} {between}", interval_words_of(&interval)),
            None => format!("{value} {between}"),
        }
    };
    let button = view! {
        <button
            type="button"
            id=format!("cell-{i}-{j}")
            class="cell"
            tabindex=move || if active.get() == (i, j) { "0" } else { "-1" }
            aria-label=described
            aria-pressed=move || if is_chosen() { "true" } else { "false" }
            on:focus=move |_| active.set((i, j))
            on:click=move |_| view.choose((i, j))
        >
            {two_decimals(value)}
            " "
            <span class="cell-interval">{interval_words}</span>
        </button>
    };
    Cell::new(button)
        .class(classes)
        .with(class(("tau-chosen", is_chosen)))
        .with(style(shade))
        .data("data-row", row.name())
        .data("data-column", column.name())
        .exact(value)
        .with(custom_attribute("data-interval", ends))
}
