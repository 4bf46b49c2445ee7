use super::column::Cell;
use leptos::attr::any_attribute::{AnyAttribute, IntoAnyAttribute};
use leptos::attr::custom::custom_attribute;
use leptos::html;
use leptos::prelude::*;
use leptos::tachys::html::class::class;

#[derive(Default)]
pub struct RowView {
    attributes: Vec<AnyAttribute>,
    below: Option<AnyView>,
}

impl RowView {
    #[must_use]
    pub fn with(mut self, attribute: impl IntoAnyAttribute) -> Self {
        self.attributes.push(attribute.into_any_attr());
        self
    }

    #[must_use]
    pub fn data(self, name: &'static str, value: impl Into<String>) -> Self {
        self.with(custom_attribute(name, value.into()))
    }

    #[must_use]
    pub fn chosen(self, is_chosen: bool) -> Self {
        if !is_chosen {
            return self;
        }
        self.with(class("chosen-row")).with(custom_attribute("aria-current", "true"))
    }

    /// For a system of the visitor's own.
    #[must_use]
    pub fn own(self, is_own: bool) -> Self {
        if is_own { self.with(class("own-row")) } else { self }
    }

    #[must_use]
    pub fn below(mut self, row: impl IntoAny) -> Self {
        self.below = Some(row.into_any());
        self
    }
}

pub(super) fn row_view(row: RowView, cells: Vec<AnyView>) -> AnyView {
    let RowView { attributes, below } = row;
    (html::tr().child(cells).add_any_attr(attributes), below).into_any()
}

pub(super) fn cell_view(cell: Cell, is_number: bool, heads_row: bool) -> AnyView {
    let Cell { class, attributes, content } = if is_number {
        let class = cell.class.clone();
        let plain = Cell { class: "number".into(), ..cell };
        if class.is_empty() { plain } else { plain.class(&class) }
    } else {
        cell
    };
    let class = (!class.is_empty()).then_some(class);
    if heads_row {
        html::th().scope("row").class(class).child(content).add_any_attr(attributes).into_any()
    } else {
        html::td().class(class).child(content).add_any_attr(attributes).into_any()
    }
}
