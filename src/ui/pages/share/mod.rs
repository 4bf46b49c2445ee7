//! What is in the dialog that shares the view: a section, in a file of its own, for each way.

mod cite;
mod embed;
mod in_view;
mod link;
mod not_carried;
mod visit;

use crate::ui::state::Session;
use leptos::prelude::*;

/// The sections, one below the other.
pub(super) fn sections(session: Session) -> AnyView {
    view! {
        {link::section(session)}
        {visit::section(session)}
        {embed::section(session)}
        {cite::section(session)}
    }
    .into_any()
}
