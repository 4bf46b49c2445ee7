//! The benchmark's lists in the page: manifest, queries, images and judgements.

use super::imports::{Imported, ImportedKind, Rankings};
use super::words;
use crate::messages::{Failure, Progress, ProgressUnit};
use crate::transfer::{TransferError, fetch_file, fetch_manifest, forget_earlier_builds};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::window;
use rankscope_core::benchmark::{
    BenchmarkError, FileEntry, Image, ImageIds, Judgements, Manifest, Query, Relevance,
    images_of_jsonl, queries_from_jsonl,
};
use rankscope_core::formats::{FormatError, QrelLine, lines_of_trec_qrels, text_in_turns};
use rankscope_core::imported::Ids;
use rankscope_core::metrics::Folds;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::Arc;

/// The page is kept from answering no longer than this at a time; a frame has 16 ms.
const TURN_MS: f64 = 12.0;

/// The lists of a benchmark, with what was imported on this machine.
#[derive(Debug, Clone)]
pub struct Dataset {
    /// Absolute URL of the folder, ending in `/`.
    pub base_url: String,
    /// `benchmark.json`, as its files are.
    pub own: Arc<Manifest>,
    /// The same with imported runs as systems and imported judgements as definitions.
    pub manifest: Manifest,
    /// In the order of `queries.jsonl`.
    pub queries: Arc<Vec<Query>>,
    /// A query's row from its id.
    pub query_row_from_id: Arc<FxHashMap<String, u32>>,
    /// In corpus order; none where the benchmark has no lists of them.
    images: Arc<Vec<Image>>,
    /// The ids of the listed images, in corpus order, then of those that only imported files have.
    image_ids: Arc<Vec<String>>,
    /// In the order of [`Manifest::relevance`].
    pub relevance: Vec<Relevance>,
    /// What was imported, in the order in which it came.
    pub imported: Vec<Arc<Imported>>,
    /// What earlier visits imported and does not fit any more, with the reason.
    pub not_restored: Vec<String>,
    /// Ids as rows, once something was imported.
    ids: Option<Ids>,
    /// The images that only imported files have.
    foreign_images: Vec<Image>,
    /// Whether a definition ranks only what it judges, so that whole rankings are needed.
    pub needs_whole_rankings: bool,
    /// COCO 1K's, where the benchmark has them.
    pub folds: Option<Arc<Folds>>,
}

/// The same object, not an equal one: lists are never compared line by line.
impl PartialEq for Dataset {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Dataset {
    /// Images of the corpus.
    #[must_use]
    pub fn n_images(&self) -> usize {
        self.manifest.counts.images as usize
    }

    /// The image of a row; one of which nothing but its id is known where there is no list of
    /// images, and beyond the corpus.
    #[must_use]
    pub fn image(&self, row_in_corpus: u32) -> Option<Cow<'_, Image>> {
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

    /// The images in corpus order; none where the benchmark has no lists of them.
    #[must_use]
    pub fn images(&self) -> &[Image] {
        &self.images
    }

    /// The ids of the images by row, then of those that only imported files have.
    #[must_use]
    pub fn image_ids(&self) -> ImageIds<'_> {
        if self.manifest.has_image_lists() {
            ImageIds::from(&*self.image_ids)
        } else {
            ImageIds::RowNumbers { n_rows: self.n_images(), beyond: &self.image_ids }
        }
    }

    /// The ids as rows, for another import.
    #[must_use]
    pub fn ids(&self) -> Ids {
        if let Some(ids) = &self.ids {
            return ids.clone();
        }
        let all = self.image_ids();
        let images: Vec<_> = (0..self.n_images()).filter_map(|row| all.get(row)).collect();
        let queries = self.queries.iter().map(|query| query.id.as_str());
        Ids::new(queries, images.iter().map(|id| &**id))
    }

