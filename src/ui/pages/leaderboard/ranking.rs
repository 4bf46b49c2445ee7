use super::view::{Row, View};
use crate::ui::components::table::{SortedBy, Sorting};
use leptos::prelude::*;
use rankscope_core::table::Direction;

/// The title column, in the address.
pub(super) const BY_TITLE: &str = "system";

/// In the address: `system`, or a column's name for best first; a `-` in front reverses. Defaults to
/// the first column, best first.
pub(super) fn sorting(view: View) -> Sorting {
    let address = view.address;
    let first = |column: &str| match column {
        BY_TITLE => Direction::Ascending,
        _ => Direction::Descending,
    };
    let current = Memo::new(move |_| {
        let order = address.state.with(|state| state.order.clone());
        let named = order.map(|order| {
            let (column, is_turned) = match order.strip_prefix('-') {
                Some(name) => (name.to_string(), true),
                None => (order, false),
            };
            let first = first(&column);
            SortedBy { direction: if is_turned { first.reversed() } else { first }, column }
        });
        let is_shown = |by: &SortedBy| by.column == BY_TITLE || named_column(view, by).is_some();
        named.filter(is_shown).or_else(|| {
            let index = view.visible.with(|visible| visible.first().copied())?;
            let column = view.board.columns.with(|all| Some(all.get(index)?.name()))?;
            Some(SortedBy { column, direction: Direction::Descending })
        })
    });
    let choose = Callback::new(move |by: Option<SortedBy>| {
        let order = by.map(
            |SortedBy { column, direction }| {
                if direction == first(&column) { column } else { format!("-{column}") }
            },
        );
        address.change(|state| state.order = order);
    });
    Sorting { current: current.into(), choose }
}

/// The column that sorts the systems, or the first.
pub(super) fn ranked_by(view: View, sorting: Sorting) -> Memo<Option<usize>> {
    Memo::new(move |_| {
        let sorted = sorting.current.get().and_then(|by| named_column(view, &by));
        sorted.or_else(|| view.visible.with(|visible| visible.first().copied()))
    })
}

fn named_column(view: View, by: &SortedBy) -> Option<usize> {
    let visible = view.visible.get();
    view.board.columns.with(|columns| {
        let is_named =
            |index: &usize| columns.get(*index).is_some_and(|column| column.name() == by.column);
        visible.into_iter().find(is_named)
    })
}

/// 1 for the highest mean; equal means share a rank.
pub(super) fn rank(rows: &[Row], system: &str, column: usize) -> Option<usize> {
    let mean = |row: &Row| row.means.get(&column).map(|mean| mean.mean);
    let mean_of_system = mean(rows.iter().find(|row| row.system == system)?)?;
    Some(1 + rows.iter().filter_map(mean).filter(|mean| *mean > mean_of_system).count())
}

/// The system that a row is compared with: the best by a column, or the second for the best.
pub(super) fn opponent<'a>(rows: &'a [Row], system: &str, column: usize) -> Option<&'a str> {
    let others = rows.iter().filter(|row| row.system != system);
    let means = others.filter_map(|row| Some((row, row.means.get(&column)?.mean)));
    let best = means.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map(|(row, _)| row.system.as_str())
}
