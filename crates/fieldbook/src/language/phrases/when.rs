//! Light, weather and season.

use super::super::phrase::{Phrase, phrases};
use crate::predicate::terms::*;

pub(in super::super) const WHEN: &[Phrase] = phrases! {
    "at dusk": [Light(LightOf::Dusk)];
    "at sunset": [Light(LightOf::Dusk), Weather(W::Clear)];
    "in the evening light": [Light(LightOf::Dusk)];
    "at night", "in the dark", "after dark": [Light(LightOf::Night)];
    "against the light", "in silhouette": [Light(LightOf::Backlit)];
    "with the sun behind": [Light(LightOf::Backlit), Not(&UNDER_WATER)];
    "lit by a flash", "in the glare of a flash", "in the light of a torch": [Light(LightOf::Flash)];
    "in daylight": [Light(LightOf::Day), Not(&UNDER_WATER)];
    "under a grey sky": [Weather(W::Cloudy)];
    "on a cloudy day": [Weather(W::Cloudy), Light(LightOf::Day)];
    "under heavy clouds": [Weather(W::Cloudy)];
    "in the rain", "in pouring rain": [Weather(W::Rain)];
    "on a wet day": [Weather(W::Rain), Light(LightOf::Day)];
    "in falling snow", "while it snows": [Weather(W::Snowfall)];
    "in wintry snow": [SNOWY, Season(SeasonOf::Winter), Not(&Substrate(U::Snow))];
    "in the fog", "in thick mist": [Weather(W::Fog)];
    "on a misty day": [Weather(W::Fog), Light(LightOf::Day)];
    "in spring": [Season(SeasonOf::Spring)];
    "on a spring day": [Season(SeasonOf::Spring), Light(LightOf::Day)];
    "in summer": [Season(SeasonOf::Summer)];
    "on a summer evening": [Season(SeasonOf::Summer), Light(LightOf::Dusk)];
    "in high summer": [Season(SeasonOf::Summer)];
    "in autumn", "among autumn colours": [Season(SeasonOf::Autumn)];
    "in winter", "in the cold of winter": [Season(SeasonOf::Winter)];
    "on a clear winter day": [Season(SeasonOf::Winter), Light(LightOf::Day), Weather(W::Clear)];
};
