//! Upload metadata in the shape of MIRFLICKR: creator, tags, EXIF, licence and
//! place, all invented.

mod creators;
mod exif;
mod sharing;
mod tags;

pub use creators::{Creator, N_CREATORS};
pub use exif::Exif;
pub use sharing::LICENCES;
pub use tags::{MISSPELT_PER_THOUSAND, TagKind, UNTAGGED_PER_THOUSAND};

use super::{SceneId, splitmix::SplitMix64};

/// The licence of every drawing, whatever licence its invented creator chose: this program draws them
/// all.
pub const LICENSE: &str = "CC0-1.0";

/// What is said of every picture's creator, licence, date and place.
pub const CREDIT: &str =
    "Creator, licence, date and place are invented; the drawing itself is CC0-1.0";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    pub creator: Creator,
    pub tags: Vec<(String, TagKind)>,
    pub exif: Exif,
    /// The licence that the creator chose, by its SPDX id.
    pub licence: &'static str,
    /// Where it was taken, in hundredths of degrees north and east, if the creator shows that.
    pub place: Option<(i32, i32)>,
}

/// The upload metadata of a scene; always the same for the same id.
pub fn upload(id: SceneId) -> Upload {
    let scene = id.scene();
    let mut stream = SplitMix64::of_pair(id.seed ^ 0xA1B0_0000, id.index);
    let creator = Creator::drawn(&mut stream);
    let exif = exif::exif(&scene, creator, &mut stream);
    let tags = tags::tags(&scene, creator, &exif, &mut stream);
    let (licence, place) = (sharing::licence(id, creator), sharing::place(id, creator));
    Upload { creator, tags, exif, licence, place }
}
