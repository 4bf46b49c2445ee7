//! The plot of very many points: tiles, darker the more points they hold.

use super::axes::{Axes, number};
use super::frame::Chart;
use super::reader::{Datum, Ring};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::chart::Frame;

/// From how many points on a tile has its number written in it.
const N_WRITTEN: usize = 20;
/// The size of a digit in view box units: a number that its tile cannot hold would lie over its neighbours'.
const DIGIT: (f64, f64) = (7.5, 13.0);
const FAINTEST: f64 = 0.12;

pub(in crate::ui) struct Tile {
    pub(in crate::ui) at: (f64, f64),
    pub(in crate::ui) n: usize,
    pub(in crate::ui) reading: String,
    pub(in crate::ui) is_chosen: bool,
}

/// The chart of square tiles, `side` wide in data units, with the line x = y. Its legend is [`tile_legend`].
pub(in crate::ui) fn tiles(
    name: &str,
    (frame, axes): (Frame, Axes),
    side: f64,
    tiles: Vec<Tile>,
) -> Chart {
    let data = tiles.iter().map(|tile| Datum { at: tile.at, reading: tile.reading.clone() });
    let (data, n) = (data.collect(), tiles.len());
    let ring = move |frame: Frame| {
        let (wide, high) = size(frame, side);
        Ring { radius: wide.min(high) / 2.0, label: None }
    };
    Chart::new(name, (frame, axes), data, move |frame| marks(frame, side, &tiles))
        .in_plane(move |frame| vec![ring(frame); n])
}

/// In view box units.
fn size(frame: Frame, side: f64) -> (f64, f64) {
    (frame.x(side) - frame.x(0.0), frame.y(0.0) - frame.y(side))
}

fn marks(frame: Frame, side: f64, tiles: &[Tile]) -> AnyView {
    let n_most = tiles.iter().map(|tile| tile.n).max().unwrap_or(1);
    let (wide, high) = size(frame, side);
    let marks = tiles.iter().map(|tile| {
        let (x, y) = (frame.x(tile.at.0), frame.y(tile.at.1));
        let class = if tile.is_chosen { "tile tile-chosen" } else { "tile" };
        view! {
            <rect
                class=class
                x=number(x - wide / 2.0)
                y=number(y - high / 2.0)
                width=number(wide)
                height=number(high)
                fill-opacity=format!("{:.3}", opacity(tile.n, n_most))
            ></rect>
        }
    });
    let fits = |n: usize| words::count(n).len() as f64 * DIGIT.0 <= wide && DIGIT.1 <= high;
    let written = tiles.iter().filter(|tile| tile.n >= N_WRITTEN && fits(tile.n));
    let labels = written.map(|tile| {
        let (x, y) = (frame.x(tile.at.0), frame.y(tile.at.1));
        view! {
            <text class="point-label" text-anchor="middle" x=number(x) y=number(y + 4.0)>
                {words::count(tile.n)}
            </text>
        }
    });
    let diagonal = view! {
        <line
            class="diagonal"
            x1=number(frame.left)
            y1=number(frame.bottom)
            x2=number(frame.right)
            y2=number(frame.top)
        ></line>
    };
    (marks.collect_view(), diagonal, labels.collect_view()).into_any()
}

/// By the square root, so that both few and many can be distinguished.
pub(super) fn opacity(n: usize, n_most: usize) -> f64 {
    let share = (n as f64).sqrt() / (n_most.max(1) as f64).sqrt();
    FAINTEST + (0.85 - FAINTEST) * share
}

/// A swatch for one query, for the most in a tile, and for a number between.
pub(in crate::ui) fn tile_legend(n_most: usize) -> AnyView {
    let mut counts = vec![1, n_most / 4, n_most];
    counts.retain(|n| *n > 0);
    counts.dedup();
    let swatch = |n: usize| {
        view! {
            <li>
                <span class="tile-swatch" style:opacity=format!("{:.3}", opacity(n, n_most))></span>
                {words::counted(n, "query", "queries")}
            </li>
        }
    };
    view! {
        <ul class="tile-legend" aria-label="Queries in a tile">
            {counts.into_iter().map(swatch).collect_view()}
        </ul>
    }
    .into_any()
}
