//! Rain, snow and fog in front of the picture.

use crate::drawing::canvas::*;
use crate::{Light, Scene, Weather};

pub(crate) fn draw_weather(pen: &mut Pen, scene: &Scene) {
    let seed = scene.variation % 61;
    let is_dark = matches!(scene.light, Light::Night | Light::Flash);
    match scene.weather {
        Weather::Clear | Weather::Cloudy => {}
        Weather::Rain => {
            let mut rain = Path::default();
            for i in 0..46_u32 {
                let x = ((i * 37 + seed) % 104) as f32 - 2.0;
                let y = ((i * 61 + seed * 3) % 97) as f32 - 4.0;
                let length = 6.0 + (i % 3) as f32 * 2.0;
                rain = rain.and(polyline!(x, y; x - length * 0.28, y + length));
            }
            let stroke = rain;
            pen.unlit_line(
                stroke,
                if is_dark { rgb(0xAFC0DA).alpha(0.65) } else { rgb(0xF3F8FC).alpha(0.78) },
                0.55,
            );
        }
        Weather::Snowfall => {
            let mut snow = Path::default();
            for i in 0..52_u32 {
                let x = ((i * 41 + seed) % 98) as f32;
                let y = ((i * 59 + seed * 3) % 97) as f32;
                snow = snow.and(Path::circle((x, y), 0.65 + (i % 4) as f32 * 0.24));
            }
            let patch = snow;
            pen.unlit(
                patch,
                if is_dark { rgb(0xD6E0F0).alpha(0.9) } else { rgb(0xFFFFFF).alpha(0.95) },
            );
        }
        Weather::Fog => {
            let color = if is_dark { rgb(0x8A97AE) } else { rgb(0xF1F1EC) };
            for (y, h, a) in
                points!(20.0, 9.0, 0.28; 45.0, 8.0, 0.34; 64.0, 7.0, 0.36; 84.0, 6.0, 0.36)
            {
                let y = y + (seed % 7) as f32;
                let band = smooth!(
                    -20.0, y; 16.0, y - h * 0.6; 50.0, y - h * 0.2; 84.0, y - h * 0.7;
                    118.0, y; 84.0, y + h * 0.5; 40.0, y + h * 0.7; 10.0, y + h * 0.4
                );
                pen.unlit(band, color.alpha(a));
            }
        }
    }
}
