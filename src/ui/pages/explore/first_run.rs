//! Before anything can be answered: what this is and how to begin, or why this system cannot.

use crate::ui::components::picture;
use crate::ui::dataset::Dataset;
use crate::ui::picture_url::Picture;
use crate::ui::state::Session;
use crate::ui::state::view::Asked;
use crate::ui::words;
use leptos::prelude::*;
use rankscope_core::views::Page;

/// Pictures that are shown before anything is asked.
const N_SAMPLES: usize = 12;

/// What this is, and three queries to begin with.
pub(super) fn first_run(session: Session, dataset: &Dataset) -> AnyView {
    let manifest = &dataset.manifest;
    let n = dataset.queries.len();
    // Spread over the list: neighbours are often about the same picture.
    let rows = [n / 7, n / 2, n.saturating_sub(1 + n / 5)];
    let mut examples: Vec<_> = rows.iter().filter_map(|row| dataset.queries.get(*row)).collect();
    examples.dedup_by_key(|query| query.id.clone());
    let buttons = examples.into_iter().map(|query| query_button(session, &query.id, &query.text));
    let buttons = buttons.collect_view();
    let description = manifest.description.clone();
    view! {
        <section class="welcome" aria-label="Welcome">
            <h2>"See what a text-to-image search finds, and how good it is."</h2>
            <p class="prose">{description}</p>
            <p class="prose">
                {words::counted(dataset.n_images(), "image", "images")} ", "
                {words::counted(n, "query", "queries")} ", "
                {words::counted(manifest.systems.len(), "system", "systems")}
                ". Everything is computed in this browser; nothing you type leaves it."
            </p>
            <p>"Begin with one of the benchmark’s queries:"</p>
            <div class="buttons">{buttons}</div>
            {samples(session, dataset)}
        </section>
    }
    .into_any()
}

/// Drawn scenes from all over the corpus, to begin with; none of pictures that lie elsewhere.
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
            <p>"Or with one of its pictures, to find more like it:"</p>
            <ul class="samples" aria-label="Some pictures">
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

/// Own words, and a system that cannot read them.
pub(super) fn no_encoder(session: Session, dataset: &Dataset) -> AnyView {
    let readers = dataset.manifest.systems.iter().filter(|system| system.encoder.is_some());
    let systems = readers.map(|system| {
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
    });
    let systems = systems.collect_view();
    let (has_none, n_readers) = (systems.is_empty(), systems.len());
    let n = dataset.queries.len();
    let examples = [n / 7, n / 2, n.saturating_sub(1 + n / 5)];
    let examples = examples.iter().filter_map(|row| dataset.queries.get(*row));
    let examples = examples.map(|query| query_button(session, &query.id, &query.text));
    let examples = examples.collect_view();
    let readers = (!has_none).then(|| {
        view! {
            <p>{if n_readers == 1 { "This system can read your words:" } else { "These systems can read your words:" }}</p>
            <div class="buttons">{systems}</div>
        }
    });
    view! {
        <section class="panel" role="status">
            <h2>"This system cannot read your own words."</h2>
            <p class="prose">
                "It comes with vectors for the benchmark’s queries, but without the encoder that would turn other words into a vector."
            </p>
            {readers}
            <p>"Or choose one of the benchmark’s queries in the field above, such as:"</p>
            <div class="buttons">{examples}</div>
        </section>
    }
    .into_any()
}
