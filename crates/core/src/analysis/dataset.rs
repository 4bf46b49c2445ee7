//! The lists of a benchmark with the files imported into it: the basis of every page.

use super::definition_named;
use super::imported_facets::{Lists, with_facets};
use super::imported_file::{BY_DEFAULT, Imported, ImportedKind, Rankings};
use super::judged_definitions::JudgedDefinitions;
use super::listed_files::ListedFiles;
use crate::benchmark::{
    FileEntry, Image, ImageIds, Manifest, Query, Relevance, RelevanceDefinition, StoredRun, System,
    lists::{ListSource, LoadError, QueriesAndImages, load_judgements, load_queries_and_images},
};
use crate::imported::Ids;
use crate::metrics::{FinerScores, Folds};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// Ids copied between two pauses: reading a page's clock costs more than copying an id.
const IDS_PER_PAUSE: usize = 16;

/// The lists of a benchmark, with the files imported on this device.
#[derive(Debug, Clone)]
pub struct Dataset {
    /// Absolute URL of the folder, ending in `/`.
    pub base_url: String,
    /// `benchmark.json` as it is on disk.
    pub own: Arc<Manifest>,
    /// The same, plus imported vectors as systems, with their files: what an engine opens.
    pub openable: Arc<Manifest>,
    /// The same as on disk, plus its runs, imported runs, imported vectors and derived systems as systems,
    /// and imported judgements as definitions.
    pub manifest: Manifest,
    /// In the order of `queries.jsonl`.
    pub queries: Arc<Vec<Query>>,
    /// Query rows by id.
    pub query_row_from_id: Arc<FxHashMap<String, u32>>,
    /// In corpus order; empty if the benchmark has no image lists, or not all of them are loaded.
    pub(super) images: Arc<Vec<Image>>,
    /// The ids of the listed images in corpus order, then of images only in imported files.
    pub(super) image_ids: Arc<Vec<String>>,
    /// In the order of [`Dataset::manifest`]'s definitions; empty until [`Dataset::load_judgements`].
    pub relevance: JudgedDefinitions,
    /// The queries and images without the facets of imports; `None` while there were no imports.
    pub(super) plain: Option<Lists>,
    /// The imported files, in order.
    pub imported: Vec<Arc<Imported>>,
    /// Why files imported on earlier visits no longer match the benchmark.
    pub not_restored: Vec<String>,
    /// The derived systems, as in the manifest.
    pub(super) derived: Vec<System>,
    /// Why expressions in the address name no derived system.
    pub not_derived: Vec<String>,
    /// The ids as rows; `None` without imports.
    pub(super) ids: Option<Ids>,
    /// Images that only imported files name.
    pub(super) foreign_images: Vec<Image>,
    /// The rankings of the benchmark's own runs, in their order, once they were read.
    pub(super) runs: Arc<Vec<OnceLock<Rankings>>>,
    /// COCO 1K's folds, if the benchmark has them.
    pub folds: Option<Arc<Folds>>,
    /// From images to texts only: the row in the benchmark's corpus of each image that is a query
    /// here.
    pub image_rows: Option<Arc<Vec<u32>>>,
    /// The files of the image lists, if not all of them are loaded.
    pub(super) listed: Option<Arc<ListedFiles>>,
}

/// By identity: comparing lists element by element would be slow.
impl PartialEq for Dataset {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Dataset {
    /// Loads all lists of the benchmark at `base_url`, without imports.
    ///
    /// # Errors
    /// As [`load_queries_and_images`] and [`load_judgements`].
    pub async fn load<S: ListSource>(
        base_url: String,
        manifest: Manifest,
        source: &S,
    ) -> Result<Self, LoadError<S::Error>> {
        let dataset = Self::load_unjudged(base_url, manifest, source).await?;
        dataset.load_judgements(source).await?;
        Ok(dataset)
    }

    /// The system to show by default: the first that has vectors of the queries, or
    /// else an encoder.
    pub fn usual_system(&self) -> Option<&System> {
        let all = &self.manifest.systems;
        let with_queries = || all.iter().find(|system| system.queries.is_some());
        let with_encoder = || all.iter().find(|system| system.encoder.is_some());
        with_queries().or_else(with_encoder).or_else(|| all.first())
    }

