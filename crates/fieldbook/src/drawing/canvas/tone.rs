//! How light, weather and water change colours.

use super::*;
use crate::{Light, Scene, Weather};

/// How far away something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Sky and horizon, whose colours are chosen for the light already.
    Sky,
    /// Hills, trees and everything else behind.
    Far,
    /// What the organism is on, and what lies around it.
    Substrate,
    Subject,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Tone {
    light: Light,
    weather: Weather,
    /// The colour of the water; `None` above water.
    water: Option<Color>,
}

impl Tone {
    pub(crate) fn of_scene(scene: &Scene, water: Option<Color>) -> Self {
        Self { light: scene.light, weather: scene.weather, water }
    }

    pub(crate) fn graded(self, color: Color, depth: Depth) -> Color {
        if depth == Depth::Sky {
            return color;
        }
        let color = self.in_weather(color, depth);
        let color = match self.water {
            Some(water) => color.mix(water, if depth == Depth::Far { 0.45 } else { 0.10 }),
            None => color,
        };
        self.in_light(color, depth)
    }

    fn in_weather(self, color: Color, depth: Depth) -> Color {
        let haze = match depth {
            Depth::Far => 0.66,
            Depth::Substrate => 0.36,
            _ => 0.08,
        };
        match self.weather {
            Weather::Clear => color,
            Weather::Cloudy => color.greyer(0.22).times(0.95, 0.96, 0.98),
            Weather::Rain => color.greyer(0.25).times(0.82, 0.87, 0.93),
            Weather::Snowfall => color.greyer(0.12).mix(rgb(0xE8EDF2), haze * 0.4),
            Weather::Fog => color.greyer(0.2).mix(rgb(0xDDE1DF), haze),
        }
    }

    fn in_light(self, color: Color, depth: Depth) -> Color {
        match (self.light, depth) {
            (Light::Day, _) => color,
            (Light::Dusk, Depth::Far) => color.times(0.66, 0.50, 0.56).mix(rgb(0xB0566A), 0.16),
            (Light::Dusk, _) => color.times(1.0, 0.80, 0.68).mix(rgb(0xE88A4A), 0.10),
            (Light::Night, Depth::Subject) => {
                color.times(0.74, 0.80, 0.98).mix(rgb(0x3A4C80), 0.10)
            }
            (Light::Night, Depth::Substrate) => {
                color.times(0.44, 0.50, 0.70).mix(rgb(0x16224A), 0.18)
            }
            (Light::Night, _) => color.times(0.36, 0.44, 0.66).mix(rgb(0x16224A), 0.16),
            (Light::Backlit, Depth::Subject) => color.times(0.56, 0.48, 0.45),
            (Light::Backlit, Depth::Substrate) => color.times(0.46, 0.38, 0.33),
            (Light::Backlit, _) => color.times(0.9, 0.8, 0.62).mix(rgb(0xF4CF86), 0.34),
            (Light::Flash, Depth::Subject) => color.lighter(0.10),
            (Light::Flash, Depth::Substrate) => color.times(0.62, 0.60, 0.58),
            (Light::Flash, _) => color.times(0.30, 0.30, 0.33),
        }
    }

    /// The bright rim of the organism in backlight.
    pub(crate) fn rim(self, depth: Depth) -> Option<Color> {
        let is_rimmed = self.light == Light::Backlit && depth == Depth::Subject;
        is_rimmed.then(|| rgb(0xFFE3A0))
    }
}
