//! The results of a query as cards, in rank order.

use super::about_picture::about_picture;
use super::fused_terms::{FusedHit, fused_terms};
use super::larger_view::LargerView;
use super::mark::Mark;
use super::picture::{picture, picture_button};
use super::skip_past::skippable;
use super::what_if::{Changeable, change_tools};
use super::why_judged::{JudgedQuery, Marked, WhyCard};
use crate::ui::engine_client::Engine;
use crate::ui::picture_url::Picture;
use crate::ui::state::address::Address;
use crate::ui::state::carried_files::CarriedFiles;
use crate::ui::state::guides::{Guide, Guides};
use crate::ui::state::own_pictures::OwnPictures;
use crate::ui::state::shown::Shown;
use crate::ui::state::view::{Asked, ViewState};
use crate::ui::state::what_if::WhatIf;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::analysis::{ImageVotes, is_fused, words};
use rankscope_core::benchmark::Image;
use rankscope_core::ranking::Hit;
use rankscope_core::views::Page;
use rankscope_messages::Request;
use std::borrow::Cow;
use std::sync::Arc;

#[derive(Clone, Copy)]
pub struct Results {
    pub address: Address,
    pub highlight: RwSignal<Option<usize>>,
    pub what_if: WhatIf,
    pub engine: Engine,
    /// `None` if no system takes pictures.
    pub pictures: Option<OwnPictures>,
    pub(in crate::ui) guides: Guides,
    pub carried: CarriedFiles,
    pub is_all_judged: Signal<bool>,
    pub larger: LargerView,
    pub why: WhyCard,
    pub cards: NodeRef<html::Ol>,
    /// Behind the chosen definition of relevance, once loaded.
    pub votes: Signal<Option<Arc<ImageVotes>>>,
}

struct Notes {
    /// `None` without judgements.
    why: Option<AnyView>,
    votes: Option<AnyView>,
    terms: Option<AnyView>,
    is_relevant: bool,
    /// `None` where pictures can be dragged.
    open: Option<Callback<()>>,
}

pub fn results_list(list: Results, shown: &Arc<Shown>) -> AnyView {
    let rows = shown.hits.iter().take(shown.k).map(|hit| hit.row_in_corpus).collect();
    let larger = list.larger.opener(&shown.choice.dataset, rows, "Result");
    let query = JudgedQuery::of(&shown.choice);
    let cards = shown.hits.iter().take(shown.k).enumerate().map(|(index, hit)| {
        let image = shown.choice.dataset.image(hit.row_in_corpus).map(Cow::into_owned);
        let grade = shown.judged.as_ref().map(|judged| judged.list.grades().get(index).copied());
        let judged = grade.map(|grade| Mark::of(grade.flatten()));
        // The other definitions' judgements may come later.
        let (own, row) = (shown.clone(), hit.row_in_corpus);
        let elsewhere = Memo::new(move |_| {
            list.is_all_judged.track();
            elsewhere(&own, row, judged)
        });
        let base_url = &shown.choice.dataset.base_url;
        let changeable = shown.original.as_ref().map(|original| {
            let place = original.hits.iter().position(|own| own.row_in_corpus == hit.row_in_corpus);
            let grades = original.judged.list.grades();
            Changeable {
                row_in_corpus: hit.row_in_corpus,
                rank: index + 1,
                rank_before: place.map_or(index + 1, |place| place + 1),
                mark: judged.unwrap_or(Mark::Unjudged),
                mark_before: Mark::of(place.and_then(|place| grades.get(place).copied().flatten())),
                n_shown: shown.k.min(shown.hits.len()),
            }
        });
        let image = image.unwrap_or_else(|| match shown.choice.dataset.is_partly_listed() {
            true => Image { caption: "Reading its list …".into(), ..Image::default() },
            false => Image::default(),
        });
        let terms = fused_hit(list.engine, shown, index + 1, hit).map(fused_terms);
        let votes = voted(list, shown, hit.row_in_corpus);
        let why = judged.map(|judged| {
            let shown_as = Signal::derive(move || {
                if elsewhere.with(Vec::is_empty) { judged } else { Mark::Elsewhere }
            });
            let (query, name) = (query.clone(), format!("Result {}", index + 1));
            let grade = grade.flatten().flatten();
            list.why.mark(shown_as, Marked { query, row_in_corpus: row, name, grade })
        });
        let open = changeable.is_none().then(|| larger(index));
        let is_relevant = judged == Some(Mark::Relevant);
        let notes = Notes { why, votes, terms, is_relevant, open };
        let hit = (hit, shown.score(hit));
        let about = about_picture(
            list.carried,
            &shown.choice.dataset,
            (index + 1, hit.0.row_in_corpus),
            &image,
            elsewhere.into(),
            card_actions(list, shown, (index + 1, row), &image),
        );
        card(list, index + 1, hit, image, (notes, about), base_url, changeable)
    });
    let cards = cards.collect_view();
    let class = if shown.original.is_some() { "results results-changeable" } else { "results" };
    skippable(view! {
        <ol class=class aria-label="Results" node_ref=list.cards>
            {cards}
        </ol>
    })
}

