//! Letters of the printed leaderboard: the systems that each is significantly better than.

use super::view::{View, title_of};
use crate::ui::components::table::Marks;
use crate::ui::state::reverse::Direction;
use crate::ui::task::pause;
use leptos::prelude::*;
use rankscope_core::analysis::{Significance, values_in};

/// Tests every pair of systems by each visible column, over the chosen queries. Means of both
/// directions mix queries and images, and are not tested.
pub(super) async fn marks(view: View, ids: Vec<String>) -> Marks {
    let mut marks = Marks::default();
    let mut notes = vec!["Bold: the best value of a column.".to_string()];
    let columns = view.board.columns.get_untracked();
    let subset = view.subset.get_untracked();
    let mut outcomes = Vec::new();
    let visible = view.visible.get_untracked();
    for index in visible.into_iter().filter(|_| view.direction != Direction::Mean) {
        pause().await;
        let values = |id: &String| {
            let shown = untrack(|| view.board.shown(id, &[index]));
            let of =
                |dataset: &_| shown.as_ref().map(|shown| values_in(dataset, shown, index, &subset));
            view.dataset.with_value(|dataset| of(dataset)).unwrap_or_default()
        };
        let mut values: Vec<Vec<Option<f64>>> = ids.iter().map(values).collect();
        let n_queries = values.iter().map(Vec::len).max().unwrap_or(0);
        values.iter_mut().for_each(|values| values.resize(n_queries, None));
        let Some((column, outcome)) =
            columns.get(index).zip(Significance::default().of(&values).ok())
        else {
            continue;
        };
        if outcome.n_pairs > 0 {
            notes.push(format!("{}: {} queries.", title_of(column), outcome.n_queries));
            marks.better_than.push((title_of(column), outcome.better_than.clone()));
            outcomes.push(outcome);
        }
    }
    if !outcomes.is_empty() {
        notes.push(Significance::default().note(&outcomes));
    }
    marks.notes = notes;
    marks
}
