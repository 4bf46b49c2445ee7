//! A derived system by one of its numbers: dimensions, rounds of feedback, β of QB-Norm, or m, ℓ and γ of search by
//! guides.

use super::gain::gain_columns;
use super::view::View;
use crate::ui::components::table::{Cell, Column as TableColumn, DataTable};
use crate::ui::components::{
    LinePoint, Lines, Series, block, cancellable, lines, picker, progress_bar, report_button,
    task_cancelled, task_failed,
};
use crate::ui::state::sweeping::{Sweep, Sweeping, Swept};
use crate::ui::task::TaskState;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, Derived, GuidedSystem, SPLIT, splits_of, words};
use rankscope_core::feedback::FeedbackMethod;
use rankscope_core::report::{SweptMeasure, SweptPoint};
use rankscope_guide::{COMPLEXITY_FILE, N_EMBEDDERS, N_GUIDES};
use rankscope_messages::{Progress, ProgressUnit};

/// The fewest dimensions that are measured.
const FEWEST: f64 = 8.0;
const ROUNDS: [f64; 4] = [1.0, 2.0, 3.0, 4.0];
const BETAS: [f64; 5] = [1.0, 5.0, 10.0, 20.0, 50.0];
const GAMMAS: [f64; 5] = [0.1, 0.2, 0.3, 0.4, 0.5];
/// The preset whose numbers are swept: that of `rankscope guide` without another choice.
const PRESET: &str = "balanced";

/// What the numbers are.
#[derive(Clone, Copy)]
enum Unit {
    Dimensions,
    Rounds,
    Beta,
    Guides,
    Embedders,
    Gamma,
}

impl Unit {
    fn of(expression: &str) -> Self {
        match expression.split('(').next() {
            Some("feedback") => Self::Rounds,
            Some("qbnorm") => Self::Beta,
            Some("guides") if expression.contains("m=#") => Self::Guides,
            Some("guides") if expression.contains("l=#") => Self::Embedders,
            Some("guides") => Self::Gamma,
            _ => Self::Dimensions,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Dimensions => "dimensions",
            Self::Rounds => "rounds",
            Self::Beta => "β",
            Self::Guides => "guides of each engine",
            Self::Embedders => "embedders",
            Self::Gamma => "γ",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Dimensions => "Dimensions",
            Self::Rounds => "Rounds",
            Self::Beta => "β",
            Self::Guides => "Guides",
            Self::Embedders => "Embedders",
            Self::Gamma => "γ",
        }
    }
}

/// What can be swept.
#[derive(Clone, PartialEq)]
struct Kind {
    title: String,
    /// With `#` in place of the number.
    expression: String,
    numbers: Vec<f64>,
}

/// `None` if no system has vectors.
pub(super) fn sweep(view: View) -> Option<AnyView> {
    let address = view.address;
    let systems: Vec<(String, String)> = view.dataset.with_value(|dataset| {
        let systems = dataset.openable.systems.iter();
        let with_both = systems.filter(|own| own.queries.is_some() && !own.gallery.is_empty());
        with_both.map(|system| (system.id.clone(), system.title.clone())).collect()
    });
    let first = systems.first()?.0.clone();
    let first_id = first.clone();
    let chosen = Memo::new(move |_| {
        let expression = address.state.with(|state| state.sweep.clone())?;
        let mut ids = view.dataset.with_value(|dataset| {
            dataset.openable.systems.iter().map(|own| own.id.clone()).collect::<Vec<_>>()
        });
        if is_of_guides(&expression) {
            // Compared with any system.
            let named = address.state.with(|state| state.against.clone());
            ids = vec![named.filter(|id| ids.contains(id)).unwrap_or_else(|| first_id.clone())];
        }
        let found = |id: String| {
            let kind = kinds(view, &id).into_iter().find(|kind| kind.expression == expression)?;
            Some((id, kind))
        };
        ids.into_iter().find_map(found)
    });
    let of = RwSignal::new(first);
    let system = Memo::new(move |_| chosen.get().map_or_else(|| of.get(), |(id, _)| id));
    let swept = Memo::new(move |_| swept(view, chosen.get()?));
    Effect::new(move |_| {
        if let Some(swept) = swept.get() {
            untrack(|| view.sweeping.want(&swept));
        }
    });
    let shown = move || {
        let done = view.sweeping.once.task.value()?;
        (swept.get().as_ref() == Some(&done.of)).then(|| figures(view, &done))?
    };
    let options = Memo::new(move |_| {
        let mut options = vec![(String::new(), "choose".to_string())];
        let own = kinds(view, &system.get()).into_iter();
        options.extend(own.map(|kind| (kind.expression, kind.title)));
        options
    });
    let current =
        Memo::new(move |_| chosen.get().map(|(_, kind)| kind.expression).unwrap_or_default());
    let choose_system = move |id: String| {
        // The same number of another system.
        let title = untrack(|| chosen.get()).map(|(_, kind)| kind.title);
        let kind = kinds(view, &id).into_iter().find(|kind| Some(&kind.title) == title.as_ref());
        of.set(id.clone());
        address.change(|state| {
            state.sweep = kind.map(|kind| kind.expression);
            state.against = Some(id).filter(|_| state.sweep.as_deref().is_some_and(is_of_guides));
        });
    };
    let body = view! {
        <p class="prose">
            "How does a system change with a number: with fewer dimensions, with rounds of relevance feedback, with the strength of QB-Norm, with the guide pictures that search? Each point is a system of its own, compared with the one it is made from; search by guides with any."
        </p>
        <div class="pickers pickers-tight">
            {picker("Compared with", Signal::stored(systems), system, choose_system)}
            {picker("Number", options, current, move |expression| {
                address.change(|state| {
                    let is_of_guides = is_of_guides(&expression);
                    state.against = is_of_guides.then(|| untrack(|| system.get()));
                    state.sweep = (!expression.is_empty()).then_some(expression);
                });
            })}
        </div>
        {move || chosen.get().and_then(|_| status(view.sweeping))}
        {shown}
    };
    Some(block("sweep", "sweep-title", "By dimensions, rounds, β or guides", body))
}

