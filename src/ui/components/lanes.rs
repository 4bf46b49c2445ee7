//! Several systems side by side: a column of results for each, and a table of their measures.

use super::failure::failure_text;
use super::lane_curves::{lane_class, title_of};
use super::larger_view::LargerView;
use super::mark::{Mark, mark_legend};
use super::picture::{caption_of, picture_button};
use super::quiet_button::quiet_button;
use super::skip_past::skippable;
use super::table::{Cell, Column, DataTable};
use super::value_button::value_button;
use super::why_judged::{JudgedQuery, Marked, WhyCard};
use crate::ui::picture_url::Picture;
use crate::ui::state::address::Address;
use crate::ui::state::compared_systems::{ComparedSystems, Lane, LaneState};
use crate::ui::state::shown::Shown;
use leptos::prelude::*;
use rankscope_core::analysis::{address_of_ids, words};
use rankscope_core::metrics::Measure;
use rankscope_core::ranking::Hit;
use rankscope_core::views::Page;
use std::borrow::Cow;
use std::sync::Arc;

const N_MEASURES: usize = 4;

#[derive(Clone, Copy)]
pub struct Lanes {
    pub address: Address,
    pub compared: ComparedSystems,
    pub highlight: RwSignal<Option<usize>>,
    pub larger: LargerView,
    pub why: WhyCard,
    pub first: Signal<Option<String>>,
}

pub fn lanes(lanes: Lanes, first: &Arc<Shown>) -> AnyView {
    let first_is_judged = first.judged.is_some();
    let first = {
        let id = first.choice.system.as_ref().map(|system| system.id.clone()).unwrap_or_default();
        let head = head(lanes, &id, &title_of(first), Some(first), true);
        column(lanes, (0, &id), head, cards(lanes, first), false)
    };
    let others = move || {
        let others = lanes.compared.lanes.get();
        let numbered = (1..).zip(others);
        numbered.map(|(place, lane)| other(lanes, place, &lane)).collect_view()
    };
    let n = move || lanes.compared.lanes.with(Vec::len) + 1;
    view! {
        {first_is_judged.then(mark_legend)}
        {skippable(view! {
        <div
            class="lanes scroller"
            data-lanes=move || n().to_string()
            tabindex="0"
            role="region"
            aria-label="Results side by side, scrollable"
        >
            {first} {others}
        </div>
        })}
    }
    .into_any()
}

fn other(lanes: Lanes, place: usize, lane: &Lane) -> Option<AnyView> {
    let system = lane.choice.system.as_ref()?;
    let shown = lane.shown().map(Arc::as_ref);
    let head = head(lanes, &system.id, &system.title, shown, false);
    let retry = move || {
        view! {
            {quiet_button("Try again", move || lanes.compared.retry())}
        }
    };
    let (body, is_waiting) = match &lane.state {
        LaneState::Shown(shown) => (cards(lanes, shown), false),
        LaneState::Waiting(Some(shown)) => (cards(lanes, shown), true),
        LaneState::Waiting(None) => (skeleton(lane), true),
        LaneState::Unsupported => {
            let words = if lane.choice.lacks_vision_tower() {
                "This system’s encoder has no vision tower, so it cannot search with a picture. \
                 Leave it out, or type a query."
            } else {
                "This system has no text encoder, so it cannot search for your own words."
            };
            (view! { <p class="lane-words">{words}</p> }.into_any(), false)
        }
        LaneState::Stopped => {
            let words = "Cancelled before it started.";
            (view! { <div class="lane-words"><p>{words}</p>{retry()}</div> }.into_any(), false)
        }
        LaneState::Failed(failure) => {
            let words = failure_text(failure);
            (view! { <div class="lane-words"><p>{words}</p>{retry()}</div> }.into_any(), false)
        }
    };
    Some(column(lanes, (place, &system.id), head, body, is_waiting))
}

