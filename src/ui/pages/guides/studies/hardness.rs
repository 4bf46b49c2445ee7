//! Which queries the text alone answers well enough (Needle, §C.4 and Figure 12).

use super::super::view::View;
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::components::{
    Axes, LinePoint, Lines, Scatter, Series, failure_panel, lines, notice, quarter_ticks, scatter,
};
use crate::ui::state::view::Asked;
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::chart::{Bubble, Frame, bubbles};
use rankscope_guide::{Complexity, ComplexityFit, GammaPoint};
use std::sync::Arc;

pub(super) fn hardness(view: View) -> AnyView {
    let hardness = view.guides.hardness;
    view.guides.load_hardness(&view.dataset.get_value());
    let body = move || match hardness.model.get() {
        None => notice(
            "This benchmark carries no model of how hard its queries are. On Fieldbook, `rankscope guide complexity DIR --store` fits one.",
        ),
        Some(Err(failure)) => failure_panel(&failure, "Try again", move || {
            view.guides.reload_hardness(&view.dataset.get_value());
        }),
        Some(Ok(model)) => view! {
            {move || of_query(view)}
            {fits(view, &model)}
            <div class="pair">
                {points(view, &model)} {curve(&model, "Mean of the measure", |at| at.ap)}
                {curve(&model, "Mean time in milliseconds", |at| at.ms)}
            </div>
            {table(&model)}
        }
        .into_any(),
    };
    view! {
        <p class="prose">
            "Guides cost time, and easy queries do not need them. The first hits of cheap searches by text say how hard a query is: the mean and the deviation of their cosines, and how far the lists of two systems agree. A linear model predicts the text’s measure from these; a query with a prediction of γ or more is answered at once. Choose γ above, under "
            <em>"Answer at once"</em>
            "."
        </p>
        {body}
    }
    .into_any()
}

fn of_query(view: View) -> Option<AnyView> {
    let predicted = view.guides.hardness.predicted.get()?;
    let text = view.asked.with(|asked| asked.as_ref().map(|asked| asked.text.clone()))?;
    let words = format!("Predicted for “{text}”: {predicted:.3}.");
    let view = view! { <p class="prose" data-predicted=predicted.to_string()>{words}</p> };
    Some(view.into_any())
}

fn fits(view: View, model: &Arc<Complexity>) -> AnyView {
    let methods: Vec<String> = model.methods.iter().map(|id| view.title(id)).collect();
    let of = |fit: &ComplexityFit| {
        let number = |value: Option<f64>| value.map_or("n/a".into(), |value| format!("{value:.3}"));
        format!(
            "{} of the split {}: R² {}, Pearson’s r {}",
            words::counted(fit.n, "query", "queries"),
            fit.split,
            number(fit.r_squared),
            number(fit.pearson),
        )
    };
    let explained = model.tried.r_squared.filter(|share| *share < 0.5).map(|share| {
        format!(
            "A weak predictor: it explains {:.0}% of the variance of queries that it was not fitted on.",
            100.0 * share.max(0.0)
        )
    });
    let words = format!(
        "{} by the texts of {}. Fitted on {}. Tested on {}.",
        model.measure,
        words::listed(&methods),
        of(&model.fitted),
        of(&model.tried)
    );
    view! { <p class="prose">{words} " " {explained}</p> }.into_any()
}

/// Figure 12a: predicted against actual values; a point links to its query.
fn points(view: View, model: &Arc<Complexity>) -> AnyView {
    let at: Vec<(f64, f64)> =
        model.points.iter().map(|point| (point.predicted.clamp(0.0, 1.0), point.actual)).collect();
    let bubbles = bubbles(&at);
    let text_of = |id: &str| {
        view.dataset.with_value(|dataset| {
            let row = dataset.query_row_from_id.get(id).copied()?;
            dataset.queries.get(row as usize).map(|query| query.text.clone())
        })
    };
    let first = |bubble: &Bubble| {
        bubble.members.first().and_then(|place| model.points.get(*place)).cloned()
    };
    let reading = |bubble: &Bubble| {
        let Some(point) = first(bubble) else { return String::new() };
        let text = text_of(&point.query).unwrap_or(point.query);
        let others = match bubble.members.len() {
            1 => String::new(),
            n => format!(" and {}", words::counted(n - 1, "other", "others")),
        };
        format!("“{text}”{others}: predicted {:.3}, actual {:.3}", point.predicted, point.actual)
    };
    let ids: Vec<Option<String>> =
        bubbles.iter().map(|bubble| first(bubble).map(|point| point.query)).collect();
    let readings = bubbles.iter().map(reading).collect();
    let ask = Callback::new(move |index: usize| {
        if let Some(Some(id)) = ids.get(index) {
            view.session.address.ask(Some(Asked::Stored(id.clone())));
        }
    });
    let (x_title, y_title) = ("predicted".into(), "actual".into());
    scatter(Scatter {
        name: "Predicted and actual".into(),
        frame: Frame::sized((480.0, 320.0), (0.0, 1.0), (0.0, 1.0)),
        axes: Axes { x_ticks: quarter_ticks(), y_ticks: quarter_ticks(), x_title, y_title },
        labels: vec![String::new(); bubbles.len()],
        bubbles,
        readings,
        has_diagonal: true,
        trend: None,
        groups: Vec::new(),
        chosen: None,
    })
    .description("Queries that the model was not fitted on (Figure 12a). A click asks one.")
    .choose(Some(ask))
    .view()
}

/// Figure 12b: what a threshold costs and gains.
fn curve(model: &Arc<Complexity>, name: &'static str, of: fn(&GammaPoint) -> f64) -> AnyView {
    let point = |at: &GammaPoint| LinePoint {
        at: (at.gamma, of(at)),
        interval: None,
        reading: format!(
            "γ = {:.2}: {:.1}% at once, {} {:.4}, {:.1} ms",
            at.gamma,
            100.0 * at.share_at_once,
            model.measure,
            at.ap,
            at.ms,
        ),
    };
    let series = Series { name: String::new(), points: model.curve.iter().map(point).collect() };
    lines(Lines {
        name,
        places: quarter_ticks(),
        x_title: "γ".into(),
        y_title: name.into(),
        series: vec![series],
        is_joined: true,
    })
    .description(format!(
        "Queries with a prediction of γ or more keep the text’s list, the others get the guides of {} (Figure 12b).",
        model.preset
    ))
    .view()
}

fn table(model: &Arc<Complexity>) -> AnyView {
    let measure = model.measure.clone();
    let columns = vec![
        Column::number("γ", |at: &GammaPoint| at.gamma)
            .view(|at| Cell::new(format!("{:.2}", at.gamma)))
            .heads_row(),
        Column::number("Answered at once", |at: &GammaPoint| at.share_at_once).view(|at| {
            Cell::new(format!("{:.1}%", 100.0 * at.share_at_once)).exact(Some(at.share_at_once))
        }),
        Column::number(measure, |at: &GammaPoint| at.ap)
            .view(|at| Cell::new(format!("{:.4}", at.ap)).exact(Some(at.ap))),
        Column::number("Milliseconds", |at: &GammaPoint| at.ms)
            .view(|at| Cell::new(format!("{:.1}", at.ms)).exact(Some(at.ms))),
    ];
    let caption = format!(
        "Natively, on the machine that fitted it: {:.1} ms for a text, {:.1} ms more for guides.",
        model.text_ms, model.guides_ms
    );
    DataTable::new("Thresholds", columns, model.curve.clone()).caption(caption).tall().view()
}
