//! Which column sorts the rows, and the buttons in the columns' heads that change it.

use leptos::prelude::*;
use rankscope_core::table::Direction;

/// A column's name, and which of its ends comes first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortedBy {
    /// The name under which the column sorts.
    pub column: String,
    /// Which end comes first.
    pub direction: Direction,
}

/// The order of a table's rows, and how it is changed. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Sorting {
    /// `None` leaves the rows as they are given.
    pub current: Signal<Option<SortedBy>>,
    /// Takes the next order.
    pub choose: Callback<Option<SortedBy>>,
}

impl Sorting {
    /// A head's button: by this column from its first end, then from the other, then not at all.
    pub(super) fn button(
        self,
        (column, first): (String, Direction),
        hint: Option<String>,
        title: AnyView,
    ) -> AnyView {
        let next = move || {
            let own = self.current.get_untracked().filter(|current| current.column == column);
            let direction = match own.map(|own| own.direction) {
                None => first,
                Some(direction) if direction == first => first.reversed(),
                Some(_) => return None,
            };
            Some(SortedBy { column: column.clone(), direction })
        };
        view! {
            <button
                type="button"
                class="sort"
                title=hint
                on:click=move |_| self.choose.run(next())
            >
                {title}
            </button>
        }
        .into_any()
    }

    /// `aria-sort` of a column's head.
    pub(super) fn state_of(self, column: &str) -> &'static str {
        let own = self.current.get().filter(|current| current.column == column);
        match own.map(|own| own.direction) {
            None => "none",
            Some(Direction::Ascending) => "ascending",
            Some(Direction::Descending) => "descending",
        }
    }
}
