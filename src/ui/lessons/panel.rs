//! The lesson panel: the current step, its text, and links to the other steps.

use super::Place;
use super::aim::aim;
use super::lesson::{HEADING, Scene};
use super::lines::lines;
use super::live::part;
use super::place::outside;
use super::presenter::present;
use super::slide::show_slide;
use crate::tr;
use crate::ui::components::{code_button, notice, quiet_button};
use crate::ui::state::Session;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::views::Page;

pub fn lesson_panel(session: Session) -> AnyView {
    let place = Place::of(session);
    // Move the focus when the step changes, not when the page is opened.
    let is_first = StoredValue::new(true);
    let body = move || {
        let place = place.get();
        let is_step = !is_first.get_value();
        is_first.set_value(false);
        if let (Some(Some(place)), false) = (place, is_step) {
            place.complete(session);
        }
        match place {
            None => presented(session),
            Some(None) => unknown(session),
            Some(Some(place)) => panel(session, place, is_step),
        }
    };
    body.into_any()
}

/// In presentation mode without a lesson: the query, and a way out.
fn presented(session: Session) -> AnyView {
    let presents = Memo::new(move |_| session.address.state.with(|state| state.present));
    let words = Memo::new(move |_| {
        session.search.choice.with(|choice| choice.as_ref()?.words().map(str::to_string))
    });
    // Keeps the line of words that are on their way.
    let line = move || match words.get() {
        Some(words) => Some(format!("“{words}”")),
        None => session.address.state.with(|state| state.asked.is_some()).then(|| "\u{a0}".into()),
    };
    let bar = move || {
        presents.get().then(|| {
            view! {
                <aside class="presented" aria-label=tr!("Presentation")>
                    <p dir="auto">{line}</p>
                    {quiet_button(tr!("Leave presentation"), move || present(session, false))}
                </aside>
            }
        })
    };
    bar.into_any()
}

fn unknown(session: Session) -> AnyView {
    view! {
        <aside class="lesson" aria-label=tr!("Lesson")>
            <h2>{tr!("Step not found")}</h2>
            <p>{tr!("The address names a lesson or a step that does not exist.")}</p>
            <p>{leave_link(session, tr!("All lessons"))}</p>
        </aside>
    }
    .into_any()
}

fn panel(session: Session, place: Place, takes_focus: bool) -> AnyView {
    let heading = NodeRef::<html::H2>::new();
    Effect::new(move |_| {
        if let Some(heading) = heading.get().filter(|_| takes_focus) {
            // An element that cannot be focused leaves the focus where it is.
            let _ = heading.focus();
        }
    });
    let strip = NodeRef::<html::Aside>::new();
    let presents = Memo::new(move |_| session.address.state.with(|state| state.present));
    let scene = &place.step().scene;
    Effect::new(move |_| match scene {
        _ if presents.get() => show_slide(scene, strip),
        Scene::Block(_, block) => aim(block),
        Scene::Activity(_) => {}
    });
    let lacks = Memo::new(move |_| {
        session.dataset().is_some_and(|dataset| !place.lesson().missing(&dataset).is_empty())
    });
    let (lesson, step) = (place.lesson(), place.step());
    let n_steps = lesson.steps.len();
    view! {
        <aside class="lesson" aria-label=tr!("Lesson") data-step=place.words() node_ref=strip>
            <p class="lesson-name">
                {tr!("Lesson {n}", n = place.lesson_number())} " · " <strong>{lesson.title.said()}</strong>
            </p>
            {steps(session, place)}
            <h2 id=HEADING class="lesson-heading" tabindex="-1" node_ref=heading>
                <span class="visually-hidden">
                    {tr!("Step {n} of {n_steps}", n = place.step_number(), n_steps)} ": "
                </span>
                {step.heading.said()}
            </h2>
            {move || missing_notice(session, place)}
            // Its sentences would wait for numbers that never come.
            {move || (!lacks.get()).then(|| {
                let text = match presents.get() {
                    true => lines(session, step.text),
                    false => {
                        step.text.iter().map(|words| part(session, words)).collect_view().into_any()
                    }
                };
                view! { <div class="lesson-text">{text}</div> }
            })}
            {move || way_back(session, place)}
            {step_links(session, place)}
            {tools(session, place)}
        </aside>
    }
    .into_any()
}

