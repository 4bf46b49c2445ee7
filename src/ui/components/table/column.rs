//! A column of a table: its title, its values and how they are displayed.

use leptos::attr::any_attribute::{AnyAttribute, IntoAnyAttribute};
use leptos::attr::custom::custom_attribute;
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::table::{Direction, Kind, Value};

pub struct Cell {
    pub(super) class: String,
    pub(super) attributes: Vec<AnyAttribute>,
    pub(super) content: AnyView,
}

impl Cell {
    pub fn new(content: impl IntoAny) -> Self {
        Self { class: String::new(), attributes: Vec::new(), content: content.into_any() }
    }

    #[must_use]
    pub fn class(mut self, class: &str) -> Self {
        if !self.class.is_empty() {
            self.class.push(' ');
        }
        self.class.push_str(class);
        self
    }

    #[must_use]
    pub fn with(mut self, attribute: impl IntoAnyAttribute) -> Self {
        self.attributes.push(attribute.into_any_attr());
        self
    }

    /// `name` is the full name, with `data-`.
    #[must_use]
    pub fn data(self, name: &'static str, value: impl Into<String>) -> Self {
        self.with(custom_attribute(name, value.into()))
    }

    /// Adds `data-value`: the value with all its digits, or `n/a`.
    #[must_use]
    pub fn exact(self, value: Option<f64>) -> Self {
        self.data("data-value", words::exact(value))
    }
}

pub(super) type ValueOf<R> = Box<dyn Fn(&R) -> Value + Send + Sync>;
type CellOf<R> = Box<dyn Fn(&R) -> Cell + Send + Sync>;

pub struct Column<R> {
    /// `None` if it is not exported.
    pub(super) value: Option<ValueOf<R>>,
    pub(super) cell: CellView<R>,
    pub(super) layout: Layout,
    pub(super) head: Head,
}

pub(super) enum CellView<R> {
    Hidden,
    Words,
    Custom(CellOf<R>),
}

/// The part of a column that depends neither on the rows nor on their type.
pub(super) struct Layout {
    /// The name in exported files.
    pub(super) title: String,
    pub(super) kind: Kind,
    pub(super) is_number: bool,
    pub(super) heads_row: bool,
    pub(super) is_exported: bool,
    pub(super) is_displayed: bool,
    pub(super) has_bold_best: bool,
    /// The name for sorting, and the direction of the first click.
    pub(super) sort: Option<(String, Direction)>,
}

#[derive(Default)]
pub(super) struct Head {
    /// `None` shows the column's title.
    pub(super) title: Option<AnyView>,
    pub(super) note: Option<AnyView>,
    pub(super) hint: Option<String>,
}

impl<R: 'static> Column<R> {
    fn of(
        title: impl Into<String>,
        kind: Kind,
        is_number: bool,
        value: Option<ValueOf<R>>,
        cell: CellView<R>,
    ) -> Self {
        let layout = Layout {
            title: title.into(),
            kind,
            is_number,
            heads_row: false,
            is_exported: value.is_some(),
            is_displayed: !matches!(cell, CellView::Hidden),
            has_bold_best: false,
            sort: None,
        };
        Self { value, cell, layout, head: Head::default() }
    }

    pub fn text<V: Into<Value>>(
        title: impl Into<String>,
        value: impl Fn(&R) -> V + Send + Sync + 'static,
    ) -> Self {
        Self::of(title, Kind::Single, false, Some(value_of(value)), CellView::Words)
    }

    /// A column of numbers: counts are grouped, others have three decimals.
    pub fn number<V: Into<Value>>(
        title: impl Into<String>,
        value: impl Fn(&R) -> V + Send + Sync + 'static,
    ) -> Self {
        Self::of(title, Kind::Single, true, Some(value_of(value)), CellView::Words)
    }

    /// A column of intervals, exported as two columns. Not displayed unless [`Self::view`] is set.
    pub fn interval<V: Into<Value>>(
        title: impl Into<String>,
        value: impl Fn(&R) -> V + Send + Sync + 'static,
    ) -> Self {
        Self::of(title, Kind::Interval, true, Some(value_of(value)), CellView::Hidden)
    }

    pub fn saved<V: Into<Value>>(
        title: impl Into<String>,
        value: impl Fn(&R) -> V + Send + Sync + 'static,
    ) -> Self {
        Self::of(title, Kind::Single, false, Some(value_of(value)), CellView::Hidden)
    }

    pub fn shown(
        title: impl Into<String>,
        cell: impl Fn(&R) -> Cell + Send + Sync + 'static,
    ) -> Self {
        Self::of(title, Kind::Single, false, None, CellView::Custom(Box::new(cell)))
    }

    #[must_use]
    pub fn view(mut self, cell: impl Fn(&R) -> Cell + Send + Sync + 'static) -> Self {
        self.cell = CellView::Custom(Box::new(cell));
        self.layout.is_displayed = true;
        self
    }

    #[must_use]
    pub fn head(mut self, head: impl IntoAny) -> Self {
        self.head.title = Some(head.into_any());
        self
    }

    #[must_use]
    pub fn note(mut self, note: impl IntoAny) -> Self {
        self.head.note = Some(note.into_any());
        self
    }

    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.head.hint = Some(hint.into());
        self
    }

    #[must_use]
    pub fn heads_row(mut self) -> Self {
        self.layout.heads_row = true;
        self
    }

    #[must_use]
    pub fn numeric(mut self, is_number: bool) -> Self {
        self.layout.is_number = is_number;
        self
    }

    #[must_use]
    pub fn best_in_bold(mut self) -> Self {
        self.layout.has_bold_best = true;
        self
    }

    /// Makes it sortable under this name; `first` is the direction of the first click.
    #[must_use]
    pub fn sortable(mut self, name: impl Into<String>, first: Direction) -> Self {
        self.layout.sort = Some((name.into(), first));
        self
    }
}

fn value_of<R, V: Into<Value>>(value: impl Fn(&R) -> V + Send + Sync + 'static) -> ValueOf<R> {
    Box::new(move |row| value(row).into())
}

/// A value as a cell shows it: counts are grouped, other numbers have three decimals.
pub(super) fn words_of(value: &Value) -> String {
    match value {
        Value::Missing => "n/a".into(),
        Value::Count(n) => words::count(*n),
        Value::Number(value) => words::value(Some(*value)),
        Value::Text(_) | Value::Interval(..) => value.to_string(),
    }
}