    /// Loads the queries and images of the benchmark at `base_url`: all that stored values need.
    ///
    /// # Errors
    /// As [`load_queries_and_images`].
    pub async fn load_unjudged<S: ListSource>(
        base_url: String,
        manifest: Manifest,
        source: &S,
    ) -> Result<Self, LoadError<S::Error>> {
        let lists = load_queries_and_images(&manifest, source).await?;
        let QueriesAndImages { queries, images } = lists;
        let mut image_ids = Vec::with_capacity(images.len());
        for (row, image) in images.iter().enumerate() {
            image_ids.push(image.id.clone());
            if row.is_multiple_of(IDS_PER_PAUSE) {
                source.pause().await;
            }
        }
        Ok(Self::of_lists(base_url, manifest, queries, images, image_ids))
    }

    /// The benchmark with these lists, before its judgements are there.
    pub(super) fn of_lists(
        base_url: String,
        manifest: Manifest,
        queries: Vec<Query>,
        images: Vec<Image>,
        image_ids: Vec<String>,
    ) -> Self {
        let query_row_from_id: FxHashMap<String, u32> =
            (0u32..).zip(&queries).map(|(row, query)| (query.id.clone(), row)).collect();
        let folds = Folds::from_facets(&queries, &images);
        let n_definitions = manifest.relevance.len();
        let own = Arc::new(manifest);
        let manifest = &*own;
        Self {
            base_url,
            runs: Arc::new(manifest.runs.iter().map(|_| OnceLock::new()).collect()),
            manifest: with_runs(manifest),
            openable: own.clone(),
            own: own.clone(),
            queries: Arc::new(queries),
            query_row_from_id: Arc::new(query_row_from_id),
            images: Arc::new(images),
            image_ids: Arc::new(image_ids),
            relevance: JudgedDefinitions::awaited(n_definitions),
            plain: None,
            imported: Vec::new(),
            not_restored: Vec::new(),
            derived: Vec::new(),
            not_derived: Vec::new(),
            ids: None,
            foreign_images: Vec::new(),
            folds: folds.map(Arc::new),
            image_rows: None,
            listed: None,
        }
    }

    /// Judgements without a benchmark: queries, the ids of the documents by row, and judgements under the
    /// ids of their definitions. Rankings are measured by it as by a benchmark.
    pub fn of_judgements(
        queries: Vec<Query>,
        documents: Vec<String>,
        judged: impl IntoIterator<Item = (String, Relevance)>,
    ) -> Self {
        let (definitions, judged): (Vec<RelevanceDefinition>, Vec<Relevance>) = judged
            .into_iter()
            .map(|(id, of)| (RelevanceDefinition { id, ..RelevanceDefinition::default() }, of))
            .unzip();
        let manifest = Manifest { relevance: definitions, ..Manifest::default() };
        let relevance = JudgedDefinitions::of(judged);
        Self {
            relevance,
            ..Self::of_lists(String::new(), manifest, queries, Vec::new(), documents)
        }
    }

    /// The same benchmark with other judgements of one of its definitions.
    #[must_use]
    pub fn with_judgements(&self, definition: usize, judged: Relevance) -> Self {
        Self { relevance: self.relevance.replaced(definition, judged), ..self.clone() }
    }

    /// Adds the ids of further documents, which a run found and nobody judged.
    pub fn add_documents(&mut self, ids: impl IntoIterator<Item = String>) {
        Arc::make_mut(&mut self.image_ids).extend(ids);
    }

    /// Loads the judgements of the benchmark's definitions, unless they are there; copies of this
    /// dataset with other imports get them too.
    ///
    /// # Errors
    /// As [`load_judgements`].
    pub async fn load_judgements<S: ListSource>(
        &self,
        source: &S,
    ) -> Result<(), LoadError<S::Error>> {
        self.load_judgements_of(0..self.own.relevance.len(), source).await
    }

    /// The same for some of the benchmark's definitions, by their places in the manifest; imported
    /// ones are passed over.
    ///
    /// # Errors
    /// As [`load_judgements`].
    pub async fn load_judgements_of<S: ListSource>(
        &self,
        definitions: impl IntoIterator<Item = usize>,
        source: &S,
    ) -> Result<(), LoadError<S::Error>> {
        let missing = definitions.into_iter().filter_map(|place| {
            let definition = self.own.relevance.get(place)?;
            self.relevance.get(place).is_none().then_some((place, definition))
        });
        let (places, missing): (Vec<usize>, Vec<&RelevanceDefinition>) = missing.unzip();
        if missing.is_empty() {
            return Ok(());
        }
        let (queries, images) = (&self.queries, &self.images);
        let judged = load_judgements(&self.own, missing, queries, images, source).await?;
        for (place, judged) in places.into_iter().zip(judged) {
            self.relevance.keep(place, judged);
        }
        Ok(())
    }

