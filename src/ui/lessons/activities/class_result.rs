//! What the class prefers: counts, strengths with intervals, and how the measures agree.

use super::ballot::reset_button;
use super::pictures::{LETTERS, MEASURES, PRINTED, WORDS, values};
use super::preference_fit::{N_RESAMPLES, intervals, shares};
use super::study::{agreement, agreement_table};
use crate::ui::components::{notice, table_tools};
use crate::ui::state::Session;
use crate::ui::state::votes::{Vote, wins};
use crate::ui::task::Task;
use crate::ui::words;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use rankscope_core::statistics::Interval;

/// The activity.
pub(in crate::ui::lessons) fn class_result(session: Session) -> AnyView {
    let votes = session.lessons.votes;
    let task: Task<Option<Vec<Interval>>> = Task::new();
    // Drawn later, so that a vote is counted at once.
    Effect::new(move |_| {
        let all = votes.all.get();
        task.start(move |_| {
            let all = all.clone();
            async move {
                TimeoutFuture::new(0).await;
                Ok(intervals(&all))
            }
        });
    });
    let found = Signal::derive(move || task.value().flatten());
    let body = move || {
        let all = votes.all.get();
        match shares(all.iter().copied()).filter(|_| !all.is_empty()) {
            None => notice(
                "There are no votes yet. Go back a step and cast some; they appear here at once.",
            ),
            Some(shares) => view! {
                {strengths(&shares, found)}
                {agreement_table("Agreement with the class", &shares)}
                {counts(&all)}
                <div class="buttons">{reset_button(session)}</div>
            }
            .into_any(),
        }
    };
    view! {
        <section class="activity" aria-labelledby="class-title">
            <h2 id="class-title">"The class’s votes"</h2>
            {body}
        </section>
    }
    .into_any()
}

fn counts(votes: &[Vote]) -> AnyView {
    let wins = wins(votes.iter().copied());
    let heads = LETTERS.map(|letter| {
        view! {
            <th scope="col" class="number">
                {letter}
            </th>
        }
    });
    let rows = LETTERS.iter().zip(&wins).enumerate().map(|(i, (letter, row))| {
        let cells = LETTERS.iter().zip(row).enumerate().map(|(j, (other, count))| {
            let words = if i == j { "–".to_string() } else { format!("{count:.0}") };
            view! {
                <td class="number" data-winner=*letter data-loser=*other data-value=format!("{count:.0}")>
                    {words}
                </td>
            }
        });
        let cells = cells.collect_view();
        view! {
            <tr>
                <th scope="row">{*letter}</th>
                {cells}
            </tr>
        }
    });
    let rows = rows.collect_view();
    let caption = format!(
        "How often the list of the row was preferred to that of the column, of {}.",
        words::counted(votes.len(), "vote", "votes")
    );
    view! {
        <div class="scroller" tabindex="0" role="region" aria-label="Votes by pair, scrollable">
            <table class="counts-table" aria-label="Votes by pair">
                <caption>
                    <span class="caption-words">{caption}</span>
                </caption>
                <thead>
                    <tr>
                        <th scope="col">"Preferred to"</th>
                        {heads}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {table_tools("Votes by pair")}
    }
    .into_any()
}

fn strengths(shares: &[f64], found: Signal<Option<Vec<Interval>>>) -> AnyView {
    let rows = LETTERS.iter().enumerate().map(|(index, letter)| {
        let share = shares.get(index).copied().unwrap_or(f64::NAN);
        let interval = move || {
            found.with(|found| {
                let interval = found.as_ref()?.get(index)?;
                Some(format!("{:.1} … {:.1}", interval.low, interval.high))
            })
        };
        let words = move || interval().unwrap_or_else(|| "–".into());
        view! {
            <tr>
                <th scope="row">
                    {*letter} <span class="describe">{WORDS[index]}</span>
                </th>
                <td class="strength-cell">
                    <span class="strength-bar" style=format!("--share:{share:.2}%")></span>
                </td>
                <td class="number" data-list=*letter data-value=share.to_string()>
                    {format!("{share:.1}")}
                </td>
                <td class="number">{words}</td>
                <td class="number">{format!("{:.2}", PRINTED[index])}</td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    let caption = format!(
        "Bradley–Terry strengths, of 100 together. One tie is added between every two lists: a list \
         that lost every vote would have no finite strength otherwise. Intervals: 95 % of \
         {N_RESAMPLES} resamples of the votes.",
    );
    view! {
        <div class="scroller" tabindex="0" role="region" aria-label="Strengths, scrollable">
            <table class="strengths-table" aria-label="Strengths of the lists">
                <caption>
                    <span class="caption-words">{caption}</span>
                </caption>
                <thead>
                    <tr>
                        <th scope="col">"List"</th>
                        <th scope="col">
                            <span class="visually-hidden">"Strength as a bar"</span>
                        </th>
                        <th scope="col" class="number">"Strength"</th>
                        <th scope="col" class="number">"Interval"</th>
                        <th scope="col" class="number">"The study’s"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {table_tools("Strengths of the lists")}
    }
    .into_any()
}

/// What the votes say, in words.
pub(in crate::ui::lessons) fn class_verdict(session: Session) -> String {
    let votes = session.lessons.votes.all.get();
    let Some(shares) = shares(votes.iter().copied()).filter(|_| !votes.is_empty()) else {
        return "There are no votes yet.".into();
    };
    let mut order: Vec<usize> = (0..LETTERS.len()).collect();
    order.sort_by(|i, j| shares[*j].total_cmp(&shares[*i]));
    let order: Vec<&str> = order.into_iter().map(|index| LETTERS[index]).collect();
    let taus: Vec<String> = MEASURES
        .iter()
        .map(|measure| {
            let (tau, _) = agreement(&values(measure), &shares);
            let tau = tau.map_or_else(|| "n/a".into(), |tau| format!("{tau:.2}").replace('-', "−"));
            format!("{tau} with {}", measure.trim_start_matches("eccv:"))
        })
        .collect();
    format!(
        "After {} the order is {}. Its τ-b is {}.",
        words::counted(votes.len(), "vote", "votes"),
        order.join(", "),
        taus.join(", "),
    )
}
