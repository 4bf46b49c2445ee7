//! The dialog that makes and removes derived systems, and the button that says how many there are.

mod draft;
mod fields;
mod offered;

use super::dialog::{Dialog, DialogPicker};
use super::quiet_button::quiet_button;
use draft::{Draft, Way};
use fields::{
    feedback_fields, fuse_fields, guides_fields, normalise_fields, reduce_fields, rerank_fields,
};
use leptos::html;
use leptos::prelude::*;
pub use offered::CombinePicker;
use rankscope_core::analysis::words;

const TITLE: &str = "combine-dialog-title";

pub fn combine_dialog(picker: CombinePicker) -> AnyView {
    let (draft, said) = (Draft::new(), RwSignal::new(String::new()));
    let dialog = DialogPicker {
        label: "Combined systems",
        action: "Combine systems",
        dialog: Dialog::new("combine-dialog", TITLE),
    };
    let summary = move || match picker.made.with(Vec::len) {
        0 => "none".to_string(),
        n => words::counted(n, "system", "systems"),
    };
    view! {
        {dialog.view(summary, || (), move || content(picker, draft, said, dialog))}
        <p role="status" class="visually-hidden">
            {said}
        </p>
    }
    .into_any()
}

fn content(
    picker: CombinePicker,
    draft: Draft,
    said: RwSignal<String>,
    dialog: DialogPicker,
) -> AnyView {
    let made = Memo::new(move |_| draft.made(picker));
    let is_there = move |id: &str| picker.made.with(|all| all.iter().any(|(own, _)| own == id));
    let can_add =
        move || made.with(|made| made.as_ref().is_ok_and(|made| !is_there(&made.to_string())));
    let add = move |_| {
        if let Ok(derived) = made.get_untracked() {
            let id = derived.to_string();
            said.set(format!("{id} was added."));
            draft.parts.set(Vec::new());
            dialog.close();
            picker.add.run(id);
        }
    };
    let state = move || match made.get() {
        Ok(derived) => {
            let id = derived.to_string();
            let there = is_there(&id).then_some(" already exists.");
            view! { <code>{id}</code> {there} }.into_any()
        }
        Err(missing) => missing.into_any(),
    };
    view! {
        <div class="measure-title">
            <h2 id=TITLE>"Combine systems"</h2>
            {quiet_button("Close", move || dialog.close())}
        </div>
        <p>
            "A combination is a system like any other: search with it, compare it, and rank it."
        </p>
        {made_list(picker, said)}
        {way_picker(draft)}
        {move || match draft.way.get() {
            Way::Fuse => fuse_fields(picker, draft),
            Way::Rerank => rerank_fields(picker, draft),
            Way::Reduce => reduce_fields(picker, draft),
            Way::Normalise => normalise_fields(picker, draft),
            Way::Feedback => feedback_fields(picker, draft),
            Way::Guides => guides_fields(draft),
        }}
        <p class="fuse-name" role="status">{state}</p>
        <button type="button" class="primary" disabled=move || !can_add() on:click=add>
            "Add this system"
        </button>
    }
    .into_any()
}

fn way_picker(draft: Draft) -> AnyView {
    let choice = move |way: Way| {
        view! {
            <label class="tick">
                <input
                    type="radio"
                    name="combine-way"
                    value=way.name()
                    prop:checked=move || draft.way.get() == way
                    on:change=move |_| draft.way.set(way)
                />
                {way.title()}
            </label>
        }
    };
    view! {
        <fieldset class="fuse-parts combine-ways">
            <legend class="picker-label">"How"</legend>
            {Way::ALL.map(choice).into_iter().collect_view()}
        </fieldset>
    }
    .into_any()
}

fn made_list(picker: CombinePicker, said: RwSignal<String>) -> AnyView {
    let region = NodeRef::<html::Div>::new();
    let remove = move |id: String| {
        said.set(format!("{id} was removed."));
        picker.remove.run(id);
        // Its button is gone, and the focus would leave the dialog.
        if let Some(region) = region.get_untracked() {
            // On failure the focus is lost, and Tab starts at the top.
            let _ = region.focus();
        }
    };
    let chip = move |(id, title): (String, String)| {
        let name = id.clone();
        view! {
            <li class="chip">
                <span>{title}</span>
                <button type="button" class="chip-remove" on:click=move |_| remove(id.clone())>
                    <span aria-hidden="true">"×"</span>
                    <span class="visually-hidden">{format!("Remove {name}")}</span>
                </button>
            </li>
        }
    };
    let refused = move || {
        let line = |reason: String| view! { <p class="chip-refused">{reason} "."</p> };
        picker.refused.get().into_iter().map(line).collect_view()
    };
    view! {
        <div class="fuse-made" node_ref=region tabindex="-1" role="group" aria-label="Combined systems">
            <ul class="chips" hidden=move || picker.made.with(Vec::is_empty)>
                <For each=move || picker.made.get() key=|(id, _)| id.clone() children=chip />
            </ul>
            {refused}
        </div>
    }
    .into_any()
}
