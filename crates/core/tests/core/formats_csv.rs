//! Rows written as CSV read back as they were. Tables of values: `table.rs`.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rankscope_core::formats::csv_from_rows;

fn rows(rows: &[&[&str]]) -> Vec<Vec<String>> {
    rows.iter().map(|row| row.iter().map(|field| (*field).to_string()).collect()).collect()
}

#[test]
fn fields_that_need_it_are_quoted() {
    let table = rows(&[&["query", "A"], &["a cat, a \"dog\"", "0.5"], &["two\nlines", ""]]);
    assert_eq!(csv_from_rows(&table), "query,A\n\"a cat, a \"\"dog\"\"\",0.5\n\"two\nlines\",\n");
}

proptest! {
    #[test]
    fn csv_reads_back(table in prop::collection::vec(prop::collection::vec("[a-c,\"\n\r ]{1,6}", 3), 1..5)) {
        let text = csv_from_rows(&table);
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        let read: Vec<Vec<String>> = reader
            .records()
            .map(|record| record.unwrap().iter().map(String::from).collect())
            .collect();
        prop_assert_eq!(read, table);
    }
}
