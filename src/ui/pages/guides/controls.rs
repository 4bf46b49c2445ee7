use super::view::View;
use crate::ui::components::{Ticks, options, picker, plain_options, tick_picker};
use crate::ui::narrow::is_narrow;
use crate::ui::pages::choices::relevance_picker;
use leptos::prelude::*;
use rankscope_fieldbook::Engine;
use rankscope_guide::{COMPLEXITY_FILE, GuideChoice, MOST_GUIDES, Preset, Size};

/// A number of the choice that may be unset.
#[derive(Clone, Copy)]
struct Threshold {
    of: fn(&GuideChoice) -> Option<f64>,
    none: &'static str,
    values: &'static [f64],
    /// In front of the value.
    words: &'static str,
    set: fn(&mut GuideChoice) -> &mut Option<f64>,
}

const OUTLIERS: Threshold = Threshold {
    of: |choice| choice.tau,
    none: "Keep all",
    values: &[1.1, 1.25, 1.5, 2.0],
    words: "Leave out above",
    set: |choice| &mut choice.tau,
};
/// How near an earlier query must be to lend its guides.
const EARLIER: Threshold = Threshold {
    of: |choice| choice.reuse,
    none: "Of the same text only",
    values: &[0.95, 0.9, 0.8],
    words: "Cosine of texts ≥",
    set: |choice| &mut choice.reuse,
};
/// The predicted value from which the text's list answers alone.
const AT_ONCE: Threshold = Threshold {
    of: |choice| choice.gamma,
    none: "Never",
    values: &[0.2, 0.3, 0.4, 0.5],
    words: "Predicted ≥",
    set: |choice| &mut choice.gamma,
};

pub(super) fn controls(view: View) -> AnyView {
    let choice = move || view.plan.with(|plan| plan.choice.clone());
    let is_preset = Memo::new(move |_| {
        let now = choice();
        let seed = now.seed;
        match now == (GuideChoice { seed, ..GuideChoice::of(now.preset) }) {
            true => now.preset.name().to_string(),
            false => String::new(),
        }
    });
    let presets = Memo::new(move |_| {
        let words = |preset: Preset| match preset {
            Preset::Fast => "Fast: 2 systems, 1 guide",
            Preset::Balanced => "Balanced: 4 systems, 4 guides",
            Preset::Accurate => "Accurate: 6 systems, 9 guides",
        };
        let mut all = options(Preset::ALL.map(|preset| (preset.name(), words(preset))));
        if is_preset.with(String::is_empty) {
            all.insert(0, (String::new(), "Own settings".to_string()));
        }
        all
    });
    let number = Memo::new(move |_| view.plan.with(|plan| plan.n_guides.to_string()));
    let size_title = |size: Size| (size.name().to_string(), format!("{} px", size.pixels()));
    let sizes = Size::ALL.map(size_title).to_vec();
    let size = Memo::new(move |_| view.plan.with(|plan| plan.size.name().to_string()));
    let orders = options([("rank", "Rank fusion"), ("distance", "Mean distance")]);
    let order =
        Memo::new(move |_| if choice().by_distance { "distance" } else { "rank" }.to_string());
    let thresholds = move |label: &'static str, threshold: Threshold| {
        let Threshold { of, none, values, words, set } = threshold;
        let chosen = Memo::new(move |_| view.plan.with(|plan| of(&plan.choice)));
        let current =
            Memo::new(move |_| chosen.get().map(|value| value.to_string()).unwrap_or_default());
        let options = Memo::new(move |_| {
            let other = chosen.get().filter(|chosen| !values.contains(chosen));
            let mut all = vec![(String::new(), none.to_string())];
            let values = values.iter().copied().chain(other);
            all.extend(values.map(|value| (value.to_string(), format!("{words} {value}"))));
            all
        });
        picker(label, options, current, move |value| {
            view.change(|choice| *set(choice) = value.parse().ok());
        })
    };
    let draws = Memo::new(move |_| view.plan.with(|plan| !plan.offered.is_empty()));
    let makes = Memo::new(move |_| draws.get() || view.plan.with(|plan| !plan.carried.is_empty()));
    let has_model =
        Memo::new(move |_| view.dataset.with_value(|own| own.own.file(COMPLEXITY_FILE).is_ok()));
    let narrow = is_narrow();
    let settings = move || {
        view! {
            {embedders(view)}
            {move || makes.get().then(|| engines(view))}
            {picker("Guides of each", plain_options(0..=MOST_GUIDES), number, move |m| {
                view.change(|c| c.n_guides = m.parse().ok());
            })}
            {picker("Size", sizes.clone(), size, move |size| {
                view.change(|c| c.size = size.parse().ok());
            })}
            {picker("Order by", orders.clone(), order, move |by| {
                view.change(|c| c.by_distance = by == "distance");
            })}
            {thresholds("Outliers", OUTLIERS)}
            {move || draws.get().then(|| thresholds("Guides of earlier queries", EARLIER))}
            {move || has_model.get().then(|| thresholds("Answer at once", AT_ONCE))}
        }
        .into_any()
    };
    view! {
        <section class="pickers" aria-label="How guides are made and compared">
            {picker("Preset", presets, is_preset, move |name| {
                if let Ok(preset) = name.parse::<Preset>() {
                    view.change(|c| *c = GuideChoice { seed: c.seed, ..GuideChoice::of(preset) });
                }
            })}
            {move || match narrow.get() {
                // On a phone the pictures come first.
                true => view! {
                    <details class="guide-settings">
                        <summary>"More settings"</summary>
                        <div class="pickers">{settings()}</div>
                    </details>
                }
                .into_any(),
                false => settings(),
            }}
            {relevance_picker(view.session)}
        </section>
    }
    .into_any()
}

