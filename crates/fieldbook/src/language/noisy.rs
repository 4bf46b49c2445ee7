//! Noisy, web-like captions: tag lists, file names, unrelated remarks, captions of other pictures.

use super::{caption::claimed_captions, nouns::short_names, phrase::one_of};
use crate::{Scene, questions::is_held_out, splitmix::SplitMix64};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NoiseKind {
    Clean,
    /// A list of keywords, most of them right.
    TagList,
    FileName,
    /// A remark that says nothing about the picture.
    Remark,
    Swapped,
}

/// Noisy captions of each kind per thousand; they add up to 1,000.
pub const NOISE_PER_THOUSAND: [(NoiseKind, u32); 5] = [
    (NoiseKind::Clean, 450),
    (NoiseKind::TagList, 200),
    (NoiseKind::FileName, 100),
    (NoiseKind::Remark, 100),
    (NoiseKind::Swapped, 150),
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoisyCaption {
    pub text: String,
    pub kind: NoiseKind,
}

/// Five noisy captions of the scene at `index`. Swapped ones are captions of another of the first
/// `n_scenes` scenes of the seed, never of a held-out one.
pub fn noisy_captions(seed: u64, index: u64, n_scenes: u64) -> [NoisyCaption; 5] {
    let scene = Scene::generate(seed, index);
    let mut stream = SplitMix64::of_pair(seed ^ 0x4015_E000, index);
    claimed_captions(&scene, seed).map(|clean| {
        let kind = kind(&mut stream);
        let text = match kind {
            NoiseKind::Clean => clean.text,
            NoiseKind::TagList => tag_list(&scene, &mut stream),
            NoiseKind::FileName => file_name(&scene, &mut stream),
            NoiseKind::Remark => remark(&mut stream),
            NoiseKind::Swapped => {
                let other = another(seed, index, n_scenes, &mut stream);
                let place = stream.below(5) as usize;
                let captions = claimed_captions(&other, seed);
                captions.into_iter().nth(place).map(|caption| caption.text).unwrap_or_default()
            }
        };
        NoisyCaption { text, kind }
    })
}

/// A random scene of another index that is not held out from training.
fn another(seed: u64, index: u64, n_scenes: u64, stream: &mut SplitMix64) -> Scene {
    let first = u64::from(stream.below(u32::try_from(n_scenes).unwrap_or(u32::MAX)));
    let others = (0..n_scenes).map(|step| (first + step) % n_scenes);
    let scenes = others.filter(|other| *other != index).map(|other| Scene::generate(seed, other));
    let mut fit = scenes.filter(|scene| !is_held_out(scene));
    fit.next().unwrap_or_else(|| Scene::generate(seed, index + 1))
}

fn kind(stream: &mut SplitMix64) -> NoiseKind {
    let mut drawn = stream.below(1000);
    for (kind, n) in NOISE_PER_THOUSAND {
        if drawn < n {
            return kind;
        }
        drawn -= n;
    }
    NoiseKind::Clean
}

/// Keywords that have little or nothing to do with the picture.
#[rustfmt::skip] // Words share lines.
pub(super) const TAG_WORDS: &[&str] = &[
    "nature", "wildlife", "photo", "macro", "outdoors", "beautiful", "stock", "image", "best",
    "free", "wallpaper", "amazing", "travel", "picture", "sale", "print",
];

fn tag_list(scene: &Scene, stream: &mut SplitMix64) -> String {
    let facts = scene.species.facts();
    let mut tags: Vec<&str> = vec![facts.english, scene.group().plural()];
    tags.push(scene.habitat.words());
    tags.push(scene.behaviour.words_in(scene.group()));
    if let Some(season) = scene.season {
        tags.push(season.words());
    }
    tags.extend(facts.colours.first());
    for _ in 0..3 {
        tags.extend(one_of(TAG_WORDS.iter().copied(), stream));
    }
    let mut kept = Vec::new();
    while kept.len() < 5 && !tags.is_empty() {
        let place = stream.below(u32::try_from(tags.len()).unwrap_or(1)) as usize;
        let tag = tags.swap_remove(place);
        if !kept.contains(&tag) {
            kept.push(tag);
        }
    }
    kept.join(if stream.in_thousand(600) { ", " } else { " " })
}

fn file_name(scene: &Scene, stream: &mut SplitMix64) -> String {
    let number = stream.below(9999) + 1;
    match stream.below(4) {
        0 => format!("IMG_{number:04}.jpg"),
        1 => format!("DSC{number:05}.JPG"),
        2 => format!("scan {number}.tif"),
        _ => {
            let english = scene.species.facts().english;
            let name = short_names(scene.species).next().unwrap_or(english);
            let name = name.to_lowercase().replace(' ', "_");
            format!("{name}_{}_final.jpg", number % 30 + 1)
        }
    }
}

fn remark(stream: &mut SplitMix64) -> String {
    one_of(REMARKS.iter().copied(), stream).unwrap_or_default().to_owned()
}

/// What people write under pictures.
pub(super) const REMARKS: &[&str] = &[
    "Click to enlarge",
    "For more see my gallery",
    "All rights reserved by the author",
    "Thanks for looking and for your kind words",
    "My entry for this week's challenge",
    "New lens, first try",
    "Taken on our holidays",
    "Please do not use without asking me",
    "Sorry for the poor quality, it was taken with my phone",
    "Buy this picture as a print",
    "Posted in the album of last year",
    "Comments welcome",
    "Best seen large",
    "Shared with the local group",
    "Can anybody tell me what this is?",
    "Home at last, time to sort the pictures",
    "Number seven of my hundred days project",
    "It rained the whole week before, but that is another story",
    "Uploaded from my old computer",
    "Untitled",
];
