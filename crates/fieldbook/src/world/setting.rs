//! Facts about where and when: habitat, substrate, light, weather, season, traces of people.

use super::vocabulary::vocabulary;

vocabulary! {
    Habitat {
        Meadow = "meadow",
        Woodland = "broadleaf woodland",
        ConiferForest = "conifer forest",
        Rainforest = "rainforest",
        Wetland = "reedy wetland",
        Stream = "clear stream",
        RockyShore = "rocky shore",
        Beach = "sandy beach",
        Reef = "coral reef",
        OpenSea = "open sea",
        DeepSea = "deep sea",
        Desert = "desert",
        Mountain = "mountains",
        Tundra = "tundra",
        Garden = "garden",
        City = "city",
        Farmland = "farmland",
    }
}

impl Habitat {
    pub fn is_underwater(self) -> bool {
        matches!(self, Self::Stream | Self::Reef | Self::OpenSea | Self::DeepSea)
    }

    pub fn has_surface(self) -> bool {
        matches!(self, Self::Wetland | Self::RockyShore | Self::Beach)
    }

    /// Whether the vegetation shows the season.
    pub fn shows_season(self) -> bool {
        matches!(
            self,
            Self::Meadow
                | Self::Woodland
                | Self::ConiferForest
                | Self::Wetland
                | Self::Mountain
                | Self::Garden
                | Self::City
                | Self::Farmland
        )
    }
}

vocabulary! {
    /// What the organism sits, stands, lies or hangs on.
    Substrate {
        Ground = "ground",
        Branch = "branch",
        Log = "log",
        Rock = "rock",
        Leaf = "leaf",
        Bark = "tree trunk",
        Sand = "sand",
        Snow = "snow",
        Water = "water surface",
        Midwater = "open water",
        Air = "air",
        Hand = "human hand",
        Wall = "brick wall",
        FencePost = "fence post",
        Nest = "nest",
        Web = "web",
        Coral = "coral",
        Host = "another organism",
    }
}

vocabulary! {
    Light {
        Day = "daylight",
        Dusk = "dusk",
        Night = "night",
        Backlit = "backlight",
        Flash = "flash",
    }
}

vocabulary! {
    /// The weather; always clear under water.
    Weather {
        Clear = "clear",
        Cloudy = "cloudy",
        Rain = "rain",
        Snowfall = "snowfall",
        Fog = "fog",
    }
}

vocabulary! {
    /// The season, stated only where the vegetation shows it.
    Season { Spring = "spring", Summer = "summer", Autumn = "autumn", Winter = "winter" }
}

vocabulary! {
    /// A trace of people: built, left behind, or fixed to the animal.
    HumanImpact {
        None = "nothing",
        Road = "road",
        Fence = "wire fence",
        PowerLine = "power line",
        Net = "net",
        Litter = "plastic litter",
        FishHook = "hook and line",
        LegBand = "leg band",
        RadioTag = "radio transmitter",
        EarTag = "ear tag",
        Ruler = "measuring rule",
    }
}

/// The caption strip that a camera trap prints below its picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct CameraTrap {
    /// Such as 2021.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 28.
    pub day: u8,
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
    /// Degrees Celsius.
    pub temperature: i8,
}

impl CameraTrap {
    /// The text as printed: date, time, temperature.
    pub fn text(self) -> [String; 3] {
        [
            format!("{:04}-{:02}-{:02}", self.year, self.month, self.day),
            format!("{:02}:{:02}", self.hour, self.minute),
            format!("{}C", self.temperature),
        ]
    }
}