/// `None` unless a fused system made the score, without a second stage or the visitor's changes.
fn fused_hit(engine: Engine, shown: &Shown, rank: usize, hit: &Hit) -> Option<FusedHit> {
    let is_own = shown.choice.system.as_ref().is_some_and(|system| is_fused(&system.id));
    let request = shown.found.key.request();
    let is_last_stage = matches!(request, Request::Search { rerank: None, .. });
    let dataset = shown.choice.dataset.clone();
    let is_plain = is_own && is_last_stage && shown.original.is_none();
    is_plain.then_some(FusedHit { engine, dataset, request, hit: *hit, rank })
}

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
    Results { address, highlight, what_if, .. }: Results,
    rank: usize,
    (hit, score): (&Hit, Option<f32>),
    image: Image,
    (Notes { why, votes, terms, is_relevant, open }, about): (Notes, AnyView),
    base_url: &str,
    changeable: Option<Changeable>,
) -> AnyView {
    let caption = if image.caption.is_empty() {
        format!("Image {} (no caption)", words::shortened(&image.id, LONG_ID))
    } else {
        image.caption.clone()
    };
    let url = Picture::of(&image, base_url);
    let is_missing = RwSignal::new(url.is_none());
    let words = caption.clone();
    // A missing picture is replaced by its caption, which need not appear twice.
    let caption_below = move || {
        (!is_missing.get()).then(
            || view! { <p class="caption" dir="auto" title=words.clone()>{words.clone()}</p> },
        )
    };
    let picture = match open {
        Some(open) => picture_button(url, caption, is_missing, open),
        None => picture(url, caption, is_missing),
    };
    let row = hit.row_in_corpus;
    let is_changeable = changeable.is_some();
    let is_target = RwSignal::new(false);
    let drop = move |ev: web_sys::DragEvent| {
        is_target.set(false);
        if let Some(dragged) = what_if.dragged.get_untracked().filter(|_| is_changeable) {
            ev.prevent_default();
            what_if.dragged.set(None);
            what_if.move_to(dragged, rank);
        }
    };
    let over = move |ev: web_sys::DragEvent| {
        if is_changeable && what_if.dragged.get_untracked().is_some() {
            ev.prevent_default();
            is_target.set(true);
        }
    };
    view! {
        <li
            class="card"
            class:drop-target=move || is_target.get()
            draggable=is_changeable.then_some("true")
            on:dragstart=move |_| what_if.dragged.set(Some(row))
            on:dragend=move |_| what_if.dragged.set(None)
            on:dragover=over
            on:dragleave=move |_| is_target.set(false)
            on:drop=drop
            class:highlighted=move || highlight.get() == Some(rank)
            class:relevant=is_relevant
            data-rank=rank.to_string()
            data-row=hit.row_in_corpus.to_string()
            data-image=image.id.clone()
            on:pointerenter=move |_| highlight.set(Some(rank))
            on:pointerleave=move |_| highlight.set(None)
        >
            {picture}
            <span class="rank">
                <span class="visually-hidden">"Rank "</span>
                {rank}
            </span>
            <div class="card-line">
                {why}
                <span class="score" data-score=score.map(|score| score.to_string())>
                    <span class="visually-hidden">"Score "</span>
                    {score.map_or_else(|| "none".to_string(), |score| format!("{score:.3}"))}
                </span>
            </div>
            {votes}
            {changeable.map(|changeable| change_tools(what_if, changeable))}
            {caption_below}
            {terms}
            {species_and_place(&image)}
            <div class="card-foot">{about} {more_like(address, rank, image.id.clone())}</div>
        </li>
    }
    .into_any()
}

