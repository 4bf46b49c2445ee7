//! Vectors: one matrix, or several numbered ones, with the rows in corpus order; and those of the seed
//! pictures of ConQA's queries.

use super::{
    folder::{Numbered, SourceFolder},
    images::Corpus,
    metadata::ids_from_metadata,
};
use crate::{
    build::{
        recipe::{BuildRecipe, GalleryIds, Metadata, SystemSource, VectorSource},
        seeds::SeedVector,
        shards::Rows,
    },
    reading::vectors_file::{self, FileRows},
};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::Image;
use std::{
    collections::{HashMap, HashSet},
    path::Path,
    rc::Rc,
};

type RowIter = Box<dyn Iterator<Item = Result<Vec<f32>>>>;

impl SourceFolder {
    /// A row for each image, in corpus order.
    pub(crate) fn gallery(
        &self,
        system: &SystemSource,
        gallery: &Path,
        corpus: &Corpus,
    ) -> Result<Rows<RowIter>> {
        let matrix = Matrix::open(&self.numbered(gallery)?)?;
        let order = match system.gallery_ids()? {
            GalleryIds::CorpusOrder => {
                if matrix.n_rows() != corpus.images.len() && !corpus.left_out.is_empty() {
                    bail!(
                        "{}: {} rows for {} images without seeds: name the rows with gallery_ids",
                        matrix.name,
                        matrix.n_rows(),
                        corpus.images.len()
                    );
                }
                matrix.check_n_rows(corpus.images.len(), "image ids")?;
                if let Some([a, b]) = &corpus.unsure_order {
                    bail!(
                        "{}: its rows are the pictures in an order that nothing says: {a} before {b}, or, \
                         as Python's sorted() has them, {b} before {a}. Write order = \"natural\" or order \
                         = \"sorted\" into [images], or give ids, a list of their names in the order of the \
                         rows (image_ids.txt beside them for `view`)",
                        matrix.name
                    );
                }
                matrix.in_order()
            }
            GalleryIds::List(path) => {
                let ids = self.ids(path)?;
                matrix.check_n_rows(ids.len(), &format!("ids in {}", path.display()))?;
                let name = self.path(path).display().to_string();
                let mut order = CorpusOrder::new(corpus);
                for ((place, id), line) in matrix.in_order().into_iter().zip(ids).zip(1..) {
                    order.put(&id, place).with_context(|| format!("{name}, line {line}"))?;
                }
                order.complete().with_context(|| name.clone())?
            }
            GalleryIds::Metadata(metadata) => self.order_by_metadata(&matrix, metadata, corpus)?,
        };
        Ok(matrix.rows(order))
    }

    /// In the queries' order; `None` if the recipe names no vectors of queries.
    pub(crate) fn query_vectors(
        &self,
        system: &SystemSource,
        n_queries: usize,
    ) -> Result<Option<Rows<RowIter>>> {
        let queries = system.queries.as_ref();
        queries.map(|path| self.all_rows(path, n_queries, "query ids")).transpose()
    }

    /// All rows of a matrix, one for each of the `n` things called `of` in messages.
    pub(crate) fn all_rows(&self, path: &Path, n: usize, of: &str) -> Result<Rows<RowIter>> {
        let matrix = Matrix::open(&self.numbered(path)?)?;
        matrix.check_n_rows(n, of)?;
        let order = matrix.in_order();
        Ok(matrix.rows(order))
    }

    /// The vectors of the `kept` of `n_captions` captions in their file; `None` if the recipe names none.
    pub(crate) fn caption_vectors(
        &self,
        system: &SystemSource,
        n_captions: usize,
        kept: &[usize],
    ) -> Result<Option<Rows<RowIter>>> {
        let Some(captions) = &system.captions else { return Ok(None) };
        let matrix = Matrix::open(&self.numbered(captions)?)?;
        matrix.check_n_rows(n_captions, "captions")?;
        let all = matrix.in_order();
        let order = kept.iter().filter_map(|place| all.get(*place).copied()).collect();
        Ok(Some(matrix.rows(order)))
    }

