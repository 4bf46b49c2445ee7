//! A query's settings: one row of controls, which a phone folds into a line.

use super::browse_section::browse_button;
use crate::ui::components::menu;
use crate::ui::pages::apart::{combine_apart, conditions_apart};
use crate::ui::pages::choices::{
    compared_picker, length_picker, picture_picker, relevance_picker, reranker_picker,
    system_picker,
};
use crate::ui::picture_fit::picture_fit_picker;
use crate::ui::state::Session;
use crate::ui::state::view::{DEFAULT_LENGTH, ViewState};
use leptos::prelude::*;
use rankscope_core::analysis::ids_in_address;

pub(super) fn tools(session: Session) -> AnyView {
    let is_open = RwSignal::new(false);
    view! {
        <div class="tools" class:open=is_open class:folds=move || session.address.is_story.get()>
            <button
                type="button"
                class="tools-fold"
                aria-expanded=move || if is_open.get() { "true" } else { "false" }
                aria-controls="explore-tools"
                on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)
            >
                <span class="visually-hidden">"Settings: "</span>
                <span class="tools-words">{move || words(session)}</span>
            </button>
            <div id="explore-tools" class="pickers tools-row">
                {system_picker(session)} {compared_picker(session)} {relevance_picker(session)}
                {options(session)} {browse_button(session)}
            </div>
        </div>
    }
    .into_any()
}

/// "Large + 2 · Exhaustive · 20".
fn words(session: Session) -> String {
    let (also, k) = session.address.state.with(|state| (state.also.clone(), state.k));
    let named = session.search.outline.with(|choice| {
        let choice = choice.as_ref()?;
        let system = choice.system.as_ref()?.title.clone();
        let shown = choice.system.as_ref().map(|shown| &shown.id);
        let others =
            choice.dataset.manifest.systems.iter().filter(|system| Some(&system.id) != shown);
        let others: Vec<String> = others.map(|other| other.id.clone()).collect();
        let more = also.map(|also| format!(" + {}", ids_in_address(&also, &others).len()));
        let relevance = choice.relevance().map(|definition| format!(" · {}", definition.title));
        Some(format!("{system}{}{}", more.unwrap_or_default(), relevance.unwrap_or_default()))
    });
    let changed = session.address.state.with(n_changed);
    let options = (changed > 0).then(|| format!(" · {}", options_words(changed)));
    format!("{} · {k}{}", named.unwrap_or_else(|| "Settings".into()), options.unwrap_or_default())
}

/// The less usual settings, in a menu that counts those changed.
fn options(session: Session) -> AnyView {
    let n_changed = Memo::new(move |_| session.address.state.with(n_changed));
    let summary = move || options_words(n_changed.get());
    menu("Options", "options-label", "Options", summary, move |_| {
        view! {
            <div class="options">
                {reranker_picker(session)} {length_picker(session.address)} {picture_fit(session)}
                {picture_picker(session, conditions_apart)} {combine_apart(session)}
            </div>
        }
        .into_any()
    })
}

/// Drawn scenes are always square.
fn picture_fit(session: Session) -> AnyView {
    let has_files = Memo::new(move |_| {
        let dataset = session.outline();
        dataset.is_some_and(|dataset| dataset.image(0).is_some_and(|first| first.uri.is_some()))
    });
    (move || has_files.get().then(picture_fit_picker)).into_any()
}

fn options_words(n_changed: usize) -> String {
    if n_changed == 0 { "default".into() } else { format!("{n_changed} changed") }
}

/// Settings in the menu that differ from the defaults.
fn n_changed(state: &ViewState) -> usize {
    let changed = [
        state.rerank.is_some(),
        state.k != DEFAULT_LENGTH,
        state.pictures.is_some() || state.carries.is_some(),
        state.fused.is_some(),
    ];
    changed.into_iter().filter(|is_changed| *is_changed).count()
}
