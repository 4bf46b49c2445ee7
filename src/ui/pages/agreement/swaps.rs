//! The systems that swap places between two columns, with tests and the queries that decide.

use super::matrix::{file_name, title_view};
use super::split::split;
use super::swap::Swap;
use super::view::View;
use crate::ui::components::notice;
use crate::ui::components::table::{self, Cell, DataTable, RowView};
use crate::ui::state::address::Address;
use crate::ui::state::agreement::{SwapTests, swap_tests};
use crate::ui::state::reverse::Direction;
use leptos::attr::custom::custom_attribute;
use leptos::prelude::*;
use rankscope_core::analysis::{Column, SystemValues, Tested, words};
use rankscope_core::statistics::DiscordantPair;
use rankscope_core::views::Page;
use std::sync::Arc;

/// `indices` are those of `columns` on the board. The address names the pair whose queries are listed.
pub(super) fn swaps(
    view: View,
    systems: &[Arc<SystemValues>],
    titles: &[String],
    pairs: &[DiscordantPair],
    (indices, columns): ([usize; 2], [&Column; 2]),
) -> AnyView {
    let all = pairs.iter().enumerate();
    let all: Vec<Arc<Swap>> =
        all.filter_map(|pair| Swap::of(pair, systems, titles, indices)).map(Arc::new).collect();
    let Some(first) = all.first().cloned() else {
        return notice("No two systems swap places between these columns.");
    };
    // Means of both directions have no values for single queries.
    let has_values = view.direction.get() != Direction::Mean;
    let tests = swap_tests(
        has_values.then(|| (all.iter().map(|swap| swap.systems.clone()).collect(), indices)),
    );
    let known = all.clone();
    let chosen = Memo::new(move |_| {
        let (a, b) = view.address.state.with(|state| (state.a.clone(), state.b.clone()));
        let is_named = |swap: &&Arc<Swap>| {
            let [first, second] = swap.ids();
            let named = [a.as_deref(), b.as_deref()];
            named == [Some(first), Some(second)] || named == [Some(second), Some(first)]
        };
        known.iter().find(is_named).map_or(0, |swap| swap.place)
    });
    let is_named = Memo::new(move |_| view.address.state.with(|state| state.a.is_some()));
    let mut shown = vec![
        table::Column::text("First", |swap: &Arc<Swap>| swap.titles[0].clone())
            .view(|swap| {
                let [first, second] = swap.titles.clone();
                Cell::new(view! { {first} <span class="describe">"against " {second}</span> })
            })
            .head("Systems")
            .heads_row(),
        table::Column::saved("Second", |swap: &Arc<Swap>| swap.titles[1].clone()),
    ];
    for (of, column) in columns.into_iter().enumerate() {
        shown.extend(difference(view, column, of, tests));
    }
    if has_values {
        shown.extend(winners(view.address, chosen));
    }
    let queries = has_values.then(|| {
        let (all, columns) = (all.clone(), columns.map(Clone::clone));
        move || {
            let swap = all.get(chosen.get()).cloned().unwrap_or_else(|| first.clone());
            split(view, &swap, &columns, is_named.get())
        }
    });
    let caption = match view.direction.get() {
        Direction::ToImages | Direction::ToTexts => {
            "First − second, with 95% interval (paired bootstrap) and p (paired randomisation)."
        }
        Direction::Mean => "First − second.",
    };
    view! {
        <h3>"Systems that swap places"</h3>
        {DataTable::new("Systems that swap places", shown, all)
            .class("swaps")
            .caption(caption)
            .row(move |swap| {
                let place = swap.place;
                let is_chosen = move || (has_values && chosen.get() == place).then_some("true");
                RowView::default()
                    .data("data-first", swap.ids()[0])
                    .data("data-second", swap.ids()[1])
                    .with(custom_attribute("aria-current", is_chosen))
            })
            .view()}
        {queries}
    }
    .into_any()
}

