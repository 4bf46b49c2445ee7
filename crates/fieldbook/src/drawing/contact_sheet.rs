//! Contact sheets: many scenes in one SVG.

use std::fmt::Write;

use super::{compose::draw, output::svg::svg_from_display_list, style::Style};
use crate::Scene;

/// One SVG of many scenes, `n_columns` in a row, each `side` pixels wide with its label below.
#[must_use]
pub fn contact_sheet(
    scenes: &[(Scene, String)],
    style: Style,
    n_columns: usize,
    side: usize,
) -> String {
    let n_columns = n_columns.max(1);
    let (step_x, step_y) = (side + 8, side + 22);
    let n_rows = scenes.len().div_ceil(n_columns);
    let (width, height) = (n_columns * step_x + 8, n_rows * step_y + 8);
    let mut sheet = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\"><rect width=\"100%\" height=\"100%\" fill=\"#fffdf7\"/>"
    );
    for (position, (scene, label)) in scenes.iter().enumerate() {
        let (x, y) = (8 + position % n_columns * step_x, 8 + position / n_columns * step_y);
        let picture = svg_from_display_list(&draw(scene, style), &format!("n{position}"));
        let placed = picture.replacen(
            "<svg ",
            &format!("<svg x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" "),
            1,
        );
        sheet.push_str(&placed);
        let label = label.replace('&', "&amp;").replace('<', "&lt;");
        let base = y + side + 12;
        write!(
            sheet,
            "<text x=\"{x}\" y=\"{base}\" font-family=\"Georgia, serif\" font-size=\"10\" fill=\"#443\">{label}</text>"
        )
        .unwrap_or_default();
    }
    sheet.push_str("</svg>");
    sheet
}
