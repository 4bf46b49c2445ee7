//! How much each system is trusted with queries of this topic, and what changed that.

use super::view::View;
use crate::ui::components::{picker, plain_options, quiet_button_unless, text_button};
use crate::ui::state::guides::{DEPTH, TOPIC};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_guide::{Change, ChangeReason, ETA};

const ETAS: [f64; 5] = [0.01, ETA, 0.1, 0.2, 0.5];

pub(super) fn trust(view: View) -> AnyView {
    let trusted = view.guides.trusted;
    let rows = move || {
        let embedders = view.plan.with(|plan| plan.embedders.clone());
        let weights = view.weights.get();
        embedders.into_iter().zip(weights).map(|(id, weight)| row(view, id, weight)).collect_view()
    };
    let n_wrong = move || trusted.wrong.with(std::collections::BTreeSet::len);
    let learn = move |_| {
        let plan = view.plan.get_untracked();
        let guides = untrack(|| view.guides.taking_part(&plan, view.outliers.get().as_ref()));
        let weights = view.weights.get_untracked();
        let lists = untrack(|| view.guides.lists(&plan, &weights, &guides));
        let query =
            view.asked.with_untracked(|asked| asked.as_ref().map(|asked| asked.text.clone()));
        let eta = plan.choice.eta.unwrap_or(ETA);
        let topic = view.topic.get_untracked();
        trusted.learn(&topic, &query.unwrap_or_default(), &lists, (DEPTH, eta));
    };
    let history = move || {
        let topic = view.topic.get();
        trusted.trust.with(|trust| {
            let changes = trust.as_ref()?.topics().get(&topic)?.history.clone();
            (!changes.is_empty()).then(|| changes.iter().map(change).collect_view())
        })
    };
    let has_history = move || {
        let topic = view.topic.get();
        trusted
            .trust
            .with(|trust| trust.as_ref().is_some_and(|trust| trust.topics().contains_key(&topic)))
    };
    let by_rank = move || view.plan.with(|plan| !plan.choice.by_distance);
    let json = move || {
        trusted.trust.with_untracked(|trust| trust.as_ref().and_then(|trust| trust.to_json().ok()))
    };
    view! {
        <section data-block="weights" aria-label="Trust">
            <h2>"Whom to trust" <span class="head-relevance">{move || view.topic.get()}</span></h2>
            <p class="prose">
                "Each list counts by the weight of its system for the query’s topic. Mark wrong results above, and the systems that ranked them high lose weight: w ← w (1 − η Δ), with Δ the sum of 1/rank of what is wrong."
            </p>
            {move || (!by_rank()).then(|| {
                view! { <p class="guide-note">"By mean distance, all systems count equally."</p> }
            })}
            {choices(view)}
            <table class="guide-weights" aria-label="Weights">
                <tbody>{rows}</tbody>
            </table>
            <div class="buttons">
                <button type="button" prop:disabled=move || n_wrong() == 0 || !by_rank() on:click=learn>
                    {move || match n_wrong() {
                        0 => "Learn from wrong results".to_string(),
                        n => format!("Learn from {}", words::counted(n, "wrong result", "wrong results")),
                    }}
                </button>
                {quiet_button_unless(
                    move || !has_history(),
                    "Undo the last change",
                    move || trusted.undo(&view.topic.get_untracked()),
                )}
                {text_button("Export weights".into(), "trust.json".into(), json)}
            </div>
            <ol class="guide-history" aria-label="Changes">{history}</ol>
        </section>
    }
    .into_any()
}

/// What a topic is, and how fast trust is lost.
fn choices(view: View) -> AnyView {
    let facets = view.dataset.with_value(|dataset| {
        dataset.own.facets.iter().map(|facet| facet.name.clone()).collect::<Vec<String>>()
    });
    let topic = Memo::new(move |_| {
        view.plan.with(|plan| plan.choice.topic.clone().unwrap_or_else(|| TOPIC.into()))
    });
    let topics = (!facets.is_empty()).then(|| {
        let is_usual = facets.iter().any(|facet| facet == TOPIC);
        let mut options = plain_options(&facets);
        if !is_usual {
            options.insert(0, (TOPIC.into(), "none".into()));
        }
        picker("Topic", Signal::stored(options), topic, move |facet: String| {
            view.change(|choice| choice.topic = Some(facet).filter(|facet| facet != TOPIC));
        })
    });
    let eta = Memo::new(move |_| view.plan.with(|plan| plan.choice.eta.unwrap_or(ETA)));
    let etas = Memo::new(move |_| {
        let now = eta.get();
        let mut all = ETAS.to_vec();
        if !all.contains(&now) {
            all.push(now);
        }
        plain_options(all)
    });
    let current = Memo::new(move |_| eta.get().to_string());
    let change = move |value: String| {
        view.change(|choice| choice.eta = value.parse().ok().filter(|eta| *eta != ETA));
    };
    view! { <div class="pickers pickers-tight">{topics} {picker("η", etas, current, change)}</div> }
        .into_any()
}

fn row(view: View, id: String, weight: f64) -> AnyView {
    let title = view.title(&id);
    let label = format!("Weight of {title}");
    let trusted = view.guides.trusted;
    let percent = format!("{:.1}", 100.0 * weight);
    let set = move |ev: leptos::ev::Event| {
        let value: Option<f64> = event_target_value(&ev).parse().ok();
        if let Some(value) = value.filter(|value| (0.0..=100.0).contains(value)) {
            trusted.set(&view.topic.get_untracked(), &id, value / 100.0);
        }
    };
    view! {
        <tr>
            <th scope="row">{title}</th>
            <td>
                <input
                    type="number"
                    min="0"
                    max="100"
                    step="any"
                    aria-label=label
                    prop:value=percent
                    data-weight=weight.to_string()
                    on:change=set
                />
                " %"
            </td>
        </tr>
    }
    .into_any()
}

fn change(change: &Change) -> AnyView {
    let words = match &change.reason {
        ChangeReason::Feedback { query, n_wrong, .. } => {
            format!("{} for “{query}”", words::counted(*n_wrong, "wrong result", "wrong results"))
        }
        ChangeReason::Moved => "moved by hand".to_string(),
    };
    view! { <li>{words}</li> }.into_any()
}
