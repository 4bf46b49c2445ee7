//! Reads `benchmark.json` and checks its consistency.

use super::{
    BenchmarkError, FileEntry, Manifest, RowRange, SCHEMA_VERSION, StoredGuides, System,
    guides::guide_vectors_path,
    manifest::{is_field_list, is_image_list},
    names::{Duplicate, duplicates, is_inside, is_plain_id},
};
use crate::limits::{MAX_BENCHMARK_BYTES, MAX_DIM, MAX_MANIFEST_BYTES, MAX_UNLISTED_IMAGES};
use serde::Deserialize;
use std::collections::BTreeMap;

/// In the order of the manifest's fields.
type Faults = Vec<BenchmarkError>;

impl Manifest {
    /// Refuses a manifest with any fault.
    pub fn from_json(text: &str) -> Result<Self, BenchmarkError> {
        let (manifest, faults) = Self::with_faults(text)?;
        faults.into_iter().next().map_or(Ok(manifest), Err)
    }

    /// Reads `benchmark.json` and collects every inconsistency. Fails if it is not JSON, has another schema
    /// version, or a field is missing or of another type.
    pub fn with_faults(text: &str) -> Result<(Self, Vec<BenchmarkError>), BenchmarkError> {
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
        let faults = manifest.faults();
        Ok((manifest, faults))
    }

    fn faults(&self) -> Faults {
        let mut faults = Faults::new();
        self.check_ids(&mut faults);
        self.check_files(&mut faults);
        self.check_relevance(&mut faults);
        self.check_systems(&mut faults);
        self.check_runs(&mut faults);
        self.check_guides(&mut faults);
        let weights = guide_weight_faults(&self.guide_weights, |id| self.system(id).is_some());
        faults.extend(weights.into_iter().map(inconsistent));
        for headline in &self.headlines {
            if self.definition(&headline.relevance).is_none() {
                faults.push(inconsistent(format!(
                    "headline {} names an unknown relevance {}",
                    headline.measure, headline.relevance
                )));
            }
        }
        let welcomed = self.welcome.iter().flat_map(|welcome| &welcome.systems);
        faults.extend(
            welcomed
                .filter(|id| self.system(id).is_none())
                .map(|id| inconsistent(format!("its welcome names an unknown system {id}"))),
        );
        let judged_by = self.welcome.iter().filter_map(|welcome| welcome.relevance.as_ref());
        faults.extend(
            judged_by
                .filter(|id| self.definition(id).is_none())
                .map(|id| inconsistent(format!("its welcome names an unknown relevance {id}"))),
        );
        faults
    }

    /// These ids become names of files and parts of links.
    fn check_ids(&self, faults: &mut Faults) {
        let benchmark = std::iter::once(("benchmark", &self.id));
        let relevance = self.relevance.iter().map(|definition| ("relevance", &definition.id));
        let systems = self.systems.iter().map(|system| ("system", &system.id));
        let runs = self.runs.iter().map(|run| ("run", &run.id));
        let encoders = self.encoders.iter().map(|encoder| ("encoder", &encoder.id));
        let all = benchmark.chain(relevance).chain(systems).chain(runs).chain(encoders);
        faults.extend(all.filter(|(_, id)| !is_plain_id(id)).map(|(what, id)| {
            inconsistent(format!(
                "the {what} id {id:?} cannot be a file name: use letters, digits, '-', '_' and \
                 '.', a letter or digit first"
            ))
        }));
    }

