//! Country above the water, layer behind layer.

use super::{
    Style,
    backdrop::{Flora, flora, ground_color},
    color::{Color, rgb},
    geometry::{Path, Point},
    pen::Pen,
    tone::Depth,
};
use crate::fieldbook::{Habitat, Scene, Season, Substrate};

/// Where the ground begins.
pub(super) const HORIZON: f32 = 62.0;

pub(super) fn draw_land(pen: &mut Pen, scene: &Scene) {
    let flora = flora(scene.season);
    let shift = (scene.variation % 13) as f32 - 6.0;
    pen.at_depth(Depth::Far, |pen| match scene.habitat {
        Habitat::Woodland => woods(pen, scene, flora, shift),
        Habitat::ConiferForest => conifers(pen, scene, flora, shift),
        Habitat::Rainforest => rainforest(pen, shift),
        Habitat::Wetland => reeds(pen, scene, flora, shift),
        Habitat::RockyShore | Habitat::Beach => sea(pen, scene, shift),
        Habitat::Desert => desert(pen, shift),
        Habitat::Mountain => mountains(pen, scene, flora, shift),
        Habitat::Tundra => tundra(pen, shift),
        Habitat::Garden => garden(pen, scene, flora, shift),
        Habitat::City => city(pen, scene, shift),
        Habitat::Farmland => farm(pen, scene, flora, shift),
        _ => hills(pen, flora, shift),
    });
    pen.at_depth(Depth::Stage, |pen| ground(pen, scene, flora, shift));
}

fn hill(pen: &mut Pen, points: &[Point], top: Color, bottom: Color) {
    let mut outline = vec![(-12.0, 100.0), (-12.0, 100.0)];
    outline.extend_from_slice(points);
    outline.extend([(108.0, 100.0), (108.0, 100.0)]);
    let path = Path::smooth(&outline);
    if pen.style == Style::Plate { pen.fade(path, top, bottom) } else { pen.flat(path, top) }
}

fn hills(pen: &mut Pen, flora: Flora, s: f32) {
    hill(
        pen,
        &[
            (-12.0, 50.0 + s * 0.3),
            (18.0, 43.0),
            (46.0, 50.0),
            (76.0, 42.0 + s * 0.3),
            (108.0, 50.0),
        ],
        flora.far.mix(rgb(0xBFD4DC), 0.42),
        flora.far,
    );
    hill(
        pen,
        &[(-12.0, 58.0), (26.0, 52.0 - s * 0.3), (58.0, 58.0), (108.0, 53.0)],
        flora.far,
        flora.ground,
    );
    for (x, y, r) in [(10.0 + s, 53.0, 4.5), (16.0 + s, 54.5, 3.4), (84.0 + s, 52.5, 4.2)] {
        pen.flat(Path::ellipse((x, y), r, r * 0.85), flora.leaf.darker(0.12));
    }
}

