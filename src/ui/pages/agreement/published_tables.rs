//! Tables 2 and 3 of ECCV Caption: what earlier judgements lack, and how many positives there are.

use crate::ui::components::table::{Cell, Column, DataTable};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::formats::PublishedTable;

struct Line {
    name: String,
    values: Vec<Option<f64>>,
}

pub(super) fn printed_tables(precision: PublishedTable, counts: PublishedTable) -> AnyView {
    let percent =
        |value: Option<f64>| value.map_or_else(|| "n/a".into(), |value| format!("{value:.1}"));
    let count = |value: Option<f64>| match value {
        Some(value) if value >= 0.0 && value.fract() == 0.0 => words::count(value as u64),
        _ => "n/a".into(),
    };
    let heads = [
        "Prec, image → text",
        "Recall, image → text",
        "Prec, text → image",
        "Recall, text → image",
    ];
    let numbers = ["Positive images", "Positive captions"];
    view! {
        <h3>"What earlier judgements lack"</h3>
        <p class="prose">
            "Precision and recall of earlier judgements by the pairs that people verified, in per cent, and the number of positives of each set, as the authors print them with their library eccv_caption (Tables 2 and 3 of the paper). The paper prints one formula, |r ∩ p| / |p|, for both Prec and Recall, where r are the earlier positives and p the verified ones. Only Recall is divided by |p|; Prec is |r ∩ p| / |r|. The library does not include the verified pairs, so the first table cannot be recomputed. The second is that of the judgements of COCO 5K, except for the row of verified pairs."
        </p>
        <div class="pair">
            <div>{table("Precision and recall of earlier judgements", &heads, precision, percent)}</div>
            <div>{table("Number of positives", &numbers, counts, count)}</div>
        </div>
    }
    .into_any()
}

fn table(
    name: &'static str,
    heads: &[&'static str],
    table: PublishedTable,
    written: fn(Option<f64>) -> String,
) -> AnyView {
    let lines: Vec<Line> = table
        .rows
        .into_iter()
        .map(|row| Line { name: row.texts.last().cloned().unwrap_or_default(), values: row.values })
        .collect();
    let mut columns = vec![Column::text("Judgements", |line: &Line| line.name.clone()).heads_row()];
    columns.extend(heads.iter().enumerate().map(|(place, title)| {
        let value = move |line: &Line| line.values.get(place).copied().flatten();
        Column::number(*title, value)
            .view(move |line| Cell::new(written(value(line))).exact(value(line)))
    }));
    DataTable::new(name, columns, lines).titled().view()
}