    /// The same lists with other imports. `ids` are those that the imports were read with.
    #[must_use]
    pub fn with_imports(&self, imported: Vec<Arc<Imported>>, ids: Ids) -> Self {
        let mut manifest = (*self.own).clone();
        let mut relevance = self.relevance.clone();
        relevance.truncate(manifest.relevance.len());
        for import in &imported {
            match &import.kind {
                ImportedKind::Run(_) => manifest.systems.push(import.system()),
                ImportedKind::Judgements(judged) => {
                    manifest.relevance.push(import.definition());
                    relevance.push(judged.clone());
                }
            }
        }
        // Without imports nothing is left of their images.
        let ids = (!imported.is_empty()).then_some(ids);
        let foreign = ids.as_ref().map_or(&[][..], Ids::foreign);
        // Where images are not listed, these are the foreign ones alone.
        let n_known = self.images.len();
        let image_ids = if foreign.len() + n_known == self.image_ids.len() {
            self.image_ids.clone()
        } else {
            let own = self.images.iter().map(|image| image.id.clone());
            Arc::new(own.chain(foreign.iter().cloned()).collect())
        };
        let nameless = |id: &String| Image { id: id.clone(), ..Image::default() };
        let foreign_images = foreign.iter().map(nameless).collect();
        Self { manifest, relevance, imported, ids, image_ids, foreign_images, ..self.clone() }
    }

    /// The rankings of an imported run.
    #[must_use]
    pub fn imported_rankings(&self, system: &str) -> Option<Rankings> {
        self.imported.iter().find(|import| import.id == system)?.rankings()
    }

    /// Whether values that were computed with the other lists are right for these: they differ
    /// in systems at most.
    #[must_use]
    pub fn measures_as(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.queries, &other.queries)
            && self.relevance == other.relevance
            && self.image_ids().len() == other.image_ids().len()
    }

    /// How many hits a query needs, so that each definition has `least` or all its relevant ones.
    #[must_use]
    pub fn depth(&self, query_row: u32, least: usize) -> usize {
        if self.needs_whole_rankings {
            return self.n_images();
        }
        let n_relevant = self.relevance.iter().map(|relevance| relevance.n_relevant(query_row));
        n_relevant.max().unwrap_or(0).max(least)
    }

    /// The stored query with exactly this text.
    #[must_use]
    pub fn query_of_text(&self, text: &str) -> Option<&Query> {
        self.queries.iter().find(|query| query.text.trim() == text)
    }

    /// Where a definition stands in [`Dataset::relevance`].
    #[must_use]
    pub fn definition_index(&self, id: &str) -> Option<usize> {
        self.manifest.relevance.iter().position(|definition| definition.id == id)
    }
}

