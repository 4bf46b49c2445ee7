//! Reading `benchmark.json`, and what it must agree with itself about.

use super::{
    BenchmarkError, FileEntry, Manifest, RowRange, SCHEMA_VERSION, System,
    duplicate::{Duplicate, first_duplicate},
    file_path::{is_inside, is_plain_id},
    manifest::{is_field_list, is_image_list},
};
use crate::limits::{MAX_BENCHMARK_BYTES, MAX_DIM, MAX_MANIFEST_BYTES, MAX_UNLISTED_IMAGES};
use serde::Deserialize;

impl Manifest {
    /// Reads `benchmark.json` and checks that it does not contradict itself.
    ///
    /// # Errors
    /// Not JSON, another schema version, or references to files, encoders or definitions
    /// that it does not list.
    pub fn from_json(text: &str) -> Result<Self, BenchmarkError> {
        if text.len() as u64 > MAX_MANIFEST_BYTES {
            return Err(inconsistent(format!("it has more than {MAX_MANIFEST_BYTES} bytes")));
        }
        let json = |source| BenchmarkError::Json { file: "benchmark.json".into(), source };
        #[derive(Deserialize)]
        struct Version {
            schema_version: u64,
        }
        // The version first: a later manifest may differ in everything else.
        let Version { schema_version } = serde_json::from_str(text).map_err(json)?;
        if schema_version != SCHEMA_VERSION {
            return Err(BenchmarkError::SchemaVersion {
                found: schema_version,
                known: SCHEMA_VERSION,
            });
        }
        let manifest: Self = serde_json::from_str(text).map_err(json)?;
        manifest.check()?;
        Ok(manifest)
    }

    fn check(&self) -> Result<(), BenchmarkError> {
        self.check_ids()?;
        self.check_files()?;
        self.check_relevance()?;
        self.check_systems()?;
        self.check_runs()?;
        self.check_guides()?;
        for headline in &self.headlines {
            if self.definition(&headline.relevance).is_none() {
                return Err(inconsistent(format!(
                    "headline {} names an unknown relevance {}",
                    headline.measure, headline.relevance
                )));
            }
        }
        Ok(())
    }

    /// These ids become names of files and parts of links.
    fn check_ids(&self) -> Result<(), BenchmarkError> {
        let benchmark = std::iter::once(("benchmark", &self.id));
        let relevance = self.relevance.iter().map(|definition| ("relevance", &definition.id));
        let systems = self.systems.iter().map(|system| ("system", &system.id));
        let runs = self.runs.iter().map(|run| ("run", &run.id));
        let encoders = self.encoders.iter().map(|encoder| ("encoder", &encoder.id));
        let mut all = benchmark.chain(relevance).chain(systems).chain(runs).chain(encoders);
        match all.find(|(_, id)| !is_plain_id(id)) {
            None => Ok(()),
            Some((what, id)) => Err(inconsistent(format!(
                "the {what} id {id:?} cannot be a file name: use letters, digits, '-', '_' and \
                 '.', a letter or digit first"
            ))),
        }
    }

    fn check_files(&self) -> Result<(), BenchmarkError> {
        let packs = self.encoders.iter().map(|encoder| encoder.path.trim_end_matches('/'));
        let paths = || self.files.iter().map(|file| file.path.as_str());
        if let Some(path) = paths().chain(packs).find(|path| !is_inside(path)) {
            return Err(inconsistent(format!("{path} is not a path inside the benchmark")));
        }
        unique("file", paths())?;
        let bytes = self.files.iter().try_fold(0u64, |sum, file| sum.checked_add(file.bytes));
        if bytes.is_none_or(|bytes| bytes > MAX_BENCHMARK_BYTES) {
            return Err(inconsistent(format!(
                "its files have more than {MAX_BENCHMARK_BYTES} bytes together"
            )));
        }
        let is_list = |file: &&FileEntry| file.path.trim_end_matches(".gz").ends_with(".jsonl");
        let mut lists = self.files.iter().filter(is_list);
        let has_rows = |file: &FileEntry| is_image_list(file) || is_field_list(file);
        if let Some(file) = lists.find(|file| file.rows.is_some() && !has_rows(file)) {
            return Err(inconsistent(format!(
                "{} has a row range, and it is neither an image list in images/, nor fields of \
                 images in fields/, nor a shard: move it, or leave out its rows",
                file.path
            )));
        }
        let lists = self.files.iter().filter(|file| is_image_list(file));
        let n_listed = n_following_rows(lists)?;
        if self.has_image_lists() && n_listed != self.counts.images {
            return Err(inconsistent(format!(
                "the image lists have {n_listed} rows, and there are {} images",
                self.counts.images
            )));
        }
        let n_images = self.counts.images;
        let n_rows = n_following_rows(self.files.iter().filter(|file| is_field_list(file)))?;
        if n_rows != 0 && n_rows != n_images {
            return Err(inconsistent(format!(
                "the files in fields/ have {n_rows} rows, and there are {n_images} images"
            )));
        }
        if !self.has_image_lists() && n_images > MAX_UNLISTED_IMAGES {
            return Err(inconsistent(format!(
                "there are {n_images} images and no image lists, and a corpus without them can \
                 have {MAX_UNLISTED_IMAGES}: list the images in images/"
            )));
        }
        Ok(())
    }

