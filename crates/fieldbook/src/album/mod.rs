//! Pictures as people would have uploaded them: creator, tags and camera, in the shape of
//! MIRFLICKR. All of it is invented and says so.

mod creators;
mod exif;
mod tags;

pub use creators::{Creator, N_CREATORS};
pub use exif::Exif;
pub use tags::{MISSPELT_PER_THOUSAND, TagKind, UNTAGGED_PER_THOUSAND};

use super::{SceneId, splitmix::SplitMix64};

/// The licence of every picture: they are drawn by this program.
pub const LICENSE: &str = "CC0-1.0";

/// What came with the upload of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// Who.
    pub creator: Creator,
    /// Tags, and what each is.
    pub tags: Vec<(String, TagKind)>,
    /// The camera's notes.
    pub exif: Exif,
}

/// What came with the upload of the scene; the same for the same scene.
#[must_use]
pub fn upload(id: SceneId) -> Upload {
    let scene = id.scene();
    let mut stream = SplitMix64::of_pair(id.seed ^ 0xA1B0_0000, id.index);
    let creator = Creator::drawn(&mut stream);
    let exif = exif::exif(&scene, creator, &mut stream);
    let tags = tags::tags(&scene, creator, &exif, &mut stream);
    Upload { creator, tags, exif }
}
