//! A menu of checkboxes, for any number of options.

use super::menu::menu;
use super::picker::Options;
use super::quiet_button::quiet_button;
use leptos::prelude::*;

#[derive(Clone, Copy)]
pub struct Ticks {
    pub label: &'static str,
    pub id: &'static str,
    pub name: &'static str,
    pub options: Signal<Options>,
    pub chosen: Signal<Vec<String>>,
    /// In the order of the options.
    pub choose: Callback<Vec<String>>,
    /// From the number ticked and the number of options.
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
                {quiet_button("All", move || choose.run(ticks.values()))}
                {quiet_button("None", move || choose.run(Vec::new()))}
                {quiet_button("Close", move || menu.close())}
            </div>
            {items}
        }
        .into_any()
    })
}