fn column(
    lanes: Lanes,
    (place, id): (usize, &str),
    head: AnyView,
    body: AnyView,
    is_waiting: bool,
) -> AnyView {
    let class = format!("lane {}", lane_class(place, id));
    let (id, own) = (id.to_string(), id.to_string());
    let is_pointed = move || lanes.compared.pointed_system.with(|own| own.as_ref() == Some(&id));
    view! {
        <section
            class=class
            class:stale=is_waiting
            class:highlighted=is_pointed
            aria-busy=if is_waiting { "true" } else { "false" }
            on:pointerenter=move |_| lanes.compared.pointed_system.set(Some(own.clone()))
            on:pointerleave=move |_| lanes.compared.pointed_system.set(None)
        >
            {head}
            {body}
        </section>
    }
    .into_any()
}

/// The systems to compare with once the system `id` among them is the first.
fn also_with(lanes: &[Lane], id: &str, first: Option<String>) -> Option<String> {
    let manifest = &lanes.first()?.choice.dataset.manifest;
    let all: Vec<String> = manifest.systems.iter().map(|own| own.id.clone()).collect();
    let others: Vec<String> = all.into_iter().filter(|own| own != id).collect();
    let compared = lanes.iter().filter_map(|lane| Some(lane.choice.system.as_ref()?.id.clone()));
    let compared: Vec<String> = compared.filter(|own| own != id).chain(first).collect();
    address_of_ids(&compared, &others)
}

/// Title, first measure and time; for the other systems also a link that makes them the main one.
fn head(lanes: Lanes, id: &str, title: &str, shown: Option<&Shown>, is_first: bool) -> AnyView {
    let measure = shown.and_then(|shown| {
        let explained = shown.judged.as_ref()?.measures.first()?;
        let value = explained.explained.as_ref().map(|explained| explained.value);
        let (name, words) = (explained.measure.to_string(), words::value(value));
        let value = value.map_or_else(
            || words.clone().into_any(),
            |_| value_button(lanes.address, (explained.measure, id, None), words.clone()),
        );
        Some(view! { {name} " " {value} })
    });
    let time = shown.map(|shown| {
        let timings = shown.found.timings;
        let ms =
            timings.encode_ms.unwrap_or(0.0) + timings.search_ms + timings.rerank_ms.unwrap_or(0.0);
        format!("in {}", words::milliseconds(ms))
    });
    let front_link = (!is_first).then(|| {
        let (id, title) = (id.to_string(), title.to_string());
        let href = move || {
            let id = id.clone();
            let first = lanes.first.get();
            lanes.address.href_with(Page::Explore, move |state| {
                // The previous first system joins the others.
                state.also = lanes.compared.lanes.with(|all| also_with(all, &id, first));
                state.system = Some(id);
            })
        };
        view! {
            <a class="lane-front" href=href>
                "Make main" <span class="visually-hidden">{format!("({title})")}</span>
            </a>
        }
    });
    view! {
        <header class="lane-head">
            <h3><span class="key-line"></span> {title.to_string()}</h3>
            <p>{measure} " " <span class="lane-time">{time}</span></p>
            {front_link}
        </header>
    }
    .into_any()
}

fn cards(lanes: Lanes, shown: &Arc<Shown>) -> AnyView {
    let all = shown.hits.iter().take(shown.k).enumerate();
    let rows = shown.hits.iter().take(shown.k).map(|hit| hit.row_in_corpus).collect();
    let larger = lanes.larger.opener(&shown.choice.dataset, rows, "Result");
    let query = JudgedQuery::of(&shown.choice);
    let cards =
        all.map(|(index, hit)| card(lanes, (shown, &query), (index + 1, hit), larger(index)));
    let cards = cards.collect_view();
    view! {
        <ol class="lane-list" aria-label=format!("Results of {}", title_of(shown))>
            {cards}
        </ol>
    }
    .into_any()
}

fn skeleton(lane: &Lane) -> AnyView {
    let n = lane.choice.dataset.n_images().min(8);
    let card = |_| view! { <div class="lane-card skeleton"></div> };
    view! { <div class="lane-list" aria-hidden="true">{(0..n).map(card).collect_view()}</div> }
        .into_any()
}

