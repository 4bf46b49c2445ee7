//! The card to share: a picture of the view with a QR code of its address, drawn in the browser.

mod content;
mod drawing;

use crate::tr;
use crate::ui::components::quiet_button;
use crate::ui::save::{copy_picture, save_canvas};
use crate::ui::state::Session;
use crate::ui::task::{Task, TaskState};
use content::content;
use drawing::{HEIGHT, WIDTH, draw};
use leptos::html;
use leptos::prelude::*;
use std::sync::Arc;

/// Drawn once what the page shows is there, and again when it changes.
pub(super) fn card(session: Session, link: Signal<String>) -> AnyView {
    let canvas = NodeRef::<html::Canvas>::new();
    let content = Memo::new(move |_| content(session, link.get()).map(Arc::new));
    let drawn: Task<()> = Task::new();
    Effect::new(move |_| {
        if let (Some(card), Some(canvas)) = (content.get(), canvas.get()) {
            drawn.start_with((card, canvas), |_, (card, canvas)| async move {
                draw(&canvas, &card).await;
                Ok(())
            });
        }
    });
    let is_drawn = move || drawn.with(|state| matches!(state, TaskState::Done(())));
    let said = RwSignal::new(String::new());
    let save = move || {
        if let Some(canvas) = canvas.get_untracked() {
            said.set(String::new());
            leptos::task::spawn_local(async move {
                if !save_canvas("rankscope-card", &canvas).await {
                    let _ = said.try_set(tr!(
                        "The picture could not be saved: one of its pictures is of a site that does not allow it."
                    ));
                }
            });
        }
    };
    let copy = move || {
        if let Some(canvas) = canvas.get_untracked() {
            said.set(String::new());
            leptos::task::spawn_local(async move {
                let words = match copy_picture(&canvas).await {
                    true => tr!("Copied."),
                    false => tr!("Copying was blocked. Save the picture instead."),
                };
                let _ = said.try_set(words);
            });
        }
    };
    let label = move || content.with(|card| card.as_ref().map(|card| card.words()));
    let note = move || {
        content.with(|card| card.as_ref().is_some_and(|card| card.has_no_code())).then(|| {
            view! {
                <p class="share-note">
                    {tr!("This address is too long for a QR code that a phone can read from a card, so the card has none. Give the link with it.")}
                </p>
            }
        })
    };
    let awaited = move || {
        content.with(Option::is_none).then(|| {
            view! { <p class="share-words" role="status">{tr!("Waiting for the results that the card shows …")}</p> }
        })
    };
    view! {
        {awaited}
        <canvas
            class="share-card"
            class:share-card-drawn=is_drawn
            role="img"
            aria-label=label
            width=WIDTH.to_string()
            height=HEIGHT.to_string()
            node_ref=canvas
        ></canvas>
        {note}
        <div class="copy-line">
            {quiet_button(tr!("Save as {format}", format = "PNG"), save)}
            {quiet_button(tr!("Copy picture"), copy)}
            <span class="copy-said" role="status">
                {said}
            </span>
        </div>
    }
    .into_any()
}
