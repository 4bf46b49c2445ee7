//! Scrolls what a step is about into view, next to the panel.

use gloo::events::EventListener;
use gloo::timers::future::TimeoutFuture;
use leptos::prelude::*;
use std::cell::Cell;
use std::rc::Rc;
use web_sys::Element;

/// From this width on, the panel is a column of its own and stays in view.
pub(super) const BESIDE: &str = "(min-width: 60rem)";
/// How often to look, and how many times at most: results may take seconds.
const STEP_MS: u32 = 150;
const N_LOOKS: u32 = 100;
/// For this many looks, content above the block may still grow.
const N_SETTLING: u32 = 14;
/// A block that has not moved for this many looks is scrolled to.
const N_STILL: u32 = 2;
/// A block in this upper share of the window is not scrolled to.
const HIGH_ENOUGH: f64 = 0.3;

/// Scrolls to a block once it exists, unless the visitor scrolls or types first. Ends with the
/// reactive owner that calls it.
pub(super) fn aim(block: &'static str) {
    let is_beside = window().match_media(BESIDE).ok().flatten().is_some_and(|m| m.matches());
    if !is_beside {
        return;
    }
    let is_over = Rc::new(Cell::new(false));
    let ended = StoredValue::new_local(is_over.clone());
    on_cleanup(move || {
        ended.try_with_value(|is_over| is_over.set(true));
    });
    leptos::task::spawn_local(async move {
        let listeners = ["wheel", "touchstart", "pointerdown", "keydown"].map(|event| {
            let is_over = is_over.clone();
            EventListener::new(&window(), event, move |_| is_over.set(true))
        });
        let (mut n_settling, mut n_still, mut last) = (0, 0, f64::NAN);
        for _ in 0..N_LOOKS {
            TimeoutFuture::new(STEP_MS).await;
            if is_over.get() || n_settling > N_SETTLING {
                break;
            }
            if let Some(found) = found(block).and_then(|found| boxed(&found)) {
                n_settling += 1;
                let place = place_of(&found);
                n_still = if place.total_cmp(&last).is_eq() { n_still + 1 } else { 0 };
                last = place;
                // Content that comes above what is in view would push it down.
                if n_still >= N_STILL || n_settling == N_SETTLING {
                    bring(&found);
                }
            }
        }
        drop(listeners);
    });
}

/// What is the block and nothing else, before what belongs to several, such as the words above all
/// curves and measures.
pub(super) fn found(block: &str) -> Option<Element> {
    let marked = |is: &str| document().query_selector(&format!("main [data-block{is}={block}]"));
    [marked(""), marked("~")].into_iter().find_map(|found| found.ok().flatten())
}

/// The element, or the first with a box among its children if it has none (`display: contents`).
pub(super) fn boxed(element: &Element) -> Option<Element> {
    let has_box = |element: &Element| element.get_bounding_client_rect().height() > 0.0;
    let mut next = (!has_box(element)).then(|| element.first_element_child());
    match &mut next {
        None => Some(element.clone()),
        Some(child) => std::iter::from_fn(|| {
            let this = child.take()?;
            *child = this.next_element_sibling();
            Some(this)
        })
        .find(has_box),
    }
}

/// From the page's top, in whole pixels.
fn place_of(element: &Element) -> f64 {
    let scrolled = window().scroll_y().unwrap_or(0.0);
    (element.get_bounding_client_rect().top() + scrolled).round()
}

fn bring(element: &Element) {
    let height = window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or(0.0);
    let top = element.get_bounding_client_rect().top();
    if (0.0..HIGH_ENOUGH * height).contains(&top) {
        return;
    }
    element.scroll_into_view_with_bool(true);
}
