//! The guides: who made them, how well they fit, and how far they lie from the others.

use super::own_guides::{can_see, own_guides};
use super::view::View;
use crate::ui::components::{picture, quiet_button};
use crate::ui::picture_url::Picture;
use crate::ui::state::guides::{Fused, Guide, Source};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_guide::{LEAST_GUIDES, Outliers};
use std::sync::Arc;

pub(super) fn pictures(view: View) -> AnyView {
    let guides = view.guides;
    let cards = move || {
        let all = guides.all();
        let is_awaited = !view.is_in_order.get() || guides.work.is_running();
        let is_empty = all.is_empty() && !is_awaited;
        let none = is_empty.then(|| {
            let ways = match can_see(view) {
                true => "Add a picture, or press “Use as guide” at a result below.",
                false => "Press “Use as guide” at a result below.",
            };
            view! { <li class="guide-none">"No guides yet. " {ways}</li> }
        });
        let cards = all.iter().map(|guide| card(view, guide)).collect_view();
        (cards, none)
    };
    let others = move || {
        let draw = move || view.change(|c| c.seed = c.seed.wrapping_add(1));
        view.plan.with(|plan| !plan.engines.is_empty()).then(|| quiet_button("Draw others", draw))
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
        Outliers::Off { .. } => {
            Some(format!("With fewer than {LEAST_GUIDES} guides, none can be called an outlier."))
        }
        Outliers::Scores { k, .. } => Some(format!(
            "Outlier score: the local outlier factor by cosine among {}, weighted over systems; about 1 \
             among similar guides, higher for outliers.",
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
    let dropped = view.guides.dropped;
    let key = StoredValue::new(guide.key.clone());
    let is_dropped = move || dropped.with(|dropped| key.with_value(|key| dropped.contains(key)));
    let is_out = move || {
        let is_guide = |fused: &Fused| {
            key.with_value(|key| fused.guides.iter().any(|guide| guide.key == *key))
        };
        !is_dropped() && !view.fused.with(|fused| fused.as_ref().is_none_or(is_guide))
    };
    let score = move || {
        let score = key.with_value(|key| score_of(view, key));
        score.map(|score| format!("Outlier score {score:.2}"))
    };
    let held = guide.scene.as_ref().filter(|scene| scene.n_wanted > 0).map(|scene| {
        format!(
            "Shows {} of {}",
            scene.n_held,
            words::counted(scene.n_wanted, "statement", "statements")
        )
    });
    let left_out = guide.scene.as_ref().and_then(|scene| scene.dropped.clone());
    let left_out = left_out.map(|words| format!("Left out: {words}"));
    let toggle = move |_| {
        dropped.update(|dropped| {
            if !dropped.remove(&key.get_value()) {
                dropped.insert(key.get_value());
            }
        });
    };
    let title = guide.title.clone();
    let label = move || match is_dropped() {
        true => format!("Put back {title}"),
        false => format!("Leave out {title}"),
    };
    let verb = move || if is_dropped() { "Put back" } else { "Leave out" };
    let class = move || if is_dropped() || is_out() { "card guide dropped" } else { "card guide" };
    view! {
        <li class=class data-guide=guide.key.clone()>
            {drawn(view, guide)}
            <p class="guide-title">{guide.title.clone()}</p>
            <p class="guide-facts">{held}</p>
            <p class="guide-facts">{left_out}</p>
            <p class="guide-facts">{score}</p>
            <p class="guide-facts">{move || is_out().then_some("Left out as an outlier")}</p>
            <button type="button" class="quiet" aria-label=label on:click=toggle>{verb}</button>
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
