//! Opens a benchmark's folder.

use crate::{
    benchmark::{
        encoder_pack::{encoder_of, feature_encoder_of, picture_encoder_of},
        folder::Folder,
    },
    ready::ready,
    terminal::reporter,
};
use anyhow::{Context, Result, anyhow, bail};
use rankscope_core::analysis::{
    Board, Column, Dataset, Derived, Explanations, ImageVotes, Imported, ImportedKind,
    JoinedDefinition, is_derived,
};
use rankscope_core::benchmark::{
    EXPLANATIONS_FILE, EncoderEntry, Headline, Image, ImageIds, Manifest, Query, Relevance,
    RelevanceDefinition, StoredGuides, StoredRun, System, TOPICS_FILE, Topics,
    caption_vectors_path, guide_vectors_path,
    lists::{QueryGuides, check_captions, load_guides},
};
use rankscope_core::formats::{Qrel, text_from_bytes, values_from_jsonl};
use rankscope_core::imported::{Ids, Parsed, parse, rankings_from_stored_run};
use rankscope_core::metrics::Measure;
use rankscope_core::ranking::Hit;
use rankscope_core::vectors::{ShardDtype, ShardFile, Vectors, vectors_from_shard};
use rankscope_encode::{Encoder, FeatureEncoder, PictureEncoder};
use rankscope_guide::{COMPLEXITY_FILE, Complexity};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

/// What to say where something needs judgements, and a benchmark has none.
pub(crate) const NO_JUDGEMENTS: &str = "the benchmark has no judgements, so nothing can be measured: \
    add [[relevance]] to its recipe, or judge on the page (Explore)";
/// What to say where something needs queries, and a benchmark has none.
const NO_QUERIES: &str =
    "the benchmark has no queries, so nothing can be measured: add [queries] to its recipe";

/// A benchmark on disk, with what every command needs of it.
pub(crate) struct Benchmark {
    folder: Folder,
    /// Its lists; judgements are loaded as they are asked for.
    pub(crate) dataset: Arc<Dataset>,
    /// The dataset's, as it is on disk.
    pub(crate) manifest: Arc<Manifest>,
    /// The dataset's.
    pub(crate) queries: Arc<Vec<Query>>,
    /// Those that were asked for.
    derived: Made<System>,
    /// Union and intersection of definitions of relevance that were asked for.
    joined: Made<Arc<Imported>>,
}

/// A list that only grows, so that what is in it can be lent: by id.
struct Made<T>(OnceLock<Box<(String, T, Made<T>)>>);

impl<T> Default for Made<T> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

impl<T> Made<T> {
    /// What has this id, made if it is not there.
    fn get_or_make(&self, id: &str, make: impl FnOnce() -> Result<T>) -> Result<&T> {
        let mut place = self;
        while let Some(known) = place.0.get() {
            if known.0 == id {
                return Ok(&known.1);
            }
            place = &known.2;
        }
        let made = make()?;
        Ok(&place.0.get_or_init(|| Box::new((id.to_owned(), made, Self::default()))).1)
    }
}

impl Benchmark {
    /// Reads the manifest, the queries and the image ids. Checks the lists that no command uses,
    /// captions, values, stored runs and the systems' own files, so that no part of a benchmark is damaged unnoticed.
    pub(crate) fn open(folder: &Path) -> Result<Self> {
        let benchmark = Self::open_without_values(folder)?;
        check_values(&benchmark.manifest, &benchmark.folder)?;
        benchmark.complexity()?;
        Ok(benchmark)
    }

    /// [`Self::open`] without a look at the stored values, for commands that replace them.
    pub(crate) fn open_without_values(folder: &Path) -> Result<Self> {
        let text = manifest_text(folder)?;
        let manifest = Manifest::from_json(&text).with_context(|| folder.display().to_string())?;
        let folder = Folder(folder.into());
        let dataset = folder.loaded(Dataset::load_unjudged(String::new(), manifest, &folder))?;
        let (manifest, queries) = (dataset.own.clone(), dataset.queries.clone());
        folder.loaded(check_captions(&manifest, dataset.image_ids(), &folder))?;
        check_system_files(&manifest, &folder)?;
        check_votes(&manifest, &folder, &queries, dataset.image_ids())?;
        check_explanations(&manifest, &folder, &queries, dataset.image_ids())?;
        let (derived, joined) = (Made::default(), Made::default());
        let benchmark =
            Self { folder, dataset: Arc::new(dataset), manifest, queries, derived, joined };
        for run in &benchmark.manifest.runs {
            benchmark.run_rankings(run)?;
        }
        for guides in &benchmark.manifest.guides {
            benchmark.guides(guides)?;
        }
        Ok(benchmark)
    }

