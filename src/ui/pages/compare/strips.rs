//! A query's first hits under both systems: two strips of ranks whose common hits are joined, and the
//! first pictures of each. A row draws them once it comes into view.

use super::view::View;
use crate::ui::components::{barcode, caption_of, picture};
use crate::ui::picture_url::Picture;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::analysis::{Comparison, Join, Strip, Strips};
use rankscope_core::chart::link_path;
use rankscope_core::ranking::Hit;
use std::borrow::Cow;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{IntersectionObserver, IntersectionObserverEntry};

/// Hits of a strip.
pub(super) const N_HITS: usize = 20;
const N_PICTURES: usize = 3;
/// The height of the joins, in units of the strips' width of ten a rank.
const TALL: f64 = 20.0;

/// Keeps its room until it is in view.
pub(super) fn strips(view: View, query_row: u32) -> AnyView {
    let place = NodeRef::<html::Div>::new();
    let is_seen = seen(place);
    let body = move || {
        if !is_seen.get() {
            return None;
        }
        let (comparison, (a, b)) = (view.comparison.get()?, view.both.get()?);
        let (a, b) =
            (a.head(comparison.definition, query_row), b.head(comparison.definition, query_row));
        Some(drawn(&comparison, query_row, a, b))
    };
    view! {
        <div class="strips" node_ref=place>
            {body}
        </div>
    }
    .into_any()
}

/// Whether an element has come near the window.
fn seen(place: NodeRef<html::Div>) -> RwSignal<bool> {
    let is_seen = RwSignal::new(false);
    let observer = StoredValue::new_local(None);
    Effect::new(move |_| {
        let Some(element) = place.get() else { return };
        let enter = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
            let is_inside = |entry: wasm_bindgen::JsValue| {
                entry.dyn_into().is_ok_and(|own: IntersectionObserverEntry| own.is_intersecting())
            };
            if entries.iter().any(is_inside) {
                // Its row may be gone by now.
                let _ = is_seen.try_set(true);
            }
        });
        match IntersectionObserver::new(enter.as_ref().unchecked_ref()) {
            Ok(own) => {
                own.observe(&element);
                observer.set_value(Some((own, enter)));
            }
            // Then all are drawn.
            Err(_) => is_seen.set(true),
        }
    });
    Effect::new(move |_| {
        if is_seen.get() {
            disconnect(observer);
        }
    });
    on_cleanup(move || disconnect(observer));
    is_seen
}

type Observing = Option<(IntersectionObserver, Closure<dyn FnMut(js_sys::Array)>)>;

fn disconnect(observer: StoredValue<Observing, LocalStorage>) {
    let own = observer.try_update_value(Option::take).flatten();
    if let Some((observer, _)) = own {
        observer.disconnect();
    }
}

fn drawn(comparison: &Arc<Comparison>, query_row: u32, a: &[Hit], b: &[Hit]) -> AnyView {
    let relevance = comparison.dataset.relevance.get(comparison.definition);
    let is_relevant =
        |row| relevance.and_then(|own| own.grade(query_row, row)).is_some_and(|grade| grade >= 1);
    let both = Strips::new(a, b, N_HITS, is_relevant);
    let [of_a, of_b] = both.sentences([&comparison.a.title, &comparison.b.title]);
    let strip = |strip: &Strip, spoken| barcode(&strip.relevant, strip.n, N_HITS, spoken);
    let middle = |rank: usize| 10.0 * rank as f64 - 5.0;
    let join = |join: &Join| {
        // A link runs sideways, a join down.
        let path = link_path((0.0, middle(join.rank_in_a)), (TALL, middle(join.rank_in_b)));
        let class = if join.is_relevant { "link link-relevant" } else { "link" };
        view! { <path class=class d=path></path> }
    };
    let joins = both.joins.iter().map(join).collect_view();
    view! {
        {pictures(comparison, a, ("for-a", "A"))}
        <div class="strip-pair">
            {strip(&both.a, of_a)}
            <svg
                class="strip-joins"
                viewBox=format!("0 0 {} {TALL}", 10 * N_HITS)
                preserveAspectRatio="none"
                aria-hidden="true"
            >
                <g transform="matrix(0 1 1 0 0 0)">{joins}</g>
            </svg>
            {strip(&both.b, of_b)}
        </div>
        {pictures(comparison, b, ("for-b", "B"))}
    }
    .into_any()
}

/// The strip says in words what they show; the query's lists have their captions.
fn pictures(
    comparison: &Comparison,
    hits: &[Hit],
    (class, letter): (&'static str, &'static str),
) -> AnyView {
    let dataset = &comparison.dataset;
    let one = |hit: &Hit| {
        let image = dataset.image(hit.row_in_corpus).map(Cow::into_owned).unwrap_or_default();
        let url = Picture::of(&image, &dataset.base_url);
        let is_missing = RwSignal::new(url.is_none());
        picture(url, caption_of(&image), is_missing)
    };
    let all = hits.iter().take(N_PICTURES).map(one).collect_view();
    view! {
        <div class="strip-pictures" aria-hidden="true">
            <span class=class>{letter}</span>
            {all}
        </div>
    }
    .into_any()
}
