//! Lesson 2: why average precision has several denominators.

use super::activities::{ap_lists, by_found, by_measure};
use super::lesson::Part::{Explored, Live, Says};
use super::lesson::Scene::{Activity, Block};
use super::live::{explained, means, query_text, short, two, value};
use super::{Lesson, Step};
use crate::ui::state::view::Asked;
use crate::{message, tr};
use rankscope_core::statistics::kendall_tau_b;
use rankscope_core::views::Page;

/// A query with more than 50 relevant pictures; nearly all of the first 50 results are relevant.
const COMMON: &str = "d-011";
const SYSTEM: &str = "large";
const BY_ALL: &str = "trec:AP@50";
const BY_FOUND: &str = "inquire:AP@50";

pub(super) static LESSON: Lesson = Lesson {
    id: "denominators",
    title: message!("Why average precision has several denominators"),
    learn: message!(
        "Why the same sum is divided by three different numbers, which of them can penalise a better list, and how far apart the results are."
    ),
    minutes: 8,
    queries: &[],
    steps: &[
        Step {
            heading: message!("A hundred pictures, two of them relevant"),
            scene: Activity(ap_lists),
            view: |state| state.pick = Some("10000.10001/2".into()),
            text: &[
                Says(message!(
                    "This example is from the INQUIRE paper. Two of a hundred pictures are relevant, and a search returns five. List A has one of the two at rank 1. List B has the same one at rank 1 and the other at rank 5."
                )),
                Says(message!(
                    "B found everything that A found, and more. No measure should rank A above B."
                )),
                Says(message!("Yet one row of the table ranks A first. Before you go on: why?")),
            ],
        },
        Step {
            heading: message!("Divide by what was found"),
            scene: Activity(ap_lists),
            view: |state| state.pick = Some("10000.10001/2".into()),
            text: &[
                Says(message!(
                    "Average precision adds up the precision at each relevant picture. A has one, at rank 1: precision 1/1. B has a second one at rank 5, where two of five are relevant: 1/1 + 2/5 = 1.4."
                )),
                Live(|session| {
                    let [a, b] = by_found(session)?.map(short);
                    Some(tr!(
                        "Divided by the number of relevant pictures that were found, A has {a} and B has {b}.",
                        a,
                        b,
                    ))
                }),
                Says(message!(
                    "The better list scores lower: finding the second picture late lowered the average. INQUIRE’s authors found this rule in typical implementations. Click ranks in the lists to see when else it happens."
                )),
            ],
        },
        Step {
            heading: message!("Divide by all that are relevant"),
            scene: Activity(ap_lists),
            view: |state| state.pick = Some("10001.11111/8".into()),
            text: &[
                Says(message!(
                    "trec_eval divides by R, the number of all relevant pictures, found or not. Then finding another relevant picture can only raise the value."
                )),
                Live(|session| {
                    let ([_, b], k, r) = by_measure(session, "trec:AP")?;
                    Some(tr!(
                        "But look at list B: {r} pictures are relevant, {k} are shown, and all of those are relevant. No list of {k} could be better, yet trec:AP@{k} is {value}, not 1.",
                        r,
                        k,
                        value = short(b),
                    ))
                }),
                Says(message!(
                    "With many relevant pictures and a small k, a perfect system looks poor."
                )),
            ],
        },
        Step {
            heading: message!("Divide by what could be found"),
            scene: Activity(ap_lists),
            view: |state| state.pick = Some("10001.11111/8".into()),
            text: &[
                Live(|session| {
                    let ([_, b], k, r) = by_measure(session, "inquire:AP")?;
                    Some(tr!(
                        "INQUIRE divides by the most that a list of length k can find: the smaller of R and k, here min({r}, {k}) = {least}. The perfect list B has {value}.",
                        r,
                        k,
                        least = r.min(k),
                        value = short(b),
                    ))
                }),
                Says(message!(
                    "So another relevant picture never lowers the value, and a perfect list always has 1. Try to break it: click ranks and change R."
                )),
                Says(message!(
                    "ECCV Caption’s mAP@R takes another approach: it looks at the first R ranks and divides by R. It ignores everything below rank R."
                )),
            ],
        },
        Step {
            heading: message!("The same list, three values"),
            scene: Block(Page::Explore, "measures"),
            view: |state| {
                state.asked = Some(Asked::Stored(COMMON.into()));
                state.system = Some(SYSTEM.into());
                state.relevance = Some("exhaustive".into());
                state.k = 50;
            },
            text: &[
                Explored(|shown, judged| {
                    Some(tr!(
                        "A real list: “{query}” has {n} relevant pictures, and {n_found} of the first 50 results are relevant.",
                        query = query_text(shown),
                        n = judged.list.n_relevant(),
                        n_found = judged.list.n_relevant_in_top(50),
                    ))
                }),
                Explored(|_, judged| {
                    let of = |name: &str| {
                        let by = explained(judged, name)?.explained.as_ref()?.denominator;
                        Some((two(value(judged, name)?), short(by)))
                    };
                    let ((inquire, by), (trec, by_r), (map_at_r, _)) =
                        (of(BY_FOUND)?, of(BY_ALL)?, of("eccv:mAP@R")?);
                    Some(tr!(
                        "{by_found} divides by {by} and gives {inquire}. {by_all} divides the same sum by {by_r} and gives {trec}. eccv:mAP@R looks at {by_r} ranks and gives {map_at_r}.",
                        by_found = BY_FOUND,
                        by_all = BY_ALL,
                        by,
                        by_r,
                        inquire,
                        trec,
                        map_at_r,
                    ))
                }),
                Says(message!(
                    "Open the three values in the table of measures to see their terms. None of them is wrong, but “AP is 0.3” means nothing until you say which definition you used."
                )),
            ],
        },
        Step {
            heading: message!("Does it change who wins?"),
            scene: Block(Page::Agreement, "cell"),
            view: |state| {
                state.columns = Some("exhaustive".into());
                state.cell = Some(format!("{BY_FOUND} exhaustive~{BY_ALL} exhaustive"));
            },
            text: &[
                Live(|session| {
                    let best = |measure: &str| {
                        let means = means(session, measure, "exhaustive")?;
                        Some(two(means.into_iter().fold(f64::MIN, f64::max)))
                    };
                    Some(tr!(
                        "Over all queries, the two values differ: the best system has {found} by {by_found} and {all} by {by_all}.",
                        found = best(BY_FOUND)?,
                        by_found = BY_FOUND,
                        all = best(BY_ALL)?,
                        by_all = BY_ALL,
                    ))
                }),
                Live(|session| {
                    let x = means(session, BY_FOUND, "exhaustive")?;
                    let tau = kendall_tau_b(&x, &means(session, BY_ALL, "exhaustive")?)?;
                    let n = tau.n_concordant + tau.n_discordant;
                    let changes = match tau.n_discordant {
                        0 => tr!(
                            "No two systems swap places: the rule changes the numbers, not the winner."
                        ),
                        1 => tr!("Of {n} pairs of systems, one swaps places.", n),
                        n_changed => {
                            tr!("Of {n} pairs of systems, {n_changed} swap places.", n, n_changed)
                        }
                    };
                    let agrees = tr!(
                        "Kendall’s τ-b between them is {tau} over {n} systems.",
                        tau = two(tau.tau_b),
                        n = x.len(),
                    );
                    Some(format!("{agrees} {changes}"))
                }),
                Says(message!(
                    "Numbers from two papers are comparable only if both use the same denominator. That is why every measure here names its protocol: trec:, inquire:, eccv:."
                )),
            ],
        },
    ],
};
