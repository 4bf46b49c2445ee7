//! The fields of each way to make a system of others.

use super::draft::Draft;
use super::offered::CombinePicker;
use crate::ui::components::options::{options, plain_options};
use crate::ui::components::picker::{Options, picker_with_id};
use leptos::prelude::*;
use rankscope_core::analysis::{FEEDBACK_JUDGED, FUSED_DEPTH, FusionMethod, GUIDE_PRESETS, words};
use rankscope_core::feedback::FeedbackMethod;

pub(super) fn fuse_fields(picker: CombinePicker, draft: Draft) -> AnyView {
    view! {
        {parts_list(picker, draft)}
        <div class="pickers">{method_picker(draft)} {k_field(draft)}</div>
        <p class="fuse-how">
            {move || draft.method.get().describe()}
            {format!(
                " Of each system the first {} results of a query count; a picture gains nothing from a list that lacks it.",
                words::count(FUSED_DEPTH),
            )}
        </p>
    }
    .into_any()
}

/// The systems that exist and those made here: a fused list may be re-ranked.
pub(super) fn rerank_fields(picker: CombinePicker, draft: Draft) -> AnyView {
    let options = Memo::new(move |_| {
        let mut options = picker.systems.get();
        options.extend(picker.made.get());
        with_none(options)
    });
    let stage = move |id: &str, label: &str, chosen: RwSignal<String>| {
        let (id, label) = (id.to_string(), label.to_string());
        picker_with_id(id, label, options.into(), chosen.into(), move |id| chosen.set(id))
    };
    view! {
        <div class="pickers">
            {stage("combine-first", "First stage", draft.first)}
            {stage("combine-second", "Re-ranked by", draft.second)}
            {number_field("combine-depth", "Results", "numeric", draft.depth)}
        </div>
        <p class="fuse-how">
            "The first results of one system in the order of another. The rest of its list follows in its own order."
        </p>
    }
    .into_any()
}

/// A system whose vectors are changed.
fn of_picker(picker: CombinePicker, draft: Draft) -> AnyView {
    let options = Memo::new(move |_| with_none(picker.with_vectors.get()));
    picker_with_id(
        "combine-of".into(),
        "System".into(),
        options.into(),
        draft.of.into(),
        move |id| {
            draft.of.set(id);
        },
    )
}

fn with_none(options: Options) -> Options {
    let mut all = vec![(String::new(), "choose".to_string())];
    all.extend(options);
    all
}

pub(super) fn reduce_fields(picker: CombinePicker, draft: Draft) -> AnyView {
    let kinds = options([("first", "the first ones"), ("pca", "principal components")]);
    let current = Memo::new(move |_| match draft.is_principal.get() {
        true => "pca".to_string(),
        false => "first".to_string(),
    });
    let choose = move |kind: String| draft.is_principal.set(kind == "pca");
    view! {
        <div class="pickers">
            {of_picker(picker, draft)}
            {picker_with_id(
                "combine-kind".into(),
                "Keep".into(),
                Signal::stored(kinds),
                current.into(),
                choose,
            )} {number_field("combine-dims", "Dimensions", "numeric", draft.dims)}
        </div>
        <p class="fuse-how">
            "Vectors are cut and have length 1 again. The first dimensions suit models that were trained to be cut (Matryoshka); the principal components of the gallery suit any."
        </p>
    }
    .into_any()
}

pub(super) fn normalise_fields(picker: CombinePicker, draft: Draft) -> AnyView {
    let splits = Memo::new(move |_| with_none(picker.splits.get()));
    let kinds = options([("", "all queries"), ("dynamic", "queries that find a hub")]);
    let current = Memo::new(move |_| match draft.is_dynamic.get() {
        true => "dynamic".to_string(),
        false => String::new(),
    });
    view! {
        <div class="pickers">
            {of_picker(picker, draft)}
            {picker_with_id(
                "combine-bank".into(),
                "Query bank".into(),
                splits.into(),
                draft.bank.into(),
                move |split| draft.bank.set(split),
            )}
            {picker_with_id(
                "combine-normalised".into(),
                "Normalise".into(),
                Signal::stored(kinds),
                current.into(),
                move |kind| draft.is_dynamic.set(!kind.is_empty()),
            )} {number_field("combine-beta", "β", "decimal", draft.beta)}
        </div>
        <p class="fuse-how">
            "QB-Norm: pictures that are near to many queries of the bank, hubs, are found less often. Measure another split than the bank, since no real query is in its own bank."
        </p>
    }
    .into_any()
}

