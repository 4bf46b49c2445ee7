//! Branches, leaves, hands, nests and webs: what is before and behind the organism.

use super::{
    backdrop::flora,
    color::rgb,
    geometry::{Path, Point, plus, polar},
    pen::Pen,
    tone::Depth,
};
use crate::{LifeStage, Scene, Season};

pub(super) fn draw_branch(pen: &mut Pen, scene: &Scene, at: Point, k: f32) {
    let (x, y) = at;
    let wood = rgb(0x6E543E);
    let w = 2.3 * k;
    let branch = Path::tube(&[
        (x - 62.0, y + 13.0, w * 1.5),
        (x - 30.0, y + 5.0, w * 1.3),
        (x, y + w, w),
        (x + 26.0, y + 1.0, w * 0.8),
        (x + 54.0, y - 6.0, w * 0.5),
    ]);
    pen.line(
        Path::curve(&[(x + 16.0, y + 2.0), (x + 28.0, y + 9.0), (x + 42.0, y + 11.0)]),
        wood,
        1.5 * k,
    );
    pen.line(
        Path::curve(&[(x - 32.0, y + 4.0), (x - 38.0, y - 6.0), (x - 37.0, y - 15.0)]),
        wood,
        1.5 * k,
    );
    pen.body(branch, wood);
    let flora = flora(scene.season);
    let is_bare = scene.season == Some(Season::Winter);
    let places = [
        (-37.0, -14.0, 112.0),
        (-37.0, -6.0, 160.0),
        (40.0, 11.0, -24.0),
        (30.0, 10.0, -80.0),
        (34.0, 0.0, 52.0),
        (46.0, -4.0, 30.0),
        (-22.0, 5.0, -70.0),
    ];
    for (dx, dy, degrees) in places {
        let from = (x + dx, y + dy);
        if is_bare {
            pen.line(Path::polyline(&[from, plus(from, polar(5.0, degrees))]), wood, 0.8);
        } else {
            let to = plus(from, polar(8.5 * k, degrees));
            pen.body(Path::blade(from, to, 4.2 * k, 0.45), flora.leaf);
            pen.detail(Path::polyline(&[from, to]), flora.leaf.darker(0.4), 0.3);
        }
    }
    if is_bare {
        pen.line(
            Path::curve(&[(x - 44.0, y + 6.0), (x - 20.0, y + 1.6), (x - 9.0, y - 0.2)]),
            rgb(0xFAFCFD),
            1.6 * k,
        );
        pen.line(
            Path::curve(&[(x + 15.0, y - 0.4), (x + 30.0, y - 1.0), (x + 46.0, y - 5.0)]),
            rgb(0xFAFCFD),
            1.3 * k,
        );
    }
    if scene.season == Some(Season::Spring) {
        for (dx, dy) in [(-35.0, -12.0), (44.0, -5.0), (36.0, 10.0)] {
            for turn in [18.0, 90.0, 162.0, 234.0, 306.0] {
                pen.flat(
                    Path::circle(plus((x + dx, y + dy), polar(1.5, turn)), 1.25),
                    rgb(0xFBE6EC),
                );
            }
            pen.flat(Path::circle((x + dx, y + dy), 0.9), rgb(0xE6B84A));
        }
    }
}

pub(super) fn draw_leaf(pen: &mut Pen, scene: &Scene, at: Point, k: f32) {
    let (x, y) = at;
    let color = flora(scene.season).leaf.mix(rgb(0x6FA84A), 0.3);
    pen.line(
        Path::curve(&[(x - 36.0, y + 5.0), (x - 48.0, y + 14.0), (x - 53.0, y + 30.0)]),
        color.darker(0.3),
        2.0,
    );
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
    pen.body(leaf.clone(), color);
    pen.clipped(&leaf, |pen| {
        pen.line(
            Path::curve(&[(x - 38.0 * k, y + 4.0), (x, y + 4.0), (x + 44.0 * k, y + 7.0)]),
            color.lighter(0.42),
            0.9,
        );
        for dx in [-24.0, -12.0, 0.0, 12.0, 24.0] {
            let from = (x + dx * k, y + 4.4);
            pen.line(Path::polyline(&[from, (from.0 + 9.0, y - 4.0)]), color.lighter(0.3), 0.5);
            pen.line(Path::polyline(&[from, (from.0 + 8.0, y + 14.0)]), color.lighter(0.3), 0.5);
        }
    });
    let is_gnawed =
        scene.behaviour == crate::Behaviour::Feeding || scene.life_stage == LifeStage::Larva;
    if is_gnawed {
        for (dx, dy, r) in [(33.0, -1.5, 3.8), (38.0, 2.0, 3.0), (27.0, -3.0, 3.0)] {
            pen.flat(Path::circle((x + dx * k, y + dy), r), color.darker(0.78));
        }
    }
}

