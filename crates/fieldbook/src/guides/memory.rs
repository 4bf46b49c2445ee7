//! What the engine Memory remembers: captions of training scenes, found by BM25.

use crate::{SceneId, TRAINING_SEED, captions, training_scenes, words_of};
use rankscope_guide::Bm25;

/// Training scenes whose five captions are remembered.
pub const N_REMEMBERED: usize = 4_000;

pub(super) struct Memory {
    texts: Bm25,
    /// The scene of each text.
    scenes: Vec<SceneId>,
}

impl Memory {
    pub(super) fn new() -> Self {
        let (mut texts, mut scenes) = (Bm25::default(), Vec::new());
        for (index, scene) in training_scenes(TRAINING_SEED).take(N_REMEMBERED) {
            for caption in captions(&scene, TRAINING_SEED) {
                texts.add(words_of(&caption));
                scenes.push(SceneId { seed: TRAINING_SEED, index });
            }
        }
        Self { texts, scenes }
    }

    /// The scenes with the best captions, best first, each once.
    pub(super) fn best(&self, text: &str, n: usize) -> Vec<SceneId> {
        let mut best: Vec<SceneId> = Vec::new();
        for hit in self.texts.search(words_of(text)) {
            if best.len() == n {
                break;
            }
            if let Some(scene) = self.scenes.get(hit.text)
                && !best.contains(scene)
            {
                best.push(*scene);
            }
        }
        best
    }
}
