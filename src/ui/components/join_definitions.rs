//! The dialog that joins definitions of relevance, and the button that says how many were joined.

use super::dialog::{Dialog, DialogPicker};
use super::picker::Options;
use super::quiet_button::quiet_button;
use leptos::prelude::*;
use rankscope_core::analysis::words;

const TITLE: &str = "join-dialog-title";

/// What the dialog offers, and what it does.
#[derive(Clone, Copy)]
pub struct JoinPicker {
    pub definitions: Signal<Options>,
    /// The titles of those that are joined.
    pub made: Signal<Vec<String>>,
    pub choose: Callback<String>,
}

pub fn join_dialog(picker: JoinPicker) -> AnyView {
    let (ticked, is_union) = (RwSignal::new(Vec::<String>::new()), RwSignal::new(true));
    let dialog = DialogPicker {
        label: "Joined relevance",
        action: "Join definitions",
        dialog: Dialog::new("combine-dialog", TITLE),
    };
    let summary = move || match picker.made.with(Vec::len) {
        0 => "none".to_string(),
        n => words::counted(n, "definition", "definitions"),
    };
    dialog.view(summary, || (), move || content(picker, (ticked, is_union), dialog))
}

fn content(
    picker: JoinPicker,
    (ticked, is_union): (RwSignal<Vec<String>>, RwSignal<bool>),
    dialog: DialogPicker,
) -> AnyView {
    let id = Memo::new(move |_| {
        let chosen: Vec<String> = picker.definitions.with(|all| {
            let ids = all.iter().map(|(id, _)| id.clone());
            ids.filter(|id| ticked.with(|ticked| ticked.contains(id))).collect()
        });
        (chosen.len() > 1).then(|| chosen.join(if is_union.get() { "|" } else { "&" }))
    });
    let row = move |(own, title): (String, String)| {
        let toggled = own.clone();
        let toggle = move |_| {
            ticked.update(|all| match all.iter().position(|id| *id == toggled) {
                Some(place) => drop(all.remove(place)),
                None => all.push(toggled.clone()),
            });
        };
        view! {
            <label class="tick">
                <input
                    type="checkbox"
                    prop:checked=move || ticked.with(|all| all.contains(&own))
                    on:change=toggle
                />
                {title}
            </label>
        }
    };
    let way = move |value: bool, name: &'static str, words: &'static str| {
        view! {
            <label class="tick">
                <input
                    type="radio"
                    name="join-way"
                    value=name
                    prop:checked=move || is_union.get() == value
                    on:change=move |_| is_union.set(value)
                />
                {words}
            </label>
        }
    };
    let state = move || match id.get() {
        Some(id) => view! { <code>{id}</code> }.into_any(),
        None => "Choose two or more definitions.".into_any(),
    };
    let choose = move |_| {
        if let Some(id) = id.get_untracked() {
            dialog.close();
            picker.choose.run(id);
        }
    };
    let made = move || {
        let titles = picker.made.get();
        let all = words::listed(&titles);
        (!titles.is_empty()).then(|| view! { <p>{format!("Joined so far: {all}.")}</p> })
    };
    view! {
        <div class="measure-title">
            <h2 id=TITLE>"Join definitions"</h2>
            {quiet_button("Close", move || dialog.close())}
        </div>
        <p>
            "A union or an intersection is a definition like any other, under Relevance and in every chart of all definitions. A link carries it."
        </p>
        {made}
        <fieldset class="fuse-parts combine-ways">
            <legend class="picker-label">"A picture is relevant by"</legend>
            {way(true, "union", "at least one definition (union)")}
            {way(false, "intersection", "each definition (intersection)")}
        </fieldset>
        <fieldset class="fuse-parts">
            <legend class="picker-label">"Definitions"</legend>
            {move || picker.definitions.get().into_iter().map(row).collect_view()}
        </fieldset>
        <p class="fuse-how">
            "In a union a picture has the highest of its grades, in an intersection the lowest, and 0 where one of the definitions does not judge it."
        </p>
        <p class="fuse-name" role="status">{state}</p>
        <button type="button" class="primary" disabled=move || id.with(Option::is_none) on:click=choose>
            "Judge by this definition"
        </button>
    }
    .into_any()
}
