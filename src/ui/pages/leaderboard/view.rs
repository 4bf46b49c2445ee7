use crate::ui::pages::choices::{chosen_runs, system_title};
use crate::ui::state::Session;
use crate::ui::state::address::Address;
use crate::ui::state::board::Board;
use crate::ui::state::depth_curve::DepthCurves;
use crate::ui::state::pairs::Pairs;
use crate::ui::state::query_hardness::HardQueries;
use crate::ui::state::reverse::Direction;
use crate::ui::state::second_stage::SecondStage;
use crate::ui::state::sweeping::Sweeping;
use crate::ui::task::{Task, pause};
use leptos::prelude::*;
use rankscope_core::analysis::{
    self, Column, Dataset, MeasureChoice, Subset, SystemValues, ids_with_rankings,
    interval_of_both, interval_over, mean_of_both,
};
use rankscope_core::benchmark::System;
use rankscope_core::metrics::Mean;
use rankscope_core::statistics::Interval;
use std::collections::HashMap;
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Row {
    pub(super) system: String,
    /// By index of the column on the board; only visible columns.
    pub(super) means: HashMap<usize, Mean>,
}

/// In exports.
pub(super) fn title_of(column: &Column) -> String {
    format!("{} {}", column.measure, column.relevance_title)
}

/// The lists of a direction, and the systems over them.
#[derive(Clone)]
pub(super) struct Side {
    pub(super) dataset: Arc<Dataset>,
    pub(super) board: Board,
}

/// For a mean of both directions, the side from images to texts.
#[derive(Clone, Copy)]
struct OtherSide {
    dataset: StoredValue<Arc<Dataset>>,
    board: Board,
}

#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) address: Address,
    pub(super) direction: Direction,
    /// Of the direction; for a mean, from texts to images.
    pub(super) board: Board,
    pub(super) second_stage: SecondStage,
    pub(super) depth_curves: DepthCurves,
    pub(super) sweeping: Sweeping,
    pub(super) hard_queries: HardQueries,
    pub(super) pairs: Pairs,
    /// The lists of `board`.
    pub(super) dataset: StoredValue<Arc<Dataset>>,
    other: Option<OtherSide>,
    /// Indices of columns on the board.
    pub(super) visible: Memo<Vec<usize>>,
    pub(super) subset: Memo<Subset>,
    /// The stored runs among the systems.
    pub(super) runs: Memo<Vec<String>>,
    pub(super) rows: Memo<Vec<Row>>,
    pub(super) is_judged: Memo<bool>,
    /// Whether the judgements are being loaded.
    pub(super) is_judging: Memo<bool>,
    /// 95% bootstrap intervals over the chosen queries, by system and column.
    pub(super) intervals: RwSignal<HashMap<(String, usize), Interval>>,
}

impl View {
    /// `sides` are one direction, or both with texts → images first; `None` without any.
    pub(super) fn new(session: Session, direction: Direction, sides: Vec<Side>) -> Option<Self> {
        let mut sides = sides.into_iter();
        let Side { dataset, board } = sides.next()?;
        let n_headlines = Column::headlines_of(&dataset).len();
        let other = sides
            .next()
            .map(|Side { dataset, board }| OtherSide { dataset: StoredValue::new(dataset), board });
        let definition = Memo::new(move |_| {
            let choice = session.search.outline;
            choice.with(|choice| choice.as_ref().map_or(0, |choice| choice.definition))
        });
        // Without headlines, and of the chosen measures, every definition is computed, but only the
        // chosen one is visible.
        let visible = Memo::new(move |_| {
            let definition = definition.get();
            board.columns.with(|columns| {
                session.measures.with(|MeasureChoice { measures, .. }| {
                    if measures.is_empty() && n_headlines > 0 {
                        return (0..n_headlines.min(columns.len())).collect();
                    }
                    let shown = Column::under(columns, definition, measures);
                    shown.into_iter().map(|(index, _)| index).collect::<Vec<usize>>()
                })
            })
        });
        let of_queries = session.queries.subset;
        // Images have no split and none of the queries' facets.
        let subset = Memo::new(move |_| match direction {
            Direction::ToTexts => Subset::default(),
            Direction::ToImages | Direction::Mean => of_queries.get(),
        });
        let runs = chosen_runs(session.address, &dataset);
        let dataset = StoredValue::new(dataset);
        let rows = Memo::new(move |_| {
            let (visible, subset, runs) = (visible.get(), subset.get(), runs.get());
            let rows = rows_of(board, dataset, &visible, &subset, &runs);
            let Some(OtherSide { board, dataset }) = other else { return rows };
            let others = rows_of(board, dataset, &visible, &Subset::default(), &runs);
            let both = |row: Row| {
                let other = others.iter().find(|other| other.system == row.system)?;
                let mean = |(index, mean): (&usize, &Mean)| {
                    let other = other.means.get(index).copied();
                    Some((*index, mean_of_both(Some(*mean), other)?))
                };
                let means = row.means.iter().filter_map(mean).collect();
                Some(Row { system: row.system, means })
            };
            rows.into_iter().filter_map(both).collect::<Vec<Row>>()
        });
        let view = Self {
            address: session.address,
            direction,
            board,
            second_stage: session.second_stage,
            depth_curves: session.depth_curves,
            sweeping: session.sweeping,
            hard_queries: session.hard_queries,
            pairs: session.pairs,
            dataset,
            other,
            visible,
            subset,
            runs,
            rows,
            is_judged: Memo::new(move |_| session.dataset().is_some()),
            is_judging: Memo::new(move |_| {
                session.dataset().is_none() && session.lists.unjudged_because().is_none()
            }),
            intervals: RwSignal::new(HashMap::new()),
        };
        view.compute_intervals();
        Some(view)
    }

