//! Tables as data: what is written reads back with all its digits, and rows are sorted.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::printed::printed;
use proptest::prelude::*;
use rankscope_core::formats::csv_from_rows;
use rankscope_core::table::{Direction, FORMATS, Kind, Table, Value, sorted_rows};

fn written(name: &str, table: &Table) -> String {
    let format = FORMATS.iter().find(|format| format.name == name).unwrap();
    (format.write)(table)
}

fn table(columns: &[(&str, Kind)], rows: Vec<Vec<Value>>) -> Table {
    let columns = columns.iter().map(|(title, kind)| ((*title).to_string(), *kind)).collect();
    Table::new(columns, rows)
}

fn json(table: &Table) -> serde_json::Value {
    serde_json::from_str(&written("JSON", table)).unwrap()
}

#[test]
fn numbers_are_plain_and_whole() {
    let table = table(
        &[("system", Kind::Single), ("A - B", Kind::Single), ("n", Kind::Single)],
        vec![vec!["a cat, a \"dog\"".into(), (-0.0098).into(), 1004usize.into()]],
    );
    assert_eq!(written("CSV", &table), "system,A - B,n\n\"a cat, a \"\"dog\"\"\",-0.0098,1004\n");
    assert_eq!(
        json(&table),
        serde_json::json!([{ "system": "a cat, a \"dog\"", "A - B": -0.0098, "n": 1004 }])
    );
    // In the order of the columns, and not 1004.0.
    assert!(written("JSON", &table).ends_with("\"A - B\": -0.0098,\n    \"n\": 1004\n  }\n]\n"));
}

#[test]
fn an_interval_is_two_columns_also_where_it_is_missing() {
    let table = table(
        &[("system", Kind::Single), ("95 % interval", Kind::Interval)],
        vec![
            vec!["a".into(), (-0.5, 0.25).into()],
            vec!["b".into(), Value::Missing],
            vec!["c".into()],
        ],
    );
    let csv = "system,95 % interval low,95 % interval high\na,-0.5,0.25\nb,,\nc,,\n";
    assert_eq!(written("CSV", &table), csv);
    assert_eq!(
        json(&table)[1],
        serde_json::json!({ "system": "b", "95 % interval low": null, "95 % interval high": null })
    );
}

#[test]
fn what_has_no_value_is_empty() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(Value::from(value), Value::Missing);
        assert_eq!(Value::from((0.0, value)), Value::Missing);
    }
    assert_eq!(Value::from(None::<f64>), Value::Missing);
    let table = table(
        &[("value", Kind::Single), ("text", Kind::Single)],
        vec![vec![f64::NAN.into(), "".into()]],
    );
    assert_eq!(written("CSV", &table), "value,text\n,\n");
    assert_eq!(json(&table), serde_json::json!([{ "value": null, "text": "" }]));
}

#[test]
fn numbers_are_numbers_texts_stay_texts_and_names_are_unique() {
    let table = table(
        &[
            ("query", Kind::Single),
            ("value", Kind::Single),
            ("value", Kind::Single),
            ("value (2)", Kind::Single),
        ],
        vec![vec!["true".into(), (-0.25).into(), Value::Missing, "0.5".into()]],
    );
    let row = serde_json::json!({ "query": "true", "value": -0.25, "value (2)": null, "value (2) (2)": "0.5" });
    assert_eq!(json(&table), serde_json::json!([row]));
}

#[test]
fn a_table_without_rows_keeps_its_names() {
    let empty = table(&[("a", Kind::Single), ("b", Kind::Interval)], Vec::new());
    assert_eq!(written("CSV", &empty), "a,b low,b high\n");
    assert_eq!(written("JSON", &empty), "[]\n");
}

#[test]
fn minus_zero_is_zero() {
    let table = table(&[("v", Kind::Single)], vec![vec![(-0.0).into()]]);
    assert_eq!(written("CSV", &table), "v\n0\n");
    assert_eq!(json(&table), serde_json::json!([{ "v": 0 }]));
}

#[test]
fn rows_without_a_value_come_last_either_way() {
    let values: Vec<Value> = [Some(0.5), None, Some(0.9), Some(0.1)].map(Value::from).to_vec();
    assert_eq!(sorted_rows(&values, Direction::Ascending), [3, 0, 2, 1]);
    assert_eq!(sorted_rows(&values, Direction::Descending), [2, 0, 3, 1]);
    assert_eq!(sorted_rows(&[], Direction::Ascending), [0usize; 0]);
}

#[test]
fn equal_rows_stay_as_they_are() {
    let values: Vec<Value> = [2u64, 1, 2, 1].map(Value::from).to_vec();
    assert_eq!(sorted_rows(&values, Direction::Ascending), [1, 3, 0, 2]);
    assert_eq!(sorted_rows(&values, Direction::Descending), [0, 2, 1, 3]);
}