/// The difference and its test, with a link to the queries on Compare, which ranks images only; and
/// two columns for exports.
fn difference(
    view: View,
    column: &Column,
    of: usize,
    tests: Signal<Vec<SwapTests>>,
) -> [table::Column<Arc<Swap>>; 3] {
    let title = file_name(column);
    let tested = move |place: usize| -> Option<Tested> {
        tests.with(|all| all.get(place).and_then(|both| both[of]))
    };
    let order = if of == 0 { "a" } else { "b" };
    let for_link = column.clone();
    let shown = table::Column::number(title.clone(), move |swap: &Arc<Swap>| swap.differences[of])
        .view(move |swap| {
            let place = swap.place;
            let is_of_queries = view.direction.get_untracked() == Direction::ToImages;
            let link = is_of_queries.then(|| queries_link(view.address, swap, &for_link, order));
            // In closures: tests arrive one by one, and redrawing the row would lose the focus.
            let test = move || tested(place).map(|tested| test_words(&tested));
            let interval = move || tested(place).and_then(|tested| tested.interval);
            let ends = move || interval().map(|i| format!("{} {}", i.low, i.high));
            let p = move || tested(place).map(|t| t.randomisation.p.to_string());
            Cell::new(view! {
                {words::signed(swap.differences[of])} " " {link}
                {test}
            })
            .with(custom_attribute("data-interval", ends))
            .with(custom_attribute("data-p", p))
            .exact(Some(swap.differences[of]))
        })
        .head(title_view(column));
    let interval =
        table::Column::interval(format!("{title}, interval"), move |swap: &Arc<Swap>| {
            tested(swap.place).and_then(|i| i.interval).map(|i| (i.low, i.high))
        });
    let p = table::Column::saved(format!("{title}, p"), move |swap: &Arc<Swap>| {
        tested(swap.place).map(|t| t.randomisation.p)
    });
    [shown, interval, p]
}

fn test_words(tested: &Tested) -> AnyView {
    let interval =
        tested.interval.map(|i| format!("{} … {}", words::signed(i.low), words::signed(i.high)));
    let p = words::p_value(tested.randomisation.p);
    let p = if p.starts_with('<') { format!("p {p}") } else { format!("p = {p}") };
    view! {
        <span class="cell-interval">{interval}</span>
        <span class="cell-interval">{p}</span>
    }
    .into_any()
}

/// On how many queries the measures choose different winners, as a button that lists them.
fn winners(address: Address, chosen: Memo<usize>) -> [table::Column<Arc<Swap>>; 2] {
    let n = table::Column::number("Different winners", |swap: &Arc<Swap>| swap.split.split.len())
        .view(move |swap| {
            let [first, second] = swap.ids().map(str::to_string);
            let place = swap.place;
            let n = words::count(swap.split.split.len());
            let label = format!(
                "{n}: list the queries with different winners of {} and {}",
                swap.titles[0], swap.titles[1]
            );
            let choose = move |_| {
                let (first, second) = (first.clone(), second.clone());
                address.change(|state| (state.a, state.b) = (Some(first), Some(second)));
            };
            Cell::new(view! {
                <button
                    type="button"
                    class="quiet"
                    aria-label=label
                    aria-pressed=move || if chosen.get() == place { "true" } else { "false" }
                    on:click=choose
                >
                    {n}
                </button>
                <span class="describe">"of " {words::count(swap.split.n)}</span>
            })
        });
    let of = table::Column::saved("Of queries", |swap: &Arc<Swap>| swap.split.n);
    [n, of]
}

fn queries_link(address: Address, swap: &Swap, column: &Column, order: &'static str) -> AnyView {
    let [title_a, title_b] = &swap.titles;
    let label = format!("Queries that decide {} between {title_a} and {title_b}", column.measure);
    let ([id_a, id_b], column) = (swap.ids().map(str::to_string), column.clone());
    let href = move || {
        address.href_with(Page::Compare, |state| {
            (state.a, state.b) = (Some(id_a.clone()), Some(id_b.clone()));
            state.measure = Some(column.measure.to_string());
            state.relevance = Some(column.relevance.clone());
            state.order = Some(order.into());
            (state.asked, state.at, state.find) = (None, None, None);
        })
    };
    view! {
        <a href=href aria-label=label>
            "queries"
        </a>
    }
    .into_any()
}
