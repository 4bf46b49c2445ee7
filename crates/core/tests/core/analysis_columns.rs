//! The columns of a leaderboard.
#![allow(clippy::unwrap_used)]

use crate::made_benchmark::{Made, records};
use rankscope_core::analysis::{Column, definition_note};
use rankscope_core::metrics::default_measures;
use serde_json::json;

fn made(headlines: &[(&str, &str)]) -> Made {
    let relevance = [("strict", ""), ("loose", "")];
    let mut made = Made::new(&records("q", 2), &records("i", 3), &relevance, &[]);
    let headline =
        |(measure, relevance): &(&str, &str)| json!({ "measure": measure, "relevance": relevance });
    made.manifest["headlines"] = headlines.iter().map(headline).collect();
    made
}

fn names(columns: &[Column]) -> Vec<String> {
    columns.iter().map(Column::name).collect()
}

#[test]
fn headlines_come_first_and_columns_are_unique() {
    let headlines = [("conqa:nDCG", "loose"), ("eccv:R@1", "strict"), ("no:measure", "strict")];
    let dataset = made(&headlines).dataset();
    let own = Column::headlines_of(&dataset);
    assert_eq!(names(&own), ["conqa:nDCG loose", "eccv:R@1 strict"]);
    assert_eq!((own[0].definition, own[0].relevance_title.as_str()), (1, "Title of loose"));
    let all = names(&Column::all_of(&dataset, &[]));
    // eccv:R@1 is a default measure, conqa:nDCG is not.
    assert_eq!(all.len(), 1 + 2 * default_measures().len());
    assert_eq!(all[..2], names(&own));
    for measure in default_measures() {
        for relevance in ["strict", "loose"] {
            let name = format!("{measure} {relevance}");
            assert_eq!(all.iter().filter(|column| **column == name).count(), 1, "{name}");
        }
    }
}

#[test]
fn without_headlines_columns_are_the_default_measures_under_each_definition() {
    let dataset = made(&[]).dataset();
    assert_eq!(Column::headlines_of(&dataset), []);
    let expected: Vec<String> = ["strict", "loose"]
        .iter()
        .flat_map(|id| default_measures().into_iter().map(move |measure| format!("{measure} {id}")))
        .collect();
    assert_eq!(names(&Column::all_of(&dataset, &[])), expected);
}

#[test]
fn a_measure_under_another_definition_than_on_the_next_page_is_named_with_both() {
    let dataset = made(&[("eccv:R@1", "strict"), ("conqa:nDCG", "loose")]).dataset();
    let headlines = Column::headlines_of(&dataset);
    let under = |id: &str| -> Vec<Column> {
        let definition = dataset.definition_index(id).unwrap();
        let all = Column::under(&Column::all_of(&dataset, &[]), definition, &[]);
        all.into_iter().map(|(_, column)| column).collect()
    };
    let note = definition_note(&dataset, &under("loose"), &headlines, "the Leaderboard").unwrap();
    let start = "eccv:R@1 counts by “Title of loose” here and by “Title of strict” on the \
                 Leaderboard, so the values differ. Title of loose: ";
    assert!(note.starts_with(start), "{note}");
    let back = definition_note(&dataset, &headlines, &under("loose"), "Compare").unwrap();
    assert!(back.starts_with("eccv:R@1 counts by “Title of strict” here"), "{back}");
    assert_eq!(definition_note(&dataset, &under("strict"), &headlines, "the Leaderboard"), None);
}
