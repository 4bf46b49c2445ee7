//! Open landscapes, gardens, cities and farmland.

use super::{
    colors::Flora,
    shapes::{foliage, hill},
};
use crate::drawing::canvas::*;
use crate::{Light, Scene, Season};

pub(crate) fn hills(pen: &mut Pen, flora: Flora, s: f32) {
    let ridge = points!(
        -12.0, 50.0 + s * 0.3; 18.0, 43.0; 46.0, 50.0; 76.0, 42.0 + s * 0.3; 108.0, 50.0
    );
    hill(pen, &ridge, flora.far.mix(rgb(0xBFD4DC), 0.42), flora.far);
    let ridge = points!(-12.0, 58.0; 26.0, 52.0 - s * 0.3; 58.0, 58.0; 108.0, 53.0);
    hill(pen, &ridge, flora.far, flora.ground);
    for (x, y, r) in [(10.0 + s, 53.0, 4.5), (16.0 + s, 54.5, 3.4), (84.0 + s, 52.5, 4.2)] {
        pen.flat(Path::ellipse((x, y), r, r * 0.85), flora.leaf.darker(0.12));
    }
}

pub(crate) fn desert(pen: &mut Pen, s: f32) {
    let patch = polygon!(8.0 + s, 58.0; 12.0 + s, 40.0; 30.0 + s, 39.0; 36.0 + s, 58.0);
    pen.flat(patch, rgb(0xC68A5E));
    let patch = polygon!(70.0 + s, 58.0; 73.0 + s, 46.0; 88.0 + s, 46.0; 92.0 + s, 58.0);
    pen.flat(patch, rgb(0xD09A6A));
    let ridge = points!(-12.0, 56.0; 22.0, 50.0; 48.0, 58.0; 108.0, 52.0);
    hill(pen, &ridge, rgb(0xEBC283), rgb(0xD9A560));
    let ridge = points!(-12.0, 62.0; 30.0, 60.0; 66.0, 54.0 + s * 0.2; 84.0, 60.0; 108.0, 58.0);
    hill(pen, &ridge, rgb(0xE3B470), rgb(0xD9A560));
}

pub(crate) fn mountains(pen: &mut Pen, scene: &Scene, flora: Flora, s: f32) {
    let peak = |pen: &mut Pen, x: f32, top: f32, w: f32, color: Color| {
        let patch = polygon!(
            x - w, 64.0; x - w * 0.4, (top + 64.0) * 0.48;
            x, top; x + w * 0.34, top + 15.0; x + w, 64.0
        );
        pen.flat(patch, color);
        let patch = polygon!(
            x, top; x + w * 0.34, top + 15.0; x + w, 64.0;
            x + w * 0.2, 64.0; x + w * 0.08, top + 20.0
        );
        pen.flat(patch, color.darker(0.22));
        let patch = polygon!(
            x, top; x + w * 0.22, top + 10.0; x + w * 0.10, top + 9.0;
            x + 1.0, top + 14.0; x - w * 0.10, top + 9.0; x - w * 0.22, top + 12.5
        );
        pen.flat(patch, rgb(0xFBFCFD));
    };
    peak(pen, 22.0 + s, 20.0, 34.0, rgb(0x93A3B5));
    peak(pen, 72.0 + s, 12.0, 40.0, rgb(0x8797AB));
    peak(pen, 48.0 + s, 30.0, 26.0, rgb(0xA3B0BE));
    let tint = if scene.season == Some(Season::Winter) { rgb(0xE9EEF2) } else { flora.far };
    hill(pen, &[(-12.0, 56.0), (20.0, 52.0), (56.0, 58.0), (108.0, 51.0)], tint, flora.ground);
}

pub(crate) fn tundra(pen: &mut Pen, s: f32) {
    let ridge = points!(-12.0, 52.0; 24.0, 46.0 + s * 0.2; 60.0, 51.0; 108.0, 46.0);
    hill(pen, &ridge, rgb(0xB9C6D2), rgb(0xA8B4BC));
    pen.flat(smooth!(10.0, 49.0; 24.0, 46.2 + s * 0.2; 36.0, 48.5; 26.0, 50.0), rgb(0xFBFCFD));
    hill(pen, &[(-12.0, 58.0), (40.0, 55.0), (108.0, 57.0)], rgb(0xC4B990), rgb(0xB3A67E));
    for (x, y, w) in [(14.0, 60.0, 12.0), (60.0, 58.5, 15.0), (88.0, 61.0, 10.0)] {
        pen.flat(Path::ellipse((x + s, y), w, 1.6), rgb(0xF6F9FA));
    }
}

