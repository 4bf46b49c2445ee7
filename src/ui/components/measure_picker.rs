//! The measure picker: a button that opens a dialog in which any known measure can be chosen.

use super::dialog;
use super::dialog::DialogPicker;
use super::measure_list::measure_list;
use super::quiet_button::quiet_button;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::analysis::words;

const TITLE: &str = "measure-dialog-title";

#[derive(Clone, Copy)]
pub struct MeasurePicker {
    /// The full names that the visitor chose, known or not; empty for the benchmark's own.
    pub names: Signal<Vec<String>>,
    pub shown: Signal<Vec<String>>,
    pub own: Signal<Vec<String>>,
    /// Shows these measures, or the benchmark's own if empty.
    pub choose: Callback<Vec<String>>,
}

#[derive(Clone, Copy)]
struct Dialog {
    picker: MeasurePicker,
    /// The page changes once, at the end: other columns may have all systems computed again.
    draft: RwSignal<Vec<String>>,
    opened: DialogPicker,
}

impl Dialog {
    fn show(self, names: Vec<String>) {
        self.opened.close();
        self.picker.choose.run(names);
    }
}

pub fn measure_picker(picker: MeasurePicker) -> AnyView {
    let opened = DialogPicker {
        label: "Measures shown",
        action: "Choose measures",
        dialog: dialog::Dialog::new("measure-dialog", TITLE),
    };
    let dialog = Dialog { picker, draft: RwSignal::new(Vec::new()), opened };
    let summary = move || {
        picker.shown.with(|names| match names.as_slice() {
            [] => "the benchmark’s measures".to_string(),
            [one] => one.clone(),
            _ => format!("{} chosen", words::count(names.len())),
        })
    };
    let opening = move || dialog.draft.set(picker.names.get_untracked());
    opened.view(summary, opening, move || content(dialog))
}

fn content(dialog: Dialog) -> AnyView {
    let Dialog { picker, draft, .. } = dialog;
    let add_own = move |_| {
        let own = picker.own.get_untracked();
        draft.update(|names| {
            let missing: Vec<String> =
                own.into_iter().filter(|name| !names.contains(name)).collect();
            names.extend(missing);
        });
    };
    let has_own = move || {
        let own = picker.own.get();
        draft.with(|names| own.iter().all(|name| names.contains(name)))
    };
    let is_unchanged = move || draft.with(|names| names.is_empty() || *names == picker.names.get());
    view! {
        <div class="measure-head">
            <div class="measure-title">
                <h2 id=TITLE>"Choose measures"</h2>
                {quiet_button("Cancel", move || dialog.opened.close())}
            </div>
            {chosen_list(dialog)}
            <div class="buttons">
                <button
                    type="button"
                    class="primary"
                    disabled=is_unchanged
                    on:click=move |_| dialog.show(draft.get_untracked())
                >
                    "Show these measures"
                </button>
                <button type="button" disabled=has_own on:click=add_own>
                    "Add the benchmark’s measures"
                </button>
                <button
                    type="button"
                    disabled=move || picker.names.with(Vec::is_empty)
                    on:click=move |_| dialog.show(Vec::new())
                >
                    "Back to the benchmark’s columns"
                </button>
            </div>
        </div>
        {measure_list(draft)}
    }
    .into_any()
}

fn chosen_list(dialog: Dialog) -> AnyView {
    let Dialog { picker, draft, .. } = dialog;
    let region = NodeRef::<html::Div>::new();
    let remove = move |name: &str| {
        draft.update(|names| names.retain(|own| own != name));
        // Its button is gone, and the focus would leave the dialog.
        if let Some(region) = region.get_untracked() {
            // On failure the focus is lost, and Tab starts at the top.
            let _ = region.focus();
        }
    };
    let chip = move |name: String| {
        let own = name.clone();
        // A name of the address that the page cannot show.
        let is_refused = picker.names.with_untracked(|names| names.contains(&name))
            && picker.shown.with_untracked(|shown| !shown.contains(&name));
        let refused = is_refused.then(|| view! { <span class="chip-refused">"not shown"</span> });
        view! {
            <li class="chip">
                <code>{name.clone()}</code>
                {refused}
                <button type="button" class="chip-remove" on:click=move |_| remove(&own)>
                    <span aria-hidden="true">"×"</span>
                    <span class="visually-hidden">{format!("Remove {name}")}</span>
                </button>
            </li>
        }
    };
    let nothing = move || {
        draft.with(Vec::is_empty).then(|| {
            view! { <p>"None yet: the page shows the benchmark’s columns."</p> }
        })
    };
    view! {
        <div class="measure-chosen" node_ref=region tabindex="-1" role="group" aria-label="Chosen measures">
            {nothing}
            <ul class="chips" hidden=move || draft.with(Vec::is_empty)>
                <For each=move || draft.get() key=String::clone children=chip />
            </ul>
        </div>
    }
    .into_any()
}
