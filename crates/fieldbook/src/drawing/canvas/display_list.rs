//! Display lists: drawings as data, before they become SVG or pixels.

use super::*;

/// Side of the square that every drawing fills, in page units.
pub const SIDE: f32 = 96.0;

/// The fill of a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Paint {
    /// A single colour.
    Solid(Color),
    /// A linear gradient.
    Linear {
        /// The point of the first colour.
        from: (f32, f32),
        /// The point of the second colour.
        to: (f32, f32),
        /// First and second colour.
        colors: [Color; 2],
    },
    /// A radial gradient.
    Radial {
        /// The centre, of the inner colour.
        center: (f32, f32),
        /// The radius at which the outer colour is reached.
        radius: f32,
        /// Inner and outer colour.
        colors: [Color; 2],
    },
}

/// A stroke along a path, with round caps and joins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// The colour.
    pub color: Color,
    /// The width in page units.
    pub width: f32,
}

/// An item of a display list.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A path, filled by the non-zero rule, stroked, or both.
    Path {
        /// The outlines.
        path: Path,
        /// The fill.
        fill: Option<Paint>,
        /// The stroke.
        stroke: Option<Stroke>,
    },
    /// Items clipped to a path.
    Clip {
        /// The clip path.
        path: Path,
        /// The clipped items.
        items: Vec<Item>,
    },
    /// An instance of a symbol.
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
    /// The items.
    pub items: Vec<Item>,
    /// Symbols that instances refer to.
    pub symbols: Vec<Vec<Item>>,
    /// A short description of the drawing.
    pub title: String,
}

impl DisplayList {
    /// Whether every number is finite and no point lies far outside the square.
    #[must_use]
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