    /// Whether the judgements have arrived.
    pub fn is_judged(&self) -> bool {
        self.relevance.are_there()
    }

    /// The number of images in the corpus.
    pub fn n_images(&self) -> usize {
        self.manifest.counts.images as usize
    }

    /// The image of a row. Without image lists, and beyond the corpus, only its id is known; `None` also
    /// while its list is not loaded.
    pub fn image(&self, row_in_corpus: u32) -> Option<Cow<'_, Image>> {
        if let Some(listed) = &self.listed {
            return listed.image(row_in_corpus);
        }
        let row = row_in_corpus as usize;
        if let Some(image) = self.images.get(row) {
            return Some(Cow::Borrowed(image));
        }
        if let Some(place) = row.checked_sub(self.n_images()) {
            return self.foreign_images.get(place).map(Cow::Borrowed);
        }
        let id = self.image_ids().get(row)?.into_owned();
        Some(Cow::Owned(Image { id, ..Image::default() }))
    }

    /// The images in corpus order; empty if the benchmark has no image lists, or not all of them are
    /// loaded.
    pub fn images(&self) -> &[Image] {
        &self.images
    }

    /// The ids of the images by row, then of images only in imported files. Row numbers stand for ids
    /// while not all image lists are loaded.
    pub fn image_ids(&self) -> ImageIds<'_> {
        let is_listed = self.listed.is_none() && self.manifest.has_image_lists();
        if self.is_reversed() || is_listed {
            ImageIds::from(&*self.image_ids)
        } else {
            ImageIds::RowNumbers { n_rows: self.n_images(), beyond: &self.image_ids }
        }
    }

    /// The ids as rows, for the next import.
    pub fn ids(&self) -> Ids {
        if let Some(ids) = &self.ids {
            return ids.clone();
        }
        let queries = self.queries.iter().map(|query| query.id.as_str());
        if self.manifest.has_image_lists() {
            Ids::new(queries, self.images.iter().map(|image| image.id.as_str()))
        } else {
            Ids::numbered(queries, self.n_images())
        }
    }

    /// The same lists with other imports; `ids` must be those that the imports were matched with.
    #[must_use]
    pub fn with_imports(&self, imported: Vec<Arc<Imported>>, ids: Ids) -> Self {
        let mut manifest = with_runs(&self.own);
        let mut added = Vec::new();
        for import in &imported {
            match &import.kind {
                ImportedKind::Run(..) | ImportedKind::Vectors(_) => {
                    manifest.systems.push(import.system());
                }
                ImportedKind::Judgements(judged) => {
                    manifest.relevance.push(import.definition());
                    added.push(judged.clone());
                }
                ImportedKind::Votes(votes) => {
                    manifest.relevance.push(import.definition());
                    added.push(votes.relevance(BY_DEFAULT));
                }
                ImportedKind::Facets(_) => {}
            }
        }
        manifest.systems.extend(self.derived.iter().cloned());
        let plain =
            self.plain.clone().unwrap_or_else(|| (self.queries.clone(), self.images.clone()));
        let (queries, images) = with_facets(plain.clone(), &mut manifest, &imported);
        // Without imports, drop their images too.
        let ids = (!imported.is_empty()).then_some(ids);
        let foreign = ids.as_ref().map_or(&[][..], Ids::foreign);
        // Without image lists, `image_ids` holds the foreign ids only.
        let n_known = self.images.len();
        let image_ids = if foreign.len() + n_known == self.image_ids.len() {
            self.image_ids.clone()
        } else {
            let own = self.images.iter().map(|image| image.id.clone());
            Arc::new(own.chain(foreign.iter().cloned()).collect())
        };
        let nameless = |id: &String| Image { id: id.clone(), ..Image::default() };
        let foreign_images = foreign.iter().map(nameless).collect();
        let relevance = self.relevance.with(added);
        let openable = with_vectors(&self.own, &imported);
        Self {
            manifest,
            openable,
            relevance,
            imported,
            ids,
            image_ids,
            foreign_images,
            queries,
            images,
            plain: Some(plain),
            ..self.clone()
        }
    }

    /// The shards of an import that no other import has; none if it is no system of vectors.
    pub fn shards_of_only(&self, id: &str) -> Vec<FileEntry> {
        let shards = |is_own: bool| {
            let imports = self.imported.iter().filter(move |import| (import.id == id) == is_own);
            imports.filter_map(|import| import.vectors()).flat_map(|vectors| &vectors.files)
        };
        shards(true).filter(|own| !shards(false).any(|other| other == *own)).cloned().collect()
    }

    /// Whether a system is a run, of the benchmark or imported: it has rankings and no vectors.
    pub fn is_run(&self, system: &str) -> bool {
        self.own.run(system).is_some() || self.is_imported_run(system)
    }

    /// Whether a system is an imported run.
    pub fn is_imported_run(&self, system: &str) -> bool {
        self.imported.iter().any(|import| import.id == system && import.rankings().is_some())
    }

    /// The rankings of a run; `None` for those of the benchmark before [`Dataset::keep_run`].
    pub fn run_rankings(&self, system: &str) -> Option<Rankings> {
        if let Some(kept) = self.kept_run(system) {
            return kept.get().cloned();
        }
        self.imported.iter().find(|import| import.id == system)?.rankings()
    }

    /// What float32 loses of the scores of an imported run.
    pub fn finer_scores(&self, system: &str) -> Option<&Arc<FinerScores>> {
        match &self.imported.iter().find(|import| import.id == system)?.kind {
            ImportedKind::Run(_, finer) => Some(finer),
            _ => None,
        }
    }

    /// Keeps the rankings of one of the benchmark's runs, and returns those that were kept first.
    pub fn keep_run(&self, run: &str, rankings: Rankings) -> Rankings {
        match self.kept_run(run) {
            Some(kept) => kept.get_or_init(|| rankings).clone(),
            None => rankings,
        }
    }

    fn kept_run(&self, run: &str) -> Option<&OnceLock<Rankings>> {
        self.runs.get(self.own.runs.iter().position(|own| own.id == run)?)
    }

    /// The images that each query ranks under a definition with fixed candidates, `[queries][images]`;
    /// `None` under one that ranks the whole corpus.
    pub fn candidates(&self, definition: usize) -> Option<Vec<Vec<u32>>> {
        self.relevance.get(definition)?.candidates(self.queries.len())
    }

    /// Whether values computed with `other` hold here: the lists differ at most in their systems.
    pub fn gives_same_values_as(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.queries, &other.queries)
            && self.relevance == other.relevance
            && self.image_ids().len() == other.image_ids().len()
    }

    /// The index of the definition with this id, or of the benchmark's usual one.
    pub fn definition_or_usual(&self, id: Option<&str>) -> usize {
        let usual = || self.manifest.relevance.iter().position(|definition| definition.default);
        id.and_then(|id| self.definition_index(id)).or_else(usual).unwrap_or(0)
    }

    /// The same for a query: if no definition is named and the usual one says nothing about the
    /// query, the first that has a relevant image for it.
    pub fn definition_for(&self, id: Option<&str>, query_row: Option<u32>) -> usize {
        let usual = self.definition_or_usual(id);
        let Some(row) = query_row.filter(|_| id.is_none() && self.is_judged()) else {
            return usual;
        };
        let own = self.relevance.get(usual).and_then(|own| own.of_query(row));
        if own.is_some_and(|own| !own.as_slice().is_empty()) {
            return usual;
        }
        self.definitions_with_relevant(row).next().unwrap_or(usual)
    }

    /// The definitions by which a query has a relevant image.
    pub fn definitions_with_relevant(&self, query_row: u32) -> impl Iterator<Item = usize> {
        let all = self.relevance.iter().enumerate();
        all.filter(move |(_, own)| own.n_relevant(query_row) > 0).map(|(place, _)| place)
    }

    /// The index of a definition in [`Dataset::relevance`], by its id or its name in an address.
    pub fn definition_index(&self, id: &str) -> Option<usize> {
        let id = definition_named(&self.own, id);
        self.manifest.relevance.iter().position(|definition| definition.id == id)
    }
}

/// A manifest with imported vectors among its systems; itself if there are none.
fn with_vectors(own: &Arc<Manifest>, imported: &[Arc<Imported>]) -> Arc<Manifest> {
    let mut with = own.clone();
    for vectors in imported.iter().filter_map(|import| import.vectors()) {
        let manifest = Arc::make_mut(&mut with);
        manifest.systems.push(vectors.system.clone());
        let is_new = |file: &&FileEntry| !own.files.contains(file);
        manifest.files.extend(vectors.files.iter().filter(is_new).cloned());
    }
    with
}

/// A manifest with its runs among the systems.
pub(super) fn with_runs(own: &Manifest) -> Manifest {
    let mut manifest = own.clone();
    manifest.systems.extend(own.runs.iter().map(StoredRun::system));
    manifest
}
