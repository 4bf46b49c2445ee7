//! Fungi.

use super::{Anchors, Figure};
use crate::drawing::canvas::*;
use crate::{Behaviour, Health, LifeStage, Species};

/// The size and age of a fungus.
struct Growth {
    /// How far the top leans to the right.
    lean: f32,
    /// Height relative to a grown one.
    tall: f32,
    is_button: bool,
    is_old: bool,
}

impl Growth {
    fn of_figure(figure: &Figure) -> Self {
        let is_button = figure.stage == LifeStage::Juvenile;
        let is_old = figure.stage == LifeStage::Withered;
        let lean = if is_old { 13.0 } else { (figure.chance(3, 9) as f32) - 4.0 };
        Self { lean, tall: if is_button { 0.55 } else { 1.0 }, is_button, is_old }
    }

    /// The top of the stem.
    fn top(&self) -> Point {
        (self.lean, -54.0 * self.tall)
    }

    /// A colour of the figure, browner with age.
    fn hue(&self, figure: &Figure, code: u32) -> Color {
        let color = figure.hue(code);
        if self.is_old { color.mix(rgb(0x4A3826), 0.55) } else { color }
    }
}

pub(crate) fn draw_fungus(pen: &mut Pen, figure: &Figure) -> Anchors {
    let growth = Growth::of_figure(figure);
    let (lean, top) = (growth.lean, growth.top());
    match figure.species {
        Species::Chanterelle => draw_chanterelle(pen, figure, &growth),
        Species::Morel => draw_morel(pen, figure, &growth),
        Species::InkCap => draw_ink_cap(pen, figure, &growth),
        Species::BellglowCap => draw_bellglow(pen, figure, &growth),
        _ => draw_agaric(pen, figure, &growth),
    }
    if figure.health == Health::MissingLimb {
        draw_bite(pen, lean, top);
    }
    let sick: Point = match figure.species {
        Species::Chanterelle => (lean, -44.0),
        Species::BellglowCap => (lean * 0.6, -62.0),
        _ => (lean - 4.0, -58.0),
    };
    figure.draw_ailment(pen, sick, 5.5);
    if figure.behaviour == Behaviour::Dispersing {
        draw_spores(pen, lean, top);
    }
    Anchors { mouth: top, back: (lean, top.1 - 22.0), ..Anchors::default() }
}

/// A ribbed funnel.
fn draw_chanterelle(pen: &mut Pen, figure: &Figure, growth: &Growth) {
    let (lean, tall) = (growth.lean, growth.tall);
    let hue = |code: u32| growth.hue(figure, code);
    let cup = smooth!(
        -6.0, 0.0; -7.0, -20.0 * tall; -16.0 + lean, -42.0 * tall;
        -36.0 * tall + lean, -58.0 * tall; -22.0 * tall + lean, -64.0 * tall;
        lean, -58.0 * tall; 22.0 * tall + lean, -66.0 * tall; 38.0 * tall + lean, -58.0 * tall;
        18.0 + lean, -42.0 * tall; 8.0, -20.0 * tall; 7.0, 0.0
    );
    pen.marked(&cup, hue(0xF0B02E), |pen| {
        for x in [-24.0, -15.0, -7.0, 0.0, 7.0, 15.0, 25.0] {
            let stroke = curve!(
                x * 0.16, -8.0; x * 0.4 + lean * 0.6, -34.0 * tall;
                x * 1.2 * tall + lean, -62.0 * tall
            );
            pen.line(stroke, hue(0xC07F16), 1.3);
        }
    });
    let rim = smooth!(
        -37.0 * tall + lean, -58.0 * tall;
        -18.0 * tall + lean, -67.0 * tall; 2.0 + lean, -61.0 * tall;
        22.0 * tall + lean, -69.0 * tall; 39.0 * tall + lean, -58.0 * tall;
        14.0 * tall + lean, -54.0 * tall; -14.0 * tall + lean, -53.0 * tall
    );
    pen.body(rim, hue(0xF6C24A));
}

