//! Do measures agree about the systems? What the address means, and the matrix's intervals.

use super::session::Session;
use crate::ui::task::{Task, pause};
use leptos::prelude::*;
use rankscope_core::analysis::{Agreement, Column, Intervals, SystemValues, interval_drawing};
use rankscope_core::statistics::Coefficient;
use std::sync::Arc;

/// How long resamples are drawn before the page may respond.
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

/// Draws the intervals of a matrix once its systems are there, a little at a time; other columns
/// replace what is under way. `None` until they are drawn, and where there are none.
#[must_use]
pub fn intervals(
    agreement: Memo<Option<Arc<Agreement>>>,
    systems: Memo<Option<Vec<Arc<SystemValues>>>>,
) -> Signal<Option<Intervals>> {
    let task: Task<Option<Intervals>> = Task::new();
    // Another cell asks for no other intervals.
    let parts = Memo::new(move |_| {
        agreement.with(|a| a.as_ref().map(|a| (a.columns.clone(), a.coefficient)))
    });
    Effect::new(move |_| {
        let (Some((columns, coefficient)), Some(systems)) = (parts.get(), systems.get()) else {
            return task.reset();
        };
        task.start(move |_| {
            let (columns, systems) = (columns.clone(), systems.clone());
            async move { Ok(drawn(&columns, coefficient, &systems).await) }
        });
    });
    Signal::derive(move || task.value().flatten())
}

/// The intervals of every two columns; `None` of one system or one query.
async fn drawn(
    columns: &[(usize, Column)],
    coefficient: Coefficient,
    systems: &[Arc<SystemValues>],
) -> Option<Intervals> {
    pause().await;
    let mut drawing = interval_drawing(columns, coefficient, systems)?;
    loop {
        let began = js_sys::Date::now();
        while js_sys::Date::now() - began < SLICE_MS {
            if !drawing.draw(4) {
                return Some(drawing.intervals());
            }
        }
        pause().await;
    }
}
