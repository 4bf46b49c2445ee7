//! The pickers at the top of pages, connected to the session.

use crate::ui::components::{
    self, Condition, Facets, Filter, Ticks, options, picker, picker_with_id, picture_menu,
    plain_options, tick_picker,
};
use crate::ui::state::Session;
use crate::ui::state::address::Address;
use crate::ui::state::choice::Choice;
use crate::ui::state::chosen_queries::Conditions;
use crate::ui::state::view::LENGTHS;
use leptos::prelude::*;
use rankscope_core::analysis::{
    Dataset, Subset, address_of_ids, has_carried, has_facets, ids_in_address, picture_properties,
    properties, runs_shown, words,
};
use rankscope_core::benchmark::System;
use rankscope_messages::DevicePreference;
use std::sync::Arc;

/// The title of a system, or its id where the benchmark does not have it.
pub(in crate::ui) fn system_title(dataset: &Dataset, id: &str) -> String {
    dataset.manifest.system(id).map_or_else(|| id.to_string(), |system| system.title.clone())
}

/// Reads the choice; the default before the first.
fn of_choice<T: Default + PartialEq + Clone + Send + Sync + 'static>(
    session: Session,
    of: fn(&Choice) -> T,
) -> Memo<T> {
    Memo::new(move |_| {
        session.search.outline.with(|choice| choice.as_ref().map(of).unwrap_or_default())
    })
}

pub(super) fn system_picker(session: Session) -> AnyView {
    let systems = Memo::new(move |_| {
        let dataset = session.outline();
        dataset.map(|dataset| id_and_title(dataset.manifest.systems.iter())).unwrap_or_default()
    });
    let current = of_choice(session, |choice| {
        choice.system.as_ref().map(|system| system.id.clone()).unwrap_or_default()
    });
    let choose = move |id| session.address.change(|state| state.system = Some(id));
    unless_none(
        session,
        |dataset| dataset.manifest.systems.is_empty(),
        move || picker("System", systems, current, choose),
    )
}

pub(super) fn id_and_title<'a>(systems: impl Iterator<Item = &'a System>) -> Vec<(String, String)> {
    systems.map(|system| (system.id.clone(), system.title.clone())).collect()
}

/// Hides a picker that has nothing to choose from. Before the lists are loaded it is shown empty: most
/// benchmarks have something.
fn unless_none(
    session: Session,
    has_none: fn(&Dataset) -> bool,
    picker: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    let is_hidden = Memo::new(move |_| session.outline().is_some_and(|dataset| has_none(&dataset)));
    (move || (!is_hidden.get()).then(&picker)).into_any()
}

pub(super) fn relevance_picker(session: Session) -> AnyView {
    relevance_picker_with_id(session, "picker-relevance")
}

/// For the second one on a page.
pub(super) fn relevance_picker_with_id(session: Session, id: &'static str) -> AnyView {
    let definitions = Memo::new(move |_| {
        let dataset = session.outline();
        dataset.map_or_else(Vec::new, |dataset| {
            let all = dataset.manifest.relevance.iter();
            all.map(|definition| (definition.id.clone(), definition.title.clone())).collect()
        })
    });
    let current = of_choice(session, |choice| {
        choice.relevance().map(|definition| definition.id.clone()).unwrap_or_default()
    });
    let choose = move |id| session.address.change(|state| state.relevance = Some(id));
    unless_none(
        session,
        |dataset| dataset.manifest.relevance.is_empty(),
        move || {
            let label = "Relevance".to_string();
            picker_with_id(id.into(), label, definitions.into(), current.into(), choose)
        },
    )
}

pub(super) fn length_picker(address: Address) -> AnyView {
    let current = Memo::new(move |_| address.state.with(|state| state.k.to_string()));
    picker("Show", plain_options(LENGTHS), current, move |k| {
        if let Ok(k) = k.parse() {
            address.change(|state| state.k = k);
        }
    })
}

