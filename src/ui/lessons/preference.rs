//! Lesson 3: R@1 against mAP@R, and what people prefer.

use super::activities::{ballot, class_result, five_lists, study};
use super::live::{all_systems, column, live, paragraph, two};
use super::{Lesson, Step};
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::statistics::kendall_tau_b;
use rankscope_core::views::Page;

const R1: (&str, &str) = ("eccv:R@1", "pairs");
const MAP: (&str, &str) = ("eccv:mAP@R", "exhaustive");

pub(super) static LESSON: Lesson = Lesson {
    id: "preference",
    title: "R@1, mAP@R and what people prefer",
    learn: "Which of five lists a class prefers, how a Bradley–Terry model turns votes into strengths, and which measure agrees with them.",
    minutes: 15,
    queries: super::activities::VOTE_QUERIES,
    steps: &[
        Step {
            heading: "Five lists",
            page: Page::Learn,
            shows: "",
            view: |_| {},
            text: lists,
            activity: Some(five_lists),
        },
        Step {
            heading: "Vote",
            page: Page::Learn,
            shows: "",
            view: |_| {},
            text: vote,
            activity: Some(ballot),
        },
        Step {
            heading: "What this class prefers",
            page: Page::Learn,
            shows: "",
            view: |_| {},
            text: result,
            activity: Some(class_result),
        },
        Step {
            heading: "What 3,200 votes said",
            page: Page::Learn,
            shows: "",
            view: |_| {},
            text: published,
            activity: Some(study),
        },
        Step {
            heading: "What about real systems?",
            page: Page::Agreement,
            shows: "cell",
            view: |state| {
                state.cell = Some(format!("{} {}~{} {}", MAP.0, MAP.1, R1.0, R1.1));
            },
            text: systems,
            activity: None,
        },
    ],
};

fn lists(_: Session) -> AnyView {
    view! {
        {paragraph(
            "Eight pictures are relevant to a query. Five systems return eight pictures each: in A only the first is wrong, in B only the first is right, in C the first five are wrong, in D only the fifth is right, and in E all are wrong. ECCV Caption’s authors designed these lists for a user study.",
        )}
        {paragraph(
            "R@1 asks only one thing: is the first picture right? So it gives 1 to B, which has a single right picture, and 0 to A, which has seven.",
        )}
        {paragraph("Before you go on, rank the five lists yourself.")}
    }
    .into_any()
}

fn vote(_: Session) -> AnyView {
    view! {
        {paragraph(
            "You see two of the five lists at a time, with pictures from Fieldbook and without their letters. Choose the one that you prefer. Ten votes cover every pair once.",
        )}
        {paragraph(
            "With a class, count the hands for each side. The votes are stored in this browser and nowhere else.",
        )}
    }
    .into_any()
}

fn result(session: Session) -> AnyView {
    view! {
        {paragraph(
            "Votes compare pairs, but we want a ranking. The Bradley–Terry model gives each list a strength such that i is preferred to j with probability sᵢ / (sᵢ + sⱼ), and chooses the strengths that make the votes most likely.",
        )}
        {live(move || Some(super::activities::class_verdict(session)))}
        {paragraph(
            "The confidence intervals show how much the strengths would vary with other votes from the same class. With few votes they are wide.",
        )}
    }
    .into_any()
}

fn published(_: Session) -> AnyView {
    view! {
        {paragraph(
            "ECCV Caption’s authors collected 3,200 such preferences and published the strengths shown next to the lists.",
        )}
        <p role="status">{super::activities::study_verdict()}</p>
        {paragraph(
            "The paper says that mAP@R is exactly aligned with the preferences. Look at B and C yourself: one right picture at the start, or three at the end? Figures in a paper are there to be checked.",
        )}
    }
    .into_any()
}

fn systems(session: Session) -> AnyView {
    let tau = move || {
        let systems = all_systems(session)?;
        let of = |(measure, relevance): (&str, &str)| {
            let index = column(session, measure, relevance)?;
            systems.iter().map(|s| Some(s.mean(index)?.mean)).collect::<Option<Vec<f64>>>()
        };
        kendall_tau_b(&of(R1)?, &of(MAP)?).map(|tau| (tau, systems.len()))
    };
    view! {
        {paragraph(
            "The same two measures for Fieldbook’s systems: R@1, where only the caption’s own picture counts, as in COCO, and mAP@R with all pictures that are truly relevant.",
        )}
        {live(move || {
            let (tau, n) = tau()?;
            let n_pairs = tau.n_concordant + tau.n_discordant;
            Some(format!(
                "τ-b is {} over {n} systems. Of the {} pairs of systems that both measures distinguish, {} are in opposite orders. The table below lists them, with the queries that decide.",
                two(tau.tau_b), words::count(n_pairs), words::count(tau.n_discordant),
            ))
        })}
        {paragraph(
            "Further down is the same question for 25 published models, from ECCV Caption’s own tables. There, too, different measures pick different winners.",
        )}
    }
    .into_any()
}