/// `None` without judgements.
fn voted(list: Results, shown: &Shown, row_in_corpus: u32) -> Option<AnyView> {
    let (query_row, _) = shown.choice.judged_by()?;
    let line = move || {
        let votes = list.votes.get()?.of(query_row, row_in_corpus)?;
        Some(view! { <p class="votes">{votes.words()}</p> })
    };
    Some(line.into_any())
}

fn more_like(address: Address, rank: usize, id: String) -> AnyView {
    let href = move || {
        let id = id.clone();
        address.href_with(Page::Explore, move |state| state.asked = Some(Asked::Image(id)))
    };
    view! {
        <a class="more-like" href=href title="Pictures like this one">
            "More like this" <span class="visually-hidden">{format!(", result {rank}")}</span>
        </a>
    }
    .into_any()
}

fn card_actions(list: Results, shown: &Shown, (rank, row): (usize, u32), image: &Image) -> AnyView {
    let tags = tags_of(list.address, rank, image);
    let base_url = &shown.choice.dataset.base_url;
    let search = list.pictures.map(|own| search_with(own, Some(rank), image, base_url));
    let guide = use_as_guide(list, shown, (rank, row), image);
    view! { <div class="card-actions">{tags} {search} {guide}</div> }.into_any()
}

/// `None` without a text that guides can stand for, or a system whose vectors compare them.
fn use_as_guide(
    list: Results,
    shown: &Shown,
    (rank, row): (usize, u32),
    image: &Image,
) -> Option<AnyView> {
    let text = shown.choice.words()?.to_string();
    let systems = &shown.choice.dataset.own.systems;
    systems.iter().find(|system| !system.gallery.is_empty())?;
    let image = image.clone();
    let take = move |_| list.guides.take_for(&text, Guide::of_image(row, image.clone()));
    // With the query that Explore opens with, which links elsewhere leave behind.
    let href = move || {
        let state = list.address.state.get();
        list.address.href_of(Page::Guides, &ViewState { order: None, find: None, ..state })
    };
    let view = view! {
        <a class="more-like" href=href on:click=take>
            "Use as guide" <span class="visually-hidden">{format!(", result {rank}")}</span>
        </a>
    };
    Some(view.into_any())
}

fn tags_of(address: Address, rank: usize, image: &Image) -> Option<AnyView> {
    if image.tags.is_empty() {
        return None;
    }
    let id = image.id.clone();
    let href = move || {
        let id = id.clone();
        address.href_with(Page::Topics, move |state| {
            state.asked = Some(Asked::Image(id));
            state.challenge = Some("suggestion".into());
        })
    };
    let view = view! {
        <a class="more-like" href=href>
            "Suggested tags" <span class="visually-hidden">{format!(", result {rank}")}</span>
        </a>
    };
    Some(view.into_any())
}

/// Encodes the image's picture again; `None` without one. `rank` tells the buttons apart.
pub(super) fn search_with(
    pictures: OwnPictures,
    rank: Option<usize>,
    image: &Image,
    base_url: &str,
) -> Option<AnyView> {
    Picture::of(image, base_url)?;
    let (image, base_url) = (image.clone(), base_url.to_string());
    let words = rank.map(|rank| format!(" (result {rank})"));
    let take = move |_| pictures.take_hit(image.clone(), base_url.clone());
    let view = view! {
        <button type="button" class="search-with" on:click=take>
            "Search with this picture" <span class="visually-hidden">{words}</span>
        </button>
    };
    Some(view.into_any())
}

/// The other definitions under which a result is relevant, if it is not under the chosen one.
fn elsewhere(shown: &Shown, row: u32, judged: Option<Mark>) -> Vec<String> {
    match judged {
        None | Some(Mark::Relevant) => Vec::new(),
        Some(_) => shown.relevant_elsewhere(row).into_iter().map(str::to_string).collect(),
    }
}

/// An id with more characters is shortened where it stands for a caption.
const LONG_ID: usize = 40;

const SHOWN_FACETS: [&str; 5] = ["species", "scientific_name", "common_name", "place", "country"];

fn species_and_place(image: &Image) -> Option<AnyView> {
    let values = SHOWN_FACETS.iter().filter_map(|name| image.facets.get(*name));
    let words = values.cloned().collect::<Vec<_>>().join(" · ");
    (!words.is_empty()).then(|| view! { <p class="species">{words}</p> }.into_any())
}
