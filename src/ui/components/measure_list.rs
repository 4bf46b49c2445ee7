//! The list of every known measure: searched, grouped by protocol, each with its parameter's
//! field.

use leptos::prelude::*;
use rankscope_core::analysis::{is_found, words};
use rankscope_core::metrics::{KnownMeasure, ParameterKind, Protocol, near_measures};

/// The initial values of the fields.
const FIRST_CUTOFF: &str = "10";
const FIRST_RECALL: &str = "0.5";
const FIRST_PERSISTENCE: &str = "0.8";

pub(super) fn measure_list(chosen: RwSignal<Vec<String>>) -> AnyView {
    let search = RwSignal::new(String::new());
    let n_all = KnownMeasure::all().count();
    let n_found = Memo::new(move |_| {
        search.with(|search| KnownMeasure::all().filter(|known| is_found(*known, search)).count())
    });
    let status = move || match n_found.get() {
        n if n == n_all => words::counted(n, "measure", "measures"),
        n => format!("{n} of {n_all} measures"),
    };
    let groups = Protocol::ALL.map(|protocol| group(protocol, search, chosen));
    view! {
        <div class="measure-search">
            <label class="picker-label" for="measure-search">
                "Search by name, formula or source"
            </label>
            <input
                id="measure-search"
                type="search"
                dir="auto"
                class="find"
                autocomplete="off"
                autofocus=true
                on:input=move |ev| search.set(event_target_value(&ev))
            />
            <p class="found" role="status">
                {status}
            </p>
        </div>
        <div class="measure-groups">
            {move || (n_found.get() == 0).then(|| nothing_found(search, chosen))}
            {groups.into_iter().collect_view()}
        </div>
    }
    .into_any()
}

fn nothing_found(search: RwSignal<String>, chosen: RwSignal<Vec<String>>) -> AnyView {
    let suggestions = move || {
        let near = search.with(|search| near_measures(search));
        if near.is_empty() {
            let words = "Search for a part of a name, such as “nDCG”, or of a protocol.";
            return view! { <p>{words}</p> }.into_any();
        }
        let suggestion =
            |name: String| toggle(Signal::stored(Some(name.clone())), chosen, [name.clone(), name]);
        view! {
            <p>"Did you mean:"</p>
            <div class="buttons">
                {near.iter().map(ToString::to_string).map(suggestion).collect_view()}
            </div>
        }
        .into_any()
    };
    view! {
        <div class="measure-near">
            <p>{move || format!("No measure matches “{}”.", search.get().trim())}</p>
            {suggestions}
        </div>
    }
    .into_any()
}

fn group(
    protocol: Protocol,
    search: RwSignal<String>,
    chosen: RwSignal<Vec<String>>,
) -> impl IntoView {
    let is_hidden = move || {
        search.with(|search| !KnownMeasure::all_of(protocol).any(|known| is_found(known, search)))
    };
    let id = format!("measures-of-{}", protocol.name());
    let rows = KnownMeasure::all_of(protocol).map(|known| row(known, search, chosen));
    view! {
        <section class="measure-group" aria-labelledby=id.clone() hidden=is_hidden>
            <h3 id=id.clone()>{protocol.title()} " " <code>{protocol.name()}</code></h3>
            <p class="measure-conventions">{protocol.conventions()}</p>
            <ul>{rows.collect_view()}</ul>
        </section>
    }
}

fn row(
    known: KnownMeasure,
    search: RwSignal<String>,
    chosen: RwSignal<Vec<String>>,
) -> impl IntoView {
    let pattern = known.pattern();
    let parameter = RwSignal::new(match known.parameter() {
        ParameterKind::None => String::new(),
        ParameterKind::Cutoff => FIRST_CUTOFF.to_string(),
        ParameterKind::Recall => FIRST_RECALL.to_string(),
        ParameterKind::Persistence => FIRST_PERSISTENCE.to_string(),
    });
    let name = Memo::new(move |_| {
        parameter.with(|text| known.with(text.trim())).map(|measure| measure.to_string())
    });
    view! {
        <li class="measure-row" hidden=move || search.with(|search| !is_found(known, search))>
            <div>
                <code>{pattern.clone()}</code>
                <span class="describe">{known.describe()}</span>
                <span class="describe measure-source">"Source: " {known.source()}</span>
            </div>
            <div class="measure-add">
                {field(known, &pattern, parameter)}
                {toggle(name.into(), chosen, ["Add", "Remove"].map(String::from))}
            </div>
        </li>
    }
}

/// Nothing where a measure takes no parameter.
fn field(known: KnownMeasure, pattern: &str, parameter: RwSignal<String>) -> Option<AnyView> {
    let id = format!("parameter-of-{}", pattern.replace([':', '@'], "-"));
    let label = |words: &'static str| {
        view! {
            <label class="picker-label" for=id.clone()>
                {words}
                <span class="visually-hidden">{format!(" of {pattern}")}</span>
            </label>
        }
    };
    let is_refused = move || parameter.with(|text| known.with(text.trim()).is_none());
    let number = |name: &'static str, [min, max, step]: [&'static str; 3], title: &'static str| {
        view! {
            {label(name)}
            <input
                id=id.clone()
                type="number"
                min=min
                max=(!max.is_empty()).then_some(max)
                step=step
                class="measure-k"
                title=title
                aria-invalid=move || is_refused().then_some("true")
                prop:value=move || parameter.get()
                on:input=move |ev| parameter.set(event_target_value(&ev))
            />
        }
        .into_any()
    };
    match known.parameter() {
        ParameterKind::None => None,
        ParameterKind::Cutoff => Some(number("k", ["1", "", "1"], "A whole number from 1")),
        ParameterKind::Persistence => {
            Some(number("p", ["0.01", "0.99", "0.01"], "A probability from 0.01 to 0.99"))
        }
        ParameterKind::Recall => {
            let levels = (0..=10).map(|tenths| format!("{}.{}", tenths / 10, tenths % 10));
            let option = |level: String| {
                view! {
                    <option value=level.clone() selected=level == FIRST_RECALL>
                        {level.clone()}
                    </option>
                }
            };
            Some(
                view! {
                    {label("recall")}
                    <select id=id on:change=move |ev| parameter.set(event_target_value(&ev))>
                        {levels.map(option).collect_view()}
                    </select>
                }
                .into_any(),
            )
        }
    }
}

/// Adds a measure or removes it again; disabled without a name. `add` and `remove` are the labels.
fn toggle(
    name: Signal<Option<String>>,
    chosen: RwSignal<Vec<String>>,
    [add, remove]: [String; 2],
) -> impl IntoView {
    let is_chosen = Memo::new(move |_| {
        name.with(|name| {
            name.as_ref().is_some_and(|name| chosen.with(|chosen| chosen.contains(name)))
        })
    });
    let change = move |_| {
        let Some(name) = name.get_untracked() else { return };
        chosen.update(|chosen| match chosen.iter().position(|own| *own == name) {
            Some(place) => {
                chosen.remove(place);
            }
            None => chosen.push(name),
        });
    };
    let spoken = move || {
        let name = name.get().unwrap_or_else(|| "the measure once its k is valid".to_string());
        if is_chosen.get() { format!("Remove {name}") } else { format!("Add {name}") }
    };
    view! {
        <button
            type="button"
            class="quiet"
            class:measure-is-chosen=is_chosen
            disabled=move || name.with(Option::is_none)
            aria-label=spoken
            on:click=change
        >
            {move || if is_chosen.get() { remove.clone() } else { add.clone() }}
        </button>
    }
}
