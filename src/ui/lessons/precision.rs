//! Lesson 1: what precision at k sees, and what it misses.

use super::live::{
    all_systems, column, edit_button, explored, live, moved_to, paragraph, query_text,
    system_title, title_of, two, value,
};
use super::{Lesson, Step};
use crate::ui::state::Session;
use crate::ui::state::view::{Asked, ViewState};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::views::Page;

const SYSTEM: &str = "large";
/// The system that it is compared with.
const OTHER: &str = "base";
/// A query for which about half of the top results are relevant.
const MIXED: &str = "d-013";
/// A query with fewer than ten relevant pictures.
const RARE: &str = "q-121";
const K: usize = 10;

pub(super) static LESSON: Lesson = Lesson {
    id: "precision",
    title: "What precision at k sees",
    learn: "What P@10 counts, and three things that it cannot see: the order, anything below the cutoff, and how many relevant pictures there are.",
    minutes: 8,
    queries: &[],
    steps: &[
        Step {
            heading: "Ten pictures, ten marks",
            page: Page::Explore,
            shows: "results",
            view: |state| asks(state, MIXED, K),
            text: ten_marks,
            activity: None,
        },
        Step {
            heading: "It ignores the order",
            page: Page::Explore,
            shows: "results",
            view: |state| {
                asks(state, MIXED, K);
                state.edit = Some("-".into());
            },
            text: no_order,
            activity: None,
        },
        Step {
            heading: "It ignores everything below the cutoff",
            page: Page::Explore,
            shows: "curve",
            view: |state| asks(state, MIXED, 20),
            text: no_depth,
            activity: None,
        },
        Step {
            heading: "It ignores how many pictures are relevant",
            page: Page::Explore,
            shows: "measures",
            view: |state| {
                asks(state, RARE, K);
                state.edit = Some("-".into());
            },
            text: no_recall,
            activity: None,
        },
        Step {
            heading: "So it often cannot decide",
            page: Page::Compare,
            shows: "scatter",
            view: |state| {
                (state.a, state.b) = (Some(SYSTEM.into()), Some(OTHER.into()));
                state.measure = Some("trec:P@10".into());
                state.relevance = Some("exhaustive".into());
                state.k = K;
            },
            text: undecided,
            activity: None,
        },
    ],
};

fn asks(state: &mut ViewState, query: &str, k: usize) {
    state.asked = Some(Asked::Stored(query.into()));
    state.system = Some(SYSTEM.into());
    state.relevance = Some("exhaustive".into());
    state.k = k;
}

fn ten_marks(session: Session) -> AnyView {
    view! {
        {live(move || {
            explored(session, |shown, _| {
                Some(format!(
                    "These are the ten best pictures that the system {} found for “{}”. A filled disc with a tick marks a relevant picture.",
                    system_title(shown),
                    query_text(shown),
                ))
            })
        })}
        {live(move || {
            explored(session, |_, judged| {
                let n = judged.list.n_relevant_in_top(K);
                Some(format!(
                    "Count the filled discs: {n} of {K}. Precision at 10, written P@10, is that count divided by ten: {}.",
                    two(value(judged, "trec:P@10")?),
                ))
            })
        })}
        {paragraph(
            "Find trec:P@10 in the table of measures and open its value: each relevant picture adds 1, and the sum is divided by 10. That is all there is to it.",
        )}
    }
    .into_any()
}

fn no_order(session: Session) -> AnyView {
    view! {
        {paragraph(
            "People look at the first picture first. Move the relevant pictures to the end of the ten and watch the measures, or drag any picture yourself.",
        )}
        <div class="buttons">
            {edit_button(session, "Move relevant pictures last", |s, j| moved_to(s, j, K, K))}
            {edit_button(session, "Move relevant pictures first", |s, j| moved_to(s, j, K, 1))}
        </div>
        {live(move || {
            explored(session, |shown, judged| {
                let before = shown.original.as_ref().map_or(judged, |original| &original.judged);
                let (p, p_before) = (value(judged, "trec:P@10")?, value(before, "trec:P@10")?);
                let (ndcg, ndcg_before) = (value(judged, "trec:nDCG@10")?, value(before, "trec:nDCG@10")?);
                let is_as_found = (ndcg - ndcg_before).abs() < 1e-12 && (p - p_before).abs() < 1e-12;
                Some(if is_as_found {
                    format!("In the original order, P@10 is {} and nDCG@10, which gives more weight to early ranks, is {}.", two(p), two(ndcg))
                } else {
                    let stays = if (p - p_before).abs() < 1e-12 { "stays at" } else { "is now" };
                    format!("P@10 {stays} {}. nDCG@10, which gives more weight to early ranks, went from {} to {}.", two(p), two(ndcg_before), two(ndcg))
                })
            })
        })}
        {paragraph("To P@10, the ten pictures are a set, not a list.")}
    }
    .into_any()
}

