//! A place in the plot of A against B, and its form in the address.

use std::fmt;

/// Tiles on each side of the plot.
pub(super) const N_TILES: u32 = 16;

/// Where queries lie in the plot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Place {
    /// The values of B and A: `0.5,1`.
    Point(f64, f64),
    /// Column and row of a tile, from 0: `tile 8,15`.
    Tile(u32, u32),
}

impl Place {
    pub(super) fn tile_of((b, a): (f64, f64)) -> Self {
        Self::Tile(nth(b), nth(a))
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let tile = text.strip_prefix("tile ");
        let (b, a) = tile.unwrap_or(text).split_once(',')?;
        Some(match tile {
            Some(_) => Self::Tile(b.parse().ok()?, a.parse().ok()?),
            None => Self::Point(b.parse().ok()?, a.parse().ok()?),
        })
    }

    /// Whether a pair of values is here.
    pub(super) fn holds(self, (b, a): (f64, f64)) -> bool {
        match self {
            Self::Point(..) => self == Self::Point(b, a),
            Self::Tile(..) => self == Self::tile_of((b, a)),
        }
    }

    pub(super) fn middle(self) -> (f64, f64) {
        let middle = |nth: u32| (f64::from(nth) + 0.5) / f64::from(N_TILES);
        match self {
            Self::Point(b, a) => (b, a),
            Self::Tile(b, a) => (middle(b), middle(a)),
        }
    }

    /// The values of A and B, with `between` in the middle.
    pub(super) fn title(self, between: &str) -> String {
        let side = |nth: u32| {
            let n = f64::from(N_TILES);
            format!("{:.3} to {:.3}", f64::from(nth) / n, f64::from(nth + 1) / n)
        };
        match self {
            Self::Point(b, a) => format!("A {a:.3}{between}B {b:.3}"),
            Self::Tile(b, a) => format!("A {}{between}B {}", side(a), side(b)),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Point(b, a) => write!(f, "{b},{a}"),
            Self::Tile(b, a) => write!(f, "tile {b},{a}"),
        }
    }
}

/// The column or row of tiles of a value; 1 belongs to the last.
fn nth(value: f64) -> u32 {
    let below = |nth: &u32| value < f64::from(nth + 1) / f64::from(N_TILES);
    (0..N_TILES).find(below).unwrap_or(N_TILES - 1)
}
