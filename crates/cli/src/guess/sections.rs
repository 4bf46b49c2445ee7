//! The sections of the recipe that the parts make, and how they name files.

use super::{
    matrices::SystemFiles,
    names::{id_from, says_scores, stem},
    pictures::names,
    recipe::{Section, path_from, quoted},
    roles::{Matrix, Roles},
};
use crate::reading::list_files::Pairs;
use anyhow::Result;
use rankscope_core::analysis::words::counted;
use std::{
    collections::{BTreeSet, HashSet},
    path::Path,
};

pub(super) struct Parts<'a> {
    pub(super) roles: &'a Roles<'a>,
    pub(super) systems: &'a [SystemFiles<'a>],
    pub(super) base: &'a Path,
}

impl Parts<'_> {
    pub(super) fn path(&self, path: &Path) -> String {
        path_from(path, self.base)
    }

    /// A path as comments say it.
    pub(super) fn shown(&self, path: &Path) -> String {
        match path.file_name() {
            Some(name) if path == self.base => name.to_string_lossy().into_owned(),
            _ => self.path(path),
        }
    }

    pub(super) fn toml(&self, path: &Path) -> String {
        quoted(&self.path(path))
    }

    /// All judgements and runs, as a list in TOML.
    pub(super) fn lists(&self) -> String {
        let lists = self.roles.qrels.iter().chain(&self.roles.runs);
        format!("[{}]", lists.map(|(path, _)| self.toml(path)).collect::<Vec<_>>().join(", "))
    }

    /// The number of the first of `n` things, 0 or 1, if judgements and runs name them by numbers.
    pub(super) fn first_number<'b>(
        &'b self,
        n: usize,
        ids: impl Fn(&'b Pairs) -> &'b BTreeSet<String>,
    ) -> Option<usize> {
        let named: BTreeSet<&String> = self.roles.pairs().flat_map(ids).collect();
        let has = |number: usize| named.contains(&number.to_string());
        match (has(0), has(n)) {
            (true, _) => Some(0),
            (false, true) => Some(1),
            (false, false) => None,
        }
    }
}

