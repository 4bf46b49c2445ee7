//! Woods, reeds and sea.

use super::{
    colors::Flora,
    shapes::{foliage, hill},
};
use crate::drawing::canvas::*;
use crate::{Habitat, Scene, Season};

pub(crate) fn woods(pen: &mut Pen, scene: &Scene, flora: Flora, s: f32) {
    let is_bare = scene.season == Some(Season::Winter);
    pen.flat(Path::rectangle((-4.0, 26.0), (100.0, 70.0)), flora.far.lighter(0.28));
    for (x, w) in [(6.0, 2.0), (24.0, 1.6), (39.0, 1.3), (57.0, 1.5), (71.0, 1.8), (88.0, 1.4)] {
        let patch = Path::rectangle((x + s * 0.5 - w, -4.0), (x + s * 0.5 + w, 68.0));
        pen.flat(patch, rgb(0x8A7A68).mix(flora.far, 0.35));
    }
    for (x, w) in [(1.0, 5.0), (80.0, 4.2), (94.0, 5.0)] {
        let x = x + s * 0.4;
        let patch = polygon!(
            x - w * 0.8, -4.0; x + w * 0.8, -4.0; x + w, 60.0;
            x + w * 1.7, 70.0; x - w * 1.7, 70.0; x - w, 60.0
        );
        pen.flat(patch, rgb(0x5E4C3C));
        for y in [10.0, 24.0, 38.0, 52.0] {
            pen.detail(polyline!(x - w * 0.4, y; x - w * 0.2, y + 8.0), rgb(0x3E3026), 0.6);
        }
        if is_bare {
            for (dx, y) in [(12.0, 12.0), (-11.0, 22.0), (10.0, 30.0)] {
                let stroke = curve!(x, y + 8.0; x + dx * 0.5, y + 3.0; x + dx, y - 6.0);
                pen.line(stroke, rgb(0x5E4C3C), 1.2);
            }
        }
    }
    if !is_bare {
        for (i, (x, y, r)) in points!(
            -2.0, 6.0, 15.0; 20.0, 1.0, 13.0; 42.0, -3.0, 12.0;
            64.0, 0.0, 13.0; 88.0, 5.0, 16.0; 8.0, 17.0, 8.0; 92.0, 21.0, 8.0
        )
        .into_iter()
        .enumerate()
        {
            pen.flat(foliage((x + s, y), r), flora.leaf.darker(0.08 * (i % 3) as f32));
        }
    }
}

pub(crate) fn conifers(pen: &mut Pen, scene: &Scene, flora: Flora, s: f32) {
    let has_snow = scene.season == Some(Season::Winter);
    let ridge = points!(-12.0, 44.0; 30.0, 38.0; 70.0, 45.0; 108.0, 38.0);
    hill(pen, &ridge, rgb(0x8FA9A4).mix(flora.far, 0.4), flora.far);
    let needle = rgb(0x3A5E4C).mix(flora.leaf, 0.14);
    for (i, (x, h)) in points!(
        12.0, 30.0; 30.0, 24.0; 46.0, 27.0; 63.0, 23.0;
        78.0, 30.0; 22.0, 38.0; 90.0, 46.0; 3.0, 50.0
    )
    .into_iter()
    .enumerate()
    {
        let base = 60.0 + (i / 5) as f32 * 4.0;
        let color = if i < 5 { needle.mix(flora.far, 0.42) } else { needle };
        let x = x + s * 0.6;
        pen.flat(Path::rectangle((x - 0.9, base - 2.0), (x + 0.9, base + 4.0)), rgb(0x4A3828));
        let (mut tiers, mut snow) = (Path::default(), Path::default());
        for tier in 0..4 {
            let top = base - h + tier as f32 * h * 0.2;
            let w = h * (0.10 + 0.055 * tier as f32);
            tiers = tiers.and(polygon!(
                x, top; x + w, top + h * 0.36; x, top + h * 0.31; x - w, top + h * 0.36
            ));
            snow = snow.and(polygon!(
                x, top; x + w * 0.45, top + h * 0.15; x, top + h * 0.12; x - w * 0.5, top + h * 0.17
            ));
        }
        pen.flat(tiers, color);
        if has_snow {
            pen.flat(snow, rgb(0xFAFCFD));
        }
    }
}

