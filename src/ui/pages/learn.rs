//! The Learn page: the list of lessons, and the activities that no other page offers.

use crate::tr;
use crate::ui::components::{caption_of, keep_all, picture_of};
use crate::ui::lessons::{LESSONS, Place, Scene};
use crate::ui::state::Session;
use crate::ui::state::kept_files::KeptFiles;
use leptos::prelude::*;
use rankscope_core::analysis::spread_rows;

pub(super) fn learn_page(session: Session) -> AnyView {
    let place = Place::of(session);
    // A step with the same activity keeps its state.
    let activity = Memo::new(move |_| match place.get().flatten()?.step().scene {
        Scene::Activity(activity) => Some(activity),
        Scene::Block(..) => None,
    });
    let is_lesson = Memo::new(move |_| activity.with(Option::is_some));
    let body = move || match activity.get() {
        Some(activity) => activity(session),
        None => list(session),
    };
    let title = move || is_lesson.get().then_some("visually-hidden");
    view! {
        <h1 class=title>{tr!("Learn")}</h1>
        {body}
    }
    .into_any()
}

fn list(session: Session) -> AnyView {
    let covers = Memo::new(move |_| {
        let dataset = session.dataset()?;
        let mut covers = Vec::new();
        // Where a lesson asks nothing of the benchmark, any picture.
        for (lesson, any) in LESSONS.iter().zip(spread_rows(dataset.n_images(), LESSONS.len())) {
            covers.push(lesson.cover(&dataset, &covers).unwrap_or(any));
        }
        Some(covers)
    });
    let items = LESSONS.iter().enumerate().filter_map(|(index, lesson)| {
        let first = Place::first_of(index)?;
        let href = move || first.href(session);
        let missing = move || {
            let dataset = session.dataset()?;
            let missing = lesson.missing(&dataset);
            (!missing.is_empty()).then(|| {
                // At its own site, Fieldbook opens where no benchmark is named.
                let is_elsewhere = session.address.state.with(|state| state.benchmark.is_some());
                let href = move || first.href_on_fieldbook(session);
                let link =
                    is_elsewhere.then(|| view! { " " <a href=href>{tr!("Open it with Fieldbook")}</a> });
                view! {
                    <p class="lesson-lacks">
                        {tr!("Needs Fieldbook, the built-in benchmark. Another benchmark is open.")} {link}
                    </p>
                }
            })
        };
        let cover = move || {
            let (row, dataset) = (*covers.get()?.get(index)?, session.dataset()?);
            let image = dataset.image(row)?;
            Some(picture_of(&image, &dataset.base_url, caption_of(&image)))
        };
        Some(view! {
            <li class="lesson-card">
                <div class="lesson-cover">{cover}</div>
                <h2><a href=href>{lesson.title.said()}</a></h2>
                <p>{lesson.learn.said()}</p>
                <p class="lesson-size">
                    {tr!(
                        "{n} {n?step|steps} · about {minutes} minutes",
                        n = lesson.steps.len(),
                        minutes = lesson.minutes,
                    )}
                </p>
                {missing}
            </li>
        })
    });
    let items: Vec<_> = items.collect();
    view! {
        <p class="prose lead">
            {tr!("Seven short lessons on what measures see and what they miss. Each one guides you through the real pages, with real systems on Fieldbook. Every step is a link, and you can leave and come back at any time.")}
        </p>
        <ol class="lesson-list" data-block="lessons" aria-label=tr!("Lessons")>{items}</ol>
        <section class="block" aria-labelledby="class-title">
            <h2 id="class-title">{tr!("Teaching a class?")}</h2>
            <p class="prose">
                {tr!("In a lesson, press P or “Present”: each step becomes a slide, its words above what they are about. Space shows the next sentence, the arrow keys change steps and Escape stops. Nothing that a class does here leaves this machine.")}
            </p>
            {keep_all(session, KeptFiles::new(session))}
        </section>
    }
    .into_any()
}
