//! What is behind the organism, and what lies over the whole picture: sky, land, water, weather,
//! seasonal twig, frame.

pub(crate) mod colors;
pub(crate) mod coral;
pub(crate) mod frame;
pub(crate) mod land;
pub(crate) mod layers;
pub(crate) mod open_land;
pub(crate) mod shapes;
pub(crate) mod sky;
pub(crate) mod spray;
pub(crate) mod underwater;
pub(crate) mod weather;
pub(crate) mod woods_and_water;
