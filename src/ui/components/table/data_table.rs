//! A table with its scroller and the buttons that save it. Only the thin layer that applies
//! columns to rows is compiled for every type of row.

use super::column::{Body, Column, Head};
use super::row::{RowView, cell_view, row_view};
use super::sorting::Sorting;
use crate::ui::components::save::table_buttons;
use leptos::attr::any_attribute::{AnyAttribute, IntoAnyAttribute};
use leptos::prelude::*;
use rankscope_core::table::{Direction, Kind, Table, Value, sorted_rows};
use std::sync::Arc;

/// Where the buttons are that save the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saving {
    /// There are none.
    No,
    /// Above it.
    Above,
    /// Below it.
    Below,
}

type RowViewOf<R> = Box<dyn Fn(&R) -> RowView + Send + Sync>;

/// A table of rows of type `R`.
pub struct DataTable<R: Send + Sync + 'static> {
    name: String,
    columns: Vec<Column<R>>,
    rows: Signal<Vec<R>>,
    /// The rows of files, where these are others than the page's.
    saved_rows: Option<Signal<Vec<R>>>,
    row: Option<RowViewOf<R>>,
    sorting: Option<Sorting>,
    frame: Frame,
}

/// What a table has apart from columns and rows.
struct Frame {
    class: &'static str,
    caption: Option<AnyView>,
    title: Option<String>,
    is_tall: bool,
    /// Between the table and the buttons that save it.
    more: Option<AnyView>,
    saving: Saving,
    attributes: Vec<AnyAttribute>,
}

impl<R: Send + Sync + 'static> DataTable<R> {
    /// A table of this name, which it is read out and saved under.
    pub fn new(
        name: impl Into<String>,
        columns: Vec<Column<R>>,
        rows: impl Into<Signal<Vec<R>>>,
    ) -> Self {
        let frame = Frame {
            class: "",
            caption: None,
            title: None,
            is_tall: false,
            more: None,
            saving: Saving::Below,
            attributes: Vec::new(),
        };
        let (name, rows) = (name.into(), rows.into());
        Self { name, columns, rows, saved_rows: None, row: None, sorting: None, frame }
    }

    /// Sets its class.
    #[must_use]
    pub fn class(mut self, class: &'static str) -> Self {
        self.frame.class = class;
        self
    }

    /// Says below it what it shows.
    #[must_use]
    pub fn caption(mut self, words: impl IntoAny) -> Self {
        self.frame.caption = Some(words.into_any());
        self
    }

    /// Captions it with its name, where several stand below each other.
    #[must_use]
    pub fn titled(mut self) -> Self {
        self.frame.title = Some(self.name.clone());
        self
    }

    /// Lets it scroll from a few rows on.
    #[must_use]
    pub fn tall(mut self) -> Self {
        self.frame.is_tall = true;
        self
    }

    /// Adds what brings more rows, below the table.
    #[must_use]
    pub fn more(mut self, more: impl IntoAny) -> Self {
        self.frame.more = Some(more.into_any());
        self
    }

    /// Says where the buttons are that save it.
    #[must_use]
    pub fn saving(mut self, saving: Saving) -> Self {
        self.frame.saving = saving;
        self
    }

    /// Saves other rows than those that are shown, such as all of a list's.
    #[must_use]
    pub fn saved_rows(mut self, rows: impl Into<Signal<Vec<R>>>) -> Self {
        self.saved_rows = Some(rows.into());
        self
    }

    /// Sets the attributes of each row, and what stands below it.
    #[must_use]
    pub fn row(mut self, row: impl Fn(&R) -> RowView + Send + Sync + 'static) -> Self {
        self.row = Some(Box::new(row));
        self
    }

    /// Sorts the rows by the columns that can be sorted by.
    #[must_use]
    pub fn sorting(mut self, sorting: Sorting) -> Self {
        self.sorting = Some(sorting);
        self
    }

    /// Adds an attribute of the table's element, an event's handler among them.
    #[must_use]
    pub fn with(mut self, attribute: impl IntoAnyAttribute) -> Self {
        self.frame.attributes.push(attribute.into_any_attr());
        self
    }

    /// Shows it.
    pub fn view(self) -> AnyView {
        let (mut heads, mut columns) = (Vec::new(), Vec::new());
        for Column { head, body } in self.columns {
            // What only files have, has no head.
            if body.cell.is_some() {
                let sort = self.sorting.zip(body.sort.clone());
                heads.push(head_view(head, body.title.clone(), body.is_number, sort));
            }
            columns.push(body);
        }
        let parts = Arc::new((columns, self.row, self.sorting));
        let (rows, saved_rows) = (self.rows, self.saved_rows.unwrap_or(self.rows));
        let for_data = parts.clone();
        let data = move || {
            saved_rows.with_untracked(|rows| {
                let order = untrack(|| order_of(&for_data.0, rows, for_data.2));
                data_of(&for_data.0, rows, &order)
            })
        };
        let body = move || {
            rows.with(|rows| {
                let (columns, row, sorting) = &*parts;
                let in_order = order_of(columns, rows, *sorting);
                let in_order = in_order.into_iter().filter_map(|place| rows.get(place));
                in_order.map(|own| row_of(columns, row.as_ref(), own)).collect_view()
            })
        };
        framed(self.name, self.frame, heads, body.into_any(), Box::new(data))
    }
}

