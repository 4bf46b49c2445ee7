//! A blind ballot between the guides' list and the text's (Needle, Fig. 11): left, right, both or
//! neither.

use super::super::found::drawn;
use super::super::view::View;
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::components::{focus_later, notice, quiet_button, said, text_button};
use crate::ui::state::guides::{BallotVote, Preference};
use crate::ui::state::view::Asked;
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::benchmark::Query;
use rankscope_core::statistics::sign_test;
use rankscope_transfer::sha256_hex;
use std::collections::BTreeSet;

const NEXT: &str = "ballot-next";
const ASKED: &str = "ballot-asked";

/// As many as the paper's judges saw.
const N_SHOWN: usize = 20;

pub(super) fn ballot(view: View) -> AnyView {
    let ballot = view.guides.ballot;
    // The vote on the query that is shown, once cast: then the sides are named.
    let cast_now = RwSignal::new(None::<Preference>);
    Effect::new(move |_| {
        view.asked.track();
        view.plan.track();
        cast_now.set(None);
    });
    let settings = Memo::new(move |_| view.plan.with(|plan| plan.choice.to_string()));
    // Sides do not depend on what is better, and differ from query to query.
    let guides_left = Memo::new(move |_| {
        let text = view.asked.with(|asked| asked.as_ref().map(|asked| asked.text.clone()));
        sha256_hex(text.unwrap_or_default().as_bytes()).as_str() < "8"
    });
    let lists = Memo::new(move |_| {
        let is_done = !view.guides.work.is_running();
        let fused = view.fused.get().filter(|_| is_done)?;
        let guides: Vec<u32> = fused.first(N_SHOWN).iter().map(|hit| hit.row).collect();
        let text = view.guides.text_hits.get()?;
        let text: Vec<u32> = text.iter().take(N_SHOWN).map(|hit| hit.row_in_corpus).collect();
        Some(if guides_left.get() { (guides, text) } else { (text, guides) })
    });
    let cast = move |preference: Preference| {
        let Some(asked) = view.asked.get_untracked() else { return };
        ballot.cast(BallotVote {
            query: asked.text,
            settings: settings.get_untracked(),
            preference,
        });
        cast_now.set(Some(preference));
        // Its buttons go: on to the next query, whose words have the focus then.
        focus_later(NEXT);
    };
    let side = move |is_left: bool| match is_left == guides_left.get_untracked() {
        true => Preference::Guides,
        false => Preference::Text,
    };
    let buttons = move || match cast_now.get() {
        None => view! {
            <div class="buttons" role="group" aria-label="Your vote">
                <button type="button" on:click=move |_| cast(side(true))>"Left is better"</button>
                <button type="button" on:click=move |_| cast(side(false))>"Right is better"</button>
                {quiet_button("Both are good", move || cast(Preference::Both))}
                {quiet_button("Neither is", move || cast(Preference::Neither))}
            </div>
        }
        .into_any(),
        Some(_) => view! {
            <div class="buttons">
                <p role="status">
                    {move || match guides_left.get() {
                        true => "The guides were on the left, the text alone on the right.",
                        false => "The text alone was on the left, the guides on the right.",
                    }}
                </p>
                <button
                    id=NEXT
                    type="button"
                    class="primary"
                    on:click=move |_| {
                        next(view);
                        focus_later(ASKED);
                    }
                >
                    "Next query"
                </button>
            </div>
        }
        .into_any(),
    };
    let body = move || match (view.asked.with(Option::is_some), lists.get()) {
        (false, _) => view! {
            <div class="buttons">
                <button type="button" class="primary" on:click=move |_| next(view)>
                    "Start with a query of the benchmark"
                </button>
            </div>
        }
        .into_any(),
        (true, None) if view.guides.work.is_running() => said("Both lists are on their way."),
        (true, None) => {
            notice("There are no two lists to compare: guides or a text vector are missing.")
        }
        (true, Some((left, right))) => {
            let left = pictures(view, "Left", "Left list", &left);
            let right = pictures(view, "Right", "Right list", &right);
            view! { <div class="vote">{left} {right}</div> {buttons} }.into_any()
        }
    };
    let query = move || {
        view.asked.with(|asked| Some(format!("Someone searched for “{}”", asked.as_ref()?.text)))
    };
    view! {
        <p class="prose">
            "One list is found by the text alone, the other by the guides as chosen above. You learn which is which after your vote. Everything else on this page is hidden until then."
        </p>
        <h3 id=ASKED tabindex="-1">{query}</h3>
        {body}
        {move || tally(view)}
    }
    .into_any()
}

