//! Agreement between measures: columns in the address, intervals, and tests of swapped systems.

use super::session::Session;
use crate::ui::task::{Slice, Task, pause};
use leptos::prelude::*;
use rankscope_core::analysis::{
    Agreement, Column, Intervals, MeasureChoice, OnQuery, SystemValues, Tested, interval_drawing,
    tested_pairs,
};
use rankscope_core::statistics::Coefficient;
use std::sync::Arc;

/// `None` until the lists are loaded.
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

/// Computed in slices once the systems are computed; other columns replace a run in progress.
/// `None` until they are done, and where there are no intervals.
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
        task.start_with((columns, sides), move |_, (columns, sides)| async move {
            Ok(drawn(&columns, coefficient, &sides).await)
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
    let mut drawing = interval_drawing(columns, coefficient, sides, None)?;
    let mut slice = Slice::begun();
    while drawing.draw(4) {
        if slice.is_over() {
            slice.pause().await;
        }
    }
    Some(drawing.intervals())
}

pub type Swapped = (Vec<[Arc<SystemValues>; 2]>, [usize; 2]);

pub type SwapTests = [Option<Tested>; 2];

/// One pair after another, in the same order. Belongs to the reactive owner that calls it.
pub fn swap_tests(swaps: Option<Swapped>) -> Signal<Vec<SwapTests>> {
    let task: Task<Vec<SwapTests>> = Task::new();
    if let Some(swaps) = swaps {
        task.start_with(swaps, |run, (pairs, columns)| async move {
            let mut tested = Vec::new();
            for systems in &pairs {
                let mut both = [None; 2];
                for (of, column) in both.iter_mut().zip(columns) {
                    pause().await;
                    *of = tested_pairs(&on_queries(systems, column), None, pause).await;
                }
                tested.push(both);
                run.partial(tested.clone());
            }
            Ok(tested)
        });
    }
    Signal::derive(move || task.value().unwrap_or_default())
}

/// The values of two systems on the queries where both have one.
fn on_queries([a, b]: &[Arc<SystemValues>; 2], column: usize) -> Vec<OnQuery> {
    let n = a.values.get(column).map_or(0, Vec::len);
    (0u32..).take(n).filter_map(|row| OnQuery::new(a, b, column, row)).collect()
}
