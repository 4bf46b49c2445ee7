//! The benchmark's queries, filtered by text and facets and sorted by relevant images or difficulty.

use crate::ui::components::table::{Cell, Column, DataTable, RowView, Rows, Saving};
use crate::ui::components::{board_status, find_field, more_rows, notice, options, picker};
use crate::ui::pages::choices::query_filter;
use crate::ui::state::Session;
use crate::ui::state::address::Address;
use crate::ui::state::view::Asked;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, PictureFilter, ids_with_queries, words};
use rankscope_core::benchmark::Query;
use rankscope_core::views::Page;
use std::cmp::Ordering;
use std::sync::Arc;

/// Rows shown at first, and added at a time.
const N_ROWS: usize = 12;

/// The name in the address, and the title.
const ORDERS: [(&str, &str); 5] = [
    ("file", "Benchmark order"),
    ("few", "Fewest relevant images"),
    ("many", "Most relevant images"),
    ("hard", "Hardest for the systems"),
    ("easy", "Easiest for the systems"),
];

/// A query in the list.
#[derive(Debug, Clone, PartialEq)]
struct Line {
    row: u32,
    n_relevant: usize,
    /// The mean of [`ease_column`] over the systems computed so far.
    ease: Option<f64>,
}

pub(in crate::ui::pages) fn list(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let lines = lines(session, dataset);
    let order = order_in_address(session);
    let n_shown = RwSignal::new(N_ROWS);
    // A new selection starts from the first rows.
    Effect::new(move |_| {
        session.address.state.with(|s| (s.order.clone(), s.find.clone(), s.only.clone()));
        n_shown.set(N_ROWS);
    });
    let for_status = dataset.clone();
    let wanted = Signal::stored(ids_with_queries(dataset));
    let status = move || {
        let is_asked = matches!(order.get().as_str(), "hard" | "easy");
        is_asked.then(|| board_status(session.engine.module, session.board, &for_status, wanted))
    };
    let more = more_rows(n_shown, N_ROWS, move || lines.with(Vec::len));
    let (ease, among) = (ease_column(session), among(session));
    let for_rows = dataset.clone();
    let shown = move || lines.with(|lines| lines.iter().take(n_shown.get()).cloned().collect());
    let table = move || {
        let ease = ease.get().map(|(_, name)| name);
        let share = among.get().map(|filter| filter.share());
        let columns = columns(session.address, &for_rows, ease, share);
        let dataset = for_rows.clone();
        DataTable::new("List of the benchmark’s queries", columns, Rows::reactive(shown))
            .class("queries")
            .row(move |line: &Line| {
                let id = dataset.queries.get(line.row as usize).map(|query| query.id.clone());
                RowView::default()
                    .data("data-query", id.unwrap_or_default())
                    .data("data-relevant", line.n_relevant.to_string())
            })
            .saving(Saving::No)
            .view()
    };
    let nothing = move || {
        let is_empty = lines.with(Vec::is_empty);
        is_empty.then(|| notice("No query matches. Search for fewer words, or remove a filter."))
    };
    view! {
        <div class="pickers pickers-tight">
            {picker("Sort by", options(ORDERS), order, move |id| {
                session.address.change(|state| state.order = (id != "file").then_some(id));
            })}
            {find_field(session.address, "browse-find", "Words in the query, or its id")}
            {query_filter(session, dataset)}
            <p class="found" role="status">
                {move || words::counted(lines.with(Vec::len), "query", "queries")}
            </p>
        </div>
        {status}
        {nothing}
        {table}
        {more}
    }
    .into_any()
}

fn order_in_address(session: Session) -> Memo<String> {
    Memo::new(move |_| {
        let wanted = session.address.state.with(|state| state.order.clone());
        let known = wanted.filter(|wanted| ORDERS.iter().any(|(id, _)| id == wanted));
        known.unwrap_or_else(|| "file".into())
    })
}

/// The column whose mean over systems says how easy a query is: the first under the chosen definition
/// of relevance. `None` until a system has been computed.
fn ease_column(session: Session) -> Memo<Option<(usize, String)>> {
    Memo::new(move |_| {
        if session.board.systems.with(Vec::is_empty) {
            return None;
        }
        let definition =
            session.search.choice.with(|choice| choice.as_ref().map(|choice| choice.definition))?;
        session.board.columns.with(|columns| {
            let index = columns.iter().position(|column| column.definition == definition)?;
            Some((index, columns.get(index)?.measure.to_string()))
        })
    })
}

fn among(session: Session) -> Memo<Option<Arc<PictureFilter>>> {
    Memo::new(move |_| session.search.choice.with(|choice| choice.as_ref()?.among.clone()))
}

