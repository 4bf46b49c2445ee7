//! Parts of the method one at a time (Needle, Figures 7 to 10), next to the text alone.

use super::super::view::View;
use super::intervals::{MeanOf, mean_of};
use super::status::status;
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::components::{LinePoint, Lines, Series, lines, notice, picker, plain_options};
use crate::ui::pages::choices::query_filter;
use crate::ui::state::guides::{Ablation, AblationPlan, MEASURES, Measured, Way};
use leptos::prelude::*;
use rankscope_core::analysis::{Subset, SystemValues, words};
use rankscope_core::benchmark::Query;
use rankscope_guide::{N_EMBEDDERS, N_GUIDES, Variation};
use std::collections::HashSet;
use std::sync::Arc;

/// Numbers of queries, spread evenly over the chosen ones.
const NUMBERS: [usize; 3] = [25, 100, 400];
/// Measured unless the visitor chooses queries.
const SPLIT: &str = "split=test";

#[derive(Clone, Copy)]
struct Shown {
    /// The place in [`MEASURES`].
    measure: RwSignal<usize>,
    /// Whether only the hard half counts.
    is_hard: RwSignal<bool>,
}

pub(super) fn ablations(view: View) -> AnyView {
    let chosen = view.session.queries.subset;
    let number = RwSignal::new(Some(NUMBERS[0]));
    let rows = Memo::new(move |_| {
        let all = asked(view, &chosen.get());
        let n = number.get().unwrap_or(all.len()).max(1);
        let step = all.len().div_ceil(n).max(1);
        all.into_iter().step_by(step).collect::<Vec<u32>>()
    });
    let all = move || asked(view, &chosen.get()).len();
    let numbers = Memo::new(move |_| {
        let n = all();
        let some = NUMBERS.into_iter().filter(|m| *m < n);
        let mut options: Vec<_> = some.map(|m| (m.to_string(), words::count(m))).collect();
        options.push((String::new(), format!("all {}", words::count(n))));
        options
    });
    let current = Memo::new(move |_| {
        let n = number.get().filter(|number| *number < all());
        n.map(|n| n.to_string()).unwrap_or_default()
    });
    let task = view.guides.ablation;
    let start = move |_| {
        view.guides.ablate(AblationPlan {
            dataset: view.dataset.get_value(),
            plan: view.plan.get_untracked(),
            definition: view.definition.get_untracked(),
            rows: rows.get_untracked(),
        });
    };
    let shown = Shown { measure: RwSignal::new(0), is_hard: RwSignal::new(false) };
    let pickers = view.dataset.with_value(|dataset| query_filter(view.session, dataset));
    let n_rows = move || words::counted(rows.with(Vec::len), "query", "queries");
    view! {
        <p class="prose">
            "The same queries, those of the test split unless you filter them, are searched with more and fewer guides, under more and fewer systems, by single engines and several, and in three sizes; everything else stays as chosen above. Each query takes about half a second. Queries without guides keep the texts’ fused list."
        </p>
        <div class="pickers pickers-tight">
            {pickers}
            {picker("Queries, spread evenly", numbers, current, move |n| number.set(n.parse().ok()))}
            <button
                type="button"
                // Which systems are varied depends on their order.
                prop:disabled=move || {
                    !view.is_in_order.get() || task.is_running() || rows.with(Vec::is_empty)
                }
                on:click=start
            >
                {move || format!("Measure {}", n_rows())}
            </button>
        </div>
        {status(task, "Measuring", "Cancelled. The queries so far are shown.")}
        {move || task.value().filter(|ablation| !ablation.rows.is_empty()).map(|ablation| measured(view, shown, ablation))}
    }
    .into_any()
}

/// The rows of a subset's judged queries; the test split for an empty subset.
fn asked(view: View, subset: &Subset) -> Vec<u32> {
    let definition = view.definition.get();
    view.dataset.with_value(|dataset| {
        let test = Subset::parse(SPLIT);
        let has_split = dataset.queries.iter().any(|query| test.holds(query));
        let subset = if subset.words().is_none() && has_split { &test } else { subset };
        let Some(relevance) = dataset.relevance.get(definition) else { return Vec::new() };
        let is_asked = |(row, query): &(u32, &Query)| {
            subset.holds(query) && relevance.of_query(*row).is_some()
        };
        (0u32..).zip(dataset.queries.iter()).filter(is_asked).map(|(row, _)| row).collect()
    })
}

