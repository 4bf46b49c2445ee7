//! Lesson 4: false negatives, and how the choice of annotators changes a ranking.

use super::activities::{alone_verdict, bias_verdict, choose_annotators, is_shipped_annotator};
use super::lesson::Part::{Explored, Live, Says};
use super::lesson::Scene::{Activity, Block};
use super::live::query_text;
use super::{Lesson, Step};
use crate::ui::state::view::{Asked, ViewState};
use rankscope_core::analysis::words;
use rankscope_core::views::Page;

/// A caption with many relevant top results besides its own picture.
const CAPTION: &str = "fb1-2300.3";
/// Not an annotator of the definition `verified`.
const OUTSIDER: &str = "large";
const K: usize = 10;

pub(super) static LESSON: Lesson = Lesson {
    id: "annotators",
    title: "False negatives, and who annotates",
    learn: "How correct answers get counted as wrong, and how the choice of annotating systems changes the ranking of all systems.",
    minutes: 10,
    queries: &[],
    steps: &[
        Step {
            heading: "Only one picture counts",
            scene: Block(Page::Explore, "results"),
            view: |state| judged_by(state, "pairs"),
            text: &[
                Explored(|shown, judged| {
                    let place = match judged.list.relevant_hits().first().map(|hit| hit.rank) {
                        Some(1) => "It is ranked first.".to_string(),
                        Some(rank) => format!("It is at rank {rank}, so R@1 is 0."),
                        None => "It is not among the results.".to_string(),
                    };
                    Some(format!(
                        "“{}” is a caption written for one picture of Fieldbook. By the selected definition, {} relevant. {place}",
                        query_text(shown),
                        words::counted(judged.list.n_relevant(), "picture is", "pictures are"),
                    ))
                }),
                Says(
                    "COCO is judged like this: only the picture that a caption was written for is correct, and all others are wrong. Look at the other results. Which of them would you call wrong?",
                ),
            ],
        },
        Step {
            heading: "The same list, judged by the truth",
            scene: Block(Page::Explore, "results"),
            view: |state| judged_by(state, "exhaustive"),
            text: &[
                Explored(|_, judged| {
                    let first = match judged.list.n_relevant_in_top(1) {
                        1 => "The first picture is one of them: R@1 is 1.",
                        _ => "The first picture is not one of them: R@1 is 0.",
                    };
                    Some(format!(
                        "The list is the same; only the judgements changed. Fieldbook knows every fact about its scenes, and {} this caption, including {} of these ten. {first}",
                        words::counted(
                            judged.list.n_relevant(),
                            "picture matches",
                            "pictures match"
                        ),
                        judged.list.n_relevant_in_top(K),
                    ))
                }),
                Explored(|shown, judged| {
                    let dataset = &shown.choice.dataset;
                    let pairs = dataset.relevance.get(dataset.definition_index("pairs")?)?;
                    let row = shown.choice.stored_row()?;
                    let missed = judged.list.n_relevant().saturating_sub(pairs.n_relevant(row));
                    Some(format!(
                        "Judged only by the caption’s own picture, {} counted as wrong. These are false negatives.",
                        words::counted(missed, "correct answer", "correct answers"),
                    ))
                }),
                Says(
                    "They do not affect all systems equally: the more of them a system finds, the more it is penalised.",
                ),
            ],
        },
        Step {
            heading: "Only what was checked",
            scene: Block(Page::Explore, "results"),
            view: |state| judged_by(state, "verified"),
            text: &[
                Says(
                    "Nobody can check every picture for every query. For ECCV Caption, five systems proposed pictures, and people checked the top five of each.",
                ),
                Explored(|shown, judged| {
                    let system = shown.choice.system.as_ref()?;
                    let is = if is_shipped_annotator(&system.id) { "is" } else { "is not" };
                    let grades = judged.list.grades().iter().take(K);
                    let unseen = match grades.filter(|grade| grade.is_none()).count() {
                        0 => "all were checked".to_string(),
                        1 => "one was never checked and counts as wrong".to_string(),
                        K => "none was ever checked, so all count as wrong".to_string(),
                        n => format!("{n} were never checked and count as wrong"),
                    };
                    Some(format!(
                        "The definition “{}” does the same with five of Fieldbook’s systems. {} {is} one of them. Of its first ten pictures, {unseen}.",
                        shown.choice.relevance()?.title,
                        system.title,
                    ))
                }),
                Explored(|shown, judged| {
                    let dataset = &shown.choice.dataset;
                    let truth = dataset.relevance.get(dataset.definition_index("exhaustive")?)?;
                    let truth = truth.of_query(shown.choice.stored_row()?)?;
                    let first = shown.hits.iter().zip(judged.list.grades()).take(K);
                    let missed = first.filter(|(hit, grade)| {
                        let is_relevant = truth.grade(hit.row_in_corpus).is_some_and(|g| g >= 1);
                        grade.is_none() && is_relevant
                    });
                    Some(match missed.count() {
                        0 => "By the truth, none of those is relevant either.".to_string(),
                        1 => "By the truth, one of those is relevant.".to_string(),
                        n => format!("By the truth, {n} of those are relevant."),
                    })
                }),
                Says(
                    "In the table of measures, “Judged” shows how much of what a measure looks at has been judged. If it is low, the value says more about the annotators than about the system.",
                ),
            ],
        },
        Step {
            heading: "Choose the annotators",
            scene: Activity(choose_annotators),
            view: |_| {},
            text: &[
                Says(
                    "Now you choose the systems that propose pictures. The top five of each form the pool, which is checked against the truth; everything else counts as wrong. The ranking updates at once.",
                ),
                Live(bias_verdict),
                Says(
                    "The five systems of the definition “Verified” are selected. Leave one out, or select the best three, and watch the lines cross.",
                ),
            ],
        },
        Step {
            heading: "The weakest system alone",
            scene: Activity(choose_annotators),
            view: |state| state.pick = Some("pairs1k".into()),
            text: &[
                Live(alone_verdict),
                Says(
                    "What it misses counts as wrong for every system, so the others get no credit for finding more. Try another system on its own.",
                ),
                Says(
                    "So a benchmark should name its annotators, choose ones that differ from each other, and report with each value how much of it was judged.",
                ),
            ],
        },
    ],
};

fn judged_by(state: &mut ViewState, relevance: &str) {
    state.asked = Some(Asked::Stored(CAPTION.into()));
    state.system = Some(OUTSIDER.into());
    state.relevance = Some(relevance.into());
    state.k = K;
}
