use crate::ui::components::{options, picker};
use crate::ui::state::address::Address;
use leptos::prelude::*;
use rankscope_core::analysis::{CostOf, SHARED_BY, words};

const DEFAULT: CostChoice =
    CostChoice { of: CostOf::Everything { n_queries: 10_000 }, is_linear: false };

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CostChoice {
    pub(super) of: CostOf,
    pub(super) is_linear: bool,
}

impl CostChoice {
    /// A number of queries, `text` or `parameters`, with `,linear` for the scale.
    pub(super) fn of(address: Address) -> Self {
        let named = address.state.with(|state| state.cost.clone()).unwrap_or_default();
        let mut choice = DEFAULT;
        for word in named.split(',') {
            match word {
                "linear" => choice.is_linear = true,
                "text" => choice.of = CostOf::Text,
                "parameters" => choice.of = CostOf::Parameters,
                number => {
                    if let Some(n_queries) = number.parse().ok().filter(|n| SHARED_BY.contains(n)) {
                        choice.of = CostOf::Everything { n_queries };
                    }
                }
            }
        }
        choice
    }

    fn words(self) -> Option<String> {
        let of = match self.of {
            CostOf::Everything { n_queries } => n_queries.to_string(),
            CostOf::Text => "text".into(),
            CostOf::Parameters => "parameters".into(),
        };
        let linear = if self.is_linear { ",linear" } else { "" };
        (self != DEFAULT).then(|| format!("{of}{linear}"))
    }
}

pub(super) fn cost_controls(address: Address) -> AnyView {
    let choice = Memo::new(move |_| CostChoice::of(address));
    let show = move |next: CostChoice| address.change(|state| state.cost = next.words());
    let costs = options([
        ("everything", "Operations per query, pictures included"),
        ("text", "Operations to encode the query"),
        ("parameters", "Trained parameters"),
    ]);
    let current = Memo::new(move |_| {
        let name = match choice.get().of {
            CostOf::Everything { .. } => "everything",
            CostOf::Text => "text",
            CostOf::Parameters => "parameters",
        };
        name.to_string()
    });
    let scales = options([("log", "logarithmic"), ("linear", "linear")]);
    let scale =
        Memo::new(move |_| if choice.get().is_linear { "linear" } else { "log" }.to_string());
    let has_slider = Memo::new(move |_| matches!(choice.get().of, CostOf::Everything { .. }));
    view! {
        <div class="pickers pickers-tight">
            {picker("Cost", costs, current, move |id| {
                let of = match id.as_str() {
                    "text" => CostOf::Text,
                    "parameters" => CostOf::Parameters,
                    _ => DEFAULT.of,
                };
                show(CostChoice { of, ..choice.get_untracked() });
            })}
            {picker("Cost axis", scales, scale, move |id| {
                show(CostChoice { is_linear: id == "linear", ..choice.get_untracked() });
            })}
            {move || has_slider.get().then(|| slider(address, choice))}
        </div>
    }
    .into_any()
}

fn slider(address: Address, choice: Memo<CostChoice>) -> AnyView {
    let n_queries = move || match choice.get().of {
        CostOf::Everything { n_queries } => n_queries,
        CostOf::Text | CostOf::Parameters => 1,
    };
    let place = move || SHARED_BY.iter().position(|n| *n == n_queries()).unwrap_or(0);
    let title = move || format!("{} queries", words::count(n_queries()));
    let move_to = move |ev| {
        let chosen = event_target_value(&ev).parse::<usize>().ok();
        if let Some(n_queries) = chosen.and_then(|place| SHARED_BY.get(place).copied()) {
            let of = CostOf::Everything { n_queries };
            let next = CostChoice { of, ..choice.get_untracked() };
            address.adjust(|state| state.cost = next.words());
        }
    };
    view! {
        <div class="picker cost-slider">
            <label class="picker-label" for="cost-queries">
                "Pictures shared by " {title}
            </label>
            <input
                id="cost-queries"
                type="range"
                min="0"
                max=(SHARED_BY.len() - 1).to_string()
                step="1"
                aria-valuetext=title
                prop:value=move || place().to_string()
                on:input=move_to
            />
        </div>
    }
    .into_any()
}
