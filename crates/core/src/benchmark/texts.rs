//! What images rank when they are the queries: captions with vectors of their own, or else the
//! benchmark's queries.

use super::{FileEntry, Manifest, System};

/// The path of a system's vectors of the captions, `[captions, dim]` in the order of
/// `captions.jsonl`.
#[must_use]
pub fn caption_vectors_path(system: &str) -> String {
    format!("systems/{system}/captions.safetensors")
}

/// The path of a definition's judgements from images to texts, before an ending `.gz`.
#[must_use]
pub fn reverse_path(definition: &str) -> String {
    format!("reverse/{definition}.qrels")
}

impl Manifest {
    /// Whether the texts are the captions: any system has vectors of them.
    #[must_use]
    pub fn has_caption_vectors(&self) -> bool {
        let mut systems = self.systems.iter();
        systems.any(|system| self.file(&caption_vectors_path(&system.id)).is_ok())
    }

    /// The number of texts with vectors.
    #[must_use]
    pub fn n_texts(&self) -> u32 {
        if self.has_caption_vectors() { self.counts.captions } else { self.counts.queries }
    }

    /// A system's vectors of the texts, `[texts, dim]`; `None` if it has none.
    #[must_use]
    pub fn text_vectors(&self, system: &System) -> Option<&FileEntry> {
        if self.has_caption_vectors() {
            return self.file(&caption_vectors_path(&system.id)).ok();
        }
        self.file(system.queries.as_ref()?).ok()
    }

    /// A definition's judgements from images to texts, if it has a file of its own.
    #[must_use]
    pub fn reverse_file(&self, definition: &str) -> Option<&FileEntry> {
        let path = reverse_path(definition);
        self.file(&path).or_else(|_| self.file(&format!("{path}.gz"))).ok()
    }
}
