//! Precision at every rank.

use super::axes::{Axes, axes, quarter_ticks};
use super::mark::Mark;
use super::plot::{Plot, plot};
use crate::chart::{Frame, line_path, whole_ticks};
use crate::ui::shown::Judged;
use leptos::prelude::*;

/// The share of relevant images among the first 1, 2, … results.
pub fn precision_chart(judged: &Judged, highlight: RwSignal<Option<usize>>) -> AnyView {
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
            <path class="curve" d=path></path>
        </g>
    }
    .into_any();
    let rows = lines.iter().map(|(rank, precision, words)| {
        view! {
            <tr>
                <th scope="row">{*rank}</th>
                <td class="number">{format!("{precision:.4}")}</td>
                <td>{*words}</td>
            </tr>
        }
    });
    let rows = rows.collect_view();
    let name = "Precision at rank";
    let ranks = (1..=n).collect();
    view! {
        <figure class="figure">
            <figcaption>
                <strong>"Precision at rank. "</strong>
                "Share of relevant images among the results up to each rank."
            </figcaption>
            {plot(Plot { name: name.into(), frame, points, readings, ranks, drawing, choose: None }, highlight)}
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