pub(super) fn device_picker(address: Address) -> AnyView {
    const ALL: [(DevicePreference, &str, &str); 3] = [
        (DevicePreference::Auto, "auto", "GPU if available, otherwise CPU"),
        (DevicePreference::WebGpu, "webgpu", "GPU (WebGPU)"),
        (DevicePreference::Cpu, "cpu", "CPU"),
    ];
    let current = Memo::new(move |_| {
        let device = address.state.with(|state| state.device);
        let named = ALL.iter().find(|(preference, ..)| *preference == device);
        named.map(|(_, value, _)| value.to_string()).unwrap_or_default()
    });
    let devices = options(ALL.map(|(_, value, title)| (value, title)));
    picker("Run on", devices, current, move |value| {
        if let Some((device, ..)) = ALL.iter().find(|(_, name, _)| *name == value) {
            address.change(|state| state.device = *device);
        }
    })
}

fn other_systems(session: Session) -> Memo<Vec<(String, String)>> {
    of_choice(session, |choice| {
        let first = choice.system.as_ref().map(|system| &system.id);
        let systems = choice.dataset.manifest.systems.iter();
        id_and_title(systems.filter(|system| Some(&system.id) != first))
    })
}

pub(super) fn compared_picker(session: Session) -> AnyView {
    let others = other_systems(session);
    let ids = Memo::new(move |_| {
        others.with(|all| all.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>())
    });
    let chosen = Memo::new(move |_| {
        let named = session.address.state.with(|state| state.also.clone());
        named.map_or_else(Vec::new, |named| ids.with(|ids| ids_in_address(&named, ids)))
    });
    let choose = Callback::new(move |chosen: Vec<String>| {
        let also = ids.with_untracked(|ids| address_of_ids(&chosen, ids));
        session.address.change(|state| state.also = also);
    });
    tick_picker(Ticks {
        label: "Compare with",
        id: "beside-label",
        name: "Systems to compare with",
        options: others.into(),
        chosen: chosen.into(),
        choose,
        summary: |n_chosen, n| match n_chosen {
            0 => "none".to_string(),
            _ if n_chosen == n => format!("all {n} others"),
            _ => words::counted(n_chosen, "system", "systems"),
        },
    })
}

pub(super) fn reranker_picker(session: Session) -> AnyView {
    let others = other_systems(session);
    let options = Memo::new(move |_| {
        let none = (String::new(), "none".to_string());
        std::iter::once(none).chain(others.get()).collect::<Vec<_>>()
    });
    let current = of_choice(session, |choice| {
        choice.reranker.as_ref().map(|reranker| reranker.id.clone()).unwrap_or_default()
    });
    picker("Re-rank with", options, current, move |id| {
        session.address.change(|state| state.rerank = (!id.is_empty()).then_some(id));
    })
}

/// The stored runs shown among the systems, see [`runs_shown`].
pub(super) fn chosen_runs(address: Address, dataset: &Arc<Dataset>) -> Memo<Vec<String>> {
    let dataset = dataset.clone();
    Memo::new(move |_| address.state.with(|state| runs_shown(&dataset, state.runs.as_deref())))
}

/// `None` for a benchmark without runs.
pub(super) fn runs_picker(address: Address, dataset: &Arc<Dataset>) -> Option<AnyView> {
    let runs = dataset.own.runs.iter();
    let options: Vec<_> = runs.map(|run| (run.id.clone(), run.title.clone())).collect();
    let ids: Vec<String> = options.iter().map(|(id, _)| id.clone()).collect();
    (!ids.is_empty()).then(|| {
        tick_picker(Ticks {
            label: "Stored runs",
            id: "runs-label",
            name: "Stored runs to show among the systems",
            options: Signal::stored(options),
            chosen: chosen_runs(address, dataset).into(),
            choose: Callback::new(move |chosen: Vec<String>| {
                address.change(|state| state.runs = address_of_ids(&chosen, &ids));
            }),
            summary: |n_chosen, _| match n_chosen {
                0 => "none".to_string(),
                _ => words::counted(n_chosen, "run", "runs"),
            },
        })
    })
}

