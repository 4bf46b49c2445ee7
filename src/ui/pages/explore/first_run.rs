//! Explore without results: an introduction, or why this system cannot take the query.

use crate::ui::components::start_pictures;
use crate::ui::state::Session;
use crate::ui::state::view::Asked;
use leptos::prelude::*;
use rankscope_core::{
    analysis::{Dataset, words},
    benchmark::{Query, System},
    views::Page,
};

pub(super) const OR_START: &str = "Or start from a picture to find similar ones:";

/// Introduces the benchmark with three queries and sample pictures, if it has any.
pub(super) fn first_run(session: Session, dataset: &Dataset) -> AnyView {
    let manifest = &dataset.manifest;
    let n = dataset.queries.len();
    let buttons = example_buttons(session, dataset);
    let examples = (n > 0).then(|| {
        view! {
            <p>"Try one of the benchmark’s queries:"</p>
            <div class="buttons">{buttons}</div>
        }
    });
    let has_encoder = manifest.systems.iter().any(|system| system.encoder.is_some());
    let typed = (n == 0 && has_encoder)
        .then(|| view! { <p>"Type what a picture shows into the field above."</p> });
    let contents: Vec<String> = [
        (dataset.n_images(), "image", "images"),
        (n, "query", "queries"),
        (dataset.own.systems.len(), "system", "systems"),
    ]
    .into_iter()
    .filter(|(n, ..)| *n > 0)
    .map(|(n, one, several)| words::counted(n, one, several))
    .collect();
    let description = manifest.description.clone();
    let lead = match n > 0 || has_encoder {
        true => OR_START,
        false => "Start from a picture to find similar ones:",
    };
    let pictures = samples(session, dataset, lead);
    view! {
        <section class="welcome" aria-label="Welcome">
            <h2>{manifest.title.clone()}</h2>
            <p class="prose">{description}</p>
            <p class="prose">
                {contents.join(", ")}
                ". Everything is computed in this browser; nothing you type leaves it."
            </p>
            {examples} {typed}
            {pictures}
        </section>
    }
    .into_any()
}

/// Links to similar pictures, where a system can find them. `lead` is said before them.
pub(super) fn samples(session: Session, dataset: &Dataset, lead: &'static str) -> Option<AnyView> {
    let systems = &dataset.own.systems;
    let can_find = systems.iter().any(|own| !own.gallery.is_empty() || own.remote.is_some());
    let pictures = start_pictures(dataset, |_, image, picture| {
        let id = image.id.clone();
        let href = move || {
            let id = id.clone();
            session.address.href_with(Page::Explore, |state| state.asked = Some(Asked::Image(id)))
        };
        Some(view! { <a href=href>{picture}</a> }.into_any())
    });
    let pictures = pictures.filter(|_| can_find)?;
    Some(view! { <p>{lead}</p> {pictures} }.into_any())
}

fn example_buttons(session: Session, dataset: &Dataset) -> AnyView {
    let n = dataset.queries.len();
    // Spread over the list: adjacent queries often describe the same picture.
    let rows = [n / 7, n / 2, n.saturating_sub(1 + n / 5)];
    let mut queries: Vec<_> = rows.iter().filter_map(|row| dataset.queries.get(*row)).collect();
    queries.dedup_by_key(|query| &query.id);
    let button = |query: &Query| {
        let id = query.id.clone();
        let ask = move || session.address.ask(Some(Asked::Stored(id.clone())));
        suggestion(query.text.clone(), ask)
    };
    queries.into_iter().map(button).collect_view().into_any()
}

fn suggestion(words: String, act: impl Fn() + 'static) -> AnyView {
    view! { <button type="button" class="suggestion" dir="auto" on:click=move |_| act()>{words}</button> }
        .into_any()
}

pub(super) fn system_button(session: Session, system: &System) -> AnyView {
    let id = system.id.clone();
    suggestion(system.title.clone(), move || {
        session.address.change(|state| state.system = Some(id.clone()));
    })
}

