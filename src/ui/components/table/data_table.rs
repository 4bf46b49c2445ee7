//! A table with its export buttons. It is generic only where columns meet rows (see
//! [`super::rows`]), so that little code is compiled for each row type.

use super::column::{Column, Head, Layout};
use super::marks::{Marks, MarksOf, marks_of};
use super::row::{RowView, cell_view, row_view};
use super::rows::{AnyRows, RowViewOf, Rows, Source};
use super::sorting::Sorting;
use crate::page_tr;
use crate::ui::components::save::{Exported, table_buttons};
use crate::ui::components::with_measures;
use leptos::attr::any_attribute::{AnyAttribute, IntoAnyAttribute};
use leptos::prelude::*;
use rankscope_core::table::{Direction, Table, Value, sorted_rows};
use std::future::Future;
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saving {
    No,
    Above,
    Below,
}

pub struct DataTable<R: Send + Sync + 'static> {
    name: String,
    columns: Vec<Column<R>>,
    rows: Rows<R>,
    /// The rows to export, if they differ from those displayed.
    saved_rows: Option<Rows<R>>,
    row: Option<RowViewOf<R>>,
    sorting: Option<Sorting>,
    marks: Option<MarksOf>,
    frame: Frame,
}

/// The parts of a table that do not depend on its row type.
struct Frame {
    class: &'static str,
    /// The name in the page's language.
    label: Option<String>,
    caption: Option<AnyView>,
    title: Option<String>,
    is_tall: bool,
    more: Option<AnyView>,
    saving: Saving,
    attributes: Vec<AnyAttribute>,
}

impl<R: Send + Sync + 'static> DataTable<R> {
    /// `name` is the accessible name and the name of exported files.
    pub fn new(name: impl Into<String>, columns: Vec<Column<R>>, rows: impl Into<Rows<R>>) -> Self {
        let frame = Frame {
            class: "",
            label: None,
            caption: None,
            title: None,
            is_tall: false,
            more: None,
            saving: Saving::Below,
            attributes: Vec::new(),
        };
        let (name, rows) = (name.into(), rows.into());
        Self { name, columns, rows, saved_rows: None, row: None, sorting: None, marks: None, frame }
    }

    #[must_use]
    pub fn class(mut self, class: &'static str) -> Self {
        self.frame.class = class;
        self
    }

    /// The accessible name, if it is not that of the files.
    #[must_use]
    pub fn label(mut self, label: String) -> Self {
        self.frame.label = Some(label);
        self
    }

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

    #[must_use]
    pub fn more(mut self, more: impl IntoAny) -> Self {
        self.frame.more = Some(more.into_any());
        self
    }

    #[must_use]
    pub fn saving(mut self, saving: Saving) -> Self {
        self.frame.saving = saving;
        self
    }

    /// Exports other rows than those displayed, such as all rows of a list shown in part.
    #[must_use]
    pub fn saved_rows(mut self, rows: impl Into<Rows<R>>) -> Self {
        self.saved_rows = Some(rows.into());
        self
    }

    #[must_use]
    pub fn row(mut self, row: impl Fn(&R) -> RowView + Send + Sync + 'static) -> Self {
        self.row = Some(Box::new(row));
        self
    }

    #[must_use]
    pub fn sorting(mut self, sorting: Sorting) -> Self {
        self.sorting = Some(sorting);
        self
    }

    /// Adds letters and notes to the table when it is printed.
    #[must_use]
    pub fn marks<F: Future<Output = Marks> + 'static>(
        mut self,
        marks: impl Fn() -> F + 'static,
    ) -> Self {
        self.marks = Some(marks_of(marks));
        self
    }

    #[must_use]
    pub fn with(mut self, attribute: impl IntoAnyAttribute) -> Self {
        self.frame.attributes.push(attribute.into_any_attr());
        self
    }

    pub fn view(self) -> AnyView {
        let (mut heads, mut layouts, mut cells) = (Vec::new(), Vec::new(), Vec::new());
        for Column { value, cell, layout, head } in self.columns {
            heads.push(head);
            layouts.push(layout);
            cells.push((value, cell));
        }
        let columns = Arc::new((cells, self.row));
        let saved_rows = self.saved_rows.map(|rows| rows.under(columns.clone()));
        let (shown, sorting) = (self.rows.under(columns), self.sorting);
        let saved = saved_rows.unwrap_or_else(|| shown.clone());
        let content = Content { layouts, sorting, shown, saved };
        view_of(self.name, self.frame, heads, content, self.marks)
    }
}

/// What a table shows and exports, whatever its row type.
struct Content {
    layouts: Vec<Layout>,
    sorting: Option<Sorting>,
    shown: Source,
    saved: Source,
}

impl Content {
    fn data(&self) -> Table {
        self.table(|layout| layout.is_exported).0
    }

