//! The guides: who made them, how well they fit, and how far they lie from the others.

use super::own_guides::{can_see, own_guides};
use super::view::View;
use crate::ui::components::picture;
use crate::ui::picture_url::Picture;
use crate::ui::state::guides::{Guide, Source};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_guide::{LEAST_GUIDES, Outliers};
use std::sync::Arc;

pub(super) fn pictures(view: View) -> AnyView {
    let guides = view.guides;
    let cards = move || {
        let all = guides.all();
        let is_empty = all.is_empty() && !guides.work.is_running();
        let none = is_empty.then(|| {
            let ways = match can_see(view) {
                true => "Add a picture, or press “Use as guide” at a result below.",
                false => "Press “Use as guide” at a result below.",
            };
            view! { <li class="guide-none">"No guides yet. " {ways}</li> }
        });
        let cards = all.iter().map(|guide| card(view, guide)).collect_view();
        view! {
            {cards}
            {none}
        }
    };
    let others = move || {
        view.plan.with(|plan| !plan.engines.is_empty()).then(|| {
            view! {
                <button
                    type="button"
                    class="quiet"
                    on:click=move |_| view.change(|own| own.seed = own.seed.wrapping_add(1))
                >
                    "Draw others"
                </button>
            }
        })
    };
    view! {
        <section data-block="guides" aria-label="Guides">
            <div class="section-head">
                <h2>"The guides"</h2>
                <div class="buttons">{others}</div>
            </div>
            <ol class="results guide-pictures" aria-label="Guides">{cards}</ol>
            <p class="guide-note">{move || apart_words(view)}</p>
            {own_guides(view)}
        </section>
    }
    .into_any()
}

fn apart_words(view: View) -> Option<String> {
    match view.outliers.get()? {
        Outliers::Off { n_guides: 0 } => None,
        Outliers::Off { .. } => Some(format!(
            "With fewer than {LEAST_GUIDES} guides none can be told to be unlike the others."
        )),
        Outliers::Scores { k, .. } => Some(format!(
            "Outlier score: the local outlier factor by cosine among {}, weighted over systems; about 1 \
             among its like, higher apart.",
            words::counted(k, "neighbour", "neighbours")
        )),
    }
}

/// `None` for a dropped guide.
fn score_of(view: View, key: &str) -> Option<f64> {
    let kept = view.guides.dropped.with(|dropped| {
        let all = view.guides.all().into_iter();
        all.filter(|guide| !dropped.contains(&guide.key)).collect::<Vec<_>>()
    });
    let place = kept.iter().position(|guide| guide.key == key)?;
    view.outliers.with(|outliers| match outliers {
        Some(Outliers::Scores { scores, .. }) => scores.get(place).copied(),
        _ => None,
    })
}

fn card(view: View, guide: &Arc<Guide>) -> AnyView {
    let guides = view.guides;
    let key = guide.key.clone();
    let is_dropped = {
        let key = key.clone();
        move || guides.dropped.with(|dropped| dropped.contains(&key))
    };
    let is_out = {
        let (key, is_dropped) = (key.clone(), is_dropped.clone());
        move || {
            let is_taking_part = view.fused.with(|fused| {
                fused.as_ref().is_none_or(|own| own.guides.iter().any(|guide| guide.key == key))
            });
            !is_dropped() && !is_taking_part
        }
    };
    let score = {
        let key = key.clone();
        move || score_of(view, &key).map(|score| format!("Outlier score {score:.2}"))
    };
    let held = guide.scene.as_ref().filter(|scene| scene.n_wanted > 0).map(|scene| {
        format!(
            "Shows {} of {}",
            scene.n_held,
            words::counted(scene.n_wanted, "statement", "statements")
        )
    });
    let dropped = guide.scene.as_ref().and_then(|scene| scene.dropped.clone());
    let dropped = dropped.map(|words| format!("Left out: {words}"));
    let toggle = {
        let key = key.clone();
        move |_| {
            guides.dropped.update(|dropped| {
                if !dropped.remove(&key) {
                    dropped.insert(key.clone());
                }
            });
        }
    };
    let title = guide.title.clone();
    let label = {
        let (is_dropped, title) = (is_dropped.clone(), title.clone());
        move || match is_dropped() {
            true => format!("Take {title} back"),
            false => format!("Drop {title}"),
        }
    };
    let verb = {
        let is_dropped = is_dropped.clone();
        move || if is_dropped() { "Take back" } else { "Drop" }
    };
    let class = {
        let (is_dropped, is_out) = (is_dropped.clone(), is_out.clone());
        move || if is_dropped() || is_out() { "card guide dropped" } else { "card guide" }
    };
    view! {
        <li class=class data-guide=key>
            {drawn(view, guide)}
            <p class="guide-title">{title}</p>
            <p class="guide-facts">{held}</p>
            <p class="guide-facts">{dropped}</p>
            <p class="guide-facts">{score}</p>
            <p class="guide-facts">{move || is_out().then_some("Left out as an outlier")}</p>
            <button type="button" class="quiet" aria-label=label on:click=toggle>
                {verb}
            </button>
        </li>
    }
    .into_any()
}

fn drawn(view: View, guide: &Guide) -> AnyView {
    let source = match (&guide.source, &guide.url) {
        (Source::Row(_, image) | Source::Stored(_, _, image), _) => {
            view.dataset.with_value(|dataset| Picture::of(image, &dataset.base_url))
        }
        (Source::Picture(_), url) => url.clone().map(Picture::At),
    };
    let is_missing = RwSignal::new(false);
    view! { <div class="guide-picture">{picture(source, guide.title.clone(), is_missing)}</div> }
        .into_any()
}
