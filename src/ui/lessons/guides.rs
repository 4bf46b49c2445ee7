//! Lesson 7: guides, when they help, when a dominant embedder makes fusion worse, and what trust
//! learns.

use super::lesson::Part::{Live, Says};
use super::lesson::Scene::Block;
use super::live::title_of;
use super::{Lesson, Step};
use crate::ui::language::{listed, number};
use crate::ui::state::Session;
use crate::ui::state::guides::{Plan, embedders_of, topic_of};
use crate::ui::state::view::{Asked, ViewState};
use crate::ui::task::TaskState;
use crate::{message, tr};
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use rankscope_core::metrics::{JudgedRanking, Measure};
use rankscope_core::ranking::{Hit, hits_in_order};
use rankscope_core::views::Page;
use rankscope_fieldbook::Engine;
use rankscope_guide::GuideChoice;
use std::sync::Arc;

/// A query that pictures answer better than words.
const HELPED: &str = "q-029";
/// One that words answer perfectly.
const EASY: &str = "q-141";
/// The best system's guides win here, and those of all systems lose.
const DOMINATED: &str = "q-005";
const MEASURE: &str = "inquire:AP@50";

pub(super) static LESSON: Lesson = Lesson {
    id: "guides",
    title: message!("Ask with pictures"),
    learn: message!(
        "How drawings of a query can search in its place, when they help and when words are better, why one strong system can beat six, and what feedback teaches."
    ),
    minutes: 12,
    queries: &[],
    steps: &[
        Step {
            heading: message!("Draw what you mean"),
            scene: Block(Page::Guides, "lists"),
            view: |state| guides(state, HELPED, "accurate"),
            text: &[
                Says(message!(
                    "Words and pictures are hard to compare. So the words are read, scenes that fit are drawn, and the drawings search: picture against picture. Every system ranks the gallery for every drawing, and the lists are fused: a picture gets 1/rank from each list."
                )),
                Live(|session| {
                    let now = Now::of(session)?;
                    let n_guides = session.guides.taking_part(&now.plan, None).len();
                    Some(tr!(
                        "For “{query}” the text of {system} reaches {measure} {by_text}, the {n_guides} {n_guides?drawing|drawings} under {n} {n?system|systems} {value}.",
                        query = now.text,
                        system = now.first,
                        measure = MEASURE,
                        by_text = now.by_text()?,
                        n_guides,
                        n = now.plan.embedders.len(),
                        value = now.value(&now.plan)?,
                    ))
                }),
                Says(message!(
                    "Open the lists of a result to see which drawings and which systems brought it up."
                )),
            ],
        },
        Step {
            heading: message!("When words are enough"),
            scene: Block(Page::Guides, "lists"),
            view: |state| guides(state, EASY, "accurate"),
            text: &[
                Says(message!(
                    "A drawing shows what the query says, and a great deal that it does not: a season, a light, a place. Each of these drags pictures along that only share the background."
                )),
                Live(|session| {
                    let now = Now::of(session)?;
                    Some(tr!(
                        "“{query}”: the text alone {by_text}, the drawings {value}. On the whole benchmark, too, drawings do not beat the best text.",
                        query = now.text,
                        by_text = now.by_text()?,
                        value = now.value(&now.plan)?,
                    ))
                }),
                Says(message!(
                    "So guides cost time and can cost quality. Needle predicts which queries are hard, and draws for these only. Its own figures, on photographs, are below under Needle’s figures."
                )),
            ],
        },
        Step {
            heading: message!("A guide that leaves something out"),
            scene: Block(Page::Guides, "lists"),
            view: |state| guides(state, DOMINATED, "balanced"),
            text: &[
                Says(message!(
                    "Text-to-image models lose parts of what they are told. The engine Incomplete does so on purpose: it leaves one statement out, and the card says which. The outlier score tells how far a drawing lies from the others; guides can be left out by hand, or by a threshold."
                )),
                Live(|session| {
                    let now = Now::of(session)?;
                    let careful = Plan { engines: vec![Engine::Careful], ..now.plan.clone() };
                    Some(tr!(
                        "With both engines {both}; with those of Complete alone {complete}. Leave out the drawings of Incomplete and see the list change.",
                        both = now.value(&now.plan)?,
                        complete = now.value(&careful)?,
                    ))
                }),
            ],
        },
        Step {
            heading: message!("One strong voice among six"),
            scene: Block(Page::Guides, "lists"),
            view: |state| guides(state, DOMINATED, "accurate"),
            text: &[
                Says(message!(
                    "Six systems see more than one, if they err in different ways and are about equally good. If one is much better, the others outvote it."
                )),
                Live(|session| {
                    let now = Now::of(session)?;
                    let only = |ids: &[String]| {
                        now.value(&Plan { embedders: ids.to_vec(), ..now.plan.clone() })
                    };
                    let (first, others) = now.plan.embedders.split_first()?;
                    Some(tr!(
                        "The same drawings under {system} alone: {alone}. Under all {n}: {all}. Under the {n_others} others: {others}. The text of {system}: {by_text}.",
                        system = now.first,
                        alone = only(std::slice::from_ref(first))?,
                        n = now.plan.embedders.len(),
                        all = only(&now.plan.embedders)?,
                        n_others = others.len(),
                        others = only(others)?,
                        by_text = now.by_text()?,
                    ))
                }),
                Says(message!(
                    "Try Systems above: take the best one away, then leave two of equal strength. Which combination would you have chosen without judgements?"
                )),
            ],
        },
        Step {
            heading: message!("What trust learns"),
            scene: Block(Page::Guides, "weights"),
            view: |state| guides(state, DOMINATED, "accurate"),
            text: &[
                Says(message!(
                    "Nobody has judgements for a new collection, but visitors say what is wrong. Mark a few wrong results and press Learn: every system loses weight for what it ranked high and was wrong, for this topic alone."
                )),
                Live(|session| {
                    let now = Now::of(session)?;
                    let weights = session.guides.trusted.weights(&now.topic, &now.plan.embedders);
                    let named = |(id, weight): (&String, &f64)| {
                        let share = number(&format!("{:.1}%", 100.0 * weight));
                        format!("{} {share}", title_of(session, id))
                    };
                    let named: Vec<String> =
                        now.plan.embedders.iter().zip(&weights).map(named).collect();
                    Some(tr!(
                        "For {topic} you trust {systems}. With these weights {measure} is {weighted}; with equal ones {value}.",
                        topic = now.topic,
                        systems = listed(&named),
                        measure = MEASURE,
                        weighted = now.weighted(&now.plan, &weights)?,
                        value = now.value(&now.plan)?,
                    ))
                }),
                Says(message!(
                    "The changes are small: 0.05 times the sum of 1/rank of what was wrong. A single query moves little, and a system that errs on every query of a topic fades. Undo takes a change back."
                )),
            ],
        },
    ],
};

