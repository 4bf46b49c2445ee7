//! Words that visitors type and captions do not use, in a caption's or a shorter form.

use super::phrase::{Phrase, phrases};
use crate::predicate::terms::*;

/// Words without a claim that may stand in a query.
#[rustfmt::skip] // Words share lines.
pub(super) const IDLE: &[&str] = &[
    "and", "photo of", "photograph of", "image of", "picture of", "picture", "photo", "image",
    "drawing of", "scene of", "shows", "showing", "show me", "some", "that is", "that are",
    "which is", "who is", "one",
];

pub(super) const EVERYDAY: &[Phrase] = phrases! {
    // Where.
    "meadow": [Habitat(H::Meadow)];
    "on grass": [Habitat(H::Meadow), Substrate(U::Ground)];
    "woods", "in a wood", "forest": [WOOD];
    "woodland": [Habitat(H::Woodland)];
    "conifer forest", "pine forest": [Habitat(H::ConiferForest)];
    "rainforest", "jungle": [Habitat(H::Rainforest)];
    "wetland", "in a wetland", "marsh", "pond", "in a pond": [Habitat(H::Wetland)];
    "stream", "in a stream": [Habitat(H::Stream)];
    "rocky shore": [Habitat(H::RockyShore)];
    "shore", "coast", "on the shore": [SHORE];
    "beach": [Habitat(H::Beach)];
    "reef", "coral reef": [Habitat(H::Reef)];
    "open sea": [Habitat(H::OpenSea)];
    "deep sea": [Habitat(H::DeepSea)];
    "sea", "at sea": [SEA];
    "water": [WATER];
    "in the water", "in water": [Any(&[UNDER_WATER, Substrate(U::Water)])];
    "by the water": [WATER];
    "desert": [Habitat(H::Desert)];
    "mountain", "mountains": [Habitat(H::Mountain)];
    "tundra": [Habitat(H::Tundra)];
    "garden": [Habitat(H::Garden)];
    "city": [Habitat(H::City)];
    "town": [TOWN];
    "farm", "farmland", "in a field": [Habitat(H::Farmland)];
    "ground": [Substrate(U::Ground)];
    "branch": [Substrate(U::Branch)];
    "log": [Substrate(U::Log)];
    "rock": [Substrate(U::Rock)];
    "leaf": [Substrate(U::Leaf)];
    "tree trunk": [Substrate(U::Bark)];
    "sand", "on sand": [Substrate(U::Sand)];
    "hand": [Substrate(U::Hand)];
    "wall": [Substrate(U::Wall)];
    "fence post": [Substrate(U::FencePost)];
    "nest": [Substrate(U::Nest)];
    "web": [Substrate(U::Web)];
    "in its nest": [Substrate(U::Nest)];
    "coral": [Substrate(U::Coral)];
    "in mid air": [Substrate(U::Air)];
    // When.
    "by day", "daylight": [Light(LightOf::Day)];
    "dusk", "evening", "in the evening": [Light(LightOf::Dusk)];
    "sunset": [Light(LightOf::Dusk), Weather(W::Clear)];
    "night": [Light(LightOf::Night)];
    "dark": [DARK];
    "silhouette", "backlit": [Light(LightOf::Backlit)];
    "flash", "by flash": [Light(LightOf::Flash)];
    "cloudy", "clouds": [Weather(W::Cloudy)];
    "rain", "raining", "rainy": [Weather(W::Rain)];
    "snow", "snowy": [SNOWY];
    "snowing", "snowfall": [Weather(W::Snowfall)];
    "fog", "foggy", "mist", "in mist", "misty": [Weather(W::Fog)];
    "spring": [Season(SeasonOf::Spring)];
    "summer": [Season(SeasonOf::Summer)];
    "autumn", "fall": [Season(SeasonOf::Autumn)];
    "winter": [Season(SeasonOf::Winter)];
    // What it does.
    "hunting", "with prey": [Any(&[Behaviour(B::CarryingPrey), Relation(R::Eats)])];
    "hovering": [Behaviour(B::Flying)];
    "diving": [Behaviour(B::Swimming)];
    "running", "crawling", "hopping", "moving": [Behaviour(B::Moving)];
    "nesting": [Behaviour(B::NestBuilding)];
    "courting": [Behaviour(B::Displaying)];
    "attacking": [Behaviour(B::Fighting)];
    "pollinating": [Relation(R::Pollinates)];
    "with another animal": [WITH_ANOTHER];
    // What it is like.
    "alone", "lone": [ALONE];
    "single": [Count(C::One)];
    "group of": [Count(C::Few)];
    "alive": [ALIVE];
    "dead": [DEAD];
    "adult": [LifeStage(L::Adult)];
    "egg": [LifeStage(L::Egg)];
    "larval": [LifeStage(L::Larva)];
    "flowering", "blossoming": [LifeStage(L::Flowering)];
    "fruiting": [LifeStage(L::Fruiting)];
    "withered": [LifeStage(L::Withered)];
    "healthy": [Health(HealthOf::Healthy)];
    "injured", "wounded": [Health(HealthOf::Injured)];
    "hurt": [Any(&[Health(HealthOf::Injured), Health(HealthOf::MissingLimb)])];
    "sick", "diseased": [Health(HealthOf::Diseased)];
    "ill": [AILING];
    "with parasites": [Health(HealthOf::Parasites)];
    "invented": [Invented];
    "dandelion clock": [Marked(S::Dandelion)];
    // Traces of people, and the picture itself.
    "road": [Impact(I::Road)];
    "fence": [Impact(I::Fence)];
    "power line": [Impact(I::PowerLine)];
    "net", "in a net": [Impact(I::Net)];
    "trapped": [TRAPPED];
    "litter", "rubbish", "plastic": [Impact(I::Litter)];
    "ruler": [Impact(I::Ruler)];
    "with people", "people": [PEOPLE];
    "without people": [Not(&PEOPLE)];
    "camera trap": [CameraTrap];
    "close-up", "macro": [Framing(F::CloseUp)];
    "distant", "far off": [Framing(F::Distant)];
    // With another.
    "with {c}", "and {c}", "beside {c}", "next to {c}", "near {c}": [WITH_ANOTHER];
};