    /// The same with facets of tables, which have a column of ids of queries or images and one for each facet.
    ///
    /// # Errors
    /// A file that cannot be read or is no such table, or of which no id is in the benchmark.
    pub(crate) fn with_facets(mut self, files: &[PathBuf]) -> Result<Self> {
        if files.is_empty() {
            return Ok(self);
        }
        let mut ids = self.ids();
        let mut imported = self.dataset.imported.clone();
        for path in files {
            let name = path.display().to_string();
            let unfinished = || format!("reading {name} did not finish");
            let bytes = fs::read(path).with_context(|| name.clone())?;
            let parsed = ready(parse(&name, &bytes, async || {})).with_context(unfinished)??;
            if !matches!(parsed, Parsed::Facets(_)) {
                bail!(
                    "{name}: this is no table of facets: it needs a column query or image, and one \
                     for each facet"
                );
            }
            let matching = Imported::new(&name, &bytes, &parsed, &mut ids, async || {});
            let facets = ready(matching).with_context(unfinished)??;
            for note in &facets.notes {
                reporter::note(format_args!("{name}: {note}"));
            }
            imported.push(Arc::new(facets));
        }
        self.dataset = Arc::new(self.dataset.with_imports(imported, ids));
        self.queries = self.dataset.queries.clone();
        Ok(self)
    }

    /// The bytes of a file, if they are those that the manifest promises.
    pub(crate) fn bytes(&self, path: &str) -> Result<Vec<u8>> {
        self.folder.read(self.manifest.file(path)?)
    }

    /// The system or the stored run of this id, or the derived system of this expression, whose id is the
    /// expression as given.
    pub(crate) fn system(&self, id: &str) -> Result<&System> {
        if is_derived(id) {
            self.check_direction(&Derived::parse(id).with_context(|| format!("system {id}"))?)?;
            let make = || {
                let made = Derived::parse(id).and_then(|derived| derived.system(&self.dataset));
                let made = made.with_context(|| format!("system {id}"))?;
                Ok(System { id: id.into(), ..made })
            };
            return self.derived.get_or_make(id, make);
        }
        let all = &self.dataset.manifest.systems;
        all.iter().find(|system| system.id == id).with_context(|| {
            let known: Vec<&str> = all.iter().map(|system| system.id.as_str()).collect();
            let ranks = if self.dataset.is_reversed() { " that ranks texts" } else { "" };
            format!("there is no system {id}{ranks}: known are {}", known.join(", "))
        })
    }

    /// A definition of relevance that was made from votes, the one that is asked for, and its file of votes,
    /// by name and text.
    ///
    /// # Errors
    /// No votes; or several files, and none is asked for.
    pub(crate) fn votes(
        &self,
        asked: Option<&str>,
    ) -> Result<(&RelevanceDefinition, &str, String)> {
        let with_votes = self.manifest.relevance.iter().filter(|own| own.votes.is_some());
        let with_votes: Vec<&RelevanceDefinition> = with_votes.collect();
        let known = || with_votes.iter().map(|own| own.id.as_str()).collect::<Vec<_>>().join(", ");
        let found = match asked {
            Some(id) => with_votes.iter().find(|own| own.id == id).with_context(|| {
                format!("there is no relevance {id} with votes: known are {}", known())
            })?,
            None => with_votes.first().with_context(|| {
                "the benchmark has no votes: add [[relevance]] with votes to its recipe, or give a \
                 file of votes"
            })?,
        };
        if asked.is_none() && with_votes.iter().any(|own| own.votes != found.votes) {
            bail!("the benchmark has several files of votes: name one by --relevance, {}", known());
        }
        let path = found.votes.as_deref().context("a definition lost its votes")?;
        let bytes = self.bytes(path)?;
        let text = text_from_bytes(path, &bytes)?.into_owned();
        Ok((found, path, text))
    }

