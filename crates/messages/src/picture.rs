//! A picture to search with: its pixels travel next to the JSON.

use serde::{Deserialize, Serialize};
use std::{fmt, sync::Arc};

/// A decoded picture. Cheap to copy.
#[derive(Clone, Serialize, Deserialize)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    /// `[height, width, 4]` bytes of red, green, blue and opacity, colours not multiplied by opacity.
    /// Sent as bytes next to the JSON.
    #[serde(skip)]
    pub rgba: Arc<Vec<u8>>,
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height, .. } = self;
        f.debug_struct("Picture")
            .field("width", width)
            .field("height", height)
            .finish_non_exhaustive()
    }
}

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        (self.width, self.height) == (other.width, other.height)
            && (Arc::ptr_eq(&self.rgba, &other.rgba) || self.rgba == other.rgba)
    }
}