/// What can be swept of a system. Tracked, since the query bank is none of the chosen splits.
fn kinds(view: View, id: &str) -> Vec<Kind> {
    let (dim, bank) = view.dataset.with_value(|dataset| {
        let dim = dataset.openable.system(id).map_or(0, |system| system.dim);
        (f64::from(dim), bank_of(view, dataset))
    });
    let numbers = std::iter::successors(Some(FEWEST), |dims| Some(dims * 2.0));
    let dims: Vec<f64> = numbers.take_while(|dims| *dims < dim).collect();
    let kind = |title: &str, expression: String, numbers: &[f64]| Kind {
        title: title.into(),
        expression,
        numbers: numbers.to_vec(),
    };
    let mut kinds = Vec::new();
    if !dims.is_empty() {
        kinds.push(kind("first dimensions", format!("first({id},#)"), &dims));
        kinds.push(kind("principal components", format!("pca({id},#)"), &dims));
    }
    for method in FeedbackMethod::ALL {
        let title = format!("rounds of feedback, {}", method.title());
        kinds.push(kind(&title, format!("feedback({id},{},#)", method.name()), &ROUNDS));
    }
    if let Some(bank) = bank {
        let title = format!("β of QB-Norm by {bank}");
        kinds.push(kind(&title, format!("qbnorm({id},{bank},beta=#)"), &BETAS));
    }
    let guided = view.dataset.with_value(|dataset| numbers_of_guides(dataset));
    for (title, name, numbers) in guided {
        kinds.push(kind(title, format!("guides({PRESET},{name}=#)"), &numbers));
    }
    kinds
}

fn is_of_guides(expression: &str) -> bool {
    expression.starts_with("guides(")
}

/// What can be swept of search by guides: a title, the name in expressions, and the numbers.
fn numbers_of_guides(dataset: &Dataset) -> Vec<(&'static str, &'static str, Vec<f64>)> {
    let guided = Derived::Guides(GuidedSystem::of_preset(PRESET));
    if guided.system(dataset).is_err() {
        return Vec::new();
    }
    let is_drawn = dataset.own.draws_guides();
    let engines: Vec<String> = match is_drawn {
        true => Vec::new(),
        false => dataset.own.guides.iter().map(|engine| engine.id.clone()).collect(),
    };
    let most = dataset.own.guide_embedders(is_drawn, &engines).len();
    let real = |numbers: &[usize]| numbers.iter().map(|n| *n as f64).collect::<Vec<f64>>();
    let embedders: Vec<usize> = N_EMBEDDERS.into_iter().filter(|n| *n <= most).collect();
    let mut all = vec![
        ("guides of each engine (m)", "m", real(&N_GUIDES)),
        ("embedders of guides (ℓ)", "l", real(&embedders)),
    ];
    if dataset.own.file(COMPLEXITY_FILE).is_ok() {
        all.push(("γ, from which text alone answers", "gamma", GAMMAS.to_vec()));
    }
    all
}

/// A split that is not measured; `None` while queries of every split are.
fn bank_of(view: View, dataset: &Dataset) -> Option<String> {
    view.subset.with(|subset| {
        subset.value(SPLIT)?;
        let is_left =
            |split: &&str| !split.is_empty() && subset.values(SPLIT).all(|chosen| chosen != *split);
        splits_of(&dataset.queries).find(is_left).map(String::from)
    })
}