    /// The queries that the filter leaves, by row; tracked.
    pub(super) fn query_rows(self) -> Arc<Vec<usize>> {
        let rows = self.dataset.with_value(|dataset| {
            let queries = dataset.queries.iter().enumerate();
            self.subset.with(|subset| {
                queries.filter(|(_, query)| subset.holds(query)).map(|(row, _)| row).collect()
            })
        });
        Arc::new(rows)
    }

    /// Whether all columns are computed, in both directions of a mean; tracked.
    pub(super) fn is_computed(self, system: &str) -> bool {
        let has = |board: Board| board.of(system).is_some();
        has(self.board) && self.other.is_none_or(|other| has(other.board))
    }

    /// Whether the values shown were computed here, in both directions of a mean; tracked.
    pub(super) fn is_ranked(self, system: &str) -> bool {
        let is_in = |board: Board| board.ranked(system).is_some();
        is_in(self.board) && self.other.is_none_or(|other| is_in(other.board))
    }

    /// Computes missing intervals one at a time; a change of systems, columns or queries replaces the
    /// running task.
    fn compute_intervals(self) {
        let task: Task<()> = Task::new();
        // Stored values have the intervals of the computed ones, unless they differ.
        let n_differences = Memo::new(move |_| self.board.differences().len());
        Effect::new(move |last: Option<(Subset, Arc<Vec<Column>>, usize)>| {
            let (rows, subset) = (self.rows.get(), self.subset.get());
            let now = (subset.clone(), self.board.columns.get(), n_differences.get());
            if last.is_some_and(|last| last != now) {
                self.intervals.set(HashMap::new());
            }
            let cells: Vec<(String, usize)> = rows
                .iter()
                .flat_map(|row| row.means.keys().map(|column| (row.system.clone(), *column)))
                .filter(|cell| self.intervals.with_untracked(|all| !all.contains_key(cell)))
                .collect();
            task.start(move |_| {
                let (cells, subset) = (cells.clone(), subset.clone());
                async move {
                    for (system, column) in cells {
                        pause().await;
                        if let Some(interval) = self.interval(&system, column, &subset) {
                            self.intervals.update(|all| {
                                all.insert((system, column), interval);
                            });
                        }
                    }
                    Ok(())
                }
            });
            now
        });
    }

    /// Each direction that is shown.
    pub(super) fn sides(self) -> Vec<Side> {
        let first = Side { dataset: self.dataset.get_value(), board: self.board };
        let other =
            |other: OtherSide| Side { dataset: other.dataset.get_value(), board: other.board };
        std::iter::once(first).chain(self.other.map(other)).collect()
    }

    pub(super) fn is_other_running(self) -> bool {
        self.other.is_some_and(|other| other.board.task.is_running())
    }

    /// Whether a system has what the direction needs, or both of a mean.
    pub(super) fn is_rankable(self, system: &str) -> bool {
        let is_in = |dataset: StoredValue<Arc<Dataset>>| {
            dataset.with_value(|dataset| ids_with_rankings(dataset).iter().any(|id| id == system))
        };
        is_in(self.dataset) && self.other.is_none_or(|other| is_in(other.dataset))
    }

    pub(super) fn interval(self, system: &str, column: usize, subset: &Subset) -> Option<Interval> {
        let shown = |board: Board| untrack(|| board.shown(system, &[column]));
        let values = shown(self.board)?;
        let other = self.other.map(|other| shown(other.board));
        self.board.columns.with_untracked(|columns| {
            self.dataset.with_value(|dataset| match other {
                None => interval_over(dataset, columns, &values, column, subset),
                Some(other) => {
                    interval_of_both(dataset, columns, (&values, &*other?), column, subset)
                }
            })
        })
    }

    pub(super) fn title(self, system: &str) -> String {
        self.dataset.with_value(|dataset| system_title(dataset, system))
    }

    /// The column in the address, or the first; tracked.
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

/// The systems without the stored runs that are not chosen.
pub(super) fn shown_systems<'a>(
    dataset: &'a Dataset,
    runs: &'a [String],
) -> impl Iterator<Item = &'a System> {
    let is_shown =
        |system: &&System| dataset.own.run(&system.id).is_none() || runs.contains(&system.id);
    dataset.manifest.systems.iter().filter(is_shown)
}

/// A row for each computed or stored system.
fn rows_of(
    board: Board,
    dataset: StoredValue<Arc<Dataset>>,
    visible: &[usize],
    subset: &Subset,
    runs: &[String],
) -> Vec<Row> {
    dataset.with_value(|dataset| {
        let row = |values: Arc<SystemValues>| {
            let mean =
                |index: &usize| Some((*index, mean_over(board, dataset, &values, *index, subset)?));
            let means = visible.iter().filter_map(mean).collect();
            Row { system: values.system.clone(), means }
        };
        let systems = shown_systems(dataset, runs);
        systems.filter_map(|system| board.shown(&system.id, visible)).map(row).collect()
    })
}

pub(super) fn mean_over(
    board: Board,
    dataset: &Dataset,
    values: &SystemValues,
    index: usize,
    subset: &Subset,
) -> Option<Mean> {
    board.columns.with(|columns| analysis::mean_over(dataset, columns, values, index, subset))
}
