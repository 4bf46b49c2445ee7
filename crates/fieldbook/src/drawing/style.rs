//! The styles of drawing.

use crate::world::vocabulary::vocabulary;

vocabulary! {
    /// How a drawing is made.
    Style {
        Plate = "gouache plate",
        Ink = "pen and wash",
        Print = "linocut print",
    }
}