    /// Refuses what is made for queries of texts, where images ask.
    fn check_direction(&self, derived: &Derived) -> Result<()> {
        let why = match derived {
            _ if !self.dataset.is_reversed() => return Ok(()),
            Derived::QbNorm { .. } => "its bank is of texts that ask for images",
            Derived::Guides(_) => "guides are pictures that search for pictures",
            _ => {
                let mut parts = derived.part_ids().into_iter().filter(|id| is_derived(id));
                return parts.try_for_each(|id| self.check_direction(&Derived::parse(id)?));
            }
        };
        bail!("{derived} does not rank texts: {why}; measure it with --direction t2i")
    }

    /// The place of a definition of relevance, whose judgements are loaded then.
    fn definition(&self, id: &str) -> Result<usize> {
        let all = &self.manifest.relevance;
        let place = all.iter().position(|of| of.id == id).with_context(|| {
            let known: Vec<&str> = all.iter().map(|d| d.id.as_str()).collect();
            format!("there is no relevance {id}: known are {}", known.join(", "))
        })?;
        self.folder.loaded(self.dataset.load_judgements_of([place], &self.folder))?;
        Ok(place)
    }

    /// The union or intersection of definitions of this id, if it is one.
    pub(crate) fn joined(&self, id: &str) -> Result<Option<&Arc<Imported>>> {
        let Some(joined) = JoinedDefinition::named(&self.manifest, id) else { return Ok(None) };
        let joined = joined.map_err(|e| anyhow!("relevance {id}: {e}"))?;
        let make = || {
            for part in joined.parts() {
                self.definition(part)?;
            }
            let made =
                joined.definition(&self.dataset).context("the judgements were not loaded")?;
            Ok(Arc::new(Imported { id: id.to_owned(), ..made }))
        };
        self.joined.get_or_make(id, make).map(Some)
    }

    /// The judgements of a definition of relevance.
    pub(crate) fn relevance(&self, id: &str) -> Result<&Relevance> {
        let joined = self.joined(id)?.map(|joined| &joined.kind);
        if let Some(ImportedKind::Judgements(judged)) = joined {
            return Ok(judged);
        }
        let place = self.definition(id)?;
        self.dataset.relevance.get(place).context("the judgements were not loaded")
    }

    /// Measures under a definition of relevance.
    pub(crate) fn board(&self, measures: &[Measure], relevance: &str) -> Result<Board> {
        let columns = measures.iter().map(|measure| (*measure, relevance));
        self.board_of(columns.collect::<Vec<_>>())
    }

    /// Measures, each under a definition of relevance of its own.
    pub(crate) fn board_of<'a>(
        &self,
        columns: impl IntoIterator<Item = (Measure, &'a str)>,
    ) -> Result<Board> {
        let columns: Vec<(Measure, &str)> = columns.into_iter().collect();
        let mut added: Vec<Arc<Imported>> = Vec::new();
        for (_, id) in &columns {
            match self.joined(id)? {
                Some(joined) if added.iter().all(|known| known.id != joined.id) => {
                    added.push(joined.clone());
                }
                Some(_) => {}
                None => {
                    self.definition(id)?;
                }
            }
        }
        let dataset = match added.is_empty() {
            true => self.dataset.clone(),
            false => {
                let all = self.dataset.imported.iter().cloned().chain(added).collect();
                Arc::new(self.dataset.with_imports(all, self.dataset.ids()))
            }
        };
        let column = |(measure, id): (Measure, &str)| {
            Column::new(&dataset, measure, id).context("the definition is not there")
        };
        let columns = columns.into_iter().map(column).collect::<Result<_>>()?;
        Ok(Board::new(dataset.clone(), columns))
    }

    /// The columns that the benchmark's authors name.
    pub(crate) fn headlines(&self) -> Result<Vec<(Measure, &str)>> {
        let mut columns = Vec::new();
        for Headline { measure, relevance } in &self.manifest.headlines {
            let measure = measure.parse().context("a headline of benchmark.json")?;
            columns.push((measure, relevance.as_str()));
        }
        Ok(columns)
    }

    /// The definition that was asked for, or else the benchmark's default.
    pub(crate) fn relevance_id(&self, asked: Option<&str>) -> Result<String> {
        let default = || self.manifest.default_definition().map(|default| default.id.clone());
        asked.map(str::to_owned).or_else(default).context(NO_JUDGEMENTS)
    }

