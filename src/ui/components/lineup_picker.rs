//! Which systems stand beside the first one, and which reranks.

use super::menu::menu;
use super::pickers::picker;
use crate::ui::session::Session;
use crate::ui::words;
use leptos::prelude::*;
use rankscope_core::analysis::{address_of_ids, ids_in_address};

/// Id and title of every system but the first.
fn others(session: Session) -> Memo<Vec<(String, String)>> {
    Memo::new(move |_| {
        session.search.choice.with(|choice| {
            let Some(choice) = choice else { return Vec::new() };
            let first = choice.system.as_ref().map(|system| &system.id);
            let systems = choice.dataset.manifest.systems.iter();
            let others = systems.filter(|system| Some(&system.id) != first);
            others.map(|system| (system.id.clone(), system.title.clone())).collect()
        })
    })
}

/// A list of the other systems, to be ticked.
pub fn lineup_picker(session: Session) -> AnyView {
    let others = others(session);
    let ids = Memo::new(move |_| {
        others.with(|all| all.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>())
    });
    let chosen = Memo::new(move |_| {
        let named = session.address.state.with(|state| state.also.clone());
        named.map_or_else(Vec::new, |named| ids.with(|ids| ids_in_address(&named, ids)))
    });
    let choose = move |chosen: Vec<String>| {
        let also = ids.with_untracked(|ids| address_of_ids(&chosen, ids));
        session.address.change(|state| state.also = also);
    };
    let toggle = move |id: &str| {
        let now = chosen.get_untracked();
        let is_in = |own: &String| if own == id { !now.contains(own) } else { now.contains(own) };
        choose(ids.get_untracked().into_iter().filter(is_in).collect());
    };
    let item = move |(id, title): (String, String)| {
        let own = id.clone();
        let is_ticked = move || chosen.with(|chosen| chosen.contains(&own));
        view! {
            <label class="tick">
                <input type="checkbox" prop:checked=is_ticked on:change=move |_| toggle(&id) />
                {title}
            </label>
        }
    };
    let items = move || others.get().into_iter().map(item).collect_view();
    let summary = move || match chosen.with(Vec::len) {
        0 => "none".to_string(),
        n if n == ids.with(Vec::len) => format!("all {n} others"),
        n => words::counted(n, "system", "systems"),
    };
    menu("Beside it", "beside-label", "Systems beside it", summary, move |menu| {
        view! {
            <div class="buttons">
                <button type="button" class="quiet" on:click=move |_| choose(ids.get_untracked())>
                    "All"
                </button>
                <button type="button" class="quiet" on:click=move |_| choose(Vec::new())>
                    "None"
                </button>
                <button type="button" class="quiet" on:click=move |_| menu.close()>
                    "Close"
                </button>
            </div>
            {items}
        }
        .into_any()
    })
}

/// Which system puts the first results in another order.
pub fn reranker_picker(session: Session) -> AnyView {
    let others = others(session);
    let options = Memo::new(move |_| {
        let mut options = vec![(String::new(), "no reranker".to_string())];
        options.extend(others.get());
        options
    });
    let current = Memo::new(move |_| {
        session.search.choice.with(|choice| {
            let reranker = choice.as_ref().and_then(|choice| choice.reranker.as_ref());
            reranker.map(|reranker| reranker.id.clone()).unwrap_or_default()
        })
    });
    picker("Rerank by", options, current, move |id| {
        session.address.change(|state| state.rerank = (!id.is_empty()).then_some(id));
    })
}
