//! Landscapes above water: the far layer by habitat, then the ground.

use super::{
    colors::{Flora, flora, ground_color},
    open_land::{city, desert, farm, garden, hills, mountains, tundra},
    shapes::{HORIZON, hill},
    woods_and_water::{conifers, rainforest, reeds, sea, woods},
};
use crate::drawing::canvas::*;
use crate::{Habitat, Scene, Season, Substrate};

pub(crate) fn draw_land(pen: &mut Pen, scene: &Scene) {
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
    pen.at_depth(Depth::Substrate, |pen| ground(pen, scene, flora, shift));
}

/// The ground in front, with what grows or lies on it.
fn ground(pen: &mut Pen, scene: &Scene, flora: Flora, s: f32) {
    let color = ground_color(scene);
    let is_snowy = scene.season == Some(Season::Winter) || scene.substrate == Substrate::Snow;
    if scene.substrate == Substrate::Water {
        return;
    }
    let ridge = points!(
        -12.0, HORIZON + 2.0; 24.0, HORIZON + 0.5 + s * 0.1; 60.0, HORIZON + 2.5; 108.0, HORIZON
    );
    hill(pen, &ridge, color.lighter(0.12), color.darker(0.24));
    let mut marks = Path::default();
    let mut leaves = Path::default();
    for i in 0..26_u32 {
        let x = ((i * 43 + scene.variation % 29) % 97) as f32;
        let y = HORIZON + 5.0 + (i * 29 % 31) as f32;
        let h = 2.5 + (i % 4) as f32;
        let mark = match scene.habitat {
            _ if is_snowy && i % 4 == 0 => {
                polyline!(x - 3.0, y; x, y - 0.7; x + 3.0, y)
            }
            _ if is_snowy => Path::default(),
            Habitat::Beach | Habitat::Desert if i % 2 == 0 => polyline!(
                x - 5.0, y; x - 2.0, y - 0.8; x + 2.0, y - 0.8; x + 5.0, y
            ),
            Habitat::City if i % 5 == 0 => polyline!(x - 12.0, y; x + 12.0, y),
            Habitat::RockyShore if i % 3 == 0 => polyline!(x - 3.0, y; x + 3.0, y),
            Habitat::Woodland | Habitat::ConiferForest | Habitat::Rainforest if i % 2 == 0 => {
                leaves = leaves.and(polygon!(
                    x, y; x + 1.5, y - 0.6; x + 3.0, y + 0.8; x + 1.5, y + 1.0
                ));
                Path::default()
            }
            Habitat::Beach | Habitat::Desert | Habitat::City | Habitat::RockyShore => {
                Path::default()
            }
            Habitat::Woodland | Habitat::ConiferForest | Habitat::Rainforest => Path::default(),
            _ => polyline!(x - 1.0, y - h * 0.8; x, y; x + 0.3, y - h; x, y; x + 1.6, y - h * 0.7),
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
                path.and(polygon!(x - 0.9, y; x, y - 0.9; x + 0.9, y; x, y + 0.9))
            });
            pen.flat(dots, rgb(tint));
        }
    }
}
