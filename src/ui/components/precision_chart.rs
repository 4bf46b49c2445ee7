//! Precision at every rank.

use super::axes::{Axes, axes, quarter_ticks};
use super::lane_curves::{judged_lanes, lane_curves, lane_legend, title_of};
use super::mark::Mark;
use super::plot::{Plot, plot};
use crate::ui::state::Session;
use crate::ui::state::shown::Judged;
use crate::ui::words;
use leptos::prelude::*;
use rankscope_core::chart::{Frame, line_path, whole_ticks};

/// The share of relevant images among the first 1, 2, … results, of every system that is shown.
pub fn precision_chart(session: Session, judged: &Judged) -> AnyView {
    let n = judged.precision.len();
    let frame = Frame::new((1.0, real(n.max(2))), (0.0, 1.0));
    let points: Vec<(f64, f64)> = (1..=n).map(real).zip(judged.precision.iter().copied()).collect();
    let marks: Vec<Mark> = judged.list.grades().iter().map(|grade| Mark::of(*grade)).collect();
    let lines: Vec<(usize, f64, &'static str)> = (1..=n)
        .zip(&judged.precision)
        .zip(&marks)
        .map(|((rank, precision), mark)| (rank, *precision, mark.words()))
        .collect();
    let readings = lines
        .iter()
        .map(|(rank, precision, words)| format!("Rank {rank}: precision {precision:.3}, {words}"))
        .collect();
    let ticks = whole_ticks(n, 6).into_iter().map(|rank| (real(rank), rank.to_string())).collect();
    let path = line_path(&frame.points(&points));
    let edges = Axes {
        x_ticks: ticks,
        y_ticks: quarter_ticks(),
        x_title: "rank".into(),
        y_title: "precision".into(),
    };
    let drawing = view! {
        <g>
            {axes(frame, edges)}
            {lane_curves(session, move |other: &Judged| {
                let points = (1..=n).map(real).zip(other.precision.iter().copied());
                frame.points(&points.collect::<Vec<_>>())
            })}
            <path class="curve" d=path></path>
        </g>
    }
    .into_any();
    let legend = lane_legend(session, &judged.precision);
    let rows = move || {
        let lanes = judged_lanes(session);
        let row = |(rank, precision, words): &(usize, f64, &'static str)| {
            let others = lanes.iter().filter_map(|shown| {
                let value = shown.judged.as_ref()?.precision.get(rank - 1).copied();
                Some(view! { <td class="number">{words::value(value)}</td> })
            });
            view! {
                <tr>
                    <th scope="row">{*rank}</th>
                    <td class="number">{format!("{precision:.4}")}</td>
                    <td>{*words}</td>
                    {others.collect_view()}
                </tr>
            }
        };
        lines.iter().map(row).collect_view()
    };
    let other_heads = move || {
        let lanes = judged_lanes(session);
        let head = |shown| {
            view! {
                <th scope="col" class="number">
                    {title_of(shown)}
                </th>
            }
        };
        lanes.iter().map(|shown| head(shown)).collect_view()
    };
    let name = "Precision at rank";
    let ranks = (1..=n).collect();
    view! {
        <figure class="figure">
            <figcaption>
                <strong>"Precision at rank. "</strong>
                "Share of relevant images among the results up to each rank."
            </figcaption>
            {plot(Plot { name: name.into(), frame, points, readings, ranks, drawing, choose: None }, session.highlight)}
            {legend}
            <details>
                <summary>"Data of precision at rank"</summary>
                <div
                    class="scroller scroller-tall"
                    tabindex="0"
                    role="region"
                    aria-label="Data of precision at rank"
                >
                    <table>
                        <thead>
                            <tr>
                                <th scope="col">"Rank"</th>
                                <th scope="col">"Precision"</th>
                                <th scope="col">"Judgement"</th>
                                {other_heads}
                            </tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            </details>
        </figure>
    }
    .into_any()
}

#[expect(clippy::cast_precision_loss, reason = "ranks are far below 2^53")]
fn real(rank: usize) -> f64 {
    rank as f64
}
