//! Heads and bills of birds.

use super::traits::{Bill, BirdTraits, Mark};
use crate::drawing::canvas::*;
use crate::drawing::figures::Figure;

/// Position and size of a head, and the degrees by which the bill points up.
pub(crate) struct Head {
    pub(crate) at: Point,
    pub(crate) size: f32,
    pub(crate) turn: f32,
    pub(crate) tucks: bool,
}

/// Draws markings, crest and eye.
pub(crate) fn draw_head(pen: &mut Pen, figure: &Figure, traits: &BirdTraits, head: &Head) {
    let h = head.size;
    let (x, y) = head.at;
    let skull = Path::circle(head.at, h * 0.97);
    let map = Affine::translate(x, y).rotated(head.turn);
    for mark in traits.marks {
        if let Mark::Crest(color) = *mark {
            if traits.is_owl {
                continue;
            }
            for (back, rise) in [(-1.4, -1.0), (-1.0, -1.55), (-0.4, -1.8)] {
                let feather = Path::blade(
                    (x - h * 0.1, y - h * 0.7),
                    (x + back * h, y + rise * h),
                    h * 0.4,
                    0.5,
                );
                pen.body(feather, figure.hue(color));
            }
        }
        if let Mark::Plume(color) = *mark {
            let plume = points!(
                x - h * 0.3, y - h * 0.6; x - h * 1.6, y - h * 0.5; x - h * 3.0, y + h * 0.3
            );
            pen.line(Path::curve(&plume), figure.hue(color), h * 0.28);
        }
    }
    pen.clipped(&skull, |pen| {
        pen.within(map, |pen| {
            for mark in traits.marks {
                draw_mark(pen, figure, *mark, h);
            }
        });
    });
    if traits.is_owl {
        let shape = Path::ellipse((x + h * 0.36, y + h * 0.05), h * 0.68, h * 0.80);
        pen.body(shape, figure.hue(traits.belly));
        figure.draw_eye(pen, (x + h * 0.70, y - h * 0.12), h * 0.17, traits.iris);
    }
    let eye = map.apply((h * if traits.is_owl { 0.12 } else { 0.34 }, -h * 0.20));
    let eye = if head.tucks { (x + h * 0.1, y - h * 0.1) } else { eye };
    figure.draw_eye(pen, eye, h * if h < 9.0 { 0.26 } else { 0.21 }, traits.iris);
}

fn draw_mark(pen: &mut Pen, figure: &Figure, mark: Mark, h: f32) {
    let hue = |color: u32| figure.hue(color);
    match mark {
        Mark::Cap(color) => {
            pen.flat(Path::ellipse((0.1 * h, -0.82 * h), h * 1.05, h * 0.62), hue(color))
        }
        Mark::Bib(color) => {
            pen.flat(Path::ellipse((0.62 * h, 0.25 * h), h * 0.72, h * 0.85), hue(color))
        }
        Mark::Cheek(color) => {
            pen.flat(Path::ellipse((0.12 * h, 0.18 * h), h * 0.62, h * 0.44), hue(color))
        }
        Mark::EyeStripe(color) => {
            let stripe = Path::blade((h * 1.0, -0.05 * h), (-h * 1.1, -0.05 * h), h * 0.46, 0.5);
            pen.flat(stripe, hue(color));
        }
        Mark::Nape(color) => {
            pen.flat(Path::ellipse((-0.85 * h, 0.35 * h), h * 0.42, h * 0.55), hue(color))
        }
        Mark::Throat(color) => {
            pen.flat(Path::ellipse((0.55 * h, 0.78 * h), h * 0.5, h * 0.42), hue(color))
        }
        Mark::Collar(color) => {
            let band = curve!(-h * 1.1, h * 0.72; 0.0, h * 0.98; h * 1.1, h * 0.62);
            pen.line(band, hue(color), h * 0.26);
        }
        _ => {}
    }
}

/// Draws the bill and returns its tip.
pub(crate) fn draw_bill(
    pen: &mut Pen,
    figure: &Figure,
    traits: &BirdTraits,
    head: &Head,
    is_open: bool,
) -> Point {
    let h = head.size;
    let length = traits.bill_length;
    let map = Affine::translate(head.at.0, head.at.1).rotated(head.turn);
    let root = h * 0.80;
    let tip = (root + length, h * 0.16);
    let thick = match traits.bill {
        Bill::Thin => h * 0.17,
        Bill::Dagger => h * 0.24,
        Bill::Cone => h * 0.30,
        Bill::Flat => h * 0.26,
        Bill::Gull => h * 0.26,
        Bill::Hook | Bill::Bent => h * 0.34,
        Bill::Striped => h * 0.62,
    };
    let gape = if is_open { 20.0 } else { 0.0 };
    pen.within(map, |pen| {
        if is_open {
            let patch = polygon!(root - 1.0, 0.0; tip.0 * 0.92, -3.0; tip.0 * 0.86, 6.0);
            pen.flat(patch, rgb(0xC4392C));
        }
        for (is_lower, turn) in [(true, -gape), (false, gape * 0.6)] {
            let hinge = Affine::translate(root, h * 0.1).rotated(turn).moved(-root, -h * 0.1);
            pen.within(hinge, |pen| {
                draw_mandible(pen, figure, traits, &Mandible { root, tip, thick, h, is_lower });
            });
        }
    });
    map.apply(plus(tip, (0.0, if is_open { 2.0 } else { 0.0 })))
}

