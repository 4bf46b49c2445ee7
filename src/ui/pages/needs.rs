//! What a page that measures needs and the benchmark lacks, with ways to add it.

use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, ids_with_rankings};
use rankscope_core::views::Page;

/// Replaces the page's body; `None` if values can be computed. The visitor's judgements and imports
/// count.
pub(super) fn missing(session: Session, dataset: &Dataset) -> Option<AnyView> {
    let lacks_queries = dataset.queries.is_empty();
    let lacks_rankings = ids_with_rankings(dataset).is_empty();
    let lacks_judgements = dataset.manifest.relevance.is_empty();
    if !(lacks_queries || lacks_rankings || lacks_judgements) {
        return None;
    }
    let to = move |page: Page, words: &'static str| {
        view! { <a href=move || session.address.href(page)>{words}</a> }
    };
    let queries = lacks_queries.then(|| {
        view! {
            <dt>"Queries"</dt>
            <dd>
                "Measures are means over queries, and this benchmark has none. In a recipe, "
                <code>"[queries]"</code> " adds them: " <code>"lines = \"queries.txt\""</code>
                " names a file with one text per line."
            </dd>
        }
    });
    let rankings = lacks_rankings.then(|| {
        let import = (!lacks_queries).then(|| {
            view! { " Or import a run of another program on the " {to(Page::Benchmark, "Benchmark")} " page." }
        });
        view! {
            <dt>"A system that ranks the queries"</dt>
            <dd>
                "No system has vectors of queries. In a recipe, each of "
                <code>"[[systems]]"</code> " names their file as " <code>"queries"</code>
                "; " <code>"made_from = \"captions\""</code> " makes them from texts alone." {import}
            </dd>
        }
    });
    let judgements = lacks_judgements.then(|| {
        let ways = match lacks_queries {
            true => ().into_any(),
            false => view! {
                "Judge pictures yourself: choose a query on " {to(Page::Explore, "Explore")}
                " and “Judge these results yourself”. Your judgements count on this page at once. Or import TREC qrels on the "
                {to(Page::Benchmark, "Benchmark")} " page. "
            }
            .into_any(),
        };
        view! {
            <dt>"Judgements"</dt>
            <dd>
                {ways} "In a recipe, " <code>"[[relevance]]"</code>
                " names a file of them and says what counts as relevant."
            </dd>
        }
    });
    let view = view! {
        <section class="panel needs" aria-labelledby="needs-title">
            <h2 id="needs-title">"Nothing can be measured yet"</h2>
            <p class="prose">
                "This page shows how well systems rank the pictures for queries. For that the benchmark still needs:"
            </p>
            <dl class="definitions">{queries} {rankings} {judgements}</dl>
            <p class="prose">
                "After changing the recipe, rebuild the benchmark with " <code>"rankscope build"</code>
                ". Searching works without all this, on "
                {to(Page::Explore, "Explore")} "."
            </p>
        </section>
    };
    Some(view.into_any())
}
