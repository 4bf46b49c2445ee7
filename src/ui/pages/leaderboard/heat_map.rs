//! Each system's mean by category: over the queries with each value of a facet.

use super::view::{View, mean_over, shown_systems};
use crate::ui::components::table::{self, Cell, DataTable, RowView};
use crate::ui::components::{block, picker, plain_options, with_measures};
use crate::ui::task::{Task, pause};
use leptos::prelude::*;
use leptos::tachys::html::style::style;
use rankscope_core::analysis::{Property, SPLIT, SystemValues, properties, was_imported, words};
use rankscope_core::statistics::Interval;
use std::collections::HashMap;
use std::sync::Arc;

/// `None` if queries have no properties.
pub(super) fn heat_map(view: View) -> Option<AnyView> {
    let FacetChoice { chosen, picker } = FacetChoice::new(view, "Group by")?;
    let intervals = intervals(view, chosen);
    let body = view! {
        <div class="pickers pickers-tight">{picker}</div>
        {move || chosen.get().map(|property| table(view, &property, intervals))}
    };
    Some(block("categories", "heat-title", "By category", body))
}

/// A system's means by category.
struct Line {
    system: String,
    title: String,
    means: Vec<Option<f64>>,
}

/// Values of a facet that parts the queries in two.
const YES_OR_NO: usize = 2;

/// By system and category.
type Intervals = RwSignal<HashMap<(String, String), Interval>>;

/// Computes the intervals of the means one at a time; another choice replaces the running task.
fn intervals(view: View, chosen: Memo<Option<Property>>) -> Intervals {
    let all = RwSignal::new(HashMap::new());
    let task: Task<()> = Task::new();
    let of = Memo::new(move |_| {
        let (property, (index, _)) = (chosen.get()?, view.shown_column()?);
        // Computed values replace stored ones where they differ.
        let n_differences = view.board.differences().len();
        Some((property, index, view.subset.get(), n_differences))
    });
    let systems = Memo::new(move |_| {
        view.rows.with(|rows| rows.iter().map(|row| row.system.clone()).collect::<Vec<String>>())
    });
    Effect::new(move |last: Option<_>| {
        let (of, systems) = (of.get(), systems.get());
        if last.is_some_and(|last| last != of) {
            all.set(HashMap::new());
        }
        let wanted = of.clone();
        task.start(move |_| {
            let (wanted, systems) = (wanted.clone(), systems.clone());
            async move {
                let Some((property, index, subset, _)) = wanted else { return Ok(()) };
                let of_system = |system| property.values.iter().map(move |own| (system, &own.0));
                for (system, category) in systems.iter().flat_map(of_system) {
                    let key = (system.clone(), category.clone());
                    if all.with_untracked(|all| all.contains_key(&key)) {
                        continue;
                    }
                    pause().await;
                    let subset = subset.clone().with(&property.name, Some(category.clone()));
                    if let Some(interval) = view.interval(system, index, &subset) {
                        all.update(|all| {
                            all.insert(key, interval);
                        });
                    }
                }
                Ok(())
            }
        });
        of
    });
    all
}

fn table(view: View, property: &Property, intervals: Intervals) -> Option<AnyView> {
    let (index, column) = view.shown_column()?;
    let subset = view.subset.get();
    let runs = view.runs.get();
    let rows: Vec<Line> = view.dataset.with_value(|dataset| {
        let systems = shown_systems(dataset, &runs);
        let systems = systems.filter_map(|system| view.board.shown(&system.id, &[index]));
        let with_mean = |system: Arc<SystemValues>| {
            let mean = mean_over(view.board, dataset, &system, index, &subset);
            (mean.map_or(f64::NEG_INFINITY, |mean| mean.mean), system)
        };
        // The best first, as the table above.
        let mut systems: Vec<(f64, Arc<SystemValues>)> = systems.map(with_mean).collect();
        systems.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let line = |system: Arc<SystemValues>| {
            let of = |(value, _): &(String, usize)| {
                let subset = subset.clone().with(&property.name, Some(value.clone()));
                mean_over(view.board, dataset, &system, index, &subset).map(|mean| mean.mean)
            };
            Line {
                system: system.system.clone(),
                title: view.title(&system.system),
                means: property.values.iter().map(of).collect(),
            }
        };
        systems.into_iter().map(|(_, system)| line(system)).collect()
    });
    let all = || rows.iter().flat_map(|line| &line.means).flatten().copied();
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max));
    // Scaled from the smallest to the largest mean in the table, so that differences are visible.
    let strength = move |value: f64| {
        if high > low { 100.0 * (value - low) / (high - low) } else { 50.0 }
    };
    let mut columns =
        vec![table::Column::text("System", |line: &Line| line.title.clone()).heads_row()];
    columns.extend(property.values.iter().enumerate().map(|(place, (value, n))| {
        let category = value.clone();
        table::Column::number(value.clone(), move |line: &Line| {
            line.means.get(place).copied().flatten()
        })
        .view(move |line| {
            let mean = line.means.get(place).copied().flatten();
            let shade = mean.map(|mean| ("--strength", format!("{:.1}%", strength(mean))));
            let key = (line.system.clone(), category.clone());
            let interval = move || {
                let own = intervals.with(|all| all.get(&key).copied());
                own.map(|Interval { low, high, .. }| format!("{low:.2}–{high:.2}"))
            };
            Cell::new(view! {
                {words::value(mean)}
                <span class="mean-interval">{interval}</span>
            })
            .class("number tau tau-above")
            .with(style(shade))
            .data("data-system", line.system.clone())
            .data("data-category", category.clone())
            .exact(mean)
        })
        .numeric(false)
        .note(head_n(format!("{} queries", words::count(*n))))
    }));
    let caption = format!(
        "{} ({}) over the queries of each category. The filter on “{}” above is ignored. Darker \
         blue means a higher value. Below each mean its 95% bootstrap interval.",
        column.measure, column.relevance_title, property.name
    );
    let view = view! {
        <p class="prose filter-line">{with_measures(&caption)}</p>
        {DataTable::new("By category", columns, rows)
            .class("matrix")
            .row(|line| RowView::default().own(was_imported(&line.system).is_some()))
            .view()}
    };
    Some(view.into_any())
}

/// Below the head of a category: its number of queries.
pub(super) fn head_n(words: String) -> AnyView {
    view! { " " <span class="head-n">{words}</span> }.into_any()
}

pub(super) struct FacetChoice {
    /// If the address names none, the first facet that says more than yes or no, or the first of all; tracked.
    pub(super) chosen: Memo<Option<Property>>,
    pub(super) picker: AnyView,
}

impl FacetChoice {
    /// `None` if queries have no properties.
    pub(super) fn new(view: View, label: &'static str) -> Option<Self> {
        let all = view.dataset.with_value(|dataset| properties(dataset));
        if all.is_empty() {
            return None;
        }
        let names = plain_options(all.iter().map(|property| &property.name));
        let all = StoredValue::new(all);
        let chosen = Memo::new(move |_| {
            let wanted = view.address.state.with(|state| state.facet.clone());
            all.with_value(|all| {
                let named = all.iter().find(|property| Some(&property.name) == wanted.as_ref());
                let telling =
                    || all.iter().find(|own| own.name != SPLIT && own.values.len() > YES_OR_NO);
                named.or_else(telling).or_else(|| all.first()).cloned()
            })
        });
        let current = Memo::new(move |_| chosen.get().map(|p| p.name).unwrap_or_default());
        let picker = picker(label, names, current, move |name| {
            view.address.change(|state| state.facet = Some(name));
        });
        Some(Self { chosen, picker })
    }
}
