//! How guides are made and compared.

use super::view::View;
use crate::ui::components::{Ticks, picker, tick_picker};
use crate::ui::pages::choices::relevance_picker;
use crate::ui::state::guides::Plan;
use leptos::prelude::*;
use rankscope_guide::{GuideChoice, MOST_GUIDES, Preset, Size};

/// Outlier thresholds to choose from.
const TAUS: [f64; 4] = [1.1, 1.25, 1.5, 2.0];

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
    let draws =
        move || view.plan.with(|plan| !plan.engines.is_empty() || plan.choice.engines.is_some());
    view! {
        <section class="pickers" aria-label="How guides are made and compared">
            {picker("Preset", presets, is_preset, move |name| {
                if let Ok(preset) = name.parse::<Preset>() {
                    view.change(|own| *own = GuideChoice { seed: own.seed, ..GuideChoice::of(preset) });
                }
            })}
            {embedders(view)}
            {move || draws().then(|| engines(view))}
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
        choose: Callback::new(move |ids| view.change(|own| own.embedders = Some(ids))),
        summary: |n, of| format!("{n} of {of}"),
    })
}

fn engines(view: View) -> AnyView {
    let options = Signal::stored(
        Plan::all_engines()
            .map(|engine| {
                let about = match engine.name() {
                    "careful" => "Careful: draws all that was understood",
                    "hasty" => "Hasty: leaves one statement out",
                    "ink" => "Ink: as Careful, in pen and wash",
                    _ => "Memory: redraws scenes whose captions fit",
                };
                (engine.name().to_string(), about.to_string())
            })
            .to_vec(),
    );
    let chosen = Signal::derive(move || {
        view.plan
            .with(|plan| plan.engines.iter().map(|own| own.name().to_string()).collect::<Vec<_>>())
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
