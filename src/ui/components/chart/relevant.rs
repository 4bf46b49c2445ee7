//! The histogram of relevant images per query, relevant texts per image or pictures per creator.

use super::super::notice;
use super::super::table::{Cell, Column, DataTable};
use super::axes::{Axes, number, ticks};
use super::frame::Chart;
use super::reader::Datum;
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::chart::{Bin, Frame, bars_path, histogram};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::ui) enum Relevant {
    Images,
    Texts,
    PicturesOfCreators,
}

/// `usual` are numbers that every query has under another definition, each with its title: they are lines.
pub(in crate::ui) fn relevant_histogram(
    of: Relevant,
    counts: &[usize],
    usual: Vec<(usize, String)>,
    mut description: String,
) -> AnyView {
    let (query, queries, relevant) = match of {
        Relevant::Images => ("query", "queries", "relevant images"),
        Relevant::Texts => ("image", "images", "relevant texts"),
        Relevant::PicturesOfCreators => ("creator", "creators", "pictures"),
    };
    let capital = |words: &str| {
        words.get(..1).unwrap_or_default().to_uppercase() + words.get(1..).unwrap_or_default()
    };
    let (queries_title, relevant_title) = (capital(queries), capital(relevant));
    let bins = histogram(counts, 24);
    if bins.is_empty() {
        return notice("No query matches the filters. Remove a filter to see this chart.");
    }
    let real = |n: usize| n as f64;
    let is_doubling = bins.first().is_some_and(|bin| bin.last == 0)
        && bins.len() > 2
        && bins.last().is_some_and(|bin| bin.last > bin.first);
    let most = bins.iter().map(|bin| bin.n).max().unwrap_or(1);
    let frame =
        Frame::sized((480.0, 320.0), (0.5, real(bins.len()) + 0.5), (0.0, real(most) * 1.06));
    let counts: Vec<f64> = bins.iter().map(|bin| real(bin.n)).collect();
    let bars = move |frame: Frame| {
        let heights: Vec<f64> = counts.iter().map(|n| frame.y(*n)).collect();
        let path = bars_path(&heights, (frame.left, frame.right), frame.y(0.0));
        view! { <path class="bars-plain" d=path></path> }.into_any()
    };
    // In the middle of the bin that has it.
    let place = |n: usize| (1..).zip(&bins).find(|(_, bin)| (bin.first..=bin.last).contains(&n));
    let lines: Vec<f64> = usual.iter().filter_map(|(n, _)| Some(real(place(*n)?.0))).collect();
    for (n, title) in usual.iter().filter(|(n, _)| place(*n).is_some()) {
        description.push_str(&format!(
            " Dashed line: {} of each {query} under {title}.",
            words::count(*n)
        ));
    }
    let bars = move |frame: Frame| {
        let line = |at: &f64| {
            let x = number(frame.x(*at));
            view! {
                <line class="usual" x1=x.clone() x2=x y1=number(frame.top) y2=number(frame.bottom)></line>
            }
        };
        (bars(frame), lines.iter().map(line).collect_view()).into_any()
    };
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
                "{} {}: {}",
                words_of(bin),
                if of == Relevant::PicturesOfCreators { "pictures" } else { "relevant" },
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
        Column::text(relevant_title, words_of).heads_row(),
        Column::number(queries_title, |bin: &Bin| bin.n)
            .view(|bin| Cell::new(words::count(bin.n)).data("data-bin", bin.first.to_string())),
        Column::saved("First", |bin: &Bin| bin.first),
        Column::saved("Last", |bin: &Bin| bin.last),
    ];
    let (name, table) = match of {
        Relevant::Images => ("Relevant images per query", "Data for relevant images per query"),
        Relevant::Texts => ("Relevant texts per image", "Data for relevant texts per image"),
        Relevant::PicturesOfCreators => ("Pictures per creator", "Data for pictures per creator"),
    };
    let table = DataTable::new(table, columns, bins).tall();
    Chart::new(name, (frame, edges), data, bars)
        .description(description)
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
