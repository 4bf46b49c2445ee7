//! What the visitor made or chose here and the browser stores, with a button to remove each kind.

use crate::ui::components::{focus_later, quiet_button};
use crate::ui::stored_text::{forget_text, stored_under};
use leptos::prelude::*;
use rankscope_core::analysis::words;

/// `keys` is the prefix of the keys in local storage.
struct Kind {
    title: &'static str,
    keys: &'static str,
}

const KINDS: [Kind; 6] = [
    Kind { title: "Your judgements, on Explore’s desk", keys: "rankscope-judgements:" },
    Kind { title: "Votes of a class, in the lesson", keys: "rankscope-class-votes" },
    Kind { title: "Votes between guides and text", keys: "rankscope-guide-ballot:" },
    Kind { title: "Weights that guides have learnt", keys: "rankscope-trust:" },
    Kind { title: "Earlier searches by guides", keys: "rankscope-guides:" },
    Kind { title: "The theme", keys: "rankscope-theme" },
];

const HEADING: &str = "stored-own-title";

/// `None` where nothing is stored.
pub(super) fn stored_own() -> Option<AnyView> {
    let found = |(index, kind): (usize, &Kind)| {
        let found = stored_under(kind.keys);
        let bytes = found.iter().map(|(_, bytes)| bytes).sum();
        (!found.is_empty()).then_some((index, bytes))
    };
    let there: Vec<(usize, u64)> = KINDS.iter().enumerate().filter_map(found).collect();
    if there.is_empty() {
        return None;
    }
    // The kind whose removal is asked about.
    let asked = RwSignal::new(None::<usize>);
    let item = move |(index, bytes): (usize, u64)| {
        let title = KINDS[index].title;
        let question = move || (asked.get() == Some(index)).then(|| question(index, asked));
        view! {
            <li>
                <span>{title}</span>
                <span class="describe">{words::bytes(bytes)}</span>
                <button
                    type="button"
                    class="quiet"
                    aria-expanded=move || if asked.get() == Some(index) { "true" } else { "false" }
                    on:click=move |_| {
                        asked.update(|now| *now = (*now != Some(index)).then_some(index));
                    }
                >
                    "Remove …"
                    <span class="visually-hidden">{format!(" {title}")}</span>
                </button>
                {question}
            </li>
        }
    };
    let view = view! {
        <h3 id=HEADING tabindex="-1">"What you made or chose here"</h3>
        <ul class="folders stored-own" aria-labelledby=HEADING>
            {there.into_iter().map(item).collect_view()}
        </ul>
    };
    Some(view.into_any())
}

fn question(index: usize, asked: RwSignal<Option<usize>>) -> AnyView {
    let kind = &KINDS[index];
    let remove = move |_| {
        for (key, _) in stored_under(KINDS[index].keys) {
            forget_text(&key);
        }
        // The open page still has it, and would store it again.
        let _ = window().location().reload();
    };
    let keep = move || {
        asked.set(None);
        focus_later(HEADING);
    };
    view! {
        <div class="panel" role="group" aria-label=format!("Remove: {}?", kind.title)>
            <p>"There is no other copy unless you saved one. The page will reload."</p>
            <div class="buttons">
                <button type="button" class="primary" on:click=remove>"Remove"</button>
                {quiet_button("Keep", keep)}
            </div>
        </div>
    }
    .into_any()
}
