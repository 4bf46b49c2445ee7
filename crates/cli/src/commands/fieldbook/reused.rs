//! A system of a Fieldbook built before: its files are taken as they are.

use super::system::{FieldbookSystem, run_of};
use crate::{benchmark::open::Benchmark, build::benchmark_writer::BenchmarkWriter};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::{EncoderEntry, Query, RowRange, System};
use rankscope_core::formats::RunEntry;
use rankscope_fieldbook::Fieldbook;
use rankscope_guide::COMPLEXITY_FILE;
use std::path::Path;

pub(super) struct ReusedSystem {
    system: System,
    encoder: EncoderEntry,
    /// Paths, bytes and rows, in the order of the manifest.
    files: Vec<(String, Vec<u8>, Option<RowRange>)>,
    run: Vec<RunEntry>,
}

pub(super) struct Reused {
    /// In the benchmark's order.
    pub(super) systems: Vec<ReusedSystem>,
    /// `complexity.json`: the same vectors and judgements give the same model.
    pub(super) complexity: Option<Vec<u8>>,
}

/// The systems of a benchmark of the same scenes and queries, each with the run of its `k` best pictures;
/// and what was fitted on them.
pub(super) fn reused(folder: &Path, book: &Fieldbook, k: usize) -> Result<Reused> {
    let benchmark = Benchmark::open_without_values(folder)?;
    let queries: Vec<&Query> = book.queries().collect();
    let n_scenes = book.scenes().len();
    let is_same = benchmark.image_ids().len() == n_scenes
        && (0..n_scenes).all(|row| {
            benchmark.image_ids().get(row).is_some_and(|id| *id == *book.id(row).to_string())
        })
        && benchmark.queries.iter().eq(queries);
    if !is_same {
        bail!(
            "{} has other scenes or queries, so its vectors do not fit: give the --n and --seed that it \
             was built with, or train the systems again (--systems)",
            folder.display()
        );
    }
    let systems = benchmark.manifest.systems.iter();
    let read = systems.map(|system| ReusedSystem::read(&benchmark, system, book, k));
    let complexity =
        benchmark.complexity()?.map(|_| benchmark.bytes(COMPLEXITY_FILE)).transpose()?;
    Ok(Reused { systems: read.collect::<Result<_>>()?, complexity })
}

impl ReusedSystem {
    fn read(benchmark: &Benchmark, system: &System, book: &Fieldbook, k: usize) -> Result<Self> {
        let manifest = &benchmark.manifest;
        let encoder =
            manifest.encoders.iter().find(|entry| Some(&entry.id) == system.encoder.as_ref());
        let encoder = encoder.with_context(|| format!("system {} has no encoder", system.id))?;
        let folders = [format!("{}/", encoder.path), format!("systems/{}/", system.id)];
        let files = manifest.files.iter();
        let files = files.filter(|file| folders.iter().any(|folder| file.path.starts_with(folder)));
        let files =
            files.map(|file| Ok((file.path.clone(), benchmark.bytes(&file.path)?, file.rows)));
        let queries = benchmark.query_vectors(system)?;
        Ok(Self {
            files: files.collect::<Result<_>>()?,
            run: run_of(&system.id, benchmark.gallery(system)?, &queries, book, k),
            system: system.clone(),
            encoder: encoder.clone(),
        })
    }
}

impl FieldbookSystem for ReusedSystem {
    fn id(&self) -> &str {
        &self.system.id
    }

    fn title(&self) -> &str {
        &self.system.title
    }

    fn run(&self, _: &Fieldbook, k: usize) -> Result<Vec<RunEntry>> {
        let of_query = self.run.chunk_by(|a, b| a.query == b.query);
        Ok(of_query.flat_map(|of_query| of_query.iter().take(k)).cloned().collect())
    }

    fn add(self: Box<Self>, writer: &mut BenchmarkWriter) -> Result<(EncoderEntry, System)> {
        for (path, bytes, rows) in &self.files {
            writer.add(path, bytes, *rows)?;
        }
        Ok((self.encoder, self.system))
    }
}
