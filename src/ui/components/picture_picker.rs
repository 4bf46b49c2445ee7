//! Which pictures are searched: a list for every facet that tells them apart, and what the choice
//! means for what is shown.

use super::menu::menu;
use super::pickers::picker_of;
use super::subset_pickers::capitalised;
use crate::ui::picture_filter::{PictureFilter, has_facets, picture_properties};
use crate::ui::state::Session;
use crate::ui::subset::{Property, Subset};
use crate::ui::words;
use crate::views::Page;
use leptos::prelude::*;
use std::sync::Arc;

/// The filter of the address; `None` while all pictures are searched.
fn filter(session: Session) -> Option<Arc<PictureFilter>> {
    session.search.choice.with(|choice| choice.as_ref()?.among.clone())
}

/// A menu with a list for each facet; nothing where pictures have none.
pub fn picture_picker(session: Session) -> AnyView {
    let is_offered =
        Memo::new(move |_| session.dataset().is_some_and(|dataset| has_facets(&dataset)));
    let chosen = Memo::new(move |_| filter(session));
    let n_images = Memo::new(move |_| session.dataset().map_or(0, |dataset| dataset.n_images()));
    // Never longer than before anything is chosen, so that nothing moves from under the pointer.
    let summary = move || {
        chosen.with(|chosen| match chosen {
            None => format!("all {}", words::count(n_images.get())),
            Some(filter) => words::count(filter.n),
        })
    };
    let conditions = Memo::new(move |_| {
        chosen.with(|chosen| {
            chosen.as_ref().map_or_else(Subset::default, |filter| filter.conditions.clone())
        })
    });
    let inside = move || {
        menu("Pictures", "pictures-label", "Pictures that are searched", summary, move |menu| {
            // Every picture is looked at: only for who wants to see it.
            let properties = Memo::new(move |_| {
                let dataset = session.dataset().filter(|_| menu.is_open.get());
                dataset.map_or_else(Vec::new, |dataset| {
                    picture_properties(&dataset, &conditions.get())
                })
            });
            let names = Memo::new(move |_| {
                properties.with(|all| {
                    all.iter().map(|property| property.name.clone()).collect::<Vec<_>>()
                })
            });
            let lists = move || {
                let list = |name| facet_list(session, name, properties, conditions);
                names.get().into_iter().map(list).collect_view()
            };
            view! {
                <div class="buttons">
                    {all_button(session, "All pictures")}
                    <button type="button" class="quiet" on:click=move |_| menu.close()>
                        "Close"
                    </button>
                </div>
                {lists}
            }
            .into_any()
        })
    };
    (move || is_offered.get().then(inside)).into_any()
}

fn facet_list(
    session: Session,
    name: String,
    properties: Memo<Vec<Property>>,
    conditions: Memo<Subset>,
) -> AnyView {
    let own = name.clone();
    let options = Memo::new(move |_| {
        properties.with(|all| {
            let values = all.iter().find(|property| property.name == own);
            let values = values.map_or(&[][..], |property| &property.values);
            let n = values.iter().map(|(_, n)| n).sum::<usize>();
            let all = (String::new(), format!("all ({})", words::count(n)));
            let value = |(value, n): &(String, usize)| {
                (value.clone(), format!("{value} ({})", words::count(*n)))
            };
            std::iter::once(all).chain(values.iter().map(value)).collect()
        })
    });
    let own = name.clone();
    let current = Memo::new(move |_| {
        conditions.with(|conditions| conditions.value(&own).unwrap_or_default().to_string())
    });
    let id = format!("picture-{}", name.replace(' ', "-"));
    picker_of(id, capitalised(&name), options, current, move |value| {
        let value = (!value.is_empty()).then_some(value);
        let changed = conditions.get_untracked().with(&name, value);
        session.address.change(|state| state.pictures = changed.words());
    })
}

fn all_button(session: Session, label: &'static str) -> impl IntoView {
    let all = move |_| session.address.change(|state| state.pictures = None);
    view! {
        <button type="button" class="quiet" on:click=all>
            {label}
        </button>
    }
}

/// What the filter does to what is shown; nothing while all pictures are searched.
pub fn picture_note(session: Session) -> AnyView {
    let note = move || {
        let filter = filter(session)?;
        let words = format!(
            "Only among {}: {}. The rest of the gallery is neither searched nor counted, not even \
             where it is relevant.",
            filter.share(),
            filter.told(),
        );
        Some(view! {
            <p class="notice filter-note">
                <span>{words}</span> {all_button(session, "Search all pictures")}
            </p>
        })
    };
    note.into_any()
}

/// On pages about all queries: that the filter of the address is not for them.
pub fn all_pictures_note(session: Session) -> AnyView {
    let note = move || {
        let filter = filter(session)?;
        let explore = move || session.address.href(Page::Explore);
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
pub fn no_pictures(session: Session, filter: &PictureFilter) -> AnyView {
    view! {
        <div class="panel" role="status">
            <h2>"No picture is like that."</h2>
            <p class="prose">
                {format!("None of the {} has {} at once, so that there is nothing to search, and nothing to measure.", words::counted(filter.n_images, "picture", "pictures"), filter.told())}
            </p>
            {all_button(session, "Search all pictures")}
        </div>
    }
    .into_any()
}
