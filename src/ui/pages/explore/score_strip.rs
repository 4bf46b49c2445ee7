//! The query's result at a glance: main values, and the ranks of relevant images among the first hundred.

use crate::ui::components::{barcode, relevant_pictures, spoken_ranks, title_of, value_button};
use crate::ui::state::Session;
use crate::ui::state::choice::Question;
use crate::ui::state::shown::{Judged, Shown};
use leptos::prelude::*;
use rankscope_core::analysis::words;

const N_RANKS: usize = 100;
const N_VALUES: usize = 4;

/// The count of relevant images opens their list.
pub(super) fn score_strip(session: Session, shown: &Shown, judged: &Judged) -> AnyView {
    let system = shown.choice.system.as_ref().map_or("", |system| &system.id);
    let values = judged.measures.iter().take(N_VALUES).map(|measure| {
        let value = measure.explained.as_ref().map(|explained| explained.value);
        let value = match value {
            None => "n/a".into_any(),
            Some(value) => {
                let of = (measure.measure, system, None);
                value_button(session.address, of, format!("{value:.3}"))
            }
        };
        let name = measure.measure.to_string();
        view! { <div><dt>{name.clone()}</dt> <dd data-value-of=name>{value}</dd></div> }
    });
    let values = values.collect_view();
    let id = match &shown.choice.question {
        Question::Stored(_, query) => Some(query.id.clone()),
        _ => None,
    };
    let n_ranks = N_RANKS.min(judged.list.n_given());
    let ranks = judged.recall_precision.iter().map(|point| point.rank);
    let ranks: Vec<usize> = ranks.filter(|rank| *rank <= n_ranks).collect();
    let found = format!(
        "{} of {} found in the first {n_ranks}",
        words::count(ranks.len()),
        words::count(judged.list.n_relevant()),
    );
    let found = view! { <strong>{found}</strong> }.into_any();
    // Next to others, it says whose it is.
    let title = title_of(shown);
    let is_compared = move || session.compared.lanes.with(|lanes| !lanes.is_empty());
    let of = move || {
        is_compared().then(|| {
            view! { <p class="score-of lane-0"><span class="key-line"></span> {title.clone()}</p> }
        })
    };
    view! {
        <div class="score-strip">
            {of}
            <dl>{values}</dl>
            <div class="score-found">
                {relevant_pictures(shown, found, session.relevant_is_open, session.highlight)}
                {id.map(|id| view! { <span class="query-id">{id}</span> })}
            </div>
            {barcode(&ranks, n_ranks, N_RANKS, spoken_ranks(&ranks, n_ranks))}
            <p class="barcode-ends" aria-hidden="true">
                <span>"rank 1"</span> <span>{N_RANKS}</span>
            </p>
        </div>
    }
    .into_any()
}
