//! The saguaro cactus, one of the trees.

use super::Figure;
use crate::drawing::canvas::*;
use crate::{Health, LifeStage};

/// Ribbed columns with flowers or fruit at their tops.
pub(crate) fn draw_cactus(pen: &mut Pen, figure: &Figure, is_young: bool, is_dead: bool) {
    let color = if is_dead { rgb(0x9A8A66) } else { rgb(0x5E8A52) };
    let mut columns: Vec<Vec<(f32, f32, f32)>> = Vec::new();
    if is_young {
        columns.push(vec![(0.0, -4.0, 9.0), (0.0, -22.0, 10.5), (0.0, -34.0, 8.0)]);
    } else {
        if figure.health != Health::MissingLimb {
            columns.push(vec![
                (0.0, -30.0, 5.5),
                (24.0, -36.0, 6.0),
                (28.0, -48.0, 6.2),
                (28.0, -66.0, 5.4),
            ]);
        }
        columns.push(vec![
            (0.0, -42.0, 5.5),
            (-22.0, -46.0, 6.0),
            (-26.0, -58.0, 6.2),
            (-26.0, if is_dead { -62.0 } else { -80.0 }, 5.2),
        ]);
        columns.push(vec![(0.0, -4.0, 8.5), (0.0, -50.0, 9.5), (0.0, -92.0, 7.6)]);
    }
    for column in &columns {
        let path = Path::tube(column);
        pen.marked(&path, color, |pen| {
            for shift in [-5.0, -1.7, 1.7, 5.0] {
                let rib: Vec<Point> = column.iter().map(|p| (p.0 + shift, p.1)).collect();
                pen.detail(Path::curve(&rib), color.darker(0.5), 0.9);
            }
        });
        let top = column[column.len() - 1];
        let crown = match figure.stage {
            LifeStage::Flowering => Some((rgb(0xFBF8EE), rgb(0xF0C53A))),
            LifeStage::Fruiting => Some((rgb(0xC42A3A), rgb(0x8A1A2A))),
            _ => None,
        };
        if let Some((petal, heart)) = crown {
            for dx in [-6.0, 0.0, 6.0] {
                let at = (top.0 + dx, top.1 - top.2 - 1.5 + dx.abs() * 0.3);
                for turn in [30.0, 90.0, 150.0] {
                    pen.body(Path::circle(plus(at, polar(2.4, turn)), 2.3), petal);
                }
                pen.flat(Path::circle(at, 1.7), heart);
            }
        }
    }
    if figure.health == Health::MissingLimb {
        pen.body(Path::ellipse((10.0, -32.0), 3.4, 5.6), rgb(0xD9C9A0));
    }
}
