//! The measures in the address: the picker, and notes on those that cannot be shown.

use crate::ui::components::{MeasurePicker, measure_picker, notice, quiet_button};
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::analysis::{
    MeasureChoice, address_of_names, measures_of_list, names_in_address, own_measures, words,
};
use rankscope_core::metrics::{Measure, near_measures};
use rankscope_core::views::Page;

pub(super) fn measures_picker(session: Session) -> AnyView {
    let names = Memo::new(move |_| {
        session.address.state.with(|state| names_in_address(state.measures.as_deref()))
    });
    let shown = Memo::new(move |_| {
        session
            .measures
            .with(|chosen| chosen.measures.iter().map(Measure::to_string).collect::<Vec<_>>())
    });
    let own = Memo::new(move |_| {
        let own = session.outline().map(|dataset| own_measures(&dataset.manifest));
        own.unwrap_or_default().iter().map(Measure::to_string).collect::<Vec<_>>()
    });
    let choose = Callback::new(move |names: Vec<String>| show(session, &names));
    let (names, shown, own) = (names.into(), shown.into(), own.into());
    measure_picker(MeasurePicker { names, shown, own, choose })
}

/// Measures in the address that cannot be shown, with suggestions.
pub(super) fn measures_note(session: Session) -> AnyView {
    let note = move || {
        let MeasureChoice { measures, too_deep, unknown } = session.measures.get();
        let left_out = left_out_on_explore(session, &measures);
        if too_deep.is_empty() && unknown.is_empty() {
            return left_out.map(notice);
        }
        let n_images = session.outline().map_or(0, |dataset| dataset.n_images());
        let unknown = unknown.into_iter().map(|name| unknown_line(session, name)).collect_view();
        let too_deep = too_deep.iter().map(|measure| {
            let words = format!(
                "{measure} reads the whole ranking of every query. For {} this page has too \
                 little memory; choose a measure with a cut-off.",
                words::counted(n_images, "picture", "pictures"),
            );
            line(session, words, &measure.to_string(), Vec::new())
        });
        let instead = "The benchmark’s own measures are shown instead.".to_string();
        let notes = measures.is_empty().then_some(instead).into_iter().chain(left_out);
        let view = view! {
            <div class="notice measures-note" role="status">
                {unknown} {too_deep.collect_view()}
                {notes.map(|words| view! { <p>{words}</p> }).collect_view()}
            </div>
        };
        Some(view.into_any())
    };
    note.into_any()
}

/// Explore leaves out measures that read too much of a gallery.
fn left_out_on_explore(session: Session, chosen: &[Measure]) -> Option<String> {
    let dataset = session.outline().filter(|_| session.address.page.get() == Page::Explore)?;
    let (_, too_deep) = measures_of_list(&dataset.manifest, chosen);
    let names: Vec<String> = too_deep.iter().map(Measure::to_string).collect();
    (!names.is_empty()).then(|| {
        format!(
            "Not shown here: {}. To read a whole ranking of {}, this page has too little memory; \
             the Leaderboard has their means.",
            names.join(", "),
            words::counted(dataset.n_images(), "picture", "pictures"),
        )
    })
}

fn unknown_line(session: Session, name: String) -> AnyView {
    let near: Vec<String> = near_measures(&name).iter().map(Measure::to_string).collect();
    let advice = match near.as_slice() {
        [] => "Choose another from the list.",
        _ => "Did you mean:",
    };
    line(session, format!("“{name}” in the address is not a measure. {advice}"), &name, near)
}

/// What is wrong with a name, with a button for each suggestion and one to remove it.
fn line(session: Session, words: String, name: &str, near: Vec<String>) -> AnyView {
    let replace = |by: Option<String>| {
        let name = name.to_string();
        move || {
            let state = session.address.state;
            let names = state.with_untracked(|state| names_in_address(state.measures.as_deref()));
            let put = |other: String| if other == name { by.clone() } else { Some(other) };
            show(session, &names.into_iter().filter_map(put).collect::<Vec<_>>());
        }
    };
    let suggestions = near.into_iter().map(|near| quiet_button(near.clone(), replace(Some(near))));
    let remove = view! {
        "Remove " <span class="visually-hidden">{name.to_string()} " "</span> "from the address"
    };
    view! {
        <p>
            <span>{words}</span> {suggestions.collect_view()} {quiet_button(remove, replace(None))}
        </p>
    }
    .into_any()
}

fn show(session: Session, names: &[String]) {
    let measures = address_of_names(names);
    session.address.change(|state| state.show_measures(measures));
}
