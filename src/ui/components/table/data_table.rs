//! A table with its scroller and export buttons. Only the thin layer that applies columns to rows
//! is generic, so that little code is compiled for each row type.

use super::column::{Body, Column, Head};
use super::row::{RowView, cell_view, row_view};
use super::sorting::Sorting;
use crate::ui::components::save::table_buttons;
use leptos::attr::any_attribute::{AnyAttribute, IntoAnyAttribute};
use leptos::prelude::*;
use rankscope_core::table::{Direction, Kind, Table, Value, sorted_rows};
use std::sync::Arc;

/// Where the export buttons are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saving {
    /// Nowhere: the table has none.
    No,
    /// Above the table.
    Above,
    /// Below the table.
    Below,
}

type RowViewOf<R> = Box<dyn Fn(&R) -> RowView + Send + Sync>;

/// A table whose rows are of type `R`.
pub struct DataTable<R: Send + Sync + 'static> {
    name: String,
    columns: Vec<Column<R>>,
    rows: Signal<Vec<R>>,
    /// The rows to export, if they differ from those displayed.
    saved_rows: Option<Signal<Vec<R>>>,
    row: Option<RowViewOf<R>>,
    sorting: Option<Sorting>,
    frame: Frame,
}

/// The parts of a table that do not depend on its row type.
struct Frame {
    class: &'static str,
    caption: Option<AnyView>,
    title: Option<String>,
    is_tall: bool,
    /// Between the table and the export buttons.
    more: Option<AnyView>,
    saving: Saving,
    attributes: Vec<AnyAttribute>,
}

impl<R: Send + Sync + 'static> DataTable<R> {
    /// A table. `name` is its accessible name and the name of its exported files.
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

    /// Adds a caption below the table.
    #[must_use]
    pub fn caption(mut self, words: impl IntoAny) -> Self {
        self.frame.caption = Some(words.into_any());
        self
    }

    /// Shows the name as a caption, for pages with several tables in a row.
    #[must_use]
    pub fn titled(mut self) -> Self {
        self.frame.title = Some(self.name.clone());
        self
    }

    /// Limits the height and lets the rows scroll.
    #[must_use]
    pub fn tall(mut self) -> Self {
        self.frame.is_tall = true;
        self
    }

    /// Adds a control below the table that loads more rows.
    #[must_use]
    pub fn more(mut self, more: impl IntoAny) -> Self {
        self.frame.more = Some(more.into_any());
        self
    }

    /// Places the export buttons.
    #[must_use]
    pub fn saving(mut self, saving: Saving) -> Self {
        self.frame.saving = saving;
        self
    }

    /// Exports other rows than those displayed, such as all rows of a list shown in part.
    #[must_use]
    pub fn saved_rows(mut self, rows: impl Into<Signal<Vec<R>>>) -> Self {
        self.saved_rows = Some(rows.into());
        self
    }

    /// Sets the attributes of each row, and an optional row below it.
    #[must_use]
    pub fn row(mut self, row: impl Fn(&R) -> RowView + Send + Sync + 'static) -> Self {
        self.row = Some(Box::new(row));
        self
    }

    /// Sorts the rows by the sortable columns.
    #[must_use]
    pub fn sorting(mut self, sorting: Sorting) -> Self {
        self.sorting = Some(sorting);
        self
    }

    /// Adds an attribute or an event handler to the table element.
    #[must_use]
    pub fn with(mut self, attribute: impl IntoAnyAttribute) -> Self {
        self.frame.attributes.push(attribute.into_any_attr());
        self
    }

    /// Renders the table.
    pub fn view(self) -> AnyView {
        let (mut heads, mut columns) = (Vec::new(), Vec::new());
        for Column { head, body } in self.columns {
            // Columns that are only exported have no head.
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

/// The exported table of these rows.
fn data_of<R>(columns: &[Body<R>], rows: &[R], order: &[usize]) -> Table {
    let values = || columns.iter().filter_map(|column| Some((column, column.value.as_ref()?)));
    let titles = values().map(|(column, _)| (column.title.clone(), column.kind));
    let columns: Vec<(String, Kind)> = titles.collect();
    let row = |row: &R| values().map(|(_, value)| value(row)).collect::<Vec<Value>>();
    Table { columns, rows: order.iter().filter_map(|place| rows.get(*place)).map(row).collect() }
}

/// The indices of the rows in the chosen order.
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