/// Places among the measured queries of the half that texts answer worst: by the mean of the first
/// measure over all systems with vision towers. `None` while their values are unknown.
fn hard_half(view: View, ablation: &Ablation) -> Option<HashSet<usize>> {
    let board = view.session.board;
    let AblationPlan { dataset, plan, definition, .. } = &ablation.plan;
    let id = dataset.manifest.relevance.get(*definition)?.id.clone();
    let column = board.columns.with(|columns| {
        columns.iter().position(|column| {
            column.measure.to_string() == MEASURES[0]
                && dataset.definition_index(&id) == Some(column.definition)
        })
    })?;
    let has_tower = |id: &&String| {
        let system = dataset.own.system(id);
        system.is_some_and(|system| dataset.own.vision_tower(system).is_some())
    };
    let towers = plan.known.iter().filter(has_tower);
    let values: Option<Vec<_>> = towers.map(|id| board.shown(id, &[column])).collect();
    let values = values?;
    let mean = |row: u32| {
        let of = |values: &Arc<SystemValues>| values.value(column, row as usize);
        mean_of(values.iter().map(of)).map(|mean| mean.mean)
    };
    let mut means: Vec<(f64, u32, usize)> = ablation
        .rows
        .iter()
        .enumerate()
        .filter_map(|(place, row)| Some((mean(*row)?, *row, place)))
        .collect();
    means.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    means.truncate(means.len() / 2);
    Some(means.into_iter().map(|(_, _, place)| place).collect())
}

#[derive(Clone)]
struct Line {
    way: Way,
    title: String,
    all: Option<MeanOf>,
    hard: Option<MeanOf>,
}

fn measured(view: View, shown: Shown, ablation: Arc<Ablation>) -> AnyView {
    let hard = hard_half(view, &ablation);
    let has_hard = hard.is_some();
    let current = Memo::new(move |_| MEASURES[shown.measure.get()].to_string());
    let n_without = ablation.n_without_guides;
    let caption = format!(
        "{} so far, {} without guides; relevance: {}.",
        words::counted(ablation.rows.len(), "query", "queries"),
        words::count(n_without),
        ablation
            .plan
            .dataset
            .manifest
            .relevance
            .get(ablation.plan.definition)
            .map_or("", |ablation| &ablation.title),
    );
    let body = move || {
        let measure = shown.measure.get();
        let is_hard = shown.is_hard.get() && has_hard;
        let line = |way: &Measured| {
            let values = way.values.get(measure).map_or(&[][..], Vec::as_slice);
            let hard = hard.as_ref().and_then(|hard| {
                let of_hard = values.iter().enumerate().filter(|(place, _)| hard.contains(place));
                mean_of(of_hard.map(|(_, value)| *value))
            });
            let all = mean_of(values.iter().copied());
            Line { title: title_of(view, &way.way), way: way.way.clone(), all, hard }
        };
        let all: Vec<Line> = ablation.ways.iter().map(line).collect();
        let charts = charts(&all, MEASURES[measure], is_hard);
        (charts, table(all, MEASURES[measure], has_hard, caption.clone()))
    };
    let no_hard = (!has_hard).then(|| {
        notice(
            "The hard half needs every system’s values of this measure, which are not known yet: the \
             Leaderboard computes them.",
        )
    });
    view! {
        <div class="pickers pickers-tight">
            {picker("Measure", plain_options(MEASURES), current, move |name| {
                shown.measure.set(MEASURES.iter().position(|m| *m == name).unwrap_or(0));
            })}
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=move || shown.is_hard.get()
                    prop:disabled=!has_hard
                    on:change=move |ev| shown.is_hard.set(event_target_checked(&ev))
                />
                "Charts of the hard half: the queries that the texts answer worst"
            </label>
        </div>
        {no_hard}
        {body}
    }
    .into_any()
}

fn title_of(view: View, way: &Way) -> String {
    match way {
        Way::Text(id) => format!("Text alone, {}", view.title(id)),
        Way::FusedText => "Texts of all systems, fused".into(),
        Way::Guides => "Guides as chosen".into(),
        Way::Varied(variation) => match variation {
            Variation::Numbers { n_guides, n_embedders } => {
                format!("m = {n_guides}, {}", words::counted(*n_embedders, "system", "systems"))
            }
            Variation::Alone(engine) => format!("{engine} alone"),
            Variation::Together(engines) => engines.join(" + "),
            Variation::Size(size) => format!("{} px", size.pixels()),
        },
    }
}

