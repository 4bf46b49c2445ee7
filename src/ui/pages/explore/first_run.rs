//! The page before there are results: an introduction, or why this system cannot take the query.

use crate::ui::components::picture;
use crate::ui::picture_url::Picture;
use crate::ui::state::Session;
use crate::ui::state::view::Asked;
use leptos::prelude::*;
use rankscope_core::{
    analysis::{Dataset, words},
    benchmark::System,
    views::Page,
};

/// The number of sample pictures.
const N_SAMPLES: usize = 12;

/// An introduction, three queries to try and sample pictures.
pub(super) fn first_run(session: Session, dataset: &Dataset) -> AnyView {
    let manifest = &dataset.manifest;
    let n = dataset.queries.len();
    // Spread over the list: adjacent queries often describe the same picture.
    let rows = [n / 7, n / 2, n.saturating_sub(1 + n / 5)];
    let mut examples: Vec<_> = rows.iter().filter_map(|row| dataset.queries.get(*row)).collect();
    examples.dedup_by_key(|query| query.id.clone());
    let buttons = examples.into_iter().map(|query| query_button(session, &query.id, &query.text));
    let buttons = buttons.collect_view();
    let description = manifest.description.clone();
    view! {
        <section class="welcome" aria-label="Welcome">
            <h2>"See what a text-to-image search finds, and how good it is"</h2>
            <p class="prose">{description}</p>
            <p class="prose">
                {words::counted(dataset.n_images(), "image", "images")} ", "
                {words::counted(n, "query", "queries")} ", "
                {words::counted(dataset.own.systems.len(), "system", "systems")}
                ". Everything is computed in this browser; nothing you type leaves it."
            </p>
            <p>"Try one of the benchmark’s queries:"</p>
            <div class="buttons">{buttons}</div>
            {samples(session, dataset)}
        </section>
    }
    .into_any()
}

/// Drawn scenes from across the corpus as links; `None` if the benchmark's pictures are not drawn.
fn samples(session: Session, dataset: &Dataset) -> Option<AnyView> {
    let step = dataset.n_images() / N_SAMPLES;
    let drawn = |place: usize| {
        let image = u32::try_from(place * step).ok().and_then(|row| dataset.image(row))?;
        let image = image.scene.is_some().then_some(image)?;
        let url = Picture::of(&image, &dataset.base_url)?;
        let id = image.id.clone();
        let href =
            session.address.href_with(Page::Explore, |state| state.asked = Some(Asked::Image(id)));
        Some(view! {
            <li>
                <a href=href>
                    {picture(Some(url), image.caption.clone(), RwSignal::new(false))}
                </a>
            </li>
        })
    };
    let items: Vec<_> = (0..N_SAMPLES).filter_map(drawn).collect();
    (!items.is_empty()).then(|| {
        view! {
            <p>"Or start from a picture to find similar ones:"</p>
            <ul class="samples" aria-label="Sample pictures">
                {items}
            </ul>
        }
        .into_any()
    })
}

fn query_button(session: Session, id: &str, text: &str) -> AnyView {
    let (id, text) = (id.to_string(), text.to_string());
    view! {
        <button
            type="button"
            class="suggestion"
            on:click=move |_| session.address.ask(Some(Asked::Stored(id.clone())))
        >
            {text}
        </button>
    }
    .into_any()
}

/// A button that searches with another system.
pub(super) fn system_button(session: Session, system: &System) -> AnyView {
    let (id, title) = (system.id.clone(), system.title.clone());
    view! {
        <button
            type="button"
            class="suggestion"
            on:click=move |_| {
                let id = id.clone();
                session.address.change(|state| state.system = Some(id));
            }
        >
            {title}
        </button>
    }
    .into_any()
}

/// Shown for the visitor's own words if the system has no text encoder.
pub(super) fn no_encoder(session: Session, dataset: &Dataset) -> AnyView {
    let encoding = dataset.manifest.systems.iter().filter(|system| system.encoder.is_some());
    let systems = encoding.map(|system| system_button(session, system)).collect_view();
    let n_systems = systems.len();
    let n = dataset.queries.len();
    let examples = [n / 7, n / 2, n.saturating_sub(1 + n / 5)];
    let examples = examples.iter().filter_map(|row| dataset.queries.get(*row));
    let examples = examples.map(|query| query_button(session, &query.id, &query.text));
    let examples = examples.collect_view();
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
                "It has vectors for the benchmark’s queries, but no text encoder to turn other words into a vector."
            </p>
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
