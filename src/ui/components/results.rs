//! The pictures that were found, in order.

use super::mark::{Mark, mark};
use crate::benchmark::Image;
use crate::ranking::Hit;
use crate::ui::session::Session;
use crate::ui::shown::Shown;
use crate::ui::view_state::resolved;
use leptos::prelude::*;

/// The first k results as cards.
pub fn results_list(session: Session, shown: &Shown) -> AnyView {
    let cards = shown.hits.iter().take(shown.k).enumerate().map(|(index, hit)| {
        let image = shown.choice.dataset.image(hit.row_in_corpus).cloned();
        let grade = shown.judged.as_ref().map(|judged| judged.list.grades().get(index).copied());
        let judged = grade.map(|grade| Mark::of(grade.flatten()));
        let base_url = &shown.choice.dataset.base_url;
        card(session, index + 1, hit, image.unwrap_or_default(), judged, base_url)
    });
    let cards = cards.collect_view();
    view! {
        <ol class="results" aria-label="Results">
            {cards}
        </ol>
    }
    .into_any()
}

/// As many empty cards as results are awaited.
pub fn results_skeleton(k: usize) -> AnyView {
    let card = |_| view! { <div class="card skeleton"></div> };
    view! {
        <div class="results" aria-hidden="true">
            {(0..k).map(card).collect_view()}
        </div>
    }
    .into_any()
}

fn card(
    session: Session,
    rank: usize,
    hit: &Hit,
    image: Image,
    judged: Option<Mark>,
    base_url: &str,
) -> AnyView {
    let highlight = session.highlight;
    let caption = if image.caption.is_empty() {
        format!("Image {}, without a caption", image.id)
    } else {
        image.caption.clone()
    };
    let url = image.uri.as_ref().map(|uri| resolved(uri, base_url));
    let is_missing = RwSignal::new(url.is_none());
    let words = caption.clone();
    // A picture that is missing shows its caption in its place: once is enough.
    let caption_below =
        move || (!is_missing.get()).then(|| view! { <p class="caption">{words.clone()}</p> });
    view! {
        <li
            class="card"
            class:highlighted=move || highlight.get() == Some(rank)
            data-rank=rank.to_string()
            data-row=hit.row_in_corpus.to_string()
            data-image=image.id.clone()
            on:pointerenter=move |_| highlight.set(Some(rank))
            on:pointerleave=move |_| highlight.set(None)
        >
            {picture(url, caption, is_missing)}
            <div class="card-line">
                <span class="rank">
                    <span class="visually-hidden">"Rank "</span>
                    {rank}
                </span>
                <span class="score" data-score=hit.score.to_string()>
                    <span class="visually-hidden">"Score "</span>
                    {format!("{:.4}", hit.score)}
                </span>
            </div>
            {judged.map(mark)}
            {caption_below}
            {credit(rank, &image)}
        </li>
    }
    .into_any()
}

/// The picture, or its caption where it does not load.
pub fn picture(url: Option<String>, caption: String, is_missing: RwSignal<bool>) -> AnyView {
    let url = url.unwrap_or_default();
    let inside = move || {
        if is_missing.get() {
            view! {
                <p class="picture-words">
                    <span class="visually-hidden">"The picture is not available: "</span>
                    {caption.clone()}
                </p>
            }
            .into_any()
        } else {
            view! {
                <img
                    src=url.clone()
                    alt=caption.clone()
                    loading="lazy"
                    decoding="async"
                    referrerpolicy="no-referrer"
                    on:error=move |_| is_missing.set(true)
                />
            }
            .into_any()
        }
    };
    view! { <div class="picture">{inside}</div> }.into_any()
}

fn credit(rank: usize, image: &Image) -> AnyView {
    let line = |term: &'static str, words: String| {
        (!words.is_empty()).then(|| {
            view! {
                <dt>{term}</dt>
                <dd>{words}</dd>
            }
        })
    };
    view! {
        <details class="credit">
            <summary>
                "About" <span class="visually-hidden">{format!(" result {rank}")}</span>
            </summary>
            <dl>
                {line("Image", image.id.clone())} {line("By", image.attribution.clone())}
                {line("Licence", image.license.clone())} {line("Tags", image.tags.join(", "))}
            </dl>
        </details>
    }
    .into_any()
}
