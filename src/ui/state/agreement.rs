//! Agreement between measures: the columns in the address, and confidence intervals of the matrix.

use super::session::Session;
use crate::ui::task::{Task, pause};
use leptos::prelude::*;
use rankscope_core::analysis::{
    Agreement, Column, Intervals, MeasureChoice, SystemValues, interval_drawing,
};
use rankscope_core::statistics::Coefficient;
use std::sync::Arc;

/// Resampling time between two pauses.
const SLICE_MS: f64 = 12.0;

/// The agreement that the address describes; `None` until the lists are loaded.
#[must_use]
pub fn agreement_memo(session: Session) -> Memo<Option<Arc<Agreement>>> {
    Memo::new(move |_| {
        let dataset = session.outline()?;
        let (columns, by, cell) = session
            .address
            .state
            .with(|state| (state.columns.clone(), state.by.clone(), state.cell.clone()));
        let (columns, by, cell) = (columns.as_deref(), by.as_deref(), cell.as_deref());
        let agreement =
            |choice: &MeasureChoice| Agreement::new(dataset, &choice.measures, columns, by, cell);
        Some(Arc::new(session.measures.with(agreement)))
    })
}

/// Computes the intervals of a matrix in slices once its systems are computed, in one direction or in
/// both; other columns replace a run in progress. `None` until they are done, and where there are no intervals.
#[must_use]
pub fn intervals(
    agreement: Memo<Option<Arc<Agreement>>>,
    sides: Memo<Option<Vec<Vec<Arc<SystemValues>>>>>,
) -> Signal<Option<Intervals>> {
    let task: Task<Option<Intervals>> = Task::new();
    // Choosing another cell does not change the intervals.
    let parts = Memo::new(move |_| {
        agreement.with(|a| a.as_ref().map(|a| (a.columns.clone(), a.coefficient)))
    });
    Effect::new(move |_| {
        let (Some((columns, coefficient)), Some(sides)) = (parts.get(), sides.get()) else {
            return task.reset();
        };
        task.start(move |_| {
            let (columns, sides) = (columns.clone(), sides.clone());
            async move { Ok(drawn(&columns, coefficient, &sides).await) }
        });
    });
    Signal::derive(move || task.value().flatten())
}

/// The interval of every pair of columns; `None` for a single system or a single query.
async fn drawn(
    columns: &[(usize, Column)],
    coefficient: Coefficient,
    sides: &[Vec<Arc<SystemValues>>],
) -> Option<Intervals> {
    pause().await;
    let mut drawing = interval_drawing(columns, coefficient, sides)?;
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
