//! The queries on which each system is furthest ahead, side by side.

use super::queries::query_link;
use super::view::View;
use leptos::prelude::*;
use rankscope_core::analysis::{Comparison, OnQuery, words};

/// Queries on each side.
const N_WINS: usize = 5;

/// Keeps its height while values are awaited.
pub(super) fn wins(view: View) -> AnyView {
    let pairs = Memo::new(move |_| {
        let (comparison, (a, b)) = (view.comparison.get()?, view.shown.get()?);
        let (column, _) = comparison.column()?;
        Some(comparison.pairs(&a, &b, *column))
    });
    let side = move |is_a: bool| {
        let title = move || {
            view.comparison.with(|c| {
                c.as_ref().map(|c| if is_a { c.a.title.clone() } else { c.b.title.clone() })
            })
        };
        let list = move || {
            let (comparison, pairs) = (view.comparison.get()?, pairs.get()?);
            Some(list(view, &comparison, &pairs, is_a))
        };
        let (class, name) = if is_a { ("for-a", "A") } else { ("for-b", "B") };
        view! {
            <section class="wins" aria-label=format!("{name} wins most")>
                <h2>
                    <span class=class>{format!("{name} wins most")}</span> " "
                    <span class="head-n">{title}</span>
                </h2>
                {list}
            </section>
        }
    };
    view! { <div class="wins-pair">{side(true)} {side(false)}</div> }.into_any()
}

fn list(view: View, comparison: &Comparison, pairs: &[OnQuery], is_a: bool) -> AnyView {
    let lead = |on: &OnQuery| if is_a { on.difference() } else { -on.difference() };
    let mut won: Vec<&OnQuery> = pairs.iter().filter(|on| lead(on) > 0.0).collect();
    won.sort_by(|x, y| lead(y).total_cmp(&lead(x)).then(x.query_row.cmp(&y.query_row)));
    if won.is_empty() {
        return view! { <p class="head-n">"No query."</p> }.into_any();
    }
    let item = |on: &OnQuery| {
        let query = comparison.dataset.queries.get(on.query_row as usize)?;
        Some(view! {
            <li>
                <span class="win-query">
                    {query_link(view.address, query.id.clone(), query.text.clone())}
                </span>
                <span class="win-values">{format!("A {:.3}, B {:.3}", on.a, on.b)}</span>
                <span class=if is_a { "for-a" } else { "for-b" }>
                    {words::signed(on.difference())}
                </span>
            </li>
        })
    };
    view! { <ol class="win-list">{won.into_iter().take(N_WINS).map(item).collect_view()}</ol> }
        .into_any()
}
