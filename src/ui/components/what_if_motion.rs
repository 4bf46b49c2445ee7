//! Motion in what-if mode: moved cards glide and changed values flash, with times from the style
//! sheet. Nothing moves where the visitor wants no motion.

use crate::ui::state::shown::{Explained, Shown};
use leptos::html;
use leptos::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

const GLIDES: &str = "glides";
const FLASHES: &str = "flashes";

#[derive(Clone, PartialEq)]
struct Before {
    rows: Vec<u32>,
    values: HashMap<String, Option<f64>>,
}

impl Before {
    /// `None` outside what-if mode.
    fn of(shown: &Shown) -> Option<Self> {
        shown.original.as_ref()?;
        let rows = shown.hits.iter().take(shown.k).map(|hit| hit.row_in_corpus).collect();
        let value = |own: &Explained| {
            (own.measure.to_string(), own.explained.as_ref().map(|own| own.value))
        };
        let values = shown.judged.as_ref()?.measures.iter().map(value).collect();
        Some(Self { rows, values })
    }
}

pub fn follow_changes(shown: Signal<Option<Arc<Shown>>>, cards: NodeRef<html::Ol>) {
    let last = StoredValue::new(None::<(Arc<Shown>, Before)>);
    Effect::new(move |_| {
        let now = shown.get().and_then(|shown| Some((shown.clone(), Before::of(&shown)?)));
        let before = last.get_value();
        last.set_value(now.clone());
        let (Some((old, before)), Some((new, now))) = (before, now) else { return };
        // Another query is not a change.
        if old.found.key != new.found.key || before == now {
            return;
        }
        // Once the page has drawn the new order, and before it is seen.
        request_animation_frame(move || {
            if let Some(cards) = cards.try_get_untracked().flatten() {
                glide(&cards, &before.rows, &now.rows);
            }
            flash(&before.values, &now.values);
        });
    });
}

/// Cards stay and show other pictures: each that moved begins at the place of its old rank.
fn glide(cards: &web_sys::Element, before: &[u32], now: &[u32]) {
    let children = cards.children();
    let card = |place: usize| children.item(u32::try_from(place).ok()?)?.dyn_into().ok();
    let all: Vec<Option<HtmlElement>> = (0..now.len()).map(card).collect();
    for card in all.iter().flatten() {
        let _ = card.class_list().remove_1(GLIDES);
    }
    // Where they are at rest; reading it also lets an animation restart.
    let places: Vec<Option<(f64, f64)>> = all
        .iter()
        .map(|card| card.as_ref().map(|card| card.get_bounding_client_rect()))
        .map(|rect| rect.map(|rect| (rect.left(), rect.top())))
        .collect();
    let place_of = |index: usize| places.get(index).copied().flatten();
    for (index, row) in now.iter().enumerate() {
        let Some(from) = before.iter().position(|own| own == row).filter(|own| *own != index)
        else {
            continue;
        };
        let (Some(from), Some(to)) = (place_of(from), place_of(index)) else { continue };
        if let Some(Some(card)) = all.get(index) {
            // Without them it merely stays where it is.
            let _ = card.style().set_property("--glide-x", &format!("{}px", from.0 - to.0));
            let _ = card.style().set_property("--glide-y", &format!("{}px", from.1 - to.1));
            let _ = card.class_list().add_1(GLIDES);
        }
    }
}

fn flash(before: &HashMap<String, Option<f64>>, now: &HashMap<String, Option<f64>>) {
    let marked = document().query_selector_all(".measures [data-measure], [data-value-of]");
    let Ok(marked) = marked else { return };
    let marked = (0..marked.length()).filter_map(|nth| marked.item(nth)?.dyn_into().ok());
    let marked: Vec<HtmlElement> = marked.collect();
    for value in &marked {
        let _ = value.class_list().remove_1(FLASHES);
    }
    // Reading a place lets an animation restart.
    if let Some(any) = marked.first() {
        let _ = any.get_bounding_client_rect();
    }
    for value in &marked {
        let measure = value.get_attribute("data-measure");
        let measure = measure.or_else(|| value.get_attribute("data-value-of")).unwrap_or_default();
        if before.get(&measure) != now.get(&measure) {
            let _ = value.class_list().add_1(FLASHES);
        }
    }
}
