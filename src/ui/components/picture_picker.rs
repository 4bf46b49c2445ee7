//! Which pictures are searched: a list for every facet that tells them apart, and what the choice
//! means for what is shown.

use super::facet_pickers::{Facets, facet_pickers};
use super::menu::menu;
use crate::ui::picture_filter::PictureFilter;
use crate::ui::state::address::Address;
use crate::ui::words;
use leptos::prelude::*;
use rankscope_core::views::Page;
use std::sync::Arc;

/// The filter of the address; `None` while all pictures are searched.
pub type Filter = Signal<Option<Arc<PictureFilter>>>;

/// A menu with a list for each facet of pictures. `n_chosen` is how many pictures are searched if
/// not all; `facets` is given whether the menu is open.
pub fn picture_menu(
    n_chosen: Signal<Option<usize>>,
    n_images: Signal<usize>,
    facets: impl FnOnce(Signal<bool>) -> Facets,
    address: Address,
) -> AnyView {
    // Never longer than before anything is chosen, so that nothing moves from under the pointer.
    let summary = move || match n_chosen.get() {
        None => format!("all {}", words::count(n_images.get())),
        Some(n) => words::count(n),
    };
    menu("Pictures", "pictures-label", "Pictures that are searched", summary, move |menu| {
        view! {
            <div class="buttons">
                {all_button(address, "All pictures")}
                <button type="button" class="quiet" on:click=move |_| menu.close()>
                    "Close"
                </button>
            </div>
            {facet_pickers(facets(menu.is_open.into()))}
        }
        .into_any()
    })
}

fn all_button(address: Address, label: &'static str) -> impl IntoView {
    let all = move |_| address.change(|state| state.pictures = None);
    view! {
        <button type="button" class="quiet" on:click=all>
            {label}
        </button>
    }
}

/// What the filter does to what is shown; nothing while all pictures are searched.
pub fn picture_note(filter: Filter, address: Address) -> AnyView {
    let note = move || {
        let filter = filter.get()?;
        let words = format!(
            "Only among {}: {}. The rest of the gallery is neither searched nor counted, not even \
             where it is relevant.",
            filter.share(),
            filter.told(),
        );
        Some(view! {
            <p class="notice filter-note">
                <span>{words}</span> {all_button(address, "Search all pictures")}
            </p>
        })
    };
    note.into_any()
}

/// On pages about all queries: that the filter of the address is not for them.
pub fn all_pictures_note(filter: Filter, address: Address) -> AnyView {
    let note = move || {
        let filter = filter.get()?;
        let explore = move || address.href(Page::Explore);
        Some(view! {
            <p class="notice">
                {format!("All pictures count here. The choice of {} ({}) is for single queries, on ", filter.share(), filter.told())}
                <a href=explore>"Explore"</a> "."
            </p>
        })
    };
    note.into_any()
}

/// In the place of results where no picture meets the conditions.
pub fn no_pictures(filter: &PictureFilter, address: Address) -> AnyView {
    view! {
        <div class="panel" role="status">
            <h2>"No picture is like that."</h2>
            <p class="prose">
                {format!("None of the {} has {} at once, so that there is nothing to search, and nothing to measure.", words::counted(filter.n_images, "picture", "pictures"), filter.told())}
            </p>
            {all_button(address, "Search all pictures")}
        </div>
    }
    .into_any()
}
