//! *A card to share*: a picture of the view, drawn when it is wanted.

use super::link::link;
use crate::tr;
use crate::ui::components::quiet_button;
use crate::ui::state::Session;
use leptos::prelude::*;

/// The card of an address, in a part of its own.
pub(super) type CardApart = fn(Session, Signal<String>) -> AnyView;

pub(super) fn section(session: Session, card: CardApart) -> AnyView {
    let is_wanted = RwSignal::new(false);
    let text = Signal::derive(move || link(session));
    let body = move || match is_wanted.get() {
        true => card(session, text),
        false => quiet_button(tr!("Draw the card"), move || is_wanted.set(true)).into_any(),
    };
    view! {
        <section aria-labelledby="share-card-title">
            <h3 id="share-card-title">{tr!("A card to share")}</h3>
            <p class="share-words">
                {tr!("A picture of this view with a QR code of its address, drawn in your browser: nothing is sent.")}
            </p>
            {body}
        </section>
    }
    .into_any()
}
