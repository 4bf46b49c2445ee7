//! A picture used as the query, and the benchmark queries that match it best.

use super::about_picture::properties;
use super::failure::failure_text;
use super::picture::picture;
use super::results::search_with;
use crate::ui::engine_client::{Engine, unexpected};
use crate::ui::picture_url::Picture;
use crate::ui::state::address::Address;
use crate::ui::state::own_pictures::OwnPictures;
use crate::ui::state::shown::Shown;
use crate::ui::state::view::Asked;
use crate::ui::task::{Task, TaskState};
use leptos::prelude::*;
use rankscope_core::benchmark::Image;
use rankscope_core::views::Page;
use rankscope_messages::{Request, Response, SearchQuery};

const N_TEXTS: usize = 10;

/// With `own`, the picture can be searched with like one of the visitor's.
pub fn picture_panel(
    engine: Engine,
    address: Address,
    own: Option<OwnPictures>,
    shown: &Shown,
    (row, image): (u32, &Image),
) -> AnyView {
    let dataset = shown.choice.dataset.clone();
    let url = Picture::of(image, &dataset.base_url);
    let is_missing = RwSignal::new(url.is_none());
    // `(row of the query, score)`, best first.
    let texts: Task<Vec<(u32, f32)>> = Task::new();
    // Where texts are captions they are not listed here: *Find* above lists them all.
    let has_captions = dataset.own.has_caption_vectors();
    let system = shown.choice.system.as_ref();
    if let Some(system) = system.filter(|system| system.queries.is_some() && !has_captions) {
        let system = system.id.clone();
        texts.start(move |_| {
            let query = SearchQuery::Image(row);
            let request = Request::FindTexts { system: system.clone(), query, k: N_TEXTS };
            async move {
                match engine.ask(request).await? {
                    Response::Texts { texts } => Ok(texts),
                    response => Err(unexpected(&response)),
                }
            }
        });
    }
    let all_texts =
        move || address.href_with(Page::Explore, |state| state.direction = Some("i2t".into()));
    let missing = |reason: String| view! { <p class="prose">{reason}</p> }.into_any();
    let list = move || match texts.get() {
        TaskState::Idle if has_captions => {
            missing("The benchmark’s texts are its captions, not its queries.".into())
        }
        TaskState::Idle => missing("This system has no stored query vectors.".into()),
        TaskState::Running { .. } => {
            view! { <p class="progress-words">"Searching the queries …"</p> }.into_any()
        }
        TaskState::Failed { failure, .. } => missing(failure_text(&failure)),
        TaskState::Cancelled { .. } => missing("Cancelled.".into()),
        TaskState::Done(found) => {
            let item = |(row, score): (u32, f32)| {
                let query = dataset.queries.get(row as usize)?;
                let id = query.id.clone();
                let href =
                    address.href_with(Page::Explore, |state| state.asked = Some(Asked::Stored(id)));
                Some(view! {
                    <li>
                        <a href=href dir="auto">{query.text.clone()}</a>
                        " "
                        <span class="score">{format!("{score:.4}")}</span>
                    </li>
                })
            };
            view! { <ol class="texts">{found.into_iter().filter_map(item).collect_view()}</ol> }
                .into_any()
        }
    };
    view! {
        <div class="panel picture-panel">
            <h2>"More like this picture"</h2>
            {picture(url, image.caption.clone(), is_missing)}
            <p class="prose">{image.caption.clone()}</p>
            <dl class="facts picture-facts">{properties(image)}</dl>
            {own.map(|own| search_with(own, None, image, &shown.choice.dataset.base_url))}
            <h3>"Best-matching queries"</h3>
            {list}
            <p class="prose">
                "Image → text: the benchmark’s queries, ranked by similarity to this picture. "
                <a href=all_texts>"All texts, with marks, curves and measures"</a>
            </p>
        </div>
    }
    .into_any()
}