fn lines(session: Session, dataset: &Arc<Dataset>) -> Memo<Vec<Line>> {
    let (dataset, order) = (dataset.clone(), order_in_address(session));
    let (subset, ease, among) = (session.queries.subset, ease_column(session), among(session));
    Memo::new(move |_| {
        let choice = session.search.choice;
        let definition = choice.with(|choice| choice.as_ref().map_or(0, |c| c.definition));
        let find = session.address.state.with(|state| state.find.clone().unwrap_or_default());
        let find = find.to_lowercase();
        let parts: Vec<&str> = find.split_whitespace().collect();
        let subset = subset.get();
        let is_wanted = |query: &Query| {
            let text = query.text.to_lowercase();
            let is_found = parts.iter().all(|part| text.contains(part))
                || (!find.is_empty() && query.id.to_lowercase().starts_with(find.trim()));
            is_found && subset.holds(query)
        };
        let relevance = dataset.relevance.get(definition);
        let among = among.get();
        let n_relevant = |row: u32| {
            let judged = relevance.and_then(|relevance| relevance.of_query(row));
            judged.map_or(0, |judged| match &among {
                None => judged.n_relevant(),
                Some(filter) => judged.among(|image| filter.has(image)).n_relevant(),
            })
        };
        let column = ease.get().map(|(column, _)| column);
        let ease_of = |row: u32| {
            session.board.systems.with(|systems| {
                let values: Vec<f64> = systems
                    .iter()
                    .filter_map(|values| values.value(column?, row as usize))
                    .collect();
                let mean = values.iter().sum::<f64>() / values.len() as f64;
                (!values.is_empty()).then_some(mean)
            })
        };
        let queries = (0u32..).zip(dataset.queries.iter()).filter(|(_, query)| is_wanted(query));
        let mut lines: Vec<Line> = queries
            .map(|(row, _)| Line { row, n_relevant: n_relevant(row), ease: ease_of(row) })
            .collect();
        let order = order.get();
        // A stable sort: ties keep the benchmark's order.
        lines.sort_by(|a, b| compared(&order, a, b));
        lines
    })
}

fn compared(order: &str, a: &Line, b: &Line) -> Ordering {
    // Queries without a value or without a relevant image come last in every order.
    let by_ease = |sign: f64| match (a.ease, b.ease) {
        (Some(a), Some(b)) => (sign * a).total_cmp(&(sign * b)),
        (a, b) => b.is_some().cmp(&a.is_some()),
    };
    match order {
        "few" => (a.n_relevant == 0, a.n_relevant).cmp(&(b.n_relevant == 0, b.n_relevant)),
        "many" => b.n_relevant.cmp(&a.n_relevant),
        "hard" => by_ease(1.0),
        "easy" => by_ease(-1.0),
        _ => Ordering::Equal,
    }
}

/// `ease` names the measure of [`ease_column`]; `share` says how many pictures pass the filter.
fn columns(
    address: Address,
    dataset: &Arc<Dataset>,
    ease: Option<String>,
    share: Option<String>,
) -> Vec<Column<Line>> {
    let (for_text, for_link, for_facets) = (dataset.clone(), dataset.clone(), dataset.clone());
    let facets = move |line: &Line| for_facets.queries.get(line.row as usize).map(facet_words);
    let note = |words: String| view! { <span class="head-relevance">{words}</span> };
    let relevant = share.as_ref().map(|share| note(format!("among {share}")));
    let mut columns = vec![
        Column::text("Query", move |line: &Line| {
            for_text.queries.get(line.row as usize).map(|query| query.text.clone())
        })
        .view(move |line| Cell::new(query_link(address, &for_link, line)))
        .heads_row(),
        Column::text("Facets", facets.clone())
            .view(move |line| Cell::new(facets(line)).class("facets")),
        Column::number("Relevant", |line: &Line| line.n_relevant).note(relevant),
    ];
    columns.extend(ease.map(|name| {
        let over = share.map(|_| note("over all pictures".into()));
        Column::number(format!("Mean {name}"), |line: &Line| line.ease)
            .view(|line| Cell::new(words::value(line.ease)).exact(line.ease))
            .note(over)
    }));
    columns
}

fn query_link(address: Address, dataset: &Dataset, line: &Line) -> Option<AnyView> {
    let query = dataset.queries.get(line.row as usize)?;
    let id = query.id.clone();
    let href = address.href_with(Page::Explore, |state| state.asked = Some(Asked::Stored(id)));
    let view = view! {
        <a href=href dir="auto">{query.text.clone()}</a>
        " "
        <span class="query-id">{query.id.clone()}</span>
    };
    Some(view.into_any())
}

/// A yes/no facet is shown by its name, and only if the value is yes.
fn facet_words(query: &Query) -> String {
    let words_of = |(name, value): (&String, &String)| match value.as_str() {
        "no" => None,
        "yes" => Some(name.replace('_', " ")),
        _ => Some(value.clone()),
    };
    let mut facets: Vec<String> = query.facets.iter().filter_map(words_of).collect();
    facets.dedup();
    facets.join(" · ")
}
