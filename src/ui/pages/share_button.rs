//! The share button in the top bar, and its dialog, whose content is in a part that is loaded later.

use super::apart::share_apart;
use crate::tr;
use crate::ui::components::{Dialog, quiet_button};
use crate::ui::state::Session;
use leptos::prelude::*;

const TITLE: &str = "share-dialog-title";

pub fn share_button(session: Session) -> AnyView {
    let dialog = Dialog::new("share-dialog", TITLE);
    let content = move || {
        view! {
            <div class="measure-title">
                <h2 id=TITLE>{tr!("Share this view")}</h2>
                {quiet_button(tr!("Close"), move || dialog.close())}
            </div>
            {share_apart(session)}
        }
        .into_any()
    };
    view! {
        <button
            type="button"
            class="share-button"
            aria-haspopup="dialog"
            aria-label=tr!("Share this view")
            title=tr!("Copy a link, save the visit, embed a block, or cite this view")
            on:click=move |_| dialog.open()
        >
            <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d="M8 10.5V1.8M4.8 4.7 8 1.5l3.2 3.2M4.5 7H2.6v7.4h10.8V7h-1.9" />
            </svg>
        </button>
        {dialog.view(content)}
    }
    .into_any()
}