    fn check_files(&self, faults: &mut Faults) {
        let packs = self.encoders.iter().map(|encoder| encoder.path.trim_end_matches('/'));
        let paths = || self.files.iter().map(|file| file.path.as_str());
        faults.extend(
            paths()
                .chain(packs)
                .filter(|path| !is_inside(path))
                .map(|path| inconsistent(format!("{path} is not a path inside the benchmark"))),
        );
        check_unique("file", paths(), faults);
        let bytes = self.files.iter().try_fold(0u64, |sum, file| sum.checked_add(file.bytes));
        if bytes.is_none_or(|bytes| bytes > MAX_BENCHMARK_BYTES) {
            faults.push(inconsistent(format!(
                "its files have more than {MAX_BENCHMARK_BYTES} bytes together"
            )));
        }
        let is_list = |file: &&FileEntry| file.path.trim_end_matches(".gz").ends_with(".jsonl");
        let has_rows = |file: &FileEntry| is_image_list(file) || is_field_list(file);
        let lists = self.files.iter().filter(is_list);
        faults.extend(lists.filter(|file| file.rows.is_some() && !has_rows(file)).map(|file| {
            inconsistent(format!(
                "{} has a row range, but is neither an image list in images/, nor fields of \
                 images in fields/, nor a shard: move it, or remove its rows",
                file.path
            ))
        }));
        let n_images = self.counts.images;
        let lists = self.files.iter().filter(|file| is_image_list(file));
        match n_following_rows(lists) {
            Err(gap) => faults.push(gap),
            Ok(n_listed) if self.has_image_lists() && n_listed != n_images => {
                faults.push(inconsistent(format!(
                    "the image lists have {n_listed} rows, but there are {n_images} images"
                )));
            }
            Ok(_) => {}
        }
        match n_following_rows(self.files.iter().filter(|file| is_field_list(file))) {
            Err(gap) => faults.push(gap),
            Ok(n_rows) if n_rows != 0 && n_rows != n_images => {
                faults.push(inconsistent(format!(
                    "the files in fields/ have {n_rows} rows, but there are {n_images} images"
                )));
            }
            Ok(_) => {}
        }
        if !self.has_image_lists() && n_images > MAX_UNLISTED_IMAGES {
            faults.push(inconsistent(format!(
                "there are {n_images} images and no image lists, but a corpus without them can have \
                 only {MAX_UNLISTED_IMAGES}: list the images in images/"
            )));
        }
    }

    fn check_relevance(&self, faults: &mut Faults) {
        let n_default = self.relevance.iter().filter(|d| d.default).count();
        if n_default != 1 && !self.relevance.is_empty() {
            faults.push(inconsistent(
                "exactly one definition of relevance must be the default".into(),
            ));
        }
        let ids = self.relevance.iter().map(|definition| definition.id.as_str());
        check_unique("relevance", ids, faults);
        for definition in &self.relevance {
            let paths = [Some(&definition.path), definition.votes.as_ref()];
            faults.extend(paths.into_iter().flatten().filter_map(|path| self.file(path).err()));
        }
    }

    fn check_systems(&self, faults: &mut Faults) {
        check_unique("system", self.systems.iter().map(|system| system.id.as_str()), faults);
        check_unique("encoder", self.encoders.iter().map(|encoder| encoder.id.as_str()), faults);
        for system in &self.systems {
            if system.dim == 0 {
                faults.push(inconsistent(format!("system {}: dim is 0", system.id)));
            }
            if system.dim as usize > MAX_DIM {
                faults.push(inconsistent(format!(
                    "system {}: dim is {}, but at most {MAX_DIM} is possible",
                    system.id, system.dim
                )));
            }
            if let Err(fault) = self.check_gallery(system, faults) {
                faults.push(fault);
            }
            faults.extend(system.queries.iter().filter_map(|path| self.file(path).err()));
            if let Some(encoder) = &system.encoder
                && !self.encoders.iter().any(|entry| &entry.id == encoder)
            {
                faults.push(inconsistent(format!(
                    "system {} names an unknown encoder {encoder}",
                    system.id
                )));
            }
        }
    }

    /// Collects faults of single shards; the error is about all of them.
    fn check_gallery(&self, system: &System, faults: &mut Faults) -> Result<(), BenchmarkError> {
        if let Some(remote) = &system.remote {
            let fault = remote.fault();
            faults.extend(
                fault.map(|fault| inconsistent(format!("remote of system {}: {fault}", system.id))),
            );
            if system.gallery.is_empty() {
                return Ok(());
            }
        }
        let shards: Vec<&FileEntry> =
            system.gallery.iter().map(|path| self.file(path)).collect::<Result<_, _>>()?;
        faults.extend(shards.iter().filter_map(|shard| check_shard(shard, system).err()));
        let n_rows = n_following_rows(shards)?;
        if n_rows != self.counts.images {
            return Err(inconsistent(format!(
                "system {} has {n_rows} rows, but there are {} images",
                system.id, self.counts.images
            )));
        }
        Ok(())
    }

