//! How much depends on which guides were drawn (Needle, Theorem 1), for the query that is asked.

use super::super::view::View;
use super::status::status;
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::components::{LinePoint, Lines, Series, lines};
use crate::ui::state::guides::{GAMMA, SpreadPlan};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_guide::{N_BOOTSTRAPS, N_DRAWN, N_POOLED, Slope, SpreadCell, SpreadStudy};

pub(super) fn spread(view: View) -> AnyView {
    let task = view.guides.spread;
    let plan = Memo::new(move |_| {
        let asked = view.asked.get()?;
        view.plan.with(|plan| {
            Some(SpreadPlan {
                text: asked.text,
                engine: *plan.engines.first()?,
                embedders: plan.embedders.clone(),
                size: plan.size,
                seed: plan.choice.seed,
                n_images: view.dataset.with_value(|dataset| dataset.n_images()),
            })
        })
    });
    let start = move |_| {
        if let Some(plan) = plan.get_untracked() {
            view.guides.study_spread(plan);
        }
    };
    // Of another query or plan it says nothing.
    let shown = move || task.value().filter(|study| plan.get().as_ref() == Some(&study.plan));
    view! {
        <p class="prose">
            {format!(
                "{N_POOLED} guides of the first engine are drawn for this query. {N_BOOTSTRAPS} times, m of them are drawn with replacement, and the mean distance of the nearest picture is taken under the first ℓ systems. If guides err independently, its spread falls as 1/√m: a slope of −0.5 between logarithms."
            )}
        </p>
        <div class="buttons">
            <button type="button" prop:disabled=move || plan.with(Option::is_none) || task.is_running() on:click=start>
                "Measure the spread for this query"
            </button>
        </div>
        {status(task, "Comparing", "Cancelled.")}
        {move || shown().map(|found| study(&found.study))}
    }
    .into_any()
}

fn study(study: &SpreadStudy) -> AnyView {
    let log = |n: usize| libm::log2(n as f64);
    let mut numbers: Vec<usize> = study.cells.iter().map(|cell| cell.n_embedders).collect();
    numbers.dedup();
    let series = numbers.iter().map(|n_embedders| {
        let cells = study.cells.iter().filter(|cell| cell.n_embedders == *n_embedders);
        let points = cells.filter(|cell| cell.deviation > 0.0).map(|cell| LinePoint {
            at: (log(cell.n_guides), libm::log2(cell.deviation)),
            interval: None,
            reading: format!(
                "m = {}, {}: {:.5}",
                cell.n_guides,
                words::counted(cell.n_embedders, "system", "systems"),
                cell.deviation,
            ),
        });
        let name = words::counted(*n_embedders, "system", "systems");
        Series { name, points: points.collect() }
    });
    let chart = Lines {
        name: "Spread of the mean distance",
        places: N_DRAWN.iter().map(|m| (log(*m), m.to_string())).collect(),
        x_title: "m: guides (log scale)".into(),
        y_title: "log₂ of the standard deviation of δ̄".into(),
        series: series.collect(),
        is_joined: true,
    };
    let slopes = |all: &[Slope], unit: (&'static str, &'static str)| {
        let of = |Slope { at, slope }: &Slope| {
            let slope = slope.map_or("n/a".into(), |slope| format!("{slope:.3}").replace('-', "−"));
            format!("{slope} with {}", words::counted(*at, unit.0, unit.1))
        };
        words::listed(&all.iter().map(of).collect::<Vec<_>>())
    };
    let in_guides = slopes(&study.slopes_in_guides, ("system", "systems"));
    let in_embedders = slopes(&study.slopes_in_embedders, ("guide", "guides"));
    let cells = study.cells.clone();
    let columns = vec![
        Column::number("Systems", |cell: &SpreadCell| cell.n_embedders as f64)
            .view(|cell| Cell::new(cell.n_embedders)),
        Column::number("m", |cell: &SpreadCell| cell.n_guides as f64)
            .view(|cell| Cell::new(cell.n_guides)),
        Column::number("Deviation of δ̄", |cell: &SpreadCell| cell.deviation)
            .view(|cell| Cell::new(format!("{:.5}", cell.deviation)).exact(Some(cell.deviation))),
        Column::number("Beyond γ", |cell: &SpreadCell| cell.share_beyond)
            .view(|cell| Cell::new(format!("{:.3}", cell.share_beyond))),
        Column::number("Theorem 1’s bound", |cell: &SpreadCell| cell.bound)
            .view(|cell| Cell::new(format!("{:.3}", cell.bound))),
    ];
    view! {
        <p class="prose" data-slopes=in_guides.clone()>
            {format!("Slope in log m: {in_guides}. Slope in log ℓ: {in_embedders}.")}
        </p>
        <p class="prose">
            {format!(
                "Beyond γ: the share of resamples that err by γ = {GAMMA} of the mean distance or more. Theorem 1 bounds it for distances that are independent and within 0 and 1; cosine distances of guides under several systems are neither."
            )}
        </p>
        {lines(chart)
            .tables(DataTable::new("Data for spread of the mean distance", columns, cells).tall().view())
            .view()}
    }
    .into_any()
}
