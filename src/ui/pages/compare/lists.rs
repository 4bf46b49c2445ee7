//! Both systems' results for a query side by side, with lines that connect common images.

use super::view::View;
use crate::ui::components::{
    JudgedQuery, Mark, Marked, WhyCard, caption_of, notice, picture, quiet_button,
    quiet_button_unless, skeleton_block, value_button,
};
use crate::ui::picture_url::Picture;
use crate::ui::state::address::Address;
use crate::ui::state::view::Asked;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::analysis::{Comparison, N_KEPT, SystemValues, words};
use rankscope_core::benchmark::Image;
use rankscope_core::chart::link_path;
use rankscope_core::ranking::{Hit, Move, moves};
use rankscope_core::views::Page;
use std::borrow::Cow;
use std::sync::Arc;

/// The height of a row, in units of the SVG.
const ROW: f64 = 100.0;

/// Empty until a query is chosen.
pub(super) fn lists(view: View) -> AnyView {
    let heading = NodeRef::<html::H2>::new();
    let query_row =
        Memo::new(move |_| view.comparison.with(|c| c.as_ref().and_then(|c| c.query_row)));
    // Focuses the heading after a choice in the table below, but not when the page opens.
    Effect::new(move |last: Option<Option<u32>>| {
        let (now, is_first) = (query_row.get(), last.is_none());
        if !is_first && now.is_some() && now != last.flatten() {
            request_animation_frame(move || {
                if let Some(heading) = heading.try_get_untracked().flatten() {
                    // On failure the focus stays where it is.
                    let _ = heading.focus();
                }
            });
        }
        now
    });
    let body = move || {
        let (comparison, query_row) = (view.comparison.get()?, query_row.get()?);
        Some(match view.both.get() {
            Some((a, b)) => both(view, &comparison, query_row, &a, &b),
            None => skeleton_block(),
        })
    };
    let section = move || {
        query_row.get()?;
        let text = view.comparison.with(|c| {
            let c = c.as_ref()?;
            c.dataset.queries.get(c.query_row? as usize).map(|query| query.text.clone())
        });
        Some(view! {
            <section class="block duel-section" data-block="lists" aria-labelledby="duel-title">
                <h2 id="duel-title" dir="auto" tabindex="-1" node_ref=heading>
                    {format!("“{}”", text.unwrap_or_default())}
                </h2>
                {view.why.view()}
                {query_navigation(view)}
                {body}
            </section>
        })
    };
    section.into_any()
}

fn query_navigation(view: View) -> AnyView {
    let address = view.address;
    let places = Memo::new(move |_| {
        let row = view.comparison.with(|c| c.as_ref().and_then(|c| c.query_row))?;
        view.listed.with(|all| {
            let place = all.iter().position(|contrast| contrast.query_row == row)?;
            let row_at = |place: Option<usize>| all.get(place?).map(|contrast| contrast.query_row);
            Some((row_at(place.checked_sub(1)), row_at(place.checked_add(1)), place + 1, all.len()))
        })
    });
    let go = move |row: Option<u32>| {
        let id = view.comparison.with_untracked(|c| {
            let query = c.as_ref()?.dataset.queries.get(row? as usize)?;
            Some(query.id.clone())
        });
        if let Some(id) = id {
            address.change(|state| state.asked = Some(Asked::Stored(id)));
        }
    };
    let before = move || places.get().and_then(|(before, ..)| before);
    let after = move || places.get().and_then(|(_, after, ..)| after);
    let place = move || {
        places.get().map(|(_, _, place, n)| {
            format!("{} of {} in the table", words::count(place), words::count(n))
        })
    };
    view! {
        <div class="duel-tools">
            {quiet_button_unless(move || before().is_none(), "← Previous", move || go(before()))}
            {quiet_button_unless(move || after().is_none(), "Next →", move || go(after()))}
            <span class="duel-place">{place}</span>
            {quiet_button("Close", move || address.change(|state| state.asked = None))}
        </div>
    }
    .into_any()
}

