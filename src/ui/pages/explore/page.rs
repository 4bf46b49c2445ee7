use super::browse_section::browse_section;
use super::first_run::{first_run, no_encoder, no_system};
use super::intro::intro;
use super::own_picture::{lost_picture, no_vision_tower, picture_line, picture_tools};
use super::tools::tools;
use crate::ui::components::{notice, picture_note, query_box};
use crate::ui::pages::apart::{answer_apart, conditions_note_apart, want};
use crate::ui::pages::choices::picture_filter;
use crate::ui::pages::loading::{judgements_failure, with_answerable};
use crate::ui::picture_url::{Picture, fetch_drawing_for};
use crate::ui::state::Session;
use crate::ui::state::choice::Question;
use crate::ui::state::parts::Part;
use crate::ui::task::TaskState;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq)]
enum Stage {
    FirstRun,
    NoSystem,
    NoEncoder,
    NoVisionTower,
    LostPicture,
    Answer,
}

pub(in crate::ui::pages) fn explore_page(session: Session) -> AnyView {
    // Loads the results module while the engine loads.
    want(session, Part::Results);
    // And the drawing code once it is known that pictures are drawn.
    Effect::new(move |_| {
        if let Some(dataset) = session.outline() {
            let first = dataset.image(0).and_then(|image| Picture::of(&image, &dataset.base_url));
            fetch_drawing_for(first.as_ref());
        }
    });
    let asked = Memo::new(move |_| {
        session.search.choice.with(|choice| choice.as_ref()?.words().map(str::to_string))
    });
    let body = with_answerable(session, move |dataset| explore(session, dataset));
    view! {
        <h1 class="visually-hidden">"Explore"</h1>
        <p role="status" class="visually-hidden">{move || announcement(session)}</p>
        <section class="ask" aria-label="Query and settings">
            {query_box(
                Signal::derive(move || session.outline()),
                asked.into(),
                session.address,
                picture_tools(session),
            )}
            {picture_line(session)}
            {tools(session)}
            {picture_note(picture_filter(session), session.address)}
            {conditions_note_apart(session)}
        </section>
        {intro(session)}
        {body}
    }
    .into_any()
}

fn explore(session: Session, dataset: Arc<Dataset>) -> AnyView {
    let stage = Memo::new(move |_| {
        session.search.choice.with(|choice| match choice {
            Some(choice) if choice.system.is_none() => Stage::NoSystem,
            Some(choice) if choice.lacks_encoder() => Stage::NoEncoder,
            Some(choice) if choice.lacks_vision_tower() => Stage::NoVisionTower,
            Some(choice) if choice.question == Question::LostPicture => Stage::LostPicture,
            Some(choice) if choice.question != Question::None => Stage::Answer,
            _ => Stage::FirstRun,
        })
    });
    let unknown = Memo::new(move |_| {
        let choice = session.search.choice;
        choice.with(|choice| choice.as_ref().map(|c| c.unknown.clone())).unwrap_or_default()
    });
    let unknown_notice = move || {
        let names = unknown.get().join(", ");
        (!names.is_empty()).then(|| {
            notice(format!(
                "The address names {names}, which this benchmark does not have. The default is \
                 shown instead."
            ))
        })
    };
    let browser = browse_section(session, &dataset);
    let body = move || match stage.get() {
        Stage::FirstRun => first_run(session, &dataset),
        Stage::NoSystem => no_system(session, &dataset),
        Stage::NoEncoder => no_encoder(session, &dataset),
        Stage::NoVisionTower => no_vision_tower(session, &dataset),
        Stage::LostPicture => lost_picture(session),
        Stage::Answer => answer_apart(session),
    };
    view! {
        {browser}
        {move || judgements_failure(session)}
        {unknown_notice}
        {body}
    }
    .into_any()
}

fn announcement(session: Session) -> String {
    let is_done = session.search.task.with(|state| matches!(state, TaskState::Done(_)));
    let Some(shown) = session.shown.get().filter(|_| is_done) else { return String::new() };
    let timings = shown.found.timings;
    let ms = timings.encode_ms.unwrap_or(0.0) + timings.search_ms;
    let among = shown.choice.among.as_ref().map(|filter| format!(" among {}", filter.share()));
    let asked = match &shown.choice.question {
        Question::Image(_, image) if image.caption.is_empty() => {
            format!("pictures like {}", image.id)
        }
        Question::Image(_, image) => format!("pictures like “{}”", image.caption),
        Question::Picture(picture) => format!("your picture {}", picture.name),
        _ => format!("“{}”", shown.choice.words().unwrap_or_default()),
    };
    format!(
        "{}{} for {asked} in {}",
        words::counted(shown.hits.len().min(shown.k), "result", "results"),
        among.unwrap_or_default(),
        words::milliseconds(ms),
    )
}