    /// The vectors of the images that left the corpus, by id; none if no list names the rows.
    pub(super) fn left_out_vectors(
        &self,
        system: &SystemSource,
        corpus: &Corpus,
    ) -> Result<HashMap<String, Vec<f32>>> {
        let left_out = corpus.left_out_ids();
        let GalleryIds::List(path) = system.gallery_ids()? else { return Ok(HashMap::new()) };
        let VectorSource::Gallery(gallery) = system.vectors()? else { return Ok(HashMap::new()) };
        if left_out.is_empty() {
            return Ok(HashMap::new());
        }
        let matrix = Matrix::open(&self.numbered(gallery)?)?;
        let places = matrix.in_order().into_iter().zip(self.ids(path)?);
        let (order, ids): (Vec<PlaceInMatrix>, Vec<String>) =
            places.filter(|(_, id)| left_out.contains(id.as_str())).unzip();
        ids.into_iter().zip(matrix.rows(order).rows).map(|(id, row)| Ok((id, row?))).collect()
    }

    /// Reads one file of metadata at a time, since those of millions of images do not fit into memory.
    fn order_by_metadata(
        &self,
        matrix: &Matrix,
        metadata: &Metadata,
        corpus: &Corpus,
    ) -> Result<Vec<PlaceInMatrix>> {
        let files = self.numbered(&metadata.files)?;
        if !files.iter().map(|file| file.number).eq(matrix.parts.iter().map(|part| part.number)) {
            bail!(
                "{} and {} do not have the same numbers: each file of vectors needs one of \
                 metadata",
                matrix.name,
                self.path(&metadata.files).display()
            );
        }
        let mut order = CorpusOrder::new(corpus);
        for ((index, part), file) in (0..).zip(&matrix.parts).zip(&files) {
            let (name, ids) = ids_from_metadata(&file.path, metadata)?;
            if ids.len() != part.n_rows {
                bail!("{} has {} rows, and {name} has {}", part.name, part.n_rows, ids.len());
            }
            for (row, id) in ids.iter().enumerate() {
                let place = PlaceInMatrix { part: index, row };
                order.put(id, place).with_context(|| format!("{name}, row {row}"))?;
            }
        }
        order.complete().with_context(|| self.path(&metadata.files).display().to_string())
    }
}

#[derive(Debug, Clone, Copy)]
struct PlaceInMatrix {
    part: usize,
    row: usize,
}

struct Matrix {
    name: String,
    dim: usize,
    parts: Vec<Part>,
}

struct Part {
    name: String,
    number: Option<u64>,
    n_rows: usize,
    rows: FileRows,
}

impl Matrix {
    fn open(files: &[Numbered]) -> Result<Self> {
        let mut parts: Vec<Part> = Vec::new();
        for Numbered { number, path } in files {
            let name = path.display().to_string();
            let mut rows = vectors_file::open(path)?;
            if let Some(first) = parts.first()
                && first.rows.dim() != rows.dim()
            {
                bail!(
                    "{name} has vectors of dim {}, and {} of dim {}",
                    rows.dim(),
                    first.name,
                    first.rows.dim()
                );
            }
            let n_rows = rows.n_rows();
            // Read to the end now: in another order, bytes after the last row would go unnoticed.
            rows.go_to(n_rows)?;
            rows.next_row()?;
            parts.push(Part { name, number: *number, n_rows, rows });
        }
        let first = parts.first().context("no file of vectors")?;
        let name = match parts.len() {
            1 => first.name.clone(),
            n => format!("{} … ({n} files)", first.name),
        };
        Ok(Self { name, dim: first.rows.dim(), parts })
    }

    fn n_rows(&self) -> usize {
        self.parts.iter().fold(0, |sum: usize, part| sum.saturating_add(part.n_rows))
    }

    fn check_n_rows(&self, n: usize, of: &str) -> Result<()> {
        if self.n_rows() != n {
            let turned = if self.dim == n {
                format!(": it has {n} columns, so save array.T if each is a vector")
            } else {
                String::new()
            };
            bail!("{} has {} rows, and there are {n} {of}{turned}", self.name, self.n_rows());
        }
        Ok(())
    }

