//! Lesson 4: false negatives, and who looked for relevant pictures.

use super::activities::choose_annotators;
use super::live::{explored, live, paragraph, query_text};
use super::{Lesson, Step};
use crate::ui::state::Session;
use crate::ui::state::view::{Asked, ViewState};
use crate::ui::words;
use leptos::prelude::*;
use rankscope_core::views::Page;

/// A caption: much of what is found first is relevant and is not the picture that it describes.
const CAPTION: &str = "fb1-15180.1";
/// No annotator of the definition `verified`.
const OUTSIDER: &str = "large";
const K: usize = 10;

pub(super) static LESSON: Lesson = Lesson {
    id: "annotators",
    title: "False negatives, and who looked for them",
    learn: "How right answers come to count as wrong, and how the choice of the systems that help to annotate moves the ranking of all systems.",
    minutes: 10,
    queries: &[],
    steps: &[
        Step {
            heading: "One picture counts",
            page: Page::Explore,
            view: |state| judged_by(state, "pairs"),
            text: one_counts,
            activity: None,
        },
        Step {
            heading: "The same list, by the truth",
            page: Page::Explore,
            view: |state| judged_by(state, "exhaustive"),
            text: by_truth,
            activity: None,
        },
        Step {
            heading: "As far as somebody looked",
            page: Page::Explore,
            view: |state| judged_by(state, "verified"),
            text: as_far_as_looked,
            activity: None,
        },
        Step {
            heading: "Choose who looks",
            page: Page::Learn,
            view: |_| {},
            text: choose,
            activity: Some(choose_annotators),
        },
        Step {
            heading: "The weakest looks alone",
            page: Page::Learn,
            view: |state| state.pick = Some("pairs1k".into()),
            text: alone,
            activity: Some(choose_annotators),
        },
    ],
};

fn judged_by(state: &mut ViewState, relevance: &str) {
    state.asked = Some(Asked::Stored(CAPTION.into()));
    state.system = Some(OUTSIDER.into());
    state.relevance = Some(relevance.into());
    state.k = K;
}

fn one_counts(session: Session) -> AnyView {
    view! {
        {live(move || {
            explored(session, |shown, judged| {
                let n = judged.list.n_relevant();
                let rank = judged.list.relevant_hits().first().map(|hit| hit.rank);
                let place = match rank {
                    Some(1) => "It stands first.".to_string(),
                    Some(rank) => format!("It stands at rank {rank}, so that R@1 is 0."),
                    None => "It is not among the results.".to_string(),
                };
                Some(format!(
                    "“{}” is a caption, written for one picture of Fieldbook. By the definition on show {} relevant. {place}",
                    query_text(shown),
                    words::counted(n, "picture is", "pictures are"),
                ))
            })
        })}
        {paragraph(
            "COCO was judged like this: the picture that a caption was written for is right, all others are wrong. Look at the pictures around it, and ask which of them you would call wrong.",
        )}
    }
    .into_any()
}

fn by_truth(session: Session) -> AnyView {
    view! {
        {live(move || {
            explored(session, |_, judged| {
                let n = judged.list.n_relevant();
                let top = judged.list.n_relevant_in_top(K);
                let first = if judged.list.n_relevant_in_top(1) == 1 {
                    "The first picture is one of them: R@1 is 1."
                } else {
                    "The first picture is none of them: R@1 is 0."
                };
                Some(format!(
                    "Nothing moved; only the judgements changed. Every fact of Fieldbook’s scenes is known, and {} this caption: {top} of these ten. {first}",
                    words::counted(n, "picture answers", "pictures answer"),
                ))
            })
        })}
        {live(move || {
            explored(session, |shown, judged| {
                let dataset = &shown.choice.dataset;
                let pairs = dataset.relevance.get(dataset.definition_index("pairs")?)?;
                let (row, _) = shown.choice.judged_by()?;
                let missed = judged.list.n_relevant().saturating_sub(pairs.n_relevant(row));
                Some(format!(
                    "By the captions’ own pictures alone, {} counted as wrong. These are false negatives.",
                    words::counted(missed, "right answer", "right answers"),
                ))
            })
        })}
        {paragraph(
            "They do not strike all systems alike: whoever finds more of them is marked down more.",
        )}
    }
    .into_any()
}

fn as_far_as_looked(session: Session) -> AnyView {
    view! {
        {paragraph(
            "Nobody can look at every picture for every query. So ECCV Caption let five systems propose, and people checked what these put among their first five.",
        )}
        {live(move || {
            explored(session, |shown, judged| {
                let grades = judged.list.grades().iter().take(K);
                let unjudged = grades.filter(|grade| grade.is_none()).count();
                let system = shown.choice.system.as_ref()?;
                let who = if super::activities::is_shipped_annotator(&system.id) {
                    format!("{} is one of those five", system.title)
                } else {
                    format!("{} is none of those five", system.title)
                };
                let unseen = match unjudged {
                    0 => "all were looked at".to_string(),
                    1 => "one was never looked at, and counts as wrong".to_string(),
                    K => "none was ever looked at, and all count as wrong".to_string(),
                    n => format!("{n} were never looked at, and count as wrong"),
                };
                Some(format!(
                    "The definition “{}” does the same with five of Fieldbook’s systems. {who}. Of its first ten pictures {unseen}.",
                    shown.choice.relevance()?.title,
                ))
            })
        })}
        {live(move || {
            explored(session, |shown, judged| {
                let dataset = &shown.choice.dataset;
                let truth = dataset.relevance.get(dataset.definition_index("exhaustive")?)?;
                let truth = truth.of_query(shown.choice.judged_by()?.0)?;
                let first = shown.hits.iter().zip(judged.list.grades()).take(K);
                let missed = first.filter(|(hit, grade)| {
                    grade.is_none() && truth.grade(hit.row_in_corpus).is_some_and(|grade| grade >= 1)
                });
                Some(match missed.count() {
                    0 => "By the truth, too, none of those is right.".to_string(),
                    1 => "By the truth, one of those is right.".to_string(),
                    n => format!("By the truth, {n} of those are right."),
                })
            })
        })}
        {paragraph(
            "Judged, in the table of measures, says how much of what a measure looks at was seen at all. Where it is low, the value says more about who looked than about the system.",
        )}
    }
    .into_any()
}

fn choose(session: Session) -> AnyView {
    view! {
        {paragraph(
            "Now you decide which systems propose. What they put among their first five is checked against the truth; all else counts as wrong. The systems are ranked again at once.",
        )}
        {live(move || super::activities::bias_verdict(session))}
        {paragraph(
            "It begins with the five of the definition “Verified”. Leave one out, or take the best three, and watch the lines cross.",
        )}
    }
    .into_any()
}

fn alone(session: Session) -> AnyView {
    view! {
        {live(move || super::activities::alone_verdict(session))}
        {paragraph(
            "What it does not find, nobody finds: the others lose what they found beyond it. Choose another one alone.",
        )}
        {paragraph(
            "So a benchmark should say who looked, use annotators that are unlike each other, and print beside each value how much of it was judged.",
        )}
    }
    .into_any()
}
