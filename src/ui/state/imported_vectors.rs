//! Dropped vectors, captions and scores as systems of the open benchmark: what becomes of each file.

use super::added_file::{Adding, tell_other_tabs};
use super::imports::{Outcome, Reading};
use crate::ui::imports::{
    Dropped, Found, captions_of, found_in, keep_system, of_captions, run_of_matrix, unpacked,
};
use crate::ui::task::pause;
use gloo::file::Blob;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, Imported, words};
use rankscope_core::formats::ScoreSide;
use rankscope_core::imported::{
    Counts, FoundCaptions, FoundMatrix, NewSystem, NoSystem, run_of_scores, side_of_scores,
    systems_from_matrices, words_of_scores,
};
use rankscope_messages::Failure;
use rankscope_transfer::unless_cancelled;
use std::sync::Arc;

impl Reading {
    /// Returns the other files, with what archives contain in place of these.
    pub(super) async fn take_vectors(&self, files: &[Dropped]) -> Vec<Dropped> {
        let (mut found, mut captions, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for dropped in files {
            self.progress(&dropped.path, 0, dropped.file.size());
            pause().await;
            if self.is_stopped() {
                return Vec::new();
            }
            if let Some(outcome) = found_in(dropped, &|| self.is_stopped()).await {
                match outcome {
                    Ok(matrices) => found.extend(matrices),
                    Err(failure) => self.imports.fail(failure),
                }
            } else if let Some(outcome) = unpacked(dropped).await {
                match outcome {
                    Ok(files) => others.extend(files),
                    Err(failure) => self.imports.fail(failure),
                }
            } else if let Some(outcome) = captions_of(dropped).await {
                match outcome {
                    Ok(own) => captions.push((dropped.file.name(), own)),
                    Err(failure) => self.imports.fail(failure),
                }
            } else {
                others.push(dropped.clone());
            }
        }
        if !found.is_empty() {
            match self.numbers_of(&found, &others).await {
                // The page opens with it.
                Some(Ok(())) => return Vec::new(),
                Some(Err(failure)) => {
                    self.imports.fail(failure);
                    return Vec::new();
                }
                None => self.import_matrices(found).await,
            }
        }
        for (name, captions) in captions {
            self.progress(&name, 0, 0);
            if self.is_stopped() {
                break;
            }
            self.import_captions(&name, captions).await;
        }
        others
    }

    /// The lists of the open benchmark, once loaded.
    async fn lists(&self) -> Option<Arc<Dataset>> {
        self.imports.lists.settled().await;
        let dataset = untrack(|| self.imports.lists.outline());
        if dataset.is_none() {
            self.imports.fail(Failure {
                title: "Nothing was imported".into(),
                detail: "No benchmark is open to import into.".into(),
                advice: "Open a benchmark and drop the files again.".into(),
            });
        }
        dataset
    }

    async fn import_captions(&self, name: &str, captions: FoundCaptions) {
        let Some(dataset) = self.lists().await else { return };
        let made = of_captions(&dataset, name, captions);
        match unless_cancelled(&|| self.is_stopped(), made).await {
            Ok(Ok(made)) => self.import_made(&made.system, &made.found, &made.notes).await,
            Ok(Err(failure)) => self.imports.fail(failure),
            // Stopped.
            Err(_) => {}
        }
    }

    async fn import_matrices(&self, found: Vec<Found>) {
        let Some(dataset) = self.lists().await else { return };
        let counts = counts(&dataset);
        let matrices: Vec<FoundMatrix> = found.iter().map(|one| one.matrix.clone()).collect();
        let (mut of_vectors, mut of_scores) = (Vec::new(), Vec::new());
        for one in found {
            match side_of_scores(&one.matrix, &matrices, counts) {
                None => of_vectors.push(one),
                Some(Ok(side)) => of_scores.push((one, side)),
                Some(Err(refused)) => self.refuse(refused),
            }
        }
        let matrices: Vec<FoundMatrix> = of_vectors.iter().map(|one| one.matrix.clone()).collect();
        let (systems, refused) = systems_from_matrices(&matrices, counts);
        refused.into_iter().for_each(|refused| self.refuse(refused));
        for system in &systems {
            self.import_made(system, &of_vectors, &[]).await;
        }
        for (one, side) in of_scores {
            if self.is_stopped() {
                break;
            }
            match self.import_scores(&dataset, &one, side).await {
                Ok(outcome) => self.imports.outcomes.update(|outcomes| outcomes.extend(outcome)),
                Err(failure) => self.imports.fail(failure),
            }
        }
    }

    fn refuse(&self, refused: NoSystem) {
        self.imports.fail(why_not(refused));
    }

    /// As a run of the best images, which is kept in place of the matrix. `None` if stopped.
    async fn import_scores(
        &self,
        dataset: &Dataset,
        found: &Found,
        side: ScoreSide,
    ) -> Result<Option<Outcome>, Failure> {
        let on_progress = |what: &str, done, total| self.progress(what, done, total);
        let is_stopped = || self.is_stopped();
        let run = run_of_matrix(dataset, found, side, &is_stopped, &on_progress).await?;
        let Some(bytes) = run else { return Ok(None) };
        let name = run_of_scores(&found.matrix);
        let adding = Adding { lists: self.imports.lists, not_kept: self.imports.not_kept };
        let (id, is_new) = adding.add(&name, &bytes, &Blob::new(bytes.as_slice())).await?;
        let words = words_of_scores(&found.matrix, &name, counts(dataset));
        Ok(Some(Outcome::Imported { id, is_new, words }))
    }

    async fn import_made(&self, system: &NewSystem, found: &[Found], notes: &[String]) {
        if self.is_stopped() {
            return;
        }
        match self.import_system(system, found, notes).await {
            // Nothing if stopped.
            Ok(outcome) => self.imports.outcomes.update(|outcomes| outcomes.extend(outcome)),
            Err(failure) => self.imports.fail(failure),
        }
    }

    async fn import_system(
        &self,
        system: &NewSystem,
        found: &[Found],
        notes: &[String],
    ) -> Result<Option<Outcome>, Failure> {
        let on_progress = |what: &str, done, total| self.progress(what, done, total);
        let is_stopped = || self.is_stopped();
        let Some(dataset) = untrack(|| self.imports.lists.outline()) else { return Ok(None) };
        let kept = keep_system(&dataset, system, found, notes, &is_stopped, &on_progress).await?;
        let Some(import) = kept else { return Ok(None) };
        let (id, words) = (import.id.clone(), said_of(&import));
        // The lists as they are now: another import may have been removed in the meantime.
        let now = untrack(|| self.imports.lists.outline());
        let Some(now) = now.filter(|now| now.base_url == dataset.base_url) else { return Ok(None) };
        if now.imported.iter().any(|known| known.id == import.id) {
            return Ok(Some(Outcome::Imported { id, is_new: false, words }));
        }
        tell_other_tabs();
        let imported = now.imported.iter().cloned().chain([Arc::new(import)]).collect();
        self.imports.lists.replace(now.with_imports(imported, now.ids()));
        Ok(Some(Outcome::Imported { id, is_new: true, words }))
    }
}

pub(super) fn why_not(NoSystem { file, reason, advice }: NoSystem) -> Failure {
    let title = format!("{file} was not imported");
    Failure { title, detail: format!("{reason}."), advice }
}

pub(super) fn counts(dataset: &Dataset) -> Counts<'_> {
    Counts {
        title: &dataset.manifest.title,
        images: dataset.n_images(),
        queries: dataset.queries.len(),
    }
}

fn said_of(import: &Imported) -> String {
    let n = import.vectors().map_or(0, |own| own.files.iter().map(|file| file.bytes).sum());
    let (file, title, size) = (&import.file, import.title(), words::bytes(n));
    format!("{file} became the system “{title}”; {size} are stored in this browser.")
}
