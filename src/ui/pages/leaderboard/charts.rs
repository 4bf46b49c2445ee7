use super::cost_chart::cost_chart;
use super::cost_choice::cost_controls;
use super::relevant_chart::relevant_chart;
use super::view::View;
use crate::ui::components::{alone, picker};
use crate::ui::state::reverse::Direction;
use leptos::prelude::*;

pub(super) fn charts(view: View) -> AnyView {
    let address = view.address;
    let columns = Memo::new(move |_| {
        let visible = view.visible.get();
        view.board.columns.with(|columns| {
            let named = |index: &usize| {
                let column = columns.get(*index)?;
                Some((column.name(), format!("{}, {}", column.measure, column.relevance_title)))
            };
            visible.iter().filter_map(named).collect::<Vec<_>>()
        })
    });
    let current = Memo::new(move |_| {
        view.shown_column().map(|(_, column)| column.name()).unwrap_or_default()
    });
    let relevant = move || match view.is_judged.get() {
        true => relevant_chart(view),
        false => {
            view! { <div class="skeleton skeleton-chart" aria-hidden="true"></div> }.into_any()
        }
    };
    view! {
        <section class="block" aria-labelledby="charts-title">
            <h2 id="charts-title">"Cost, quality and relevant images"</h2>
            <div class="pickers pickers-tight">
                {picker("Quality measure", columns, current, move |name| {
                    address.change(|state| state.measure = Some(name));
                })}
            </div>
            {(view.direction == Direction::ToImages).then(|| cost_controls(address))}
            <div class="pair">
                {alone("cost", move || cost_chart(view))} {alone("relevant", relevant)}
            </div>
        </section>
    }
    .into_any()
}
