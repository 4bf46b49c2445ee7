//! `[images]`, and the sections that one file has with it.

use super::{
    found::CaptionedPictures,
    matrices::n_rows,
    pictures::{Names, names},
    recipe::{Section, quoted},
    roles::Roles,
    sections::Parts,
};
use crate::{
    build::has_picture_ending,
    reading::{named_part::split, vectors_file::column_names},
};
use anyhow::{Result, bail};
use rankscope_core::{
    analysis::words::counted,
    formats::{ImageColumns, image_columns},
};
use std::{collections::HashSet, path::Path};

fn images(n: usize) -> String {
    counted(n, "image", "images")
}

impl Parts<'_> {
    pub(super) fn dataset(&self, path: &Path, dataset: &CaptionedPictures) -> Vec<Section> {
        let CaptionedPictures { split, is_named, splits, n_images, n_captions } = dataset;
        let file = self.path(path);
        let (part, guess) = match split {
            Some(split) => {
                let guess = || format!("the split is {split}, of {}", splits.join(", "));
                (format!("{file}#{split}"), (!is_named).then(guess))
            }
            None => (file, None),
        };
        let seen = format!(
            "{} with {} in {part}",
            counted(*n_images, "picture", "pictures"),
            counted(*n_captions, "caption", "captions")
        );
        let left_out = self.roles.queries.map(|queries| {
            format!("{} is left out, since the captions are the queries", self.path(queries.path()))
        });
        let mut images = Section::new("[images]", seen)
            .guessing(guess)
            .guessing(left_out)
            .text("ids", &part)
            .text("caption", "first");
        images = match self.roles.pictures {
            Some((folder, _)) => images.text("folder", &self.path(folder)),
            None => images.or("folder = \"pictures\"    # where the files that it names are"),
        };
        vec![
            images,
            Section::new("[captions]", "The captions".to_owned()).text("path", &part),
            Section::new("[queries]", "The captions are what is asked".to_owned())
                .text("ids", &part)
                .or("lines = \"queries.txt\"    # in place of ids: other queries, one a line"),
            Section::new("[[relevance]]", "Which picture a caption was written for".to_owned())
                .text("id", "own")
                .text("title", "Own picture")
                .text("counts_as", "The picture that the caption was written for.")
                .value("default", true)
                .text("json", &part),
        ]
    }

    pub(super) fn images(&self) -> Result<(Section, Option<Section>)> {
        let Roles { pictures, image_ids, corpus, .. } = self.roles;
        let rows = n_rows(self.systems)?;
        if let Some((list, ids)) = image_ids {
            let name = self.path(list);
            let section =
                Section::new("[images]", format!("{}, listed in {name}", images(ids.len())))
                    .text("ids", &name);
            return Ok((self.with_pictures(section, list, ids), None));
        }
        if let Some(gallery) = rows
            && let Some(section) = self.table(gallery.path, gallery.rows)?
        {
            return Ok((section, None));
        }
        if let Some((folder, n)) = pictures {
            return Ok((self.pictures(folder, *n)?, None));
        }
        if let Some((path, ids)) = corpus {
            let (name, key) = (self.path(path), "_id");
            let seen = format!(
                "{} in {name}, whose texts are captions",
                counted(ids.len(), "document", "documents")
            );
            let images = Section::new("[images]", seen)
                .text("ids", &format!("{name}#{key}"))
                .text("caption", "first");
            let captions = Section::new("[captions]", format!("The texts of {name}"))
                .text("path", &name)
                .text("id", key)
                .text("image", key)
                .text("text", "text");
            return Ok((images, Some(captions)));
        }
        if let Some(gallery) = rows {
            return Ok((self.numbered(gallery.path, gallery.rows, "rows"), None));
        }
        if let Some(scores) = self.roles.scores.first() {
            return Ok((self.numbered(scores.path, scores.dim, "columns"), None));
        }
        let ids: HashSet<&String> = self.roles.pairs().flat_map(|pairs| &pairs.images).collect();
        if ids.is_empty() {
            bail!(
                "there are no images: give a folder of pictures, vectors of images, or runs and \
                 judgements that name them"
            );
        }
        let seen = format!("{}, named by judgements and runs", images(ids.len()));
        let section = Section::new("[images]", seen).value("named_in", self.lists());
        Ok((section.or("uri = \"https://…/{id}.jpg\"    # where the pictures are"), None))
    }

    /// Pictures for a list of ids: those of the folder, or the files that it lists itself.
    fn with_pictures(&self, section: Section, list: &Path, ids: &[String]) -> Section {
        let given = self.roles.pictures.map(|(folder, _)| folder);
        let beside = list.parent().unwrap_or(Path::new(""));
        let starts = [given, given.and_then(Path::parent), Some(beside)];
        let names_files = ids.first().is_some_and(|id| has_picture_ending(Path::new(id)));
        let start = starts.into_iter().flatten().filter(|_| names_files);
        let start = start.into_iter().find(|from| ids.iter().all(|id| from.join(id).is_file()));
        match (start, self.roles.pictures) {
            (Some(start), _) => section.text("folder", &self.path(start)).guessing([format!(
                "the pictures are the files that it lists, from {}",
                self.shown(start)
            )]),
            (None, Some((folder, n))) => section
                .text("folder", &self.path(folder))
                .guessing([format!("{} has the pictures, {n} of them", self.shown(folder))]),
            (None, None) => {
                section.or("folder = \"pictures\"    # a folder of pictures named by these ids")
            }
        }
    }

    fn pictures(&self, folder: &Path, n: usize) -> Result<Section> {
        let name = self.path(folder);
        let mut section = Section::new(
            "[images]",
            format!("{} in {}", counted(n, "picture", "pictures"), self.shown(folder)),
        )
        .text("folder", &name);
        let Names { have_spaces, need_endings, n_with_texts, .. } = names(folder)?;
        section = match n_with_texts {
            0 => section.text("caption", "name"),
            n => section
                .text("caption", "beside")
                .guessing([format!("{n} of them have their caption in the .txt next to them")]),
        };
        let mut judged = self.roles.pairs().flat_map(|pairs| &pairs.images);
        if judged.any(|id| has_picture_ending(Path::new(id))) {
            section = section.text("named_by", "file").guessing([
                "their ids are their file names with the ending, as judgements and runs have them"
                    .to_owned(),
            ]);
        } else if need_endings {
            section = section.text("named_by", "file").guessing([
                "their ids have the ending, since some names differ by nothing else".to_owned(),
            ]);
        }
        if have_spaces {
            section = section
                .text("spaces", "_")
                .guessing(["in ids, _ stands for the white space of their names".to_owned()]);
        }
        if self.systems.is_empty() {
            section = section
                .value("skip_undecodable", true)
                .guessing(["pictures that cannot be decoded are left out".to_owned()]);
        }
        if let Some(system) = self.systems.first() {
            section = section.guessing([format!(
                "the rows of {} are these pictures in the natural order of their names (9.jpg before \
                 10.jpg)",
                self.path(system.gallery.path)
            )]);
        }
        Ok(section
            .or("ids = \"image_ids.txt\"    # which pictures, and in which order, one a line"))
    }

    /// Images by the columns next to their vectors, if there are any.
    fn table(&self, gallery: &Path, n: usize) -> Result<Option<Section>> {
        let names = column_names(gallery)?;
        let Some(ImageColumns { id, caption, uri }) = image_columns(&names) else {
            return Ok(None);
        };
        let file = self.path(&split(gallery).0);
        let mut metadata = format!("{{ files = {}, id = {}", quoted(&file), quoted(id));
        for (key, column) in [("caption", caption), ("uri", uri)] {
            if let Some(column) = column {
                metadata.push_str(&format!(", {key} = {}", quoted(column)));
            }
        }
        let seen = format!("{}, the rows of {file}", images(n));
        let section = Section::new("[images]", seen)
            .value("metadata", metadata + " }")
            .guessing([format!("what its columns are, by their names: {}", names.join(", "))]);
        Ok(Some(match self.roles.pictures {
            Some((folder, _)) => section.text("folder", &self.path(folder)),
            None => {
                section.or("folder = \"pictures\"    # a folder of pictures named by these ids")
            }
        }))
    }

    /// Images that only vectors or scores know, by their rows or columns.
    fn numbered(&self, matrix: &Path, n: usize, of: &str) -> Section {
        let first = self.first_number(n, |pairs| &pairs.images).unwrap_or(0);
        let last = (first + n).saturating_sub(1);
        let seen = format!("{}, the {of} of {}", images(n), self.path(matrix));
        Section::new("[images]", seen)
            .value("range", format!("[{first}, {last}]"))
            .guessing([format!("their ids are the numbers of the {of}, from {first} to {last}")])
            .or("ids = \"image_ids.txt\"    # in place of range: the id of each, one a line")
            .or("folder = \"pictures\"      # pictures named by these ids")
    }
}
