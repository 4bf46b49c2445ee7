//! Means, differences, confidence intervals and tests of every measure.

use super::view::View;
use crate::ui::components::table::{self, Cell, DataTable, RowView};
use crate::ui::components::{measure_name, notice};
use crate::ui::state::address::Address;
use leptos::prelude::*;
use rankscope_core::analysis::{Column, Comparison, OnQuery, SystemValues, Tested, n_draws, words};
use rankscope_core::metrics::Mean;
use rankscope_core::statistics::holm;
use rankscope_core::views::Page;

/// Both systems by one measure.
struct Row {
    column: Column,
    pairs: Vec<OnQuery>,
    tested: Option<Tested>,
    p_holm: Option<f64>,
    is_chosen: bool,
}

impl Row {
    fn mean(&self, of: fn(&OnQuery) -> f64) -> Option<f64> {
        Mean::of(self.pairs.iter().map(|on| Some(of(on)))).map(|mean| mean.mean)
    }

    fn n(&self, is_counted: fn(&OnQuery) -> bool) -> usize {
        self.pairs.iter().filter(|on| is_counted(on)).count()
    }

    fn name(&self) -> String {
        self.column.measure.to_string()
    }

    fn difference(&self) -> Option<f64> {
        self.mean(OnQuery::difference)
    }

    /// The text of a cell without a test result.
    fn placeholder(&self) -> &'static str {
        if self.pairs.is_empty() { "n/a" } else { "…" }
    }

    fn p_words(&self, p: Option<f64>) -> String {
        p.map_or_else(|| self.placeholder().to_string(), words::p_value)
    }
}

/// The verdict on the chosen measure, and a table of all measures.
pub(super) fn summary(view: View, outcomes: Signal<Vec<Option<Tested>>>) -> Option<AnyView> {
    let comparison = view.comparison.get()?;
    let (a, b) = view.shown.get()?;
    let rows = rows(&comparison, &a, &b, &outcomes.get());
    let chosen = rows.iter().find(|row| row.is_chosen)?;
    let same = (comparison.a.id == comparison.b.id).then(|| {
        notice("A and B are the same system, so they cannot differ. Choose another system.")
    });
    let verdict = verdict(&comparison, chosen);
    let n_draws = n_draws(chosen.pairs.len());
    let caption = format!(
        "A − B: mean difference over the n queries where both have a value. Confidence interval: \
         from {} bootstrap resamples of these queries. p: two-sided paired \
         randomisation test with {} random swaps of A and B. p (Holm): corrected for the {} tests \
         in this table.",
        words::count(n_draws),
        words::count(n_draws),
        rows.len(),
    );
    let view = view! {
        {same}
        <p class="verdict">{verdict}</p>
        {DataTable::new("Measures of both systems", columns(view.address), rows)
            .class("board")
            .caption(caption)
            .row(|row| RowView::default().chosen(row.is_chosen))
            .view()}
    };
    Some(view.into_any())
}

fn rows(
    comparison: &Comparison,
    a: &SystemValues,
    b: &SystemValues,
    outcomes: &[Option<Tested>],
) -> Vec<Row> {
    let tested = |place: usize| outcomes.get(place).copied().flatten();
    let p_values: Vec<f64> = outcomes.iter().flatten().map(|test| test.randomisation.p).collect();
    // The correction needs the p-values of all tests in the table.
    let is_complete = !outcomes.is_empty() && p_values.len() == outcomes.len();
    let corrected = is_complete.then(|| holm(&p_values).ok()).flatten();
    // Stored values lack some columns.
    let is_known = |index: usize| a.is_stored(index) && b.is_stored(index);
    let row = |(place, (index, column)): (usize, &(usize, Column))| Row {
        column: column.clone(),
        pairs: comparison.pairs(a, b, *index),
        tested: tested(place),
        p_holm: corrected.as_ref().and_then(|all| all.get(place).copied()),
        is_chosen: place == comparison.chosen,
    };
    let columns = comparison.columns.iter().enumerate();
    columns.filter(|(_, (index, _))| is_known(*index)).map(row).collect()
}

