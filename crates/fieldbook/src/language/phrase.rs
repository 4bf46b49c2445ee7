//! Phrases and their claims.

use crate::{Predicate, Scene, splitmix::SplitMix64};

/// Words that are true of a scene if the predicate holds of it. `{c}` stands for the companion
/// with its article, `{its}` for "its" or "their".
#[derive(Debug, Clone, Copy)]
pub(super) struct Phrase {
    pub(super) text: &'static str,
    pub(super) claims: Predicate,
}

pub(super) const fn say(text: &'static str, claims: Predicate) -> Phrase {
    Phrase { text, claims }
}

/// Phrases, those of one meaning on a line: the texts, and the claims, which must all hold.
macro_rules! phrases {
    ($($($text:literal),+: $claims:tt;)+) => {
        &[$($($crate::language::phrase::say($text, $crate::predicate::all_of! $claims)),+),+]
    };
}
pub(super) use phrases;

/// A random phrase among those that are true of the scene.
pub(super) fn pick<'a>(
    phrases: impl IntoIterator<Item = &'a Phrase>,
    scene: &Scene,
    stream: &mut SplitMix64,
) -> Option<&'a Phrase> {
    one_of(phrases.into_iter().filter(|phrase| phrase.claims.holds(scene)), stream)
}

/// A random item, all equally likely.
pub(super) fn one_of<T>(items: impl Iterator<Item = T>, stream: &mut SplitMix64) -> Option<T> {
    let mut items: Vec<T> = items.collect();
    if items.is_empty() {
        return None;
    }
    let index = stream.below(u32::try_from(items.len()).unwrap_or(u32::MAX)) as usize;
    Some(items.swap_remove(index))
}

/// "a" or "an", by the sound of the first word.
pub(super) fn article(words: &str) -> &'static str {
    let lower = words.to_lowercase();
    let sounds_like_y = ["eu", "uni", "use", "one"].iter().any(|start| lower.starts_with(start));
    let is_vowel = lower.starts_with(['a', 'e', 'i', 'o', 'u']);
    if is_vowel && !sounds_like_y { "an" } else { "a" }
}
