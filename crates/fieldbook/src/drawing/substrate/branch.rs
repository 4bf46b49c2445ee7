//! A branch with the leaves of the season.

use crate::drawing::backdrop::flora;
use crate::drawing::canvas::*;
use crate::{Scene, Season};

/// A branch: leaves, bare twigs with snow in winter, blossom in spring.
pub(crate) fn draw_branch(pen: &mut Pen, scene: &Scene, at: Point, k: f32) {
    let (x, y) = at;
    let wood = rgb(0x6E543E);
    let w = 2.3 * k;
    let branch = tube!(
        x - 62.0, y + 13.0, w * 1.5; x - 30.0, y + 5.0, w * 1.3;
        x, y + w, w; x + 26.0, y + 1.0, w * 0.8; x + 54.0, y - 6.0, w * 0.5
    );
    pen.line(curve!(x + 16.0, y + 2.0; x + 28.0, y + 9.0; x + 42.0, y + 11.0), wood, 1.5 * k);
    pen.line(curve!(x - 32.0, y + 4.0; x - 38.0, y - 6.0; x - 37.0, y - 15.0), wood, 1.5 * k);
    pen.body(branch, wood);
    let flora = flora(scene.season);
    let is_bare = scene.season == Some(Season::Winter);
    let places = points!(
        -37.0, -14.0, 112.0; -37.0, -6.0, 160.0; 40.0, 11.0, -24.0;
        30.0, 10.0, -80.0; 34.0, 0.0, 52.0; 46.0, -4.0, 30.0; -22.0, 5.0, -70.0
    );
    for (dx, dy, degrees) in places {
        let from = (x + dx, y + dy);
        if is_bare {
            pen.line(polyline!(from; plus(from, polar(5.0, degrees))), wood, 0.8);
        } else {
            let to = plus(from, polar(8.5 * k, degrees));
            pen.body(Path::blade(from, to, 4.2 * k, 0.45), flora.leaf);
            pen.detail(polyline!(from; to), flora.leaf.darker(0.4), 0.3);
        }
    }
    if is_bare {
        let stroke = curve!(x - 44.0, y + 6.0; x - 20.0, y + 1.6; x - 9.0, y - 0.2);
        pen.line(stroke, rgb(0xFAFCFD), 1.6 * k);
        let stroke = curve!(x + 15.0, y - 0.4; x + 30.0, y - 1.0; x + 46.0, y - 5.0);
        pen.line(stroke, rgb(0xFAFCFD), 1.3 * k);
    }
    if scene.season == Some(Season::Spring) {
        for (dx, dy) in [(-35.0, -12.0), (44.0, -5.0), (36.0, 10.0)] {
            for turn in [18.0, 90.0, 162.0, 234.0, 306.0] {
                let patch = Path::circle(plus((x + dx, y + dy), polar(1.5, turn)), 1.25);
                pen.flat(patch, rgb(0xFBE6EC));
            }
            pen.flat(Path::circle((x + dx, y + dy), 0.9), rgb(0xE6B84A));
        }
    }
}