fn pictures(view: View, side: &'static str, name: &'static str, rows: &[u32]) -> AnyView {
    let item = |row: &u32| view! { <li>{drawn(view, *row, None).0}</li> };
    view! {
        <section class="vote-side" aria-label=name>
            // On a phone the lists stand one below the other.
            <p class="vote-name">{side}</p>
            <ol class="vote-pictures" aria-label=name>{rows.iter().map(item).collect_view()}</ol>
        </section>
    }
    .into_any()
}

fn next(view: View) {
    let asked = view.guides.ballot.votes.with_untracked(|votes| {
        votes.iter().map(|vote| vote.query.clone()).collect::<BTreeSet<String>>()
    });
    let current = view.asked.get_untracked().map(|asked| asked.text);
    let id = view.dataset.with_value(|dataset| {
        let n = dataset.queries.len();
        // A stride that is prime to most numbers visits queries of all kinds.
        let order = (0..n).map(|place| (place * 389 + asked.len() * 97) % n.max(1));
        let mut open = order.filter_map(|place| dataset.queries.get(place));
        let is_new =
            |query: &&Query| !asked.contains(&query.text) && current.as_ref() != Some(&query.text);
        open.find(is_new).map(|query| query.id.clone())
    });
    if let Some(id) = id {
        view.session.address.ask(Some(Asked::Stored(id)));
    }
}

fn tally(view: View) -> Option<AnyView> {
    let ballot = view.guides.ballot;
    let votes = ballot.votes.get();
    if votes.is_empty() {
        return None;
    }
    let n = votes.len();
    let count = |of: Preference| votes.iter().filter(|vote| vote.preference == of).count();
    let title = |of: Preference| match of {
        Preference::Guides => "The guides’ list",
        Preference::Text => "The text’s list",
        Preference::Both => "Both",
        Preference::Neither => "Neither",
    };
    /// A preference, its votes and their share.
    type Line = (&'static str, usize, f64);
    let line = |of: Preference| (title(of), count(of), count(of) as f64 / n as f64);
    let columns = vec![
        Column::text("Preferred", |line: &Line| line.0.to_string()).heads_row(),
        Column::number("Votes", |line: &Line| line.1 as f64).view(|line| Cell::new(line.1)),
        Column::number("Share", |line: &Line| line.2)
            .view(|line| Cell::new(format!("{:.1}%", 100.0 * line.2))),
    ];
    let (guides, text) = (count(Preference::Guides), count(Preference::Text));
    let json =
        move || ballot.votes.with_untracked(|votes| serde_json::to_string_pretty(votes).ok());
    let undo = move || {
        ballot.undo();
        if n == 1 {
            // The buttons go with the last vote.
            focus_later(ASKED);
        }
    };
    let clear = move || {
        ballot.clear();
        focus_later(ASKED);
    };
    let lost = move || {
        (!ballot.is_stored.get()).then(|| {
            notice("This browser stores nothing for this page: the votes are lost when you leave.")
        })
    };
    Some(
        view! {
            {DataTable::new("Votes", columns, Vec::from(Preference::ALL.map(line)))
                .caption(format!("{} cast in this browser.", words::counted(n, "vote", "votes")))
                .view()}
            <p class="prose" data-finding="">{preferred(guides, text, n)}</p>
            {lost}
            <div class="buttons">
                {quiet_button("Undo the last vote", undo)} {quiet_button("Clear all votes", clear)}
                {text_button("Export votes".into(), "votes.json".into(), json)}
            </div>
        }
        .into_any(),
    )
}

/// The votes for one side, and whether they are more than chance gives.
fn preferred(guides: usize, text: usize, n: usize) -> String {
    let clear = guides + text;
    if clear == 0 {
        return "No vote prefers one list yet.".into();
    }
    let share = |part: usize, whole: usize| format!("{:.0}%", 100.0 * part as f64 / whole as f64);
    let p = sign_test(guides as u64, text as u64);
    let p = if p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") };
    format!(
        "{} of the votes prefer one list, and {} of these the guides’: binomial test against one half, two-sided, {p}.",
        share(clear, n),
        share(guides, clear),
    )
}