pub(super) fn sections(
    roles: &Roles<'_>,
    systems: &[SystemFiles<'_>],
    base: &Path,
) -> Result<Vec<Section>> {
    let parts = Parts { roles, systems, base };
    let mut sections = Vec::new();
    if let Some((path, dataset)) = roles.dataset {
        sections.extend(parts.dataset(path, dataset));
    } else {
        let (images, captions) = parts.images()?;
        sections.push(images);
        sections.extend(captions);
        sections.extend(parts.queries()?);
    }
    // They need queries.
    let has_queries = sections.iter().any(|section| section.header == "[queries]");
    sections.extend(parts.explanations().filter(|_| has_queries));
    sections.extend(parts.relevance());
    sections.extend(parts.encoders());
    sections.extend(parts.systems()?);
    sections.extend(parts.runs());
    Ok(sections)
}

impl Parts<'_> {
    /// The words to search in, if there are any: texts of the images, or names of the pictures;
    /// and whether they are likely to say what is shown.
    fn words(&self) -> Result<Option<(&'static str, bool)>> {
        let Roles { corpus, dataset, pictures, image_ids, .. } = self.roles;
        if corpus.is_some() || dataset.is_some() {
            return Ok(Some(("Search by words: those that captions share", true)));
        }
        // Pictures that a list names are known by its ids alone.
        let Some((folder, n)) = pictures.filter(|_| image_ids.is_none()) else { return Ok(None) };
        let names = names(folder)?;
        if names.n_with_texts > 0 {
            return Ok(Some(("Search by words: those of the texts next to the pictures", true)));
        }
        let are_words = names.n_with_words * 2 > n;
        Ok(Some(("Search by words: those of the pictures' file names", are_words)))
    }

    fn explanations(&self) -> Option<Section> {
        let (path, columns) = self.roles.explanations?;
        let of = match columns.image {
            Some(_) => "queries and pictures",
            None => "queries",
        };
        let mut section =
            Section::new("[explanations]", format!("What is said of {of} in {}", self.path(path)))
                .text("file", &self.path(path))
                .text("query", &columns.query)
                .text("text", &columns.text);
        for (key, column) in [("image", &columns.image), ("by", &columns.by)] {
            if let Some(column) = column {
                section = section.text(key, column);
            }
        }
        Some(section)
    }

    fn relevance(&self) -> Vec<Section> {
        // A dataset brings a definition of its own, `own`.
        let mut ids = Ids::default();
        if self.roles.dataset.is_some() {
            ids.new_id("own");
        }
        let section = |(place, (path, pairs)): (usize, &(&Path, &Pairs))| {
            let name = self.path(path);
            let seen = format!(
                "Judgements of {} in {name}",
                counted(pairs.queries.len(), "query", "queries")
            );
            let id = ids.new_id(&stem(path));
            let kind = match path.to_string_lossy().trim_end_matches(".gz") {
                name if name.ends_with(".json") => "json",
                name if name.ends_with(".tsv") => "beir",
                _ => "qrels",
            };
            let section = Section::new("[[relevance]]", seen)
                .text("id", &id)
                .text("title", &id)
                .text("counts_as", &format!("What {name} judges relevant."));
            let section = if place == 0 && self.roles.dataset.is_none() {
                section.value("default", true)
            } else {
                section
            };
            let is_scores = kind == "json";
            section.text(kind, &name).guessing(is_scores.then(|| {
                format!("{name} has judgements and no run: it has lists, or whole numbers alone")
            }))
        };
        let mut sections: Vec<Section> = self.roles.qrels.iter().enumerate().map(section).collect();
        let is_asked = self.roles.queries.is_none() && self.roles.dataset.is_none();
        if let Some((path, _)) = self.roles.classes.filter(|_| is_asked) {
            let shown = Section::new("[[relevance]]", "Which pictures show a class".to_owned())
                .text("id", "shown")
                .text("title", "Shown")
                .text("counts_as", "The picture shows an object of the class.")
                .value("default", sections.is_empty())
                .text("classes", &self.path(path))
                .or("complete = true    # if all objects are annotated, as COCO's are and LVIS's are not");
            sections.push(shown);
        }
        sections
    }

    /// Systems with vectors; without any, those that can be made from the images.
    fn systems(&self) -> Result<Vec<Section>> {
        if !self.systems.is_empty() {
            return Ok(self.systems.iter().map(|system| self.system(system)).collect());
        }
        let made = |id: &str, title: &str, from: &str, seen: &str| {
            Section::new("[[systems]]", seen.to_owned())
                .text("id", id)
                .text("title", title)
                .text("made_from", from)
        };
        if !self.roles.runs.is_empty() || !self.roles.scores.is_empty() {
            return Ok(Vec::new());
        }
        let mut systems = Vec::new();
        if self.roles.pictures.is_some() {
            let seen = "Search by likeness: colours and edges, and where they are";
            let pixels = made("pixels", "Colours and edges", "pixels", seen);
            systems.push(pixels.or(
                "A model's vectors find more: gallery = \"clip_gallery.npy\" in place of made_from",
            ));
        }
        if let Some((seen, are_words)) = self.words()? {
            let words = made("words", "Words", "captions", seen);
            // What is more useful comes first.
            let place = if are_words { 0 } else { systems.len() };
            systems.insert(place, words);
        }
        Ok(systems)
    }

    fn encoders(&self) -> Vec<Section> {
        let section = |(id, path, dim): (String, &Path, u32)| {
            let path = self.path(path);
            let numbers = counted(dim as usize, "number", "numbers");
            Section::new(
                "[[encoders]]",
                format!("{id}: a text encoder in {path}, vectors of {numbers}"),
            )
            .text("id", &id)
            .text("title", &id)
            .text("path", &path)
        };
        self.named_encoders().into_iter().map(section).collect()
    }

    fn named_encoders(&self) -> Vec<(String, &Path, u32)> {
        let mut ids = Ids::default();
        let encoders = self.roles.encoders.iter();
        encoders.map(|(path, dim)| (ids.new_id(&stem(path)), *path, *dim)).collect()
    }

    fn system(&self, SystemFiles { id, gallery, queries, guesses }: &SystemFiles<'_>) -> Section {
        let images = counted(gallery.rows, "image", "images");
        let numbers = counted(gallery.dim, "number", "numbers");
        let seen = match queries {
            Some(queries) => format!(
                "{id}: {images} in {} and {} in {}, vectors of {numbers}",
                self.path(gallery.path),
                counted(queries.rows, "query", "queries"),
                self.path(queries.path)
            ),
            None => format!(
                "{id}: {images} in {}, vectors of {numbers}; no vectors of queries",
                self.path(gallery.path)
            ),
        };
        let section = Section::new("[[systems]]", seen)
            .guessing(guesses.iter().cloned())
            .text("id", id)
            .text("title", id)
            .text("gallery", &self.path(gallery.path));
        let section = match queries {
            Some(queries) => section.text("queries", &self.path(queries.path)),
            None => section.or("queries = \"queries.npy\"    # a row for each query"),
        };
        // Typed words need the encoder that the vectors are of.
        let encoders = self.named_encoders();
        let fits = |(_, _, dim): &&(String, &Path, u32)| *dim as usize == gallery.dim;
        match encoders.iter().find(fits) {
            Some((encoder, ..)) => section.text("encoder", encoder).guessing([format!(
                "its vectors are of the encoder {encoder}, since they have as many numbers: typed words \
                 are searched by it"
            )]),
            None if encoders.is_empty() => section.or(
                "encoder = \"ID\"    # for typed words: the id of an [[encoders]] section, a pack that \
                 `rankscope encoder import` made",
            ),
            None => section.guessing([
                "no encoder here makes vectors of as many numbers, so words cannot be typed for it: \
                 import its encoder with `rankscope encoder import`, and put the pack next to the vectors"
                    .to_owned(),
            ]),
        }
    }

    fn runs(&self) -> Vec<Section> {
        let mut ids = Ids(self.systems.iter().map(|system| system.id.to_lowercase()).collect());
        let section = |(path, pairs): &(&Path, &Pairs)| {
            let name = self.path(path);
            let id = ids.new_id(&stem(path));
            Section::new(
                "[[runs]]",
                format!("A run of {} in {name}", counted(pairs.queries.len(), "query", "queries")),
            )
            .text("id", &id)
            .text("title", &id)
            .text("file", &name)
        };
        let mut runs: Vec<Section> = self.roles.runs.iter().map(section).collect();
        let section = |scores: &Matrix<'_>| {
            let name = self.path(scores.path);
            let id = ids.new_id(&stem(scores.path));
            let queries = counted(scores.rows, "query", "queries");
            let images = counted(scores.dim, "image", "images");
            let guess =
                format!("{name} has scores, a row for each query and a column for each image");
            Section::new("[[runs]]", format!("Scores of {queries} for {images} in {name}"))
                .guessing((!says_scores(scores.path)).then_some(guess))
                .text("id", &id)
                .text("title", &id)
                .text("sims", &name)
                .or("depth = 1000    # how many images of each query are kept")
        };
        runs.extend(self.roles.scores.iter().map(section));
        runs
    }
}

/// Ids that differ, ignoring case.
#[derive(Default)]
struct Ids(HashSet<String>);

impl Ids {
    fn new_id(&mut self, name: &str) -> String {
        let wanted = id_from(name);
        let numbered = (2..).map(|number| format!("{wanted}-{number}"));
        let mut all = std::iter::once(wanted.clone()).chain(numbered);
        all.find(|id| self.0.insert(id.to_lowercase())).unwrap_or(wanted)
    }
}
