//! The field for how many hits of a first stage are re-ranked: 50, 100 or any other number.

use crate::ui::state::address::Address;
use leptos::prelude::*;
use rankscope_core::analysis::MAX_RERANKED;

const OFFERED: [usize; 2] = [50, 100];

pub fn depth_field(address: Address, id: &'static str) -> AnyView {
    let depth = Memo::new(move |_| address.state.with(|state| state.depth));
    let is_wrong = RwSignal::new(false);
    let list = format!("{id}-offered");
    let note = format!("{id}-note");
    let choose = move |ev: web_sys::Event| {
        let number = event_target_value(&ev).trim().parse().ok();
        let number = number.filter(|number| (1..=MAX_RERANKED).contains(number));
        is_wrong.set(number.is_none());
        if let Some(number) = number {
            address.change(|state| state.depth = number);
        }
    };
    let offered =
        OFFERED.map(|depth| view! { <option value=depth.to_string()></option> }).collect_view();
    let wrong =
        move || is_wrong.get().then(|| format!("Enter a whole number from 1 to {MAX_RERANKED}."));
    view! {
        <div class="picker">
            <label class="picker-label" for=id>
                "Re-ranked results"
            </label>
            <input
                id=id
                class="depth-field"
                type="number"
                min="1"
                max=MAX_RERANKED.to_string()
                step="1"
                list=list.clone()
                prop:value=move || depth.get().to_string()
                aria-invalid=move || is_wrong.get().then_some("true")
                aria-describedby=note.clone()
                on:change=choose
            />
            <datalist id=list>{offered}</datalist>
            <span id=note class="picker-note" role="status">
                {wrong}
            </span>
        </div>
    }
    .into_any()
}
