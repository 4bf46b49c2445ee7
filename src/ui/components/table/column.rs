//! A column: its title, the value that each row has there, and how that is shown.

use crate::ui::words;
use leptos::attr::any_attribute::{AnyAttribute, IntoAnyAttribute};
use leptos::attr::custom::custom_attribute;
use leptos::prelude::*;
use rankscope_core::table::{Direction, Kind, Value};

/// A row's view in one column.
pub struct Cell {
    pub(super) class: String,
    pub(super) attributes: Vec<AnyAttribute>,
    pub(super) content: AnyView,
}

impl Cell {
    /// What is shown.
    #[must_use]
    pub fn new(content: impl IntoAny) -> Self {
        Self { class: String::new(), attributes: Vec::new(), content: content.into_any() }
    }

    /// Adds a class.
    #[must_use]
    pub fn class(mut self, class: &str) -> Self {
        if !self.class.is_empty() {
            self.class.push(' ');
        }
        self.class.push_str(class);
        self
    }

    /// Adds an attribute of the element, an event's handler among them.
    #[must_use]
    pub fn with(mut self, attribute: impl IntoAnyAttribute) -> Self {
        self.attributes.push(attribute.into_any_attr());
        self
    }

    /// Adds a `data-` attribute, by its whole name.
    #[must_use]
    pub fn data(self, name: &'static str, value: impl Into<String>) -> Self {
        self.with(custom_attribute(name, value.into()))
    }

    /// Adds `data-value`: the value with all its digits, `n/a` where there is none.
    #[must_use]
    pub fn exact(self, value: Option<f64>) -> Self {
        self.data("data-value", words::exact(value))
    }
}

type ValueOf<R> = Box<dyn Fn(&R) -> Value + Send + Sync>;
type CellOf<R> = Box<dyn Fn(&R) -> Cell + Send + Sync>;

/// A column of rows of type `R`.
pub struct Column<R> {
    pub(super) body: Body<R>,
    pub(super) head: Head,
}

/// What a column does with each row.
pub(super) struct Body<R> {
    /// Its name in files.
    pub(super) title: String,
    pub(super) kind: Kind,
    /// `None` for what is only shown.
    pub(super) value: Option<ValueOf<R>>,
    /// `None` for what is only in files.
    pub(super) cell: Option<CellOf<R>>,
    pub(super) is_number: bool,
    pub(super) heads_row: bool,
    /// The name under which rows are sorted by it, and which end comes first.
    pub(super) sort: Option<(String, Direction)>,
}

/// What stands above a column.
#[derive(Default)]
pub(super) struct Head {
    /// The title of the body if there is nothing else.
    pub(super) title: Option<AnyView>,
    /// Below the title, outside the button that sorts.
    pub(super) note: Option<AnyView>,
    pub(super) hint: Option<String>,
}

impl<R: 'static> Column<R> {
    fn of(
        title: impl Into<String>,
        kind: Kind,
        is_number: bool,
        value: impl Fn(&R) -> Value + Send + Sync + 'static,
    ) -> Self {
        let body = Body {
            title: title.into(),
            kind,
            value: Some(Box::new(value)),
            cell: None,
            is_number,
            heads_row: false,
            sort: None,
        };
        Self { body, head: Head::default() }
    }

    /// Words, shown as they are.
    pub fn text<V: Into<Value>>(
        title: impl Into<String>,
        value: impl Fn(&R) -> V + Clone + Send + Sync + 'static,
    ) -> Self {
        let shown = value.clone();
        Self::of(title, Kind::Single, false, move |row| value(row).into())
            .view(move |row| Cell::new(shown(row).into().to_string()))
    }

    /// A measure or the like, shown with four decimals.
    pub fn number<V: Into<Value>>(
        title: impl Into<String>,
        value: impl Fn(&R) -> V + Clone + Send + Sync + 'static,
    ) -> Self {
        let shown = value.clone();
        Self::of(title, Kind::Single, true, move |row| value(row).into())
            .view(move |row| Cell::new(value_words(&shown(row).into())))
    }

    /// An interval; how it is shown, [`Self::view`] says. Without a view only files have it.
    pub fn interval<V: Into<Value>>(
        title: impl Into<String>,
        value: impl Fn(&R) -> V + Send + Sync + 'static,
    ) -> Self {
        Self::of(title, Kind::Interval, true, move |row| value(row).into())
    }

    /// A column that only files have.
    pub fn saved<V: Into<Value>>(
        title: impl Into<String>,
        value: impl Fn(&R) -> V + Send + Sync + 'static,
    ) -> Self {
        Self::of(title, Kind::Single, false, move |row| value(row).into())
    }

    /// A column that only the page has.
    pub fn shown(
        title: impl Into<String>,
        cell: impl Fn(&R) -> Cell + Send + Sync + 'static,
    ) -> Self {
        let mut column = Self::of(title, Kind::Single, false, |_| Value::Missing).view(cell);
        column.body.value = None;
        column
    }

    /// Shows it in another way than its kind does.
    #[must_use]
    pub fn view(mut self, cell: impl Fn(&R) -> Cell + Send + Sync + 'static) -> Self {
        self.body.cell = Some(Box::new(cell));
        self
    }

    /// What stands above the column, where it is more than the title.
    #[must_use]
    pub fn head(mut self, head: impl IntoAny) -> Self {
        self.head.title = Some(head.into_any());
        self
    }

    /// What stands below the title, outside the button that sorts.
    #[must_use]
    pub fn note(mut self, note: impl IntoAny) -> Self {
        self.head.note = Some(note.into_any());
        self
    }

    /// What the column is, for those who point at its head.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.head.hint = Some(hint.into());
        self
    }

    /// Says that its cells head their rows.
    #[must_use]
    pub fn heads_row(mut self) -> Self {
        self.body.heads_row = true;
        self
    }

    /// Aligns it as numbers are, or as words.
    #[must_use]
    pub fn numeric(mut self, is_number: bool) -> Self {
        self.body.is_number = is_number;
        self
    }

    /// Lets rows be sorted by it, under this name.
    #[must_use]
    pub fn sortable(mut self, name: impl Into<String>, first: Direction) -> Self {
        self.body.sort = Some((name.into(), first));
        self
    }
}

fn value_words(value: &Value) -> String {
    match value {
        Value::Missing => "n/a".into(),
        Value::Count(n) => words::count(*n),
        Value::Number(value) => words::value(Some(*value)),
        Value::Text(_) | Value::Interval(..) => value.to_string(),
    }
}
