//! The hits that count, over the boxes of the denominator.

use super::walk::Walk;
use crate::ui::components::{caption_of, picture_of};
use crate::ui::state::shown::Shown;
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::metrics::{Counted, ExplainedTerm, Explanation, Fraction, Slot};
use std::borrow::Cow;

const MOST_BOXES: usize = 60;

pub(super) fn boxes(
    shown: &Shown,
    own: &Explanation,
    fraction: &Fraction,
    walk: Walk,
) -> Option<AnyView> {
    if fraction.unjudged > 0.0 {
        return None;
    }
    let largest = fraction.slots.iter().map(|slot| slot.worth).fold(0.0, f64::max);
    let slots = fraction.slots.iter().take(MOST_BOXES);
    let slots = slots.map(|slot| slot_view(shown, own, slot, largest, walk)).collect_view();
    let n_more = fraction.slots.len().saturating_sub(MOST_BOXES);
    let more = (n_more > 0)
        .then(|| view! { <p>{format!("… and {}.", words::counted(n_more, "more box", "more boxes"))}</p> });
    let key = match own.counted {
        Counted::Ranks => "A box is a rank; its picture counts if it is relevant.",
        Counted::Relevant => {
            "A box is a relevant picture, filled as far as it counts; an empty one was not found."
        }
        Counted::Ideal => {
            "A box is a rank of the ideal list, as tall as its share; over it what this list has there."
        }
        Counted::Whole => "Nothing is divided: what a result adds is its share of the value.",
    };
    let view = view! {
        <ol
            class="fraction"
            class:fraction-whole=own.counted == Counted::Whole
            aria-label="The results that count, over what they are divided by"
        >
            {slots}
        </ol>
        {more}
        <p class="why-by">{key}</p>
    };
    Some(view.into_any())
}

fn slot_view(shown: &Shown, own: &Explanation, slot: &Slot, largest: f64, walk: Walk) -> AnyView {
    let term = slot.term.and_then(|place| own.terms.get(place));
    let rank = slot.rank;
    let has_box = slot.worth > 0.0 && own.counted != Counted::Whole;
    let tall = if largest > 0.0 { slot.worth / largest } else { 0.0 };
    let filled = match (term, slot.worth) {
        (Some(term), worth) if worth > 0.0 => (term.contribution / worth).clamp(0.0, 1.0),
        _ => 0.0,
    };
    let is_ahead = move || rank.is_some_and(|rank| walk.is_ahead(rank));
    let said = said(own, slot, term);
    let label = match (own.counted, rank) {
        (_, None) => "not found".to_string(),
        (Counted::Ranks | Counted::Ideal, Some(rank)) => rank.to_string(),
        (_, Some(rank)) => format!("rank {rank}"),
    };
    let adds = term.map(|term| number(term.contribution));
    let boxed = has_box.then(|| {
        view! {
            <span
                class="slot-box"
                style=("--tall", tall.to_string())
                style=("--filled", filled.to_string())
            ></span>
        }
    });
    view! {
        <li class="slot" class:slot-found=term.is_some() class:slot-ahead=is_ahead data-rank=rank>
            <span class="visually-hidden">{said}</span>
            <div class="slot-over" aria-hidden="true">
                {term.map(|term| thumbnail(shown, term))} <span class="slot-adds">{adds}</span>
            </div>
            <div class="slot-under" aria-hidden="true">
                {boxed} <span class="slot-rank">{label}</span>
            </div>
        </li>
    }
    .into_any()
}

fn thumbnail(shown: &Shown, term: &ExplainedTerm) -> AnyView {
    let dataset = &shown.choice.dataset;
    let image = dataset.image(term.row_in_corpus).map(Cow::into_owned).unwrap_or_default();
    picture_of(&image, &dataset.base_url, caption_of(&image))
}

/// The box in words.
fn said(own: &Explanation, slot: &Slot, term: Option<&ExplainedTerm>) -> String {
    match (term, slot.rank) {
        (Some(term), _) => {
            format!("Rank {} counts: it adds {}", term.rank, number(term.contribution))
        }
        (None, Some(rank)) if own.counted == Counted::Ideal => {
            format!("Rank {rank} adds nothing; in the ideal list it adds {}", number(slot.worth))
        }
        (None, Some(rank)) => format!("Rank {rank} does not count"),
        (None, None) => "A box without a result".to_string(),
    }
}

/// Whole numbers without decimals.
fn number(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.3}") }
}
