//! The stored guides of a manifest, and what it must agree with itself about.

use super::{
    BenchmarkError, FileEntry, Manifest, StoredGuides, System, duplicate::duplicates,
    file_path::is_plain_id, guide_vectors_path, manifest_json::Faults,
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

    pub(super) fn check_guides(&self, faults: &mut Faults) {
        let wrong = BenchmarkError::Inconsistent;
        let ids = self.guides.iter().map(|guides| guides.id.as_str());
        faults.extend(
            duplicates(ids)
                .map(|twice| wrong(format!("guides of engine {} are listed twice", twice.name))),
        );
        for guides in &self.guides {
            let StoredGuides { id, images, .. } = guides;
            if !is_plain_id(id) {
                faults.push(wrong(format!(
                    "the engine id {id:?} cannot be a file name: use letters, digits, '-', '_' and \
                     '.', a letter or digit first"
                )));
            }
            faults.extend(self.file(&guides.path()).err());
            if *images == 0 {
                faults.push(wrong(format!("engine {id} has no guides")));
            }
            let of_system = |system| Some((system, self.guide_vectors(system, id)?));
            let vectors: Vec<(&System, &FileEntry)> =
                self.systems.iter().filter_map(of_system).collect();
            if vectors.is_empty() {
                faults.push(wrong(format!("no system has vectors of the guides of engine {id}")));
            }
            // At least a byte a value, whatever the type.
            let too_few = |(system, file): &(&System, &FileEntry)| {
                u64::from(*images) * u64::from(system.dim) > file.bytes
            };
            faults.extend(vectors.into_iter().filter(too_few).map(|(system, file)| {
                let FileEntry { path, bytes, .. } = file;
                wrong(format!(
                    "{path} has {bytes} bytes, too few for {images} rows of {} values",
                    system.dim
                ))
            }));
        }
    }
}
