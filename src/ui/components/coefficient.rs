//! A coefficient in a cell: its text and colour.

use rankscope_core::chart::{Side, diverging, within};

/// A cell's class, and its strength as a style.
pub type Shade = (&'static str, Option<(&'static str, String)>);

/// On the scale from −1 to 1.
pub fn shade(value: Option<f64>) -> Shade {
    match value.map(diverging) {
        None => ("number tau", None),
        Some((Side::Above, strength)) => ("number tau tau-above", style(strength)),
        Some((Side::Below, strength)) => ("number tau tau-below", style(strength)),
    }
}

/// On the scale from the lowest to the highest shown.
pub fn shade_within(value: Option<f64>, range: (f64, f64)) -> Shade {
    match value {
        None => ("number tau", None),
        Some(value) => ("number tau tau-within", style(within(value, range))),
    }
}

fn style(strength: f64) -> Option<(&'static str, String)> {
    Some(("--strength", format!("{strength:.1}%")))
}

/// −0.00 is written as 0.00.
pub fn two_decimals(value: Option<f64>) -> String {
    value.map_or_else(
        || "n/a".into(),
        |value| format!("{:.2}", (value * 100.0).round() / 100.0 + 0.0).replace('-', "−"),
    )
}
