//! What the guides found, next to what the text alone found.

use super::view::View;
use crate::ui::components::{
    JudgedQuery, Mark, Marked, picture, picture_button, results_skeleton, skippable,
};
use crate::ui::picture_url::Picture;
use crate::ui::state::guides::{Fused, Guide, Ordered};
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use rankscope_core::benchmark::Image;
use rankscope_guide::Term;
use std::sync::Arc;

const N_SHOWN: usize = 12;

pub(super) fn found(view: View) -> AnyView {
    let is_awaited = move || !view.is_in_order.get() || view.guides.work.is_running();
    let by_guides = move || match view.fused.get() {
        Some(fused) => {
            let first = fused.first(N_SHOWN);
            let larger = opener(view, first.iter().map(|hit| hit.row).collect());
            let cards = first
                .iter()
                .enumerate()
                .map(|(place, hit)| guided_card(view, &fused, (place + 1, hit), larger(place)));
            skippable(
                view! { <ol class="results" aria-label="By guides">{cards.collect_view()}</ol> },
            )
        }
        None if is_awaited() => awaited("The first list is on its way."),
        None => view! { <p>"No guide takes part."</p> }.into_any(),
    };
    let by_text = move || match view.guides.text_hits.get() {
        Some(hits) => {
            let hits = hits.iter().take(N_SHOWN);
            let larger = opener(view, hits.clone().map(|hit| hit.row_in_corpus).collect());
            let cards = hits.enumerate().map(|(place, hit)| {
                let score = format!("{:.4}", hit.score);
                plain_card(view, (place + 1, hit.row_in_corpus), score, larger(place))
            });
            skippable(
                view! { <ol class="results" aria-label="By the text">{cards.collect_view()}</ol> },
            )
        }
        None if is_awaited() => awaited("On its way."),
        None => {
            let words = "The system cannot encode these words. Ask one of the benchmark’s queries.";
            view! { <p>{words}</p> }.into_any()
        }
    };
    let taking_part = move || {
        let n_guides =
            view.fused.with(|fused| fused.as_ref().map_or(0, |fused| fused.guides.len()));
        let n_systems = view.plan.with(|plan| plan.embedders.len());
        format!(
            "{} under {}",
            words::counted(n_guides, "guide", "guides"),
            words::counted(n_systems, "system", "systems"),
        )
    };
    let first = move || {
        let first = view.plan.with(|plan| plan.embedders.first().cloned());
        first.map(|id| view.title(&id)).unwrap_or_default()
    };
    view! {
        {view.larger.view()}
        <div class="guide-lists" data-block="lists">
            {view.why.view()}
            <section aria-label="Results by guides">
                <h2>"By guides" <span class="head-relevance">{taking_part}</span></h2>
                {by_guides}
            </section>
            <section aria-label="Results by the text">
                <h2>"By the text alone" <span class="head-relevance">{first}</span></h2>
                {by_text}
            </section>
        </div>
    }
    .into_any()
}

fn awaited(words: &'static str) -> AnyView {
    view! { <p role="status" class="visually-hidden">{words}</p> {results_skeleton(N_SHOWN)} }
        .into_any()
}

/// `None` for typed queries.
fn marked(view: View, (rank, row): (usize, u32), by: &str) -> Option<AnyView> {
    let asked = view.asked.get()?;
    let query = asked.stored?;
    let definition = view.definition.get();
    let grade = |dataset: &Arc<Dataset>| Some(dataset.relevance.get(definition)?.grade(query, row));
    let grade = view.dataset.with_value(grade)?;
    let judged = JudgedQuery {
        dataset: view.dataset.get_value(),
        text: Some(asked.text),
        query_row: Some(query),
        definition,
        own: None,
    };
    let name = format!("Result {rank} {by}");
    let marked = Marked { query: Arc::new(judged), row_in_corpus: row, name, grade };
    Some(view.why.mark(Signal::stored(Mark::of(grade)), marked))
}

fn image_of(view: View, row: u32) -> Option<Image> {
    view.dataset.with_value(|dataset| dataset.image(row).map(std::borrow::Cow::into_owned))
}

fn opener(view: View, rows: Vec<u32>) -> impl Fn(usize) -> Callback<()> {
    view.dataset.with_value(|dataset| view.larger.opener(dataset, rows, "Result"))
}