pub(super) fn no_system(session: Session, dataset: &Dataset) -> AnyView {
    let n = words::counted(dataset.n_images(), "image", "images");
    let address = session.address;
    view! {
        <section class="panel" role="status">
            <h2>"There is nothing to search with yet"</h2>
            <p class="prose">
                {format!("This benchmark has {n} and no system. ")}
                "A recipe defines systems under " <code>"[[systems]]"</code> ": vectors from files as "
                <code>"gallery"</code> ", or made by the build, " <code>"made_from = \"pixels\""</code>
                " from a folder of pictures and " <code>"made_from = \"captions\""</code>
                " from their captions. Then rebuild the benchmark with " <code>"rankscope build"</code> "."
            </p>
            <p class="prose">
                "Or import a run of another program on the "
                <a href=move || address.href(Page::Benchmark)>"Benchmark"</a> " page."
            </p>
        </section>
    }
    .into_any()
}

/// Shown for a query that the system cannot take: typed words without a text encoder, or a stored
/// query without vectors.
pub(super) fn no_encoder(session: Session, dataset: &Dataset) -> AnyView {
    let (is_own, system) = session.search.choice.with(|choice| {
        let choice = choice.as_ref();
        let system = choice.and_then(|choice| choice.system.clone());
        (choice.is_some_and(|choice| choice.stored_row().is_none()), system)
    });
    let is_run = system.as_ref().is_some_and(|system| dataset.is_run(&system.id));
    let sees_pictures_alone = !is_run && system.is_some_and(|system| system.queries.is_none());
    let encoding = dataset.manifest.systems.iter();
    let takes = |system: &&System| system.encoder.is_some() || !is_own && system.queries.is_some();
    let systems = encoding.filter(takes).map(|system| system_button(session, system));
    let systems = systems.collect_view();
    let n_systems = systems.len();
    if sees_pictures_alone {
        let alternatives = (n_systems > 0).then(|| {
            view! {
                <p>"To search for words, use:"</p>
                <div class="buttons">{systems}</div>
            }
        });
        return view! {
            <section class="panel" role="status">
                <h2>"This system cannot search for words"</h2>
                <p class="prose">
                    "It has vectors of pictures only, so it can only find pictures similar to another one."
                </p>
                {if n_systems > 0 { alternatives.into_any() } else { how_words_become_possible() }}
                {samples(session, dataset, OR_START)}
            </section>
        }
        .into_any();
    }
    let examples = example_buttons(session, dataset);
    let alternatives = (n_systems > 0).then(|| {
        view! {
            <p>{if n_systems == 1 { "This system accepts your own words:" } else { "These systems accept your own words:" }}</p>
            <div class="buttons">{systems}</div>
        }
    });
    view! {
        <section class="panel" role="status">
            <h2>"This system cannot search for your own words"</h2>
            <p class="prose">
                {if is_run {
                    "A run contains rankings of the benchmark’s queries and nothing to search with."
                } else {
                    "It has vectors for the benchmark’s queries, but no text encoder to turn other words into a vector."
                }}
            </p>
            {(!is_run && n_systems == 0).then(how_words_become_possible)}
            {alternatives}
            <p>
                {if n_systems == 0 { "Choose" } else { "Or choose" }}
                " one of the benchmark’s queries, such as:"
            </p>
            <div class="buttons">{examples}</div>
        </section>
    }
    .into_any()
}

fn how_words_become_possible() -> AnyView {
    view! {
        <p class="prose">
            "Typed words need the text encoder of the model that made the vectors. "
            <code>"rankscope encoder import HF_DIR -o pack"</code>
            " makes it from the model’s folder. Name it in the recipe, as "
            <code>"[[encoders]]"</code> " and as the system’s " <code>"encoder"</code>
            ", and rebuild the benchmark. Or find words in captions, without a model: "
            <code>"made_from = \"captions\""</code> "."
        </p>
    }
    .into_any()
}