fn woods(pen: &mut Pen, scene: &Scene, flora: Flora, s: f32) {
    let is_bare = scene.season == Some(Season::Winter);
    pen.flat(Path::rectangle((-4.0, 26.0), (100.0, 70.0)), flora.far.lighter(0.28));
    for (x, w) in [(6.0, 2.0), (24.0, 1.6), (39.0, 1.3), (57.0, 1.5), (71.0, 1.8), (88.0, 1.4)] {
        pen.flat(
            Path::rectangle((x + s * 0.5 - w, -4.0), (x + s * 0.5 + w, 68.0)),
            rgb(0x8A7A68).mix(flora.far, 0.35),
        );
    }
    for (x, w) in [(1.0, 5.0), (80.0, 4.2), (94.0, 5.0)] {
        let x = x + s * 0.4;
        pen.flat(
            Path::polygon(&[
                (x - w * 0.8, -4.0),
                (x + w * 0.8, -4.0),
                (x + w, 60.0),
                (x + w * 1.7, 70.0),
                (x - w * 1.7, 70.0),
                (x - w, 60.0),
            ]),
            rgb(0x5E4C3C),
        );
        for y in [10.0, 24.0, 38.0, 52.0] {
            pen.detail(
                Path::polyline(&[(x - w * 0.4, y), (x - w * 0.2, y + 8.0)]),
                rgb(0x3E3026),
                0.6,
            );
        }
        if is_bare {
            for (dx, y) in [(12.0, 12.0), (-11.0, 22.0), (10.0, 30.0)] {
                pen.line(
                    Path::curve(&[(x, y + 8.0), (x + dx * 0.5, y + 3.0), (x + dx, y - 6.0)]),
                    rgb(0x5E4C3C),
                    1.2,
                );
            }
        }
    }
    if !is_bare {
        for (i, (x, y, r)) in [
            (-2.0, 6.0, 15.0),
            (20.0, 1.0, 13.0),
            (42.0, -3.0, 12.0),
            (64.0, 0.0, 13.0),
            (88.0, 5.0, 16.0),
            (8.0, 17.0, 8.0),
            (92.0, 21.0, 8.0),
        ]
        .into_iter()
        .enumerate()
        {
            pen.flat(foliage((x + s, y), r), flora.leaf.darker(0.08 * (i % 3) as f32));
        }
    }
}

fn foliage(center: Point, r: f32) -> Path {
    let mut points = Vec::new();
    for i in 0..8 {
        for (turn, reach) in [(0.0, 1.12), (22.0, 0.94)] {
            let p = super::geometry::polar(r * reach, i as f32 * 45.0 + turn);
            points.push((center.0 + p.0 * 1.25, center.1 + p.1));
        }
    }
    Path::smooth(&points)
}

fn conifers(pen: &mut Pen, scene: &Scene, flora: Flora, s: f32) {
    let has_snow = scene.season == Some(Season::Winter);
    hill(
        pen,
        &[(-12.0, 44.0), (30.0, 38.0), (70.0, 45.0), (108.0, 38.0)],
        rgb(0x8FA9A4).mix(flora.far, 0.4),
        flora.far,
    );
    let needle = rgb(0x3A5E4C).mix(flora.leaf, 0.14);
    for (i, (x, h)) in [
        (12.0, 30.0),
        (30.0, 24.0),
        (46.0, 27.0),
        (63.0, 23.0),
        (78.0, 30.0),
        (22.0, 38.0),
        (90.0, 46.0),
        (3.0, 50.0),
    ]
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
            tiers = tiers.and(Path::polygon(&[
                (x, top),
                (x + w, top + h * 0.36),
                (x, top + h * 0.31),
                (x - w, top + h * 0.36),
            ]));
            snow = snow.and(Path::polygon(&[
                (x, top),
                (x + w * 0.45, top + h * 0.15),
                (x, top + h * 0.12),
                (x - w * 0.5, top + h * 0.17),
            ]));
        }
        pen.flat(tiers, color);
        if has_snow {
            pen.flat(snow, rgb(0xFAFCFD));
        }
    }
}

fn rainforest(pen: &mut Pen, s: f32) {
    pen.flat(Path::rectangle((-4.0, -4.0), (100.0, 72.0)), rgb(0x7FAE80).alpha(0.55));
    for (x, w) in [(16.0, 3.6), (70.0, 4.4), (40.0, 2.0)] {
        let x = x + s * 0.5;
        pen.flat(
            Path::polygon(&[
                (x - w, -4.0),
                (x + w, -4.0),
                (x + w, 56.0),
                (x + w * 2.8, 70.0),
                (x - w * 2.8, 70.0),
                (x - w, 56.0),
            ]),
            rgb(0x4E6450),
        );
    }
    for (x, sag) in [(28.0, 18.0), (56.0, 24.0), (84.0, 16.0)] {
        pen.line(Path::curve(&[(x - 16.0, -3.0), (x, sag), (x + 18.0, -3.0)]), rgb(0x3E5A38), 0.8);
    }
    let leaf = |pen: &mut Pen, from: Point, to: Point, w: f32, color: u32| {
        pen.flat(Path::blade(from, to, w, 0.45), rgb(color));
        pen.line(
            Path::polyline(&[from, super::geometry::between(from, to, 0.9)]),
            rgb(color).lighter(0.3),
            0.4,
        );
    };
    for (from, to, w, color) in [
        ((-4.0, 8.0), (26.0, 22.0), 11.0, 0x2E6E40),
        ((-4.0, 30.0), (18.0, 48.0), 9.0, 0x3E8448),
        ((100.0, 4.0), (72.0, 22.0), 12.0, 0x34783E),
        ((100.0, 26.0), (80.0, 46.0), 9.0, 0x2A6238),
        ((20.0, -4.0), (44.0, 8.0), 9.0, 0x458C4C),
        ((60.0, -4.0), (46.0, 12.0), 8.0, 0x2E6E40),
    ] {
        leaf(pen, from, to, w, color);
    }
}

