//! Do measures agree about the systems? What the address means, the matrix, its intervals.

use super::session::Session;
use crate::ui::column::Column;
use crate::ui::dataset::Dataset;
use crate::ui::tally::SystemValues;
use crate::ui::task::Task;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use rankscope_core::statistics::{AgreementIntervals, Coefficient, Interval, Resampling};
use std::sync::Arc;

/// How long resamples are drawn before the page may respond.
const SLICE_MS: f64 = 12.0;

/// The address, understood.
#[derive(Debug, Clone, PartialEq)]
pub struct Agreement {
    /// The benchmark's lists.
    pub dataset: Arc<Dataset>,
    /// The columns by their place in the board's.
    pub columns: Vec<(usize, Column)>,
    /// The coefficient of agreement.
    pub coefficient: Coefficient,
    /// The two of [`Agreement::columns`] that are taken apart.
    pub cell: Option<(usize, usize)>,
}

/// Every two columns' intervals, `[columns][columns]`.
pub type Intervals = Vec<Vec<Option<Interval>>>;

/// The name of two columns in the address.
#[must_use]
pub fn cell_name(a: &Column, b: &Column) -> String {
    format!("{}~{}", a.name(), b.name())
}

impl Agreement {
    /// What the address means; `None` until the lists are there.
    #[must_use]
    pub fn memo(session: Session) -> Memo<Option<Arc<Self>>> {
        Memo::new(move |_| {
            let dataset = session.dataset()?;
            let (wanted, by, cell) = session
                .address
                .state
                .with(|state| (state.columns.clone(), state.by.clone(), state.cell.clone()));
            let n_headlines = Column::headlines_of(&dataset).len();
            let is_definition = |id: &str| dataset.definition_index(id).is_some();
            let is_wanted = |index: usize, column: &Column| match wanted.as_deref() {
                Some("all") => true,
                Some(id) if is_definition(id) => column.relevance == id,
                // A benchmark without headlines has the usual measures under its definitions.
                _ => n_headlines == 0 || index < n_headlines,
            };
            let columns: Vec<(usize, Column)> = Column::all_of(&dataset)
                .into_iter()
                .enumerate()
                .filter(|(index, column)| is_wanted(*index, column))
                .collect();
            let place = |name: &str| columns.iter().position(|(_, column)| column.name() == name);
            let cell = cell.as_deref().and_then(|cell| cell.split_once('~'));
            let cell = cell.and_then(|(a, b)| Some((place(a)?, place(b)?)));
            let coefficient = match by.as_deref() {
                Some("rho") => Coefficient::Spearman,
                _ => Coefficient::KendallTauB,
            };
            Some(Arc::new(Self { dataset, columns, coefficient, cell }))
        })
    }

    /// The means of a column over systems; NaN where a system has none, as statistics of a
    /// sequence with NaN are n/a.
    #[must_use]
    pub fn means(&self, systems: &[Arc<SystemValues>], place: usize) -> Vec<f64> {
        let index = self.columns.get(place).map_or(usize::MAX, |(index, _)| *index);
        let mean = |system: &Arc<SystemValues>| system.mean(index).map_or(f64::NAN, |m| m.mean);
        systems.iter().map(mean).collect()
    }

    /// The coefficient between any two columns.
    #[must_use]
    pub fn matrix(&self, systems: &[Arc<SystemValues>]) -> Vec<Vec<Option<f64>>> {
        let means: Vec<Vec<f64>> =
            (0..self.columns.len()).map(|place| self.means(systems, place)).collect();
        let of = |x: &Vec<f64>| means.iter().map(|y| self.coefficient.of(x, y)).collect();
        means.iter().map(of).collect()
    }
}

/// The coefficient's sign: `τ-b` or `ρ`.
#[must_use]
pub fn sign(coefficient: Coefficient) -> &'static str {
    match coefficient {
        Coefficient::KendallTauB => "τ-b",
        Coefficient::Spearman => "ρ",
    }
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
    TimeoutFuture::new(0).await;
    let per_query = |(index, _): &(usize, Column)| {
        let of =
            |system: &Arc<SystemValues>| system.values.get(*index).cloned().unwrap_or_default();
        systems.iter().map(of).collect::<Vec<_>>()
    };
    let columns = columns.iter().map(per_query).collect();
    let mut drawing = AgreementIntervals::new(columns, coefficient, Resampling::default()).ok()?;
    loop {
        let began = js_sys::Date::now();
        while js_sys::Date::now() - began < SLICE_MS {
            if !drawing.draw(4) {
                return Some(drawing.intervals());
            }
        }
        TimeoutFuture::new(0).await;
    }
}