/// A honeycombed cap.
fn draw_morel(pen: &mut Pen, figure: &Figure, growth: &Growth) {
    let (lean, tall) = (growth.lean, growth.tall);
    let hue = |code: u32| growth.hue(figure, code);
    stem(pen, hue(0xEFE2C6), 8.0, (lean * 0.5, -30.0 * tall));
    let cap = smooth!(
        -15.0 + lean * 0.5, -24.0 * tall; -21.0 * tall + lean, -46.0 * tall;
        -12.0 + lean, -72.0 * tall; lean, -84.0 * tall; 12.0 + lean, -72.0 * tall;
        20.0 * tall + lean, -46.0 * tall; 14.0 + lean * 0.5, -24.0 * tall
    );
    pen.marked(&cap, hue(0xB08A52), |pen| {
        for row in 0..7 {
            for column in 0..4 {
                let x = -16.0 + column as f32 * 10.0 + (row % 2) as f32 * 5.0 + lean;
                let y = (-28.0 - row as f32 * 8.6) * tall;
                let patch = smooth!(
                    x, y - 4.0; x + 3.4, y - 1.0; x + 2.4, y + 3.4;
                    x - 2.4, y + 3.4; x - 3.4, y - 1.0
                );
                pen.flat(patch, hue(0x54391F));
            }
        }
    });
}

/// A scaly bell, inky at its rim.
fn draw_ink_cap(pen: &mut Pen, figure: &Figure, growth: &Growth) {
    let (lean, tall) = (growth.lean, growth.tall);
    let hue = |code: u32| growth.hue(figure, code);
    stem(pen, hue(0xF3EEE2), 5.0, (lean * 0.6, -40.0 * tall));
    let foot = if growth.is_old { -40.0 } else { -14.0 * tall };
    let cap = smooth!(
        -15.0 + lean * 0.4, foot; -17.0 + lean, -44.0 * tall;
        -10.0 + lean, -72.0 * tall; lean, -80.0 * tall; 10.0 + lean, -72.0 * tall;
        17.0 + lean, -44.0 * tall; 15.0 + lean * 0.4, foot
    );
    pen.marked(&cap, hue(0xF4EFE4), |pen| {
        pen.flat(Path::ellipse((lean, -80.0 * tall), 9.0, 9.0), hue(0xC9A878));
        for row in 0..5 {
            for column in 0..4 {
                let x = -13.0 + column as f32 * 8.0 + (row % 2) as f32 * 4.0 + lean;
                let y = (-24.0 - row as f32 * 10.0) * tall;
                pen.line(curve!(x - 2.6, y; x, y + 3.2; x + 2.6, y), hue(0xB39A74), 1.5);
            }
        }
        pen.flat(Path::rectangle((-30.0, foot - 3.0), (30.0, foot + 5.0)), hue(0x2A2420));
    });
}

/// Three glowing bells.
fn draw_bellglow(pen: &mut Pen, figure: &Figure, growth: &Growth) {
    let (lean, tall) = (growth.lean, growth.tall);
    let hue = |code: u32| growth.hue(figure, code);
    for (dx, height, size) in [(-17.0, 40.0, 0.62), (15.0, 46.0, 0.7), (0.0, 66.0, 1.0)] {
        let height = height * tall;
        let tip = (dx * 1.15 + lean * 0.6, -height);
        pen.line(curve!(dx * 0.4, 0.0; dx, -height * 0.5; tip), hue(0xA9DCD0), 3.2 * size);
        if !growth.is_old {
            pen.glow((tip.0, tip.1 + 4.0), 26.0 * size, rgb(0x6FF0DC).alpha(0.5));
        }
        let w = 15.0 * size * if growth.is_button { 0.7 } else { 1.0 };
        let bell = smooth!(
            tip.0, tip.1 - w * 1.1; tip.0 + w * 0.72, tip.1 - w * 0.5; tip.0 + w, tip.1 + w * 0.62;
            tip.0 + w, tip.1 + w * 0.62; tip.0, tip.1 + w * 0.42; tip.0 - w, tip.1 + w * 0.62;
            tip.0 - w, tip.1 + w * 0.62; tip.0 - w * 0.72, tip.1 - w * 0.5
        );
        pen.marked(&bell, hue(0x35BFB4), |pen| {
            for x in [-0.6, -0.2, 0.2, 0.6] {
                let stroke = polyline!(
                    tip.0 + x * w * 0.3, tip.1 - w; tip.0 + x * w * 1.2, tip.1 + w
                );
                pen.line(stroke, hue(0xC9FFF0), 1.1);
            }
        });
    }
}