/// The lists of the benchmark at `base_url`, without anything imported. `show` gets how far they
/// are; dropping the future stops the download.
///
/// # Errors
/// Which file cannot be fetched or read, and what to do.
pub async fn load(base_url: &str, show: &dyn Fn(Progress)) -> Result<Dataset, Failure> {
    let text = fetch_manifest(base_url).await.map_err(|e| Failure::from(&e))?;
    let manifest = Manifest::from_json(&text).map_err(|e| unreadable(&e, base_url))?;
    forget_earlier_builds(base_url, &manifest.files).await;

    let wrong = |e: BenchmarkError| unreadable(&e, base_url);
    let text_of = async |file: &FileEntry| -> Result<String, Failure> {
        let what = file.path.clone();
        let mut on_progress = |done, total| {
            show(Progress { what: what.clone(), done, total, unit: ProgressUnit::Bytes });
        };
        let bytes = fetch_file(base_url, file, &|| false, &mut on_progress)
            .await
            .map_err(|e: TransferError| Failure::from(&e))?;
        // Taking it in turns: the page answers between a download and what follows.
        TimeoutFuture::new(0).await;
        // Lists may be gzip.
        let text = text_in_turns(&what, &bytes, async || TimeoutFuture::new(0).await).await;
        let text = text.map_err(|e| unreadable(&e, base_url))?;
        TimeoutFuture::new(0).await;
        Ok(text.into_owned())
    };

    let file = manifest.file("queries.jsonl").map_err(wrong)?;
    let queries = queries_from_jsonl(&file.path, &text_of(file).await?).map_err(wrong)?;

    let mut image_files: Vec<_> = manifest.image_files().collect();
    image_files.sort_by_key(|(_, rows)| rows.start);
    let mut images = Vec::new();
    for (file, _) in image_files {
        let text = text_of(file).await?;
        images.extend(in_turns(images_of_jsonl(&file.path, &text)).await.map_err(wrong)?);
    }
    if manifest.has_image_lists() && images.len() != manifest.counts.images as usize {
        let (found, expected) = (images.len(), manifest.counts.images);
        let (found, expected) = (words::count(found as u64), words::count(expected));
        let reason = format!("the image lists hold {found} images instead of {expected}");
        return Err(wrong(BenchmarkError::Inconsistent(reason)));
    }

    let mut image_ids: Vec<String> = Vec::with_capacity(images.len());
    let mut row_in_corpus_from_id: FxHashMap<String, u32> = FxHashMap::default();
    let named = (0u32..).zip(&images).map(|(row, image)| {
        image_ids.push(image.id.clone());
        row_in_corpus_from_id.insert(image.id.clone(), row);
        Ok::<(), BenchmarkError>(())
    });
    in_turns(named).await.map_err(wrong)?;
    let query_row_from_id: FxHashMap<String, u32> =
        (0u32..).zip(&queries).map(|(row, query)| (query.id.clone(), row)).collect();
    let mut relevance = Vec::with_capacity(manifest.relevance.len());
    for definition in &manifest.relevance {
        let file = manifest.file(&definition.path).map_err(wrong)?;
        let text = text_of(file).await?;
        let mut by_query = vec![Vec::new(); queries.len()];
        // Of a corpus without lists the judged images alone.
        let unlisted = (!manifest.has_image_lists())
            .then(|| rows_of_judged(&file.path, &text, manifest.counts.images as usize))
            .transpose()
            .map_err(|e| unreadable(&e, base_url))?;
        let rows = (&query_row_from_id, unlisted.as_ref().unwrap_or(&row_in_corpus_from_id));
        let mut place = |line: QrelLine<'_>| -> Result<(), BenchmarkError> {
            let placed = Relevance::rows_of_line(&file.path, line, rows.0, rows.1)?;
            if let Some((query_row, judged)) = placed
                && let Some(all) = by_query.get_mut(query_row as usize)
            {
                all.push(judged);
            }
            Ok(())
        };
        let lines = lines_of_trec_qrels(&file.path, &text);
        let placed = lines.map(|line| match line {
            Ok(line) => place(line).map_err(wrong),
            Err(e) => Err(unreadable(&e, base_url)),
        });
        in_turns(placed).await?;
        let judged = by_query.into_iter().map(|grades| Ok(Judgements::new(grades)));
        let judged = in_turns(judged).await.map_err(wrong)?;
        relevance.push(Relevance::of_queries(judged).of_definition(definition));
    }
    let needs_whole_rankings = relevance.iter().any(Relevance::ranks_only_judged);
    let folds = Folds::from_facets(&queries, &images);
    Ok(Dataset {
        base_url: base_url.to_string(),
        own: Arc::new(manifest.clone()),
        manifest,
        queries: Arc::new(queries),
        query_row_from_id: Arc::new(query_row_from_id),
        images: Arc::new(images),
        image_ids: Arc::new(image_ids),
        relevance,
        imported: Vec::new(),
        not_restored: Vec::new(),
        ids: None,
        foreign_images: Vec::new(),
        needs_whole_rankings,
        folds: folds.map(Arc::new),
    })
}

/// The rows of the images that are judged, in a corpus without lists: their ids are row numbers.
fn rows_of_judged(
    file: &str,
    text: &str,
    n_rows: usize,
) -> Result<FxHashMap<String, u32>, FormatError> {
    let ids = ImageIds::RowNumbers { n_rows, beyond: &[] };
    let mut rows = FxHashMap::default();
    for line in lines_of_trec_qrels(file, text) {
        let (_, document, _) = line?;
        if let Some(row) = ids.row_of(document).and_then(|row| u32::try_from(row).ok()) {
            rows.insert(document.to_owned(), row);
        }
    }
    Ok(rows)
}

/// All that an iterator reads; the page answers in between, however long the list.
async fn in_turns<T, E>(items: impl Iterator<Item = Result<T, E>>) -> Result<Vec<T>, E> {
    let performance = window().performance();
    let now = || performance.as_ref().map_or(0.0, |performance| performance.now());
    let mut all = Vec::new();
    let mut started = now();
    for item in items {
        all.push(item?);
        // The clock costs more than a line, and a query's judgements may be thousands.
        if all.len().is_multiple_of(16) && now() - started > TURN_MS {
            TimeoutFuture::new(0).await;
            started = now();
        }
    }
    Ok(all)
}

fn unreadable(reason: &dyn std::fmt::Display, base_url: &str) -> Failure {
    Failure {
        title: "The benchmark cannot be read.".into(),
        detail: reason.to_string(),
        advice: format!("Build the benchmark at {base_url} again, or open another one."),
    }
}
