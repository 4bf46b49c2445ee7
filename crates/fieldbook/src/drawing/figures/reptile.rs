//! Snakes, lizards, tortoises and turtles.

use super::{
    Anchors, Figure,
    egg::draw_eggs,
    lizard::draw_lizard,
    snake::draw_snake,
    turtle::{draw_tortoise, draw_turtle},
};
use crate::drawing::canvas::*;
use crate::{Behaviour, LifeStage, Species};

pub(crate) fn draw_reptile(pen: &mut Pen, figure: &Figure) -> Anchors {
    if figure.stage == LifeStage::Egg {
        return draw_eggs(pen, figure);
    }
    let hatches = figure.behaviour == Behaviour::Hatching;
    if hatches {
        let shell = smooth!(
            -44.0, -12.0; -34.0, -28.0; -6.0, -30.0; 12.0, -18.0; 8.0, 0.0; -34.0, 0.0
        );
        pen.body(shell, rgb(0xD9CFB8));
    }
    let anchors = match figure.species {
        Species::GrassSnake | Species::Adder => draw_snake(pen, figure),
        Species::Tortoise => draw_tortoise(pen, figure),
        Species::SeaTurtle => draw_turtle(pen, figure),
        _ => draw_lizard(pen, figure),
    };
    if hatches {
        let front = polygon!(
            -46.0, -12.0; -38.0, -19.0; -31.0, -12.0; -23.0, -20.0; -15.0, -11.0;
            -8.0, -19.0; 2.0, -12.0; 8.0, -16.0; 9.0, -4.0; 2.0, 2.0; -36.0, 2.0
        );
        pen.body(front, rgb(0xF3ECDC));
        let shape = polygon!(20.0, 2.0; 22.0, -7.0; 28.0, -4.0; 34.0, -9.0; 38.0, 0.0; 30.0, 4.0);
        pen.body(shape, rgb(0xF3ECDC));
    }
    anchors
}
