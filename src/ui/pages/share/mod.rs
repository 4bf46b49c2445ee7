//! The sections of the share dialog.

mod cite;
mod embed;
mod in_view;
mod link;
mod picture;
mod visit;

use crate::ui::state::Session;
use leptos::prelude::*;
use picture::CardApart;

pub(super) fn sections(session: Session, card: CardApart) -> AnyView {
    view! {
        {link::section(session)}
        {picture::section(session, card)}
        {visit::section(session)}
        {embed::section(session)}
        {cite::section(session)}
    }
    .into_any()
}
