//! How good both lists are, and how long each stage took.

use super::view::View;
use crate::ui::components::table::{Cell, Column, DataTable};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::metrics::{JudgedRanking, Measure};
use rankscope_core::ranking::{Hit, hits_in_order};

/// The paper's AP, with 60 answers and 10 expected ones, exceeds 1.
const MEASURES: [&str; 3] = ["inquire:AP@50", "trec:P@10", "trec:RR"];

/// A measure's value for the guides and for the text.
type Line = (Measure, Option<f64>, Option<f64>);

pub(super) fn summary(view: View) -> AnyView {
    let table = move || {
        let query = view.asked.with(|asked| asked.as_ref().and_then(|asked| asked.stored))?;
        let by_guides = view.fused.with(|fused| {
            let rows = fused.as_ref()?.hits.iter().map(|hit| hit.row).collect::<Vec<u32>>();
            Some(hits_in_order(&rows))
        })?;
        let by_text = view.guides.text_hits.get();
        let lines = MEASURES.iter().filter_map(|name| {
            let measure: Measure = name.parse().ok()?;
            let guides = value(view, query, &by_guides, &measure);
            let text = by_text.as_ref().and_then(|hits| value(view, query, hits, &measure));
            Some((measure, guides, text))
        });
        Some(of_lines(view, lines.collect()))
    };
    let is_measured =
        move || view.asked.with(|asked| asked.as_ref().is_some_and(|asked| asked.stored.is_some()));
    view! {
        <section data-block="measures" aria-label="Measures of both lists" class:measured=is_measured>
            {table}
        </section>
    }
    .into_any()
}

fn value(view: View, query: u32, hits: &[Hit], measure: &Measure) -> Option<f64> {
    let definition = view.definition.get();
    view.dataset.with_value(|dataset| {
        let relevance = dataset.relevance.get(definition)?;
        let ranking = JudgedRanking::of_query(query, hits, relevance, dataset.image_ids());
        measure.value(ranking.list(measure.protocol()))
    })
}

fn of_lines(view: View, lines: Vec<Line>) -> AnyView {
    let number = |title: &'static str, key: &'static str, of: fn(&Line) -> Option<f64>| {
        Column::number(title, move |line: &Line| of(line)).view(move |line| {
            let value = of(line);
            Cell::new(words::value(value))
                .data("data-measure", line.0.to_string())
                .data("data-of", key)
                .exact(value)
        })
    };
    let columns = vec![
        Column::text("Measure", |line: &Line| line.0.to_string()).heads_row(),
        number("By guides", "guides", |line| line.1),
        number("By the text alone", "text", |line| line.2),
    ];
    let place = view.definition.get();
    let title = view.dataset.with_value(|dataset| {
        dataset
            .manifest
            .relevance
            .get(place)
            .map(|definition| definition.title.clone())
            .unwrap_or_default()
    });
    DataTable::new("Guides and text", columns, lines)
        .caption(format!("This query alone, relevance: {title}."))
        .view()
}

/// Tracked.
pub(super) fn timings(view: View) -> Option<AnyView> {
    let timings = view.guides.timings.get();
    let fuse = view.fused.with(|fused| fused.as_ref().map(|fused| fused.fuse_ms))?;
    let total =
        timings.understand_ms + timings.draw_ms + timings.encode_ms + timings.search_ms + fuse;
    let words = format!(
        "Understood and chosen in {:.0} ms, drawn in {:.0}, encoded in {:.0}, searched in {:.0}, fused \
         in {fuse:.1}: {total:.0} ms in all, and {:.0} ms to load what was not in memory.",
        timings.understand_ms,
        timings.draw_ms,
        timings.encode_ms,
        timings.search_ms,
        timings.load_ms,
    );
    let view = view! {
        <p
            class="guide-timings"
            role="status"
            data-understand-ms=timings.understand_ms.to_string()
            data-draw-ms=timings.draw_ms.to_string()
            data-load-ms=timings.load_ms.to_string()
            data-encode-ms=timings.encode_ms.to_string()
            data-search-ms=timings.search_ms.to_string()
            data-fuse-ms=fuse.to_string()
        >
            {words}
        </p>
    };
    Some(view.into_any())
}
