//! Which file plays which part: by what it is, then by its name, then by the number of its rows.

use super::{
    found::{CaptionedPictures, Found, Item, What},
    names::{Side, says_ids, says_scores, side},
    pictures::{count_pictures, have_own_names},
};
use crate::{build::has_picture_ending, reading::list_files::Pairs};
use anyhow::{Result, bail};
use rankscope_core::{analysis::words::counted, formats::ExplanationColumns};
use std::path::Path;

#[derive(Debug, Default)]
pub(super) struct Roles<'a> {
    /// With their number.
    pub(super) pictures: Option<(&'a Path, usize)>,
    pub(super) dataset: Option<(&'a Path, &'a CaptionedPictures)>,
    pub(super) image_ids: Option<(&'a Path, &'a [String])>,
    pub(super) corpus: Option<(&'a Path, &'a [String])>,
    pub(super) queries: Option<Queries<'a>>,
    /// A detection set, and how many classes it shows.
    pub(super) classes: Option<(&'a Path, usize)>,
    pub(super) explanations: Option<(&'a Path, &'a ExplanationColumns)>,
    /// The folders of packs, and how many values their vectors have.
    pub(super) encoders: Vec<(&'a Path, u32)>,
    /// Of vectors.
    pub(super) matrices: Vec<Matrix<'a>>,
    /// Of scores `[queries, images]`.
    pub(super) scores: Vec<Matrix<'a>>,
    pub(super) qrels: Vec<(&'a Path, &'a Pairs)>,
    pub(super) runs: Vec<(&'a Path, &'a Pairs)>,
    /// What was decided without certainty.
    pub(super) guesses: Vec<String>,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Queries<'a> {
    /// A text a line, and how many.
    Lines(&'a Path, usize),
    Records(&'a Path, &'a [String]),
    Ids(&'a Path, &'a [String]),
}

impl<'a> Queries<'a> {
    pub(super) fn path(self) -> &'a Path {
        match self {
            Self::Lines(path, _) | Self::Records(path, _) | Self::Ids(path, _) => path,
        }
    }

    pub(super) fn len(self) -> usize {
        match self {
            Self::Lines(_, n) => n,
            Self::Records(_, ids) | Self::Ids(_, ids) => ids.len(),
        }
    }
}

impl<'a> Roles<'a> {
    /// Gives every item its part. Refuses two items where a part can have only one.
    pub(super) fn new(found: &'a Found) -> Result<Self> {
        let mut roles = Self::default();
        let mut pictures = Vec::new();
        for Item { path, what, .. } in &found.items {
            match what {
                What::Pictures(n) => pictures.push((path.as_path(), *n)),
                What::Encoder { dim } => roles.encoders.push((path, *dim)),
                What::Matrix { rows, dim } => {
                    roles.matrices.push(Matrix { path, rows: *rows, dim: *dim });
                }
                What::Qrels(pairs) => roles.qrels.push((path, pairs)),
                What::Run(pairs) => roles.runs.push((path, pairs)),
                What::Dataset(dataset) if roles.dataset.is_none() => {
                    roles.dataset = Some((path, dataset));
                }
                What::Dataset(_) => {
                    bail!("{}: this is a second dataset: give only one", path.display())
                }
                What::Classes(n) => {
                    if let Some((first, _)) = roles.classes.replace((path, *n)) {
                        bail!(
                            "{} and {} both say what the pictures show: give one",
                            first.display(),
                            path.display()
                        );
                    }
                }
                What::Explanations(columns) => {
                    if let Some((first, _)) = roles.explanations.replace((path, columns)) {
                        bail!(
                            "{} and {} both have explanations: give one",
                            first.display(),
                            path.display()
                        );
                    }
                }
                What::Words(_) | What::Texts(_) | What::Records(_) => {}
            }
        }
        match roles.joined(&pictures)? {
            Some(joined) => roles.pictures = Some(joined),
            None => pictures.iter().for_each(|(path, n)| roles.add_pictures(path, *n)),
        }
        // What a list is follows from the rest.
        for item in &found.items {
            roles.add_list(item)?;
        }
        roles.find_scores()?;
        Ok(roles)
    }

    /// Which matrices are of scores: those whose names say so, and those that have a row for each query
    /// and a column for each image, and no vectors of other things beside them. Refuses one that is
    /// named so and fits neither queries nor images.
    fn find_scores(&mut self) -> Result<()> {
        let (queries, images) = (self.n_queries(), self.n_images());
        let mut vectors = Vec::new();
        for matrix in std::mem::take(&mut self.matrices) {
            let fits = |counted: Option<Counted<'_>>, n: usize| counted.map(|it| it.n == n);
            let (rows, columns) = (fits(queries, matrix.rows), fits(images, matrix.dim));
            let is_named = says_scores(matrix.path);
            if is_named && (rows == Some(false) || columns == Some(false)) {
                let needed = |counted: Option<Counted<'_>>, what: &str| {
                    counted.map(|it| {
                        format!("a {what} for each of {} in {}", it.words(), it.path.display())
                    })
                };
                let needed = [needed(queries, "row"), needed(images, "column")];
                bail!(
                    "{} has {} and {}: scores need {}",
                    matrix.path.display(),
                    matrix.n_rows(),
                    counted(matrix.dim, "column", "columns"),
                    needed.into_iter().flatten().collect::<Vec<_>>().join(", and ")
                );
            }
            let is_alone = || vectors.iter().all(|other: &Matrix<'_>| other.dim != matrix.dim);
            match is_named || (rows == Some(true) && columns == Some(true) && is_alone()) {
                true => self.scores.push(matrix),
                false => vectors.push(matrix),
            }
        }
        self.matrices = vectors;
        Ok(())
    }

    pub(super) fn n_images(&self) -> Option<Counted<'a>> {
        const PICTURES: [&str; 2] = ["picture", "pictures"];
        let listed = |(path, ids): (&'a Path, &'a [String])| (path, ids.len(), ["id", "ids"]);
        let in_folder = self.pictures.map(|(path, n)| (path, n, PICTURES));
        let of_dataset = self.dataset.map(|(path, it)| (path, it.n_images, PICTURES));
        let listed_or_there = self.image_ids.map(listed).or(in_folder).or(self.corpus.map(listed));
        let (path, n, of) = of_dataset.or(listed_or_there)?;
        Some(Counted { path, n, of })
    }

    pub(super) fn n_queries(&self) -> Option<Counted<'a>> {
        let of = |queries| match queries {
            Queries::Lines(..) => ["text", "texts"],
            Queries::Records(..) | Queries::Ids(..) => ["query", "queries"],
        };
        let captions = ["caption", "captions"];
        let of_dataset =
            self.dataset.map(|(path, it)| Counted { path, n: it.n_captions, of: captions });
        let listed = self.queries.map(|it| Counted { path: it.path(), n: it.len(), of: of(it) });
        let classes = ["class", "classes"];
        let shown = self.classes.map(|(path, n)| Counted { path, n, of: classes });
        of_dataset.or(listed).or(shown)
    }

    /// Several folders of pictures as the one above them, if no two pictures have one name, as small copies
    /// and masks have. `None` where vectors are of one of them.
    fn joined(&mut self, pictures: &[(&'a Path, usize)]) -> Result<Option<(&'a Path, usize)>> {
        let ([(first, _), (_, _), ..], Some(largest)) =
            (pictures, pictures.iter().map(|(_, n)| *n).max())
        else {
            return Ok(None);
        };
        let is_above = |above: &&Path| pictures.iter().all(|(path, _)| path.starts_with(above));
        let Some(above) = first.ancestors().find(is_above).filter(|above| above.parent().is_some())
        else {
            return Ok(None);
        };
        let is_of_one = self.matrices.iter().any(|matrix| matrix.rows == largest);
        if is_of_one || !have_own_names(pictures)? {
            return Ok(None);
        }
        let n = count_pictures(above)?;
        let folders: usize = pictures.len();
        self.guesses.push(format!(
            "the pictures are those of {folders} folders below {}, {n} together, since no two have one name",
            above.display()
        ));
        Ok(Some((above, n)))
    }

    /// The largest folder of pictures: others are small copies of it, or masks.
    fn add_pictures(&mut self, path: &'a Path, n: usize) {
        let (before, larger) = (self.pictures, self.pictures.is_none_or(|(_, known)| n > known));
        if larger {
            self.pictures = Some((path, n));
        }
        if let (Some((before, _)), Some((kept, n))) = (before, self.pictures) {
            let other = if larger { before } else { path };
            self.guesses.push(format!(
                "the pictures are those in {} ({n}), which has more than {}",
                kept.display(),
                other.display()
            ));
        }
    }

    fn add_list(&mut self, Item { path, what, is_given }: &'a Item) -> Result<()> {
        match what {
            What::Texts(n) => {
                let are_queries = *is_given
                    || side(path) == Some(Side::Queries)
                    || self.matrices.iter().any(|matrix| matrix.rows == *n);
                if are_queries {
                    return self.add_queries(Queries::Lines(path, *n));
                }
                self.guesses.push(format!(
                    "{} is not a list of queries, since nothing has as many rows as it has lines, \
                     {n} (queries.txt would be one)",
                    path.display()
                ));
                Ok(())
            }
            What::Records(ids) if side(path) == Some(Side::Images) => {
                self.corpus = Some((path, ids));
                Ok(())
            }
            What::Records(ids) => self.add_queries(Queries::Records(path, ids)),
            What::Words(words) => self.add_words(path, words),
            _ => Ok(()),
        }
    }

    /// A list of words: files or ids of the images, ids of the queries, or queries of one word each.
    fn add_words(&mut self, path: &'a Path, words: &'a [String]) -> Result<()> {
        if self.are_of_images(path, words) {
            if let Some((first, _)) = self.image_ids.replace((path, words)) {
                bail!(
                    "{} and {} both seem to list the images: give one, or name the other queries",
                    first.display(),
                    path.display()
                );
            }
            return Ok(());
        }
        let are_ids = says_ids(path)
            || path.extension().is_some_and(|ending| ending == "npy")
            || self.pairs().any(|pairs| words.iter().any(|word| pairs.queries.contains(word)));
        let words = match are_ids {
            true => Queries::Ids(path, words),
            false => Queries::Lines(path, words.len()),
        };
        self.add_queries(words)
    }

    /// Whether words name images: by their endings, by the file's name, by judgements and runs, or by
    /// how many pictures or rows there are.
    fn are_of_images(&mut self, path: &Path, words: &[String]) -> bool {
        let n_files = words.iter().filter(|word| has_picture_ending(Path::new(word))).count();
        if n_files * 10 >= words.len() * 9 {
            return true;
        }
        if let Some(side) = side(path) {
            return side == Side::Images;
        }
        let known = |ids: &std::collections::BTreeSet<String>| {
            words.iter().filter(|word| ids.contains(*word)).count()
        };
        let (mut of_images, mut of_queries) = (0, 0);
        for pairs in self.pairs() {
            of_images += known(&pairs.images);
            of_queries += known(&pairs.queries);
        }
        if of_images != of_queries {
            return of_images > of_queries;
        }
        // Scores have a column for each image.
        let n_rows = |it: &Matrix<'_>| if says_scores(it.path) { it.dim } else { it.rows };
        let galleries = self.matrices.iter().filter(|it| side(it.path) == Some(Side::Images));
        // Without a name that says it, the largest matrix is the gallery's.
        let n_images = galleries.map(n_rows).max();
        let n_images = n_images.or_else(|| self.matrices.iter().map(n_rows).max());
        let fits =
            self.pictures.is_some_and(|(_, n)| n == words.len()) || n_images == Some(words.len());
        self.guesses.push(format!(
            "{} lists {}, by its {} (a name such as image_ids.txt or queries.txt would say it)",
            path.display(),
            if fits { "the images" } else { "the queries" },
            counted(words.len(), "line", "lines")
        ));
        fits
    }

    pub(super) fn pairs(&self) -> impl Iterator<Item = &'a Pairs> {
        self.qrels.iter().chain(&self.runs).map(|(_, pairs)| *pairs)
    }

    /// Texts with ids are worth more than ids alone.
    fn add_queries(&mut self, queries: Queries<'a>) -> Result<()> {
        match (self.queries, queries) {
            (None, _) | (Some(Queries::Ids(..)), Queries::Records(..)) => {
                self.queries = Some(queries);
            }
            (Some(Queries::Records(..)), Queries::Ids(..)) => {}
            (Some(first), _) => bail!(
                "{} and {} both seem to have queries: give one. Texts with ids of their own are \
                 JSON lines {{\"id\": …, \"text\": …}}",
                first.path().display(),
                queries.path().display()
            ),
        }
        Ok(())
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Matrix<'a> {
    pub(super) path: &'a Path,
    pub(super) rows: usize,
    pub(super) dim: usize,
}

/// A number that something else says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counted<'a> {
    pub(super) path: &'a Path,
    pub(super) n: usize,
    /// What is counted, one and several: pictures, ids, texts.
    pub(super) of: [&'static str; 2],
}

impl Matrix<'_> {
    /// `1 row`, `2 rows`.
    pub(super) fn n_rows(&self) -> String {
        counted(self.rows, "row", "rows")
    }
}

impl Counted<'_> {
    /// `1 picture`, `2 pictures`.
    pub(super) fn words(&self) -> String {
        let [one, many] = self.of;
        counted(self.n, one, many)
    }
}