fn reeds(pen: &mut Pen, scene: &Scene, flora: Flora, s: f32) {
    hill(
        pen,
        &[(-12.0, 48.0), (30.0, 45.0), (70.0, 48.0), (108.0, 44.0)],
        flora.far,
        flora.far.mix(flora.ground, 0.5),
    );
    let water = if scene.season == Some(Season::Winter) { rgb(0xB9CBD6) } else { rgb(0x86B2BE) };
    pen.fade(Path::rectangle((-4.0, 53.0), (100.0, 100.0)), water, water.darker(0.24));
    for (y, x) in [(57.0, 20.0), (61.0, 62.0), (66.0, 36.0), (59.0, 84.0)] {
        pen.line(Path::polyline(&[(x + s - 9.0, y), (x + s + 9.0, y)]), rgb(0xE6F1F2), 0.5);
    }
    let mut heads = Path::default();
    for shade in 0..2_u32 {
        let mut stems = Path::default();
        for i in (0..17_u32).filter(|i| i / 2 % 2 == shade) {
            let x = if i % 2 == 0 { -1.0 + i as f32 * 1.6 } else { 97.0 - i as f32 * 1.5 };
            let height = 26.0 + (i * 17 % 23) as f32;
            let top = (x + (i % 5) as f32 - 2.0, 66.0 - height);
            stems = stems.and(Path::curve(&[(x, 68.0), (x, 66.0 - height * 0.5), top]));
            if i % 4 == 1 {
                heads = heads.and(Path::ellipse((top.0, top.1 + 2.5), 1.3, 4.0));
            }
        }
        pen.line(stems, flora.grass.darker(0.18 * shade as f32), 0.9);
    }
    pen.flat(heads, rgb(0x5A3C26));
}

fn sea(pen: &mut Pen, scene: &Scene, s: f32) {
    pen.fade(Path::rectangle((-4.0, 44.0), (100.0, 100.0)), rgb(0x3E8CB4), rgb(0x8FCBD2));
    for (x, y, w) in [
        (16.0, 48.0, 8.0),
        (52.0, 50.0, 11.0),
        (82.0, 47.0, 7.0),
        (32.0, 55.0, 9.0),
        (70.0, 56.0, 12.0),
    ] {
        pen.line(
            Path::curve(&[(x + s - w, y), (x + s, y - 0.7), (x + s + w, y)]),
            rgb(0xE9F6F6),
            0.5,
        );
    }
    if scene.habitat == Habitat::RockyShore {
        let cliff = Path::smooth(&[
            (-8.0, 64.0),
            (-8.0, 20.0),
            (8.0, 24.0),
            (15.0, 34.0),
            (16.0, 43.0),
            (24.0, 49.0),
            (27.0, 64.0),
        ]);
        pen.flat(cliff, rgb(0x8A867C));
        for (x, y) in [(2.0, 32.0), (10.0, 40.0), (16.0, 52.0)] {
            pen.line(Path::polyline(&[(x, y), (x + 4.0, y + 9.0)]), rgb(0x6A665E), 0.8);
        }
        pen.flat(
            Path::smooth(&[(74.0, 58.0), (80.0, 46.0), (86.0, 43.0), (93.0, 50.0), (97.0, 58.0)]),
            rgb(0x7C786F),
        );
    } else {
        pen.flat(
            Path::smooth(&[(-10.0, 44.6), (4.0, 41.0), (22.0, 42.5), (30.0, 44.6)]),
            rgb(0x7F9A88),
        );
        pen.line(
            Path::curve(&[(-6.0, 61.0), (24.0, 63.0), (52.0, 60.5), (102.0, 63.0)]),
            rgb(0xFDFEFA),
            1.8,
        );
    }
}