    /// The table to print: of the values those that are displayed, with marks.
    fn printed(&self, name: &str, marks: Marks) -> Table {
        let is_printed = |layout: &Layout| layout.is_exported && layout.is_displayed;
        let (mut table, order) = self.table(is_printed);
        table.print.caption = name.to_string();
        table.print.notes = marks.notes;
        let printed = self.layouts.iter().filter(|layout| is_printed(layout)).enumerate();
        for (column, layout) in printed {
            if layout.has_bold_best {
                let value = |row: &Vec<Value>| match row.get(column) {
                    Some(Value::Number(value)) => Some(*value),
                    _ => None,
                };
                let values: Vec<Option<f64>> = table.rows.iter().map(value).collect();
                table.print.best_of(column, &values);
            }
            let own = marks.better_than.iter().find(|(title, _)| *title == layout.title);
            if let Some((_, better_than)) = own {
                // From places among the rows as given to places in the table.
                let place = |row: &usize| order.iter().position(|own| own == row);
                let placed = |row: &usize| {
                    let mut worse: Vec<usize> =
                        better_than.get(*row).into_iter().flatten().filter_map(place).collect();
                    worse.sort_unstable();
                    worse
                };
                table.print.better_than(column, &order.iter().map(placed).collect::<Vec<_>>());
            }
        }
        table
    }

    /// Some of the columns, and the order of the rows.
    fn table(&self, is_in: impl Fn(&Layout) -> bool) -> (Table, Vec<usize>) {
        let chosen = || self.layouts.iter().enumerate().filter(|(_, layout)| is_in(layout));
        let columns = chosen().map(|(_, layout)| (layout.title.clone(), layout.kind)).collect();
        let (mut rows, mut order) = (Vec::new(), Vec::new());
        (self.saved)(&mut |all| {
            let values = |row: &usize| chosen().map(|(at, _)| all.value(*row, at)).collect();
            order = self.order(all);
            rows = order.iter().map(values).collect();
        });
        (Table::new(columns, rows), order)
    }

    fn view(&self) -> Vec<AnyView> {
        let mut views = Vec::new();
        (self.shown)(&mut |all| {
            views = self.order(all).into_iter().map(|row| self.row(all, row)).collect();
        });
        views
    }

    fn row(&self, all: &dyn AnyRows, row: usize) -> AnyView {
        let cells = self.layouts.iter().enumerate().filter_map(|(column, layout)| {
            Some(cell_view(all.cell(row, column)?, layout.is_number, layout.heads_row))
        });
        row_view(all.row(row), cells.collect())
    }

    fn order(&self, all: &dyn AnyRows) -> Vec<usize> {
        let by = self.sorting.and_then(|sorting| sorting.current.get());
        let sorted = by.and_then(|by| {
            let is_named =
                |layout: &Layout| layout.sort.as_ref().is_some_and(|(name, _)| *name == by.column);
            let column = self.layouts.iter().position(is_named)?;
            let values: Vec<_> = (0..all.len()).map(|row| all.value(row, column)).collect();
            Some(sorted_rows(&values, by.direction))
        });
        sorted.unwrap_or_else(|| (0..all.len()).collect())
    }
}

fn view_of(
    name: String,
    frame: Frame,
    heads: Vec<Head>,
    content: Content,
    marks: Option<MarksOf>,
) -> AnyView {
    // Columns that are only exported have no head.
    let heads = heads.into_iter().zip(&content.layouts).filter(|(_, layout)| layout.is_displayed);
    let heads = heads.map(|(head, layout)| {
        let sort = content.sorting.zip(layout.sort.clone());
        head_view(head, layout.title.clone(), layout.is_number, sort)
    });
    let heads = heads.collect();
    let content = Arc::new(content);
    let (for_data, for_print) = (content.clone(), content.clone());
    let body = move || content.view();
    let caption = name.clone();
    let exported = Exported {
        data: Box::new(move || untrack(|| for_data.data())),
        printed: Box::new(move |marks| untrack(|| for_print.printed(&caption, marks))),
        marks,
    };
    framed(name, frame, heads, body.into_any(), exported)
}

fn head_view(
    head: Head,
    title: String,
    is_number: bool,
    sort: Option<(Sorting, (String, Direction))>,
) -> AnyView {
    let Head { title: content, note, hint } = head;
    let content = content.unwrap_or_else(|| with_measures(&title));
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
    exported: Exported,
) -> AnyView {
    let Frame { class, label, caption, title, is_tall, more, saving, attributes } = frame;
    let label = label.unwrap_or_else(|| name.clone());
    let class = (!class.is_empty()).then_some(class);
    let caption = caption.map(|words| {
        view! { <caption><span class="caption-words">{words}</span></caption> }
    });
    let title = title.map(|title| view! { <caption class="table-caption">{title}</caption> });
    let buttons = (saving != Saving::No).then(|| table_buttons(&name, &label, exported));
    let (above, below) = match saving {
        Saving::Above => (buttons, None),
        _ => (None, buttons),
    };
    let table = view! {
        <table class=class aria-label=label.clone()>
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
            aria-label=page_tr!("{table}, scrollable", table = label)
        >
            {table.add_any_attr(attributes)}
        </div>
        {more}
        {below}
    }
    .into_any()
}
