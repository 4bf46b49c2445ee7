//! What the class prefers: vote counts, strengths with confidence intervals, and how well the
//! measures agree with them.

use super::activity;
use super::ballot::reset_button;
use super::pictures::{LETTERS, MEASURES, PRINTED, values};
use super::study::{agreement, agreement_table, letter_cell, two_decimals};
use crate::tr;
use crate::ui::components::notice;
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::language::number;
use crate::ui::state::Session;
use crate::ui::state::votes::{Vote, wins};
use crate::ui::task::{Task, pause};
use leptos::prelude::*;
use rankscope_core::statistics::{Interval, Resampling, bootstrap, bradley_terry};
use std::cell::RefCell;
use std::sync::Arc;

/// The number of resamples of the votes.
const N_RESAMPLES: u32 = 200;

pub(in crate::ui::lessons) fn class_result(session: Session) -> AnyView {
    let votes = session.lessons.votes;
    let task: Task<Option<Vec<Interval>>> = Task::new();
    // Resampled asynchronously, so that votes are counted at once.
    Effect::new(move |_| {
        let all = votes.all.get();
        task.start(move |_| {
            let all = all.clone();
            async move {
                pause().await;
                Ok(intervals(&all))
            }
        });
    });
    let found = Signal::derive(move || task.value().flatten());
    let body = move || {
        let all = votes.all.get();
        match shares(all.iter().copied()).filter(|_| !all.is_empty()) {
            None => notice(tr!(
                "There are no votes yet. Go back one step and vote; the results appear here at once."
            )),
            Some(shares) => view! {
                {strengths(&shares, found)}
                {agreement_table(tr!("Agreement with the class"), &shares)}
                {counts(&all)}
                <div class="buttons">{reset_button(session)}</div>
            }
            .into_any(),
        }
    };
    activity("class-title", tr!("The class’s votes"), body)
}

fn counts(votes: &[Vote]) -> AnyView {
    let wins = Arc::new(wins(votes.iter().copied()));
    let mut columns = vec![
        Column::text("Preferred to", |list: &usize| LETTERS[*list])
            .head(tr!("Preferred to"))
            .heads_row(),
    ];
    columns.extend(LETTERS.into_iter().enumerate().map(|(loser, letter)| {
        let wins = wins.clone();
        let count = move |list: &usize| Some(wins[*list][loser]).filter(|_| *list != loser);
        Column::number(letter, count.clone()).view(move |list| {
            let count = count(list);
            let words = count.map_or_else(|| "–".to_string(), |count| format!("{count:.0}"));
            Cell::new(words)
                .data("data-winner", LETTERS[*list])
                .data("data-loser", letter)
                .data("data-value", format!("{:.0}", count.unwrap_or(0.0)))
        })
    }));
    let caption = tr!(
        "How often the row’s list was preferred to the column’s list, out of {n} {n?vote|votes}.",
        n = votes.len(),
    );
    DataTable::new("Votes by pair", columns, Vec::from_iter(0..LETTERS.len()))
        .label(tr!("Votes by pair"))
        .class("counts-table")
        .caption(caption)
        .view()
}

