//! Jellyfish and anemones.

use super::{Anchors, Figure};
use crate::drawing::canvas::*;
use crate::{Health, Species, Substrate};

pub(crate) fn draw_cnidarian(pen: &mut Pen, figure: &Figure) -> Anchors {
    if figure.species == Species::BeadletAnemone {
        draw_anemone(pen, figure)
    } else {
        draw_jelly(pen, figure)
    }
}

fn draw_anemone(pen: &mut Pen, figure: &Figure) -> Anchors {
    let red = figure.hue(0xB8262A);
    let column = smooth!(
        -24.0, 0.0; -19.0, -8.0; -17.0, -22.0; -21.0, -32.0;
        21.0, -32.0; 17.0, -22.0; 19.0, -8.0; 24.0, 0.0
    );
    let tentacle = |pen: &mut Pen, i: usize, n: usize, lift: f32, color| {
        let degrees = 8.0 + 164.0 * i as f32 / (n - 1) as f32;
        let root = (
            22.0 * libm::cosf(degrees.to_radians()),
            -32.0 - 3.0 * libm::sinf(degrees.to_radians()),
        );
        let sway = if i.is_multiple_of(2) { 9.0 } else { -9.0 };
        let middle = plus(root, polar(17.0 + lift * 0.4, degrees + sway));
        let tip = plus(root, polar(32.0 + lift, degrees - sway * 0.5));
        pen.body(tube!(root.0, root.1, 3.8; middle.0, middle.1, 3.2; tip.0, tip.1, 1.8), color);
    };
    for i in 0..11 {
        tentacle(pen, i, 11, 6.0, red.darker(0.28));
    }
    pen.marked(&column, red, |pen| {
        for x in [-12.0, -4.0, 4.0, 12.0] {
            pen.detail(curve!(x, -34.0; x * 0.86, -18.0; x * 1.3, 2.0), red.darker(0.45), 1.0);
        }
    });
    for i in 0..9 {
        tentacle(pen, i, 9, -6.0, red.lighter(0.14));
    }
    let beads = [-16.0, -8.0, 0.0, 8.0, 16.0]
        .into_iter()
        .fold(Path::default(), |path, x| path.and(Path::circle((x, -29.5), 2.1)));
    pen.flat(beads, rgb(0x3E78D8));
    figure.draw_ailment(pen, (0.0, -15.0), 5.0);
    Anchors { mouth: (0.0, -36.0), back: (0.0, -44.0), ..Anchors::default() }
}

fn draw_jelly(pen: &mut Pen, figure: &Figure) -> Anchors {
    let (bell, mark, arms, glow) = match figure.species {
        Species::MoonJelly => (0xD6DCF0, 0xA77AC4, 0xE6E0F2, 0xC9D2FF),
        Species::CompassJelly => (0xF0DDB0, 0x8A4A22, 0xEBCFA0, 0xFFE0A0),
        _ => (0x2FA8B8, 0xB07AF0, 0x7FE6DC, 0x6FF0E6),
    };
    let is_flat = figure.is_dead() || figure.substrate != Substrate::Midwater;
    let beat = if is_flat { 0.0 } else { figure.chance(4, 9) as f32 - 4.0 };
    let (w, h) = (37.0 + beat, 31.0 - beat * 0.7);
    let n_arms = if figure.health == Health::MissingLimb { 2 } else { 4 };
    if figure.species == Species::AuroraJelly {
        pen.glow((0.0, -4.0), 58.0, rgb(glow).alpha(0.5));
    }
    // Fine tentacles around the rim, then the oral arms.
    let reach = if figure.species == Species::MoonJelly { 26.0 } else { 52.0 };
    let n_fine = if figure.health == Health::MissingLimb { 5 } else { 13 };
    for i in 0..n_fine {
        let x = -w * 0.92 + i as f32 * w * 1.84 / 12.0;
        let sway = libm::sinf(i as f32 * 1.7) * 6.0;
        let stroke = curve!(x, 5.0; x + sway, 5.0 + reach * 0.5; x - sway * 0.8, 5.0 + reach);
        pen.line(stroke, figure.hue(arms).alpha(0.8), 1.0);
    }
    for i in 0..n_arms {
        let x = -13.0 + i as f32 * 8.8;
        let side = if i % 2 == 0 { 1.0 } else { -1.0 };
        let arm = tube!(
            x * 0.5, 0.0, 4.6; x + side * 4.0, 18.0, 5.2;
            x - side * 4.0, 36.0, 3.8; x + side * 3.0, 54.0, 1.4
        );
        pen.body(arm, figure.hue(arms).alpha(0.82));
    }
    let mut outline: Vec<Point> = vec![
        (-w, 4.0),
        (-w * 0.97, -h * 0.3),
        (-w * 0.6, -h * 0.86),
        (0.0, -h),
        (w * 0.6, -h * 0.86),
        (w * 0.97, -h * 0.3),
        (w, 4.0),
    ];
    for i in 0..6 {
        let x = w - (i as f32 + 0.5) * w / 3.0;
        outline.push((x, 10.0));
        outline.push((x - w / 6.0, 5.0));
    }
    let dome = Path::smooth(&outline);
    pen.marked(&dome, figure.hue(bell).alpha(0.90), |pen| match figure.species {
        Species::MoonJelly => {
            for (x, y, r) in
                points!(-15.0, -11.0, 7.0; 14.0, -11.0, 7.0; -1.0, -19.0, 6.4; 0.0, -3.0, 6.4)
            {
                pen.line(Path::ellipse((x, y), r, r * 0.72), figure.hue(mark), 2.8);
            }
        }
        Species::CompassJelly => {
            for x in [-1.1, -0.68, -0.24, 0.24, 0.68, 1.1] {
                let ray = polygon!(
                    x * 8.0, -h + 3.0; x * w - 4.0, 8.0; x * w * 0.9, 0.0; x * w + 4.0, 8.0
                );
                pen.flat(ray, figure.hue(mark));
            }
        }
        _ => {
            for (share, color) in [(0.95, 0x6FF0C8), (0.7, mark), (0.42, 0xF07AC4)] {
                let stroke = curve!(
                    -w * share, 3.0; -w * share * 0.6, -h * share * 0.76;
                    0.0, -h * share; w * share * 0.6, -h * share * 0.76; w * share, 3.0
                );
                pen.line(stroke, figure.hue(color), 2.6);
            }
        }
    });
    let stroke = curve!(-w * 0.62, -h * 0.52; -w * 0.36, -h * 0.74; -w * 0.06, -h * 0.84);
    pen.line(stroke, rgb(0xFFFFFF).alpha(0.6), 2.6);
    figure.draw_ailment(pen, (13.0, -h * 0.42), 5.0);
    Anchors { mouth: (0.0, 8.0), back: (0.0, -h), ..Anchors::default() }
}