    fn check_relevance(&self) -> Result<(), BenchmarkError> {
        if self.relevance.iter().filter(|d| d.default).count() != 1 {
            return Err(inconsistent(
                "exactly one definition of relevance must be the default".into(),
            ));
        }
        unique("relevance", self.relevance.iter().map(|definition| definition.id.as_str()))?;
        for definition in &self.relevance {
            self.file(&definition.path)?;
            if let Some(votes) = &definition.votes {
                self.file(votes)?;
            }
        }
        Ok(())
    }

    fn check_systems(&self) -> Result<(), BenchmarkError> {
        unique("system", self.systems.iter().map(|system| system.id.as_str()))?;
        unique("encoder", self.encoders.iter().map(|encoder| encoder.id.as_str()))?;
        for system in &self.systems {
            if system.dim == 0 {
                return Err(inconsistent(format!("system {}: dim is 0", system.id)));
            }
            if system.dim as usize > MAX_DIM {
                return Err(inconsistent(format!(
                    "system {}: dim is {}, and at most {MAX_DIM} is possible",
                    system.id, system.dim
                )));
            }
            let shards: Vec<&FileEntry> =
                system.gallery.iter().map(|path| self.file(path)).collect::<Result<_, _>>()?;
            for shard in &shards {
                check_shard(shard, system)?;
            }
            let n_rows = n_following_rows(shards)?;
            if n_rows != self.counts.images {
                return Err(inconsistent(format!(
                    "system {} has {n_rows} rows, and there are {} images",
                    system.id, self.counts.images
                )));
            }
            if let Some(path) = &system.queries {
                self.file(path)?;
            }
            if let Some(encoder) = &system.encoder
                && !self.encoders.iter().any(|entry| &entry.id == encoder)
            {
                return Err(inconsistent(format!(
                    "system {} names an unknown encoder {encoder}",
                    system.id
                )));
            }
        }
        Ok(())
    }

    /// A run is named like a system, so their ids differ.
    fn check_runs(&self) -> Result<(), BenchmarkError> {
        let systems = self.systems.iter().map(|system| system.id.as_str());
        unique("system or run", systems.chain(self.runs.iter().map(|run| run.id.as_str())))?;
        for run in &self.runs {
            self.file(&run.path())?;
            if let Some(of) = run.of.as_ref().filter(|of| self.system(of).is_none()) {
                return Err(inconsistent(format!(
                    "run {} re-ranks an unknown system {of}",
                    run.id
                )));
            }
            if run.depth == 0 || run.depth > self.counts.images {
                return Err(inconsistent(format!(
                    "run {}: depth is {}, and there are {} images",
                    run.id, run.depth, self.counts.images
                )));
            }
        }
        Ok(())
    }
}

fn inconsistent(reason: String) -> BenchmarkError {
    BenchmarkError::Inconsistent(reason)
}

/// Refuses a shard with fewer bytes than its rows need at a byte a value.
fn check_shard(shard: &FileEntry, system: &System) -> Result<(), BenchmarkError> {
    let FileEntry { path, bytes, rows, .. } = shard;
    let Some(RowRange { start, end }) = *rows else { return Ok(()) };
    let n_rows = end.saturating_sub(start);
    if u64::from(n_rows) * u64::from(system.dim) > *bytes {
        return Err(inconsistent(format!(
            "{path} has {bytes} bytes, too few for {n_rows} rows of {} values",
            system.dim
        )));
    }
    Ok(())
}

/// How many rows these files hold together, in which the rows of each must follow the last.
fn n_following_rows<'a>(
    files: impl IntoIterator<Item = &'a FileEntry>,
) -> Result<u32, BenchmarkError> {
    let mut next = 0;
    for FileEntry { path, rows, .. } in files {
        let Some(rows) = rows else {
            return Err(inconsistent(format!("{path} has no row range")));
        };
        if rows.start != next || rows.end <= rows.start {
            return Err(inconsistent(format!(
                "{path} holds rows {}..{}, and row {next} comes next",
                rows.start, rows.end
            )));
        }
        next = rows.end;
    }
    Ok(next)
}

fn unique<'a>(what: &str, names: impl IntoIterator<Item = &'a str>) -> Result<(), BenchmarkError> {
    match first_duplicate(names) {
        None => Ok(()),
        Some(Duplicate { name, place, first_place }) => Err(inconsistent(format!(
            "{what} {name} is listed twice: as number {first_place} and as number {place} of its \
             list (numbers count from 0)"
        ))),
    }
}
