//! Queries whose guides are kept, and the pictures tagged with them (Needle, §C.3).

use super::super::found::drawn;
use super::super::view::{Query, View};
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::components::{picker, quiet_button};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_guide::TaggedHit;

/// The least cosine of text and picture for a tag.
const TAUS: [f64; 4] = [0.3, 0.4, 0.5, 0.6];
const N_SHOWN: usize = 12;

pub(super) fn earlier(view: View) -> AnyView {
    let kept = view.guides.kept;
    let is_stored = move || {
        let words =
            "This browser stores nothing for this page: all of it is forgotten when you leave.";
        (!kept.is_stored.get()).then(|| view! { <p class="guide-note">{words}</p> })
    };
    view! {
        <p class="prose">
            "Guides of earlier queries are kept in this browser, for this build of the benchmark. A query with the same text takes them again; with "
            <em>"Guides of earlier queries"</em>
            " above, a query whose text is near enough takes them too, and says whose they are."
        </p>
        {move || queries(view)}
        {is_stored}
        <h3>"Tags"</h3>
        <p class="prose">
            "A picture that a query found, with a cosine to its text of at least τ, is tagged with the query. A search among tags scores a picture by the largest cosine of this query and one of its tags, and compares no pictures at all."
        </p>
        {tagging(view)}
        {move || tagged(view)}
    }
    .into_any()
}

struct Line {
    text: String,
    kind: String,
    n_guides: usize,
    bytes: u64,
}

fn queries(view: View) -> AnyView {
    let kept = view.guides.kept;
    let lines: Vec<Line> = kept.earlier.with(|kept| {
        let line = |query: &rankscope_guide::CachedQuery<_>| Line {
            text: query.text.clone(),
            kind: query.kind.clone(),
            n_guides: query.guides.len(),
            bytes: query.bytes,
        };
        kept.guides.queries().iter().rev().map(line).collect()
    });
    if lines.is_empty() {
        return view! { <p class="guide-note">"No query’s guides are kept yet. Ask one."</p> }
            .into_any();
    }
    let bytes = kept.earlier.with(|kept| kept.guides.bytes());
    let caption = format!(
        "{}, {} kB.",
        words::counted(lines.len(), "query", "queries"),
        words::count(usize::try_from(bytes.div_ceil(1024)).unwrap_or(usize::MAX)),
    );
    let columns = vec![
        Column::text("Query", |line: &Line| line.text.clone()).heads_row(),
        Column::text("Guides", |line: &Line| format!("{}: {}", line.n_guides, line.kind)),
        Column::number("Bytes", |line: &Line| line.bytes as f64).view(|line| {
            Cell::new(words::count(usize::try_from(line.bytes).unwrap_or(usize::MAX)))
        }),
        Column::shown("Forget", move |line: &Line| {
            let text = line.text.clone();
            let label = format!("Forget the guides of “{text}”");
            let forget = move |_| kept.remove(&text);
            Cell::new(view! {
                <button type="button" class="quiet" aria-label=label on:click=forget>"Forget"</button>
            })
        }),
    ];
    view! {
        {DataTable::new("Kept queries", columns, lines).caption(caption).tall().view()}
        <div class="buttons">{quiet_button("Forget all queries and tags", move || kept.clear())}</div>
    }
    .into_any()
}

fn tagging(view: View) -> AnyView {
    let tau = RwSignal::new(TAUS[1]);
    let options = TAUS.map(|tau| (tau.to_string(), format!("≥ {tau}"))).to_vec();
    let current = Memo::new(move |_| tau.get().to_string());
    let said = RwSignal::new(String::new());
    // What the text's list knows of the pictures that the guides found.
    let found = move || {
        let hits = view.guides.text_hits.get()?;
        let fused = view.fused.get()?;
        let of_text = |row: u32| hits.iter().find(|hit| hit.row_in_corpus == row);
        let pairs = fused.hits.iter().filter_map(|hit| {
            let cosine = f64::from(of_text(hit.row)?.score);
            let id = view.dataset.with_value(|dataset| Some(dataset.image(hit.row)?.id.clone()))?;
            Some((id, cosine))
        });
        Some(pairs.collect::<Vec<(String, f64)>>())
    };
    let can = Memo::new(move |_| {
        found().is_some_and(|found| !found.is_empty())
            && view.guides.text_vector.with(Option::is_some)
    });
    let tag = move |_| {
        let Some(found) = untrack(found) else { return };
        let Some(vector) = view.guides.text_vector.get_untracked() else { return };
        let Some(Query { text, .. }) = view.asked.get_untracked() else { return };
        let first = view.plan.with_untracked(|plan| plan.embedders.first().cloned());
        let (first, tau) = (first.unwrap_or_default(), tau.get_untracked());
        let n = view.guides.kept.tag(&first, &text, &vector, &found, tau);
        said.set(match n {
            0 => "No further picture is near enough to the text.".into(),
            n => format!("{} tagged with “{text}”.", words::counted(n, "picture", "pictures")),
        });
    };
    view! {
        <div class="pickers pickers-tight">
            {picker("τ", options, current, move |value| {
                tau.set(value.parse().unwrap_or(TAUS[1]));
            })}
            <button type="button" prop:disabled=move || !can.get() on:click=tag>
                "Tag what this query found"
            </button>
        </div>
        <p class="guide-note" role="status">{said}</p>
    }
    .into_any()
}

fn tagged(view: View) -> Option<AnyView> {
    let first = view.plan.with(|plan| plan.embedders.first().cloned())?;
    let vector = view.guides.text_vector.get()?;
    let cards = view.guides.kept.earlier.with(|kept| {
        let hits = kept.tags.get(&first)?.search(&vector, N_SHOWN);
        let card = |(place, hit): (usize, &TaggedHit<'_>)| card(view, place + 1, hit);
        Some(hits.iter().enumerate().map(card).collect::<Vec<_>>())
    })?;
    Some(view! { <ol class="results" aria-label="By tags">{cards}</ol> }.into_any())
}

fn card(view: View, rank: usize, hit: &TaggedHit<'_>) -> AnyView {
    let row = view.dataset.with_value(|dataset| dataset.image_ids().row_of(hit.picture));
    // A kept id that the corpus has not: the card stays without a picture.
    let row = row.and_then(|row| u32::try_from(row).ok()).unwrap_or(u32::MAX);
    let (picture, ..) = drawn(view, row, None);
    view! {
        <li class="card" data-rank=rank.to_string() data-image=hit.picture.to_string() data-score=hit.score.to_string()>
            {picture}
            <div class="card-line">
                <span class="rank">{rank}</span>
                <span class="score">{format!("{:.4}", hit.score)}</span>
            </div>
            <p class="caption" dir="auto">{format!("Tag: {}", hit.tag)}</p>
        </li>
    }
    .into_any()
}
