//! Colours of the backdrop: vegetation, ground, water.

use crate::drawing::canvas::*;
use crate::{Habitat, Light, Scene, Season, Substrate};

/// Colours of the vegetation in a season.
#[derive(Clone, Copy)]
pub(crate) struct Flora {
    pub(crate) far: Color,
    pub(crate) leaf: Color,
    pub(crate) ground: Color,
    pub(crate) grass: Color,
}

pub(crate) fn flora(season: Option<Season>) -> Flora {
    let (far, leaf, ground, grass) = match season {
        Some(Season::Spring) => (0xA9CBA0, 0x93C25A, 0xA6C968, 0x7FB04A),
        Some(Season::Autumn) => (0xC9A46E, 0xD0782C, 0xC29A55, 0xA87A36),
        Some(Season::Winter) => (0xC3D0DA, 0x8E8A88, 0xEEF2F4, 0xC9D3DA),
        Some(Season::Summer) => (0x7FA886, 0x4E8A42, 0x86A34A, 0x55813A),
        None => (0x88AE8C, 0x3F7F4A, 0x7E9A54, 0x4F7A40),
    };
    Flora { far: rgb(far), leaf: rgb(leaf), ground: rgb(ground), grass: rgb(grass) }
}

/// The colour of the water; `None` above water.
pub(crate) fn water(scene: &Scene) -> Option<Color> {
    let color = match scene.habitat {
        Habitat::Stream => 0x6FA896,
        Habitat::Reef => 0x2FA3C4,
        Habitat::OpenSea => 0x1F6FB2,
        Habitat::DeepSea => 0x0B1A38,
        _ => return None,
    };
    let dark = match scene.light {
        Light::Night => 0.45,
        Light::Flash => 0.4,
        _ => 1.0,
    };
    Some(rgb(color).times(dark, dark, dark))
}

/// The colour of the open ground.
pub(crate) fn ground_color(scene: &Scene) -> Color {
    let flora = flora(scene.season);
    if scene.substrate == Substrate::Snow {
        return rgb(0xF2F5F7);
    }
    match scene.habitat {
        Habitat::Beach => rgb(0xEBD5A4),
        Habitat::Desert => rgb(0xE3B878),
        Habitat::RockyShore => rgb(0x9A9488),
        Habitat::Tundra => rgb(0xB3A67E),
        Habitat::Mountain => flora.ground.mix(rgb(0x9A968C), 0.45),
        Habitat::City => rgb(0xB4AEA6)
            .mix(flora.ground, if scene.season == Some(Season::Winter) { 0.75 } else { 0.12 }),
        Habitat::Farmland => rgb(0xA98554)
            .mix(flora.ground, if scene.season == Some(Season::Winter) { 0.8 } else { 0.4 }),
        Habitat::Woodland => rgb(0x8A6E48)
            .mix(flora.ground, if scene.season == Some(Season::Winter) { 0.8 } else { 0.42 }),
        Habitat::ConiferForest => rgb(0x7A6A4A)
            .mix(flora.ground, if scene.season == Some(Season::Winter) { 0.8 } else { 0.36 }),
        Habitat::Rainforest => rgb(0x5A5A34),
        Habitat::Wetland => rgb(0x8A8A5C).mix(flora.ground, 0.5),
        _ => flora.ground,
    }
}
