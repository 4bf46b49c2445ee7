//! The picker: one of several from a list.

use leptos::prelude::*;

/// What can be chosen: `(value, title)`.
pub(super) type Options = Vec<(String, String)>;

/// A labelled list, with `current` chosen.
pub fn picker(
    label: impl Into<String>,
    options: impl Into<Signal<Options>>,
    current: impl Into<Signal<String>>,
    choose: impl Fn(String) + 'static,
) -> AnyView {
    let label = label.into();
    picker_with_id(id_of("picker", &label), label, options.into(), current.into(), choose)
}

/// The same with an id of its own, where another list has the same label.
pub(super) fn picker_with_id(
    id: String,
    label: String,
    options: Signal<Options>,
    current: Signal<String>,
    choose: impl Fn(String) + 'static,
) -> AnyView {
    let items = move || {
        let item = |(value, title): (String, String)| {
            let own = value.clone();
            let is_current = move || current.with(|current| *current == own);
            view! {
                <option value=value prop:selected=is_current>
                    {title}
                </option>
            }
        };
        options.get().into_iter().map(item).collect_view()
    };
    // Beside the list, not around it: a label that holds a list is read out with all its items.
    view! {
        <div class="picker">
            <label class="picker-label" for=id.clone()>
                {label}
            </label>
            <select id=id on:change=move |ev| choose(event_target_value(&ev))>
                {items}
            </select>
        </div>
    }
    .into_any()
}

/// An id of letters and dashes.
pub(super) fn id_of(prefix: &str, label: &str) -> String {
    format!("{prefix}-{}", label.to_lowercase().replace([' ', '_'], "-"))
}
