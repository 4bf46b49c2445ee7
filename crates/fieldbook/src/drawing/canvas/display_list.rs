//! A drawing as data, before it is SVG or pixels.

use super::{
    color::Color,
    geometry::{Affine, Path, Segment},
};

/// The side of the square that every drawing fills.
pub const SIDE: f32 = 96.0;

/// What a surface is filled with. Gradients run between two colours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Paint {
    /// One colour.
    Solid(Color),
    /// From one point to another.
    Linear {
        /// Where the first colour ends.
        from: (f32, f32),
        /// Where the second begins.
        to: (f32, f32),
        /// First and second colour.
        colors: [Color; 2],
    },
    /// From a centre outwards.
    Radial {
        /// Where the first colour is pure.
        center: (f32, f32),
        /// Where the second colour is reached.
        radius: f32,
        /// Inner and outer colour.
        colors: [Color; 2],
    },
}

/// A line along a path, with round ends and joints.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub color: Color,
    /// Its width.
    pub width: f32,
}

/// Something drawn.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A path, filled, stroked, or both. Filled by the non-zero rule.
    Path {
        /// Its outlines.
        path: Path,
        /// Within.
        fill: Option<Paint>,
        /// Along the outline.
        stroke: Option<Stroke>,
    },
    /// Items of which only what lies within a path is seen.
    Clip {
        /// The window.
        path: Path,
        /// What is seen through it.
        items: Vec<Item>,
    },
    /// A symbol once more, elsewhere.
    Instance {
        /// Which of the list's symbols.
        symbol: usize,
        /// Where.
        at: Affine,
    },
}

/// A drawing in the square from (0, 0) to ([`SIDE`], [`SIDE`]), y down, back to front.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DisplayList {
    /// What is to be seen.
    pub items: Vec<Item>,
    /// What items refer to.
    pub symbols: Vec<Vec<Item>>,
    /// The drawing in words.
    pub title: String,
}

impl DisplayList {
    /// Whether every number is finite and no point lies further off than the square's side.
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