pub(crate) fn garden(pen: &mut Pen, scene: &Scene, flora: Flora, s: f32) {
    let is_winter = scene.season == Some(Season::Winter);
    let patch = polygon!(
        58.0 + s, 58.0; 58.0 + s, 34.0; 72.0 + s, 23.0; 86.0 + s, 34.0; 86.0 + s, 58.0
    );
    pen.flat(patch, rgb(0xD9C4A6));
    let patch = polygon!(
        55.0 + s, 35.0; 72.0 + s, 21.0; 89.0 + s, 35.0;
        86.0 + s, 37.0; 72.0 + s, 25.0; 58.0 + s, 37.0
    );
    pen.flat(patch, if is_winter { rgb(0xF4F7F9) } else { rgb(0xB0553A) });
    for (x, y) in [(63.0, 40.0), (76.0, 40.0)] {
        pen.flat(Path::rectangle((x + s, y), (x + s + 5.5, y + 7.0)), rgb(0x7FA0B4));
        pen.line(polyline!(x + s + 2.75, y; x + s + 2.75, y + 7.0), rgb(0xF6F1E4), 0.7);
    }
    let hedge = if is_winter { rgb(0x8A9A8E) } else { flora.leaf.darker(0.16) };
    for (i, x) in [-2.0, 9.0, 20.0, 31.0, 42.0, 53.0, 92.0, 101.0].into_iter().enumerate() {
        let patch = foliage((x + s * 0.5, 57.0 - (i % 2) as f32 * 2.0), 8.0);
        pen.flat(patch, hedge.darker(0.06 * (i % 3) as f32));
    }
    if matches!(scene.season, Some(Season::Spring | Season::Summer)) {
        let tints = if scene.season == Some(Season::Spring) {
            [0xF2C4D0, 0xFBF0C0, 0xE6D0F2]
        } else {
            [0xE0566A, 0xF2B03A, 0xF9F1E6]
        };
        for i in 0..16_u32 {
            let at = ((i * 31 % 57) as f32 + s, 51.0 + (i * 7 % 11) as f32);
            pen.flat(Path::circle(at, 1.1), rgb(tints[i as usize % 3]));
        }
    }
}

pub(crate) fn city(pen: &mut Pen, scene: &Scene, s: f32) {
    let is_dark = matches!(scene.light, Light::Night | Light::Dusk);
    for (i, (x, w, top)) in points!(
        -6.0, 15.0, 30.0; 10.0, 11.0, 18.0; 22.0, 14.0, 36.0; 37.0, 10.0, 24.0;
        48.0, 15.0, 40.0; 64.0, 12.0, 15.0; 77.0, 11.0, 31.0; 89.0, 15.0, 22.0
    )
    .into_iter()
    .enumerate()
    {
        let x = x + s * 0.4;
        let color = rgb([0xA39C98, 0xB5A392, 0x97938F, 0xC0AF9E][i % 4]);
        pen.flat(Path::rectangle((x, top), (x + w, 66.0)), color);
        let mut windows = Path::default();
        for row in 0..6 {
            for column in 0..3 {
                let (wx, wy) = (x + 1.8 + column as f32 * w * 0.3, top + 3.0 + row as f32 * 5.0);
                if wy < 56.0 && (i + row * 2 + column) % 4 != 0 {
                    windows = windows.and(Path::rectangle((wx, wy), (wx + w * 0.17, wy + 2.6)));
                }
            }
        }
        if is_dark { pen.unlit(windows, rgb(0xF6D27A)) } else { pen.flat(windows, rgb(0x6E7E8C)) }
    }
}

pub(crate) fn farm(pen: &mut Pen, scene: &Scene, flora: Flora, s: f32) {
    hill(pen, &[(-12.0, 51.0), (30.0, 47.0), (66.0, 51.0), (108.0, 46.0)], flora.far, flora.far);
    let (x, y) = (74.0 + s, 50.0);
    let patch = polygon!(
        x - 9.0, y + 5.0; x - 9.0, y - 5.0; x - 5.0, y - 11.0;
        x, y - 13.0; x + 5.0, y - 11.0; x + 9.0, y - 5.0; x + 9.0, y + 5.0
    );
    pen.flat(patch, rgb(0xA8442E));
    pen.flat(Path::rectangle((x - 3.0, y - 2.0), (x + 3.0, y + 5.0)), rgb(0xF0E6D2));
    let (one, two) = match scene.season {
        Some(Season::Winter) => (rgb(0xF1F4F6), rgb(0xCBB89E)),
        Some(Season::Spring) => (rgb(0xA8C966), rgb(0x8A6A44)),
        Some(Season::Autumn) => (rgb(0xB08A54), rgb(0x8A6440)),
        _ => (rgb(0xE6C464), rgb(0xCCA444)),
    };
    pen.flat(Path::rectangle((-4.0, 54.0), (100.0, 100.0)), one);
    for i in 0..11 {
        let foot = -60.0 + i as f32 * 21.0;
        let patch = polygon!(
            47.6 + (foot - 48.0) * 0.12, 54.0;
            48.6 + (foot - 48.0) * 0.12, 54.0; foot + 8.0, 100.0; foot, 100.0
        );
        pen.flat(patch, two);
    }
    if matches!(scene.season, Some(Season::Summer | Season::Autumn)) {
        for (x, y, r) in [(16.0, 57.0, 4.0), (30.0, 55.0, 2.8)] {
            pen.flat(Path::ellipse((x + s, y), r * 1.2, r), rgb(0xD9AE52));
            pen.line(Path::circle((x + s, y), r * 0.5), rgb(0xA87E30), 0.5);
        }
    }
}