/// `None` until the judgements are loaded; tracked.
fn swept(view: View, (baseline, kind): (String, Kind)) -> Option<Swept> {
    if !view.is_judged.get() {
        return None;
    }
    let dataset = view.dataset.get_value();
    let (_, column) = view.shown_column()?;
    let rows = view.query_rows();
    let Kind { expression, numbers, .. } = kind;
    Some(Swept { dataset, expression, numbers, baseline, column, rows })
}

fn status(sweeping: Sweeping) -> Option<AnyView> {
    match sweeping.once.task.get() {
        TaskState::Idle | TaskState::Done(_) => None,
        TaskState::Running { progress, .. } => {
            let (done, total) =
                progress.as_ref().map_or((0, 0), |Progress { done, total, .. }| (*done, *total));
            let words = match progress {
                Some(Progress { what, unit: ProgressUnit::Queries, .. }) => what,
                _ => format!("{done} of {total} systems"),
            };
            let bar = progress_bar("Measuring by number".into(), (done, total), words);
            Some(cancellable(sweeping.once.task, bar))
        }
        TaskState::Cancelled { .. } => Some(task_cancelled(
            sweeping.once.task,
            "Cancelled. Points so far are shown.",
            "Compute",
        )),
        TaskState::Failed { failure, .. } => Some(task_failed(sweeping.once.task, &failure)),
    }
}

fn figures(view: View, done: &Sweep) -> Option<AnyView> {
    let (measure, swept) = done.report.iter().next()?;
    let is_ready = swept.curve.len() == done.of.numbers.len();
    let json = {
        let report = done.report.clone();
        move || serde_json::to_string_pretty(&*report).ok()
    };
    let baseline = view.title(&done.of.baseline);
    let unit = Unit::of(&done.of.expression);
    let view = view! {
        <p class="chart-title">
            <code>{done.of.expression.clone()}</code>
        </p>
        {chart(swept, (measure, unit), &baseline)}
        {table(swept, (measure, unit), &baseline)}
        <div class="save">
            {report_button("sweep.json", move || is_ready, json)}
            <span class="save-said">"As rankscope sweep prints it with --json."</span>
        </div>
    };
    Some(view.into_any())
}

fn chart(swept: &SweptMeasure, (measure, unit): (&str, Unit), baseline: &str) -> AnyView {
    // Numbers double or more from one to the next, or count: they are spaced evenly.
    let at = |place: usize| place as f64;
    let point = |(place, point): (usize, &SweptPoint)| {
        let mean = point.mean?;
        let interval = point
            .gain
            .zip(swept.baseline)
            .and_then(|(gain, plain)| Some((plain + gain.low?, plain + gain.high?)));
        let mut reading = format!("{}: {}", point.system, words::value(Some(mean)));
        if let Some(gain) = point.gain {
            reading.push_str(&format!(", {} over {baseline}", words::signed(gain.mean)));
        }
        Some(LinePoint { at: (at(place), mean), interval, reading })
    };
    let plain = |place: usize| {
        let mean = swept.baseline?;
        let reading = format!("{baseline}: {}", words::value(Some(mean)));
        Some(LinePoint { at: (at(place), mean), interval: None, reading })
    };
    let series = vec![
        Series {
            name: format!("by {}", unit.name()),
            points: swept.curve.iter().enumerate().filter_map(point).collect(),
        },
        Series {
            name: baseline.into(),
            points: (0..swept.curve.len()).filter_map(plain).collect(),
        },
    ];
    let places = swept.curve.iter().enumerate();
    lines(Lines {
        name: "A system by a number",
        places: places.map(|(place, point)| (at(place), point.number.to_string())).collect(),
        x_title: unit.name().into(),
        y_title: measure.into(),
        series,
        is_joined: true,
    })
    .description(format!(
        "Means. Whiskers: the 95% interval of the gain, drawn from the mean of {baseline}."
    ))
    .view()
}

fn table(swept: &SweptMeasure, (measure, unit): (&str, Unit), baseline: &str) -> AnyView {
    let mut columns = vec![
        TableColumn::text(unit.title(), |point: &SweptPoint| point.number.to_string()).heads_row(),
        TableColumn::number("Mean", |point: &SweptPoint| point.mean).view(|point| {
            Cell::new(words::value(point.mean))
                .data("data-number", point.number.to_string())
                .exact(point.mean)
        }),
    ];
    columns.extend(gain_columns(
        |point: &SweptPoint| point.gain,
        |point| ("data-number", point.number.to_string()),
    ));
    DataTable::new("Gain by number", columns, swept.curve.clone())
        .caption(format!(
            "{measure} over {}. {baseline}: {}. Gain: each system minus it over the same queries, with a bootstrap interval of 10,000 resamples, the randomisation test (p) and the paired t test.",
            words::counted(swept.n, "query", "queries"),
            words::value(swept.baseline),
        ))
        .view()
}
