//! The card of an opened value: the measure as a fraction, the numbers in its formula, and the way
//! through the ranks.

mod boxes;
mod list;
mod walk;

use crate::ui::components::{TITLE, engine_progress, explanation, measure_name, notice, title_of};
use crate::ui::engine_client::Module;
use crate::ui::state::Session;
use crate::ui::state::shown::Shown;
use crate::ui::task::TaskState;
use boxes::boxes;
use leptos::prelude::*;
use list::{Listed, listed};
use rankscope_address::opened_value::OpenedValue;
use rankscope_core::analysis::words;
use rankscope_core::metrics::{Explanation, Fraction};
use std::sync::Arc;
use walk::Walk;

pub(super) fn opened_value(session: Session) -> AnyView {
    let (list, task) = listed(session);
    let shows_terms = RwSignal::new(false);
    let body = move || match list.get() {
        Listed::Nothing => ().into_any(),
        Listed::Unknown(words) => headed(session, notice(words)),
        Listed::Waiting => {
            let state = move || match (task.get(), session.engine.module.get()) {
                (TaskState::Failed { failure, .. }, _) => notice(failure.detail),
                (_, Module::Loading { received, total }) => engine_progress(received, total),
                _ => view! { <p role="status">"Ranking the pictures …"</p> }.into_any(),
            };
            headed(session, state.into_any())
        }
        Listed::There(named, shown) => there(session, &named, &shown, shows_terms),
    };
    body.into_any()
}

fn headed(session: Session, body: AnyView) -> AnyView {
    view! {
        {head(session, "The value".into_any())}
        {body}
    }
    .into_any()
}

/// The title takes the focus when the card opens.
fn head(session: Session, title: AnyView) -> AnyView {
    let close = move |_| session.address.adjust(|state| state.opened = None);
    view! {
        <div class="why-head">
            <h2 id=TITLE class="value-title" tabindex="-1">
                {title}
            </h2>
            <button type="button" class="quiet" on:click=close>
                "Close"
            </button>
        </div>
    }
    .into_any()
}

/// Whether all terms are shown outlasts a change to the ranking.
fn there(
    session: Session,
    named: &OpenedValue,
    shown: &Arc<Shown>,
    shows_terms: RwSignal<bool>,
) -> AnyView {
    let own = shown.judged.as_ref().and_then(|judged| {
        judged.measures.iter().find(|own| own.measure == named.measure)?.explained.clone()
    });
    let about = shown.choice.words().map(|text| format!(" for “{text}”"));
    let title = view! {
        {measure_name(&named.measure.to_string())}
        <span class="value-of">{title_of(shown)} {about}</span>
    };
    let head = head(session, title.into_any());
    let Some(own) = own else {
        let words = format!(
            "{} has no value here: no picture is relevant to the query, or nothing judges it.",
            named.measure
        );
        return view! { {head} {notice(words)} }.into_any();
    };
    let fraction = Fraction::of(&own);
    let walk = Walk::new(fraction.steps.clone());
    let unjudged = (fraction.unjudged > 0.0).then(|| {
        let added = format!("Unjudged results add {:.3}, for which there is no box.", own.sum);
        view! { <p>{added}</p> }
    });
    let all = {
        let (own, dataset) = (own.clone(), shown.choice.dataset.clone());
        let toggle = move |ev: web_sys::Event| {
            shows_terms.set(event_target::<web_sys::HtmlDetailsElement>(&ev).open());
        };
        let table =
            move || shows_terms.get().then(|| explanation(&dataset, &own, session.highlight));
        view! {
            <details class="why-more" prop:open=move || shows_terms.get() on:toggle=toggle>
                <summary>"All terms, ties and what is judged"</summary>
                {table}
            </details>
        }
    };
    view! {
        {head}
        <p class="value-whole">
            <strong data-opened-value=own.value.to_string()>{words::value(Some(own.value))}</strong>
            <span>{named.measure.describe_one()}</span>
        </p>
        <p class="value-numbers">{fraction.numbers.clone()}</p>
        <p class="why-by">{parts_words(&own)}</p>
        {unjudged}
        {boxes(shown, &own, &fraction, walk)}
        {walk.view()}
        {all}
    }
    .into_any()
}

/// What stands over the line, and what under it.
fn parts_words(own: &Explanation) -> String {
    let n = own.terms.len();
    let over = match n {
        0 => "no result that counts".to_string(),
        _ => {
            let has_gain = own.terms.iter().any(|term| term.gain != 1.0);
            let gain = if has_gain { "grade’s gain × " } else { "" };
            let results = words::counted(n, "result", "results");
            format!("{results}: {gain}{}", own.factor_words)
        }
    };
    format!("Over the line, {over}. Under it, {}.", own.denominator_words)
}