fn verdict(comparison: &Comparison, row: &Row) -> String {
    let (name, n) = (row.column.measure.to_string(), row.pairs.len());
    let (Some(a), Some(b)) = (row.mean(|on| on.a), row.mean(|on| on.b)) else {
        return format!(
            "No query has a relevant image under this definition of relevance, so {name} has no \
             value for either system. Choose another definition."
        );
    };
    let (title_a, title_b) = (&comparison.a.title, &comparison.b.title);
    let difference = row.mean(OnQuery::difference).unwrap_or(0.0);
    let order = match () {
        () if difference > 0.0 => format!("{title_a} (A) is ahead of {title_b} (B)"),
        () if difference < 0.0 => format!("{title_b} (B) is ahead of {title_a} (A)"),
        () => format!("{title_a} (A) and {title_b} (B) are tied"),
    };
    let chance = match row.tested {
        None => " Testing whether that could be chance …".to_string(),
        Some(test) if test.randomisation.p < 0.05 => format!(
            " Random swaps of A and B give a difference at least as large in {} of trials: \
             unlikely to be chance.",
            percent(test.randomisation.p)
        ),
        Some(test) => format!(
            " Random swaps of A and B give a difference at least as large in {} of trials: it may \
             well be chance.",
            percent(test.randomisation.p)
        ),
    };
    format!(
        "On {name}, {order}: {a:.4} (A) and {b:.4} (B) over {}.{chance}",
        words::counted(n, "query", "queries")
    )
}

fn percent(p: f64) -> String {
    if p < 0.001 { "less than 0.1%".into() } else { format!("{:.1}%", p * 100.0) }
}

fn columns(address: Address) -> Vec<table::Column<Row>> {
    let count = |title: &'static str, is_counted: fn(&OnQuery) -> bool| {
        table::Column::number(title, move |row: &Row| row.n(is_counted))
    };
    let interval = |row: &Row| row.tested.and_then(|test| test.interval);
    vec![
        table::Column::text("Measure", Row::name)
            .view(move |row| Cell::new(measure_link(address, row)))
            .heads_row(),
        valued("A", "a", |row| row.mean(|on| on.a), |_, value| words::value(value)),
        valued("B", "b", |row| row.mean(|on| on.b), |_, value| words::value(value)),
        valued("A - B", "difference", Row::difference, |_, value| {
            value.map_or_else(|| "n/a".into(), words::signed)
        })
        .head("A − B"),
        table::Column::interval("Confidence interval (95%)", move |row: &Row| {
            interval(row).map(|own| (own.low, own.high))
        })
        .view(move |row| {
            let ends = interval(row);
            let ends =
                ends.map(|i| format!("{} … {}", words::signed(i.low), words::signed(i.high)));
            let without = if row.tested.is_some() { "n/a" } else { row.placeholder() };
            Cell::new(ends.unwrap_or_else(|| without.into()))
        }),
        valued("p", "p", |row| row.tested.map(|test| test.randomisation.p), Row::p_words),
        table::Column::number("p (Holm)", |row: &Row| row.p_holm)
            .view(|row| Cell::new(row.p_words(row.p_holm))),
        count("A better", |on| on.difference() > 0.0),
        count("Equal", |on| on.difference() == 0.0),
        count("B better", |on| on.difference() < 0.0),
        count("n", |_| true),
    ]
}

/// A column whose cells carry data attributes for scripts that read the page.
fn valued(
    title: &'static str,
    of: &'static str,
    value: fn(&Row) -> Option<f64>,
    words: fn(&Row, Option<f64>) -> String,
) -> table::Column<Row> {
    table::Column::number(title, value).view(move |row| {
        let value = value(row);
        Cell::new(words(row, value))
            .data("data-measure", row.name())
            .data("data-of", of)
            .exact(value)
    })
}

/// The measure's name as a link that selects it.
fn measure_link(address: Address, row: &Row) -> AnyView {
    let name = row.name();
    let for_click = name.clone();
    let href = {
        let name = name.clone();
        move || {
            let name = name.clone();
            address.href_with(Page::Compare, |state| (state.measure, state.at) = (Some(name), None))
        }
    };
    let choose = move |ev: web_sys::MouseEvent| {
        if ev.ctrl_key() || ev.meta_key() || ev.shift_key() {
            return;
        }
        ev.prevent_default();
        address.change(|state| (state.measure, state.at) = (Some(for_click.clone()), None));
    };
    view! {
        <a href=href on:click=choose title=row.column.measure.describe()>
            {measure_name(&name)}
        </a>
    }
    .into_any()
}
