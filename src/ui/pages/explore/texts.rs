//! Texts found for an image or a picture.

use super::figures::{judged_figures, measures};
use super::own_picture::picture_side;
use crate::ui::components::{
    cancellable, engine_progress, options, picker, picture_of, progress_line, run_tool,
    task_cancelled, task_failed, text_results,
};
use crate::ui::engine_client::{Module, unexpected};
use crate::ui::pages::direction::with_reversed;
use crate::ui::state::Session;
use crate::ui::state::choice::{Choice, Question};
use crate::ui::state::search::Found;
use crate::ui::state::shown::Shown;
use crate::ui::task::{Ended, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use rankscope_core::ranking::Hit;
use rankscope_messages::{Request, Response, SearchQuery, Timings};
use std::sync::Arc;

/// Images or texts; nothing for text queries, or for systems without text vectors.
pub(super) fn find_picker(session: Session) -> AnyView {
    let is_possible = Memo::new(move |_| {
        session.search.choice.with(|choice| {
            let Some(choice) = choice else { return false };
            let own = &choice.dataset.own;
            let lacks_texts = choice.system.as_ref().is_some_and(|system| {
                let has_vectors = !system.gallery.is_empty() || system.remote.is_some();
                has_vectors && own.text_vectors(system).is_none()
            });
            matches!(choice.question, Question::Image(..) | Question::Picture(_))
                && (!lacks_texts || choice.finds_texts)
        })
    });
    let current = Memo::new(move |_| if finds_texts(session) { "i2t" } else { "t2i" }.to_string());
    let choose = move |name: String| {
        session.address.change(|state| state.direction = (name == "i2t").then_some(name));
    };
    let view = move || {
        is_possible.get().then(|| {
            let found = options([("t2i", "Images"), ("i2t", "Texts")]);
            let picker = picker("Find", found, current, choose);
            view! { <div class="find-picker">{picker}</div> }
        })
    };
    view.into_any()
}

pub(super) fn finds_texts(session: Session) -> bool {
    session.search.choice.with(|choice| choice.as_ref().is_some_and(|choice| choice.finds_texts))
}

#[derive(Clone, PartialEq)]
struct Wanted {
    system: String,
    query: SearchQuery,
    k: usize,
}

pub(super) fn texts_answer(session: Session) -> AnyView {
    let Some(dataset) = untrack(|| session.answerable()) else { return ().into_any() };
    with_reversed(session, &dataset, move |reversed| found_texts(session, reversed))
}

fn found_texts(session: Session, reversed: Arc<Dataset>) -> AnyView {
    let choice = Memo::new(move |_| {
        session.search.choice.with(|choice| from_images(choice.as_ref()?, reversed.clone()))
    });
    let device = move || session.address.state.with(|state| state.device);
    let wanted = Memo::new(move |_| {
        let asked = session.search.choice.get()?;
        let system = asked.system.as_ref()?;
        let Request::Search { k, .. } = choice.with(|c| c.as_ref()?.key(device()))?.request()
        else {
            return None;
        };
        Some(Wanted { system: system.id.clone(), query: asked.query_for(system)?, k })
    });
    let task: Task<Arc<Vec<Hit>>> = Task::new();
    Effect::new(move |_| match wanted.get() {
        None => task.reset(),
        Some(wanted) => ask(session, task, wanted),
    });
    let shown = Memo::new(move |_| {
        let k = session.address.state.with(|state| state.k);
        let (choice, hits) = (choice.get()?, task.value()?);
        let key = choice.key(device())?;
        let (hits, timings) = (hits.to_vec(), Timings::default());
        let found = Arc::new(Found { key, hits, timings, last: true });
        Some(Arc::new(Shown::new(choice, found, k, None)))
    });
    let results = move || {
        let shown = shown.get()?;
        let tool = run_tool(&shown);
        Some((text_results(session.address, session.highlight, &shown), tool))
    };
    let is_busy = move || if task.is_running() { "true" } else { "false" };
    let measured = Signal::derive(move || shown.get());
    view! {
        <div class="status-area">{move || status(session, task, shown)}</div>
        <div class="answer">
            <section class="answer-results" data-block="results" aria-label="Search results" aria-busy=is_busy>
                <h2 class="visually-hidden">"Results"</h2>
                {results}
            </section>
            <section class="answer-figures" aria-label="Curves and measures">
                {move || shown.get().map(|shown| side(session, &shown))}
                {measures(session, measured)}
            </section>
        </div>
    }
    .into_any()
}

/// The choice on the benchmark from images to texts, where an image with a relevant text is a judged
/// query.
fn from_images(choice: &Choice, reversed: Arc<Dataset>) -> Option<Choice> {
    // A fused system is answered by its parts; a run says that it has no vectors.
    let asked = choice.system.as_ref()?;
    let system = reversed.manifest.system(&asked.id).unwrap_or(asked).clone();
    let question = match &choice.question {
        Question::Image(_, image) => {
            let row = reversed.query_row_from_id.get(&image.id).copied();
            let query =
                row.and_then(|row| Some((row, reversed.queries.get(row as usize)?.clone())));
            query.map_or_else(
                || choice.question.clone(),
                |(row, query)| Question::Stored(row, query),
            )
        }
        other => other.clone(),
    };
    Some(Choice {
        dataset: reversed,
        system: Some(system),
        reranker: None,
        among: None,
        finds_texts: false,
        own_judged: None,
        question,
        ..choice.clone()
    })
}

fn ask(session: Session, task: Task<Arc<Vec<Hit>>>, wanted: Wanted) {
    task.start(move |run| {
        let Wanted { system, query, k } = wanted.clone();
        async move {
            let mut replies = session.engine.stream(Request::FindTexts { system, query, k });
            match replies.next_reply(|progress| run.progress(progress)).await? {
                Some(Response::Texts { texts }) => {
                    let hit = |(row_in_corpus, score)| Hit { row_in_corpus, score };
                    Ok(Arc::new(texts.into_iter().map(hit).collect()))
                }
                Some(response) => Err(unexpected(&response)),
                None => Err(Ended::Cancelled),
            }
        }
    });
}

fn status(session: Session, task: Task<Arc<Vec<Hit>>>, shown: Memo<Option<Arc<Shown>>>) -> AnyView {
    match task.get() {
        TaskState::Failed { failure, .. } => task_failed(task, &failure),
        TaskState::Running { progress, .. } => {
            let line = match (session.engine.module.get(), progress) {
                (Module::Loading { received, total }, _) => engine_progress(received, total),
                (_, Some(progress)) => progress_line("Preparing".to_string(), &progress),
                _ => view! { <p class="progress-words">"Searching …"</p> }.into_any(),
            };
            cancellable(task, line)
        }
        TaskState::Cancelled { .. } => {
            task_cancelled(task, "The search was cancelled.", "Search again")
        }
        TaskState::Idle | TaskState::Done(_) => {
            let line = shown.get().map(|shown| {
                let n = words::counted(shown.hits.len().min(shown.k), "text", "texts");
                let of = words::count(shown.choice.dataset.n_images());
                let ignored = session.address.state.with(|state| {
                    state.also.is_some() || state.rerank.is_some() || state.pictures.is_some()
                });
                let ignored = match ignored {
                    true => " “Compare with”, “Re-rank with” and “Filter pictures” are for images.",
                    false => "",
                };
                view! {
                    <p class="status-line" role="status">
                        {format!("Image → text: the best {n} of {of}.{ignored}")}
                    </p>
                }
            });
            line.into_any()
        }
    }
}

fn side(session: Session, shown: &Arc<Shown>) -> AnyView {
    let asked = session.search.choice.with(|choice| choice.as_ref().map(|c| c.question.clone()));
    let image = match asked {
        Some(Question::Picture(picture)) => return picture_side(&picture),
        Some(Question::Image(_, image)) => image,
        _ => return ().into_any(),
    };
    let picture = picture_of(&image, &shown.choice.dataset.base_url, image.caption.clone());
    let figures = match &shown.judged {
        Some(judged) => judged_figures(session, shown, judged),
        None => view! {
            <p class="prose">
                "No text is judged relevant to this image, so there are no marks, curves or measures here."
            </p>
        }
        .into_any(),
    };
    view! {
        <div class="panel picture-panel">
            <h2>"Texts for this picture"</h2>
            {picture}
            <p class="prose">{image.caption.clone()}</p>
        </div>
        {figures}
    }
    .into_any()
}