/// By split, facets and conditions, with the number of queries left and a chip for each.
pub(super) fn query_filter(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let (address, chosen) = (session.address, session.queries.subset);
    session.queries.resolve(session.lists, session.search, session.board);
    let facets = Facets {
        id: "picker",
        properties: properties(dataset).into(),
        chosen: chosen.into(),
        choose: Callback::new(move |subset: Subset| {
            address.change(|state| state.only = subset.words());
        }),
        any: |_| "all".to_string(),
    };
    let (for_count, n_queries) = (dataset.clone(), dataset.queries.len());
    let n_chosen = Memo::new(move |_| {
        chosen.with(|subset| for_count.queries.iter().filter(|query| subset.holds(query)).count())
    });
    let condition = Condition {
        text: Signal::derive(move || {
            address.state.with(|state| state.condition.clone()).unwrap_or_default()
        }),
        choose: Callback::new(move |text: String| {
            let text = text.trim();
            address.change(|state| state.condition = (!text.is_empty()).then(|| text.into()));
        }),
        said: Signal::derive(move || match session.queries.conditions.get() {
            Conditions::Awaited => {
                "Waiting for the values that this reads. Leaderboard computes them.".to_string()
            }
            Conditions::Wrong(why) => format!("{why}."),
            Conditions::None | Conditions::Met => String::new(),
        }),
        is_wrong: Signal::derive(move || {
            session.queries.conditions.with(|state| matches!(state, Conditions::Wrong(_)))
        }),
        offered: offered_conditions(dataset),
    };
    components::query_filter(facets, condition, n_chosen.into(), n_queries)
}

/// Conditions to begin with: hard queries of each system, few relevant pictures, short texts.
fn offered_conditions(dataset: &Dataset) -> Vec<String> {
    let headline = dataset.manifest.headlines.first().map(|headline| headline.measure.clone());
    let measure = headline.unwrap_or_else(|| "inquire:AP@50".to_string());
    let hard =
        dataset.manifest.systems.iter().map(|system| format!("{measure}({}) < 0.5", system.id));
    hard.chain(["n_relevant <= 5", "n_words < 6"].map(str::to_string)).collect()
}

/// `None` for all pictures.
pub(super) fn picture_filter(session: Session) -> Filter {
    of_choice(session, |choice| choice.among.clone()).into()
}

/// Facets of pictures and conditions on their metadata; nothing if pictures have neither.
pub(super) fn picture_picker(
    session: Session,
    conditions_on_carried: fn(Session, Signal<bool>) -> AnyView,
) -> AnyView {
    let is_offered = Memo::new(move |_| {
        session.dataset().is_some_and(|dataset| has_facets(&dataset) || has_carried(&dataset))
    });
    let filter = picture_filter(session);
    let conditions = Memo::new(move |_| {
        filter.with(|filter| {
            filter.as_ref().map_or_else(Subset::default, |filter| filter.conditions.clone())
        })
    });
    let n_images = Memo::new(move |_| session.dataset().map_or(0, |dataset| dataset.n_images()));
    let n_chosen = Memo::new(move |_| filter.with(|filter| filter.as_ref().map(|f| f.n)));
    let facets = move |is_open: Signal<bool>| Facets {
        id: "picture",
        // This goes through every picture, so only while the menu is open.
        properties: Memo::new(move |_| {
            let dataset = session.dataset().filter(|_| is_open.get());
            dataset.map_or_else(Vec::new, |dataset| picture_properties(&dataset, &conditions.get()))
        })
        .into(),
        chosen: conditions.into(),
        choose: Callback::new(move |subset: Subset| {
            session.address.change(|state| state.pictures = subset.words());
        }),
        any: |n| format!("all ({})", words::count(n)),
    };
    let carried = move |is_open| conditions_on_carried(session, is_open);
    let menu =
        move || picture_menu(n_chosen.into(), n_images.into(), facets, carried, session.address);
    (move || is_offered.get().then(menu)).into_any()
}
