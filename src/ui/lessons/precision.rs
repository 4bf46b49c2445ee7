//! Lesson 1: what precision at k sees, and what it misses.

use super::lesson::Part::{Edits, Explored, Live, Says};
use super::lesson::Scene::Block;
use super::live::{all_systems, column, moved_to, query_text, shown_system, title_of, two, value};
use super::{Lesson, Step};
use crate::ui::state::view::{Asked, ViewState};
use crate::{message, tr};
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
    title: message!("What precision at k sees"),
    learn: message!(
        "What P@10 counts, and three things that it cannot see: the order, anything below the cutoff, and how many relevant pictures there are."
    ),
    minutes: 8,
    queries: &[],
    steps: &[
        Step {
            heading: message!("Ten pictures, ten marks"),
            scene: Block(Page::Explore, "results"),
            view: |state| asks(state, MIXED, K),
            text: &[
                Explored(|shown, _| {
                    Some(tr!(
                        "These are the ten best pictures that the system {system} found for “{query}”. A filled disc with a tick marks a relevant picture.",
                        system = shown_system(shown),
                        query = query_text(shown),
                    ))
                }),
                Explored(|_, judged| {
                    Some(tr!(
                        "Count the filled discs: {n} of {k}. Precision at 10, written P@10, is that count divided by ten: {value}.",
                        n = judged.list.n_relevant_in_top(K),
                        k = K,
                        value = two(value(judged, "trec:P@10")?),
                    ))
                }),
                Says(message!(
                    "Find trec:P@10 in the table of measures and open its value: each relevant picture adds 1, and the sum is divided by 10. That is all there is to it."
                )),
            ],
        },
        Step {
            heading: message!("It ignores the order"),
            scene: Block(Page::Explore, "results"),
            view: |state| {
                asks(state, MIXED, K);
                state.edit = Some("-".into());
                state.measure = Some("trec:P@10".into());
            },
            text: &[
                Says(message!(
                    "People look at the first picture first. Move the relevant pictures to the end of the ten and watch the measures, or drag any picture yourself."
                )),
                Edits(&[
                    (message!("Move relevant pictures last"), |s, j| moved_to(s, j, K, K)),
                    (message!("Move relevant pictures first"), |s, j| moved_to(s, j, K, 1)),
                ]),
                Explored(|shown, judged| {
                    let before = shown.original.as_ref().map_or(judged, |o| &o.judged);
                    let of = |name| Some((value(judged, name)?, value(before, name)?));
                    let ((p, p_before), (ndcg, ndcg_before)) =
                        (of("trec:P@10")?, of("trec:nDCG@10")?);
                    let is_same_p = (p - p_before).abs() < 1e-12;
                    let (p, was, is) = (two(p), two(ndcg_before), two(ndcg));
                    if is_same_p && (ndcg - ndcg_before).abs() < 1e-12 {
                        return Some(tr!(
                            "In the original order, P@10 is {p} and nDCG@10, which gives more weight to early ranks, is {is}.",
                            p,
                            is,
                        ));
                    }
                    let stays = match is_same_p {
                        true => tr!("P@10 stays at {p}.", p),
                        false => tr!("P@10 is now {p}.", p),
                    };
                    let went = tr!(
                        "nDCG@10, which gives more weight to early ranks, went from {was} to {is}.",
                        was,
                        is
                    );
                    Some(format!("{stays} {went}"))
                }),
                Says(message!("To P@10, the ten pictures are a set, not a list.")),
            ],
        },
        Step {
            heading: message!("It ignores everything below the cutoff"),
            scene: Block(Page::Explore, "curve"),
            view: |state| asks(state, MIXED, 20),
            text: &[
                Explored(|_, judged| {
                    let within = judged.list.n_relevant_in_top(K);
                    let below = judged.list.n_relevant_in_top(20) - within;
                    Some(tr!(
                        "Now twenty pictures are shown. The second ten contain {n} relevant {n?picture|pictures}; P@10 would be the same with none or with ten.",
                        n = below,
                    ))
                }),
                Explored(|_, judged| {
                    let at = |k: usize| judged.precision.get(k - 1).copied().map(two);
                    Some(tr!(
                        "The curve “Precision at rank” shows the value at other cutoffs: {p1} at rank 1, {p5} at 5, {p10} at 10, {p50} at 50, {p100} at 100.",
                        p1 = at(1)?,
                        p5 = at(5)?,
                        p10 = at(10)?,
                        p50 = at(50)?,
                        p100 = at(100)?,
                    ))
                }),
                Says(message!(
                    "P@10 is one point on that curve. Choosing k means deciding how far down people look."
                )),
            ],
        },
        Step {
            heading: message!("It ignores how many pictures are relevant"),
            scene: Block(Page::Explore, "measures"),
            view: |state| {
                asks(state, RARE, K);
                state.edit = Some("-".into());
                state.measure = Some("trec:P@10".into());
            },
            text: &[
                Explored(|shown, judged| {
                    let r = judged.list.n_relevant();
                    Some(tr!(
                        "Of all {n} pictures, only {r} {r?matches|match} “{query}”. So the best possible list has a P@10 of {most}/10.",
                        n = shown.choice.dataset.n_images(),
                        r,
                        query = query_text(shown),
                        most = r.min(K),
                    ))
                }),
                Edits(&[(message!("Make the list perfect"), |s, j| moved_to(s, j, usize::MAX, 1))]),
                Explored(|_, judged| {
                    let (p, ndcg) =
                        (two(value(judged, "trec:P@10")?), two(value(judged, "trec:nDCG@10")?));
                    let r = judged.list.n_relevant();
                    Some(match judged.list.n_relevant_in_top(r) == r {
                        true => tr!(
                            "This list is perfect: no other could be better. nDCG@10 is {ndcg}, but P@10 is still {p}.",
                            ndcg,
                            p,
                        ),
                        false => tr!("For this list, P@10 is {p} and nDCG@10 is {ndcg}.", p, ndcg),
                    })
                }),
                Says(message!(
                    "A mean of P@10 over many queries mixes such queries with ones that hundreds of pictures match. Add easy queries, and the mean rises."
                )),
            ],
        },
        Step {
            heading: message!("So it often cannot decide"),
            scene: Block(Page::Compare, "scatter"),
            view: |state| {
                (state.a, state.b) = (Some(SYSTEM.into()), Some(OTHER.into()));
                state.measure = Some("trec:P@10".into());
                state.relevance = Some("exhaustive".into());
                state.k = K;
            },
            text: &[
                Live(|session| {
                    session.dataset()?;
                    Some(tr!(
                        "Here are {system} and {other} on every query; the larger a bubble, the more queries are in it. P@10 has only eleven possible values, so the points pile up.",
                        system = title_of(session, SYSTEM),
                        other = title_of(session, OTHER),
                    ))
                }),
                Live(|session| {
                    let _ = all_systems(session);
                    let (a, b) = (session.board.ranked(SYSTEM)?, session.board.ranked(OTHER)?);
                    let p = column(session, "trec:P@10", "exhaustive")?;
                    let ndcg = column(session, "trec:nDCG@10", "exhaustive")?;
                    let both = |column, row| a.value(column, row).zip(b.value(column, row));
                    let rows = 0..session.dataset()?.queries.len();
                    let n = rows.clone().filter(|row| both(p, *row).is_some()).count();
                    let is_tied = |row: &usize| both(p, *row).is_some_and(|(a, b)| a == b);
                    let tied: Vec<usize> = rows.filter(is_tied).collect();
                    let differ = |(a, b): (f64, f64)| (a - b).abs() > 1e-12;
                    let distinguished =
                        tied.iter().filter(|row| both(ndcg, **row).is_some_and(differ));
                    Some(tr!(
                        "On {n_tied} of {n} queries, both have the same P@10. On {n_told} of those, nDCG@10 distinguishes the two lists.",
                        n_tied = tied.len(),
                        n,
                        n_told = distinguished.count(),
                    ))
                }),
                Says(message!(
                    "Use P@k if people look at k pictures, all at once, and no further. Also report how many relevant pictures there are, and a measure that takes the order into account."
                )),
            ],
        },
    ],
};

fn asks(state: &mut ViewState, query: &str, k: usize) {
    state.asked = Some(Asked::Stored(query.into()));
    state.system = Some(SYSTEM.into());
    state.relevance = Some("exhaustive".into());
    state.k = k;
}
