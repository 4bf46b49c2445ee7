//! The files of what pictures carry, each fetched when it is first asked for and then kept.

use crate::ui::carried::fields;
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use rankscope_core::benchmark::FieldsFile;
use rankscope_messages::{Failure, Progress};
use std::rc::Rc;
use std::sync::Arc;

/// A benchmark's URL, a file's place among its fields, and the file.
type Kept = (String, usize, Arc<FieldsFile>);

#[derive(Clone, Copy, Default)]
pub struct CarriedFiles {
    kept: StoredValue<Vec<Kept>>,
}

impl CarriedFiles {
    /// `None` if the benchmark has none, or not all of its image lists are loaded.
    pub fn place(dataset: &Dataset, row_in_corpus: u32) -> Option<usize> {
        // They may name images by their ids.
        if dataset.is_partly_listed() {
            return None;
        }
        let mut files = dataset.own.field_files();
        files.position(|(_, rows)| (rows.start..rows.end).contains(&row_in_corpus))
    }

    pub async fn file(
        self,
        dataset: &Arc<Dataset>,
        place: usize,
    ) -> Result<Arc<FieldsFile>, Failure> {
        self.fetched(dataset, place, Rc::new(|_| {})).await
    }

    pub async fn all(
        self,
        dataset: &Arc<Dataset>,
        show: Rc<dyn Fn(Progress)>,
    ) -> Result<Vec<Arc<FieldsFile>>, Failure> {
        let mut files = Vec::new();
        for place in 0..dataset.own.field_files().count() {
            files.push(self.fetched(dataset, place, show.clone()).await?);
        }
        Ok(files)
    }

    async fn fetched(
        self,
        dataset: &Arc<Dataset>,
        place: usize,
        show: Rc<dyn Fn(Progress)>,
    ) -> Result<Arc<FieldsFile>, Failure> {
        let url = dataset.base_url.clone();
        let kept = self.kept.with_value(|kept| {
            let own = kept.iter().find(|(own, number, _)| *own == url && *number == place);
            own.map(|(.., file)| file.clone())
        });
        if let Some(file) = kept {
            return Ok(file);
        }
        let file = fields(dataset.clone(), place, show).await?;
        self.kept.update_value(|kept| {
            // Those of another benchmark are not asked for again.
            kept.retain(|(own, number, _)| *own == url && *number != place);
            kept.push((url, place, file.clone()));
        });
        Ok(file)
    }
}
