//! A row of the table: a system and its means.

use super::view::{Row, View};
use leptos::prelude::*;
use rankscope_core::benchmark::System;
use rankscope_core::metrics::Mean;
use std::collections::HashMap;

/// Everything else about a system is read by the cells as it changes, so that the table is not
/// redrawn, and keeps the focus, while systems are computed.
pub(super) struct Line {
    pub(super) id: String,
    pub(super) title: String,
    /// By index of the column on the board.
    pub(super) means: HashMap<usize, Mean>,
}

impl Line {
    pub(super) fn new(system: &System, rows: &[Row]) -> Self {
        let row = rows.iter().find(|row| row.system == system.id);
        Self {
            id: system.id.clone(),
            title: system.title.clone(),
            means: row.map(|row| row.means.clone()).unwrap_or_default(),
        }
    }

    pub(super) fn mean(&self, index: usize) -> Option<f64> {
        self.means.get(&index).map(|mean| mean.mean)
    }
}

/// Tracked.
pub(super) fn placeholder(view: View, id: &str) -> &'static str {
    let is_running = view.is_other_running() || view.is_judging.get();
    let is_running = is_running || view.board.task.is_running();
    match view.is_computed(id) {
        false if view.is_rankable(id) && is_running => "…",
        false if view.is_rankable(id) => "–",
        _ => "n/a",
    }
}
