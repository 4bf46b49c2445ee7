//! The table of queries, sorted by how much the two systems differ.

use super::place::Place;
use super::runs::runs;
use super::strips::{N_HITS, strips};
use super::view::{Both, View};
use crate::ui::components::table::{Cell, Column, DataTable, RowView, Rows};
use crate::ui::components::{
    block, find_field, more_rows, notice, options, picker, quiet_button, skeleton_block,
    value_button,
};
use crate::ui::state::Session;
use crate::ui::state::address::Address;
use crate::ui::state::view::{Asked, ViewState};
use leptos::prelude::*;
use rankscope_core::analysis::{Comparison, Contrast, OnQuery, words};
use rankscope_core::views::Page;
use std::cmp::Ordering;
use std::sync::Arc;

/// Rows shown at first, and added at a time.
const N_ROWS: usize = 25;

/// The name in the address, and the title.
const ORDERS: [(&str, &str); 6] = [
    ("contrast", "Largest difference"),
    ("a", "Best for A"),
    ("b", "Best for B"),
    ("overlap", "Fewest images in common"),
    ("tau", "Most reordered common images"),
    ("text", "Query text"),
];

/// The queries that match the search and the selected bubble, in the order of the address.
pub(super) fn listed(
    session: Session,
    comparison: Memo<Option<Arc<Comparison>>>,
    both: Memo<Both>,
) -> Memo<Arc<Vec<Contrast>>> {
    let address = session.address;
    let k = Memo::new(move |_| address.state.with(|state| state.k));
    // Independent of sort order and search, so computed only when one of these changes.
    let parts = Memo::new(move |_| {
        comparison
            .with(|c| c.as_ref().map(|c| (c.a.id.clone(), c.b.id.clone(), c.definition, c.chosen)))
    });
    let contrasts = Memo::new(move |_| {
        parts.track();
        let (comparison, (a, b)) = (comparison.get_untracked()?, both.get()?);
        Some(Arc::new(comparison.contrasts(&a, &b, k.get())))
    });
    Memo::new(move |_| {
        let (Some(comparison), Some(contrasts)) = (comparison.get(), contrasts.get()) else {
            return Arc::default();
        };
        let (order, find, at) = address.state.with(|state| {
            let at = state.at.as_deref().and_then(Place::parse);
            (state.order.clone(), state.find.clone().unwrap_or_default(), at)
        });
        let queries = &comparison.dataset.queries;
        let text = |contrast: &Contrast| {
            queries.get(contrast.query_row as usize).map(|query| query.text.to_lowercase())
        };
        let find = find.to_lowercase();
        let parts: Vec<&str> = find.split_whitespace().collect();
        let subset = session.queries.subset.get();
        let is_left = |contrast: &Contrast| {
            let query = queries.get(contrast.query_row as usize);
            query.is_some_and(|query| subset.holds(query))
        };
        let is_wanted = |contrast: &&Contrast| {
            let text = text(contrast).unwrap_or_default();
            let is_at = |place: Place| contrast.values.is_some_and(|on| place.holds((on.b, on.a)));
            is_left(contrast)
                && parts.iter().all(|part| text.contains(part))
                && at.is_none_or(is_at)
        };
        let mut listed: Vec<Contrast> = contrasts.iter().filter(is_wanted).cloned().collect();
        let order = order.unwrap_or_default();
        if order == "text" {
            listed.sort_by_cached_key(|contrast| text(contrast).unwrap_or_default());
        } else {
            listed.sort_by(|a, b| compared(&order, a, b).then(a.query_row.cmp(&b.query_row)));
        }
        Arc::new(listed)
    })
}

fn compared(order: &str, a: &Contrast, b: &Contrast) -> Ordering {
    let difference = |c: &Contrast| c.values.map(|on: OnQuery| on.difference());
    let least_first = |a: Option<f64>, b: Option<f64>| match (a, b) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        // Queries without a value come last.
        (a, b) => b.is_some().cmp(&a.is_some()),
    };
    let negated = |value: Option<f64>| value.map(|value| -value);
    let size = |c: &Contrast| difference(c).map(|value| -value.abs());
    match order {
        "a" => least_first(negated(difference(a)), negated(difference(b))),
        "b" => least_first(difference(a), difference(b)),
        "overlap" => least_first(a.overlap, b.overlap),
        "tau" => least_first(a.tau, b.tau),
        _ => least_first(size(a), size(b))
            .then(least_first(a.overlap, b.overlap))
            .then(least_first(a.tau, b.tau)),
    }
}

