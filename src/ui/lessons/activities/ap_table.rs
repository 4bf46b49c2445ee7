//! Average precision of two marked lists with every denominator, computed by the measures.

use super::ticked_lists::{Board, n_ticked};
use crate::tr;
use crate::ui::components::measure_name;
use crate::ui::components::table::{Cell, Column, DataTable, RowView, Rows, Saving};
use crate::ui::language::number;
use crate::ui::lessons::live::short;
use crate::ui::state::Session;
use leptos::prelude::*;
use leptos::tachys::html::class::class;
use rankscope_core::benchmark::Judgements;
use rankscope_core::metrics::{Explanation, JudgedList, Measure, explain};
use rankscope_core::ranking::Hit;

struct Rule {
    /// A measure, or a description.
    name: String,
    by: String,
    /// For each list, the sum and the denominator.
    parts: [(f64, f64); 2],
}

impl Rule {
    fn values(&self) -> [f64; 2] {
        self.parts.map(|(sum, by)| if sum == 0.0 { 0.0 } else { sum / by })
    }
}

/// A marked list as a ranking, with relevant rows outside it up to R.
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

fn rules(board: &Board) -> Vec<Rule> {
    let k = board.k();
    let by_measure = |name: String, by: String| {
        let parts = explained(board, &name)?.map(|one| (one.sum, one.denominator));
        Some(Rule { name, by, parts })
    };
    let trec = format!("trec:AP@{k}");
    let by_found = explained(board, &trec).map(|both| {
        let n_found = |index: usize| n_ticked(&board.lists[index]) as f64;
        let parts = [(both[0].sum, n_found(0)), (both[1].sum, n_found(1))];
        Rule { name: tr!("by what was found"), by: tr!("relevant pictures in the list"), parts }
    });
    let measures = [
        by_measure(trec, "R".into()),
        by_measure(format!("inquire:AP@{k}"), tr!("the smaller of R and k")),
        by_measure("needle:AP".into(), tr!("the smaller of R and 10")),
        by_measure("eccv:mAP@R".into(), tr!("R; only the first R ranks count")),
    ];
    by_found.into_iter().chain(measures.into_iter().flatten()).collect()
}

pub(in crate::ui::lessons) fn by_found(session: Session) -> Option<[f64; 2]> {
    let board = Board::of(session).get();
    rules(&board).first().map(Rule::values)
}

/// The value of `name@k` for both lists, with k and R.
pub(in crate::ui::lessons) fn by_measure(
    session: Session,
    name: &str,
) -> Option<([f64; 2], usize, usize)> {
    let board = Board::of(session).get();
    let k = board.k();
    let values = explained(&board, &format!("{name}@{k}"))?.map(|one| one.value);
    Some((values, k, board.n_relevant))
}

/// The list that has every relevant rank of the other, and more.
fn better(board: &Board) -> Option<usize> {
    let [a, b] = &board.lists;
    let holds = |x: &[bool], y: &[bool]| x.iter().zip(y).all(|(x, y)| *x || !*y);
    match (holds(a, b), holds(b, a)) {
        (true, false) => Some(0),
        (false, true) => Some(1),
        _ => None,
    }
}

struct Row {
    rule: Rule,
    better: Option<usize>,
}

impl Row {
    /// The list ranked first; `None` for equal values.
    fn first(&self) -> Option<usize> {
        let [a, b] = self.rule.values();
        ((a - b).abs() >= 1e-12).then(|| usize::from(b > a))
    }

    fn is_wrong(&self) -> bool {
        self.better.is_some() && self.first().is_some() && self.first() != self.better
    }

    fn first_words(&self) -> String {
        self.first().map_or_else(|| tr!("neither"), |index| LISTS[index].into())
    }
}

const LISTS: [&str; 2] = ["A", "B"];

pub(super) fn table(board: Memo<Board>) -> AnyView {
    let rows = Rows::reactive(move || {
        let board = board.get();
        let better = better(&board);
        rules(&board).into_iter().map(|rule| Row { rule, better }).collect()
    });
    let caption = move || match better(&board.get()) {
        Some(index) => tr!(
            "List {letter} has every relevant picture that the other list has, and more: no measure should rank it second.",
            letter = LISTS[index],
        ),
        None => tr!(
            "Neither list has all relevant pictures of the other and more: which is better depends on the measure."
        ),
    };
    let columns = vec![
        Column::text(tr!("Average precision"), |row: &Row| row.rule.name.clone())
            .view(|row| Cell::new(name_view(&row.rule.name)))
            .heads_row(),
        Column::text(tr!("Divided by"), |row: &Row| row.rule.by.clone()),
        list_column(0, tr!("List {letter}", letter = LISTS[0])),
        list_column(1, tr!("List {letter}", letter = LISTS[1])),
        Column::text(tr!("Ranks first"), Row::first_words).view(|row| {
            let wrong =
                || view! { <strong class="ap-wrong">" ✗ " {tr!("the worse list")}</strong> };
            Cell::new((row.first_words(), row.is_wrong().then(wrong)))
        }),
    ];
    DataTable::new(tr!("Average precision of both lists"), columns, rows)
        .class("ap-table")
        .caption(caption)
        .row(|row| RowView::default().with(class(row.is_wrong().then_some("ap-wrong-row"))))
        .saving(Saving::No)
        .view()
}

fn name_view(name: &str) -> AnyView {
    if name.contains(':') { measure_name(name) } else { name.to_string().into_any() }
}

fn list_column(index: usize, title: String) -> Column<Row> {
    Column::number(title, move |row: &Row| row.rule.values()[index]).view(move |row| {
        let (value, (sum, by)) = (row.rule.values()[index], row.rule.parts[index]);
        Cell::new(view! {
            // An equation is read from left to right in every language.
            <bdi dir="ltr">
                <span class="ap-fraction">{format!("{} / {by} =", short(sum))}</span>
            <strong>{number(&format!(" {value:.3}"))}</strong>
            </bdi>
        })
        .data("data-way", row.rule.name.clone())
        .data("data-list", LISTS[index])
        .exact(Some(value))
    })
}
