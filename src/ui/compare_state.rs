//! Two systems on all queries: what the address means, and the tests, a column at a time.

use super::session::Session;
use super::tally::SystemValues;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
pub use rankscope_core::analysis::{Comparison, Contrast, OnQuery, Tested, n_draws};
use rankscope_core::analysis::{ComparisonNames, tested_pairs};
use std::sync::Arc;

/// What the address means; `None` until the lists are there, and where the benchmark has fewer
/// than two systems that can be compared.
#[must_use]
pub fn comparison_memo(session: Session) -> Memo<Option<Arc<Comparison>>> {
    Memo::new(move |_| {
        let choice = session.search.choice.get()?;
        let address = session.address.state.get();
        let names = ComparisonNames {
            a: address.a.as_deref(),
            b: address.b.as_deref(),
            measure: address.measure.as_deref(),
        };
        let query_row = choice.judged_by().map(|(row, _)| row);
        let dataset = choice.dataset.clone();
        let mut comparison = Comparison::new(dataset, names, choice.definition, query_row)?;
        let unknown = choice.unknown.iter().filter(|name| is_for_this_page(name)).cloned();
        comparison.unknown.extend(unknown);
        Some(Arc::new(comparison))
    })
}

/// Of what the address names in vain: single queries have systems of their own, and pictures.
fn is_for_this_page(name: &str) -> bool {
    !name.starts_with("system") && !name.starts_with("pictures")
}

/// Tests every column in turn, one in a task, so that the page stays alive between them; the
/// outcomes come in by column. What is under way ends when the comparison changes.
#[must_use]
pub fn tests(
    comparison: Memo<Option<Arc<Comparison>>>,
    both: Memo<Option<(Arc<SystemValues>, Arc<SystemValues>)>>,
) -> RwSignal<Vec<Option<Tested>>> {
    let tested = RwSignal::new(Vec::new());
    let generation = StoredValue::new(0u32);
    // Neither another measure nor another query asks for other tests.
    let columns = Memo::new(move |_| {
        comparison.with(|c| c.as_ref().map(|c| (c.definition, c.columns.clone())))
    });
    Effect::new(move |_| {
        let (columns, both) = (columns.get(), both.get());
        generation.update_value(|generation| *generation += 1);
        let mine = generation.get_value();
        tested.set(Vec::new());
        let (Some(comparison), Some((_, columns)), Some((a, b))) =
            (comparison.get_untracked(), columns, both)
        else {
            return;
        };
        tested.set(vec![None; columns.len()]);
        leptos::task::spawn_local(async move {
            for (place, (column, _)) in columns.iter().enumerate() {
                TimeoutFuture::new(0).await;
                // The page may have been left, and its signals with it.
                if generation.try_get_value() != Some(mine) {
                    return;
                }
                let pairs = comparison.pairs(&a, &b, *column);
                let Some(outcome) =
                    tested_pairs(&pairs, async || TimeoutFuture::new(0).await).await
                else {
                    continue;
                };
                if generation.try_get_value() != Some(mine) {
                    return;
                }
                tested.try_update(|all| {
                    if let Some(slot) = all.get_mut(place) {
                        *slot = Some(outcome);
                    }
                });
            }
        });
    });
    tested
}
