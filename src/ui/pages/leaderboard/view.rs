//! What the parts of the page share: rows, columns, intervals.

use crate::ui::column::Column;
use crate::ui::dataset::Dataset;
use crate::ui::pages::choices::chosen_subset;
use crate::ui::state::Session;
use crate::ui::state::address::Address;
use crate::ui::state::board::Board;
use crate::ui::state::compare::n_draws;
use crate::ui::state::second_stage::SecondStage;
use crate::ui::subset::Subset;
use crate::ui::tally::SystemValues;
use crate::ui::task::Task;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use rankscope_core::metrics::{Mean, Protocol};
use rankscope_core::statistics::{Interval, Resampling, mean_interval};
use std::collections::HashMap;
use std::sync::Arc;

/// One system over the chosen queries.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    pub(super) system: String,
    /// By column of the board; only those that are shown.
    pub(super) means: HashMap<usize, Mean>,
}

/// What the parts of the page share.
#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) address: Address,
    pub(super) board: Board,
    pub(super) second_stage: SecondStage,
    pub(super) dataset: StoredValue<Arc<Dataset>>,
    /// The columns that are shown, by their place in the board's.
    pub(super) visible: Memo<Vec<usize>>,
    /// The queries that count.
    pub(super) subset: Memo<Subset>,
    pub(super) rows: Memo<Vec<Row>>,
    /// 95 % of resamples of the chosen queries, by system and column.
    pub(super) intervals: RwSignal<HashMap<(String, usize), Interval>>,
}

impl View {
    pub(super) fn new(session: Session, dataset: &Arc<Dataset>, n_headlines: usize) -> Self {
        let board = session.board;
        let definition = Memo::new(move |_| {
            let choice = session.search.choice;
            choice.with(|choice| choice.as_ref().map_or(0, |choice| choice.definition))
        });
        // Without headlines every definition is computed, and the chosen one is shown.
        let visible = Memo::new(move |_| {
            let definition = definition.get();
            board.columns.with(|columns| {
                let all = columns.iter().enumerate();
                let is_shown = |(index, column): &(usize, &Column)| match n_headlines {
                    0 => column.definition == definition,
                    n => *index < n,
                };
                all.filter(is_shown).map(|(index, _)| index).collect::<Vec<usize>>()
            })
        });
        let subset = chosen_subset(session.address);
        let dataset = StoredValue::new(dataset.clone());
        let rows = Memo::new(move |_| {
            let (visible, subset) = (visible.get(), subset.get());
            dataset.with_value(|dataset| {
                board.systems.with(|all| {
                    let row = |values: &Arc<SystemValues>| Row {
                        system: values.system.clone(),
                        means: visible
                            .iter()
                            .filter_map(|index| {
                                Some((*index, mean_over(board, dataset, values, *index, &subset)?))
                            })
                            .collect(),
                    };
                    all.iter().map(row).collect::<Vec<Row>>()
                })
            })
        });
        let view = Self {
            address: session.address,
            board,
            second_stage: session.second_stage,
            dataset,
            visible,
            subset,
            rows,
            intervals: RwSignal::new(HashMap::new()),
        };
        view.draw_intervals();
        view
    }

    /// Draws the interval of every mean that has none yet, one at a time; other systems, columns
    /// or queries replace what is under way.
    fn draw_intervals(self) {
        let task: Task<()> = Task::new();
        Effect::new(move |last: Option<Subset>| {
            let (rows, subset) = (self.rows.get(), self.subset.get());
            if last.is_some_and(|last| last != subset) {
                self.intervals.set(HashMap::new());
            }
            let cells: Vec<(String, usize)> = rows
                .iter()
                .flat_map(|row| row.means.keys().map(|column| (row.system.clone(), *column)))
                .filter(|cell| self.intervals.with_untracked(|all| !all.contains_key(cell)))
                .collect();
            let of = subset.clone();
            task.start(move |_| {
                let (cells, of) = (cells.clone(), of.clone());
                async move {
                    for (system, column) in cells {
                        TimeoutFuture::new(0).await;
                        if let Some(interval) = self.interval(&system, column, &of) {
                            self.intervals.update(|all| {
                                all.insert((system, column), interval);
                            });
                        }
                    }
                    Ok(())
                }
            });
            subset
        });
    }

    fn interval(self, system: &str, column: usize, subset: &Subset) -> Option<Interval> {
        let board = self.board;
        let values = untrack(|| board.of(system))?;
        // COCO 1K's mean is one of folds, and resampled queries are in none.
        let protocol =
            board.columns.with_untracked(|all| all.get(column).map(|c| c.measure.protocol()))?;
        if protocol == Protocol::Coco1k {
            return None;
        }
        let chosen: Vec<f64> = self.dataset.with_value(|dataset| {
            let queries = dataset.queries.iter().zip(values.values.get(column)?);
            Some(queries.filter(|(q, _)| subset.holds(q)).filter_map(|(_, v)| *v).collect())
        })?;
        let n_resamples = n_draws(chosen.len());
        mean_interval(&chosen, &Resampling { n_resamples, ..Resampling::default() }).ok()
    }

    /// The title of a system.
    pub(super) fn title(self, system: &str) -> String {
        self.dataset.with_value(|dataset| {
            let known = dataset.manifest.system(system);
            known.map_or_else(|| system.to_string(), |system| system.title.clone())
        })
    }

    /// The column whose quality the charts show: the address's measure, otherwise the first.
    pub(super) fn shown_column(self) -> Option<(usize, Column)> {
        let wanted = self.address.state.with(|state| state.measure.clone());
        let visible = self.visible.get();
        self.board.columns.with(|columns| {
            let named = |index: &&usize| {
                columns.get(**index).is_some_and(|column| Some(column.name()) == wanted)
            };
            let index = *visible.iter().find(named).or_else(|| visible.first())?;
            Some((index, columns.get(index)?.clone()))
        })
    }
}

/// The mean of a column over the chosen queries.
pub(super) fn mean_over(
    board: Board,
    dataset: &Dataset,
    values: &SystemValues,
    index: usize,
    subset: &Subset,
) -> Option<Mean> {
    if *subset == Subset::default() {
        return values.mean(index);
    }
    let own = values.values.get(index)?;
    let masked: Vec<Option<f64>> = dataset
        .queries
        .iter()
        .zip(own)
        .map(|(query, value)| value.filter(|_| subset.holds(query)))
        .collect();
    board
        .columns
        .with(|columns| columns.get(index)?.measure.mean(&masked, dataset.folds.as_deref()))
}
