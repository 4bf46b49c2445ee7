//! The picture filter: a picker for each facet of the pictures, and notes on its effect.

use super::facet_pickers::{Facets, facet_pickers};
use super::menu::menu;
use super::quiet_button::quiet_button;
use crate::ui::state::address::Address;
use leptos::prelude::*;
use rankscope_core::analysis::{PictureFilter, words};
use rankscope_core::views::Page;
use std::sync::Arc;

/// The picture filter in the address; `None` while all pictures are searched.
pub type Filter = Signal<Option<Arc<PictureFilter>>>;

/// `n_chosen`: how many pictures pass the filter. `facets` and `carried` receive whether it is
/// open.
pub fn picture_menu(
    n_chosen: Signal<Option<usize>>,
    n_images: Signal<usize>,
    facets: impl FnOnce(Signal<bool>) -> Facets,
    carried: impl FnOnce(Signal<bool>) -> AnyView,
    address: Address,
) -> AnyView {
    // Never longer than the initial text, so that nothing shifts under the pointer.
    let summary = move || match n_chosen.get() {
        None => format!("all {}", words::count(n_images.get())),
        Some(n) => words::count(n),
    };
    menu("Search in", "pictures-label", "Pictures searched", summary, move |menu| {
        view! {
            <div class="buttons">
                {all_button(address, "Clear filter")}
                {quiet_button("Close", move || menu.close())}
            </div>
            {carried(menu.is_open.into())}
            {facet_pickers(facets(menu.is_open.into()))}
        }
        .into_any()
    })
}

fn all_button(address: Address, label: &'static str) -> impl IntoView {
    let all = move || {
        address.change(|state| {
            state.pictures = None;
            state.carries = None;
        })
    };
    view! {
        {quiet_button(label, all)}
    }
}

pub fn picture_note(filter: Filter, address: Address) -> AnyView {
    let note = move || {
        let filter = filter.get()?;
        let words = format!(
            "Searching only {}: {}. The other pictures are not searched and do not count, even if \
             they are relevant.",
            filter.share(),
            filter.summary(),
        );
        Some(view! {
            <p class="notice filter-note">
                <span>{words}</span> {all_button(address, "Search all pictures")}
            </p>
        })
    };
    note.into_any()
}

/// For pages about all queries, which ignore the filter in the address.
pub fn all_pictures_note(filter: Filter, address: Address) -> AnyView {
    let note = move || {
        let filter = filter.get()?;
        let explore = move || address.href(Page::Explore);
        Some(view! {
            <p class="notice">
                {format!("This page uses all pictures. The filter ({}: {}) applies only to single queries, on ", filter.share(), filter.summary())}
                <a href=explore>"Explore"</a> "."
            </p>
        })
    };
    note.into_any()
}

pub fn no_pictures(filter: &PictureFilter, address: Address) -> AnyView {
    view! {
        <div class="panel" role="status">
            <h2>"No picture matches the filter"</h2>
            <p class="prose">
                {format!("None of the {} has all of: {}. There is nothing to search or to measure.", words::counted(filter.n_images, "picture", "pictures"), filter.summary())}
            </p>
            {all_button(address, "Search all pictures")}
        </div>
    }
    .into_any()
}
