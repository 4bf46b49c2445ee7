//! Lesson 6: tags from neighbours, and why every figure needs a baseline.

use super::live::{live, paragraph};
use super::{Lesson, Step};
use crate::ui::state::Session;
use crate::ui::state::challenges::{Attempt, Finding, N_TAGS, suggestions};
use crate::ui::state::view::{Asked, ViewState};
use crate::ui::task::TaskState;
use leptos::prelude::*;
use rankscope_core::topics::{SuggestionOutcome, TopicsReport};
use rankscope_core::views::Page;
use std::sync::Arc;

/// The picture whose tags are suggested.
const PICTURE: &str = "fb1-2002";
/// A trained system, and one that knows colours only.
const SYSTEM: &str = "large";
const COLOURS: &str = "colours";

pub(super) static LESSON: Lesson = Lesson {
    id: "neighbours",
    title: "What your neighbours would call it",
    learn: "How tags of similar pictures become suggestions, how far popularity alone comes, and why a baseline belongs beside every figure.",
    minutes: 10,
    queries: &[],
    steps: &[
        Step {
            heading: "Ask the neighbours",
            page: Page::Topics,
            shows: "picture",
            view: |state| {
                challenge(state, "suggestion", SYSTEM);
                state.asked = Some(Asked::Image(PICTURE.into()));
            },
            text: ask,
            activity: None,
        },
        Step {
            heading: "How often is one right?",
            page: Page::Topics,
            shows: "finding",
            view: |state| challenge(state, "suggestion", SYSTEM),
            text: share,
            activity: None,
        },
        Step {
            heading: "Popularity needs no picture",
            page: Page::Topics,
            shows: "finding",
            view: |state| challenge(state, "suggestion", SYSTEM),
            text: popularity,
            activity: None,
        },
        Step {
            heading: "What colours know",
            page: Page::Topics,
            shows: "finding",
            view: |state| challenge(state, "suggestion", COLOURS),
            text: colours,
            activity: None,
        },
        Step {
            heading: "A baseline for rankings",
            page: Page::Topics,
            shows: "finding",
            view: |state| challenge(state, "propagation", COLOURS),
            text: prevalence,
            activity: None,
        },
    ],
};

fn challenge(state: &mut ViewState, challenge: &str, system: &str) {
    state.challenge = Some(challenge.into());
    state.system = Some(system.into());
}

fn ask(session: Session) -> AnyView {
    let words = move || {
        let TaskState::Done(lists) = session.challenges.lists.get() else { return None };
        let TaskState::Done(hits) = session.challenges.opened.get() else { return None };
        let row = session.dataset()?.image_ids().row_of(PICTURE)?;
        let index = &lists.tags;
        let suggested = suggestions(&lists, None).ok()?.of(&hits, index);
        let own = index.of_row(u32::try_from(row).ok()?);
        let n_right = suggested.iter().filter(|(tag, _)| own.contains(tag)).count();
        let names: Vec<&str> = suggested.iter().map(|(tag, _)| index.name(*tag)).collect();
        Some(format!(
            "{} neighbours vote for {}. Of these five, {n_right} are among the tags that its photographer gave it.",
            hits.len(),
            names.join(", "),
        ))
    };
    view! {
        {paragraph(
            "Photographers tag their pictures, and nobody has time to tag all. Similar pictures may help: each of the nearest neighbours votes for its own tags, with the similarity as its weight.",
        )}
        {live(words)}
        {paragraph(
            "Look at the neighbours: which of them gave the wrong tags, and why? Open another picture, or one of your own.",
        )}
    }
    .into_any()
}

fn share(session: Session) -> AnyView {
    view! {
        {paragraph(
            "One picture proves little, so every second picture is tested, with the tags of the others. A suggestion counts as right if at least one of the five is a tag of the picture. The button computes it; that may take some seconds.",
        )}
        {live(move || {
            let Some((all, _)) = outcome(session, SYSTEM) else { return Some(not_yet()) };
            Some(format!(
                "For {} of the {} pictures tested at least one tag is right: {}. Is that much?",
                right(all.share, all.n), all.n, percent(all.share),
            ))
        })}
    }
    .into_any()
}

