//! Rows and how columns apply to them. All else in a table reads rows through [`AnyRows`].

use super::column::{Cell, CellView, ValueOf, words_of};
use super::row::RowView;
use rankscope_core::table::Value;
use std::sync::Arc;

type ReadRows<R> = dyn Fn(&mut dyn FnMut(&[R])) + Send + Sync;

pub struct Rows<R>(Box<ReadRows<R>>);

impl<R: Send + Sync + 'static> Rows<R> {
    pub fn reactive(rows: impl Fn() -> Vec<R> + Send + Sync + 'static) -> Self {
        Self(Box::new(move |read| read(&rows())))
    }

    pub(super) fn under(self, columns: Arc<Columns<R>>) -> Source {
        Arc::new(move |read| {
            self.0(&mut |rows| read(&Applied { columns: &columns, rows }));
        })
    }
}

impl<R: Send + Sync + 'static> From<Vec<R>> for Rows<R> {
    fn from(rows: Vec<R>) -> Self {
        Self(Box::new(move |read| read(&rows)))
    }
}

pub(super) type RowViewOf<R> = Box<dyn Fn(&R) -> RowView + Send + Sync>;

pub(super) type Columns<R> = (Vec<(Option<ValueOf<R>>, CellView<R>)>, Option<RowViewOf<R>>);

pub(super) type Source = Arc<dyn Fn(&mut dyn FnMut(&dyn AnyRows)) + Send + Sync>;

/// Rows under their columns, both by index.
pub(super) trait AnyRows {
    fn len(&self) -> usize;
    /// Missing if the column is not exported.
    fn value(&self, row: usize, column: usize) -> Value;
    /// `None` if the column is not displayed.
    fn cell(&self, row: usize, column: usize) -> Option<Cell>;
    fn row(&self, row: usize) -> RowView;
}

struct Applied<'a, R> {
    columns: &'a Columns<R>,
    rows: &'a [R],
}

impl<R> AnyRows for Applied<'_, R> {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn value(&self, row: usize, column: usize) -> Value {
        let value = self.columns.0.get(column).and_then(|(value, _)| value.as_ref());
        value.zip(self.rows.get(row)).map_or(Value::Missing, |(value, row)| value(row))
    }

    fn cell(&self, row: usize, column: usize) -> Option<Cell> {
        match &self.columns.0.get(column)?.1 {
            CellView::Hidden => None,
            CellView::Words => Some(Cell::new(words_of(&self.value(row, column)))),
            CellView::Custom(cell) => Some(cell(self.rows.get(row)?)),
        }
    }

    fn row(&self, row: usize) -> RowView {
        let view = self.columns.1.as_ref().zip(self.rows.get(row));
        view.map(|(view, row)| view(row)).unwrap_or_default()
    }
}
