//! Where the pictures on the desk come from. A query that no system understands is judged by what another
//! one finds, its proxy, or by the neighbours of a picture, its seed (ConQA, §3).

use super::round::Rounds;
use crate::ui::components::quiet_button;
use crate::ui::state::choice::Question;
use crate::ui::state::view::Asked;
use leptos::prelude::*;

pub(super) fn candidates(rounds: Rounds) -> AnyView {
    let session = rounds.session;
    let address = session.address;
    let query = rounds.query.get_value();
    let (name, asked) = (query.name(), query.asked.clone());
    let is_apart = move || address.state.with(|state| state.judged_for.is_some());
    let choose = move |ev: web_sys::Event| {
        let is_on = event_target_checked(&ev);
        let (name, asked) = (name.clone(), asked.clone());
        address.change(|state| {
            state.judged_for = is_on.then_some(name);
            if !is_on {
                (state.asked, state.seed) = (Some(asked), None);
            }
        });
    };
    let from = move || {
        let seed = address.state.with(|state| state.seed.clone());
        let of_seed = session.seed_rows.with(Option::is_some).then_some(seed).flatten();
        let found = session.search.choice.with(|choice| match &choice.as_ref()?.question {
            Question::Words(words) => Some(format!("what “{words}” finds")),
            Question::Stored(_, query) => Some(format!("what “{}” finds", query.text)),
            Question::Image(_, image) => Some(format!("the neighbours of picture {}", image.id)),
            Question::Picture(picture) => Some(format!("the neighbours of {}", picture.name)),
            Question::None | Question::LostPicture => None,
        });
        let found = found.filter(|_| is_apart());
        let of_seed = of_seed.map(|seed| format!("the neighbours of its seed {seed}"));
        let found = of_seed.or(found).unwrap_or_else(|| "what the query itself finds".into());
        format!("The pictures on the desk are {found}.")
    };
    let seeds = move || {
        let own = rounds.query.with_value(|query| rounds.kept.of(query));
        let seeds = own.map(|own| own.seeds).filter(|seeds| !seeds.is_empty())?;
        let query = rounds.query.get_value();
        let dataset = rounds.dataset();
        let item = |seed: String| {
            let (query, label) = (query.clone(), format!("Neighbours of {seed}"));
            // ConQA's own seeds are in no corpus; their neighbours come with the benchmark.
            let is_here = dataset.image_ids().row_of(&seed).is_some();
            let open = move || {
                let seed = seed.clone();
                let (asked, judged_for, seed) = match is_here {
                    true => (Asked::Image(seed), Some(query.name()), None),
                    false => (query.asked.clone(), None, Some(seed)),
                };
                address.change(|state| {
                    state.asked = Some(asked);
                    (state.judged_for, state.seed) = (judged_for, seed);
                });
            };
            view! { <li>{quiet_button(label, open)}</li> }
        };
        let items = seeds.into_iter().map(item).collect_view();
        Some(view! { <ul class="desk-seeds" aria-label="Seeds of this query">{items}</ul> })
    };
    view! {
        <div class="desk-candidates">
            <p class="desk-files" role="status">{from}</p>
            <label class="tick">
                <input type="checkbox" prop:checked=is_apart on:change=choose />
                "Keep judging for this query while I search for others or for similar pictures"
            </label>
            {seeds}
        </div>
    }
    .into_any()
}
