//! The shadow under what stands.

use crate::drawing::canvas::*;

/// A soft shadow where something stands.
pub(crate) fn draw_shadow(pen: &mut Pen, at: Point, width: f32) {
    let shade = rgb(0x14141E);
    pen.unlit(Path::ellipse((at.0, at.1 + 0.4), width, width * 0.13), shade.alpha(0.24));
    pen.unlit(Path::ellipse((at.0, at.1 + 0.3), width * 0.66, width * 0.08), shade.alpha(0.24));
}
