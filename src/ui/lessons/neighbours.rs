//! Lesson 6: tags from neighbours, and why every figure needs a baseline.

use super::lesson::Part::{Live, Says};
use super::lesson::Scene::Block;
use super::{Lesson, Step};
use crate::ui::state::Session;
use crate::ui::state::challenges::{Attempt, Finding, N_TAGS, suggestions};
use crate::ui::state::view::{Asked, ViewState};
use crate::ui::task::TaskState;
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
    learn: "How tags of similar pictures become suggestions, how far popularity alone gets you, and why every figure needs a baseline.",
    minutes: 10,
    queries: &[],
    steps: &[
        Step {
            heading: "Ask the neighbours",
            scene: Block(Page::Topics, "picture"),
            view: |state| {
                challenge(state, "suggestion", SYSTEM);
                state.asked = Some(Asked::Image(PICTURE.into()));
            },
            text: &[
                Says(
                    "Photographers tag their pictures, and nobody has time to tag all. Similar pictures may help: each of the nearest neighbours votes for its own tags, with the similarity as its weight.",
                ),
                Live(|session| {
                    let TaskState::Done(lists) = session.challenges.lists.get() else {
                        return None;
                    };
                    let TaskState::Done(hits) = session.challenges.opened.get() else {
                        return None;
                    };
                    let row = session.dataset()?.image_ids().row_of(PICTURE)?;
                    let index = &lists.entries;
                    let suggested = suggestions(&lists, None).ok()?.of(&hits, index);
                    let tags = index.of_row(u32::try_from(row).ok()?);
                    let n_right = suggested.iter().filter(|(tag, _)| tags.contains(tag)).count();
                    let names: Vec<&str> =
                        suggested.iter().map(|(tag, _)| index.name(*tag)).collect();
                    Some(format!(
                        "{} neighbours vote for {}. Of these five, {n_right} are among the tags that its photographer gave it.",
                        hits.len(),
                        names.join(", "),
                    ))
                }),
                Says(
                    "Look at the neighbours: which of them gave the wrong tags, and why? Open another picture, or one of your own.",
                ),
            ],
        },
        Step {
            heading: "How often is one right?",
            scene: Block(Page::Topics, "finding"),
            view: |state| challenge(state, "suggestion", SYSTEM),
            text: &[
                Says(
                    "One picture proves little, so of all pictures with tags every second is tested, with the tags of the others. A suggestion counts as right if at least one of the five is a tag of the picture. The button computes it; that may take some seconds.",
                ),
                Live(|session| {
                    let Some((all, _)) = outcome(session, SYSTEM) else { return not_yet() };
                    Some(format!(
                        "For {} of the {} pictures tested at least one tag is right: {}. Is that a lot?",
                        (all.share * all.n as f64).round(),
                        all.n,
                        percent(all.share),
                    ))
                }),
            ],
        },
        Step {
            heading: "Popularity needs no picture",
            scene: Block(Page::Topics, "finding"),
            view: |state| challenge(state, "suggestion", SYSTEM),
            text: &[
                Says(
                    "Suppose that everybody gets the same five tags, the most frequent ones. Nobody looks at the picture, and yet a tag is often right.",
                ),
                Live(|session| {
                    let Some((all, few)) = outcome(session, SYSTEM) else { return not_yet() };
                    Some(format!(
                        "Popularity alone is right for {}, the neighbours for {}. With only the {N_TAGS} most frequent tags, popularity gets {} and the neighbours {}: a higher figure, and an easier task.",
                        percent(all.popularity),
                        percent(all.share),
                        percent(few.popularity),
                        percent(few.share),
                    ))
                }),
                Says(
                    "So a share says nothing by itself. What is above the baseline is what the vectors know.",
                ),
            ],
        },
        Step {
            heading: "What colours know",
            scene: Block(Page::Topics, "finding"),
            view: |state| challenge(state, "suggestion", COLOURS),
            text: &[
                Says(
                    "This system only counts colours. It has never seen a tag, a caption or an animal. Compute its share too.",
                ),
                Live(|session| {
                    let (Some((colours, _)), Some((trained, _))) =
                        (outcome(session, COLOURS), outcome(session, SYSTEM))
                    else {
                        return Some(format!(
                            "{} This step needs the shares of both systems.",
                            not_yet()?
                        ));
                    };
                    Some(format!(
                        "Popularity: {}. Colours: {}. The trained system: {}. Over popularity, the trained system gains {} points, but over colours only {}.",
                        percent(colours.popularity),
                        percent(colours.share),
                        percent(trained.share),
                        points(trained.share - colours.popularity),
                        points(trained.share - colours.share),
                    ))
                }),
                Says("A simple system is a baseline as well, and often the harder one to beat."),
            ],
        },
        Step {
            heading: "A baseline for rankings",
            scene: Block(Page::Topics, "finding"),
            view: |state| challenge(state, "propagation", COLOURS),
            text: &[
                Says(
                    "Rankings have a baseline too. A random order has, at every rank, the share of pictures that show the topic: its prevalence.",
                ),
                Live(|session| {
                    let Some(reports) = reports(session) else { return not_yet() };
                    let (_, wide) =
                        reports.iter().find(|(id, _)| id == "wide").or(reports.first())?;
                    Some(format!(
                        "Over {} topics, the tags of neighbours by colour reach a MAP of {:.2}, and {} of the first 50 are right. A random order would have {:.2}.",
                        wide.topics.len(),
                        wide.map?,
                        percent(wide.accuracy?),
                        wide.prevalence?,
                    ))
                }),
                Says(
                    "The same MAP on rarer topics would be worth more. So when you print a figure, print its baseline with it.",
                ),
            ],
        },
    ],
};

fn challenge(state: &mut ViewState, challenge: &str, system: &str) {
    state.challenge = Some(challenge.into());
    state.system = Some(system.into());
}

fn not_yet() -> Option<String> {
    Some("Not computed yet: press the button on the page.".into())
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
            Some(senses.iter().map(|sense| (sense.relevance.clone(), sense.report())).collect())
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

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn points(difference: f64) -> String {
    format!("{:.1}", 100.0 * difference).replace('-', "−")
}
