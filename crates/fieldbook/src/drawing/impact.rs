//! Traces of people: built, left behind, or fixed to the animal.

use super::canvas::glyphs::draw_text;
use super::canvas::*;
use crate::{HumanImpact, Scene};

/// Draws roads, fences and power lines, behind the organism.
pub(super) fn draw_behind(pen: &mut Pen, scene: &Scene) {
    pen.at_depth(Depth::Substrate, |pen| match scene.impact {
        HumanImpact::Road => {
            pen.flat(polygon!(-4.0, 61.0; 100.0, 57.0; 100.0, 72.5; -4.0, 79.0), rgb(0x5A5A60));
            for (a, b) in [(61.0, 57.0), (79.0, 72.5)] {
                pen.line(polyline!(-4.0, a; 100.0, b), rgb(0xEFEDE6), 0.8);
            }
            for i in 0..6 {
                let x = 2.0 + i as f32 * 18.0;
                let stroke = polyline!(x, 69.8 - x * 0.052; x + 9.0, 69.4 - x * 0.052);
                pen.line(stroke, rgb(0xF6F1DC), 1.2);
            }
        }
        HumanImpact::Fence => {
            for y in [44.0, 51.0, 58.0] {
                let stroke = curve!(-4.0, y; 24.0, y + 0.8; 48.0, y; 72.0, y + 0.8; 100.0, y);
                pen.line(stroke, rgb(0xD9DADB), 0.8);
                for i in 0..9 {
                    let x = 6.0 + i as f32 * 11.0;
                    pen.line(polyline!(x - 1.0, y - 0.9; x + 1.0, y + 1.5), rgb(0x7A7C80), 0.5);
                }
            }
            for x in [9.0, 48.0, 87.0] {
                pen.body(Path::rectangle((x - 1.7, 39.0), (x + 1.7, 69.0)), rgb(0x7A6248));
            }
        }
        HumanImpact::PowerLine => {
            for (x, k) in [(14.0, 1.0), (80.0, 0.84)] {
                let top = 64.0 - 52.0 * k;
                let mast = polyline!(x - 5.0 * k, 64.0; x, top; x + 5.0 * k, 64.0)
                    .and(polyline!(x - 8.0 * k, top + 7.0 * k; x + 8.0 * k, top + 7.0 * k))
                    .and(polyline!(x - 6.0 * k, top + 14.0 * k; x + 6.0 * k, top + 14.0 * k))
                    .and(polyline!(x - 3.6 * k, 50.0; x + 2.6 * k, 38.0; x - 1.6 * k, 27.0));
                pen.line(mast, rgb(0x45484E), 0.9);
                pen.unlit(Path::circle((x, top), 1.3), rgb(0xE8402E));
                for side in [-8.0, -4.0, 4.0, 8.0] {
                    pen.unlit(Path::circle((x + side * k, top + 7.6 * k), 0.75), rgb(0xE9EDF0));
                }
            }
            for (a, b) in [((6.0, 19.0), (73.0, 27.0)), ((22.0, 19.0), (87.0, 27.0))] {
                let sag = ((a.0 + b.0) / 2.0, 32.0);
                pen.line(curve!(a; sag; b), rgb(0x2E3036), 0.6);
                pen.line(curve!(b; 110.0, 30.0), rgb(0x2E3036), 0.6);
                pen.line(curve!(-10.0, 28.0; a), rgb(0x2E3036), 0.6);
            }
        }
        _ => {}
    });
}

/// Draws nets, litter and rulers, in front of the organism. `center` and `reach` are those of the
/// organism, in page units.
pub(super) fn draw_before(pen: &mut Pen, scene: &Scene, center: Point, reach: f32) {
    match scene.impact {
        HumanImpact::Net => {
            let (x, y) = center;
            let r = reach;
            let window = smooth!(
                x - r, y - r * 0.8; x, y - r; x + r, y - r * 0.8;
                x + r * 1.1, y + r * 0.6; x, y + r * 0.9; x - r * 1.1, y + r * 0.6
            );
            let mut mesh = Path::default();
            let step = 9.5;
            for i in 0..((r * 4.2 / step) as i32) {
                let d = -r * 2.1 + i as f32 * step;
                mesh = mesh
                    .and(polyline!(x + d - r * 1.2, y - r * 1.2; x + d + r * 1.2, y + r * 1.2))
                    .and(polyline!(x + d + r * 1.2, y - r * 1.2; x + d - r * 1.2, y + r * 1.2));
            }
            pen.clipped(&window, |pen| {
                pen.unlit_line(mesh.clone(), rgb(0x0E3A36).alpha(0.6), 1.1);
                pen.unlit_line(mesh, rgb(0x7FE0C4), 0.6);
            });
            pen.unlit_line(window, rgb(0xE8A23A), 1.2);
        }
        HumanImpact::Litter => draw_litter(pen, scene),
        HumanImpact::Ruler => draw_ruler(pen),
        _ => {}
    }
}