pub(crate) fn rainforest(pen: &mut Pen, s: f32) {
    pen.flat(Path::rectangle((-4.0, -4.0), (100.0, 72.0)), rgb(0x7FAE80).alpha(0.55));
    for (x, w) in [(16.0, 3.6), (70.0, 4.4), (40.0, 2.0)] {
        let x = x + s * 0.5;
        let patch = polygon!(
            x - w, -4.0; x + w, -4.0; x + w, 56.0; x + w * 2.8, 70.0; x - w * 2.8, 70.0; x - w, 56.0
        );
        pen.flat(patch, rgb(0x4E6450));
    }
    for (x, sag) in [(28.0, 18.0), (56.0, 24.0), (84.0, 16.0)] {
        pen.line(curve!(x - 16.0, -3.0; x, sag; x + 18.0, -3.0), rgb(0x3E5A38), 0.8);
    }
    let leaf = |pen: &mut Pen, from: Point, to: Point, w: f32, color: u32| {
        pen.flat(Path::blade(from, to, w, 0.45), rgb(color));
        pen.line(polyline!(from; lerp(from, to, 0.9)), rgb(color).lighter(0.3), 0.4);
    };
    for (from, to, w, color) in points!(
        (-4.0, 8.0), (26.0, 22.0), 11.0, 0x2E6E40; (-4.0, 30.0), (18.0, 48.0), 9.0, 0x3E8448;
        (100.0, 4.0), (72.0, 22.0), 12.0, 0x34783E; (100.0, 26.0), (80.0, 46.0), 9.0, 0x2A6238;
        (20.0, -4.0), (44.0, 8.0), 9.0, 0x458C4C; (60.0, -4.0), (46.0, 12.0), 8.0, 0x2E6E40
    ) {
        leaf(pen, from, to, w, color);
    }
}

pub(crate) fn reeds(pen: &mut Pen, scene: &Scene, flora: Flora, s: f32) {
    let ridge = points!(-12.0, 48.0; 30.0, 45.0; 70.0, 48.0; 108.0, 44.0);
    hill(pen, &ridge, flora.far, flora.far.mix(flora.ground, 0.5));
    let water = if scene.season == Some(Season::Winter) { rgb(0xB9CBD6) } else { rgb(0x86B2BE) };
    pen.fade(Path::rectangle((-4.0, 53.0), (100.0, 100.0)), water, water.darker(0.24));
    for (y, x) in [(57.0, 20.0), (61.0, 62.0), (66.0, 36.0), (59.0, 84.0)] {
        pen.line(polyline!(x + s - 9.0, y; x + s + 9.0, y), rgb(0xE6F1F2), 0.5);
    }
    let mut heads = Path::default();
    for shade in 0..2_u32 {
        let mut stems = Path::default();
        for i in (0..17_u32).filter(|i| i / 2 % 2 == shade) {
            let x = if i % 2 == 0 { -1.0 + i as f32 * 1.6 } else { 97.0 - i as f32 * 1.5 };
            let height = 26.0 + (i * 17 % 23) as f32;
            let top = (x + (i % 5) as f32 - 2.0, 66.0 - height);
            stems = stems.and(curve!(x, 68.0; x, 66.0 - height * 0.5; top));
            if i % 4 == 1 {
                heads = heads.and(Path::ellipse((top.0, top.1 + 2.5), 1.3, 4.0));
            }
        }
        pen.line(stems, flora.grass.darker(0.18 * shade as f32), 0.9);
    }
    pen.flat(heads, rgb(0x5A3C26));
}

pub(crate) fn sea(pen: &mut Pen, scene: &Scene, s: f32) {
    pen.fade(Path::rectangle((-4.0, 44.0), (100.0, 100.0)), rgb(0x3E8CB4), rgb(0x8FCBD2));
    for (x, y, w) in points!(
        16.0, 48.0, 8.0; 52.0, 50.0, 11.0; 82.0, 47.0, 7.0; 32.0, 55.0, 9.0; 70.0, 56.0, 12.0
    ) {
        pen.line(curve!(x + s - w, y; x + s, y - 0.7; x + s + w, y), rgb(0xE9F6F6), 0.5);
    }
    if scene.habitat == Habitat::RockyShore {
        let cliff = smooth!(
            -8.0, 64.0; -8.0, 20.0; 8.0, 24.0; 15.0, 34.0; 16.0, 43.0; 24.0, 49.0; 27.0, 64.0
        );
        pen.flat(cliff, rgb(0x8A867C));
        for (x, y) in [(2.0, 32.0), (10.0, 40.0), (16.0, 52.0)] {
            pen.line(polyline!(x, y; x + 4.0, y + 9.0), rgb(0x6A665E), 0.8);
        }
        let patch = smooth!(74.0, 58.0; 80.0, 46.0; 86.0, 43.0; 93.0, 50.0; 97.0, 58.0);
        pen.flat(patch, rgb(0x7C786F));
    } else {
        pen.flat(smooth!(-10.0, 44.6; 4.0, 41.0; 22.0, 42.5; 30.0, 44.6), rgb(0x7F9A88));
        pen.line(curve!(-6.0, 61.0; 24.0, 63.0; 52.0, 60.5; 102.0, 63.0), rgb(0xFDFEFA), 1.8);
    }
}
