//! The histogram of relevant images per query.

use super::view::View;
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::components::{Axes, Chart, Datum, notice, ticks};
use crate::ui::state::reverse::Direction;
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::chart::{Bin, Frame, bars_path, histogram};

/// A bar for each number of relevant images, over the chosen queries.
pub(super) fn relevant_chart(view: View) -> AnyView {
    let Some((_, column)) = view.shown_column() else { return ().into_any() };
    let subset = view.subset.get();
    let counts: Vec<usize> = view.dataset.with_value(|dataset| {
        let relevance = dataset.relevance.get(column.definition);
        let of = |row: u32| {
            relevance?.of_query(row).map(rankscope_core::benchmark::Judgements::n_relevant)
        };
        let queries = (0u32..).zip(dataset.queries.iter()).filter(|(_, query)| subset.holds(query));
        queries.map(|(row, _)| of(row).unwrap_or(0)).collect()
    });
    let is_reversed = view.direction == Direction::ToTexts;
    let (query, queries, relevant) = match is_reversed {
        false => ("query", "queries", "relevant images"),
        true => ("image", "images", "relevant texts"),
    };
    let bins = histogram(&counts, 24);
    if bins.is_empty() {
        return notice("No query matches the filters. Remove a filter to see this chart.");
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of queries are far below 2^53")]
    let real = |n: usize| n as f64;
    let is_doubling = bins.first().is_some_and(|bin| bin.last == 0)
        && bins.len() > 2
        && bins.last().is_some_and(|bin| bin.last > bin.first);
    let most = bins.iter().map(|bin| bin.n).max().unwrap_or(1);
    let frame =
        Frame::sized((480.0, 320.0), (0.5, real(bins.len()) + 0.5), (0.0, real(most) * 1.06));
    let heights: Vec<f64> = bins.iter().map(|bin| frame.y(real(bin.n))).collect();
    let path = bars_path(&heights, (frame.left, frame.right), frame.y(0.0));
    let every = bins.len().div_ceil(8);
    let x_ticks = (1..)
        .zip(&bins)
        .step_by(every)
        .map(|(nth, bin)| (real(nth), words::count(bin.first)))
        .collect();
    let data = (1..)
        .zip(&bins)
        .map(|(nth, bin)| Datum {
            at: (real(nth), real(bin.n)),
            reading: format!(
                "{} relevant: {}",
                words_of(bin),
                words::counted(bin.n, query, queries)
            ),
        })
        .collect();
    let edges = Axes {
        x_ticks,
        y_ticks: ticks((0.0, real(most)), 5),
        x_title: if is_doubling {
            format!("{relevant} (bins double in width)")
        } else {
            relevant.into()
        },
        y_title: queries.into(),
    };
    let columns = vec![
        Column::text(if is_reversed { "Relevant texts" } else { "Relevant images" }, words_of)
            .heads_row(),
        Column::number(if is_reversed { "Images" } else { "Queries" }, |bin: &Bin| bin.n)
            .view(|bin| Cell::new(words::count(bin.n)).data("data-bin", bin.first.to_string())),
        Column::saved("First", |bin: &Bin| bin.first),
        Column::saved("Last", |bin: &Bin| bin.last),
    ];
    let (name, table) = match is_reversed {
        false => ("Relevant images per query", "Data for relevant images per query"),
        true => ("Relevant texts per image", "Data for relevant texts per image"),
    };
    let table = DataTable::new(table, columns, bins).tall();
    Chart::new(name, (frame, edges), data, view! { <path class="bars-plain" d=path></path> })
        .description(format!("Relevance: {}.", column.relevance_title))
        .tables(table.view())
        .view()
}

/// `3`, or `4–7` for a wider bin.
fn words_of(bin: &Bin) -> String {
    match bin.last {
        last if last == bin.first => words::count(bin.first),
        last => format!("{}–{}", words::count(bin.first), words::count(last)),
    }
}