    /// What is measured unless systems are named: those with stored vectors of the queries; where there
    /// are none, the benchmark's runs, as on the page's leaderboard.
    ///
    /// # Errors
    /// No queries, or neither; says what to add.
    pub(crate) fn measurable_systems(&self) -> Result<Vec<&System>> {
        if self.queries.is_empty() {
            bail!("{NO_QUERIES}");
        }
        let all = self.manifest.systems.iter();
        let systems: Vec<&System> = all.filter(|system| system.queries.is_some()).collect();
        if systems.is_empty() && !self.manifest.runs.is_empty() {
            let all = self.dataset.manifest.systems.iter();
            return Ok(all.filter(|system| self.dataset.is_run(&system.id)).collect());
        }
        if systems.is_empty() && self.manifest.systems.is_empty() {
            bail!(
                "the benchmark has no systems: add [[systems]] to its recipe, or measure a file of \
                 rankings"
            );
        }
        if systems.is_empty() {
            bail!(
                "no system of the benchmark has stored query vectors, so none can be measured: add \
                 queries to [[systems]] of its recipe"
            );
        }
        Ok(systems)
    }

    /// The rows of all queries.
    pub(crate) fn query_rows(&self) -> Vec<usize> {
        (0..self.queries.len()).collect()
    }

    /// By row, in corpus order.
    pub(crate) fn image_ids(&self) -> ImageIds<'_> {
        self.dataset.image_ids()
    }

    /// The benchmark from images to texts: images ask, and texts are ranked. Facets are those of the images.
    pub(crate) fn reversed(&self) -> Result<Self> {
        self.folder.loaded(self.dataset.load_judgements(&self.folder))?;
        Ok(self.turned_to(self.folder.loaded(self.dataset.reversed(&self.folder))?))
    }

    /// The same under one definition, by judgements of this file from images to texts.
    pub(crate) fn reversed_by(&self, relevance: &str, file: &str, qrels: &[Qrel]) -> Result<Self> {
        let definition = self.manifest.definition(relevance);
        let definition = definition.context("the definition of relevance is not there")?;
        let reversing = self.dataset.reversed_by(definition, (file, qrels), &self.folder);
        match ready(reversing).with_context(|| format!("reading {file} did not finish"))? {
            Ok(dataset) => Ok(self.turned_to(dataset)),
            Err(error) => Err(error.unify(|e| anyhow!(e))),
        }
    }

    fn turned_to(&self, dataset: Dataset) -> Self {
        let (manifest, queries) = (dataset.own.clone(), dataset.queries.clone());
        let folder = Folder(self.folder.0.clone());
        let (derived, joined) = (Made::default(), Made::default());
        Self { folder, dataset: Arc::new(dataset), manifest, queries, derived, joined }
    }

    /// The ids as rows, to match a run with.
    pub(crate) fn ids(&self) -> Ids {
        self.dataset.ids()
    }

    /// The images with all that the lists say of them, in corpus order; empty without lists.
    pub(crate) fn images(&self) -> &[Image] {
        self.dataset.images()
    }

    /// Which queries are topics, and their tags, if the benchmark says so.
    pub(crate) fn topics(&self) -> Result<Option<Topics>> {
        let Ok(file) = self.manifest.file(TOPICS_FILE) else { return Ok(None) };
        let bytes = self.folder.read(file)?;
        let text = text_from_bytes(TOPICS_FILE, &bytes)?;
        Ok(Some(Topics::from_json(TOPICS_FILE, &text, &self.queries)?))
    }

    /// The model of which queries the text alone answers well, if the benchmark carries one.
    pub(crate) fn complexity(&self) -> Result<Option<Complexity>> {
        let Ok(file) = self.manifest.file(COMPLEXITY_FILE) else { return Ok(None) };
        let bytes = self.folder.read(file)?;
        let text = text_from_bytes(COMPLEXITY_FILE, &bytes)?;
        let read = Complexity::from_json(COMPLEXITY_FILE, &text, &self.manifest, &self.queries);
        read.map(Some).context("fit it again: rankscope guide complexity DIR --store")
    }

    /// One of the benchmark's text encoders.
    pub(crate) fn encoder(&self, entry: &EncoderEntry) -> Result<Encoder> {
        encoder_of(&self.manifest, &self.folder, &entry.path)
    }

    /// The vision tower of one of the benchmark's encoders; `None` if it has none.
    pub(crate) fn picture_encoder(&self, entry: &EncoderEntry) -> Result<Option<PictureEncoder>> {
        picture_encoder_of(&self.manifest, &self.folder, &entry.path)
    }

    /// The picture features of one of the benchmark's encoders; `None` if it has none.
    pub(crate) fn feature_encoder(&self, entry: &EncoderEntry) -> Result<Option<FeatureEncoder>> {
        feature_encoder_of(&self.manifest, &self.folder, &entry.path)
    }

    /// A system's vectors of all images, in corpus order.
    pub(crate) fn gallery(&self, system: &System) -> Result<Vectors> {
        self.check_has_vectors(system)?;
        let mut gallery: Option<Vectors> = None;
        for path in &system.gallery {
            let shard = vectors_from_shard(path, &self.bytes(path)?)?;
            check_shard(
                path,
                &shard,
                system,
                self.manifest.file(path)?.rows.map(|r| r.end - r.start),
            )?;
            match &mut gallery {
                None => gallery = Some(shard),
                Some(gallery) => gallery.append(path, &shard)?,
            }
        }
        gallery.with_context(|| match &system.remote {
            Some(remote) => format!(
                "system {} has no gallery here, since its vectors are in {} at {}: choose another \
                 system for this",
                system.id,
                remote.kind.title(),
                remote.origin()
            ),
            None => format!("system {} has no gallery", system.id),
        })
    }

    /// How the values of a shard are stored, by its header.
    pub(crate) fn shard_dtype(&self, path: &str) -> Result<ShardDtype> {
        let file = self.folder.path(path)?;
        let opened =
            fs::File::open(&file).with_context(|| format!("cannot read {}", file.display()))?;
        Ok(ShardFile::open(path, opened)?.dtype())
    }

    /// A system's stored vectors of the queries, in the queries' order.
    pub(crate) fn query_vectors(&self, system: &System) -> Result<Vectors> {
        self.check_has_vectors(system)?;
        let path = system.queries.as_ref().with_context(|| {
            format!("system {} has no stored query vectors, so it cannot be measured", system.id)
        })?;
        let vectors = vectors_from_shard(path, &self.bytes(path)?)?;
        let counts = self.manifest.counts;
        // The texts, whichever way they are asked for.
        let n = if self.dataset.is_reversed() { counts.images } else { counts.queries };
        check_shard(path, &vectors, system, Some(n))?;
        Ok(vectors)
    }

    /// The list of an engine's stored guides.
    pub(crate) fn guides(&self, engine: &StoredGuides) -> Result<QueryGuides> {
        let Self { folder, manifest, queries, .. } = self;
        folder.loaded(load_guides(manifest, engine, queries, folder))
    }

    /// A system's vectors of an engine's stored guides, in the order of its list.
    pub(crate) fn guide_vectors(&self, system: &System, engine: &StoredGuides) -> Result<Vectors> {
        self.check_has_vectors(system)?;
        let file = self.manifest.guide_vectors(system, &engine.id).with_context(|| {
            format!(
                "system {} has no vectors of the guides of engine {} ({}): choose other systems or \
                 engines",
                system.id,
                engine.id,
                guide_vectors_path(&system.id, &engine.id)
            )
        })?;
        let vectors = vectors_from_shard(&file.path, &self.folder.read(file)?)?;
        check_shard(&file.path, &vectors, system, Some(engine.images))?;
        Ok(vectors)
    }

    /// The rankings of a stored run, for every query.
    pub(crate) fn run_rankings(&self, run: &StoredRun) -> Result<Vec<Vec<Hit>>> {
        let bytes = self.bytes(&run.path())?;
        let mut ids = self.ids();
        let rankings = ready(rankings_from_stored_run(run, &bytes, &mut ids, &async || ()));
        let rankings =
            rankings.with_context(|| format!("reading {} did not finish", run.path()))?;
        rankings.context("the benchmark is damaged: build it again")
    }

    fn check_has_vectors(&self, system: &System) -> Result<()> {
        if is_derived(&system.id) {
            bail!("{} is a derived system, which has no stored vectors: choose another", system.id);
        }
        match self.manifest.run(&system.id) {
            Some(run) => bail!(
                "{} is a stored run, which has rankings of the benchmark's queries and no vectors: \
                 choose a system",
                run.id
            ),
            None => Ok(()),
        }
    }

    /// A system's stored vectors of the texts that images rank.
    pub(crate) fn text_vectors(&self, system: &System) -> Result<Vectors> {
        if !self.manifest.has_caption_vectors() {
            return self.query_vectors(system);
        }
        self.check_has_vectors(system)?;
        let file = self.manifest.text_vectors(system).with_context(|| {
            format!(
                "system {} has no vectors of the captions ({}), so its images cannot ask for them: \
                 choose other systems with --system, or build the benchmark with captions for it",
                system.id,
                caption_vectors_path(&system.id)
            )
        })?;
        let vectors = vectors_from_shard(&file.path, &self.folder.read(file)?)?;
        check_shard(&file.path, &vectors, system, Some(self.manifest.counts.captions))?;
        Ok(vectors)
    }
}