fn popularity(session: Session) -> AnyView {
    view! {
        {paragraph(
            "Suppose that everybody gets the same five tags, the most frequent ones. Nobody looks at the picture, and yet a tag is often right.",
        )}
        {live(move || {
            let Some((all, few)) = outcome(session, SYSTEM) else { return Some(not_yet()) };
            Some(format!(
                "Popularity alone is right for {}, the neighbours for {}. With only the {N_TAGS} most frequent tags, popularity gets {} and the neighbours {}: a higher figure, and an easier task.",
                percent(all.popularity), percent(all.share), percent(few.popularity), percent(few.share),
            ))
        })}
        {paragraph(
            "So a share says nothing by itself. What is above the baseline is what the vectors know.",
        )}
    }
    .into_any()
}

fn colours(session: Session) -> AnyView {
    view! {
        {paragraph(
            "This system only counts colours. It has never seen a tag, a caption or an animal. Compute its share too.",
        )}
        {live(move || {
            let (Some((own, _)), Some((trained, _))) =
                (outcome(session, COLOURS), outcome(session, SYSTEM))
            else {
                return Some(format!("{} This step needs the shares of both systems.", not_yet()));
            };
            Some(format!(
                "Popularity: {}. Colours: {}. The trained system: {}. Beside popularity the trained system gains {} points, but beside colours only {}.",
                percent(own.popularity), percent(own.share), percent(trained.share),
                points(trained.share - own.popularity), points(trained.share - own.share),
            ))
        })}
        {paragraph("A simple system is a baseline as well, and often the harder one to beat.")}
    }
    .into_any()
}

fn prevalence(session: Session) -> AnyView {
    view! {
        {paragraph(
            "Rankings have a baseline too. A random order has, at every rank, the share of pictures that show the topic: its prevalence.",
        )}
        {live(move || {
            let Some(reports) = reports(session) else { return Some(not_yet()) };
            let wide = reports.iter().find(|(id, _)| id == "wide").or(reports.first())?;
            let (map, accuracy) = (wide.1.map?, wide.1.accuracy?);
            let prevalence = wide.1.prevalence?;
            Some(format!(
                "Over {} topics, the tags of neighbours by colour reach a MAP of {map:.2}, and {} of the first 50 are right. A random order would have {prevalence:.2}.",
                wide.1.topics.len(), percent(accuracy),
            ))
        })}
        {paragraph(
            "The same MAP on rarer topics would be worth more. So when you print a figure, print its baseline beside it.",
        )}
    }
    .into_any()
}

fn not_yet() -> String {
    "Not computed yet: press the button on the page.".into()
}

/// `None` until computed.
fn outcome(session: Session, system: &str) -> Option<(SuggestionOutcome, SuggestionOutcome)> {
    match &*finding(session, "suggestion", system)? {
        Finding::Tags { all, few } => Some((all.clone(), few.clone())),
        Finding::Topics(_) => None,
    }
}

fn reports(session: Session) -> Option<Vec<(String, TopicsReport)>> {
    match &*finding(session, "propagation", COLOURS)? {
        Finding::Topics(senses) => {
            Some(senses.iter().map(|own| (own.relevance.clone(), own.report())).collect())
        }
        Finding::Tags { .. } => None,
    }
}

fn finding(session: Session, name: &str, system: &str) -> Option<Arc<Finding>> {
    let dataset = session.dataset()?;
    let mut state = ViewState::default();
    challenge(&mut state, name, system);
    session.challenges.finding(&Attempt::of(&state, &dataset.base_url, system))
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers of pictures"
)]
fn right(share: f64, n: usize) -> usize {
    (share * n as f64).round() as usize
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn points(difference: f64) -> String {
    format!("{:.1}", 100.0 * difference).replace('-', "−")
}
