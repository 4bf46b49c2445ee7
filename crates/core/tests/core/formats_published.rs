//! Tables of figures as papers print them.
#![allow(clippy::unwrap_used, clippy::float_cmp)]

use crate::here;
use crate::support::refused;
use proptest::prelude::*;
use rankscope_core::formats::{correlations_from_csv, printed_words_from_csv, published_from_csv};
use std::fs;

#[test]
fn text_flags_and_figures_are_kept_apart() {
    let text = "group,model,own,r1,map\nA,\"B, big\",1,22.67,0.5\nA,7,0,,1.0\n";
    let table = published_from_csv("t.csv", text).unwrap();
    assert_eq!(table.text_columns, ["group", "model"]);
    assert_eq!(table.flag_columns, ["own"]);
    assert_eq!(table.measures, ["r1", "map"]);
    assert_eq!(table.rows[0].texts, ["A", "B, big"]);
    assert_eq!(table.rows[0].values, [Some(22.67), Some(0.5)]);
    assert_eq!(table.rows[1].values, [None, Some(1.0)]);
    assert_eq!(table.column("r1"), Some(vec![Some(22.67), None]));
    assert_eq!(table.column("own"), None);
    assert_eq!((table.rows[0].flags[0], table.rows[1].flags[0]), (true, false));
}

/// The tables that the page carries: rows, columns of words and of figures.
#[test]
fn the_carried_tables_have_the_sizes_of_the_printed_ones() {
    let read = |name: &str| {
        fs::read_to_string(here::root().join(format!("public/published/{name}.csv"))).unwrap()
    };
    for (name, wanted) in [
        ("eccv_table2", [3, 1, 4]),
        ("eccv_table3", [4, 1, 2]),
        ("eccv_table4", [25, 3, 7]),
        ("needle_table1", [40, 3, 4]),
        ("needle_table2", [5, 1, 6]),
        ("needle_table3", [6, 2, 1]),
        ("mirflickr_table1", [30, 1, 2]),
        ("inquire_fullrank", [19, 2, 5]),
        ("inquire_rerank", [24, 2, 5]),
        ("conqa_results", [20, 2, 8]),
        ("conqa_conceptual", [3, 1, 4]),
    ] {
        let table = published_from_csv(name, &read(name)).unwrap();
        let n_texts = table.text_columns.len() + table.flag_columns.len();
        assert_eq!([table.rows.len(), n_texts, table.measures.len()], wanted, "{name}");
    }
    for (name, wanted) in
        [("eccv_table1", [5, 4]), ("mirflickr_table2", [3, 2]), ("mirflickr_table3", [10, 2])]
    {
        let table = printed_words_from_csv(name, &read(name)).unwrap();
        assert_eq!([table.rows.len(), table.text_columns.len()], wanted, "{name}");
    }
}

#[test]
fn figures_that_are_all_one_or_nought_are_no_flags_when_they_have_decimals() {
    let table = published_from_csv("t.csv", "s,r1\nA,1.000\nB,0.000\n").unwrap();
    assert!(table.flag_columns.is_empty());
    assert_eq!(table.measures, ["r1"]);
}

#[test]
fn published_tables_are_refused_by_line_and_column() {
    refused(published_from_csv("t.csv", ""), &["t.csv", "header"]);
    refused(published_from_csv("t.csv", "s,r1\n"), &["t.csv", "no column of figures"]);
    refused(published_from_csv("t.csv", "s,r1\nA,-\n"), &["no column of figures"]);
    let comma = published_from_csv("t.csv", "s,r1\nA,22.67\nB,\"22,67\"\n");
    refused(comma, &["t.csv, line 3", "column 2 (r1)", "\"22,67\""]);
    refused(published_from_csv("t.csv", "s,r1\nA,1.5\nB,inf\n"), &["line 3", "\"inf\""]);
    refused(published_from_csv("t.csv", "s,r1\nA,1.5,2\n"), &["line 2", "3 columns"]);
}

/// Each of these made a measure a column of text, without a word.
#[test]
fn a_field_that_is_no_number_does_not_make_a_measure_a_column_of_text() {
    for field in ["NaN", "nan", "10%", "10 %", "\"1,5\"", "inf", "-inf", "−0.5", "0.5*", "n/a", "-"]
    {
        let said = field.trim_matches('"');
        let first = published_from_csv("t.csv", &format!("s,r1,map\nA,{field},0.5\nB,0.25,0.5\n"));
        refused(first, &["t.csv, line 2", "column 2 (r1)", said, "leave the field empty"]);
        let later = published_from_csv("t.csv", &format!("s,r1,map\nA,1.5,0.5\nB,0.25,{field}\n"));
        refused(later, &["t.csv, line 3", "column 3 (map)", said, "leave the field empty"]);
    }
    refused(published_from_csv("t.csv", "s,r1\nA,nan\n"), &["line 2", "column 2 (r1)", "\"nan\""]);
    // Names may look like numbers, and notes behind the figures are no figures.
    let table = published_from_csv("t.csv", "s,r1,note\n42,0.5,-\nA,0.25,ours\n").unwrap();
    assert_eq!(
        (&table.text_columns[..], &table.measures[..]),
        (&["s".to_owned(), "note".to_owned()][..], &["r1".to_owned()][..],)
    );
}

#[test]
fn correlations_are_a_symmetric_square() {
    let table = correlations_from_csv("t.csv", "m,a,b\na,1.0,-0.5\nb,-0.50,1\n").unwrap();
    assert_eq!(table.measures, ["a", "b"]);
    assert_eq!(table.values, [[1.0, -0.5], [-0.5, 1.0]]);
}

#[test]
fn correlations_are_refused_by_line_and_column() {
    let read = |text| correlations_from_csv("t.csv", text);
    refused(read("m,a,b\na,1,0.5\n"), &["t.csv", "1 rows and 2 columns"]);
    refused(read("m\n"), &["t.csv", "0 rows and 0 columns"]);
    refused(read("m,a,b\nb,1,0.5\na,0.5,1\n"), &["line 2", "column 1", "\"b\"", "\"a\""]);
    refused(read("m,a,b\na,1,1.5\nb,1.5,1\n"), &["line 2", "column 3 (b)", "\"1.5\""]);
    refused(read("m,a,b\na,1,NaN\nb,NaN,1\n"), &["line 2", "column 3", "\"NaN\""]);
    refused(read("m,a,b\na,1,0.5\nb,0.5,0.9\n"), &["line 3", "column 3", "diagonal"]);
    refused(read("m,a,b\na,1,0.5\nb,0.4,1\n"), &["line 3", "column 2 (a)", "line 2"]);
}

proptest! {
    #[test]
    fn figures_come_back_as_they_were_printed(
        values in prop::collection::vec(prop::collection::vec(-1e6..1e6, 3), 1..10),
    ) {
        let mut text = String::from("system,a,b,c\n");
        for (row, values) in values.iter().enumerate() {
            text += &format!("\"S, {row}\",{:?},{:?},{:?}\n", values[0], values[1], values[2]);
        }
        let table = published_from_csv("x", &text).unwrap();
        prop_assert_eq!(&table.measures, &["a", "b", "c"]);
        for (row, wanted) in table.rows.iter().zip(&values) {
            let found: Vec<f64> = row.values.iter().flatten().copied().collect();
            prop_assert_eq!(&found, wanted);
        }
    }

    #[test]
    fn no_text_makes_the_tables_panic(text in "[a-c0-9,.\"\n -]{0,60}") {
        let _ = published_from_csv("x", &text);
        let _ = correlations_from_csv("x", &text);
    }
}
