//! What one picture carries, as its source writes it.

use crate::formats::ExifField;

/// The fields of a picture, for those who write them. All are as their source has them: readers
/// say what they understand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImageFields {
    /// Who made it.
    pub creator: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// Its licence: an id, an address or a name.
    pub licence: Option<String>,
    /// When it was taken. Without it, readers take the date of the EXIF fields.
    pub taken: Option<String>,
    /// Degrees north.
    pub lat: Option<String>,
    /// Degrees east.
    pub lon: Option<String>,
    /// The camera's fields. The first of a name counts.
    pub exif: Vec<ExifField>,
}
