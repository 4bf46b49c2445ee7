//! The page that a route shows.

use super::apart::page_of_part;
use super::explore::page::explore_page;
use crate::ui::language::enter;
use crate::ui::state::Session;
use crate::ui::state::parts::Part;
use leptos::prelude::*;
use rankscope_core::views::Page;

/// A page; its part is fetched first if necessary.
pub fn page_apart(session: Session, page: Page) -> AnyView {
    enter(page, false);
    match Part::of(page) {
        None => explore_page(session),
        Some(part) => page_of_part(session, page, part),
    }
}
