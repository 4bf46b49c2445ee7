//! The answers of a scale and what they mean, in the page's language.

use crate::page_tr;
use rankscope_core::analysis::Scale;

/// As [`Scale::words`] says it in English.
pub(super) fn words_of(scale: Scale, answer: &str) -> (String, String) {
    match (scale, answer) {
        (Scale::Conqa, "r") => {
            (page_tr!("relevant"), page_tr!("the picture shows what the query asks for"))
        }
        (Scale::Conqa, "n") => (page_tr!("not relevant"), page_tr!("it does not")),
        (Scale::Conqa, "u") => {
            (page_tr!("unsure"), page_tr!("you cannot tell, or it could be taken either way"))
        }
        (Scale::Eccv, "yes") => {
            (page_tr!("yes"), page_tr!("the text describes the picture, without exception"))
        }
        (Scale::Eccv, "partially") => (
            page_tr!("partially yes, but …"),
            page_tr!("most of it holds, and something small does not: say what"),
        ),
        (Scale::Eccv, "mostly_no") => (
            page_tr!("mostly no, because …"),
            page_tr!("something holds, and most does not: say what is wrong"),
        ),
        (Scale::Eccv, "no") => (page_tr!("no"), page_tr!("the text describes another picture")),
        (Scale::Grades, "3") => {
            (page_tr!("3 · perfect"), page_tr!("exactly what the query asks for"))
        }
        (Scale::Grades, "2") => {
            (page_tr!("2 · good"), page_tr!("relevant, with a detail missing or different"))
        }
        (Scale::Grades, "1") => {
            (page_tr!("1 · partly"), page_tr!("relevant in part, or only at second sight"))
        }
        (Scale::Grades, "0") => {
            (page_tr!("0 · not relevant"), page_tr!("not what the query asks for"))
        }
        _ => (answer.into(), String::new()),
    }
}
