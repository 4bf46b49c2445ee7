//! A single large leaf.

use crate::drawing::backdrop::flora;
use crate::drawing::canvas::*;
use crate::{Behaviour, LifeStage, Scene};

/// A leaf with its veins, gnawed where a larva or a feeding animal is on it.
pub(crate) fn draw_leaf(pen: &mut Pen, scene: &Scene, at: Point, k: f32) {
    let (x, y) = at;
    let color = flora(scene.season).leaf.mix(rgb(0x6FA84A), 0.3);
    let stroke = curve!(x - 36.0, y + 5.0; x - 48.0, y + 14.0; x - 53.0, y + 30.0);
    pen.line(stroke, color.darker(0.3), 2.0);
    let mut outline = vec![
        (x - 38.0 * k, y + 4.0),
        (x - 38.0 * k, y + 4.0),
        (x - 22.0 * k, y - 3.0),
        (x + 6.0, y - 4.5),
        (x + 30.0 * k, y - 0.5),
        (x + 45.0 * k, y + 7.0),
        (x + 45.0 * k, y + 7.0),
    ];
    outline.extend([(x + 26.0 * k, y + 12.5), (x, y + 14.5), (x - 24.0 * k, y + 11.5)]);
    let leaf = Path::smooth(&outline);
    pen.marked(&leaf, color, |pen| {
        let stroke = curve!(x - 38.0 * k, y + 4.0; x, y + 4.0; x + 44.0 * k, y + 7.0);
        pen.line(stroke, color.lighter(0.42), 0.9);
        for dx in [-24.0, -12.0, 0.0, 12.0, 24.0] {
            let from = (x + dx * k, y + 4.4);
            pen.line(polyline!(from; from.0 + 9.0, y - 4.0), color.lighter(0.3), 0.5);
            pen.line(polyline!(from; from.0 + 8.0, y + 14.0), color.lighter(0.3), 0.5);
        }
    });
    let is_gnawed = scene.behaviour == Behaviour::Feeding || scene.life_stage == LifeStage::Larva;
    if is_gnawed {
        for (dx, dy, r) in [(33.0, -1.5, 3.8), (38.0, 2.0, 3.0), (27.0, -3.0, 3.0)] {
            pen.flat(Path::circle((x + dx * k, y + dy), r), color.darker(0.78));
        }
    }
}
