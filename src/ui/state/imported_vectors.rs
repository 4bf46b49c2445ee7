//! Dropped vectors as systems of the open benchmark: what becomes of each file.

use super::added_file::tell_other_tabs;
use super::imports::{Outcome, Reading};
use crate::messages::Failure;
use crate::ui::imports::{Dropped, Found, found_in, keep_system, unpacked};
use crate::ui::task::pause;
use leptos::prelude::*;
use rankscope_core::analysis::{Imported, words};
use rankscope_core::imported::{Counts, FoundMatrix, NewSystem, NoSystem, systems_from_matrices};
use std::sync::Arc;

impl Reading {
    /// Takes the vectors out of the dropped files and imports them; returns the other files, with
    /// what archives contain in place of these.
    pub(super) async fn take_vectors(&self, files: &[Dropped]) -> Vec<Dropped> {
        let (mut found, mut others) = (Vec::new(), Vec::new());
        for dropped in files {
            self.progress(&dropped.path, 0, dropped.file.size());
            pause().await;
            if self.is_stopped() {
                return Vec::new();
            }
            if let Some(outcome) = found_in(dropped).await {
                match outcome {
                    Ok(matrices) => found.extend(matrices),
                    Err(failure) => self.imports.fail(failure),
                }
            } else if let Some(outcome) = unpacked(dropped).await {
                match outcome {
                    Ok(files) => others.extend(files),
                    Err(failure) => self.imports.fail(failure),
                }
            } else {
                others.push(dropped.clone());
            }
        }
        if !found.is_empty() {
            self.import_vectors(&found).await;
        }
        others
    }

    async fn import_vectors(&self, found: &[Found]) {
        // The benchmark may still be loading.
        self.imports.lists.settled().await;
        let Some(dataset) = untrack(|| self.imports.lists.outline()) else {
            return self.imports.fail(Failure {
                title: "The vectors were not imported".into(),
                detail: "No benchmark is open to import them into.".into(),
                advice: "Open a benchmark and drop the files again.".into(),
            });
        };
        let counts = Counts {
            title: &dataset.manifest.title,
            images: dataset.n_images(),
            queries: dataset.queries.len(),
        };
        let matrices: Vec<FoundMatrix> = found.iter().map(|one| one.matrix.clone()).collect();
        let (systems, refused) = systems_from_matrices(&matrices, counts);
        for NoSystem { file, reason, advice } in refused {
            let title = format!("{file} was not imported");
            self.imports.fail(Failure { title, detail: format!("{reason}."), advice });
        }
        for system in &systems {
            if self.is_stopped() {
                return;
            }
            match self.import_system(system, found).await {
                Ok(Some(said)) => {
                    self.imports.outcomes.update(|outcomes| outcomes.push(Outcome::Done(said)));
                }
                // Stopped.
                Ok(None) => {}
                Err(failure) => self.imports.fail(failure),
            }
        }
    }

    async fn import_system(
        &self,
        system: &NewSystem,
        found: &[Found],
    ) -> Result<Option<String>, Failure> {
        let on_progress = |what: &str, done, total| self.progress(what, done, total);
        let is_stopped = || self.is_stopped();
        let Some(dataset) = untrack(|| self.imports.lists.outline()) else { return Ok(None) };
        let kept = keep_system(&dataset, system, found, &is_stopped, &on_progress).await?;
        let Some(import) = kept else { return Ok(None) };
        let said = said_of(&import);
        // The lists as they are now: another import may have been removed in the meantime.
        let now = untrack(|| self.imports.lists.outline());
        let Some(now) = now.filter(|now| now.base_url == dataset.base_url) else { return Ok(None) };
        if now.imported.iter().any(|known| known.id == import.id) {
            return Ok(Some(format!("{} is already imported.", import.file)));
        }
        tell_other_tabs();
        let imported = now.imported.iter().cloned().chain([Arc::new(import)]).collect();
        self.imports.lists.replace(now.with_imports(imported, now.ids()));
        Ok(Some(said))
    }
}

fn said_of(import: &Imported) -> String {
    let n = import.vectors().map_or(0, |own| own.files.iter().map(|file| file.bytes).sum());
    let (file, title, size) = (&import.file, import.title(), words::bytes(n));
    format!("{file} became the system “{title}”; {size} are stored in this browser.")
}
