//! Lesson 6: tags from neighbours, and why every figure needs a baseline.

use super::lesson::Part::{Live, Says};
use super::lesson::Scene::Block;
use super::live::two;
use super::{Lesson, Step};
use crate::ui::language::number;
use crate::ui::state::Session;
use crate::ui::state::challenges::{Attempt, Finding, N_TAGS, suggestions};
use crate::ui::state::view::{Asked, ViewState};
use crate::ui::task::TaskState;
use crate::{message, tr};
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
    title: message!("What your neighbours would call it"),
    learn: message!(
        "How tags of similar pictures become suggestions, how far popularity alone gets you, and why every figure needs a baseline."
    ),
    minutes: 10,
    queries: &[],
    steps: &[
        Step {
            heading: message!("Ask the neighbours"),
            scene: Block(Page::Topics, "picture"),
            view: |state| {
                challenge(state, "suggestion", SYSTEM);
                state.asked = Some(Asked::Image(PICTURE.into()));
            },
            text: &[
                Says(message!(
                    "Photographers tag their pictures, and nobody has time to tag all. Similar pictures may help: each of the nearest neighbours votes for its own tags, with the similarity as its weight."
                )),
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
                    Some(tr!(
                        "{n} neighbours vote for {tags}. Of these five, {n_right} {n_right?is|are} among the tags that its photographer gave it.",
                        n = hits.len(),
                        tags = names.join(", "),
                        n_right,
                    ))
                }),
                Says(message!(
                    "Look at the neighbours: which of them gave the wrong tags, and why? Open another picture, or one of your own."
                )),
            ],
        },
        Step {
            heading: message!("How often is one right?"),
            scene: Block(Page::Topics, "finding"),
            view: |state| challenge(state, "suggestion", SYSTEM),
            text: &[
                Says(message!(
                    "One picture proves little, so of all pictures with tags every second is tested, with the tags of the others. A suggestion counts as right if at least one of the five is a tag of the picture. The button computes it; that may take some seconds."
                )),
                Live(|session| {
                    let Some((all, _)) = outcome(session, SYSTEM) else { return not_yet() };
                    Some(tr!(
                        "For {n_right} of the {n} pictures tested at least one tag is right: {share}. Is that a lot?",
                        n_right = (all.share * all.n as f64).round() as usize,
                        n = all.n,
                        share = percent(all.share),
                    ))
                }),
            ],
        },
        Step {
            heading: message!("Popularity needs no picture"),
            scene: Block(Page::Topics, "finding"),
            view: |state| challenge(state, "suggestion", SYSTEM),
            text: &[
                Says(message!(
                    "Suppose that everybody gets the same five tags, the most frequent ones. Nobody looks at the picture, and yet a tag is often right."
                )),
                Live(|session| {
                    let Some((all, few)) = outcome(session, SYSTEM) else { return not_yet() };
                    Some(tr!(
                        "Popularity alone is right for {popularity}, the neighbours for {share}. With only the {n} most frequent tags, popularity gets {few_popularity} and the neighbours {few_share}: a higher figure, and an easier task.",
                        popularity = percent(all.popularity),
                        share = percent(all.share),
                        n = N_TAGS,
                        few_popularity = percent(few.popularity),
                        few_share = percent(few.share),
                    ))
                }),
                Says(message!(
                    "So a share says nothing by itself. What is above the baseline is what the vectors know."
                )),
            ],
        },
        Step {
            heading: message!("What colours know"),
            scene: Block(Page::Topics, "finding"),
            view: |state| challenge(state, "suggestion", COLOURS),
            text: &[
                Says(message!(
                    "This system only counts colours. It has never seen a tag, a caption or an animal. Compute its share too."
                )),
                Live(|session| {
                    let (Some((colours, _)), Some((trained, _))) =
                        (outcome(session, COLOURS), outcome(session, SYSTEM))
                    else {
                        let both = tr!("This step needs the shares of both systems.");
                        return Some(format!("{} {both}", not_yet()?));
                    };
                    Some(tr!(
                        "Popularity: {popularity}. Colours: {colours}. The trained system: {trained}. Over popularity, the trained system gains {gain} points, but over colours only {gain_over_colours}.",
                        popularity = percent(colours.popularity),
                        colours = percent(colours.share),
                        trained = percent(trained.share),
                        gain = points(trained.share - colours.popularity),
                        gain_over_colours = points(trained.share - colours.share),
                    ))
                }),
                Says(message!(
                    "A simple system is a baseline as well, and often the harder one to beat."
                )),
            ],
        },
        Step {
            heading: message!("A baseline for rankings"),
            scene: Block(Page::Topics, "finding"),
            view: |state| challenge(state, "propagation", COLOURS),
            text: &[
                Says(message!(
                    "Rankings have a baseline too. A random order has, at every rank, the share of pictures that show the topic: its prevalence."
                )),
                Live(|session| {
                    let Some(reports) = reports(session) else { return not_yet() };
                    let (_, wide) =
                        reports.iter().find(|(id, _)| id == "wide").or(reports.first())?;
                    Some(tr!(
                        "Over {n} topics, the tags of neighbours by colour reach a MAP of {map}, and {share} of the first 50 are right. A random order would have {random}.",
                        n = wide.topics.len(),
                        map = two(wide.map?),
                        share = percent(wide.accuracy?),
                        random = two(wide.prevalence?),
                    ))
                }),
                Says(message!(
                    "The same MAP on rarer topics would be worth more. So when you print a figure, print its baseline with it."
                )),
            ],
        },
    ],
};

fn challenge(state: &mut ViewState, challenge: &str, system: &str) {
    state.challenge = Some(challenge.into());
    state.system = Some(system.into());
}

fn not_yet() -> Option<String> {
    Some(tr!("Not computed yet: press the button on the page."))
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
    number(&format!("{:.1}%", 100.0 * share))
}

fn points(difference: f64) -> String {
    number(&format!("{:.1}", 100.0 * difference)).replace('-', "−")
}