/// A bite out of the cap.
fn draw_bite(pen: &mut Pen, lean: f32, top: Point) {
    let bite = Path::circle((26.0 + lean, top.1 - 8.0), 11.0);
    pen.body(bite.clone(), rgb(0xEFE3CC));
    let stroke = curve!(
        17.0 + lean, top.1 - 14.0; 15.0 + lean, top.1 - 6.0; 19.0 + lean, top.1 + 1.0
    );
    pen.line(stroke, rgb(0x8A6A4A), 1.4);
}

/// A cloud of spores.
fn draw_spores(pen: &mut Pen, lean: f32, top: Point) {
    for i in 0..26_u32 {
        let x = lean + (i * 37 % 83) as f32 - 41.0 + (i as f32) * 0.9;
        let y = top.1 + 8.0 + (i * 29 % 43) as f32;
        pen.flat(Path::circle((x, y), 1.5), rgb(0x5A4630).alpha(0.8));
        pen.flat(Path::circle((x + 4.0, y - 18.0), 1.2), rgb(0xF0E3C8));
    }
    for x in [-30.0, 0.0, 30.0] {
        let plume = points!(
            x + lean, top.1 + 6.0; x + lean + 10.0, top.1 + 22.0; x + lean + 4.0, top.1 + 36.0
        );
        pen.line(Path::curve(&plume), rgb(0xCDB892).alpha(0.5), 7.0);
    }
}

fn stem(pen: &mut Pen, color: Color, width: f32, top: Point) {
    let shape = tube!(
        0.0, -3.0, width * 1.3; top.0 * 0.4, top.1 * 0.5, width; top.0, top.1, width * 0.85
    );
    pen.body(shape, color);
}

/// A toadstool with gills and spots.
fn draw_agaric(pen: &mut Pen, figure: &Figure, growth: &Growth) {
    let top = growth.top();
    let hue = |code: u32| growth.hue(figure, code);
    stem(pen, hue(0xF6F0E2), if growth.is_button { 10.0 } else { 6.5 }, top);
    for (y, w) in [(-7.0, 10.0), (-12.0, 9.0)] {
        pen.detail(curve!(-w, y; 0.0, y + 3.0; w, y), hue(0xCDBF9F), 1.2);
    }
    if !growth.is_button {
        let shape = smooth!(
            top.0 * 0.7 - 11.0, top.1 * 0.62 + 6.0; top.0 * 0.8, top.1 * 0.74;
            top.0 * 0.7 + 11.0, top.1 * 0.62 + 6.0; top.0 * 0.7, top.1 * 0.62 + 3.0
        );
        pen.body(shape, hue(0xF2EAD8));
    }
    let (w, h) = if growth.is_button { (20.0, 25.0) } else { (43.0, 31.0) };
    let tilt = if growth.is_old { -14.0 } else { 0.0 };
    pen.within(Affine::translate(top.0, top.1).rotated(tilt), |pen| {
        if !growth.is_button {
            let gills = Path::ellipse((0.0, 1.0), w * 0.94, 6.5);
            pen.marked(&gills, hue(0xEFE3C8), |pen| {
                for i in 0..13 {
                    let x = -w + i as f32 * w / 6.0;
                    pen.detail(polyline!(x * 0.3, -3.0; x, 8.0), hue(0xB7A47E), 0.8);
                }
            });
        }
        let cap = smooth!(
            -w, 1.0; -w * 0.94, -h * 0.34; -w * 0.55, -h * 0.84; 0.0, -h; w * 0.55, -h * 0.84;
            w * 0.94, -h * 0.34; w, 1.0; w * 0.5, -2.5; 0.0, -3.5; -w * 0.5, -2.5
        );
        pen.marked(&cap, hue(0xD42A1C), |pen| {
            let patch = Path::ellipse((-w * 0.42, -h * 0.72), w * 0.24, h * 0.12);
            pen.flat(patch, rgb(0xFFFFFF).alpha(0.45));
            for (x, y, r) in points!(
                -0.62, -0.22, 4.2; -0.3, -0.52, 4.6; 0.06, -0.78, 3.8;
                0.1, -0.30, 5.0; 0.46, -0.58, 4.2; 0.66, -0.2, 3.8; -0.12, -0.12, 3.2;
                0.36, -0.1, 2.8; -0.52, -0.66, 3.0; -0.86, -0.12, 2.6
            ) {
                let r = r * if growth.is_button { 0.72 } else { 1.0 };
                pen.flat(Path::ellipse((x * w, y * h), r, r * 0.84), hue(0xF9F4E8));
            }
        });
    });
}