fn desert(pen: &mut Pen, s: f32) {
    pen.flat(
        Path::polygon(&[(8.0 + s, 58.0), (12.0 + s, 40.0), (30.0 + s, 39.0), (36.0 + s, 58.0)]),
        rgb(0xC68A5E),
    );
    pen.flat(
        Path::polygon(&[(70.0 + s, 58.0), (73.0 + s, 46.0), (88.0 + s, 46.0), (92.0 + s, 58.0)]),
        rgb(0xD09A6A),
    );
    hill(
        pen,
        &[(-12.0, 56.0), (22.0, 50.0), (48.0, 58.0), (108.0, 52.0)],
        rgb(0xEBC283),
        rgb(0xD9A560),
    );
    hill(
        pen,
        &[(-12.0, 62.0), (30.0, 60.0), (66.0, 54.0 + s * 0.2), (84.0, 60.0), (108.0, 58.0)],
        rgb(0xE3B470),
        rgb(0xD9A560),
    );
}

fn mountains(pen: &mut Pen, scene: &Scene, flora: Flora, s: f32) {
    let peak = |pen: &mut Pen, x: f32, top: f32, w: f32, color: Color| {
        pen.flat(
            Path::polygon(&[
                (x - w, 64.0),
                (x - w * 0.4, (top + 64.0) * 0.48),
                (x, top),
                (x + w * 0.34, top + 15.0),
                (x + w, 64.0),
            ]),
            color,
        );
        pen.flat(
            Path::polygon(&[
                (x, top),
                (x + w * 0.34, top + 15.0),
                (x + w, 64.0),
                (x + w * 0.2, 64.0),
                (x + w * 0.08, top + 20.0),
            ]),
            color.darker(0.22),
        );
        pen.flat(
            Path::polygon(&[
                (x, top),
                (x + w * 0.22, top + 10.0),
                (x + w * 0.10, top + 9.0),
                (x + 1.0, top + 14.0),
                (x - w * 0.10, top + 9.0),
                (x - w * 0.22, top + 12.5),
            ]),
            rgb(0xFBFCFD),
        );
    };
    peak(pen, 22.0 + s, 20.0, 34.0, rgb(0x93A3B5));
    peak(pen, 72.0 + s, 12.0, 40.0, rgb(0x8797AB));
    peak(pen, 48.0 + s, 30.0, 26.0, rgb(0xA3B0BE));
    let tint = if scene.season == Some(Season::Winter) { rgb(0xE9EEF2) } else { flora.far };
    hill(pen, &[(-12.0, 56.0), (20.0, 52.0), (56.0, 58.0), (108.0, 51.0)], tint, flora.ground);
}

fn tundra(pen: &mut Pen, s: f32) {
    hill(
        pen,
        &[(-12.0, 52.0), (24.0, 46.0 + s * 0.2), (60.0, 51.0), (108.0, 46.0)],
        rgb(0xB9C6D2),
        rgb(0xA8B4BC),
    );
    pen.flat(
        Path::smooth(&[(10.0, 49.0), (24.0, 46.2 + s * 0.2), (36.0, 48.5), (26.0, 50.0)]),
        rgb(0xFBFCFD),
    );
    hill(pen, &[(-12.0, 58.0), (40.0, 55.0), (108.0, 57.0)], rgb(0xC4B990), rgb(0xB3A67E));
    for (x, y, w) in [(14.0, 60.0, 12.0), (60.0, 58.5, 15.0), (88.0, 61.0, 10.0)] {
        pen.flat(Path::ellipse((x + s, y), w, 1.6), rgb(0xF6F9FA));
    }
}

