//! Lesson 3: R@1 against mAP@R, and what people prefer.

use super::activities::{
    VOTE_QUERIES, ballot, class_result, class_verdict, five_lists, study, study_verdict,
};
use super::lesson::Part::{Computed, Live, Says};
use super::lesson::Scene::{Activity, Block};
use super::live::{means, two};
use super::{Lesson, Step};
use crate::{message, tr};
use rankscope_core::statistics::kendall_tau_b;
use rankscope_core::views::Page;

const R1: (&str, &str) = ("eccv:R@1", "pairs");
const MAP: (&str, &str) = ("eccv:mAP@R", "exhaustive");

pub(super) static LESSON: Lesson = Lesson {
    id: "preference",
    title: message!("R@1, mAP@R and what people prefer"),
    learn: message!(
        "Which of five lists a class prefers, how a Bradley–Terry model turns votes into strengths, and which measure agrees with them."
    ),
    minutes: 15,
    queries: VOTE_QUERIES,
    steps: &[
        Step {
            heading: message!("Five lists"),
            scene: Activity(five_lists),
            view: |_| {},
            text: &[
                Says(message!(
                    "Eight pictures are relevant to a query. Five systems return eight pictures each: in A only the first is wrong, in B only the first is right, in C the first five are wrong, in D only the fifth is right, and in E all are wrong. ECCV Caption’s authors designed these lists for a user study."
                )),
                Says(message!(
                    "R@1 asks only one thing: is the first picture right? So it gives 1 to B, which has a single right picture, and 0 to A, which has seven."
                )),
                Says(message!("Before you go on, rank the five lists yourself.")),
            ],
        },
        Step {
            heading: message!("Vote"),
            scene: Activity(ballot),
            view: |_| {},
            text: &[
                Says(message!(
                    "You see two of the five lists at a time, with pictures from Fieldbook and without their letters. Choose the one that you prefer. Ten votes cover every pair once."
                )),
                Says(message!(
                    "With a class, count the hands for each side. The votes are stored in this browser and nowhere else."
                )),
            ],
        },
        Step {
            heading: message!("What this class prefers"),
            scene: Activity(class_result),
            view: |_| {},
            text: &[
                Says(message!(
                    "Votes compare pairs, but we want a ranking. The Bradley–Terry model gives each list a strength such that i is preferred to j with probability sᵢ / (sᵢ + sⱼ), and chooses the strengths that make the votes most likely."
                )),
                Live(|session| Some(class_verdict(session))),
                Says(message!(
                    "The confidence intervals show how much the strengths would vary with other votes from the same class. With few votes they are wide."
                )),
            ],
        },
        Step {
            heading: message!("What 3,200 votes said"),
            scene: Activity(study),
            view: |_| {},
            text: &[
                Says(message!(
                    "ECCV Caption’s authors collected 3,200 such preferences and published the strengths shown next to the lists."
                )),
                Computed(study_verdict),
                Says(message!(
                    "The paper says that mAP@R is exactly aligned with the preferences. Look at B and C yourself: one right picture at the start, or three at the end? Figures in a paper are there to be checked."
                )),
            ],
        },
        Step {
            heading: message!("What about real systems?"),
            scene: Block(Page::Agreement, "cell"),
            view: |state| {
                state.cell = Some(format!("{} {}~{} {}", MAP.0, MAP.1, R1.0, R1.1));
            },
            text: &[
                Says(message!(
                    "The same two measures for Fieldbook’s systems: R@1, where only the caption’s own picture counts, as in COCO, and mAP@R with all pictures that are truly relevant."
                )),
                Live(|session| {
                    let by_r1 = means(session, R1.0, R1.1)?;
                    let tau = kendall_tau_b(&by_r1, &means(session, MAP.0, MAP.1)?)?;
                    Some(tr!(
                        "τ-b is {tau} over {n} systems. Of the {n_pairs} pairs of systems that both measures distinguish, {n_opposite} {n_opposite?is|are} in opposite orders. The table below lists them, with the queries that decide.",
                        tau = two(tau.tau_b),
                        n = by_r1.len(),
                        n_pairs = tau.n_concordant + tau.n_discordant,
                        n_opposite = tau.n_discordant,
                    ))
                }),
                Says(message!(
                    "Further down is the same question for 25 published models, from ECCV Caption’s own tables. There, too, different measures pick different winners."
                )),
            ],
        },
    ],
};
