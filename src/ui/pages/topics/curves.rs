//! Precision against recall, and accuracy against rank: means over topics with a band.

use super::view::View;
use crate::ui::components::{Axes, Chart, Datum, quarter_ticks};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::chart::{Frame, line_path, whole_ticks};
use rankscope_core::metrics::{Band, QUARTILES, bands};
use rankscope_core::topics::TopicResults;

/// The distance in ranks between points that can be read.
const STEP: usize = 10;

const DESCRIPTION: &str = "Mean over topics; shaded: the middle half of them.";

pub(super) fn curves(view: View, senses: &[TopicResults]) -> AnyView {
    let pair = |sense: &TopicResults| {
        let title = view.sense(&sense.relevance);
        view! { <div class="pair">{recall(&title, sense)} {accuracy(&title, sense)}</div> }
    };
    senses.iter().map(pair).collect_view().into_any()
}

/// Interpolated precision at eleven recalls.
fn recall(title: &str, sense: &TopicResults) -> AnyView {
    let curves: Vec<Vec<f64>> = sense.topics.iter().map(|t| t.interpolated.to_vec()).collect();
    let bands = bands(&curves, QUARTILES);
    let frame = Frame::new((0.0, 1.0), (0.0, 1.0));
    let level = |place: usize| place as f64 / 10.0;
    let data = bands.iter().enumerate().map(|(place, band)| Datum {
        at: (level(place), band.mean),
        reading: format!("Recall {:.1}: precision {}", level(place), spread(band)),
    });
    let data = data.collect();
    let fifths = (0u8..=5).map(|fifth| f64::from(fifth) / 5.0);
    let axes = Axes {
        x_ticks: fifths.map(|recall| (recall, format!("{recall:.1}"))).collect(),
        y_ticks: quarter_ticks(),
        x_title: "recall".into(),
        y_title: "precision".into(),
    };
    let marks = move |frame| marks(frame, &bands, level);
    Chart::new(format!("Precision and recall, {title}"), (frame, axes), data, marks)
        .description(DESCRIPTION)
        .view()
}

/// Precision at each rank.
fn accuracy(title: &str, sense: &TopicResults) -> AnyView {
    let curves: Vec<Vec<f64>> = sense.topics.iter().map(|t| t.accuracy_at.clone()).collect();
    let bands = bands(&curves, QUARTILES);
    let n = bands.len();
    let frame = Frame::new((1.0, n.max(2) as f64), (0.0, 1.0));
    let is_datum = |place: &usize| *place == 0 || (*place + 1).is_multiple_of(STEP);
    let datum = |(place, band): (usize, &Band)| {
        let rank = place + 1;
        let reading = format!("Rank {}: accuracy {}", words::count(rank), spread(band));
        Datum { at: (rank as f64, band.mean), reading }
    };
    let data = bands.iter().enumerate().filter(|(place, _)| is_datum(place)).map(datum).collect();
    let x_ticks = whole_ticks(n, 6).into_iter();
    let axes = Axes {
        x_ticks: x_ticks.map(|rank| (rank as f64, rank.to_string())).collect(),
        y_ticks: quarter_ticks(),
        x_title: "rank".into(),
        y_title: "accuracy".into(),
    };
    let marks = move |frame| marks(frame, &bands, |place| (place + 1) as f64);
    Chart::new(format!("Accuracy against rank, {title}"), (frame, axes), data, marks)
        .description(DESCRIPTION)
        .view()
}

/// `0.812 (0.700 … 0.930 over 24 topics)`.
fn spread(band: &Band) -> String {
    let Band { mean, low, high, n, .. } = band;
    let topics = words::counted(*n, "topic", "topics");
    format!("{mean:.3} ({low:.3} … {high:.3} over {topics})")
}

fn marks(frame: Frame, bands: &[Band], x: impl Fn(usize) -> f64) -> AnyView {
    let points = |of: fn(&Band) -> f64| -> Vec<(f64, f64)> {
        bands.iter().enumerate().map(|(place, band)| (x(place), of(band))).collect()
    };
    let (high, low) = (points(|band| band.high), points(|band| band.low));
    let outline: Vec<(f64, f64)> = high.into_iter().chain(low.into_iter().rev()).collect();
    let band = line_path(&frame.points(&outline));
    let mean = line_path(&frame.points(&points(|band| band.mean)));
    view! { <path class="band" d=band></path> <path class="curve" d=mean></path> }.into_any()
}