    fn in_order(&self) -> Vec<PlaceInMatrix> {
        let rows_of = |(part, n_rows)| (0..n_rows).map(move |row| PlaceInMatrix { part, row });
        self.parts.iter().map(|part| part.n_rows).enumerate().flat_map(rows_of).collect()
    }

    fn rows(self, order: Vec<PlaceInMatrix>) -> Rows<RowIter> {
        let Self { name, dim, mut parts } = self;
        let names: Vec<String> = parts.iter().map(|part| part.name.clone()).collect();
        let order: Rc<[PlaceInMatrix]> = order.into();
        let places = Rc::clone(&order);
        let place_of = move |row: usize| {
            let place = places.get(row);
            let named = place.and_then(|place| Some((names.get(place.part)?, place.row)));
            named.map_or_else(|| format!("row {row}"), |(name, row)| format!("{name}, row {row}"))
        };
        let n_rows = order.len();
        let rows = (0..n_rows).map(move |row| {
            let place = order.get(row).context("a row beyond the order")?;
            let part = parts.get_mut(place.part).context("a file beyond the matrix")?;
            part.rows.go_to(place.row)?;
            part.rows.next_row()?.with_context(|| format!("{}, row {row}: none", part.name))
        });
        Rows { name, n_rows, dim, rows: Box::new(rows), place_of: Box::new(place_of) }
    }
}

/// Finds each image's row while the ids of the rows are read.
struct CorpusOrder<'a> {
    corpus: &'a Corpus,
    left_out: HashSet<&'a str>,
    image_of: HashMap<&'a str, usize>,
    places: Vec<Option<PlaceInMatrix>>,
}

impl<'a> CorpusOrder<'a> {
    fn new(corpus: &'a Corpus) -> Self {
        let ids = corpus.images.iter().map(|image| image.id.as_str());
        Self {
            corpus,
            left_out: corpus.left_out_ids(),
            image_of: ids.enumerate().map(|(index, id)| (id, index)).collect(),
            places: vec![None; corpus.images.len()],
        }
    }

    fn put(&mut self, id: &str, place: PlaceInMatrix) -> Result<()> {
        let Some(&image) = self.image_of.get(id) else {
            if self.left_out.contains(id) {
                return Ok(());
            }
            bail!("the corpus has no image {id}");
        };
        let here = self.places.get_mut(image).context("an image beyond the corpus")?;
        if here.replace(place).is_some() {
            bail!("the image {id} has a row before this one");
        }
        Ok(())
    }

    /// The rows in corpus order, once every image has one.
    fn complete(self) -> Result<Vec<PlaceInMatrix>> {
        let missing: Vec<&str> = self
            .corpus
            .images
            .iter()
            .zip(&self.places)
            .filter(|(_, place)| place.is_none())
            .map(|(image, _)| image.id.as_str())
            .collect();
        if let Some(first) = missing.first() {
            bail!("{} images have no row, {first} is the first", missing.len());
        }
        Ok(self.places.into_iter().flatten().collect())
    }
}

impl SourceFolder {
    /// The seeds of all queries, left out of the corpus, by the rows of a system's gallery; none if the
    /// recipe has no such seeds, or the rows are not named one by one.
    pub(crate) fn seed_vectors(
        &self,
        recipe: &BuildRecipe,
        system: &SystemSource,
        corpus: &Corpus,
    ) -> Result<Vec<SeedVector>> {
        let Some(path) = recipe.conqa() else { return Ok(Vec::new()) };
        let vectors: HashMap<String, Vec<f32>> = self.left_out_vectors(system, corpus)?;
        let images: HashMap<&str, &Image> =
            corpus.left_out.iter().map(|image| (image.id.as_str(), image)).collect();
        let mut seeds = Vec::new();
        for query in self.conqa_queries(path)? {
            for seed in &query.seeds {
                let known = images.get(seed.as_str()).zip(vectors.get(seed));
                seeds.extend(known.map(|(image, vector)| SeedVector {
                    query: query.id.clone(),
                    image: (*image).clone(),
                    vector: vector.clone(),
                }));
            }
        }
        Ok(seeds)
    }
}
