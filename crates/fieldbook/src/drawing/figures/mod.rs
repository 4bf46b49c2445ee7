//! Organisms, each in its own coordinates: one file or folder per group, entered by
//! [`draw_figure`](draw::draw_figure).

pub(crate) mod amphibian;
pub(crate) mod bee;
pub(crate) mod beetle;
pub(crate) mod bird;
pub(crate) mod butterfly;
pub(crate) mod cactus;
pub(crate) mod cnidarian;
pub(crate) mod crustacean;
pub(crate) mod dragonfly;
pub(crate) mod draw;
pub(crate) mod egg;
pub(crate) mod figure;
pub(crate) mod fish;
pub(crate) mod flower;
pub(crate) mod fungus;
pub(crate) mod larva;
pub(crate) mod lizard;
pub(crate) mod mammal;
pub(crate) mod mammal_head;
pub(crate) mod mammal_traits;
pub(crate) mod mollusc;
pub(crate) mod reptile;
pub(crate) mod snake;
pub(crate) mod spider;
pub(crate) mod tree;
pub(crate) mod turtle;