/// A link to every step; the current one is marked.
fn steps(session: Session, place: Place) -> AnyView {
    let n_steps = place.lesson().steps.len();
    let item = |other: Place| {
        let is_current = (other == place).then_some("step");
        view! {
            <li>
                <a href=move || other.href(session) aria-current=is_current title=other.step().heading.said()>
                    <span class="visually-hidden">{tr!("Step")} " "</span>
                    {other.step_number()}
                    <span class="visually-hidden">": " {other.step().heading.said()}</span>
                </a>
            </li>
        }
    };
    view! {
        <div class="lesson-steps">
            <p aria-hidden="true">
                {tr!("Step {n} of {n_steps}", n = place.step_number(), n_steps)}
            </p>
            <ol aria-label=tr!("Steps")>{place.all().map(item).collect_view()}</ol>
        </div>
    }
    .into_any()
}

/// What the open benchmark lacks, with a link to the built-in one.
fn missing_notice(session: Session, place: Place) -> Option<AnyView> {
    let dataset = session.dataset()?;
    let missing = place.lesson().missing(&dataset);
    let first = missing.first()?;
    let title = dataset.manifest.title.clone();
    let words = match missing.len() - 1 {
        0 => tr!(
            "This lesson is written for Fieldbook, the built-in benchmark. {title} has no {first}.",
            title,
            first,
        ),
        n => tr!(
            "This lesson is written for Fieldbook, the built-in benchmark. {title} has no {first}, and {n} more that it needs.",
            title,
            first,
            n,
        ),
    };
    let is_elsewhere = session.address.state.with(|state| state.benchmark.is_some());
    let offer = if is_elsewhere {
        let href = move || place.href_on_fieldbook(session);
        view! { <a class="button" href=href>{tr!("Open the built-in benchmark")}</a> }.into_any()
    } else {
        tr!("This site opens it instead of Fieldbook. Serve the page without your own benchmark to take the lesson.")
            .into_any()
    };
    let view = view! {
        <div class="lesson-missing" role="alert">{notice(words)} <p>{offer}</p></div>
    };
    Some(view.into_any())
}

/// Shown once the visitor has changed the view.
fn way_back(session: Session, place: Place) -> Option<AnyView> {
    (!place.is_shown(session)).then(|| {
        view! {
            <p class="lesson-strayed">
                {tr!("You changed the view.")} " "
                <a href=move || place.href(session)>{tr!("Go back to this step’s view")}</a>
            </p>
        }
        .into_any()
    })
}

fn step_links(session: Session, place: Place) -> AnyView {
    let link = move |class: &'static str, rel: Option<&'static str>, to: Place, words: String| {
        view! { <a class=class rel=rel href=move || to.href(session)>{words}</a> }.into_any()
    };
    let back = place.back().map(|back| link("button", Some("prev"), back, tr!("← Back")));
    let next = match (place.next(), place.next_lesson()) {
        (Some(next), _) => link("button primary", Some("next"), next, tr!("Next →")),
        (None, Some(next)) => link(
            "button primary",
            None,
            next,
            tr!("Next lesson: {title}", title = next.lesson().title.said()),
        ),
        (None, None) => leave_link(session, tr!("Back to all lessons")),
    };
    view! { <nav class="lesson-ways" aria-label=tr!("Lesson")>{back} {next}</nav> }.into_any()
}

fn tools(session: Session, place: Place) -> AnyView {
    // The step alone, for the audience's phones.
    let link = Signal::derive(move || vec![place.link(session)]);
    let presents = Memo::new(move |_| session.address.state.with(|state| state.present));
    let hint = move || match presents.get() {
        true => tr!("or Escape; ← → change steps"),
        false => tr!("or press P"),
    };
    let label = move || match presents.get() {
        true => tr!("Leave presentation"),
        false => tr!("Present"),
    };
    view! {
        <div class="lesson-tools">
            {quiet_button(label, move || present(session, !presents.get_untracked()))}
            <span class="lesson-hint">{hint}</span>
            {code_button("lesson-code", tr!("QR code of this step"), link)}
            {leave_link(session, tr!("Leave the lesson"))}
        </div>
    }
    .into_any()
}

fn leave_link(session: Session, label: String) -> AnyView {
    let href = move || session.address.href_of(Page::Learn, &session.address.state.with(outside));
    view! { <a class="lesson-leave" href=href>{label}</a> }.into_any()
}