fn strengths(shares: &[f64], found: Signal<Option<Vec<Interval>>>) -> AnyView {
    let shares = shares.to_vec();
    let share = move |list: &usize| shares.get(*list).copied().unwrap_or(f64::NAN);
    let for_bar = share.clone();
    let for_cell = share.clone();
    let columns = vec![
        Column::text("List", |list: &usize| LETTERS[*list])
            .view(letter_cell)
            .head(tr!("List"))
            .heads_row(),
        Column::shown("Strength as a bar", move |list: &usize| {
            let share = format!("{:.2}%", for_bar(list));
            Cell::new(view! { <span class="strength-bar" style=("--share", share)></span> })
                .class("strength-cell")
        })
        .head(view! { <span class="visually-hidden">{tr!("Strength as a bar")}</span> }),
        Column::number("Strength", share)
            .view(move |list| {
                let share = for_cell(list);
                Cell::new(number(&format!("{share:.1}")))
                    .data("data-list", LETTERS[*list])
                    .data("data-value", share.to_string())
            })
            .head(tr!("Strength")),
        Column::interval("Confidence interval (95%)", move |list: &usize| {
            found.with_untracked(|found| found.as_ref()?.get(*list).map(|i| (i.low, i.high)))
        })
        .view(move |list| {
            let list = *list;
            let words = move || {
                let words = found.with(|found| {
                    let interval = found.as_ref()?.get(list)?;
                    Some(number(&format!("{:.1} … {:.1}", interval.low, interval.high)))
                });
                words.unwrap_or_else(|| "–".into())
            };
            Cell::new(words)
        })
        .head(tr!("Confidence interval (95%)")),
        Column::number("Published", |list: &usize| PRINTED[*list])
            .view(|list| Cell::new(number(&format!("{:.2}", PRINTED[*list]))))
            .head(tr!("Published")),
    ];
    let caption = tr!(
        "Bradley–Terry strengths, which add up to 100. One tie is added for every pair of lists; otherwise a list that lost every vote would have no finite strength. Confidence intervals are from {n} resamples of the votes.",
        n = N_RESAMPLES,
    );
    DataTable::new("Strengths of the lists", columns, Vec::from_iter(0..LETTERS.len()))
        .label(tr!("Strengths of the lists"))
        .class("strengths-table")
        .caption(caption)
        .view()
}

pub(in crate::ui::lessons) fn class_verdict(session: Session) -> String {
    let votes = session.lessons.votes.all.get();
    let Some(shares) = shares(votes.iter().copied()).filter(|_| !votes.is_empty()) else {
        return tr!("There are no votes yet.");
    };
    let mut order: Vec<usize> = (0..LETTERS.len()).collect();
    order.sort_by(|i, j| shares[*j].total_cmp(&shares[*i]));
    let order: Vec<&str> = order.into_iter().map(|index| LETTERS[index]).collect();
    let taus = MEASURES.map(|measure| {
        let (tau, _) = agreement(&values(measure), &shares);
        tr!(
            "{tau} with {measure}",
            tau = two_decimals(tau),
            measure = measure.trim_start_matches("eccv:"),
        )
    });
    tr!(
        "After {n} {n?vote|votes}, the order is {order}. Its τ-b is {taus}.",
        n = votes.len(),
        order = order.join(", "),
        taus = taus.join(", "),
    )
}

/// The strengths of the five lists, which add up to 100. Every pair of lists gets a tie, half a win
/// each: without it a list that lost every vote would have no finite strength, and classes are often
/// unanimous.
fn shares(votes: impl IntoIterator<Item = Vote>) -> Option<Vec<f64>> {
    let mut wins = wins(votes);
    wins.iter_mut().flatten().for_each(|count| *count += 0.5);
    let fit = bradley_terry(&wins).ok()?;
    let strengths: Vec<f64> = fit.log_strengths.iter().map(|log| log.exp()).collect();
    let sum: f64 = strengths.iter().sum();
    Some(strengths.iter().map(|strength| 100.0 * strength / sum).collect())
}

/// 95% intervals by list; `None` for fewer than two votes.
fn intervals(votes: &[Vote]) -> Option<Vec<Interval>> {
    let resampling = Resampling { n_resamples: N_RESAMPLES, ..Resampling::default() };
    // The same seed draws the same votes for every list, so each draw is fitted only once.
    let fits = RefCell::new(Vec::<Option<Vec<f64>>>::new());
    let of_list = |list: usize| {
        let turn = std::cell::Cell::new(0usize);
        let statistic = |drawn: &[usize]| {
            let now = turn.replace(turn.get() + 1);
            if fits.borrow().len() <= now {
                let drawn = drawn.iter().filter_map(|index| votes.get(*index).copied());
                fits.borrow_mut().push(shares(drawn));
            }
            fits.borrow().get(now)?.as_ref()?.get(list).copied()
        };
        bootstrap(votes.len(), &resampling, statistic).ok()
    };
    (0..LETTERS.len()).map(of_list).collect()
}