/// `pointed` is the row in the corpus of the highlighted image.
struct ListPair<'a> {
    comparison: &'a Comparison,
    query_row: u32,
    judged: Arc<JudgedQuery>,
    why: WhyCard,
    moves: Vec<Move>,
    /// Results shown of each list.
    k: usize,
    pointed: RwSignal<Option<u32>>,
}

fn both(
    view: View,
    comparison: &Comparison,
    query_row: u32,
    a: &SystemValues,
    b: &SystemValues,
) -> AnyView {
    let k = view.address.state.with(|state| state.k);
    let (whole_a, whole_b) =
        (a.head(comparison.definition, query_row), b.head(comparison.definition, query_row));
    if whole_a.is_empty() && whole_b.is_empty() {
        return notice("Neither system ranks an image for this query.");
    }
    let (moves, pointed) = (moves(whole_a, whole_b), RwSignal::new(None));
    let judged = Arc::new(JudgedQuery {
        dataset: comparison.dataset.clone(),
        text: comparison.dataset.queries.get(query_row as usize).map(|query| query.text.clone()),
        query_row: Some(query_row),
        definition: comparison.definition,
        own: None,
    });
    let pair = ListPair { comparison, query_row, judged, why: view.why, moves, k, pointed };
    let n_rows = k.min(whole_a.len().max(whole_b.len()));
    let n_shared = words::counted(pair.shared().count(), "image is", "images are");
    let query = comparison.dataset.queries.get(query_row as usize).map(|q| q.id.clone());
    let explore = |id: &str| {
        view.address.href_with(Page::Explore, |state| {
            state.system = Some(id.to_string());
            state.asked = query.clone().map(Asked::Stored);
        })
    };
    view! {
        <p class="prose">
            {format!("{n_shared} in the first {k} of both lists. Lines connect each image’s two ranks, in colour if it is relevant.")}
        </p>
        <div class="duel">
            <h3 class="duel-head duel-head-a">
                <a href=explore(&comparison.a.id)>"A: " {comparison.a.title.clone()}</a>
                <span class="head-n">{pair.value(view.address, &comparison.a.id, a)}</span>
            </h3>
            <h3 class="duel-head duel-head-b">
                <a href=explore(&comparison.b.id)>"B: " {comparison.b.title.clone()}</a>
                <span class="head-n">{pair.value(view.address, &comparison.b.id, b)}</span>
            </h3>
            {pair.column("A", "B", whole_a, |m| (m.rank_in_a, m.rank_in_b))}
            <svg
                class="duel-links"
                style=("--n-rows", n_rows.to_string())
                viewBox=format!("0 0 100 {}", ROW * n_rows as f64)
                preserveAspectRatio="none"
                aria-hidden="true"
            >
                {pair.lines()}
            </svg>
            {pair.column("B", "A", whole_b, |m| (m.rank_in_b, m.rank_in_a))}
        </div>
    }
    .into_any()
}

