//! Lesson 4: false negatives, and how the choice of annotators changes a ranking.

use super::activities::{alone_verdict, bias_verdict, choose_annotators, is_shipped_annotator};
use super::lesson::Part::{Explored, Live, Says};
use super::lesson::Scene::{Activity, Block};
use super::live::query_text;
use super::{Lesson, Step};
use crate::ui::state::view::{Asked, ViewState};
use crate::{message, tr};
use rankscope_core::views::Page;

/// A caption with many relevant top results besides its own picture.
const CAPTION: &str = "fb1-2300.3";
/// Not an annotator of the definition `verified`.
const OUTSIDER: &str = "large";
const K: usize = 10;

pub(super) static LESSON: Lesson = Lesson {
    id: "annotators",
    title: message!("False negatives, and who annotates"),
    learn: message!(
        "How correct answers get counted as wrong, and how the choice of annotating systems changes the ranking of all systems."
    ),
    minutes: 10,
    queries: &[],
    steps: &[
        Step {
            heading: message!("Only one picture counts"),
            scene: Block(Page::Explore, "results"),
            view: |state| judged_by(state, "pairs"),
            text: &[
                Explored(|shown, judged| {
                    let place = match judged.list.relevant_hits().first().map(|hit| hit.rank) {
                        Some(1) => tr!("It is ranked first."),
                        Some(rank) => tr!("It is at rank {rank}, so R@1 is 0.", rank),
                        None => tr!("It is not among the results."),
                    };
                    let caption = tr!(
                        "“{query}” is a caption written for one picture of Fieldbook. By the selected definition, {n} {n?picture is|pictures are} relevant.",
                        query = query_text(shown),
                        n = judged.list.n_relevant(),
                    );
                    Some(format!("{caption} {place}"))
                }),
                Says(message!(
                    "COCO is judged like this: only the picture that a caption was written for is correct, and all others are wrong. Look at the other results. Which of them would you call wrong?"
                )),
            ],
        },
        Step {
            heading: message!("The same list, judged by the truth"),
            scene: Block(Page::Explore, "results"),
            view: |state| judged_by(state, "exhaustive"),
            text: &[
                Explored(|_, judged| {
                    let first = match judged.list.n_relevant_in_top(1) {
                        1 => tr!("The first picture is one of them: R@1 is 1."),
                        _ => tr!("The first picture is not one of them: R@1 is 0."),
                    };
                    let same = tr!(
                        "The list is the same; only the judgements changed. Fieldbook knows every fact about its scenes, and {n} {n?picture matches|pictures match} this caption, including {n_found} of these ten.",
                        n = judged.list.n_relevant(),
                        n_found = judged.list.n_relevant_in_top(K),
                    );
                    Some(format!("{same} {first}"))
                }),
                Explored(|shown, judged| {
                    let dataset = &shown.choice.dataset;
                    let pairs = dataset.relevance.get(dataset.definition_index("pairs")?)?;
                    let row = shown.choice.stored_row()?;
                    let missed = judged.list.n_relevant().saturating_sub(pairs.n_relevant(row));
                    Some(tr!(
                        "Judged only by the caption’s own picture, {n} correct {n?answer|answers} counted as wrong. These are false negatives.",
                        n = missed,
                    ))
                }),
                Says(message!(
                    "They do not affect all systems equally: the more of them a system finds, the more it is penalised."
                )),
            ],
        },
        Step {
            heading: message!("Only what was checked"),
            scene: Block(Page::Explore, "results"),
            view: |state| judged_by(state, "verified"),
            text: &[
                Says(message!(
                    "Nobody can check every picture for every query. For ECCV Caption, five systems proposed pictures, and people checked the top five of each."
                )),
                Explored(|shown, judged| {
                    let system = shown.choice.system.as_ref()?;
                    let grades = judged.list.grades().iter().take(K);
                    let unseen = match grades.filter(|grade| grade.is_none()).count() {
                        0 => tr!("All of its first ten pictures were checked."),
                        1 => tr!(
                            "Of its first ten pictures, one was never checked and counts as wrong."
                        ),
                        K => tr!(
                            "None of its first ten pictures was ever checked, so all count as wrong."
                        ),
                        n => tr!(
                            "Of its first ten pictures, {n} were never checked and count as wrong.",
                            n
                        ),
                    };
                    let (title, system) = (&shown.choice.relevance()?.title, system);
                    let takes_part = match is_shipped_annotator(&system.id) {
                        true => tr!("{system} is one of them.", system = system.title),
                        false => tr!("{system} is not one of them.", system = system.title),
                    };
                    let same = tr!(
                        "The definition “{title}” does the same with five of Fieldbook’s systems.",
                        title
                    );
                    Some(format!("{same} {takes_part} {unseen}"))
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
                        0 => tr!("By the truth, none of those is relevant either."),
                        1 => tr!("By the truth, one of those is relevant."),
                        n => tr!("By the truth, {n} of those are relevant.", n),
                    })
                }),
                Says(message!(
                    "In the table of measures, “Judged” shows how much of what a measure looks at has been judged. If it is low, the value says more about the annotators than about the system."
                )),
            ],
        },
        Step {
            heading: message!("Choose the annotators"),
            scene: Activity(choose_annotators),
            view: |_| {},
            text: &[
                Says(message!(
                    "Now you choose the systems that propose pictures. The top five of each form the pool, which is checked against the truth; everything else counts as wrong. The ranking updates at once."
                )),
                Live(bias_verdict),
                Says(message!(
                    "The five systems of the definition “Verified” are selected. Leave one out, or select the best three, and watch the lines cross."
                )),
            ],
        },
        Step {
            heading: message!("The weakest system alone"),
            scene: Activity(choose_annotators),
            view: |state| state.pick = Some("pairs1k".into()),
            text: &[
                Live(alone_verdict),
                Says(message!(
                    "What it misses counts as wrong for every system, so the others get no credit for finding more. Try another system on its own."
                )),
                Says(message!(
                    "So a benchmark should name its annotators, choose ones that differ from each other, and report with each value how much of it was judged."
                )),
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
