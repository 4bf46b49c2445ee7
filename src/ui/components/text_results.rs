//! Texts found for an image, as lines in rank order.

use super::mark::{Mark, mark};
use super::skip_past::skippable;
use crate::ui::state::address::Address;
use crate::ui::state::shown::Shown;
use crate::ui::state::view::Asked;
use leptos::prelude::*;
use rankscope_core::ranking::Hit;
use rankscope_core::views::Page;

/// Each text leads to the images that it finds, if the system can search for it.
pub fn text_results(
    address: Address,
    highlight: RwSignal<Option<usize>>,
    shown: &Shown,
) -> AnyView {
    let lines = (1..).zip(shown.hits.iter().take(shown.k));
    let lines = lines.map(|(rank, hit)| line(address, highlight, shown, rank, hit)).collect_view();
    skippable(view! {
        <ol class="text-results" aria-label="Results">
            {lines}
        </ol>
    })
}

fn line(
    address: Address,
    highlight: RwSignal<Option<usize>>,
    shown: &Shown,
    rank: usize,
    hit: &Hit,
) -> AnyView {
    let row = hit.row_in_corpus;
    let text = shown.choice.dataset.image(row).unwrap_or_default().into_owned();
    let grade = shown.judged.as_ref().map(|judged| judged.list.grades().get(rank - 1).copied());
    let judged = grade.map(|grade| Mark::of(grade.flatten()));
    let judged = judged.map(|judged| match judged {
        Mark::Relevant => judged,
        _ if shown.relevant_elsewhere(row).is_empty() => judged,
        _ => Mark::Elsewhere,
    });
    let asked = match shown.choice.dataset.own.has_caption_vectors() {
        false => Some(Asked::Stored(text.id.clone())),
        true => {
            let system = shown.choice.system.as_ref();
            let can_encode = system.is_some_and(|system| system.encoder.is_some());
            can_encode.then(|| Asked::Words(text.caption.clone()))
        }
    };
    let words = match asked {
        None => text.caption.clone().into_any(),
        Some(asked) => {
            let href = move || {
                let asked = asked.clone();
                address.href_with(Page::Explore, |state| state.asked = Some(asked))
            };
            view! { <a href=href>{text.caption.clone()}</a> }.into_any()
        }
    };
    view! {
        <li
            class="text-result"
            class:highlighted=move || highlight.get() == Some(rank)
            data-rank=rank.to_string()
            data-row=row.to_string()
            data-text=text.id.clone()
            on:pointerenter=move |_| highlight.set(Some(rank))
            on:pointerleave=move |_| highlight.set(None)
        >
            <span class="rank">
                <span class="visually-hidden">"Rank "</span>
                {rank}
            </span>
            <p class="text-words">{words}</p>
            {judged.map(mark)}
            <span class="score" data-score=hit.score.to_string()>
                <span class="visually-hidden">"Score "</span>
                {format!("{:.4}", hit.score)}
            </span>
        </li>
    }
    .into_any()
}
