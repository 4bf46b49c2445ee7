//! The sections of the share dialog.

mod cite;
mod embed;
mod in_view;
mod link;
mod visit;

use crate::ui::state::Session;
use leptos::prelude::*;

pub(super) fn sections(session: Session) -> AnyView {
    view! {
        {link::section(session)}
        {visit::section(session)}
        {embed::section(session)}
        {cite::section(session)}
    }
    .into_any()
}