/// An open palm from below.
pub(super) fn draw_hand(pen: &mut Pen, at: Point, k: f32) {
    let (x, y) = at;
    let skin = rgb(0xD9A07A);
    let sleeve = Path::polygon(&[
        (x - 22.0 * k, y + 20.0 * k),
        (x + 10.0 * k, y + 22.0 * k),
        (x + 6.0, 106.0),
        (x - 34.0, 106.0),
    ]);
    let finger = |pen: &mut Pen, points: &[(f32, f32, f32)]| pen.body(Path::tube(points), skin);
    finger(
        pen,
        &[
            (x + 2.0, y + 9.0 * k, 4.6 * k),
            (x + 20.0 * k, y + 5.0 * k, 3.9 * k),
            (x + 40.0 * k, y - 2.0 * k, 2.9 * k),
        ],
    );
    finger(
        pen,
        &[
            (x + 2.0, y + 11.0 * k, 4.6 * k),
            (x + 22.0 * k, y + 8.5 * k, 3.9 * k),
            (x + 44.0 * k, y + 3.0 * k, 2.9 * k),
        ],
    );
    finger(
        pen,
        &[
            (x, y + 14.0 * k, 4.6 * k),
            (x + 21.0 * k, y + 13.0 * k, 3.8 * k),
            (x + 41.0 * k, y + 9.0 * k, 2.8 * k),
        ],
    );
    finger(
        pen,
        &[
            (x - 2.0, y + 17.0 * k, 4.2 * k),
            (x + 17.0 * k, y + 17.5 * k, 3.4 * k),
            (x + 33.0 * k, y + 15.0 * k, 2.5 * k),
        ],
    );
    let palm = Path::smooth(&[
        (x - 28.0 * k, y + 6.0 * k),
        (x - 14.0 * k, y - 0.5),
        (x + 10.0 * k, y + 1.0),
        (x + 17.0 * k, y + 9.0 * k),
        (x + 10.0 * k, y + 22.0 * k),
        (x - 12.0 * k, y + 27.0 * k),
        (x - 27.0 * k, y + 22.0 * k),
    ]);
    pen.body(palm, skin);
    finger(
        pen,
        &[
            (x - 24.0 * k, y + 13.0 * k, 5.2 * k),
            (x - 33.0 * k, y + 3.0 * k, 4.2 * k),
            (x - 36.0 * k, y - 9.0 * k, 3.0 * k),
        ],
    );
    pen.detail(
        Path::curve(&[(x - 17.0 * k, y + 4.0), (x - 4.0, y + 11.0 * k), (x - 9.0, y + 20.0 * k)]),
        skin.darker(0.35),
        0.6,
    );
    for (dx, dy) in [(40.5, -2.4), (44.5, 2.6), (41.5, 8.8)] {
        pen.flat(Path::ellipse((x + dx * k, y + dy * k), 1.7, 1.2), rgb(0xF3D0BA));
    }
    pen.body(sleeve, rgb(0x5E7464));
}

/// The far rim and the hollow.
pub(super) fn draw_nest_back(pen: &mut Pen, at: Point, k: f32) {
    let (x, y) = at;
    let w = 31.0 * k;
    pen.body(Path::ellipse((x, y - 3.0), w, 8.5), rgb(0x6A4E34));
    pen.flat(Path::ellipse((x, y - 2.2), w * 0.84, 6.2), rgb(0x3A2A1E));
}

/// The near wall, woven of twigs.
pub(super) fn draw_nest_front(pen: &mut Pen, at: Point, k: f32) {
    let (x, y) = at;
    let w = 31.0 * k;
    pen.at_depth(Depth::Stage, |pen| {
        let wall = Path::smooth(&[
            (x - w, y - 3.5),
            (x - w, y - 3.5),
            (x - w * 0.5, y + 1.6),
            (x, y + 2.8),
            (x + w * 0.5, y + 1.6),
            (x + w, y - 3.5),
            (x + w, y - 3.5),
            (x + w * 0.82, y + 9.0),
            (x + w * 0.36, y + 15.0),
            (x - w * 0.36, y + 15.0),
            (x - w * 0.82, y + 9.0),
        ]);
        pen.body(wall.clone(), rgb(0x8C6A44));
        pen.clipped(&wall, |pen| {
            for i in 0..26_u32 {
                let dx = -w + (i * 37 % 61) as f32 * w / 30.0;
                let dy = -3.0 + (i * 17 % 19) as f32;
                let tilt = (i % 5) as f32 * 1.6 - 3.2;
                let color = rgb([0x5E452C, 0xB08C5A, 0x74583A][i as usize % 3]);
                pen.line(
                    Path::curve(&[
                        (x + dx - 8.0, y + dy - tilt),
                        (x + dx, y + dy + 1.0),
                        (x + dx + 8.0, y + dy + tilt),
                    ]),
                    color,
                    0.8,
                );
            }
        });
        for (dx, dy, ex, ey) in [
            (-0.9, 1.0, -1.2, -4.0),
            (0.85, 2.0, 1.2, -2.0),
            (-0.6, 11.0, -1.0, 16.0),
            (0.5, 12.0, 0.9, 17.0),
        ] {
            pen.line(
                Path::polyline(&[(x + dx * w, y + dy), (x + ex * w, y + ey)]),
                rgb(0x74583A),
                0.8,
            );
        }
    });
}

/// An orb web; unfinished where it is being spun.
pub(super) fn draw_web(pen: &mut Pen, center: Point, is_unfinished: bool) {
    let silk = rgb(0xFDFCF6);
    let mut threads = Path::default();
    for i in 0..14 {
        threads = threads.and(Path::polyline(&[
            center,
            plus(center, polar(58.0, i as f32 * 360.0 / 14.0 + 7.0)),
        ]));
    }
    let n = if is_unfinished { 4 } else { 9 };
    for ring in 1..=n {
        let reach = 5.0 + ring as f32 * 4.6;
        let last = if is_unfinished && ring == n { 7 } else { 14 };
        let points: Vec<Point> = (0..=last)
            .map(|i| {
                plus(
                    center,
                    polar(
                        reach * (0.97 + 0.05 * ((i + ring) % 2) as f32),
                        i as f32 * 360.0 / 14.0 + 7.0,
                    ),
                )
            })
            .collect();
        threads = threads.and(Path::polyline(&points));
    }
    pen.line(threads.clone(), rgb(0x2A3038).alpha(0.35), 0.75);
    pen.line(threads, silk.alpha(0.9), 0.36);
}
