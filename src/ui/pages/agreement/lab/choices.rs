//! Which systems propose, how deep, and the measure that ranks; all of it in the address.

use super::view::View;
use crate::ui::components::{Ticks, picker, plain_options, quiet_button, tick_picker};
use leptos::prelude::*;
use rankscope_core::analysis::{Column, LabChoice, MAX_LAB_DEPTH, Subset, truths, words};

pub(super) const START: &str = "depth=5";
/// Shares of wrong judgements, in percent.
const ERRORS: [u32; 6] = [1, 2, 5, 10, 20, 30];

/// Changes one of the lab's parameters.
pub(super) fn set(view: View, name: &'static str, value: Option<String>) {
    view.address.change(|state| {
        let now = Subset::parse(state.lab.as_deref().unwrap_or_default());
        state.lab = now.with(name, value).words().or_else(|| Some(START.into()));
    });
}

/// Reads the current choice; the default before the first.
fn of_choice<T: Default + PartialEq + Send + Sync + 'static>(
    view: View,
    read: fn(&LabChoice) -> T,
) -> Memo<T> {
    Memo::new(move |_| view.choice.with(|c| c.as_ref().map(read).unwrap_or_default()))
}

pub(super) fn choices(view: View) -> AnyView {
    let depths = plain_options(1..=MAX_LAB_DEPTH);
    let depth = of_choice(view, |c| c.depth.to_string());
    view! {
        <div class="pickers">
            {systems(view)}
            {picker("First results of each", depths, depth, move |n| set(view, "depth", Some(n)))}
            {measure(view)}
            {truth(view)}
            {kept(view)}
            {errors(view)}
        </div>
    }
    .into_any()
}

fn systems(view: View) -> AnyView {
    let options = Memo::new(move |_| {
        let ids = view.choice.with(|c| c.as_ref().map(|c| c.systems.clone()));
        let ids = ids.unwrap_or_default().into_iter();
        ids.map(|id| (id.clone(), view.title(&id))).collect::<Vec<_>>()
    });
    let chosen =
        of_choice(view, |c| c.annotators().into_iter().map(String::from).collect::<Vec<_>>());
    tick_picker(Ticks {
        label: "Proposed by",
        id: "proposers-label",
        name: "Systems that propose",
        options: options.into(),
        chosen: chosen.into(),
        // An empty value would be no parameter: nobody is named by a dash.
        choose: Callback::new(move |ids: Vec<String>| {
            let ids = if ids.is_empty() { "-".into() } else { ids.join(",") };
            set(view, "systems", Some(ids));
        }),
        summary: |n_chosen, n| match n_chosen {
            _ if n_chosen == n => format!("all {n} systems"),
            0 => "nobody".to_string(),
            _ => format!("{n_chosen} of {n} systems"),
        },
    })
}

/// The columns that can be the truth.
fn columns(view: View) -> Vec<Column> {
    let columns =
        view.dataset.with_value(|dataset| view.columns.with(|columns| truths(dataset, columns)));
    columns.into_iter().map(|(_, column)| column).collect()
}

fn measure(view: View) -> AnyView {
    let options = Memo::new(move |_| {
        let truth = view.choice.with(|c| c.as_ref().map(|c| c.column.1.definition));
        let columns = columns(view).into_iter();
        let columns = columns.filter(|column| Some(column.definition) == truth);
        plain_options(columns.map(|column| column.measure))
    });
    let current = of_choice(view, |c| c.column.1.measure.to_string());
    picker("Ranked by", options, current, move |name| set(view, "measure", Some(name)))
}

/// Nothing to choose for a single definition.
fn truth(view: View) -> AnyView {
    let options = Memo::new(move |_| {
        let mut all: Vec<(String, String)> = Vec::new();
        for Column { relevance, relevance_title, .. } in columns(view) {
            if all.iter().all(|(id, _)| *id != relevance) {
                all.push((relevance, relevance_title));
            }
        }
        all
    });
    let current = of_choice(view, |c| c.column.1.relevance.clone());
    let is_choice = Memo::new(move |_| options.with(|all| all.len() > 1));
    let choose = move |id| set(view, "truth", Some(id));
    (move || is_choice.get().then(|| picker("Truth", options, current, choose))).into_any()
}

/// Definitions whose relevant pictures are seen in any case; nothing where there is only the truth.
fn kept(view: View) -> AnyView {
    let options = Memo::new(move |_| {
        let truth = view.choice.with(|c| c.as_ref().map(|c| c.column.1.relevance.clone()));
        view.dataset.with_value(|dataset| {
            let all = dataset.manifest.relevance.iter();
            let others = all.filter(|own| Some(&own.id) != truth.as_ref());
            others.map(|own| (own.id.clone(), own.title.clone())).collect::<Vec<_>>()
        })
    });
    let chosen = of_choice(view, |c| c.kept.clone());
    let is_choice = Memo::new(move |_| options.with(|all| !all.is_empty()));
    let ticks = Ticks {
        label: "Seen in any case",
        id: "kept-label",
        name: "Definitions whose relevant pictures are seen in any case",
        options: options.into(),
        chosen: chosen.into(),
        choose: Callback::new(move |ids: Vec<String>| {
            set(view, "keep", (!ids.is_empty()).then(|| ids.join(",")));
        }),
        summary: |n_chosen, _| match n_chosen {
            0 => "nothing".to_string(),
            n => format!("relevant by {}", words::counted(n, "definition", "definitions")),
        },
    };
    (move || is_choice.get().then(|| tick_picker(ticks))).into_any()
}

fn errors(view: View) -> AnyView {
    let current =
        of_choice(view, |c| c.error.map(|error| error.probability.to_string()).unwrap_or_default());
    let options = Memo::new(move |_| {
        let percent = |percent: u32| f64::from(percent) / 100.0;
        let title = |share: f64| format!("{} % of judgements", (share * 1e4).round() / 100.0);
        let mut all = vec![(String::new(), "none".to_string())];
        all.extend(ERRORS.map(|share| (percent(share).to_string(), title(percent(share)))));
        let now = current.get();
        if let (true, Ok(share)) = (all.iter().all(|(value, _)| *value != now), now.parse()) {
            all.push((now, title(share)));
        }
        all
    });
    let seed = of_choice(view, |c| c.error.map(|error| error.seed));
    let again = move || {
        let seed = seed.get()?;
        let next = seed.wrapping_add(1).to_string();
        let label = format!("Other errors (seed {})", words::count(seed));
        Some(quiet_button(label, move || set(view, "seed", Some(next.clone()))))
    };
    view! {
        {picker("Wrong judgements", options, current, move |share| {
            set(view, "error", (!share.is_empty()).then_some(share));
        })}
        {again}
    }
    .into_any()
}
