//! Stored runs: runs as TREC's lines or as JSON, and logits of yes-or-no answers.

use super::folder::SourceFolder;
use crate::{
    build::recipe::RunSource,
    reading::list_files::{self, ListText},
    terminal::reporter,
};
use anyhow::Result;
use rankscope_core::benchmark::{Image, Query, RunKind, StoredRun};
use rankscope_core::formats::{
    IdTable, Place, RankedRun, place_in_logits, place_in_run, run_from_logits,
};
use rankscope_core::imported::{Ids, check_run};

/// `documents` are the ids of the run's documents.
pub(crate) struct ReadRun {
    pub(crate) stored: StoredRun,
    pub(crate) run: RankedRun,
    pub(crate) documents: IdTable,
}

impl SourceFolder {
    /// A run of the benchmark's queries and images. Refuses an unknown query or image, a score that is not
    /// finite, an image twice in a list, and a list longer than the depth; names file and line.
    pub(crate) fn run(
        &self,
        source: &RunSource,
        queries: &[Query],
        images: &[Image],
    ) -> Result<ReadRun> {
        let list = list_files::open(&self.path(&source.file))?;
        let mut documents = IdTable::default();
        let run = match source.kind {
            RunKind::Run => list.run(&mut documents)?,
            RunKind::Logits => run_from_logits(&list.name, &list.text, &mut documents)?,
        };
        let is_json = list.is_json();
        let ListText { name, text, .. } = list;
        if let Some(disorder) = &run.disorder {
            reporter::warn(format_args!("{name}, {disorder}"));
        }
        let ids = Ids::new(
            queries.iter().map(|query| query.id.as_str()),
            images.iter().map(|image| image.id.as_str()),
        );
        let place_of = |query: &str, image: Option<&str>| match source.kind {
            RunKind::Run if is_json => Place::File,
            RunKind::Run => place_in_run(&text, query, image),
            RunKind::Logits => place_in_logits(&text, query, image),
        };
        check_run(&name, &run, &documents, source.depth, &ids, place_of)?;
        let longest = run.queries.iter().map(|query| query.documents.len()).max().unwrap_or(0);
        let stored = StoredRun {
            id: source.id.clone(),
            title: source.title.clone(),
            kind: source.kind,
            of: source.of.clone(),
            depth: source.depth.unwrap_or(u32::try_from(longest)?),
            prompt: source.prompt.clone(),
            source: source.source.clone(),
        };
        Ok(ReadRun { stored, run, documents })
    }
}
