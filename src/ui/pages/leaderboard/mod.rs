//! All queries at once: every system under every column, over all queries or some of them.

mod charts;
mod heat_map;
mod second_stage;
mod table;

use super::with_dataset;
use crate::ui::board_state::ids_with_queries;
use crate::ui::column::Column;
use crate::ui::compare_state::n_draws;
use crate::ui::components::{
    all_pictures_note, board_status, notice, relevance_picker, subset_pickers,
};
use crate::ui::dataset::Dataset;
use crate::ui::session::Session;
use crate::ui::subset::Subset;
use crate::ui::tally::SystemValues;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use rankscope_core::metrics::Mean;
use rankscope_core::statistics::{Interval, Resampling, mean_interval};
use std::collections::HashMap;
use std::sync::Arc;

/// One system over the chosen queries.
#[derive(Debug, Clone, PartialEq)]
struct Row {
    system: String,
    /// By column of the board; only those that are shown.
    means: HashMap<usize, Mean>,
}

/// What the parts of the page share.
#[derive(Clone, Copy)]
struct View {
    session: Session,
    dataset: StoredValue<Arc<Dataset>>,
    /// The columns that are shown, by their place in the board's.
    visible: Memo<Vec<usize>>,
    /// The queries that count.
    subset: Memo<Subset>,
    rows: Memo<Vec<Row>>,
    /// 95 % of resamples of the chosen queries, by system and column.
    intervals: RwSignal<HashMap<(String, usize), Interval>>,
}

/// The page.
pub(super) fn leaderboard_page(session: Session) -> AnyView {
    let body = with_dataset(session, move |dataset| leaderboard(session, &dataset));
    view! {
        <h1>"Leaderboard"</h1>
        {body}
    }
    .into_any()
}

fn leaderboard(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let board = session.board;
    let wanted = ids_with_queries(dataset);
    let wanted = Signal::derive(move || wanted.clone());
    // It starts by itself; not inside the view, which must not write to signals.
    let for_start = dataset.clone();
    Effect::new(move |_| untrack(|| board.want(&for_start, &wanted.get())));

    let n_headlines = Column::headlines_of(dataset).len();
    let has_headlines = n_headlines > 0;
    let view = View::new(session, dataset, n_headlines);
    let intro = if has_headlines {
        "The columns that the benchmark’s authors report, computed in this browser from the stored vectors."
    } else {
        "The usual measures under the chosen definition of relevance, computed in this browser from the stored vectors."
    };
    let refused: Vec<String> = dataset
        .manifest
        .headlines
        .iter()
        .filter_map(|headline| headline.measure.parse::<rankscope_core::metrics::Measure>().err())
        .map(|e| e.to_string())
        .collect();
    let refused = (!refused.is_empty()).then(|| {
        notice(format!("Some columns cannot be computed and are left out: {}.", refused.join("; ")))
    });
    let for_status = dataset.clone();
    view! {
        <p class="prose">{intro}</p>
        {pickers(view, has_headlines)}
        {refused}
        {all_pictures_note(session)}
        <div class="status-area">{move || board_status(session, &for_status, wanted)}</div>
        {move || table::table(view)}
        {charts::charts(view)}
        {heat_map::heat_map(view)}
        {second_stage::second_stage(view)}
    }
    .into_any()
}

impl View {
    fn new(session: Session, dataset: &Arc<Dataset>, n_headlines: usize) -> Self {
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
        let subset = Memo::new(move |_| {
            session.address.state.with(|s| Subset::parse(s.only.as_deref().unwrap_or_default()))
        });
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
                                Some((
                                    *index,
                                    mean_over(session, dataset, values, *index, &subset)?,
                                ))
                            })
                            .collect(),
                    };
                    all.iter().map(row).collect::<Vec<Row>>()
                })
            })
        });
        let view = Self {
            session,
            dataset,
            visible,
            subset,
            rows,
            intervals: RwSignal::new(HashMap::new()),
        };
        view.draw_intervals();
        view
    }

    /// Draws the interval of every mean that has none yet, one in a task; what is under way ends
    /// when the systems, the columns or the queries change.
    fn draw_intervals(self) {
        let generation = StoredValue::new(0u32);
        Effect::new(move |last: Option<Subset>| {
            let (rows, subset) = (self.rows.get(), self.subset.get());
            generation.update_value(|generation| *generation += 1);
            let mine = generation.get_value();
            if last.is_some_and(|last| last != subset) {
                self.intervals.set(HashMap::new());
            }
            let cells: Vec<(String, usize)> = rows
                .iter()
                .flat_map(|row| row.means.keys().map(|column| (row.system.clone(), *column)))
                .filter(|cell| self.intervals.with_untracked(|all| !all.contains_key(cell)))
                .collect();
            let of = subset.clone();
            leptos::task::spawn_local(async move {
                for (system, column) in cells {
                    TimeoutFuture::new(0).await;
                    // The page may have been left, and its signals with it.
                    if generation.try_get_value() != Some(mine) {
                        return;
                    }
                    if let Some(interval) = self.interval(&system, column, &of) {
                        self.intervals.try_update(|all| all.insert((system, column), interval));
                    }
                }
            });
            subset
        });
    }

    fn interval(self, system: &str, column: usize, subset: &Subset) -> Option<Interval> {
        let board = self.session.board;
        let values = untrack(|| board.of(system))?;
        // A mean over folds has no such interval: resampled queries are in no fold.
        let measure = board.columns.with_untracked(|all| all.get(column).map(|c| c.measure))?;
        if measure.is_within_fold() {
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
    fn title(self, system: &str) -> String {
        self.dataset.with_value(|dataset| {
            let known = dataset.manifest.system(system);
            known.map_or_else(|| system.to_string(), |system| system.title.clone())
        })
    }

    /// The column whose quality the charts show: the address's measure, otherwise the first.
    fn shown_column(self) -> Option<(usize, Column)> {
        let wanted = self.session.address.state.with(|state| state.measure.clone());
        let visible = self.visible.get();
        self.session.board.columns.with(|columns| {
            let named = |index: &&usize| {
                columns.get(**index).is_some_and(|column| Some(column.name()) == wanted)
            };
            let index = *visible.iter().find(named).or_else(|| visible.first())?;
            Some((index, columns.get(index)?.clone()))
        })
    }
}

/// The mean of a column over the chosen queries.
fn mean_over(
    session: Session,
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
    session
        .board
        .columns
        .with(|columns| columns.get(index)?.measure.mean(&masked, dataset.folds.as_deref()))
}

/// Relevance where the benchmark names no columns, and a list for every property of queries.
fn pickers(view: View, has_headlines: bool) -> AnyView {
    let relevance = (!has_headlines).then(|| relevance_picker(view.session));
    let subset = view.dataset.with_value(|dataset| subset_pickers(view.session, dataset));
    view! {
        <section class="pickers" aria-label="Queries that count">
            {relevance} {subset}
        </section>
    }
    .into_any()
}