    /// A run is named like a system, so their ids must differ.
    fn check_runs(&self, faults: &mut Faults) {
        let systems = self.systems.iter().map(|system| system.id.as_str());
        let runs = self.runs.iter().map(|run| run.id.as_str());
        // Skips systems that are listed twice: `check_systems` reports those.
        let runs_again = |twice: &Duplicate<'_>| twice.place >= self.systems.len();
        let again = duplicates(systems.chain(runs)).filter(runs_again);
        faults.extend(again.map(|twice| listed_twice("system or run", &twice)));
        for run in &self.runs {
            faults.extend(self.file(&run.path()).err());
            if let Some(of) = run.of.as_ref().filter(|of| self.system(of).is_none()) {
                faults
                    .push(inconsistent(format!("run {} re-ranks an unknown system {of}", run.id)));
            }
            if run.depth == 0 || run.depth > self.counts.images {
                faults.push(inconsistent(format!(
                    "run {}: depth is {}, but there are {} images",
                    run.id, run.depth, self.counts.images
                )));
            }
        }
    }
}

impl Manifest {
    pub fn stored_guides(&self, engine: &str) -> Option<&StoredGuides> {
        self.guides.iter().find(|guides| guides.id == engine)
    }

    /// An engine's vectors in a system.
    pub fn guide_vectors(&self, system: &System, engine: &str) -> Option<&FileEntry> {
        self.file(&guide_vectors_path(&system.id, engine)).ok()
    }

    /// Whether the benchmark's guides are drawn from its scenes: those of Fieldbook.
    pub fn draws_guides(&self) -> bool {
        self.id == "fieldbook"
    }

    /// These systems, those with the highest stated weight first; those without a weight are last, and those
    /// with 0 left out.
    pub fn by_guide_weight<'a>(&self, systems: Vec<&'a System>) -> Vec<&'a System> {
        let weight = |system: &System| self.guide_weights.get(&system.id).copied();
        let mut kept = systems;
        kept.retain(|system| weight(system) != Some(0.0));
        // Stable: equal weights keep their order.
        kept.sort_by(|a, b| weight(b).unwrap_or(-1.0).total_cmp(&weight(a).unwrap_or(-1.0)));
        kept
    }

    fn check_guides(&self, faults: &mut Faults) {
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
            let fault = |(system, file)| check_vectors(file, *images, system).err();
            faults.extend(vectors.into_iter().filter_map(fault));
        }
    }
}

/// What is wrong with the weights of systems in search by guides.
pub fn guide_weight_faults(
    weights: &BTreeMap<String, f64>,
    is_system: impl Fn(&str) -> bool,
) -> Vec<String> {
    let mut faults = Vec::new();
    for (id, weight) in weights {
        if !is_system(id) {
            faults.push(format!("guide_weights name an unknown system {id}"));
        }
        if !(weight.is_finite() && *weight >= 0.0) {
            faults.push(format!(
                "guide_weights: the weight of {id} is {weight}, and must be a number from 0"
            ));
        }
    }
    if !weights.is_empty() && weights.values().all(|own| *own == 0.0) {
        faults.push("guide_weights are all 0: at least one must count".into());
    }
    faults
}

fn inconsistent(reason: String) -> BenchmarkError {
    BenchmarkError::Inconsistent(reason)
}

fn check_shard(shard: &FileEntry, system: &System) -> Result<(), BenchmarkError> {
    let Some(RowRange { start, end }) = shard.rows else { return Ok(()) };
    check_vectors(shard, end.saturating_sub(start), system)
}

/// At least a byte a value, whatever the type.
fn check_vectors(file: &FileEntry, n_rows: u32, system: &System) -> Result<(), BenchmarkError> {
    let (FileEntry { path, bytes, .. }, dim) = (file, system.dim);
    if u64::from(n_rows) * u64::from(dim) > *bytes {
        return Err(inconsistent(format!(
            "{path} has {bytes} bytes, too few for {n_rows} rows of {dim} values"
        )));
    }
    Ok(())
}

/// How many rows these files hold together. The rows of each must follow the last.
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
                "{path} holds rows {}..{}, but row {next} comes next",
                rows.start, rows.end
            )));
        }
        next = rows.end;
    }
    Ok(next)
}

fn check_unique<'a>(what: &str, names: impl IntoIterator<Item = &'a str>, faults: &mut Faults) {
    faults.extend(duplicates(names).map(|twice| listed_twice(what, &twice)));
}

fn listed_twice(what: &str, twice: &Duplicate<'_>) -> BenchmarkError {
    let Duplicate { name, place, first_place } = twice;
    inconsistent(format!(
        "{what} {name} is listed twice: as number {first_place} and as number {place} of its list \
         (numbers count from 0)"
    ))
}