pub(super) fn table(view: View) -> AnyView {
    let address = view.address;
    let order = Memo::new(move |_| {
        let wanted = address.state.with(|state| state.order.clone());
        let known = wanted.filter(|wanted| ORDERS.iter().any(|(id, _)| id == wanted));
        known.unwrap_or_else(|| "contrast".into())
    });
    let is_ready = Memo::new(move |_| view.both.with(Option::is_some));
    let n_shown = RwSignal::new(N_ROWS);
    // A new selection starts from the first rows.
    Effect::new(move |_| {
        address.state.with(|s| (s.order.clone(), s.find.clone(), s.at.clone()));
        n_shown.set(N_ROWS);
    });
    let count = move || {
        let n = view.listed.with(|all| all.len());
        is_ready.get().then(|| words::counted(n, "query", "queries"))
    };
    let at = move || {
        let place = address.state.with(|state| state.at.as_deref().and_then(Place::parse))?;
        let words = format!("Only queries with {}.", place.title(" and "));
        let all = move || address.change(|state| state.at = None);
        let button = quiet_button("List all queries", all);
        Some(view! { <p class="filter-line">{words} " " {button}</p> })
    };
    let body = move || match (is_ready.get(), view.listed.with(|all| all.is_empty())) {
        (false, _) => skeleton_block(),
        (true, true) => notice("No query matches. Search for fewer words, or list all queries."),
        (true, false) => rows(view, n_shown),
    };
    let body = view! {
        <div class="pickers pickers-tight">
            {picker("Sort by", options(ORDERS), order, move |id| {
                address.change(|state| {
                    state.order = (id != "contrast").then_some(id);
                });
            })}
            {find_field(address, "find-queries", "Find queries")}
            <p class="found" role="status">{count}</p>
        </div>
        {at}
        {body}
    };
    block("queries", "contrast-title", "Queries", body)
}

struct Row {
    comparison: Arc<Comparison>,
    contrast: Contrast,
    id: String,
    text: String,
    is_chosen: bool,
}

impl Row {
    fn of(comparison: &Arc<Comparison>, contrast: &Contrast) -> Self {
        let query = comparison.dataset.queries.get(contrast.query_row as usize);
        let (id, text) = query.map(|q| (q.id.clone(), q.text.clone())).unwrap_or_default();
        let is_chosen = comparison.query_row == Some(contrast.query_row);
        let (comparison, contrast) = (comparison.clone(), contrast.clone());
        Self { comparison, contrast, id, text, is_chosen }
    }

    fn a(&self) -> Option<f64> {
        self.contrast.values.map(|on| on.a)
    }

    fn b(&self) -> Option<f64> {
        self.contrast.values.map(|on| on.b)
    }

    fn difference(&self) -> Option<f64> {
        self.contrast.values.map(|on| on.difference())
    }
}

fn rows(view: View, n_shown: RwSignal<usize>) -> AnyView {
    let k = view.address.state.with(|state| state.k);
    let first = move |n: usize| {
        let Some(comparison) = view.comparison.get() else { return Vec::new() };
        view.listed.with(|all| all.iter().take(n).map(|c| Row::of(&comparison, c)).collect())
    };
    let shown = Rows::reactive(move || first(n_shown.get()));
    let more = more_rows(n_shown, N_ROWS, move || view.listed.with(|all| all.len()));
    let caption = format!(
        "The strips: a tall tick is a relevant hit; a line joins the places of an image that is in \
         both. Overlap: the share of images that are in the first {k} of both lists. τ: Kendall’s rank \
         correlation of the images that both lists share there, 1 for the same order, −1 for the \
         reverse; n/a for fewer than two images."
    );
    let table = DataTable::new("Queries by contrast", columns(view, k), shown)
        .class("contrasts")
        .caption(caption)
        .row(|row| {
            RowView::default()
                .chosen(row.is_chosen)
                .data("data-query", row.id.clone())
                .data("data-difference", words::exact(row.difference()))
                .data("data-overlap", words::exact(row.contrast.overlap))
                .data("data-tau", words::exact(row.contrast.tau))
        })
        .more(more)
        // Exports every matching query, not only the rows shown.
        .saved_rows(Rows::reactive(move || first(usize::MAX)));
    (table.view(), runs(view)).into_any()
}

