//! How many pictures have which share of votes for relevant.

use crate::ui::components::table::{Column, DataTable};
use crate::ui::components::{Axes, Chart, Datum, ticks};
use leptos::prelude::*;
use rankscope_core::analysis::{VoteAgreement, words};
use rankscope_core::chart::{Frame, bars_path};

const NAME: &str = "Pictures by their votes";

#[derive(Clone)]
struct Bin {
    share: String,
    n: usize,
}

pub(super) fn histogram(all: &VoteAgreement) -> AnyView {
    let bin = |(tenth, n): (usize, &usize)| Bin {
        share: match tenth {
            0 => "under 10 %".into(),
            10 => "100 %".into(),
            _ => format!("{}–{} %", tenth * 10, tenth * 10 + 9),
        },
        n: *n,
    };
    let bins: Vec<Bin> = all.by_share.iter().enumerate().map(bin).collect();
    let real = |n: usize| n as f64;
    let most = real(all.by_share.iter().copied().max().unwrap_or(1).max(1));
    let frame = Frame::sized((480.0, 300.0), (0.5, real(bins.len()) + 0.5), (0.0, most * 1.06));
    let axes = Axes {
        x_ticks: (0..=10)
            .step_by(2)
            .map(|nth| (real(nth) + 1.0, format!("{} %", nth * 10)))
            .collect(),
        y_ticks: ticks((0.0, most), 5),
        x_title: "votes for relevant".into(),
        y_title: "pictures".into(),
    };
    let datum = |(nth, own): (usize, &Bin)| Datum {
        at: (real(nth) + 1.0, real(own.n)),
        reading: format!(
            "{} of the votes for relevant: {}",
            own.share,
            words::counted(own.n, "picture", "pictures")
        ),
    };
    let data = bins.iter().enumerate().map(datum).collect();
    let counts: Vec<f64> = bins.iter().map(|own| real(own.n)).collect();
    let bars = move |frame: Frame| {
        let heights: Vec<f64> = counts.iter().map(|n| frame.y(*n)).collect();
        let path = bars_path(&heights, (frame.left, frame.right), frame.y(0.0));
        view! { <path class="bars-plain" d=path></path> }.into_any()
    };
    let columns = vec![
        Column::text("Votes for relevant", |own: &Bin| own.share.clone()).heads_row(),
        Column::number("Pictures", |own: &Bin| own.n),
    ];
    let table = DataTable::new("Data for pictures by their votes", columns, bins).view();
    Chart::new(NAME, (frame, axes), data, bars)
        .description("At both ends people agree; in the middle they are divided.")
        .tables(table)
        .view()
}
