//! The stored guides of a manifest, and what it must agree with itself about.

use super::{
    BenchmarkError, FileEntry, Manifest, StoredGuides, System, duplicate::first_duplicate,
    file_path::is_plain_id, guide_vectors_path,
};

impl Manifest {
    /// The stored guides of this engine.
    #[must_use]
    pub fn stored_guides(&self, engine: &str) -> Option<&StoredGuides> {
        self.guides.iter().find(|guides| guides.id == engine)
    }

    /// An engine's vectors in a system; `None` if it has none there.
    #[must_use]
    pub fn guide_vectors(&self, system: &System, engine: &str) -> Option<&FileEntry> {
        self.file(&guide_vectors_path(&system.id, engine)).ok()
    }

    pub(super) fn check_guides(&self) -> Result<(), BenchmarkError> {
        let wrong = |reason: String| Err(BenchmarkError::Inconsistent(reason));
        if let Some(twice) = first_duplicate(self.guides.iter().map(|guides| guides.id.as_str())) {
            return wrong(format!("guides of engine {} are listed twice", twice.name));
        }
        for guides in &self.guides {
            let StoredGuides { id, images, .. } = guides;
            if !is_plain_id(id) {
                return wrong(format!(
                    "the engine id {id:?} cannot be a file name: use letters, digits, '-', '_' and \
                     '.', a letter or digit first"
                ));
            }
            self.file(&guides.path())?;
            if *images == 0 {
                return wrong(format!("engine {id} has no guides"));
            }
            let mut n_systems = 0;
            for system in &self.systems {
                let Some(FileEntry { path, bytes, .. }) = self.guide_vectors(system, id) else {
                    continue;
                };
                n_systems += 1;
                // At least a byte a value, whatever the type.
                if u64::from(*images) * u64::from(system.dim) > *bytes {
                    return wrong(format!(
                        "{path} has {bytes} bytes, too few for {images} rows of {} values",
                        system.dim
                    ));
                }
            }
            if n_systems == 0 {
                return wrong(format!("no system has vectors of the guides of engine {id}"));
            }
        }
        Ok(())
    }
}
