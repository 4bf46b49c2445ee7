//! Average precision of two ticked lists, by every denominator; values from the measures.

use super::ticked_lists::{Board, n_ticked};
use crate::ui::lessons::live::short;
use crate::ui::state::Session;
use crate::ui::words;
use leptos::prelude::*;
use rankscope_core::benchmark::Judgements;
use rankscope_core::metrics::{Explanation, JudgedList, Measure, explain};
use rankscope_core::ranking::Hit;

/// A way to divide.
struct Way {
    /// Its name: a measure, or in words.
    name: String,
    /// What it divides by, in words.
    by: &'static str,
    /// Of both lists: what is divided, and by what.
    parts: [(f64, f64); 2],
}

impl Way {
    fn values(&self) -> [f64; 2] {
        self.parts.map(|(sum, by)| if sum == 0.0 { 0.0 } else { sum / by })
    }
}

/// A ticked list as a ranking: a row for each place, and further relevant rows up to R.
fn judged(list: &[bool], n_relevant: usize) -> JudgedList {
    let hits: Vec<Hit> = (0u16..)
        .zip(list)
        .map(|(place, _)| Hit { row_in_corpus: place.into(), score: -f32::from(place) })
        .collect();
    let found = (0u32..).zip(list).filter(|(_, is)| **is).map(|(row, _)| row);
    let elsewhere = (1_000u32..).take(n_relevant.saturating_sub(n_ticked(list)));
    let grades = found.chain(elsewhere).map(|row| (row, 1));
    JudgedList::as_given(&hits, &Judgements::new(grades))
}

fn explained(board: &Board, measure: &str) -> Option<[Explanation; 2]> {
    let measure: Measure = measure.parse().ok()?;
    let of = |list: &Vec<bool>| explain(measure, &judged(list, board.n_relevant));
    let [a, b] = &board.lists;
    Some([of(a)?, of(b)?])
}

fn ways(board: &Board) -> Vec<Way> {
    let k = board.k();
    let by_measure = |name: String, by: &'static str| {
        let parts = explained(board, &name)?.map(|one| (one.sum, one.denominator));
        Some(Way { name, by, parts })
    };
    let trec = format!("trec:AP@{k}");
    let by_found = explained(board, &trec).map(|both| {
        let n_found = |index: usize| n_ticked(&board.lists[index]);
        #[expect(clippy::cast_precision_loss, reason = "a list has ten places")]
        let parts = [(both[0].sum, n_found(0) as f64), (both[1].sum, n_found(1) as f64)];
        Way { name: "by what was found".into(), by: "relevant pictures in the list", parts }
    });
    let measures = [
        by_measure(trec, "R"),
        by_measure(format!("inquire:AP@{k}"), "the lesser of R and k"),
        by_measure("needle:AP".into(), "the lesser of R and 10"),
        by_measure("eccv:mAP@R".into(), "R, and only the first R places add"),
    ];
    by_found.into_iter().chain(measures.into_iter().flatten()).collect()
}

/// Average precision over what was found, of both lists.
pub(in crate::ui::lessons) fn by_found(session: Session) -> Option<[f64; 2]> {
    let board = Board::of(session).get();
    ways(&board).first().map(Way::values)
}

/// A measure `name@k` of both lists, with k and R.
pub(in crate::ui::lessons) fn by_measure(
    session: Session,
    name: &str,
) -> Option<([f64; 2], usize, usize)> {
    let board = Board::of(session).get();
    let k = board.k();
    let values = explained(&board, &format!("{name}@{k}"))?.map(|one| one.value);
    Some((values, k, board.n_relevant))
}

/// Which of the lists has all that the other has, and more: A, B, or neither.
fn better(board: &Board) -> Option<usize> {
    let [a, b] = &board.lists;
    let holds = |x: &[bool], y: &[bool]| x.iter().zip(y).all(|(x, y)| *x || !*y);
    match (holds(a, b), holds(b, a)) {
        (true, false) => Some(0),
        (false, true) => Some(1),
        _ => None,
    }
}

/// The table; it follows the ticks.
pub(super) fn table(board: Memo<Board>) -> AnyView {
    let rows = move || {
        let board = board.get();
        let better = better(&board);
        ways(&board).iter().map(|way| row(way, better)).collect_view()
    };
    let caption = move || {
        let board = board.get();
        match better(&board) {
            Some(index) => format!(
                "List {} has every relevant picture that the other has, and more: no measure \
                 should put it second.",
                ["A", "B"][index]
            ),
            None => "Neither list has all that the other has and more: which is better is a \
                     matter of the measure."
                .to_string(),
        }
    };
    view! {
        <div class="scroller" tabindex="0" role="region" aria-label="Average precision of both lists, scrollable">
            <table class="ap-table" aria-label="Average precision of both lists">
                <caption>
                    <span class="caption-words">{caption}</span>
                </caption>
                <thead>
                    <tr>
                        <th scope="col">"Average precision"</th>
                        <th scope="col">"Divided by"</th>
                        <th scope="col" class="number">"List A"</th>
                        <th scope="col" class="number">"List B"</th>
                        <th scope="col">"Puts first"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn row(way: &Way, better: Option<usize>) -> AnyView {
    let values = way.values();
    let first = match values {
        [a, b] if (a - b).abs() < 1e-12 => None,
        [a, b] => Some(usize::from(b > a)),
    };
    let is_wrong = better.is_some() && first.is_some() && first != better;
    let puts = match first {
        None => "neither".to_string(),
        Some(index) => ["A", "B"][index].to_string(),
    };
    let wrong = is_wrong.then(|| view! { <strong class="ap-wrong">" ✗ the lesser list"</strong> });
    let cell = |index: usize, letter: &'static str| {
        let (sum, by) = way.parts[index];
        view! {
            <td
                class="number"
                data-way=way.name.clone()
                data-list=letter
                data-value=words::exact(Some(values[index]))
            >
                <span class="ap-fraction">{format!("{} / {by} =", short(sum))}</span>
                <strong>{format!(" {:.3}", values[index])}</strong>
            </td>
        }
    };
    let is_measure = way.name.contains(':');
    let name = if is_measure {
        view! { <code>{way.name.clone()}</code> }.into_any()
    } else {
        way.name.clone().into_any()
    };
    view! {
        <tr class:ap-wrong-row=is_wrong>
            <th scope="row">{name}</th>
            <td>{way.by}</td>
            {cell(0, "A")}
            {cell(1, "B")}
            <td>{puts} {wrong}</td>
        </tr>
    }
    .into_any()
}
