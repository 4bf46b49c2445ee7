//! A map: fields of longitude and latitude, darker the more pictures were taken in them, over an outline of
//! the land.

use super::axes::{Axes, number};
use super::frame::Chart;
use super::reader::{Datum, Ring};
use super::tiles::opacity;
use leptos::prelude::*;
use rankscope_core::analysis::{FIELD_DEGREES, PlaceField, words};
use rankscope_core::chart::{Frame, LAND};

/// Of the whole earth, a degree of longitude as wide as one of latitude is high.
const SIZE: (f64, f64) = (640.0, 350.0);

pub(in crate::ui) fn place_map(name: &str, fields: &[PlaceField]) -> Chart {
    let frame = Frame::sized(SIZE, (-180.0, 180.0), (-90.0, 90.0));
    let ticks = |all: &[i16], [positive, negative]: [&str; 2]| {
        let title = |degrees: i16| match degrees {
            0 => "0°".to_string(),
            degrees if degrees > 0 => format!("{degrees}° {positive}"),
            degrees => format!("{}° {negative}", -degrees),
        };
        all.iter().map(|degrees| (f64::from(*degrees), title(*degrees))).collect()
    };
    let axes = Axes {
        x_ticks: ticks(&[-120, -60, 0, 60, 120], ["E", "W"]),
        y_ticks: ticks(&[-60, -30, 0, 30, 60], ["N", "S"]),
        x_title: "longitude".into(),
        y_title: "latitude".into(),
    };
    let datum = |field: &PlaceField| Datum {
        at: middle(field),
        reading: format!("{}: {}", field.title(), words::counted(field.n, "picture", "pictures")),
    };
    let (data, n) = (fields.iter().map(datum).collect(), fields.len());
    let fields = fields.to_vec();
    let ring = |frame: Frame| {
        let side = f64::from(FIELD_DEGREES);
        let (wide, high) = (frame.x(side) - frame.x(0.0), frame.y(0.0) - frame.y(side));
        Ring { radius: wide.min(high) / 2.0 + 2.0, label: None }
    };
    Chart::new(name, (frame, axes), data, move |frame| marks(frame, &fields))
        .in_plane(move |frame| vec![ring(frame); n])
}

fn middle(field: &PlaceField) -> (f64, f64) {
    let middle = |edge: i16| f64::from(edge) + f64::from(FIELD_DEGREES) / 2.0;
    (middle(field.west), middle(field.south))
}

fn marks(frame: Frame, fields: &[PlaceField]) -> AnyView {
    let outline = |line: &&[(i16, i16)]| {
        let point = |(lon, lat): &(i16, i16)| {
            format!("{:.1},{:.1}", frame.x(f64::from(*lon)), frame.y(f64::from(*lat)))
        };
        format!("M{}Z", line.iter().map(point).collect::<Vec<_>>().join("L"))
    };
    let land = LAND.iter().map(outline).collect::<String>();
    let n_most = fields.iter().map(|field| field.n).max().unwrap_or(1);
    let field = |field: &PlaceField| {
        let (west, south) = (f64::from(field.west), f64::from(field.south));
        let side = f64::from(FIELD_DEGREES);
        let (left, right) = (frame.x(west), frame.x(west + side));
        let (top, bottom) = (frame.y(south + side), frame.y(south));
        view! {
            <rect
                class="tile"
                x=number(left)
                y=number(top)
                width=number(right - left)
                height=number(bottom - top)
                fill-opacity=format!("{:.3}", opacity(field.n, n_most))
            ></rect>
        }
    };
    let fields = fields.iter().map(field).collect_view();
    (view! { <path class="land" d=land></path> }, fields).into_any()
}
