use super::view::View;
use crate::ui::components::{Ticks, picker, tick_picker};
use crate::ui::pages::choices::relevance_picker;
use leptos::prelude::*;
use rankscope_fieldbook::Engine;
use rankscope_guide::{COMPLEXITY_FILE, GuideChoice, MOST_GUIDES, Preset, Size};

/// Outlier thresholds.
const TAUS: [f64; 4] = [1.1, 1.25, 1.5, 2.0];
/// Predicted values.
const GAMMAS: [f64; 4] = [0.2, 0.3, 0.4, 0.5];
/// Cosines of texts.
const REUSES: [f64; 3] = [0.95, 0.9, 0.8];

pub(super) fn controls(view: View) -> AnyView {
    let choice = move || view.plan.with(|plan| plan.choice.clone());
    let is_preset = Memo::new(move |_| {
        let own = choice();
        let seed = own.seed;
        match own == (GuideChoice { seed, ..GuideChoice::of(own.preset) }) {
            true => own.preset.name().to_string(),
            false => String::new(),
        }
    });
    let presets = Memo::new(move |_| {
        let words = |preset: Preset| match preset {
            Preset::Fast => "Fast: 2 systems, 1 guide",
            Preset::Balanced => "Balanced: 4 systems, 4 guides",
            Preset::Accurate => "Accurate: 6 systems, 9 guides",
        };
        let mut all =
            Preset::ALL.map(|own| (own.name().to_string(), words(own).to_string())).to_vec();
        if is_preset.with(String::is_empty) {
            all.insert(0, (String::new(), "Own settings".to_string()));
        }
        all
    });
    let numbers =
        Signal::stored((0..=MOST_GUIDES).map(|m| (m.to_string(), m.to_string())).collect());
    let number = Memo::new(move |_| view.plan.with(|plan| plan.n_guides.to_string()));
    let size_title = |size: Size| (size.name().to_string(), format!("{} px", size.pixels()));
    let sizes = Signal::stored(Size::ALL.map(size_title).to_vec());
    let size = Memo::new(move |_| view.plan.with(|plan| plan.size.name().to_string()));
    let orders = Signal::stored(
        [("rank", "Rank fusion"), ("distance", "Mean distance")]
            .map(|(value, title)| (value.to_string(), title.to_string()))
            .to_vec(),
    );
    let order =
        Memo::new(
            move |_| {
                if choice().by_distance { "distance".to_string() } else { "rank".to_string() }
            },
        );
    let taus = Memo::new(move |_| {
        let mut all = vec![(String::new(), "Keep all".to_string())];
        let own = choice().tau.filter(|own| !TAUS.contains(own));
        let above = |tau: f64| (tau.to_string(), format!("Drop above {tau}"));
        all.extend(TAUS.into_iter().chain(own).map(above));
        all
    });
    let tau = Memo::new(move |_| choice().tau.map(|tau| tau.to_string()).unwrap_or_default());
    let draws = Memo::new(move |_| view.plan.with(|plan| !plan.offered.is_empty()));
    let makes = Memo::new(move |_| draws.get() || view.plan.with(|plan| !plan.carried.is_empty()));
    let has_model =
        Memo::new(move |_| view.dataset.with_value(|own| own.own.file(COMPLEXITY_FILE).is_ok()));
    view! {
        <section class="pickers" aria-label="How guides are made and compared">
            {picker("Preset", presets, is_preset, move |name| {
                if let Ok(preset) = name.parse::<Preset>() {
                    view.change(|own| *own = GuideChoice { seed: own.seed, ..GuideChoice::of(preset) });
                }
            })}
            {embedders(view)}
            {move || makes.get().then(|| engines(view))}
            {picker("Guides of each", numbers, number, move |m| {
                view.change(|own| own.n_guides = m.parse().ok());
            })}
            {picker("Size", sizes, size, move |size| {
                view.change(|own| own.size = size.parse().ok());
            })}
            {picker("Order by", orders, order, move |by| {
                view.change(|own| own.by_distance = by == "distance");
            })}
            {picker("Outliers", taus, tau, move |tau| view.change(|own| own.tau = tau.parse().ok()))}
            {move || draws.get().then(|| earlier(view))}
            {move || has_model.get().then(|| gamma(view))}
            {relevance_picker(view.session)}
        </section>
    }
    .into_any()
}

/// The predicted value from which the text's list answers alone.
fn gamma(view: View) -> AnyView {
    let gamma = move || view.plan.with(|plan| plan.choice.gamma);
    let current = Memo::new(move |_| gamma().map(|own| own.to_string()).unwrap_or_default());
    let options = Memo::new(move |_| {
        let own = gamma().filter(|own| !GAMMAS.contains(own));
        let above = |gamma: f64| (gamma.to_string(), format!("Predicted ≥ {gamma}"));
        let mut all = vec![(String::new(), "Never".to_string())];
        all.extend(GAMMAS.into_iter().chain(own).map(above));
        all
    });
    picker("Answer at once", options, current, move |gamma| {
        view.change(|own| own.gamma = gamma.parse().ok());
    })
}

/// How near an earlier query must be to lend its guides.
fn earlier(view: View) -> AnyView {
    let reuse = move || view.plan.with(|plan| plan.choice.reuse);
    let current = Memo::new(move |_| reuse().map(|own| own.to_string()).unwrap_or_default());
    let options = Memo::new(move |_| {
        let own = reuse().filter(|own| !REUSES.contains(own));
        let above = |cosine: f64| (cosine.to_string(), format!("Cosine of texts ≥ {cosine}"));
        let mut all = vec![(String::new(), "Of the same text only".to_string())];
        all.extend(REUSES.into_iter().chain(own).map(above));
        all
    });
    picker("Guides of earlier queries", options, current, move |cosine| {
        view.change(|own| own.reuse = cosine.parse().ok());
    })
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
        choose: Callback::new(move |ids| view.change(|own| own.embedders = Some(ids))),
        summary: |n, of| format!("{n} of {of}"),
    })
}

fn engines(view: View) -> AnyView {
    let about = |engine: &Engine| {
        let about = match engine {
            Engine::Careful => "Careful: draws all that was understood",
            Engine::Hasty => "Hasty: leaves one statement out",
            Engine::Ink => "Ink: as Careful, in pen and wash",
            Engine::Memory => "Memory: redraws scenes whose captions fit",
            Engine::Oracle => "Oracle: draws what decides the relevance, a bound",
        };
        (engine.name().to_string(), about.to_string())
    };
    let carried = move |id: &String| {
        let own = view.dataset.with_value(|dataset| {
            dataset.own.stored_guides(id).map(|own| format!("{}: made elsewhere", own.title))
        });
        (id.clone(), own.unwrap_or_else(|| id.clone()))
    };
    let options = Signal::derive(move || {
        view.plan.with(|plan| {
            let carried = plan.carried.iter().map(carried);
            carried.chain(plan.offered.iter().map(about)).collect::<Vec<_>>()
        })
    });
    let chosen = Signal::derive(move || {
        view.plan.with(|plan| {
            let drawn = plan.engines.iter().map(|own| own.name().to_string());
            plan.stored.iter().cloned().chain(drawn).collect::<Vec<_>>()
        })
    });
    tick_picker(Ticks {
        label: "Engines",
        id: "guide-engines",
        name: "Engines that make guides",
        options,
        chosen,
        choose: Callback::new(move |names| view.change(|own| own.engines = Some(names))),
        summary: |n, of| format!("{n} of {of}"),
    })
}
