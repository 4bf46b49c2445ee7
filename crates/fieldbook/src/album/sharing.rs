//! How a picture is shared: its licence, and where it was taken if the creator shows that. Both use
//! separate random streams, so they do not shift tags and EXIF.

use super::creators::{Creator, PLACES};
use crate::{SceneId, splitmix::SplitMix64};

/// The six licences that photographs on MIRFLICKR have, as SPDX writes their present versions, with
/// how many creators of a hundred choose each.
pub const LICENCES: [(&str, u32); 6] = [
    ("CC-BY-NC-ND-4.0", 32),
    ("CC-BY-NC-SA-4.0", 26),
    ("CC-BY-NC-4.0", 16),
    ("CC-BY-4.0", 12),
    ("CC-BY-SA-4.0", 9),
    ("CC-BY-ND-4.0", 5),
];

/// Pictures per thousand whose licence is not the creator's usual one.
const UNUSUAL_PER_THOUSAND: u32 = 80;
/// Pictures per thousand taken elsewhere than around the creator's place.
const AWAY_PER_THOUSAND: u32 = 250;
/// Creators per thousand who show where their pictures were taken.
const SHOWING_PER_THOUSAND: u32 = 450;

/// Where the invented places are: hundredths of degrees north and east. They lie where the ocean is
/// emptiest, so that no one takes them for real.
#[rustfmt::skip] // Entries share lines.
const AROUND: [(i32, i32); PLACES.len()] = [
    (-4852, -12310), (-4868, -12325), (-4845, -12352), (-4881, -12338), (-4859, -12371),
    (-4903, -12317), (-4837, -12329), (-4890, -12360), (-4829, -12364), (-4874, -12389),
    (-4911, -12345), (-4843, -12393),
];

/// The licence of a picture, by its SPDX id.
pub(super) fn licence(id: SceneId, creator: Creator) -> &'static str {
    let mut of_creator = SplitMix64::of_pair(0x11CE_2CE5, u64::from(creator.number));
    let mut of_picture = SplitMix64::of_pair(id.seed ^ 0x11CE_0000, id.index);
    let stream = if of_picture.in_thousand(UNUSUAL_PER_THOUSAND) {
        &mut of_picture
    } else {
        &mut of_creator
    };
    let mut drawn = stream.below(LICENCES.iter().map(|(_, weight)| weight).sum());
    for (licence, weight) in LICENCES {
        if drawn < weight {
            return licence;
        }
        drawn -= weight;
    }
    LICENCES[0].0
}

/// Hundredths of degrees north and east; `None` if the creator does not show them.
pub(super) fn place(id: SceneId, creator: Creator) -> Option<(i32, i32)> {
    let mut of_creator = SplitMix64::of_pair(0x91AC_E000, u64::from(creator.number));
    if !of_creator.in_thousand(SHOWING_PER_THOUSAND) {
        return None;
    }
    let mut stream = SplitMix64::of_pair(id.seed ^ 0x91AC_0000, id.index);
    let home = PLACES.iter().position(|place| *place == creator.place)?;
    let is_away = stream.in_thousand(AWAY_PER_THOUSAND);
    let there = stream.below(u32::try_from(AROUND.len()).ok()?) as usize;
    let (north, east) = *AROUND.get(if is_away { there } else { home })?;
    let mut aside = || i32::try_from(stream.below(7)).unwrap_or(0) - 3;
    Some((north + aside(), east + aside()))
}
