//! Two systems on all queries: the comparison in the address, and its tests, one column at a time.

use super::session::Session;
use crate::ui::task::{Task, pause};
use leptos::prelude::*;
use rankscope_core::analysis::{Comparison, ComparisonNames, SystemValues, Tested, tested_pairs};
use std::sync::Arc;

/// `None` until the lists are loaded, and with fewer than two systems that can be compared.
pub fn comparison_memo(session: Session) -> Memo<Option<Arc<Comparison>>> {
    Memo::new(move |_| {
        let choice = session.search.outline.get()?;
        let address = session.address.state.get();
        let names = ComparisonNames {
            a: address.a.as_deref(),
            b: address.b.as_deref(),
            measure: address.measure.as_deref(),
        };
        let query_row = choice.stored_row();
        let dataset = choice.dataset.clone();
        let chosen = session.measures.get().measures;
        let mut comparison =
            Comparison::new(dataset, names, &chosen, choice.definition, query_row)?;
        let unknown = choice.unknown.iter().filter(|name| is_for_this_page(name)).cloned();
        comparison.unknown.extend(unknown);
        Some(Arc::new(comparison))
    })
}

/// The systems and the picture filter of Explore do not matter here.
fn is_for_this_page(name: &str) -> bool {
    let elsewhere = ["system", "pictures", "the picture filter"];
    !elsewhere.iter().any(|start| name.starts_with(start))
}

/// Results arrive column by column. A new comparison replaces tests in progress.
pub fn tests(
    comparison: Memo<Option<Arc<Comparison>>>,
    both: Memo<Option<(Arc<SystemValues>, Arc<SystemValues>)>>,
) -> Signal<Vec<Option<Tested>>> {
    let task: Task<Vec<Option<Tested>>> = Task::new();
    // Choosing another measure or query does not change the tests.
    let columns = Memo::new(move |_| {
        comparison.with(|c| c.as_ref().map(|c| (c.definition, c.columns.clone())))
    });
    Effect::new(move |_| {
        let (columns, both) = (columns.get(), both.get());
        let (Some(comparison), Some((_, columns)), Some((a, b))) =
            (comparison.get_untracked(), columns, both)
        else {
            return task.reset();
        };
        let input = (comparison, columns, a, b);
        task.start_with(input, |run, (comparison, columns, a, b)| async move {
            let mut tested = vec![None; columns.len()];
            run.partial(tested.clone());
            for (place, (column, _)) in columns.iter().enumerate() {
                pause().await;
                let outcome = tested_pairs(&comparison.pairs(&a, &b, *column), None, pause).await;
                if let Some(slot) = tested.get_mut(place) {
                    *slot = outcome;
                }
                run.partial(tested.clone());
            }
            Ok(tested)
        });
    });
    Signal::derive(move || task.value().unwrap_or_default())
}