fn charts(all: &[Line], measure: &'static str, is_hard: bool) -> AnyView {
    let mean = |line: &Line| if is_hard { line.hard } else { line.all };
    let point = |x: f64, line: &Line| {
        let mean = mean(line)?;
        let reading = format!("{}: {:.4}{}", line.title, mean.mean, between(mean));
        Some(LinePoint { at: (x, mean.mean), interval: mean.interval, reading })
    };
    let found =
        |variation: &Variation| all.iter().find(|line| line.way == Way::Varied(variation.clone()));
    let series = N_EMBEDDERS.iter().map(|n_embedders| {
        let of = |n_guides: &usize| {
            let variation = Variation::Numbers { n_guides: *n_guides, n_embedders: *n_embedders };
            let mut point = point(*n_guides as f64, found(&variation)?)?;
            // Whiskers of several lines at one place would hide each other; the table has them.
            point.interval = None;
            Some(point)
        };
        let name = words::counted(*n_embedders, "system", "systems");
        Series { name, points: N_GUIDES.iter().filter_map(of).collect() }
    });
    let numbers = Lines {
        name: "Guides and systems",
        places: N_GUIDES.iter().map(|m| (*m as f64, m.to_string())).collect(),
        x_title: "m: guides of each engine".into(),
        y_title: measure.into(),
        series: series.filter(|series| !series.points.is_empty()).collect(),
        is_joined: true,
    };
    let categories = |name, x_title: &str, chosen: Vec<(&Line, String)>| {
        let chosen = || chosen.iter().enumerate();
        let places = chosen().map(|(place, (_, label))| (place as f64, label.clone())).collect();
        let points = chosen().filter_map(|(place, (line, _))| point(place as f64, line)).collect();
        Lines {
            name,
            places,
            x_title: x_title.into(),
            y_title: measure.into(),
            series: vec![Series { name: String::new(), points }],
            is_joined: false,
        }
    };
    let (mut engines, mut sizes, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    for line in all {
        match &line.way {
            Way::Varied(Variation::Alone(name)) => engines.push((line, name.clone())),
            Way::Varied(Variation::Together(names)) => {
                engines.push((line, format!("first {}", names.len())));
            }
            Way::Varied(Variation::Size(size)) => sizes.push((line, size.pixels().to_string())),
            Way::Text(_) => texts.push((line, (texts.len() + 1).to_string())),
            Way::FusedText => texts.push((line, "fused".into())),
            Way::Guides => texts.push((line, "guides".into())),
            Way::Varied(Variation::Numbers { .. }) => {}
        }
    }
    let which = if is_hard { "Hard half. " } else { "All measured queries. " };
    let described =
        |chart: Lines, words: &str| lines(chart).description(format!("{which}{words}")).view();
    view! {
        <div class="pair">
            {described(categories("Texts and guides", "text of the 1st, 2nd … system; all texts; guides", texts), "The text alone next to the guides as chosen.")}
            {described(numbers, "More guides, and more systems from the best on (Needle’s Figure 7).")}
            {described(categories("Engines", "alone, then the first two, three, four together", engines), "Engines alone and together, as many guides of each (Figures 8 and 9).")}
            {described(categories("Sizes of guides", "pixels a side", sizes), "The guides as chosen, drawn in three sizes (Figure 10).")}
        </div>
    }
    .into_any()
}

fn between(m: MeanOf) -> String {
    m.interval.map_or_else(String::new, |(low, high)| format!(" ({low:.4} to {high:.4})"))
}

fn table(all: Vec<Line>, measure: &'static str, has_hard: bool, caption: String) -> AnyView {
    let number = |title: String, key: &'static str, of: fn(&Line) -> Option<MeanOf>| {
        Column::number(title, move |line: &Line| of(line).map(|m| m.mean)).view(move |line| {
            let value = of(line);
            let words = value.map_or_else(
                || "n/a".into(),
                |value| format!("{:.4}{}", value.mean, between(value)),
            );
            Cell::new(words)
                .data("data-way", line.way.name())
                .data("data-of", key)
                .exact(value.map(|value| value.mean))
        })
    };
    let mut columns = vec![
        Column::text("Way", |line: &Line| line.title.clone()).heads_row(),
        number(format!("{measure}, all"), "all", |line| line.all),
    ];
    if has_hard {
        columns.push(number(format!("{measure}, hard half"), "hard", |line| line.hard));
    }
    DataTable::new("Ablations", columns, all).caption(caption).view()
}
