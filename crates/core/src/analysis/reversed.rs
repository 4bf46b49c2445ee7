//! The benchmark the other way round: images are the queries, and texts are ranked.

use super::{Dataset, JudgedDefinitions, SystemValues, dataset::with_runs};
use crate::benchmark::{
    FileEntry, Image, ImageIds, Manifest, Query, Relevance, RelevanceDefinition, System,
    lists::{ListSource, LoadError, Reversed, load_reversed},
};
use crate::formats::Qrel;
use crate::metrics::{Mean, are_by_class};
use std::sync::{Arc, OnceLock};

impl Dataset {
    /// The same benchmark from images to texts: its queries are the images that have a relevant
    /// text, its corpus the texts. Systems are those with vectors of the texts, and runs with
    /// lists of texts; other runs and derived systems, which rank images, are left out.
    ///
    /// # Errors
    /// As [`load_reversed`].
    pub async fn reversed<S: ListSource>(&self, source: &S) -> Result<Self, LoadError<S::Error>> {
        let definitions: Vec<_> =
            self.manifest.relevance.iter().zip(self.relevance.iter()).collect();
        self.turned(&definitions, None, source).await
    }

    /// The same under one definition, with judgements from images to texts from a file of this name; the
    /// conventions of the definition are not those of the file.
    ///
    /// # Errors
    /// As [`load_reversed`].
    pub async fn reversed_by<S: ListSource>(
        &self,
        definition: &RelevanceDefinition,
        (file, qrels): (&str, &[Qrel]),
        source: &S,
    ) -> Result<Self, LoadError<S::Error>> {
        let definition =
            RelevanceDefinition { only_judged: false, complete: false, ..definition.clone() };
        let judged = Relevance::default();
        self.turned(&[(&definition, &judged)], Some((file, qrels)), source).await
    }

    async fn turned<S: ListSource>(
        &self,
        definitions: &[(&RelevanceDefinition, &Relevance)],
        given: Option<(&str, &[Qrel])>,
        source: &S,
    ) -> Result<Self, LoadError<S::Error>> {
        // The images of the corpus, without those that only imported files name.
        let ids = match self.image_ids() {
            ImageIds::Listed(ids) => ImageIds::Listed(ids.get(..self.n_images()).unwrap_or(ids)),
            ImageIds::RowNumbers { n_rows, .. } => ImageIds::RowNumbers { n_rows, beyond: &[] },
        };
        let loading = load_reversed(&self.own, &self.queries, ids, definitions, given, source);
        let Reversed { texts, without_vectors, caption_images, image_rows, mut relevance } =
            loading.await?;
        if caption_images.is_none() && given.is_none() {
            for ((_, forward), reversed) in definitions.iter().zip(&mut relevance) {
                let n_texts = u32::try_from(texts.len()).unwrap_or(u32::MAX);
                if are_by_class(forward, n_texts) {
                    // A text without classes is in no gallery of theirs.
                    let ranked = (0..n_texts).map(|text| forward.n_relevant(text) > 0).collect();
                    *reversed = std::mem::take(reversed).ranking_only(ranked);
                }
            }
        }
        let mut queries = Vec::with_capacity(image_rows.len());
        for row in &image_rows {
            let image = self.image(*row).unwrap_or_default();
            let (id, text) = (image.id.clone(), image.caption.clone());
            queries.push(Query { id, text, split: String::new(), facets: image.facets.clone() });
            source.pause().await;
        }
        let row_of_id = (0u32..).zip(&queries).map(|(row, query)| (query.id.clone(), row));
        let query_row_from_id = Arc::new(row_of_id.collect());
        let nameless = |id: &String| Image { id: id.clone(), ..Image::default() };
        let foreign_images: Vec<Image> = without_vectors.iter().map(nameless).collect();
        let text = |(id, caption)| Image { id, caption, ..Image::default() };
        let images: Vec<Image> = texts.into_iter().map(text).collect();
        let ids = images.iter().map(|image| image.id.clone());
        let image_ids = ids.chain(without_vectors).collect();
        let judged_by: Vec<RelevanceDefinition> =
            definitions.iter().map(|(definition, _)| (*definition).clone()).collect();
        let mut own = turned_round(&self.openable, queries.len(), images.len());
        if given.is_some() {
            own.relevance.clone_from(&judged_by);
        }
        let manifest = Manifest { relevance: judged_by, ..with_runs(&own) };
        let folds = self.folds.as_ref();
        let folds = folds.map(|folds| folds.reversed(&image_rows, caption_images.as_deref()));
        Ok(Self {
            listed: None,
            base_url: self.base_url.clone(),
            openable: self.openable.clone(),
            manifest,
            queries: Arc::new(queries),
            query_row_from_id,
            images: Arc::new(images),
            image_ids: Arc::new(image_ids),
            relevance: JudgedDefinitions::of(relevance),
            plain: None,
            imported: Vec::new(),
            not_restored: Vec::new(),
            derived: Vec::new(),
            not_derived: Vec::new(),
            runs: Arc::new(own.runs.iter().map(|_| OnceLock::new()).collect()),
            ids: None,
            foreign_images,
            folds: folds.map(Arc::new),
            image_rows: Some(Arc::new(image_rows)),
            own: Arc::new(own),
        })
    }

    /// Whether images are the queries: see [`Self::reversed`].
    pub fn is_reversed(&self) -> bool {
        self.image_rows.is_some()
    }
}

/// The manifest as seen from images. Stored values are of queries and left out.
fn turned_round(own: &Manifest, n_queries: usize, n_texts: usize) -> Manifest {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let mut counts = own.counts;
    (counts.queries, counts.images) = (count(n_queries), count(n_texts));
    let system = |system: &System| {
        let queries = own.text_vectors(system).map(|file| file.path.clone());
        System { queries, ..system.clone() }
    };
    let ranking_texts = own.runs.iter().filter(|run| own.reverse_run(run).is_some());
    let is_kept = |file: &&FileEntry| !file.path.starts_with("values/");
    Manifest {
        counts,
        systems: own.systems.iter().map(system).collect(),
        runs: ranking_texts.map(|run| run.reversed(count(n_texts))).collect(),
        facets: Vec::new(),
        files: own.files.iter().filter(is_kept).cloned().collect(),
        ..own.clone()
    }
}

/// The mean of both directions, each with weight one half whatever its n; its n is the sum of both.
/// `None` if either has no value. ECCV Caption reports it so.
pub fn mean_of_both(to_images: Option<Mean>, to_texts: Option<Mean>) -> Option<Mean> {
    let (one, other) = (to_images?, to_texts?);
    Some(Mean { mean: f64::midpoint(one.mean, other.mean), n: one.n + other.n })
}

/// A system's means of both directions, under the same columns. It has no values per query: the two
/// directions have different ones.
pub fn values_of_both(to_images: &SystemValues, to_texts: &SystemValues) -> SystemValues {
    let indices = 0..to_images.means.len();
    let mean = |index| mean_of_both(to_images.mean(index), to_texts.mean(index));
    SystemValues {
        system: to_images.system.clone(),
        columns: to_images.columns.clone(),
        means: indices.map(mean).collect(),
        ..SystemValues::default()
    }
}