impl ListPair<'_> {
    /// The images shown in both lists.
    fn shared(&self) -> impl Iterator<Item = &Move> {
        let is_shown = |rank: Option<usize>| rank.is_some_and(|rank| rank <= self.k);
        self.moves.iter().filter(move |m| is_shown(m.rank_in_a) && is_shown(m.rank_in_b))
    }

    fn grade(&self, row: u32) -> Option<i32> {
        let relevance = self.comparison.dataset.relevance.get(self.comparison.definition)?;
        relevance.grade(self.query_row, row)
    }

    /// The chosen measure for this query.
    fn value(&self, address: Address, system: &str, values: &SystemValues) -> Option<AnyView> {
        let (index, column) = self.comparison.column()?;
        let value = values.value(*index, self.query_row as usize);
        let (name, words) = (column.measure.to_string(), words::value(value));
        let query = self.comparison.dataset.queries.get(self.query_row as usize)?;
        let of = (column.measure, system, Some(&*query.id));
        let value = match value {
            Some(_) => value_button(address, of, words),
            None => words.into_any(),
        };
        Some(view! { {name} " " {value} }.into_any())
    }

    fn lines(&self) -> AnyView {
        let pointed = self.pointed;
        let line = |m: &Move| {
            let row = m.row_in_corpus;
            let height = |rank: Option<usize>| rank.map_or(0.0, |rank| ROW * (rank as f64 - 0.5));
            let path = link_path((0.0, height(m.rank_in_a)), (100.0, height(m.rank_in_b)));
            let is_relevant = self.grade(row).is_some_and(|grade| grade >= 1);
            view! {
                <path
                    class="link"
                    class:link-relevant=is_relevant
                    class:highlighted=move || pointed.get() == Some(row)
                    d=path
                ></path>
            }
        };
        self.shared().map(line).collect_view().into_any()
    }

    /// `ranks` gives an image's rank in this list and in the other.
    fn column(
        &self,
        label: &'static str,
        other: &'static str,
        hits: &[Hit],
        ranks: fn(&Move) -> (Option<usize>, Option<usize>),
    ) -> AnyView {
        let dataset = &self.comparison.dataset;
        let card = |(index, hit): (usize, &Hit)| {
            let moved = self.moves.iter().find(|m| ranks(m).0 == Some(index + 1));
            let elsewhere = moved.and_then(|m| ranks(m).1);
            let place = Place { rank: index + 1, elsewhere, other };
            let image = dataset.image(hit.row_in_corpus).map(Cow::into_owned).unwrap_or_default();
            let grade = self.grade(hit.row_in_corpus);
            let marked = Marked {
                query: self.judged.clone(),
                row_in_corpus: hit.row_in_corpus,
                name: format!("Result {} of {label}", index + 1),
                grade,
            };
            let mark = self.why.mark(Signal::stored(Mark::of(grade)), marked);
            card(&place, hit.row_in_corpus, &image, mark, &dataset.base_url, self.pointed)
        };
        let cards = hits.iter().take(self.k).enumerate().map(card).collect_view();
        view! { <ol class="duel-list" aria-label=format!("Results of {label}")>{cards}</ol> }
            .into_any()
    }
}

/// An image's rank in this list and in the other.
struct Place {
    rank: usize,
    elsewhere: Option<usize>,
    other: &'static str,
}

fn card(
    place: &Place,
    row: u32,
    image: &Image,
    mark: AnyView,
    base_url: &str,
    pointed: RwSignal<Option<u32>>,
) -> AnyView {
    let Place { rank, elsewhere, other } = *place;
    let caption = caption_of(image);
    let url = Picture::of(image, base_url);
    let is_missing = RwSignal::new(url.is_none());
    let moved = match elsewhere {
        None => format!("not in {other}’s first {N_KEPT}"),
        Some(there) if there == rank => format!("same rank in {other}"),
        Some(there) if there < rank => format!("↑ {there} in {other}"),
        Some(there) => format!("↓ {there} in {other}"),
    };
    let words = caption.clone();
    // A missing picture is left out; the caption below is shown anyway.
    let thumbnail =
        move || (!is_missing.get()).then(|| picture(url.clone(), caption.clone(), is_missing));
    view! {
        <li
            class="duel-row"
            class:highlighted=move || pointed.get() == Some(row)
            class:duel-wordy=move || is_missing.get()
            data-row=row.to_string()
            data-image=image.id.clone()
            data-rank=rank.to_string()
            data-elsewhere=elsewhere.map(|rank| rank.to_string())
            on:pointerenter=move |_| pointed.set(Some(row))
            on:pointerleave=move |_| pointed.set(None)
        >
            <span class="rank"><span class="visually-hidden">"Rank "</span> {rank}</span>
            {thumbnail}
            <div class="duel-words">
                {mark} <span class="duel-move">{moved}</span>
                <p class="duel-caption">{words}</p>
            </div>
        </li>
    }
    .into_any()
}