/// The measures of one half of a bill.
struct Mandible {
    /// Where it leaves the head.
    root: f32,
    tip: Point,
    thick: f32,
    /// The size of the head.
    h: f32,
    is_lower: bool,
}

fn draw_mandible(pen: &mut Pen, figure: &Figure, traits: &BirdTraits, mandible: &Mandible) {
    let Mandible { root, tip, thick, h, is_lower } = *mandible;
    let color = rgb(traits.bill_color);
    let color = if is_lower { color.darker(0.22) } else { color };
    let middle = h * 0.10;
    let back = root - h * 0.16;
    let thick = if is_lower { thick * 0.62 } else { thick };
    let path = mandible_outline(traits.bill, mandible);
    pen.body(path.clone(), color);
    if traits.bill == Bill::Striped {
        pen.clipped(&path, |pen| {
            let base =
                Path::rectangle((back - h, middle - h), (root + (tip.0 - root) * 0.22, middle + h));
            pen.flat(base, rgb(0x4C5B73));
            let band = root + (tip.0 - root) * 0.32;
            pen.line(polyline!(band, middle - h; band, middle + h), rgb(0xF2D36A), 1.6);
        });
    }
    if traits.bill == Bill::Bent {
        pen.clipped(&path, |pen| {
            pen.flat(Path::circle((tip.0 - 1.0, tip.1 + h * 0.8), h * 0.62), rgb(0x1C1A1C));
        });
    }
    for mark in traits.marks {
        if let Mark::BillSpot(spot) = *mark {
            let at = if traits.bill == Bill::Gull {
                (root + (tip.0 - root) * 0.72, middle + thick * 0.5)
            } else {
                (root - h * 0.05, middle - thick * 0.6)
            };
            if (traits.bill == Bill::Gull) == is_lower {
                pen.flat(Path::circle(at, h * 0.16), figure.hue(spot));
            }
        }
    }
}

fn mandible_outline(bill: Bill, mandible: &Mandible) -> Path {
    let Mandible { root, tip, thick, h, is_lower } = *mandible;
    let side = if is_lower { 1.0 } else { -1.0 };
    let middle = h * 0.10;
    let back = root - h * 0.16;
    let thick = if is_lower { thick * 0.62 } else { thick };
    match bill {
        Bill::Hook if !is_lower => smooth!(
            back, middle; back, middle - thick; root + (tip.0 - root) * 0.6, middle - thick * 0.8;
            tip.0, middle + thick * 0.3; tip.0 - 0.4, middle + thick * 1.15;
            tip.0 - 0.4, middle + thick * 1.15; root + (tip.0 - root) * 0.55, middle + thick * 0.1
        ),
        Bill::Bent => {
            let bend = root + (tip.0 - root) * 0.55;
            smooth!(
                back, middle; back, middle + side * thick; bend, middle + side * thick * 0.8;
                tip.0, tip.1 + thick * 1.6; tip.0 - 2.0, tip.1 + thick * 2.3;
                tip.0 - 2.0, tip.1 + thick * 2.3; bend - 2.0, middle + thick * 0.9
            )
        }
        Bill::Flat => smooth!(
            back, middle; back, middle + side * thick * 1.2;
            root + (tip.0 - root) * 0.5, middle + side * thick * 0.55 + h * 0.1;
            tip.0, tip.1 + side * thick * 0.4; tip.0 + 0.6, tip.1 + h * 0.08;
            root + (tip.0 - root) * 0.5, tip.1
        ),
        Bill::Gull if !is_lower => smooth!(
            back, middle; back, middle - thick * 0.8;
            root + (tip.0 - root) * 0.75, middle - thick * 0.75; tip.0, middle + thick * 0.5;
            tip.0, middle + thick * 0.5; root + (tip.0 - root) * 0.7, middle + thick * 0.1
        ),
        Bill::Striped => smooth!(
            back - h * 0.1, middle; back - h * 0.1, middle; back, middle + side * thick;
            root + (tip.0 - root) * 0.55, middle + side * thick * 0.85; tip; tip
        ),
        _ => smooth!(
            back, middle; back, middle + side * thick;
            root + (tip.0 - root) * 0.45, middle + side * thick * 0.62; tip; tip
        ),
    }
}