/// The text of a benchmark's `benchmark.json`.
pub(crate) fn manifest_text(folder: &Path) -> Result<String> {
    let file = folder.join("benchmark.json");
    if file.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        bail!("{} is not a file: build the benchmark again", file.display());
    }
    fs::read_to_string(&file).with_context(|| {
        format!(
            "cannot read {}: a benchmark is a folder that `rankscope build` or `rankscope fixture` \
             made",
            file.display()
        )
    })
}

/// Refuses a `system.json` that is damaged or says something else than the manifest.
fn check_system_files(manifest: &Manifest, folder: &Folder) -> Result<()> {
    for system in &manifest.systems {
        let path = format!("systems/{}/system.json", system.id);
        // Other programs may leave it out.
        let Ok(file) = manifest.file(&path) else { continue };
        let read: System =
            serde_json::from_slice(&folder.read(file)?).with_context(|| path.clone())?;
        if read != *system {
            bail!(
                "{path} differs from the entry of {} in benchmark.json: build it again",
                system.id
            );
        }
    }
    Ok(())
}

/// Refuses values that are damaged, or of other queries.
fn check_values(manifest: &Manifest, folder: &Folder) -> Result<()> {
    for system in &manifest.systems {
        let Some(file) = manifest.values_file(&system.id) else { continue };
        let bytes = folder.read(file)?;
        let text = text_from_bytes(&file.path, &bytes)?;
        values_from_jsonl(&file.path, &text, manifest.counts.queries as usize)
            .context("compute the stored values again: rankscope eval DIR --store")?;
    }
    Ok(())
}