fn columns(view: View, k: usize) -> Vec<Column<Row>> {
    let address = view.address;
    // On a phone a row is a block, whose values have their names (`data-label`) with them.
    let named = |name: &'static str, value: Option<String>| {
        Cell::new(value.unwrap_or_else(|| "n/a".into())).data("data-label", name)
    };
    let two = |value: f64| format!("{value:.2}").replace('-', "−");
    vec![
        Column::saved("query", |row: &Row| row.id.clone()),
        Column::text("text", |row: &Row| row.text.clone())
            .view(move |row| Cell::new(query_link(address, row.id.clone(), row.text.clone())))
            .head("Query")
            .heads_row(),
        Column::shown(format!("First {N_HITS} hits of A and B"), move |row: &Row| {
            Cell::new(strips(view, row.contrast.query_row))
        }),
        Column::number("A", Row::a).view(move |row| value_cell(address, row, Side::A)),
        Column::number("B", Row::b).view(move |row| value_cell(address, row, Side::B)),
        Column::number("A - B", Row::difference).view(difference_cell).head("A − B"),
        Column::number("overlap", |row: &Row| row.contrast.overlap)
            .view(move |row| named("Overlap", row.contrast.overlap.map(two)))
            .head(format!("Overlap@{k}")),
        Column::number("tau", |row: &Row| row.contrast.tau)
            .view(move |row| named("τ", row.contrast.tau.map(two)))
            .head("τ"),
    ]
}

#[derive(Clone, Copy)]
enum Side {
    A,
    B,
}

fn value_cell(address: Address, row: &Row, side: Side) -> Cell {
    let (value, system, name) = match side {
        Side::A => (row.a(), &row.comparison.a.id, "A"),
        Side::B => (row.b(), &row.comparison.b.id, "B"),
    };
    let words = words::value(value);
    let cell = match row.comparison.column().filter(|_| value.is_some()) {
        Some((_, column)) => {
            Cell::new(value_button(address, (column.measure, system, Some(&row.id)), words))
        }
        None => Cell::new(words),
    };
    cell.exact(value).data("data-label", name)
}

fn difference_cell(row: &Row) -> Cell {
    let difference = row.difference();
    let cell = Cell::new(difference.map_or_else(|| "n/a".into(), words::signed));
    let cell = cell.data("data-label", "A − B");
    match difference {
        Some(value) if value > 0.0 => cell.class("for-a"),
        Some(value) if value < 0.0 => cell.class("for-b"),
        _ => cell,
    }
}

pub(super) fn query_link(address: Address, id: String, text: String) -> AnyView {
    let change = move |state: &mut ViewState| state.asked = Some(Asked::Stored(id.clone()));
    in_page_link(address, change, view! { <bdi>{text}</bdi> }, None)
}

/// A link that changes the view without a new page, unless it is opened in another tab.
pub(super) fn in_page_link(
    address: Address,
    change: impl Fn(&mut ViewState) + Clone + Send + Sync + 'static,
    content: impl IntoAny,
    title: Option<String>,
) -> AnyView {
    let for_click = change.clone();
    let href = move || address.href_with(Page::Compare, &change);
    let choose = move |ev: web_sys::MouseEvent| {
        if !(ev.ctrl_key() || ev.meta_key() || ev.shift_key()) {
            ev.prevent_default();
            address.change(&for_click);
        }
    };
    view! { <a href=href on:click=choose title=title>{content.into_any()}</a> }.into_any()
}