/// An image's picture, its id and its caption. `open` shows the larger view.
pub(super) fn drawn(view: View, row: u32, open: Option<Callback<()>>) -> (AnyView, String, String) {
    let image = image_of(view, row).unwrap_or_default();
    let source = view.dataset.with_value(|dataset| Picture::of(&image, &dataset.base_url));
    let caption = if image.caption.is_empty() { image.id.clone() } else { image.caption.clone() };
    let is_missing = RwSignal::new(false);
    let picture = match open {
        Some(open) => picture_button(source, caption.clone(), is_missing, open),
        None => picture(source, caption.clone(), is_missing),
    };
    (picture, image.id, caption)
}

/// A result's card; `facts` and `tools` follow its caption.
fn card(
    view: View,
    (rank, row, by): (usize, u32, &'static str),
    (score, exact): (String, Option<f64>),
    open: Callback<()>,
    (facts, tools): (Option<AnyView>, AnyView),
) -> AnyView {
    let (picture, id, caption) = drawn(view, row, Some(open));
    view! {
        <li class="card" data-rank=rank.to_string() data-image=id data-score=exact.map(|score| score.to_string())>
            {picture}
            <div class="card-line">
                <span class="rank">{rank}</span>
                <span class="score">{score}</span>
            </div>
            {move || marked(view, (rank, row), by)}
            <p class="caption" dir="auto">{caption}</p>
            {facts}
            <div class="buttons guide-tools">{tools}</div>
        </li>
    }
    .into_any()
}

fn plain_card(view: View, (rank, row): (usize, u32), score: String, open: Callback<()>) -> AnyView {
    let tools = use_button(view, row, format!("Use as guide: result {rank} of the text"));
    card(view, (rank, row, "by the text"), (score, None), open, (None, tools))
}

fn guided_card(
    view: View,
    fused: &Fused,
    (rank, hit): (usize, &Ordered),
    open: Callback<()>,
) -> AnyView {
    let row = hit.row;
    let score = match hit.terms.is_empty() {
        true => format!("δ̄ {:.4}", hit.score),
        false => format!("{:.4}", hit.score),
    };
    let terms = (!hit.terms.is_empty()).then(|| terms(view, fused, rank, &hit.terms));
    let wrong = view.guides.trusted.wrong;
    let is_wrong = move || wrong.with(|wrong| wrong.contains(&row));
    let toggle = move |_| {
        wrong.update(|wrong| {
            if !wrong.remove(&row) {
                wrong.insert(row);
            }
        });
    };
    let tools = view! {
        <button
            type="button"
            class="quiet"
            aria-pressed=move || is_wrong().to_string()
            aria-label=format!("Wrong: result {rank}")
            on:click=toggle
        >
            "Wrong"
        </button>
        {use_button(view, row, format!("Use as guide: result {rank}"))}
    };
    let place = (rank, row, "by guides");
    card(view, place, (score, Some(hit.score)), open, (terms, tools.into_any()))
}

fn terms(view: View, fused: &Fused, rank: usize, terms: &[Term]) -> AnyView {
    let row = |term: &Term| {
        let embedder = fused.embedders.get(term.embedder).map(|id| view.title(id));
        let guide = fused.guides.get(term.guide).map(|guide| guide.title.clone());
        view! {
            <tr>
                <th scope="row">{embedder.unwrap_or_default()}</th>
                <td>{guide.unwrap_or_default()}</td>
                <td>{term.rank}</td>
                <td>{format!("{:.4}", term.adds)}</td>
            </tr>
        }
    };
    let rows = terms.iter().map(row).collect_view();
    view! {
        <details class="credit">
            <summary>
                {words::counted(terms.len(), "list has it", "lists have it")}
                <span class="visually-hidden">{format!(": result {rank}")}</span>
            </summary>
            <table class="fused-terms">
                <thead>
                    <tr>
                        <th scope="col">"System"</th>
                        <th scope="col">"Guide"</th>
                        <th scope="col">"Rank"</th>
                        <th scope="col">"Adds"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </details>
    }
    .into_any()
}

fn use_button(view: View, row: u32, label: String) -> AnyView {
    let take = move |_| {
        if let Some(image) = image_of(view, row) {
            view.guides.take(Guide::of_image(row, image));
        }
    };
    view! {
        <button type="button" class="quiet" aria-label=label on:click=take>"Use as guide"</button>
    }
    .into_any()
}