#[test]
fn texts_by_letters_intervals_by_their_middle() {
    let texts: Vec<Value> = ["b", "a", "c"].map(Value::from).to_vec();
    assert_eq!(sorted_rows(&texts, Direction::Descending), [2, 0, 1]);
    let mixed: Vec<Value> = vec![(0.0, 1.0).into(), 0.4.into(), 1u64.into(), "x".into()];
    assert_eq!(sorted_rows(&mixed, Direction::Ascending), [1, 0, 2, 3]);
}

#[test]
fn csv_fields_that_need_it_are_quoted() {
    let rows = [&["query", "A"], &["a cat, a \"dog\"", "0.5"], &["two\nlines", ""]];
    let rows = rows.map(|row| row.map(str::to_owned).to_vec());
    assert_eq!(csv_from_rows(&rows), "query,A\n\"a cat, a \"\"dog\"\"\",0.5\n\"two\nlines\",\n");
}

proptest! {
    #[test]
    fn csv_reads_back(
        texts in prop::collection::vec("[a-c,\"\n\r ]{1,6}", 1..5),
        numbers in prop::collection::vec(prop::num::f64::NORMAL | prop::num::f64::ZERO, 5),
    ) {
        let rows = texts.iter().zip(&numbers).map(|(text, n)| vec![text.into(), (*n).into()]);
        let table = table(&[("text", Kind::Single), ("number", Kind::Single)], rows.collect());
        let text = written("CSV", &table);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        for (record, (text, number)) in reader.records().zip(texts.iter().zip(&numbers)) {
            let record = record.unwrap();
            prop_assert_eq!(&record[0], text);
            prop_assert_eq!(record[1].parse::<f64>().unwrap(), *number);
        }
    }

    #[test]
    fn json_keeps_all_digits(numbers in prop::collection::vec(prop::num::f64::NORMAL, 1..5)) {
        let rows = numbers.iter().map(|n| vec![Value::from(*n)]).collect();
        let text = written("JSON", &table(&[("n", Kind::Single)], rows));
        // By Rust's own parser: serde_json's reads a last digit wrong now and then.
        let read = text.lines().filter_map(|line| line.trim().strip_prefix("\"n\": "));
        let read: Vec<f64> = read.map(|number| number.parse().unwrap()).collect();
        prop_assert_eq!(read, numbers);
    }
}

/// A table with everything that printed ones have, and every character that means something.
#[test]
fn latex_escapes_and_marks() {
    let text = written("LaTeX", &printed());
    for line in [
        r"  \caption{Means of 100 \% of the queries}",
        r"  \begin{tabular}{clrr}",
        r"     & system & nDCG@10 50\% \& more & n \\",
        r"    a & a\_b\textbar{}c \{x\} \$5 \#1 \textasciitilde{}\textasciicircum{}\textbackslash{} \textless{}i\textgreater{} {[}z{]} -{}- & \textbf{0.5000}\textsuperscript{b} & 3 \\",
        r"    b & second & 0.2500 & 3 \\",
        r"    c & third & \textendash{} & \textendash{} \\",
    ] {
        assert!(text.lines().any(|own| own == line), "{line} is not in\n{text}");
    }
}

#[test]
fn markdown_escapes_and_marks() {
    let text = written("Markdown", &printed());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Means of 100 % of the queries");
    assert_eq!(lines[2], r"|  | system | nDCG@10 50% \& more | n |");
    assert_eq!(lines[3], "| :-: | :-- | --: | --: |");
    assert_eq!(
        lines[4],
        r"| a | a\_b\|c \{x\} \$5 \#1 \~^\\ \<i\> \[z\] -- | **0.5000**<sup>b</sup> | 3 |"
    );
    assert_eq!(lines[6], "| c | third | – | – |");
    assert!(text.ends_with("\np ≤ 0.05 – Holm’s “way” …\n"));
}

#[test]
fn no_value_is_bold_where_all_are_equal_and_letters_go_on_after_z() {
    let mut table = table(&[("v", Kind::Single)], vec![vec![0.5.into()], vec![0.5.into()]]);
    table.print.best_of(0, &[Some(0.5), Some(0.5)]);
    assert!(table.print.bold.is_empty());
    let better: Vec<Vec<usize>> = (0..28).map(|row| (0..row).collect()).collect();
    table.print.better_than(0, &better);
    assert_eq!(table.print.letters[25..], ["z", "aa", "ab"]);
    assert!(table.print.superscripts[&(27, 0)].ends_with(",z,aa"));
}
