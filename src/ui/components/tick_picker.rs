//! A menu of checkboxes, for any number of options.

use super::menu::menu;
use super::picker::Options;
use leptos::prelude::*;

/// The options and which of them are ticked. Cheap to copy.
#[derive(Clone, Copy)]
pub struct Ticks {
    /// The label beside the button.
    pub label: &'static str,
    /// The id of the label element.
    pub id: &'static str,
    /// The name of the choice for screen readers.
    pub name: &'static str,
    /// All options.
    pub options: Signal<Options>,
    /// The values that are ticked.
    pub chosen: Signal<Vec<String>>,
    /// Sets the ticked values, in the order of the options.
    pub choose: Callback<Vec<String>>,
    /// The button's text, from the number ticked and the number of options.
    pub summary: fn(usize, usize) -> String,
}

impl Ticks {
    fn values(self) -> Vec<String> {
        self.options.with_untracked(|all| all.iter().map(|(value, _)| value.clone()).collect())
    }

    fn toggle(self, value: &str) {
        let now = self.chosen.get_untracked();
        let is_in =
            |own: &String| if own == value { !now.contains(own) } else { now.contains(own) };
        self.choose.run(self.values().into_iter().filter(is_in).collect());
    }
}

/// A menu with a checkbox for each option, and buttons to tick all or none.
pub fn tick_picker(ticks: Ticks) -> AnyView {
    let Ticks { label, id, name, options, chosen, choose, summary } = ticks;
    let item = move |(value, title): (String, String)| {
        let own = value.clone();
        let is_ticked = move || chosen.with(|chosen| chosen.contains(&own));
        view! {
            <label class="tick">
                <input
                    type="checkbox"
                    prop:checked=is_ticked
                    on:change=move |_| ticks.toggle(&value)
                />
                {title}
            </label>
        }
    };
    let items = move || options.get().into_iter().map(item).collect_view();
    let summary = move || summary(chosen.with(Vec::len), options.with(Vec::len));
    menu(label, id, name, summary, move |menu| {
        view! {
            <div class="buttons">
                <button type="button" class="quiet" on:click=move |_| choose.run(ticks.values())>
                    "All"
                </button>
                <button type="button" class="quiet" on:click=move |_| choose.run(Vec::new())>
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
