//! Do measures agree about the systems? What the address means, and the matrix's intervals.

use super::session::Session;
use super::tally::SystemValues;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use rankscope_core::analysis::interval_drawing;
pub use rankscope_core::analysis::{Agreement, Intervals, cell_name, sign};
use std::sync::Arc;

/// Resamples are drawn for so long in one go; then the page has its turn.
const SLICE_MS: f64 = 12.0;

/// What the address means; `None` until the lists are there.
#[must_use]
pub fn agreement_memo(session: Session) -> Memo<Option<Arc<Agreement>>> {
    Memo::new(move |_| {
        let dataset = session.dataset()?;
        let (columns, by, cell) = session
            .address
            .state
            .with(|state| (state.columns.clone(), state.by.clone(), state.cell.clone()));
        let (columns, by, cell) = (columns.as_deref(), by.as_deref(), cell.as_deref());
        Some(Arc::new(Agreement::new(dataset, columns, by, cell)))
    })
}

/// Draws the intervals of a matrix once its systems are there, a little at a time; what is under
/// way ends when the columns change.
#[must_use]
pub fn intervals(
    agreement: Memo<Option<Arc<Agreement>>>,
    systems: Memo<Option<Vec<Arc<SystemValues>>>>,
) -> RwSignal<Option<Intervals>> {
    let found = RwSignal::new(None);
    let generation = StoredValue::new(0u32);
    // Another cell asks for no other intervals.
    let parts = Memo::new(move |_| {
        agreement.with(|a| a.as_ref().map(|a| (a.columns.clone(), a.coefficient)))
    });
    Effect::new(move |_| {
        let (parts, systems) = (parts.get(), systems.get());
        generation.update_value(|generation| *generation += 1);
        let mine = generation.get_value();
        found.set(None);
        let (Some((columns, coefficient)), Some(systems)) = (parts, systems) else { return };
        leptos::task::spawn_local(async move {
            TimeoutFuture::new(0).await;
            // One system or one query has no interval; the cells then say nothing of it.
            let Some(mut drawing) = interval_drawing(&columns, coefficient, &systems) else {
                return;
            };
            loop {
                // The page may have been left, and its signals with it.
                if generation.try_get_value() != Some(mine) {
                    return;
                }
                let began = js_sys::Date::now();
                while js_sys::Date::now() - began < SLICE_MS {
                    if !drawing.draw(4) {
                        let _ = found.try_set(Some(drawing.intervals()));
                        return;
                    }
                }
                TimeoutFuture::new(0).await;
            }
        });
    });
    found
}