pub(super) fn feedback_fields(picker: CombinePicker, draft: Draft) -> AnyView {
    let option = |method: FeedbackMethod| (method.name().to_string(), method.title().to_string());
    let methods = Signal::stored(FeedbackMethod::ALL.map(option).to_vec());
    let current = Memo::new(move |_| draft.feedback.get().name().to_string());
    let choose = move |name: String| {
        if let Some(method) = FeedbackMethod::ALL.into_iter().find(|own| own.name() == name) {
            draft.feedback.set(method);
        }
    };
    view! {
        <div class="pickers">
            {of_picker(picker, draft)}
            {picker_with_id(
                "combine-feedback".into(),
                "Method".into(),
                methods,
                current.into(),
                choose,
            )} {number_field("combine-rounds", "Rounds", "numeric", draft.rounds)}
        </div>
        <p class="fuse-how">
            {format!(
                "In each round the benchmark’s default judgements judge the first {FEEDBACK_JUDGED} results that are not judged yet, and the query moves toward the relevant ones. Judged pictures keep their places. Only the benchmark’s queries have judgements.",
            )}
        </p>
    }
    .into_any()
}

pub(super) fn guides_fields(draft: Draft) -> AnyView {
    let presets = Signal::stored(plain_options(GUIDE_PRESETS));
    view! {
        <div class="pickers">
            {picker_with_id(
                "combine-preset".into(),
                "Preset".into(),
                presets,
                draft.preset.into(),
                move |preset| draft.preset.set(preset),
            )} {number_field("combine-guides", "Guides of each engine (m)", "numeric", draft.n_guides)}
            {number_field("combine-embedders", "Embedders (ℓ)", "numeric", draft.n_embedders)}
            {number_field("combine-gamma", "Text alone from (γ)", "decimal", draft.gamma)}
        </div>
        <p class="fuse-how">
            "Pictures of what a query asks for search in its place, and their lists are fused. Empty fields leave the preset as it is. With γ, queries with a predicted average precision of at least γ are answered by their text alone. Only the benchmark’s queries have guides here; for your own words see the page Guides."
        </p>
    }
    .into_any()
}

fn parts_list(picker: CombinePicker, draft: Draft) -> AnyView {
    let row = move |(id, title): (String, String)| {
        let (own, ticked, weighed) = (id.clone(), id.clone(), id.clone());
        let is_ticked = move || draft.parts.with(|parts| parts.contains(&ticked));
        let is_weighed = Memo::new(move |_| {
            draft.method.get() == FusionMethod::WeightedRrf
                && draft.parts.with(|parts| parts.contains(&weighed))
        });
        let toggle = move |_| {
            draft.parts.update(|parts| match parts.iter().position(|part| *part == own) {
                Some(place) => drop(parts.remove(place)),
                None => parts.push(own.clone()),
            });
        };
        let label = format!("Weight of {title}");
        let weight = move || {
            let id = id.clone();
            let value = untrack(|| draft.weight(&id));
            let type_in = move |ev| {
                let weight = event_target_value(&ev);
                draft.weights.update(|all| {
                    all.retain(|(own, _)| *own != id);
                    all.push((id.clone(), weight));
                });
            };
            view! {
                <input
                    class="fuse-number"
                    inputmode="decimal"
                    aria-label=label.clone()
                    prop:value=value
                    on:input=type_in
                />
            }
        };
        view! {
            <div class="fuse-part">
                <label class="tick">
                    <input type="checkbox" prop:checked=is_ticked on:change=toggle />
                    {title}
                </label>
                {move || is_weighed.get().then(weight.clone())}
            </div>
        }
    };
    view! {
        <fieldset class="fuse-parts">
            <legend class="picker-label">"Systems"</legend>
            {move || picker.systems.get().into_iter().map(row).collect_view()}
        </fieldset>
    }
    .into_any()
}

fn method_picker(draft: Draft) -> AnyView {
    let option = |method: FusionMethod| (method.name().to_string(), method.title().to_string());
    let options = FusionMethod::ALL.map(option).to_vec();
    let current = Memo::new(move |_| draft.method.get().name().to_string());
    let (options, current) = (Signal::stored(options), current.into());
    picker_with_id("fuse-method".into(), "Method".into(), options, current, move |name| {
        if let Some(method) = FusionMethod::ALL.into_iter().find(|own| own.name() == name) {
            draft.method.set(method);
        }
    })
}

fn k_field(draft: Draft) -> AnyView {
    let takes_ranks = Memo::new(move |_| draft.method.get().takes_ranks());
    let field = move || number_field("fuse-k", "k", "decimal", draft.k);
    (move || takes_ranks.get().then(field)).into_any()
}

fn number_field(
    id: &'static str,
    label: &'static str,
    inputmode: &'static str,
    typed: RwSignal<String>,
) -> AnyView {
    view! {
        <div class="picker">
            <label class="picker-label" for=id>
                {label}
            </label>
            <input
                id=id
                class="fuse-number"
                inputmode=inputmode
                prop:value=untrack(|| typed.get())
                on:input=move |ev| typed.set(event_target_value(&ev))
            />
        </div>
    }
    .into_any()
}