fn garden(pen: &mut Pen, scene: &Scene, flora: Flora, s: f32) {
    let is_winter = scene.season == Some(Season::Winter);
    pen.flat(
        Path::polygon(&[
            (58.0 + s, 58.0),
            (58.0 + s, 34.0),
            (72.0 + s, 23.0),
            (86.0 + s, 34.0),
            (86.0 + s, 58.0),
        ]),
        rgb(0xD9C4A6),
    );
    pen.flat(
        Path::polygon(&[
            (55.0 + s, 35.0),
            (72.0 + s, 21.0),
            (89.0 + s, 35.0),
            (86.0 + s, 37.0),
            (72.0 + s, 25.0),
            (58.0 + s, 37.0),
        ]),
        if is_winter { rgb(0xF4F7F9) } else { rgb(0xB0553A) },
    );
    for (x, y) in [(63.0, 40.0), (76.0, 40.0)] {
        pen.flat(Path::rectangle((x + s, y), (x + s + 5.5, y + 7.0)), rgb(0x7FA0B4));
        pen.line(Path::polyline(&[(x + s + 2.75, y), (x + s + 2.75, y + 7.0)]), rgb(0xF6F1E4), 0.7);
    }
    let hedge = if is_winter { rgb(0x8A9A8E) } else { flora.leaf.darker(0.16) };
    for (i, x) in [-2.0, 9.0, 20.0, 31.0, 42.0, 53.0, 92.0, 101.0].into_iter().enumerate() {
        pen.flat(
            foliage((x + s * 0.5, 57.0 - (i % 2) as f32 * 2.0), 8.0),
            hedge.darker(0.06 * (i % 3) as f32),
        );
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

fn city(pen: &mut Pen, scene: &Scene, s: f32) {
    let is_dark =
        matches!(scene.light, crate::fieldbook::Light::Night | crate::fieldbook::Light::Dusk);
    for (i, (x, w, top)) in [
        (-6.0, 15.0, 30.0),
        (10.0, 11.0, 18.0),
        (22.0, 14.0, 36.0),
        (37.0, 10.0, 24.0),
        (48.0, 15.0, 40.0),
        (64.0, 12.0, 15.0),
        (77.0, 11.0, 31.0),
        (89.0, 15.0, 22.0),
    ]
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
        if is_dark { pen.lit(windows, rgb(0xF6D27A)) } else { pen.flat(windows, rgb(0x6E7E8C)) }
    }
}

fn farm(pen: &mut Pen, scene: &Scene, flora: Flora, s: f32) {
    hill(pen, &[(-12.0, 51.0), (30.0, 47.0), (66.0, 51.0), (108.0, 46.0)], flora.far, flora.far);
    let (x, y) = (74.0 + s, 50.0);
    pen.flat(
        Path::polygon(&[
            (x - 9.0, y + 5.0),
            (x - 9.0, y - 5.0),
            (x - 5.0, y - 11.0),
            (x, y - 13.0),
            (x + 5.0, y - 11.0),
            (x + 9.0, y - 5.0),
            (x + 9.0, y + 5.0),
        ]),
        rgb(0xA8442E),
    );
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
        pen.flat(
            Path::polygon(&[
                (47.6 + (foot - 48.0) * 0.12, 54.0),
                (48.6 + (foot - 48.0) * 0.12, 54.0),
                (foot + 8.0, 100.0),
                (foot, 100.0),
            ]),
            two,
        );
    }
    if matches!(scene.season, Some(Season::Summer | Season::Autumn)) {
        for (x, y, r) in [(16.0, 57.0, 4.0), (30.0, 55.0, 2.8)] {
            pen.flat(Path::ellipse((x + s, y), r * 1.2, r), rgb(0xD9AE52));
            pen.line(Path::circle((x + s, y), r * 0.5), rgb(0xA87E30), 0.5);
        }
    }
}

