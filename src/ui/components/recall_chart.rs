//! Precision against recall, as found and interpolated.

use super::axes::{Axes, axes, quarter_ticks};
use super::failure::notice;
use super::lane_curves::{judged_lanes, lane_curves, title_of};
use super::plot::{Plot, plot};
use crate::ui::state::Session;
use crate::ui::state::shown::{Judged, Shown};
use leptos::prelude::*;
use rankscope_core::chart::{Frame, line_path, step_path};
use rankscope_core::metrics::PrPoint;

/// The recall levels of the interpolated curve.
fn levels() -> impl Iterator<Item = f64> {
    (0u8..=10).map(|tenth| f64::from(tenth) / 10.0)
}

/// A point at every relevant result, and the best precision at each recall or beyond.
pub fn recall_chart(session: Session, judged: &Judged) -> AnyView {
    let frame = Frame::new((0.0, 1.0), (0.0, 1.0));
    let found = &judged.recall_precision;
    let points: Vec<(f64, f64)> =
        found.iter().map(|point| (point.recall, point.precision)).collect();
    let steps: Vec<(f64, f64)> = levels().zip(judged.interpolated).collect();
    let readings = found
        .iter()
        .map(|point| {
            format!(
                "Rank {}: recall {:.3}, precision {:.3}",
                point.rank, point.recall, point.precision
            )
        })
        .collect();
    let ranks = found.iter().map(|point| point.rank).collect();
    let ticks = (0u8..=5)
        .map(|fifth| f64::from(fifth) / 5.0)
        .map(|recall| (recall, format!("{recall:.1}")))
        .collect();
    let places = frame.points(&points);
    let dots = places
        .iter()
        .map(|(x, y)| {
            view! { <circle class="dot" cx=format!("{x:.1}") cy=format!("{y:.1}") r="2.5"></circle> }
        })
        .collect_view();
    let (raw, stepped) = (line_path(&places), step_path(&frame.points(&steps)));
    let edges = Axes {
        x_ticks: ticks,
        y_ticks: quarter_ticks(),
        x_title: "recall".into(),
        y_title: "precision".into(),
    };
    let drawing = view! {
        <g>
            {axes(frame, edges)}
            {lane_curves(session, move |other: &Judged| {
                let points = other.recall_precision.iter().map(|p| (p.recall, p.precision));
                frame.points(&points.collect::<Vec<_>>())
            })}
            <path class="curve curve-interpolated" d=stepped></path>
            <path class="curve" d=raw></path>
            {dots}
        </g>
    }
    .into_any();
    let found_rows = rows_of(found);
    let other_tables = move || {
        let table = |shown: &std::sync::Arc<Shown>| {
            let rows = rows_of(&shown.judged.as_ref()?.recall_precision);
            Some(relevant_results(format!("Relevant results of {}", title_of(shown)), rows))
        };
        judged_lanes(session).iter().filter_map(table).collect_view()
    };
    let level_rows = steps
        .iter()
        .map(|(recall, precision)| {
            view! {
                <tr>
                    <th scope="row">{format!("{recall:.1}")}</th>
                    <td class="number">{format!("{precision:.4}")}</td>
                </tr>
            }
        })
        .collect_view();
    let nothing = found.is_empty().then(|| {
        notice(format!("No relevant image is among the first {} results.", judged.precision.len()))
    });
    let name = "Precision and recall";
    view! {
        <figure class="figure">
            <figcaption>
                <strong>"Precision and recall. "</strong>
                "A dot at every relevant result; "
                <span class="key key-interpolated">"dashed"</span>
                ": the best precision at this recall or beyond, at 11 levels."
            </figcaption>
            {nothing}
            {plot(Plot { name: name.into(), frame, points, readings, ranks, drawing, choose: None }, session.highlight)}
            <details>
                <summary>"Data of precision and recall"</summary>
                <div
                    class="scroller scroller-tall"
                    tabindex="0"
                    role="region"
                    aria-label="Data of precision and recall"
                >
                    {relevant_results("Relevant results".into(), found_rows)}
                    <table aria-label="Interpolated precision">
                        <thead>
                            <tr>
                                <th scope="col">"Recall"</th>
                                <th scope="col">"Interpolated precision"</th>
                            </tr>
                        </thead>
                        <tbody>{level_rows}</tbody>
                    </table>
                    {other_tables}
                </div>
            </details>
        </figure>
    }
    .into_any()
}

fn rows_of(points: &[PrPoint]) -> AnyView {
    let row = |point: &PrPoint| {
        view! {
            <tr>
                <th scope="row">{point.rank}</th>
                <td class="number">{format!("{:.4}", point.recall)}</td>
                <td class="number">{format!("{:.4}", point.precision)}</td>
            </tr>
        }
    };
    points.iter().map(row).collect_view().into_any()
}

fn relevant_results(name: String, rows: AnyView) -> AnyView {
    view! {
        <table aria-label=name.clone()>
            <caption class="table-caption">{name.clone()}</caption>
            <thead>
                <tr>
                    <th scope="col">"Rank"</th>
                    <th scope="col">"Recall"</th>
                    <th scope="col">"Precision"</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}