fn check_votes(
    manifest: &Manifest,
    folder: &Folder,
    queries: &[Query],
    image_ids: ImageIds<'_>,
) -> Result<()> {
    let paths: BTreeSet<&str> =
        manifest.relevance.iter().filter_map(|definition| definition.votes.as_deref()).collect();
    for path in paths {
        let bytes = folder.read(manifest.file(path)?)?;
        let text = text_from_bytes(path, &bytes)?;
        ImageVotes::read(path, &text, queries, image_ids)?;
    }
    Ok(())
}

fn check_explanations(
    manifest: &Manifest,
    folder: &Folder,
    queries: &[Query],
    image_ids: ImageIds<'_>,
) -> Result<()> {
    let Ok(file) = manifest.file(EXPLANATIONS_FILE) else { return Ok(()) };
    let bytes = folder.read(file)?;
    let text = text_from_bytes(EXPLANATIONS_FILE, &bytes)?;
    Explanations::read(EXPLANATIONS_FILE, &text, queries, image_ids)?;
    Ok(())
}

/// Refuses vectors of another length than the system's, or another number of them.
pub(crate) fn check_shard(
    path: &str,
    shard: &Vectors,
    system: &System,
    n_rows: Option<u32>,
) -> Result<()> {
    if shard.dim() != system.dim as usize {
        bail!(
            "{path}: its vectors have dim {}, and the system has dim {}",
            shard.dim(),
            system.dim
        );
    }
    if let Some(n_rows) = n_rows
        && shard.n_rows() != n_rows as usize
    {
        bail!("{path}: it has {} rows, and {n_rows} are needed", shard.n_rows());
    }
    Ok(())
}