fn embedders(view: View) -> AnyView {
    let options = Signal::derive(move || {
        let known = view.known.get().into_iter();
        known.map(|id| (id.clone(), view.title(&id))).collect::<Vec<_>>()
    });
    tick_picker(Ticks {
        label: "Systems",
        id: "guide-systems",
        name: "Systems that compare guides",
        options,
        chosen: Signal::derive(move || view.plan.with(|plan| plan.embedders.clone())),
        choose: Callback::new(move |ids| view.change(|c| c.embedders = Some(ids))),
        summary: |n, of| format!("{n} of {of}"),
    })
}

fn engines(view: View) -> AnyView {
    let about = |engine: &Engine| {
        let about = match engine {
            Engine::Careful => "draws all that was understood",
            Engine::Hasty => "leaves one statement out",
            Engine::Ink => "as Complete, in pen and wash",
            Engine::Memory => "redraws scenes whose captions fit",
            Engine::Oracle => "draws what decides the relevance, a bound",
        };
        (engine.name().to_string(), format!("{}: {about}", engine.title()))
    };
    let carried = move |id: &String| {
        let title = view.dataset.with_value(|dataset| {
            dataset.own.stored_guides(id).map(|guides| format!("{}: made elsewhere", guides.title))
        });
        (id.clone(), title.unwrap_or_else(|| id.clone()))
    };
    let options = Signal::derive(move || {
        view.plan.with(|plan| {
            let carried = plan.carried.iter().map(carried);
            carried.chain(plan.offered.iter().map(about)).collect::<Vec<_>>()
        })
    });
    let chosen = Signal::derive(move || {
        view.plan.with(|plan| {
            let drawn = plan.engines.iter().map(|engine| engine.name().to_string());
            plan.stored.iter().cloned().chain(drawn).collect::<Vec<_>>()
        })
    });
    tick_picker(Ticks {
        label: "Engines",
        id: "guide-engines",
        name: "Engines that make guides",
        options,
        chosen,
        choose: Callback::new(move |names| view.change(|c| c.engines = Some(names))),
        summary: |n, of| format!("{n} of {of}"),
    })
}