fn no_depth(session: Session) -> AnyView {
    view! {
        {live(move || {
            explored(session, |_, judged| {
                let within = judged.list.n_relevant_in_top(K);
                let below = judged.list.n_relevant_in_top(20) - within;
                Some(format!(
                    "Now twenty pictures are shown. The second ten contain {}; P@10 would be the same with none or with ten.",
                    words::counted(below, "relevant picture", "relevant pictures"),
                ))
            })
        })}
        {live(move || {
            explored(session, |_, judged| {
                let at = |k: usize| judged.precision.get(k - 1).copied().map(two);
                Some(format!(
                    "The curve “Precision at rank” shows the value at other cutoffs: {} at rank 1, {} at 5, {} at 10, {} at 50, {} at 100.",
                    at(1)?, at(5)?, at(10)?, at(50)?, at(100)?,
                ))
            })
        })}
        {paragraph(
            "P@10 is one point on that curve. Choosing k means deciding how far down people look.",
        )}
    }
    .into_any()
}

fn no_recall(session: Session) -> AnyView {
    view! {
        {live(move || {
            explored(session, |shown, judged| {
                let r = judged.list.n_relevant();
                let best = r.min(K);
                Some(format!(
                    "Of all {} pictures, {} “{}”. So the best possible list has a P@10 of {best}/10.",
                    words::count(shown.choice.dataset.n_images()),
                    if r == 1 { "only 1 matches".to_string() } else { format!("only {r} match") },
                    query_text(shown),
                ))
            })
        })}
        <div class="buttons">
            {edit_button(session, "Make the list perfect", |s, j| moved_to(s, j, usize::MAX, 1))}
        </div>
        {live(move || {
            explored(session, |_, judged| {
                let (p, ndcg) = (value(judged, "trec:P@10")?, value(judged, "trec:nDCG@10")?);
                let is_perfect = judged.list.n_relevant_in_top(judged.list.n_relevant()) == judged.list.n_relevant();
                Some(if is_perfect {
                    format!("This list is perfect: no other could be better. nDCG@10 is {}, but P@10 is still {}.", two(ndcg), two(p))
                } else {
                    format!("For this list, P@10 is {} and nDCG@10 is {}.", two(p), two(ndcg))
                })
            })
        })}
        {paragraph(
            "A mean of P@10 over many queries mixes such queries with ones that hundreds of pictures match. Add easy queries, and the mean rises.",
        )}
    }
    .into_any()
}

fn undecided(session: Session) -> AnyView {
    // Queries where both systems have a value; those with equal P@10; those of them whose nDCG@10
    // differs.
    let counts = move || {
        let _ = all_systems(session);
        let (a, b) = (session.board.ranked(SYSTEM)?, session.board.ranked(OTHER)?);
        let p = column(session, "trec:P@10", "exhaustive")?;
        let ndcg = column(session, "trec:nDCG@10", "exhaustive")?;
        let both = |column: usize, row: usize| a.value(column, row).zip(b.value(column, row));
        let n_queries = session.dataset()?.queries.len();
        let tied: Vec<usize> =
            (0..n_queries).filter(|row| both(p, *row).is_some_and(|(a, b)| a == b)).collect();
        let n = (0..n_queries).filter(|row| both(p, *row).is_some()).count();
        let distinguished = tied
            .iter()
            .filter(|row| both(ndcg, **row).is_some_and(|(a, b)| (a - b).abs() > 1e-12))
            .count();
        Some((n, tied.len(), distinguished))
    };
    view! {
        {live(move || {
            session.dataset()?;
            Some(format!(
                "Here are {} and {} on every query; the larger a bubble, the more queries are in it. P@10 has only eleven possible values, so the points pile up.",
                title_of(session, SYSTEM), title_of(session, OTHER),
            ))
        })}
        {live(move || {
            let (n, tied, distinguished) = counts()?;
            Some(format!(
                "On {} of {} queries, both have the same P@10. On {} of those, nDCG@10 distinguishes the two lists.",
                words::count(tied), words::count(n), words::count(distinguished),
            ))
        })}
        {paragraph(
            "Use P@k if people look at k pictures, all at once, and no further. Also report how many relevant pictures there are, and a measure that takes the order into account.",
        )}
    }
    .into_any()
}
