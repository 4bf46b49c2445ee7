//! A picture as the query: choosing, dropping and pasting it, and showing what is searched with.

use super::first_run::system_button;
use crate::ui::components::quiet_button;
use crate::ui::pages::files::{STAYS_HERE, accept_pictures, draw_button, picture_button, reading};
use crate::ui::state::Session;
use crate::ui::state::choice::Question;
use crate::ui::state::own_pictures::OwnPicture;
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use std::sync::Arc;

const CHOOSE: &str = "picture-file";

/// Nothing if no system can take a picture.
pub(super) fn picture_tools(session: Session) -> AnyView {
    let is_possible = Memo::new(move |_| session.answerable().is_some_and(|d| can_see(&d)));
    let is_asked = asked(session);
    let tools = move || {
        (is_possible.get() && is_asked.with(Option::is_none)).then(|| {
            view! {
                <div
                    class="query-tools"
                    title="A picture is a query too: choose one, draw one, drop it on the page or paste it. It is encoded in this browser; nothing is uploaded."
                >
                    {picture_button(session, CHOOSE, icon(PICTURE, "Choose a picture"))}
                    {draw_button(session, icon(PENCIL, "Draw one"))}
                    <p id="picture-hint" class="visually-hidden">
                        "Or drop or paste one: a picture is a query too. " {STAYS_HERE}
                    </p>
                </div>
            }
        })
    };
    tools.into_any()
}

const PICTURE: &str = "M2 3h12v10H2zM4.5 11l3-3.5 2 2.2 1.6-1.7 2.4 3M5.6 6.1v.01";
const PENCIL: &str = "M2.5 13.5l.8-3.2 7.5-7.5 2.4 2.4-7.5 7.5zM9.4 4.2l2.4 2.4";

fn icon(path: &'static str, words: &'static str) -> AnyView {
    view! {
        <svg viewBox="0 0 16 16" aria-hidden="true"><path d=path></path></svg>
        <span class="visually-hidden">{words}</span>
    }
    .into_any()
}

fn asked(session: Session) -> Memo<Option<Arc<OwnPicture>>> {
    Memo::new(move |_| {
        session.search.choice.with(|choice| match &choice.as_ref()?.question {
            Question::Picture(picture) => Some(picture.clone()),
            _ => None,
        })
    })
}

pub(super) fn picture_line(session: Session) -> AnyView {
    let veil = accept_pictures(session, "Drop a picture to search with it");
    let asked = asked(session);
    let line = move || Some(asked_picture(session, &asked.get()?));
    view! {
        {line}
        {move || reading(session)}
        {veil}
    }
    .into_any()
}

/// Whether any system can encode a picture.
pub(super) fn can_see(dataset: &Dataset) -> bool {
    let manifest = &dataset.manifest;
    manifest.systems.iter().any(|system| manifest.encodes_pictures(system))
}

/// The query picture as the encoder sees it.
fn asked_picture(session: Session, picture: &Arc<OwnPicture>) -> AnyView {
    let alt = format!("Your picture: {}", picture.name);
    let preview =
        picture.preview.clone().map(|url| view! { <img src=url alt=alt draggable="false" /> });
    view! {
        <div class="asked-picture">
            {preview}
            <p id="picture-hint">
                <strong>{picture.name.clone()}</strong>
                " Shown as an encoder sees it: the middle square. "
                {STAYS_HERE}
            </p>
            {picture_button(session, CHOOSE, "Another picture")}
            {quiet_button(
                view! { "Remove" <span class="visually-hidden">" the picture"</span> },
                move || session.address.ask(None),
            )}
        </div>
    }
    .into_any()
}

/// For an address with a picture that this page does not have.
pub(super) fn lost_picture(session: Session) -> AnyView {
    view! {
        <section class="panel" role="status">
            <h2>"This picture is only on the visitor’s own machine"</h2>
            <p class="prose">
                "The address says that someone searched with a picture, but does not contain it: the picture stayed in that person’s page, and is gone once that page is closed or reloaded. Nothing was uploaded."
            </p>
            <p class="prose">"Choose it again to see the results, or type a query."</p>
            <div class="buttons">{picture_button(session, "picture-again", "Choose the picture")}</div>
        </section>
    }
    .into_any()
}

/// For a picture and a system without a vision tower.
pub(super) fn no_vision_tower(session: Session, dataset: &Dataset) -> AnyView {
    let manifest = &dataset.manifest;
    let seeing = manifest.systems.iter().filter(|system| manifest.encodes_pictures(system));
    let buttons = seeing.map(|system| system_button(session, system)).collect_view();
    let n = buttons.len();
    let rest = if n == 0 {
        view! {
            <p class="prose">
                "No system of this benchmark has one. “More like this” under a result searches with a picture of the benchmark, and its maker can add a vision tower with "
                <code>"rankscope encoder import"</code> "."
            </p>
        }
        .into_any()
    } else {
        let words =
            if n == 1 { "This system takes pictures:" } else { "These systems take pictures:" };
        view! {
            <p>{words}</p>
            <div class="buttons">{buttons}</div>
        }
        .into_any()
    };
    view! {
        <section class="panel" role="status">
            <h2>"This system cannot search with a picture"</h2>
            <p class="prose">"It has no vision tower, which turns a picture of yours into a vector."</p>
            {rest}
        </section>
    }
    .into_any()
}

/// Next to the results of a picture.
pub(super) fn picture_side(picture: &OwnPicture) -> AnyView {
    let alt = format!("Your picture: {}", picture.name);
    let preview = picture.preview.clone().map(|url| {
        view! { <div class="picture drawn"><img src=url alt=alt draggable="false" /></div> }
    });
    view! {
        <div class="panel picture-panel">
            <h2>"Your picture"</h2>
            {preview}
            <p class="prose">
                "Cropped to the middle square and resized, as the vision tower takes it. "
                {STAYS_HERE}
            </p>
            <p class="prose">
                "Only the benchmark’s own queries have judgements, so there are no marks, curves or measures here."
            </p>
        </div>
    }
    .into_any()
}
