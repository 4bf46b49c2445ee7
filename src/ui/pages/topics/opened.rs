//! The tags of one picture, as suggested by its neighbours, with the neighbours and their votes.

use super::view::View;
use crate::ui::components::{
    cancellable, notice, picture_of, progress_or, quiet_button, task_cancelled, task_failed,
};
use crate::ui::engine_client::unexpected;
use crate::ui::pages::files::{STAYS_HERE, accept_pictures, draw_button, picture_button, reading};
use crate::ui::state::challenges::suggestions;
use crate::ui::state::own_pictures::OwnPicture;
use crate::ui::state::view::Asked;
use crate::ui::task::{Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::benchmark::Image;
use rankscope_core::ranking::Hit;
use rankscope_core::topics::{N_NEIGHBOURS, without_self};
use rankscope_core::views::Page;
use rankscope_messages::{Request, Response, SearchQuery};
use std::sync::Arc;

/// Neighbours shown before the button that shows all.
const N_SHOWN: usize = 12;

#[derive(Debug, Clone, PartialEq)]
enum Opened {
    Own(u32),
    Visitors(Arc<OwnPicture>),
    /// Named in the address, but not on this page.
    Lost,
    /// Not an id of the benchmark.
    Unknown(String),
}

#[derive(Debug, Clone, PartialEq)]
struct Ask {
    opened: Opened,
    system: String,
    k: usize,
}

/// `None` for a benchmark without tags.
pub(super) fn opened(view: View) -> Option<AnyView> {
    if !view.lists.with_value(|lists| lists.has_tags()) {
        return None;
    }
    let session = view.session;
    let ask = Memo::new(move |_| {
        let opened = match session.address.state.with(|state| state.asked.clone())? {
            Asked::Image(id) => view.dataset.with_value(|dataset| {
                let row = dataset.image_ids().row_of(&id);
                let row = row.and_then(|row| u32::try_from(row).ok());
                row.map_or(Opened::Unknown(id), Opened::Own)
            }),
            Asked::Picture(number) => {
                session.own_pictures.get(number).map_or(Opened::Lost, Opened::Visitors)
            }
            Asked::Words(_) | Asked::Stored(_) => return None,
        };
        let (system, k) = view.attempt.with(|attempt| (attempt.system.clone(), attempt.k));
        let k = if k == 0 { N_NEIGHBOURS } else { k };
        Some(Ask { opened, system, k })
    });
    let task = session.challenges.opened;
    Effect::new(move |_| start(view, task, ask.get()));
    let veil = accept_pictures(session, "Drop a picture to see which tags it gets");
    let body = move || ask.get().map(|ask| shown(view, task, &ask));
    let section = view! {
        <section class="opened" data-block="picture" aria-label="Tags of one picture">
            <h2>"Tags of one picture"</h2>
            <p class="prose">
                "Open a picture to see the tags that its neighbours suggest, and the neighbours that voted. All other pictures vote here."
            </p>
            {chooser(view)}
            {move || takes_pictures(view)}
            {veil}
            {move || reading(session)}
            {body}
        </section>
    };
    Some(section.into_any())
}

/// A field for a picture's id, and a button that opens a random picture.
fn chooser(view: View) -> AnyView {
    let address = view.session.address;
    let words = RwSignal::new(String::new());
    Effect::new(move |_| {
        if let Some(Asked::Image(id)) = address.state.with(|state| state.asked.clone()) {
            words.set(id);
        }
    });
    let open = move |id: String| address.change(|state| state.asked = Some(Asked::Image(id)));
    let submit = move |ev: web_sys::SubmitEvent| {
        ev.prevent_default();
        let id = words.get_untracked().trim().to_string();
        if !id.is_empty() {
            open(id);
        }
    };
    let any = move || {
        let id = view.dataset.with_value(|dataset| {
            let row = js_sys::Math::random() * dataset.n_images() as f64;
            dataset.image(row as u32).map(|image| image.id.clone())
        });
        if let Some(id) = id {
            open(id);
        }
    };
    view! {
        <form class="open-picture" on:submit=submit>
            <label for="open-picture">"Picture id"</label>
            <input
                id="open-picture"
                type="text"
                dir="auto"
                autocomplete="off"
                spellcheck="false"
                prop:value=move || words.get()
                on:input=move |ev| words.set(event_target_value(&ev))
            />
            <button type="submit">"Open"</button>
            {quiet_button("Any picture", any)}
        </form>
    }
    .into_any()
}

fn takes_pictures(view: View) -> AnyView {
    let system = view.attempt.with(|attempt| attempt.system.clone());
    let can_see = view.dataset.with_value(|dataset| {
        let system = dataset.manifest.system(&system);
        system.is_some_and(|system| dataset.manifest.encodes_pictures(system))
    });
    if !can_see {
        let words = "This system has no vision tower: it can open the benchmark’s pictures only.";
        return view! { <p class="prose">{words}</p> }.into_any();
    }
    view! {
        <div class="picture-hint">
            <div class="buttons">
                {picture_button(view.session, "topics-picture", "Choose a picture")}
                {draw_button(view.session, "Draw one")}
            </div>
            <p id="picture-hint">"Or drop or paste one of your own. " {STAYS_HERE}</p>
        </div>
    }
    .into_any()
}

fn start(view: View, task: Task<Arc<Vec<Hit>>>, ask: Option<Ask>) {
    let Some(Ask { opened, system, k }) = ask else { return task.reset() };
    let (query, row) = match opened {
        Opened::Own(row) => (SearchQuery::Image(row), Some(row)),
        Opened::Visitors(picture) => (SearchQuery::Picture(picture.pixels.clone()), None),
        Opened::Lost | Opened::Unknown(_) => return task.reset(),
    };
    let engine = view.session.engine;
    task.start(move |run| {
        let request = Request::Search {
            system: system.clone(),
            query: query.clone(),
            // One more, for the picture itself.
            k: k + usize::from(row.is_some()),
            rerank: None,
            all_rows: false,
            among: None,
        };
        async move {
            let mut replies = engine.stream(request);
            let mut found = Vec::new();
            while let Some(response) = replies.next_reply(|progress| run.progress(progress)).await?
            {
                let Response::Hits { hits, .. } = response else {
                    return Err(unexpected(&response));
                };
                found = hits;
            }
            let found = row.map_or(found.clone(), |row| without_self(&found, row, k));
            Ok(Arc::new(found))
        }
    });
}

fn shown(view: View, task: Task<Arc<Vec<Hit>>>, ask: &Ask) -> AnyView {
    let (image, row) = match &ask.opened {
        Opened::Unknown(id) => return notice(format!("This benchmark has no picture {id}.")),
        Opened::Lost => {
            return notice(
                "The address names a picture that stayed on the visitor’s own machine. Choose one.",
            );
        }
        Opened::Own(row) => (image_of(view, *row), Some(*row)),
        Opened::Visitors(picture) => {
            let caption = format!("Your picture: {}", picture.name);
            (Image { caption, ..Image::default() }, None)
        }
    };
    let preview = match &ask.opened {
        Opened::Visitors(picture) => {
            let (url, alt) = (picture.preview.clone(), image.caption.clone());
            let image = url.map(|url| view! { <img src=url alt=alt draggable="false" /> });
            view! { <div class="picture drawn">{image}</div> }.into_any()
        }
        _ => drawn(view, &image),
    };
    let tags = row.map(|_| own_tags(&image));
    let votes = move || match task.get() {
        TaskState::Done(hits) => voted(view, row, &hits),
        TaskState::Failed { failure, .. } => task_failed(task, &failure),
        TaskState::Cancelled { .. } => task_cancelled(task, "Cancelled.", "Search again"),
        TaskState::Running { progress, .. } => {
            let line = progress_or("Searching", progress.as_ref(), "Searching the neighbours …");
            cancellable(task, line)
        }
        TaskState::Idle => ().into_any(),
    };
    view! {
        <div class="opened-picture slide-part">
            <div class="panel picture-panel">
                {preview}
                <p class="caption" dir="auto">{image.caption.clone()}</p>
                {tags}
            </div>
            <div>{votes}</div>
        </div>
    }
    .into_any()
}

fn image_of(view: View, row: u32) -> Image {
    view.dataset
        .with_value(|dataset| dataset.image(row).map(|image| image.into_owned()))
        .unwrap_or_default()
}

fn drawn(view: View, image: &Image) -> AnyView {
    view.dataset.with_value(|dataset| picture_of(image, &dataset.base_url, image.caption.clone()))
}

fn own_tags(image: &Image) -> AnyView {
    let words = match image.tags.is_empty() {
        true => "It has no tags.".to_string(),
        false => format!("Its own tags: {}.", image.tags.join(", ")),
    };
    view! { <p class="prose">{words}</p> }.into_any()
}

struct Suggested {
    tag: u32,
    name: String,
    score: f64,
    n_voted: usize,
    is_own: Option<bool>,
}

fn voted(view: View, row: Option<u32>, hits: &[Hit]) -> AnyView {
    let suggested = view.lists.with_value(|lists| {
        let index = &lists.entries;
        let has = |row: u32, tag: u32| index.of_row(row).binary_search(&tag).is_ok();
        let of = |(tag, score): (u32, f64)| Suggested {
            tag,
            name: index.name(tag).to_string(),
            score,
            n_voted: hits.iter().filter(|hit| has(hit.row_in_corpus, tag)).count(),
            is_own: row.map(|row| has(row, tag)),
        };
        let suggestions = suggestions(lists, None).ok()?;
        Some(suggestions.of(hits, index).into_iter().map(of).collect::<Vec<_>>())
    });
    let suggested = suggested.unwrap_or_default();
    let item = |one: &Suggested| {
        let verdict = match one.is_own {
            Some(true) => " · one of its own tags",
            Some(false) => " · not among its tags",
            None => "",
        };
        let n = words::counted(one.n_voted, "neighbour", "neighbours");
        view! {
            <li data-tag=one.name.clone() data-value=one.score.to_string()>
                <strong>{one.name.clone()}</strong>
                {format!(" {:.3} · {n}{verdict}", one.score)}
            </li>
        }
    };
    let items = suggested.iter().map(item).collect_view();
    let none =
        suggested.is_empty().then(|| notice("No neighbour has a tag that may be suggested."));
    let tags: Vec<u32> = suggested.iter().map(|one| one.tag).collect();
    view! {
        <h3>"Suggested tags"</h3>
        {none}
        <ol class="suggested" aria-label="Suggested tags">{items}</ol>
        {neighbours(view, hits, &tags)}
    }
    .into_any()
}

fn neighbours(view: View, hits: &[Hit], suggested: &[u32]) -> AnyView {
    let are_all = RwSignal::new(false);
    let n = hits.len();
    let (hits, suggested) = (hits.to_vec(), suggested.to_vec());
    let cards = move || {
        let n_shown = if are_all.get() { n } else { N_SHOWN };
        let card = |hit: &Hit| neighbour(view, *hit, &suggested);
        hits.iter().take(n_shown).map(card).collect_view()
    };
    let more = move || {
        (n > N_SHOWN && !are_all.get()).then(|| {
            let label = format!("Show all {} that voted", words::count(n));
            quiet_button(label, move || are_all.set(true))
        })
    };
    view! {
        <h3>{format!("{} voted", words::counted(n, "neighbour", "neighbours"))}</h3>
        <ol class="results neighbours" aria-label="Neighbours that voted">{cards}</ol>
        {more}
    }
    .into_any()
}

fn neighbour(view: View, hit: Hit, suggested: &[u32]) -> AnyView {
    let image = image_of(view, hit.row_in_corpus);
    // The suggested tags first: they are what it voted for.
    let (voted, others) = view.lists.with_value(|lists| {
        let tags = lists.tags.of_row(hit.row_in_corpus).iter();
        let (voted, others): (Vec<u32>, Vec<u32>) = tags.partition(|tag| suggested.contains(tag));
        let names = |tags: Vec<u32>| {
            tags.into_iter().map(|tag| lists.tags.name(tag)).collect::<Vec<_>>().join(", ")
        };
        (names(voted), names(others))
    });
    let comma = if voted.is_empty() || others.is_empty() { "" } else { ", " };
    let id = image.id.clone();
    let href = move || {
        let asked = Asked::Image(id.clone());
        view.session.address.href_with(Page::Topics, move |state| state.asked = Some(asked))
    };
    view! {
        <li class="card" data-image=image.id.clone() data-row=hit.row_in_corpus.to_string()>
            {drawn(view, &image)}
            <div class="card-line">
                <span class="score" data-score=hit.score.to_string()>
                    <span class="visually-hidden">"Similarity "</span>
                    {format!("{:.4}", hit.score)}
                </span>
            </div>
            <p class="neighbour-tags"><strong>{voted}</strong> {comma} {others}</p>
            <a class="more-like" href=href>
                "Its tags" <span class="visually-hidden">{format!(" (picture {})", image.id)}</span>
            </a>
        </li>
    }
    .into_any()
}
