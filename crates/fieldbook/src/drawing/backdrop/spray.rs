//! A twig in the upper left corner that shows the season.

use super::colors::flora;
use crate::drawing::canvas::*;
use crate::{Scene, Season};

const STEM: [Point; 4] = [(-3.0, 3.0), (7.0, 7.5), (16.0, 8.5), (25.0, 13.0)];
const SHOOT: [Point; 3] = [(8.0, 7.5), (11.0, 13.0), (12.0, 19.0)];

pub(crate) fn draw_spray(pen: &mut Pen, scene: &Scene) {
    let Some(season) = scene.season else { return };
    let wood = rgb(0x5E4636);
    let leaf = flora(scene.season).leaf;
    pen.at_depth(Depth::Subject, |pen| {
        pen.line(Path::curve(&STEM), wood, 1.5);
        pen.line(Path::curve(&SHOOT), wood, 1.0);
        let buds: [(Point, f32); 8] = points!(
            STEM[1], 60.0; lerp(STEM[1], STEM[2], 0.6), -70.0;
            STEM[2], 50.0; lerp(STEM[2], STEM[3], 0.5), -95.0;
            STEM[3], -30.0; STEM[3], 30.0; SHOOT[1], 170.0; SHOOT[2], -90.0
        );
        for (position, (at, degrees)) in buds.into_iter().enumerate() {
            match season {
                Season::Spring => {
                    if position % 2 == 0 {
                        for turn in [18.0, 90.0, 162.0, 234.0, 306.0] {
                            pen.flat(Path::circle(plus(at, polar(1.9, turn)), 1.6), rgb(0xFBDDE8));
                        }
                        pen.flat(Path::circle(at, 1.1), rgb(0xE6A83A));
                    } else {
                        pen.body(Path::blade(at, plus(at, polar(5.0, degrees)), 2.4, 0.5), leaf);
                    }
                }
                Season::Summer | Season::Autumn => {
                    let to = plus(at, polar(8.5, degrees));
                    let tint = match (season, position % 3) {
                        (Season::Autumn, 1) => rgb(0xE6A62E),
                        (Season::Autumn, 2) => rgb(0xB8401E),
                        _ => leaf,
                    };
                    pen.body(Path::blade(at, to, 4.6, 0.45), tint);
                    pen.detail(polyline!(at; to), tint.darker(0.45), 0.3);
                }
                Season::Winter => {
                    pen.line(polyline!(at; plus(at, polar(4.5, degrees))), wood, 0.8);
                }
            }
        }
        if season == Season::Winter {
            let snow: Vec<Point> = STEM.iter().map(|p| (p.0, p.1 - 1.3)).collect();
            pen.line(Path::curve(&snow), rgb(0xFFFFFF), 1.9);
            for (x, length) in [(10.0, 5.0), (18.0, 6.5), (23.0, 4.0)] {
                pen.flat(polygon!(x - 0.8, 9.0; x + 0.8, 9.4; x, 9.6 + length), rgb(0xDCEBF6));
            }
        }
    });
}
