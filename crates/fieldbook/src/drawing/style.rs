//! The styles of drawing.

use crate::world::vocabulary::vocabulary;

vocabulary! {
    /// The style of a drawing.
    Style {
        Plate = "gouache plate",
        Ink = "pen and wash",
        Print = "linocut print",
    }
}
