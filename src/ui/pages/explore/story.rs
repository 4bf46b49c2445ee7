//! What Explore opens with: a row for each system, the best first, with its value, the ranks of what
//! it finds, and its first pictures. The rows unfold into columns of results.

use crate::ui::components::{
    JudgedQuery, Lanes, Mark, Marked, barcode, caption_of, lane_class, picture_button,
    spoken_ranks, title_of, value_button,
};
use crate::ui::picture_url::Picture;
use crate::ui::state::Session;
use crate::ui::state::shown::Shown;
use leptos::prelude::*;
use rankscope_core::analysis::{opening_title, words};
use rankscope_core::ranking::Hit;
use std::borrow::Cow;
use std::sync::Arc;

const N_PICTURES: usize = 5;
const N_RANKS: usize = 50;

/// The first measure's value of a list.
fn value(shown: &Shown) -> Option<f64> {
    let first = shown.judged.as_ref()?.measures.first()?;
    first.explained.as_ref().map(|explained| explained.value)
}

/// Once every system has answered or failed: the order is that of the values.
pub(super) fn story(session: Session, lanes: Lanes, first: &Arc<Shown>) -> AnyView {
    let first = first.clone();
    let rows = Memo::new(move |_| {
        let others = lanes.compared.lanes.get();
        if lanes.compared.are_awaited() {
            return None;
        }
        let others = others.iter().map(|lane| lane.shown().cloned());
        let all = std::iter::once(Some(first.clone())).chain(others);
        let mut all: Vec<(usize, Arc<Shown>)> =
            (0..).zip(all).filter_map(|(place, shown)| Some((place, shown?))).collect();
        let order = |shown: &Shown| value(shown).unwrap_or(-1.0);
        all.sort_by(|(_, a), (_, b)| order(b).total_cmp(&order(a)));
        Some(all)
    });
    Effect::new(move |_| {
        let title = rows.with(|rows| {
            let rows = rows.as_ref()?;
            let text = rows.first()?.1.choice.words()?;
            let named = rows.iter().map(|(_, shown)| (title_of(shown), value(shown)));
            Some(opening_title(text, &named.collect::<Vec<_>>()))
        });
        session.headline.set(title);
    });
    on_cleanup(move || session.headline.set(None));
    let n = lanes.compared.lanes.with_untracked(Vec::len) + 1;
    let list = move || match rows.get() {
        Some(rows) => rows.iter().map(|own| row(lanes, own)).collect_view().into_any(),
        None => {
            (0..n).map(|_| view! { <li class="story-row skeleton"></li> }).collect_view().into_any()
        }
    };
    let unfolded = move || session.address.opening_href(None);
    view! {
        <ol class="story" aria-label="Systems, the best first">{list}</ol>
        <p class="story-more">
            <a href=unfolded>"Unfold: all results side by side"</a>
        </p>
    }
    .into_any()
}

fn row(lanes: Lanes, (place, shown): &(usize, Arc<Shown>)) -> AnyView {
    let title = title_of(shown);
    let id = shown.choice.system.as_ref().map_or("", |system| &system.id);
    let class = lane_class(*place, id);
    let value = value(shown);
    let measure = shown.judged.as_ref().and_then(|judged| judged.measures.first());
    let name = measure.map(|own| own.measure.to_string());
    let opener = measure.map_or_else(
        || words::value(value).into_any(),
        |own| value_button(lanes.address, (own.measure, id, None), words::value(value)),
    );
    let n_ranks = N_RANKS.min(shown.hits.len());
    let strip = shown.judged.as_ref().map(|judged| {
        let ranks = judged.recall_precision.iter().map(|point| point.rank);
        let ranks: Vec<usize> = ranks.filter(|rank| *rank <= n_ranks).collect();
        let found = format!(
            "{} of the first {n_ranks} {}",
            words::count(ranks.len()),
            if ranks.len() == 1 { "answers" } else { "answer" }
        );
        view! {
            <div class="story-strip">
                {barcode(&ranks, n_ranks, N_RANKS, spoken_ranks(&ranks, n_ranks))} <p>{found}</p>
            </div>
        }
    });
    let first: Vec<(usize, &Hit)> = (1..).zip(shown.hits.iter().take(N_PICTURES)).collect();
    let rows = first.iter().map(|(_, hit)| hit.row_in_corpus).collect();
    let larger = lanes.larger.opener(&shown.choice.dataset, rows, "Result");
    let query = JudgedQuery::of(&shown.choice);
    let pictures = first.into_iter().map(|(rank, hit)| {
        let row = hit.row_in_corpus;
        let image = shown.choice.dataset.image(row).map(Cow::into_owned).unwrap_or_default();
        let url = Picture::of(&image, &shown.choice.dataset.base_url);
        let is_missing = RwSignal::new(url.is_none());
        let mark = shown.judged.as_ref().map(|judged| {
            let grade = judged.list.grades().get(rank - 1).copied().flatten();
            let name = format!("Result {rank} of {title}");
            let marked = Marked { query: query.clone(), row_in_corpus: row, name, grade };
            lanes.why.small_mark(Mark::of(grade), marked)
        });
        view! {
            <li data-row=row.to_string() data-rank=rank.to_string()>
                {picture_button(url, caption_of(&image), is_missing, larger(rank - 1))} {mark}
            </li>
        }
    });
    let pictures = pictures.collect_view();
    let share = value.unwrap_or(0.0).clamp(0.0, 1.0);
    view! {
        <li class=format!("story-row {class}")>
            <div class="story-head">
                <h3><span class="key-line"></span> {title.clone()}</h3>
                <p class="story-value">
                    <strong data-value=value.map(|own| own.to_string())>{opener}</strong>
                    " "
                    <span>{name}</span>
                </p>
                <div class="story-bar" style=("--share", share.to_string())></div>
                {strip}
            </div>
            <ol class="lane-list story-pictures" aria-label=format!("Results of {title}")>
                {pictures}
            </ol>
        </li>
    }
    .into_any()
}
