//! The dialog that makes and removes derived systems, and the button that says how many there are.

use super::dialog::{Dialog, DialogPicker};
use super::picker::{Options, picker_with_id};
use super::quiet_button::quiet_button;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::analysis::{
    Derived, DerivedError, FUSED_DEPTH, FusedSystem, FusionMethod, MAX_RERANKED, words,
};
use rankscope_core::ranking::RRF_K;

const TITLE: &str = "combine-dialog-title";
/// The results that are re-ranked without another choice.
const DEPTH: usize = 100;

#[derive(Clone, Copy)]
pub struct CombinePicker {
    pub systems: Signal<Options>,
    pub made: Signal<Options>,
    /// Why systems of the address cannot be combined.
    pub refused: Signal<Vec<String>>,
    pub add: Callback<String>,
    pub remove: Callback<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Fuse,
    Rerank,
}

impl Way {
    const ALL: [Self; 2] = [Self::Fuse, Self::Rerank];

    fn name(self) -> &'static str {
        match self {
            Self::Fuse => "fuse",
            Self::Rerank => "rerank",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Fuse => "Fuse their lists",
            Self::Rerank => "Re-rank one by another",
        }
    }
}

#[derive(Clone, Copy)]
struct Draft {
    way: RwSignal<Way>,
    /// The stages of a re-ranked system, as ids; empty until chosen.
    first: RwSignal<String>,
    second: RwSignal<String>,
    depth: RwSignal<String>,
    parts: RwSignal<Vec<String>>,
    /// Weights as typed, by id; 1 for any other.
    weights: RwSignal<Vec<(String, String)>>,
    method: RwSignal<FusionMethod>,
    k: RwSignal<String>,
}

impl Draft {
    fn new() -> Self {
        let (method, k) = (RwSignal::new(FusionMethod::Rrf), RwSignal::new(RRF_K.to_string()));
        Self {
            way: RwSignal::new(Way::Fuse),
            first: RwSignal::default(),
            second: RwSignal::default(),
            depth: RwSignal::new(DEPTH.to_string()),
            parts: RwSignal::default(),
            weights: RwSignal::default(),
            method,
            k,
        }
    }

    fn weight(self, id: &str) -> String {
        self.weights.with(|all| {
            let own = all.iter().find(|(own, _)| own == id);
            own.map_or_else(|| "1".to_string(), |(_, weight)| weight.clone())
        })
    }

    /// What is still missing, or what is wrong. Tracked.
    fn made(self, systems: &Options) -> Result<Derived, String> {
        match self.way.get() {
            Way::Fuse => self.fused(systems).map(Derived::Fused).map_err(|e| match e {
                DerivedError::TooFew => "Choose two or more systems.".to_string(),
                e => format!("{e}."),
            }),
            Way::Rerank => self.reranked(),
        }
    }

    fn reranked(self) -> Result<Derived, String> {
        let (first, second, depth) = (self.first.get(), self.second.get(), self.depth.get());
        if first.is_empty() || second.is_empty() {
            return Err("Choose the system that finds and the one that re-ranks.".into());
        }
        if first == second {
            return Err("Choose two different systems.".into());
        }
        let depth = depth.trim().parse().ok().filter(|depth| (1..=MAX_RERANKED).contains(depth));
        match depth {
            Some(depth) => Ok(Derived::Reranked { first, second, depth }),
            None => Err(format!("Re-rank from 1 to {MAX_RERANKED} results.")),
        }
    }

    /// Parts are in the order of `systems`.
    fn fused(self, systems: &Options) -> Result<FusedSystem, DerivedError> {
        let method = self.method.get();
        let number = |text: String| {
            let number = text.trim().parse::<f64>();
            number.map_err(|_| DerivedError::Number { value: text })
        };
        let chosen = systems.iter().filter(|(id, _)| self.parts.with(|parts| parts.contains(id)));
        let part = |(id, _): &(String, String)| match method {
            FusionMethod::WeightedRrf => Ok((id.clone(), number(self.weight(id))?)),
            _ => Ok((id.clone(), 1.0)),
        };
        let parts = chosen.map(part).collect::<Result<_, DerivedError>>()?;
        let k = if method.takes_ranks() { number(self.k.get())? } else { RRF_K };
        let fused = FusedSystem { method, parts, k };
        fused.check().map(|()| fused)
    }
}

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
    let made = Memo::new(move |_| picker.systems.with(|systems| draft.made(systems)));
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

fn fuse_fields(picker: CombinePicker, draft: Draft) -> AnyView {
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
fn rerank_fields(picker: CombinePicker, draft: Draft) -> AnyView {
    let options = Memo::new(move |_| {
        let mut options = vec![(String::new(), "choose".to_string())];
        options.extend(picker.systems.get());
        options.extend(picker.made.get());
        options
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
