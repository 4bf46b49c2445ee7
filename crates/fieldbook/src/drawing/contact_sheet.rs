//! Contact sheets: many scenes in one SVG.

use std::fmt::Write;

use super::{canvas::Style, compose::draw, output::svg::svg_from_display_list};
use crate::Scene;

/// Pixels between two scenes, and around all of them if they have labels.
const GAP: usize = 8;

/// The height of a label, in pixels.
const LABEL: usize = 14;

/// One SVG of many scenes, `n_columns` in a row, each `side` pixels wide with its label below.
pub fn contact_sheet(
    scenes: &[(Scene, String)],
    style: Style,
    n_columns: usize,
    side: usize,
) -> String {
    let n_columns = n_columns.max(1);
    let (step_x, step_y) = (side + GAP, side + GAP + LABEL);
    let n_rows = scenes.len().div_ceil(n_columns);
    let (width, height) = (n_columns * step_x + GAP, n_rows * step_y + GAP);
    let mut sheet = opening_tag(width, height);
    sheet.push_str("<rect width=\"100%\" height=\"100%\" fill=\"#fffdf7\"/>");
    for (position, (scene, label)) in scenes.iter().enumerate() {
        let (x, y) = (GAP + position % n_columns * step_x, GAP + position / n_columns * step_y);
        sheet.push_str(&placed(scene, style, position, (x, y, side)));
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

/// One SVG of the pictures alone, `n_columns` in a row, each `side` pixels wide, on nothing.
pub fn picture_sheet(scenes: &[Scene], style: Style, n_columns: usize, side: usize) -> String {
    let n_columns = n_columns.clamp(1, scenes.len().max(1));
    let n_rows = scenes.len().div_ceil(n_columns);
    let extent = |n: usize| (n * (side + GAP)).saturating_sub(GAP);
    let mut sheet = opening_tag(extent(n_columns), extent(n_rows));
    for (position, scene) in scenes.iter().enumerate() {
        let (x, y) = (position % n_columns * (side + GAP), position / n_columns * (side + GAP));
        sheet.push_str(&placed(scene, style, position, (x, y, side)));
    }
    sheet.push_str("</svg>");
    sheet
}

fn opening_tag(width: usize, height: usize) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">"
    )
}

/// A scene at a place of the sheet.
fn placed(
    scene: &Scene,
    style: Style,
    position: usize,
    (x, y, side): (usize, usize, usize),
) -> String {
    let picture = svg_from_display_list(&draw(scene, style), &format!("n{position}"));
    picture.replacen(
        "<svg ",
        &format!("<svg x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" "),
        1,
    )
}
