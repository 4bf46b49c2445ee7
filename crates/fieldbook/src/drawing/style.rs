//! The styles of drawing.

use crate::world::vocabulary::vocabulary;

vocabulary! {
    Style {
        Plate = "gouache plate",
        Ink = "pen and wash",
        Print = "linocut print",
    }
}
