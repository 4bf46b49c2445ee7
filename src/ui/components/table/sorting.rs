//! The sort order of a table, and the buttons in the column heads that change it.

use leptos::prelude::*;
use rankscope_core::table::Direction;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortedBy {
    pub column: String,
    pub direction: Direction,
}

#[derive(Clone, Copy)]
pub struct Sorting {
    /// `None` keeps the rows in their given order.
    pub current: Signal<Option<SortedBy>>,
    pub choose: Callback<Option<SortedBy>>,
}

impl Sorting {
    /// Clicks cycle through the first direction, the reverse and unsorted.
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

    pub(super) fn state_of(self, column: &str) -> &'static str {
        let own = self.current.get().filter(|current| current.column == column);
        match own.map(|own| own.direction) {
            None => "none",
            Some(Direction::Ascending) => "ascending",
            Some(Direction::Descending) => "descending",
        }
    }
}
