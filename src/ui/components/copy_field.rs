//! A text to take away: a read-only field, and a button that copies it.

use super::quiet_button::quiet_button;
use crate::tr;
use crate::ui::save::copy_text;
use leptos::html;
use leptos::prelude::*;

#[derive(Clone)]
pub struct CopyField {
    pub id: &'static str,
    pub label: String,
    pub action: String,
    pub rows: u32,
    pub text: Signal<String>,
}

/// Where the browser blocks copying, the text is selected, to be copied by hand.
pub fn copy_field(field: CopyField) -> AnyView {
    let CopyField { id, label, action, rows, text } = field;
    let area = NodeRef::<html::Textarea>::new();
    let said = RwSignal::new(String::new());
    let copy = move || {
        // The same words twice are announced twice.
        said.set(String::new());
        leptos::task::spawn_local(async move {
            if copy_text(&text.get_untracked()).await {
                said.set(tr!("Copied."));
                return;
            }
            // The dialog may be closed by now.
            if let Some(area) = area.try_get_untracked().flatten() {
                // On failure it is selected by hand.
                let _ = area.focus();
                area.select();
                said.set(tr!(
                    "Copying was blocked. The text is selected: press Ctrl+C, or ⌘C on a Mac."
                ));
            }
        });
    };
    view! {
        <div class="copy-field">
            <label class="picker-label" for=id>
                {label}
            </label>
            <textarea
                id=id
                rows=rows
                class:one-line=rows == 1
                readonly
                spellcheck="false"
                node_ref=area
                prop:value=text
            ></textarea>
            <div class="copy-line">
                {quiet_button(action, copy)}
                <span class="copy-said" role="status">
                    {said}
                </span>
            </div>
        </div>
    }
    .into_any()
}