/// The ground nearest to the viewer, with what grows or lies on it.
fn ground(pen: &mut Pen, scene: &Scene, flora: Flora, s: f32) {
    let color = ground_color(scene);
    let is_snowy = scene.season == Some(Season::Winter) || scene.substrate == Substrate::Snow;
    if scene.substrate == Substrate::Water {
        return;
    }
    hill(
        pen,
        &[
            (-12.0, HORIZON + 2.0),
            (24.0, HORIZON + 0.5 + s * 0.1),
            (60.0, HORIZON + 2.5),
            (108.0, HORIZON),
        ],
        color.lighter(0.12),
        color.darker(0.24),
    );
    let mut marks = Path::default();
    let mut leaves = Path::default();
    for i in 0..26_u32 {
        let x = ((i * 43 + scene.variation % 29) % 97) as f32;
        let y = HORIZON + 5.0 + (i * 29 % 31) as f32;
        let h = 2.5 + (i % 4) as f32;
        let mark = match scene.habitat {
            _ if is_snowy && i % 4 == 0 => {
                Path::polyline(&[(x - 3.0, y), (x, y - 0.7), (x + 3.0, y)])
            }
            _ if is_snowy => Path::default(),
            Habitat::Beach | Habitat::Desert if i % 2 == 0 => Path::polyline(&[
                (x - 5.0, y),
                (x - 2.0, y - 0.8),
                (x + 2.0, y - 0.8),
                (x + 5.0, y),
            ]),
            Habitat::City if i % 5 == 0 => Path::polyline(&[(x - 12.0, y), (x + 12.0, y)]),
            Habitat::RockyShore if i % 3 == 0 => Path::polyline(&[(x - 3.0, y), (x + 3.0, y)]),
            Habitat::Woodland | Habitat::ConiferForest | Habitat::Rainforest if i % 2 == 0 => {
                leaves = leaves.and(Path::polygon(&[
                    (x, y),
                    (x + 1.5, y - 0.6),
                    (x + 3.0, y + 0.8),
                    (x + 1.5, y + 1.0),
                ]));
                Path::default()
            }
            Habitat::Beach | Habitat::Desert | Habitat::City | Habitat::RockyShore => {
                Path::default()
            }
            Habitat::Woodland | Habitat::ConiferForest | Habitat::Rainforest => Path::default(),
            _ => Path::polyline(&[
                (x - 1.0, y - h * 0.8),
                (x, y),
                (x + 0.3, y - h),
                (x, y),
                (x + 1.6, y - h * 0.7),
            ]),
        };
        marks = marks.and(mark);
    }
    let (tint, width) = match scene.habitat {
        _ if is_snowy => (rgb(0xC6D2DE), 0.5),
        Habitat::Beach | Habitat::Desert | Habitat::City => (color.darker(0.26), 0.4),
        Habitat::RockyShore => (color.darker(0.24), 2.6),
        _ => (flora.grass, 0.55),
    };
    pen.line(marks, tint, width);
    pen.flat(leaves, flora.leaf.mix(rgb(0x6E4E2E), 0.35));
    let blooms = matches!(scene.habitat, Habitat::Meadow | Habitat::Mountain | Habitat::Wetland);
    if blooms && matches!(scene.season, Some(Season::Spring | Season::Summer)) {
        let tints = if scene.season == Some(Season::Spring) {
            [0xFBF3C8, 0xF4D2E0]
        } else {
            [0xE8C43A, 0xD8506A]
        };
        for (half, tint) in tints.into_iter().enumerate() {
            let dots = (0..6_u32).fold(Path::default(), |path, i| {
                let i = i * 2 + half as u32;
                let (x, y) = ((i * 41 % 95) as f32, HORIZON + 4.0 + (i * 17 % 29) as f32);
                path.and(Path::polygon(&[(x - 0.9, y), (x, y - 0.9), (x + 0.9, y), (x, y + 0.9)]))
            });
            pen.flat(dots, rgb(tint));
        }
    }
}
