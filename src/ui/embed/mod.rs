//! One block of the page alone, as a frame in an article or on a slide shows it (`embed` in the
//! address). The page is the same as ever; a style rule ([`rule`]) hides all of it but the way to the
//! block, so that what the block needs goes on, and screen readers meet nothing else.
//!
//! Around the block: a line that says what it shows and leads to the whole page ([`foot`]), links that
//! open it in a tab of their own ([`links`]), and the message that tells the frame's page how tall it
//! is ([`height`]).

mod foot;
mod height;
mod links;
mod rule;

use super::theme::Theme;
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::embed::{FixedTheme, UnknownBlock};

pub(super) use foot::foot;

/// Keeps the document in step with the address: which block is shown, and in which theme.
pub(super) fn show_embed(session: Session) {
    let address = session.address;
    let embed = Memo::new(move |_| address.state.with(|state| state.embed.clone()));
    let name = Memo::new(move |_| {
        let page = address.page.get();
        embed.with(|embed| embed.as_ref()?.block(page).ok()).map(|block| block.name)
    });
    // What is found in the sheet from before, to be taken out again.
    Effect::new(move |rule: Option<Option<u32>>| {
        rule.flatten().inspect(|place| rule::remove(*place));
        if let Some(root) = document().document_element() {
            // Cannot fail: the names are fixed and valid.
            let _ = match embed.with(Option::is_some) {
                true => root.set_attribute("data-embed", name.get().unwrap_or_default()),
                false => root.remove_attribute("data-embed"),
            };
        }
        rule::insert(name.get()?)
    });
    Effect::new(move |_| {
        let Some(embed) = embed.get() else { return };
        match embed.theme {
            Some(FixedTheme::Light) => Theme::Light,
            Some(FixedTheme::Dark) => Theme::Dark,
            None => Theme::stored(),
        }
        .show();
    });
    // A frame is made for one block: it does not become the whole page, nor the reverse.
    if embed.with_untracked(Option::is_some) {
        links::open_apart();
        height::tell_parent();
    }
}

pub(super) fn unknown_block(unknown: &UnknownBlock) -> AnyView {
    view! {
        <h1>{unknown.page.name()}</h1>
        <p class="notice" role="status">
            {unknown.to_string()}
        </p>
    }
    .into_any()
}