fn draw_litter(pen: &mut Pen, scene: &Scene) {
    let is_afloat = scene.habitat.is_underwater();
    let (x, y) = if is_afloat { (18.0, 27.0) } else { (17.0, 85.0) };
    pen.at_depth(Depth::Subject, |pen| {
        // A bottle and a bag.
        let bottle = smooth!(
            x - 9.0, y - 3.0; x + 3.0, y - 3.4; x + 7.0, y - 1.4; x + 10.0, y - 1.2;
            x + 10.0, y + 1.2; x + 7.0, y + 1.4; x + 3.0, y + 3.2; x - 9.0, y + 3.0
        );
        pen.body(bottle, rgb(0x9FD8E6));
        pen.flat(Path::rectangle((x - 5.0, y - 3.1), (x + 0.6, y + 3.0)), rgb(0x2E6AC4));
        pen.flat(Path::rectangle((x + 9.6, y - 1.5), (x + 12.0, y + 1.5)), rgb(0xD8321F));
        let (bx, by) = if is_afloat { (76.0, 24.0) } else { (78.0, 84.0) };
        let bag = smooth!(
            bx - 7.0, by + 6.0; bx - 9.0, by - 2.0; bx - 5.0, by - 5.0;
            bx - 5.6, by - 11.0; bx - 2.0, by - 6.0; bx + 2.0, by - 6.0;
            bx + 5.0, by - 11.0; bx + 5.0, by - 5.0; bx + 9.0, by - 1.0; bx + 7.0, by + 6.0
        );
        pen.body(bag, rgb(0xF4F5F2).alpha(0.94));
        pen.flat(Path::circle((bx, by), 2.6), rgb(0xD8321F));
    });
}

fn draw_ruler(pen: &mut Pen) {
    pen.unlit(Path::rectangle((10.0, 83.6), (86.0, 91.4)), rgb(0x2A2622).alpha(0.35));
    pen.unlit(Path::rectangle((9.4, 83.0), (85.4, 90.8)), rgb(0xF7E27A));
    let ticks = (0..=36).fold(Path::default(), |path, i| {
        let x = 11.4 + i as f32 * 2.0;
        let length = if i % 5 == 0 { 3.2 } else { 1.7 };
        path.and(polyline!(x, 83.2; x, 83.2 + length))
    });
    pen.unlit_line(ticks, rgb(0x1E1A16), 0.45);
    for i in 1..8 {
        draw_text(pen, &i.to_string(), (10.5 + i as f32 * 10.0, 87.0), 2.8, rgb(0x1E1A16));
    }
}

/// A hook in the mouth, its line to the surface.
pub(super) fn draw_hook(pen: &mut Pen, mouth: Point) {
    let (x, y) = mouth;
    pen.unlit_line(curve!(x + 9.0, -4.0; x + 5.0, y * 0.5; x + 3.0, y - 5.0), rgb(0xFFFFFF), 0.7);
    let hook = curve!(
        x + 3.0, y - 5.0; x + 3.2, y + 2.0; x, y + 4.4; x - 3.2, y + 2.0; x - 2.6, y - 0.6
    );
    pen.unlit_line(hook.clone(), rgb(0x14161A), 1.9);
    pen.unlit_line(hook, rgb(0xC9D2DA), 1.0);
    pen.unlit(Path::circle((x, y + 1.0), 1.2), rgb(0xC4201A));
}

/// A ring on a leg.
pub(super) fn draw_leg_band(pen: &mut Pen, at: Point) {
    let (x, y) = at;
    pen.unlit(Path::rectangle((x - 2.1, y - 2.4), (x + 2.1, y + 1.8)), rgb(0x1E1A16));
    pen.unlit(Path::rectangle((x - 1.7, y - 2.0), (x + 1.7, y - 0.3)), rgb(0xF23A2E));
    pen.unlit(Path::rectangle((x - 1.7, y - 0.3), (x + 1.7, y + 1.4)), rgb(0x3AD0F2));
}

/// A box with an aerial.
pub(super) fn draw_transmitter(pen: &mut Pen, at: Point, is_collar: bool, size: f32) {
    let (x, y) = at;
    if is_collar {
        let strap = curve!(x - size * 0.5, y - size; x + size * 0.2, y; x - size * 0.1, y + size);
        pen.unlit_line(strap.clone(), rgb(0x14110F), 2.4);
        pen.unlit_line(strap, rgb(0xF08A1E), 1.3);
    }
    let tip = plus(at, polar(15.0, 112.0));
    pen.unlit_line(polyline!(at; tip), rgb(0x14110F), 0.9);
    pen.unlit(Path::circle(tip, 0.9), rgb(0xF23A2E));
    pen.unlit(Path::rectangle((x - 2.8, y - 2.1), (x + 2.8, y + 2.1)), rgb(0x14110F));
    pen.unlit(Path::rectangle((x - 2.2, y - 1.5), (x + 2.2, y + 1.5)), rgb(0xF2B03A));
}

/// A numbered tag in the ear.
pub(super) fn draw_ear_tag(pen: &mut Pen, at: Point) {
    let (x, y) = at;
    let patch = polygon!(x - 2.6, y - 2.6; x + 2.6, y - 2.6; x + 2.2, y + 3.0; x - 2.2, y + 3.0);
    pen.unlit(patch, rgb(0x14110F));
    let patch = polygon!(x - 2.1, y - 2.1; x + 2.1, y - 2.1; x + 1.7, y + 2.5; x - 1.7, y + 2.5);
    pen.unlit(patch, rgb(0xFFE23A));
    pen.unlit_line(polyline!(x - 0.8, y - 0.2; x + 0.8, y - 0.2), rgb(0x14110F), 0.5);
}
