//! Display lists: drawings as data, before they become SVG or pixels.

use super::*;

/// Side of the square that every drawing fills, in page units.
pub const SIDE: f32 = 96.0;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Paint {
    Solid(Color),
    Linear {
        from: (f32, f32),
        to: (f32, f32),
        colors: [Color; 2],
    },
    Radial {
        center: (f32, f32),
        /// The radius at which the outer colour is reached.
        radius: f32,
        colors: [Color; 2],
    },
}

/// A stroke along a path, with round caps and joins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    pub color: Color,
    /// The width in page units.
    pub width: f32,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A path, filled by the non-zero rule, stroked, or both.
    Path {
        path: Path,
        fill: Option<Paint>,
        stroke: Option<Stroke>,
    },
    Clip {
        path: Path,
        items: Vec<Item>,
    },
    Instance {
        /// Index into [`DisplayList::symbols`].
        symbol: usize,
        /// From symbol to page coordinates.
        at: Affine,
    },
}

/// A drawing in the square from (0, 0) to ([`SIDE`], [`SIDE`]), y down; items back to front.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DisplayList {
    pub items: Vec<Item>,
    pub symbols: Vec<Vec<Item>>,
    pub title: String,
}

impl DisplayList {
    /// Whether every number is finite and no point lies far outside the square.
    pub fn is_sane(&self) -> bool {
        self.items.iter().all(is_sane) && self.symbols.iter().flatten().all(is_sane)
    }
}

fn is_sane(item: &Item) -> bool {
    let is_near = |p: (f32, f32)| {
        let near = |x: f32| (-SIDE * 2.0..=SIDE * 3.0).contains(&x);
        near(p.0) && near(p.1)
    };
    let is_path_sane = |path: &Path| {
        path.0.iter().all(|segment| match *segment {
            Segment::Move(p) | Segment::Line(p) => is_near(p),
            Segment::Cubic(p, q, r) => is_near(p) && is_near(q) && is_near(r),
            Segment::Close => true,
        })
    };
    match item {
        Item::Path { path, stroke, .. } => {
            is_path_sane(path) && stroke.is_none_or(|stroke| (0.0..=SIDE).contains(&stroke.width))
        }
        Item::Clip { path, items } => is_path_sane(path) && items.iter().all(is_sane),
        Item::Instance { at, .. } => at.0.iter().all(|x| x.is_finite() && x.abs() < SIDE * 2.0),
    }
}