/// What a file has of these rows.
fn data_of<R>(columns: &[Body<R>], rows: &[R], order: &[usize]) -> Table {
    let values = || columns.iter().filter_map(|column| Some((column, column.value.as_ref()?)));
    let titles = values().map(|(column, _)| (column.title.clone(), column.kind));
    let columns: Vec<(String, Kind)> = titles.collect();
    let row = |row: &R| values().map(|(_, value)| value(row)).collect::<Vec<Value>>();
    Table { columns, rows: order.iter().filter_map(|place| rows.get(*place)).map(row).collect() }
}

/// The rows' places in the order that is chosen.
fn order_of<R>(columns: &[Body<R>], rows: &[R], sorting: Option<Sorting>) -> Vec<usize> {
    let by = sorting.and_then(|sorting| sorting.current.get());
    let sorted = by.and_then(|by| {
        let is_named =
            |column: &&Body<R>| column.sort.as_ref().is_some_and(|(name, _)| *name == by.column);
        let value = columns.iter().find(is_named)?.value.as_ref()?;
        let values: Vec<Value> = rows.iter().map(value).collect();
        Some(sorted_rows(&values, by.direction))
    });
    sorted.unwrap_or_else(|| (0..rows.len()).collect())
}

fn row_of<R>(columns: &[Body<R>], row: Option<&RowViewOf<R>>, own: &R) -> AnyView {
    let cells = columns.iter().filter_map(|column| {
        let cell = column.cell.as_ref()?(own);
        Some(cell_view(cell, column.is_number, column.heads_row))
    });
    let cells = cells.collect::<Vec<_>>();
    row_view(row.map(|row| row(own)).unwrap_or_default(), cells)
}

fn head_view(
    head: Head,
    title: String,
    is_number: bool,
    sort: Option<(Sorting, (String, Direction))>,
) -> AnyView {
    let Head { title: content, note, hint } = head;
    let content = content.unwrap_or_else(|| title.into_any());
    let class = is_number.then_some("number");
    match sort {
        None => view! { <th scope="col" class=class title=hint>{content} {note}</th> }.into_any(),
        Some((sorting, by)) => {
            let name = by.0.clone();
            view! {
                <th scope="col" class=class aria-sort=move || sorting.state_of(&name)>
                    {sorting.button(by, hint, content)}
                    {note}
                </th>
            }
            .into_any()
        }
    }
}

fn framed(
    name: String,
    frame: Frame,
    heads: Vec<AnyView>,
    body: AnyView,
    data: Box<dyn Fn() -> Table>,
) -> AnyView {
    let Frame { class, caption, title, is_tall, more, saving, attributes } = frame;
    let class = (!class.is_empty()).then_some(class);
    let caption = caption.map(|words| {
        view! { <caption><span class="caption-words">{words}</span></caption> }
    });
    let title = title.map(|title| view! { <caption class="table-caption">{title}</caption> });
    let buttons = (saving != Saving::No).then(|| table_buttons(&name, data));
    let (above, below) = match saving {
        Saving::Above => (buttons, None),
        _ => (None, buttons),
    };
    let table = view! {
        <table class=class aria-label=name.clone()>
            {title}
            {caption}
            <thead>
                <tr>{heads}</tr>
            </thead>
            <tbody>{body}</tbody>
        </table>
    };
    view! {
        {above}
        <div
            class=if is_tall { "scroller scroller-tall" } else { "scroller" }
            tabindex="0"
            role="region"
            aria-label=format!("{name}, scrollable")
        >
            {table.add_any_attr(attributes)}
        </div>
        {more}
        {below}
    }
    .into_any()
}
