//! The figures of a table, as they are printed.

use super::here::Here;
use super::known::{Shown, title_of};
use crate::ui::components::table::{Cell, Column, DataTable};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::formats::PublishedRow;

/// More decimals than papers print.
const MOST_DECIMALS: usize = 6;
/// Columns of counts, which are shown beside how many times the first row's they are.
const COUNTS: [&str; 2] = ["positive_images", "positive_captions"];

/// A row with what this benchmark gives in its place.
struct Line {
    row: PublishedRow,
    here: Vec<Option<f64>>,
}

/// `here` are columns of what this benchmark gives, by row.
pub(in crate::ui::pages) fn figures(shown: &Shown, here: &[Here]) -> AnyView {
    let table = &shown.table;
    let mut columns: Vec<Column<Line>> = Vec::new();
    let n_texts = table.text_columns.len();
    for (place, name) in table.text_columns.iter().enumerate() {
        let text = move |line: &Line| line.row.texts.get(place).cloned().unwrap_or_default();
        let column = Column::text(title_of(name), text);
        // The last column of text names the model; of a table of words, the first names the row.
        let heading = if table.measures.is_empty() { 0 } else { n_texts - 1 };
        columns.push(if place == heading { column.heads_row() } else { column });
    }
    for (place, name) in table.flag_columns.iter().enumerate() {
        let flag = move |line: &Line| match line.row.flags.get(place) {
            Some(true) => "yes",
            _ => "no",
        };
        columns.push(Column::text(title_of(name), flag));
    }
    for (place, name) in table.measures.iter().enumerate() {
        let of = move |row: &PublishedRow| row.values.get(place).copied().flatten();
        let value = move |line: &Line| of(&line.row);
        let printed: Vec<f64> = table.rows.iter().filter_map(of).collect();
        let decimals = decimals(&printed);
        columns.push(Column::number(title_of(name), value).view(move |line| {
            let value = value(line);
            Cell::new(value.map_or_else(|| "n/a".into(), |value| written(value, decimals)))
                .exact(value)
        }));
        let first = table.rows.first().and_then(of).filter(|first| *first > 0.0);
        if let Some(first) = first.filter(|_| COUNTS.contains(&name.as_str())) {
            let ratio = move |line: &Line| value(line).map(|value| value / first);
            columns.push(Column::number(format!("× {}", title_of(name)), ratio).view(
                move |line| {
                    let ratio = ratio(line);
                    let words = ratio.map_or_else(|| "n/a".into(), |ratio| format!("×{ratio:.2}"));
                    Cell::new(words).exact(ratio)
                },
            ));
        }
    }
    for (place, column) in here.iter().enumerate() {
        let value = move |line: &Line| line.here.get(place).copied().flatten();
        columns.push(Column::number(column.title, value).view(move |line| {
            let value = value(line);
            Cell::new(value.map_or_else(|| "n/a".into(), |value| written(value, 0))).exact(value)
        }));
    }
    let line = |(place, row): (usize, &PublishedRow)| Line {
        row: row.clone(),
        here: here.iter().map(|column| column.values.get(place).copied().flatten()).collect(),
    };
    let lines: Vec<Line> = table.rows.iter().enumerate().map(line).collect();
    DataTable::new(shown.title.clone(), columns, lines).tall().view()
}

/// As few as show every figure of a column.
fn decimals(values: &[f64]) -> usize {
    let is_enough =
        |n: &usize| values.iter().all(|value| format!("{value:.n$}", n = *n).parse() == Ok(*value));
    (0..MOST_DECIMALS).find(is_enough).unwrap_or(MOST_DECIMALS)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole and positive")]
fn written(value: f64, decimals: usize) -> String {
    if decimals == 0 && value >= 0.0 {
        return words::count(value as u64);
    }
    format!("{value:.decimals$}").replace('-', "−")
}
