//! Groups of four scenes that differ in one fact, each with its caption: which caption is of which
//! picture? As in the paper's Table 2, after Winoground and COLA.

use crate::{Fact, Scene, alternatives, description, splitmix::SplitMix64};

/// Seed of the scenes; neither the gallery's nor training's nor that of guides.
pub const PAIRING_SEED: u64 = 19;
/// Scenes in a group.
pub const N_PAIRED: usize = 4;

/// The facts that captions tell apart.
const FACTS: [Fact; 8] = [
    Fact::Species,
    Fact::Habitat,
    Fact::Season,
    Fact::Light,
    Fact::Weather,
    Fact::Behaviour,
    Fact::Companion,
    Fact::Substrate,
];

/// Four scenes that differ in one fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairing {
    pub fact: Fact,
    /// The scenes, each with a caption that no other has.
    pub scenes: Vec<(Scene, String)>,
}

/// The first `n` groups. The same seed gives the same groups on every machine.
pub fn pairings(n: usize) -> Vec<Pairing> {
    (0u64..).filter_map(pairing).take(n).collect()
}

/// A scene with three of its neighbours by one fact; `None` where no fact has three that its caption
/// tells apart.
fn pairing(index: u64) -> Option<Pairing> {
    let scene = Scene::generate(PAIRING_SEED, index);
    let mut stream = SplitMix64::of_pair(PAIRING_SEED ^ 0x4A17, index);
    let first = stream.below(u32::try_from(FACTS.len()).ok()?) as usize;
    let facts = FACTS.iter().cycle().skip(first).take(FACTS.len());
    facts.copied().find_map(|fact| {
        let mut scenes = vec![(scene.clone(), description(&scene))];
        let mut others = alternatives(&scene, fact);
        while scenes.len() < N_PAIRED && !others.is_empty() {
            let place = stream.below(u32::try_from(others.len()).unwrap_or(1)) as usize;
            let other = others.swap_remove(place);
            let caption = description(&other);
            if scenes.iter().all(|(_, other)| *other != caption) {
                scenes.push((other, caption));
            }
        }
        (scenes.len() == N_PAIRED).then_some(Pairing { fact, scenes })
    })
}
