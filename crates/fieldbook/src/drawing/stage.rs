//! What the organism is on. `x`, `y` is where it touches, in page units.

use super::{
    color::rgb,
    geometry::{Path, Point},
    pen::Pen,
    stage_living::{draw_branch, draw_hand, draw_leaf, draw_nest_back, draw_web},
    tone::Depth,
    underwater::branching,
};
use crate::{Framing, Scene, Season, Substrate};

/// Soft shade where something stands.
pub(super) fn draw_shadow(pen: &mut Pen, at: Point, width: f32) {
    let shade = rgb(0x14141E);
    pen.lit(Path::ellipse((at.0, at.1 + 0.4), width, width * 0.13), shade.alpha(0.24));
    pen.lit(Path::ellipse((at.0, at.1 + 0.3), width * 0.66, width * 0.08), shade.alpha(0.24));
}

pub(super) fn draw_stage(pen: &mut Pen, scene: &Scene, at: Point) {
    let k = match scene.framing {
        Framing::Distant => 0.55,
        Framing::Whole => 1.0,
        Framing::CloseUp => 1.25,
    };
    let (x, y) = at;
    let has_snow = scene.season == Some(Season::Winter);
    pen.at_depth(Depth::Stage, |pen| match scene.substrate {
        Substrate::Ground => {
            let is_bare = scene.habitat.is_underwater();
            if !is_bare {
                draw_shadow(pen, at, 24.0 * k);
            }
        }
        Substrate::Sand => {
            let sand = rgb(0xE6CC94);
            pen.body(
                Path::smooth(&[
                    (x - 50.0, 100.0),
                    (x - 44.0, y + 4.0),
                    (x - 20.0, y - 0.5),
                    (x + 14.0, y - 1.5),
                    (x + 44.0, y + 4.0),
                    (x + 54.0, 100.0),
                ]),
                sand,
            );
            for (dy, w) in [(5.0, 20.0), (10.0, 28.0), (15.0, 24.0)] {
                pen.line(
                    Path::curve(&[
                        (x - w, y + dy),
                        (x - w * 0.3, y + dy - 1.2),
                        (x + w * 0.3, y + dy + 0.6),
                        (x + w, y + dy - 0.6),
                    ]),
                    sand.darker(0.24),
                    0.5,
                );
            }
            draw_shadow(pen, at, 22.0 * k);
        }
        Substrate::Snow => {
            pen.body(
                Path::smooth(&[
                    (x - 56.0, 100.0),
                    (x - 50.0, y + 5.0),
                    (x - 22.0, y),
                    (x + 14.0, y - 1.5),
                    (x + 46.0, y + 4.0),
                    (x + 58.0, 100.0),
                ]),
                rgb(0xFBFDFF),
            );
            for (dx, dy) in [(-26.0, 7.0), (18.0, 6.0), (-6.0, 12.0), (34.0, 11.0)] {
                pen.line(
                    Path::curve(&[
                        (x + dx - 7.0, y + dy),
                        (x + dx, y + dy - 1.4),
                        (x + dx + 7.0, y + dy),
                    ]),
                    rgb(0xBFD0E2),
                    0.7,
                );
            }
            draw_shadow(pen, at, 20.0 * k);
        }
        Substrate::Rock => {
            let w = 29.0 * k;
            let rock = Path::smooth(&[
                (x - w, y + 16.0),
                (x - w * 0.96, y + 6.0 * k),
                (x - w * 0.62, y + 0.6),
                (x - w * 0.2, y - 0.6),
                (x + w * 0.42, y - 0.4),
                (x + w * 0.86, y + 4.0 * k),
                (x + w * 1.06, y + 16.0),
                (x, y + 19.0),
            ]);
            pen.body(rock.clone(), rgb(0x8C8880));
            pen.clipped(&rock, |pen| {
                pen.flat(
                    Path::polygon(&[
                        (x - w * 0.2, y - 2.0),
                        (x + w * 0.42, y - 2.0),
                        (x + w * 0.2, y + 6.0),
                        (x - w * 0.34, y + 5.0),
                    ]),
                    rgb(0xACA79C),
                );
                pen.flat(
                    Path::polygon(&[
                        (x + w * 0.2, y + 6.0),
                        (x + w * 1.2, y + 3.0),
                        (x + w * 1.2, y + 22.0),
                        (x + w * 0.3, y + 22.0),
                    ]),
                    rgb(0x6C6962),
                );
                for (dx, dy, r) in [(-0.6, 6.0, 2.6), (-0.3, 9.5, 1.8), (0.62, 9.0, 2.2)] {
                    pen.flat(Path::ellipse((x + dx * w, y + dy), r, r * 0.6), rgb(0xB9BE8A));
                }
                pen.line(
                    Path::polyline(&[(x - w * 0.34, y + 5.0), (x - w * 0.5, y + 14.0)]),
                    rgb(0x5A5750),
                    0.6,
                );
            });
            draw_shadow(pen, (x, y + 0.4), 16.0 * k);
        }
        Substrate::Log => {
            let r = 6.5 * k;
            let log = Path::smooth(&[
                (x - 37.0 * k, y),
                (x - 37.0 * k, y),
                (x, y - 0.8),
                (x + 35.0 * k, y + 0.4),
                (x + 35.0 * k, y + 0.4),
                (x + 39.0 * k, y + r),
                (x + 35.0 * k, y + r * 2.0),
                (x + 35.0 * k, y + r * 2.0),
                (x, y + r * 2.1),
                (x - 37.0 * k, y + r * 2.0),
                (x - 37.0 * k, y + r * 2.0),
            ]);
            draw_shadow(pen, (x, y + r * 2.05), 36.0 * k);
            pen.body(log.clone(), rgb(0x755A42));
            pen.clipped(&log, |pen| {
                for (dx, dy) in [(-24.0, 0.5), (-6.0, 0.9), (10.0, 0.4), (20.0, 1.3), (-16.0, 1.5)]
                {
                    pen.line(
                        Path::polyline(&[
                            (x + dx * k, y + dy * r),
                            (x + (dx + 13.0) * k, y + dy * r + 0.6),
                        ]),
                        rgb(0x4C382A),
                        0.7,
                    );
                }
                pen.flat(Path::ellipse((x - 10.0 * k, y), 13.0 * k, 2.2 * k), rgb(0x7F9A4E));
                if has_snow {
                    pen.flat(Path::ellipse((x + 6.0, y - 0.4), 30.0 * k, 2.0), rgb(0xF9FBFC));
                }
            });
            pen.body(Path::ellipse((x - 37.0 * k, y + r), r * 0.55, r * 1.02), rgb(0xC9A678));
            for share in [0.66, 0.33] {
                pen.line(
                    Path::ellipse((x - 37.0 * k, y + r), r * 0.55 * share, r * share),
                    rgb(0x8C6A44),
                    0.5,
                );
            }
        }
        Substrate::Branch => draw_branch(pen, scene, at, k),
        Substrate::Leaf => draw_leaf(pen, scene, at, k),
        Substrate::Bark => {
            let w = 17.0 * k;
            let trunk = Path::polygon(&[
                (x - w, -4.0),
                (x + w, -4.0),
                (x + w * 1.08, 70.0),
                (x + w * 1.4, 100.0),
                (x - w * 1.4, 100.0),
                (x - w * 1.06, 70.0),
            ]);
            pen.body(trunk.clone(), rgb(0x7E6650));
            pen.clipped(&trunk, |pen| {
                for i in 0..17_u32 {
                    let dx = -w + (i * 29 % 37) as f32 * w / 18.0;
                    let top = (i * 41 % 89) as f32;
                    pen.line(
                        Path::curve(&[
                            (x + dx, top),
                            (x + dx + 1.4, top + 5.0),
                            (x + dx - 0.6, top + 11.0),
                        ]),
                        rgb(0x4E3C2E),
                        0.9,
                    );
                }
                for (dx, dy) in [(-9.0, 16.0), (8.0, 78.0), (-11.0, 60.0)] {
                    pen.flat(Path::ellipse((x + dx, dy), 3.6, 2.6), rgb(0xA8B48A));
                }
            });
        }
        Substrate::Wall => draw_wall(pen, at, has_snow),
        Substrate::FencePost => {
            let w = 6.2 * k;
            pen.body(
                Path::polygon(&[
                    (x - w, y),
                    (x + w, y - 0.5),
                    (x + w * 0.94, 100.0),
                    (x - w * 0.94, 100.0),
                ]),
                rgb(0x8C7860),
            );
            for dx in [-0.5, 0.1, 0.55] {
                pen.line(
                    Path::polyline(&[(x + dx * w, y + 2.0), (x + dx * w * 0.9, 99.0)]),
                    rgb(0x5E4E3C),
                    0.5,
                );
            }
            pen.body(Path::ellipse((x, y + 0.2), w * 1.02, 1.5), rgb(0xB39C7E));
            if has_snow {
                pen.flat(Path::ellipse((x, y - 0.2), w, 1.2), rgb(0xFBFCFD));
            }
        }
        Substrate::Hand => draw_hand(pen, at, k),
        Substrate::Nest => draw_nest_back(pen, at, k),
        Substrate::Web => draw_web(pen, (48.0, 45.0), false),
        Substrate::Coral => {
            for (dx, size, color) in
                [(-24.0, 20.0, 0xF0A08A), (24.0, 22.0, 0xF0A08A), (0.0, 0.0, 0)]
            {
                if size > 0.0 {
                    branching(pen, (x + dx * k, y + 17.0), size, rgb(color));
                }
            }
            let head = Path::smooth(&[
                (x - 25.0 * k, 100.0),
                (x - 24.0 * k, y + 7.0),
                (x - 10.0 * k, y - 0.6),
                (x + 10.0 * k, y - 0.6),
                (x + 24.0 * k, y + 7.0),
                (x + 25.0 * k, 100.0),
            ]);
            pen.body(head.clone(), rgb(0xE0708A));
            pen.clipped(&head, |pen| {
                for i in 0..7 {
                    let dy = y + 4.0 + i as f32 * 3.2;
                    pen.line(
                        Path::curve(&[
                            (x - 28.0, dy),
                            (x - 14.0, dy - 2.0),
                            (x, dy + 1.0),
                            (x + 14.0, dy - 2.0),
                            (x + 28.0, dy),
                        ]),
                        rgb(0xB04A66),
                        0.8,
                    );
                }
            });
        }
        Substrate::Water | Substrate::Midwater | Substrate::Air | Substrate::Host => {}
    });
}

fn draw_wall(pen: &mut Pen, at: Point, has_snow: bool) {
    let y = at.1;
    pen.body(Path::rectangle((-6.0, y), (102.0, 104.0)), rgb(0xA8583E));
    for row in 0..5 {
        let top = y + 3.2 + row as f32 * 5.0;
        pen.line(Path::polyline(&[(-5.0, top), (101.0, top)]), rgb(0xD9C4AC), 0.6);
        for column in 0..9 {
            let x = column as f32 * 12.0 + if row % 2 == 0 { 0.0 } else { 6.0 };
            pen.line(Path::polyline(&[(x, top), (x, top + 5.0)]), rgb(0xD9C4AC), 0.6);
        }
    }
    pen.body(Path::rectangle((-6.0, y - 0.4), (102.0, y + 3.2)), rgb(0xBFB4A4));
    if has_snow {
        pen.flat(
            Path::smooth(&[
                (-6.0, y + 1.2),
                (20.0, y - 0.8),
                (60.0, y - 0.6),
                (102.0, y + 1.0),
                (102.0, y + 1.8),
                (-6.0, y + 2.0),
            ]),
            rgb(0xFBFCFD),
        );
    }
    draw_shadow(pen, (at.0, y + 0.4), 18.0);
}
