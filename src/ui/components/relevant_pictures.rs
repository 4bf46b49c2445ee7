//! Every picture that is relevant to a query, each with its rank or the word that it was missed.

use super::picture::{caption_of, picture};
use super::quiet_button::quiet_button;
use crate::ui::picture_url::Picture;
use crate::ui::state::shown::Shown;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use std::borrow::Cow;
use std::collections::HashSet;

const FIRST: usize = 60;

/// A row, and its rank in the list.
type Relevant = (u32, Option<usize>);

pub fn relevant_pictures(
    shown: &Shown,
    summary: AnyView,
    is_open: RwSignal<bool>,
    highlight: RwSignal<Option<usize>>,
) -> AnyView {
    let (all, n_ranked) = (relevant(shown), shown.hits.len());
    let is_all = RwSignal::new(all.len() <= FIRST);
    let (n, dataset) = (all.len(), shown.choice.dataset.clone());
    let missed = all.iter().any(|(_, rank)| rank.is_none()).then(|| {
        format!("Missed: not among the first {}.", words::counted(n_ranked, "result", "results"))
    });
    let list = move || {
        is_open.get().then(|| {
            let n_drawn = if is_all.get() { all.len() } else { FIRST };
            let items = all.iter().take(n_drawn).map(|own| item(&dataset, *own, highlight));
            view! {
                <ol class="relevant-pictures" aria-label="Relevant, found and missed">
                    {items.collect_view()}
                </ol>
                <p>{missed.clone()}</p>
            }
        })
    };
    let more = move || {
        (is_open.get() && !is_all.get()).then(|| {
            view! {
                {quiet_button(format!("Show all {}", words::count(n)), move || is_all.set(true))}
            }
        })
    };
    let element = NodeRef::<html::Details>::new();
    view! {
        <details
            class="all-relevant"
            open=is_open.get_untracked()
            node_ref=element
            on:toggle=move |_| is_open.set(element.get_untracked().is_some_and(|own| own.open()))
        >
            <summary>
                {summary}
                <span class="visually-hidden">": all that are relevant, with their ranks"</span>
            </summary>
            {list}
            {more}
        </details>
    }
    .into_any()
}

/// Those found in the order of their ranks, then those missed in the order of the corpus.
fn relevant(shown: &Shown) -> Vec<Relevant> {
    let (Some((query_row, relevance)), Some(judged)) = (shown.choice.judged_by(), &shown.judged)
    else {
        return Vec::new();
    };
    let grades = judged.list.grades();
    let is_relevant = |grade: Option<i32>| grade.is_some_and(|grade| grade >= 1);
    let ranked = shown.hits.iter().zip(grades.iter().copied()).zip(1..);
    let found = ranked.filter(|((_, grade), _)| is_relevant(*grade));
    let mut all: Vec<Relevant> =
        found.map(|((hit, _), rank)| (hit.row_in_corpus, Some(rank))).collect();
    let in_list: HashSet<u32> = shown.hits.iter().map(|hit| hit.row_in_corpus).collect();
    let judgements = shown.choice.judgements(query_row, relevance);
    let missed = judgements
        .as_slice()
        .iter()
        .filter(|(row, grade)| is_relevant(Some(*grade)) && !in_list.contains(row));
    all.extend(missed.map(|(row, _)| (*row, None)));
    all
}

fn item(dataset: &Dataset, (row, rank): Relevant, highlight: RwSignal<Option<usize>>) -> AnyView {
    let image = dataset.image(row).map(Cow::into_owned).unwrap_or_default();
    let caption = caption_of(&image);
    let url = Picture::of(&image, &dataset.base_url);
    let is_missing = RwSignal::new(url.is_none());
    let words = match rank {
        Some(rank) => format!("rank {rank}"),
        None => "missed".to_string(),
    };
    view! {
        <li
            class:missed=rank.is_none()
            class:highlighted=move || rank.is_some() && highlight.get() == rank
            title=caption.clone()
            data-image=image.id.clone()
            on:pointerenter=move |_| highlight.set(rank)
            on:pointerleave=move |_| highlight.set(None)
        >
            {picture(url, caption.clone(), is_missing)}
            <span class="relevant-rank">{words}</span>
        </li>
    }
    .into_any()
}
