use leptos::prelude::*;

/// The options, as `(value, title)`.
pub(super) type Options = Vec<(String, String)>;

pub fn picker(
    label: impl Into<String>,
    options: impl Into<Signal<Options>>,
    current: impl Into<Signal<String>>,
    choose: impl Fn(String) + 'static,
) -> AnyView {
    let label = label.into();
    picker_with_id(id_of("picker", &label), label, options.into(), current.into(), choose)
}

/// The same with a given id, for a page with two pickers of the same label.
pub fn picker_with_id(
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
        let options = options.get();
        // They come with the benchmark's lists.
        let awaited = options.is_empty().then(|| view! { <option>"loading …"</option> });
        (awaited, options.into_iter().map(item).collect_view())
    };
    // The label does not wrap the list: screen readers would read it out with every option.
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

/// An element id from a label, with dashes for spaces and underscores.
pub(super) fn id_of(prefix: &str, label: &str) -> String {
    format!("{prefix}-{}", label.to_lowercase().replace([' ', '_'], "-"))
}
