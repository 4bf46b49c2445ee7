//! Tags as people give them: true, misspelt, off topic, or none at all.

use super::{
    creators::{Creator, one},
    exif::Exif,
};
use crate::{
    HumanImpact, LifeStage, Light, Morph, Scene, Weather, language::short_names,
    splitmix::SplitMix64,
};

/// Misspelt tags per thousand true ones.
pub const MISSPELT_PER_THOUSAND: u32 = 60;
/// Pictures without tags, per thousand.
pub const UNTAGGED_PER_THOUSAND: u32 = 80;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TagKind {
    True,
    /// True of the picture, but misspelt.
    Misspelt,
    /// About the camera, the place, the album, or praise.
    OffTopic,
}

#[rustfmt::skip] // Entries share lines.
const OFF_TOPIC: [&str; 24] = [
    "favourites", "challenge", "holiday", "weekend", "explored", "bestof", "topshot", "365days",
    "walk", "familytrip", "sundayafternoon", "newlens", "wow", "untitled", "me", "friends",
    "birthday", "lunchbreak", "day112", "squareformat", "handheld", "oldphoto", "luckyshot",
    "scavengerhunt",
];

/// The tags of a picture in the order they were given, without duplicates.
pub(super) fn tags(
    scene: &Scene,
    creator: Creator,
    exif: &Exif,
    stream: &mut SplitMix64,
) -> Vec<(String, TagKind)> {
    if stream.in_thousand(UNTAGGED_PER_THOUSAND) {
        return Vec::new();
    }
    let mut given: Vec<(String, TagKind)> = Vec::new();
    let mut give = |tag: String, kind: TagKind| {
        if !tag.is_empty() && !given.iter().any(|(other, _)| *other == tag) {
            given.push((tag, kind));
        }
    };
    for tag in true_tags(scene, stream) {
        if stream.below(100) >= creator.thoroughness {
            continue;
        }
        if stream.in_thousand(MISSPELT_PER_THOUSAND) {
            give(misspelt(&tag, stream), TagKind::Misspelt);
        } else {
            give(tag, TagKind::True);
        }
    }
    if stream.in_thousand(180) {
        give(joined(exif.camera), TagKind::OffTopic);
    }
    if stream.in_thousand(300) {
        give(joined(creator.place), TagKind::OffTopic);
    }
    while stream.in_thousand(300) {
        give(one(&OFF_TOPIC, stream).to_owned(), TagKind::OffTopic);
    }
    given
}

/// Every tag that is true of the scene.
fn true_tags(scene: &Scene, stream: &mut SplitMix64) -> Vec<String> {
    let facts = scene.species.facts();
    let group = scene.group();
    let mut tags = vec![joined(facts.english)];
    tags.extend(short_names(scene.species).map(joined));
    if group.is_bird() {
        tags.push("bird".to_owned());
    } else if group.is_insect() {
        tags.push("insect".to_owned());
    }
    if group.is_animal() {
        tags.push(if stream.in_thousand(500) { "animal" } else { "wildlife" }.to_owned());
    } else {
        tags.push("nature".to_owned());
    }
    tags.push(joined(scene.habitat.words().trim_start_matches("reedy ")));
    if scene.light != Light::Day {
        tags.push(joined(scene.light.words()));
    }
    if scene.weather != Weather::Clear {
        tags.push(scene.weather.words().to_owned());
    }
    tags.extend(scene.season.map(|season| season.words().to_owned()));
    if scene.impact != HumanImpact::None {
        tags.push(joined(scene.impact.words()));
    }
    if scene.life_stage != LifeStage::Adult {
        tags.push(joined(scene.life_stage.words_in(group)));
    }
    if scene.morph != Morph::Typical {
        tags.push(scene.morph.words().to_owned());
    }
    tags.push(joined(scene.behaviour.words_in(group)));
    tags.extend(scene.companion.map(|companion| joined(companion.species.facts().english)));
    tags.push(joined(facts.scientific));
    tags
}

/// Normalises a tag as photo sites do: lower case, letters and digits only.
fn joined(words: &str) -> String {
    words.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>().to_lowercase()
}

/// The word with a letter dropped, doubled or swapped with the next; never the word itself.
fn misspelt(word: &str, stream: &mut SplitMix64) -> String {
    let letters: Vec<char> = word.chars().collect();
    if letters.len() < 4 {
        return format!("{word}{}", letters.last().copied().unwrap_or('s'));
    }
    let inner = u32::try_from(letters.len() - 2).unwrap_or(1);
    let place = 1 + stream.below(inner) as usize;
    let mut changed = letters.clone();
    match stream.below(3) {
        0 => {
            changed.remove(place);
        }
        1 => changed.insert(place, letters[place]),
        _ => changed.swap(place, place + 1),
    }
    if changed == letters {
        changed.remove(place);
    }
    changed.into_iter().collect()
}