fn guides(state: &mut ViewState, query: &str, choice: &str) {
    state.asked = Some(Asked::Stored(query.into()));
    let is_default = GuideChoice::parse(choice).0 == GuideChoice::default();
    state.guides = (!is_default).then(|| choice.into());
}

struct Now {
    session: Session,
    dataset: Arc<Dataset>,
    plan: Plan,
    row: u32,
    text: String,
    first: String,
    topic: String,
}

impl Now {
    /// `None` until all guides have searched; tracked.
    fn of(session: Session) -> Option<Self> {
        let dataset = session.dataset()?;
        let state = session.address.state.get();
        let Some(Asked::Stored(id)) = &state.asked else { return None };
        let row = dataset.query_row_from_id.get(id).copied()?;
        let text = dataset.queries.get(row as usize)?.text.clone();
        if !session.board.stored.are_looked_up(&dataset) {
            return None;
        }
        let known = embedders_of(&dataset, |id| session.board.stored.of(id));
        let choice = GuideChoice::parse(state.guides.as_deref().unwrap_or_default()).0;
        let plan = Plan::new(choice, known, Plan::makers(&dataset, true), dataset.n_images());
        let is_done = session.guides.work.with(|work| matches!(work, TaskState::Done(())));
        if !(is_done && session.guides.is_of(&text)) {
            return None;
        }
        let first = dataset.manifest.system(plan.embedders.first()?)?.title.clone();
        let topic = topic_of(&dataset, &plan.choice, Some(row), &[]);
        Some(Self { session, dataset, plan, row, text, first, topic })
    }

    /// The measure under equal weights.
    fn value(&self, plan: &Plan) -> Option<String> {
        let weight = 1.0 / plan.embedders.len().max(1) as f64;
        self.weighted(plan, &vec![weight; plan.embedders.len()])
    }

    fn weighted(&self, plan: &Plan, weights: &[f64]) -> Option<String> {
        let fused = self.session.guides.fused(plan, weights, None, self.dataset.n_images())?;
        let rows: Vec<u32> = fused.hits.iter().map(|hit| hit.row).collect();
        self.measured(&hits_in_order(&rows))
    }

    fn by_text(&self) -> Option<String> {
        self.measured(&self.session.guides.text_hits.get()?)
    }

    fn measured(&self, hits: &[Hit]) -> Option<String> {
        let definition =
            self.session.search.outline.with(|choice| Some(choice.as_ref()?.definition))?;
        let relevance = self.dataset.relevance.get(definition)?;
        let measure: Measure = MEASURE.parse().ok()?;
        let ranking = JudgedRanking::of_query(self.row, hits, relevance, self.dataset.image_ids());
        measure.value(ranking.list(measure.protocol())).map(|value| number(&format!("{value:.3}")))
    }
}