fn card(
    lanes: Lanes,
    (shown, query): (&Shown, &Arc<JudgedQuery>),
    (rank, hit): (usize, &Hit),
    open: Callback<()>,
) -> AnyView {
    let (row, score) = (hit.row_in_corpus, shown.score(hit));
    let image = shown.choice.dataset.image(row).map(Cow::into_owned).unwrap_or_default();
    let caption = caption_of(&image);
    let url = Picture::of(&image, &shown.choice.dataset.base_url);
    let is_missing = RwSignal::new(url.is_none());
    let judged = shown.judged.as_ref().map(|judged| {
        let grade = judged.list.grades().get(rank - 1).copied().flatten();
        let mark = match Mark::of(grade) {
            Mark::Relevant => Mark::Relevant,
            _ if !shown.relevant_elsewhere(row).is_empty() => Mark::Elsewhere,
            other => other,
        };
        let name = format!("Result {rank} of {}", title_of(shown));
        let query = query.clone();
        lanes.why.small_mark(mark, Marked { query, row_in_corpus: row, name, grade })
    });
    let pointed = lanes.compared.pointed;
    view! {
        <li
            class="lane-card"
            class:highlighted=move || pointed.get() == Some(row)
            data-row=row.to_string()
            data-rank=rank.to_string()
            data-score=score.map(|score| score.to_string())
            title=caption.clone()
            on:pointerenter=move |_| {
                pointed.set(Some(row));
                lanes.highlight.set(Some(rank));
            }
            on:pointerleave=move |_| {
                pointed.set(None);
                lanes.highlight.set(None);
            }
        >
            {picture_button(url, caption.clone(), is_missing, open)}
            <div class="card-line">
                <span class="rank">
                    <span class="visually-hidden">"Rank "</span>
                    {rank}
                </span>
                {judged}
                <span class="score">
                    <span class="visually-hidden">"Score "</span>
                    {score.map_or_else(|| "none".to_string(), |score| format!("{score:.3}"))}
                </span>
            </div>
        </li>
    }
    .into_any()
}

/// The query's first measures for every system with results; `None` without other systems.
pub fn lanes_table(
    address: Address,
    first: Option<Arc<Shown>>,
    others: &[Arc<Shown>],
) -> Option<AnyView> {
    let first = first.filter(|_| !others.is_empty())?;
    let judged = first.judged.as_ref()?;
    // Without a relevant image no measure has a value; the page says so above.
    if judged.list.n_relevant() == 0 {
        return None;
    }
    // By measure: the results of a system that still searches may be of other measures.
    let value_of = |shown: &Shown, measure: Measure| {
        let mut measures = shown.judged.as_ref()?.measures.iter();
        let own = measures.find(|own| own.measure == measure)?;
        own.explained.as_ref().map(|explained| explained.value)
    };
    let mut columns = vec![Column::text("System", |row: &Arc<Shown>| title_of(row)).heads_row()];
    columns.extend(judged.measures.iter().take(N_MEASURES).map(|one| {
        let measure = one.measure;
        let value = move |row: &Arc<Shown>| value_of(row, measure);
        Column::number(measure.to_string(), value).view(move |row| {
            let (own, words) = (value(row), words::value(value(row)));
            let system = row.choice.system.as_ref().filter(|_| own.is_some());
            let cell = match system {
                Some(system) => {
                    Cell::new(value_button(address, (measure, &system.id, None), words))
                }
                None => Cell::new(words),
            };
            cell.exact(own)
        })
    }));
    let rows: Vec<Arc<Shown>> =
        std::iter::once(first.clone()).chain(others.iter().cloned()).collect();
    let name = "Measures side by side";
    let view = view! {
        <h2 class="figure-title">{name}</h2>
        {DataTable::new(name, columns, rows).view()}
    };
    Some(view.into_any())
}
