//! Detection sets: COCO's and LVIS's instances, BDD100K's labels, a folder of Pascal VOC's annotations, and
//! a folder with a folder of pictures for each class, as Caltech's.

use super::folder::SourceFolder;
use crate::{build::recipe::FileOrder, writing::files};
use anyhow::{Context, Result, bail};
use rankscope_core::benchmark::Image;
use rankscope_core::formats::{
    Qrel, ShownClass, ShownClasses, fault_of_id, shown_classes_from_json,
};
use roxmltree::{Document, Node};
use std::{
    collections::{HashMap, HashSet},
    fs,
    path::{Path, PathBuf},
};

pub(super) struct Detected {
    /// The file's or folder's, for messages.
    pub(super) name: String,
    shown: ShownClasses,
}

impl SourceFolder {
    /// Which classes the pictures of a detection set show.
    pub(super) fn shown_classes(&self, path: &Path) -> Result<Detected> {
        let whole = self.path(path);
        let name = whole.display().to_string();
        if !whole.is_dir() {
            let (name, text) = self.text(path)?;
            return Ok(Detected { shown: shown_classes_from_json(&name, &text)?, name });
        }
        let entries = files::sorted_entries(&whole)?.into_iter();
        let annotations: Vec<PathBuf> = entries.filter(|path| is_annotation(path)).collect();
        let shown = match annotations.is_empty() {
            true => self.class_folders(path)?,
            false => of_voc(&annotations)?,
        };
        if shown.shown.is_empty() {
            bail!("{name} shows no objects");
        }
        Ok(Detected { name, shown })
    }

    /// Each folder is a class, and shows it in its pictures.
    fn class_folders(&self, path: &Path) -> Result<ShownClasses> {
        let mut classes = ShownClasses::default();
        for file in self.picture_files(path, FileOrder::Natural)? {
            let Some((folder, _)) = file.name.split_once('/') else { continue };
            let class = classes.class(without_number(folder));
            classes.shown.push(ShownClass { class, picture: vec![file.name.clone()] });
        }
        if classes.names.is_empty() {
            bail!(
                "{} has neither Pascal VOC's .xml files nor a folder of pictures for each class",
                self.path(path).display()
            );
        }
        Ok(classes)
    }
}

/// Whether a file is one of Pascal VOC's annotations, by its name.
pub(crate) fn is_annotation(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "xml")
}

/// How many classes a detection set shows.
pub(crate) fn n_shown_classes(path: &Path) -> Result<usize> {
    Ok(SourceFolder(PathBuf::new()).shown_classes(path)?.queries()?.len())
}

/// Caltech 256 numbers its folders: `001.ak47` → `ak47`.
fn without_number(folder: &str) -> &str {
    match folder.split_once('.') {
        Some((number, name))
            if !name.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()) =>
        {
            name
        }
        _ => folder,
    }
}

fn of_voc(annotations: &[PathBuf]) -> Result<ShownClasses> {
    let mut classes = ShownClasses::default();
    for path in annotations {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let document = Document::parse(&text).with_context(|| format!("{name} is not XML"))?;
        let root = document.root_element();
        let child = |of: Node<'_, '_>, tag: &str| {
            let found = of.children().find(|node| node.has_tag_name(tag))?;
            Some(found.text()?.trim().to_owned()).filter(|text| !text.is_empty())
        };
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        let picture: Vec<String> = child(root, "filename").into_iter().chain([stem]).collect();
        let mut seen = HashSet::new();
        for object in root.children().filter(|node| node.has_tag_name("object")) {
            let class =
                child(object, "name").with_context(|| format!("{name}: an object has no name"))?;
            let class = classes.class(&class);
            if seen.insert(class) {
                classes.shown.push(ShownClass { class, picture: picture.clone() });
            }
        }
    }
    Ok(classes)
}

/// `a.b/1.jpg` → `a.b/1`.
fn without_ending(name: &str) -> &str {
    let file = name.rfind('/').map_or(0, |slash| slash + 1);
    match name.rfind('.') {
        Some(dot) if dot > file => name.get(..dot).unwrap_or(name),
        _ => name,
    }
}

/// The id of a class's query.
fn id_of(class: &str) -> String {
    class.split_whitespace().collect::<Vec<_>>().join("_")
}

impl Detected {
    /// The id and the text of each class that a picture shows.
    pub(super) fn queries(&self) -> Result<Vec<(String, String)>> {
        let shown: HashSet<usize> = self.shown.shown.iter().map(|one| one.class).collect();
        let names = self.shown.names.iter().enumerate();
        let names = names.filter(|(place, _)| shown.contains(place));
        let query = |(_, name): (usize, &String)| {
            let id = id_of(name);
            if let Some(fault) = fault_of_id(&id) {
                bail!("{}: class {name:?}: {fault}", self.name);
            }
            Ok((id, name.replace(['_', '-'], " ").trim().to_owned()))
        };
        names.map(query).collect()
    }

    /// Grade 1 for each class and each picture of the corpus that shows it. Pictures are found by any of the
    /// names that the set has for them, with or without the ending.
    pub(super) fn judgements(&self, images: &[Image]) -> Result<Vec<Qrel>> {
        let mut by_name: HashMap<&str, &str> = HashMap::new();
        for image in images {
            by_name.insert(&image.id, &image.id);
        }
        for image in images {
            // By the name of its file, unless that is another image's id.
            by_name.entry(without_ending(&image.id)).or_insert(&image.id);
        }
        let find = |name: &String| {
            let last = name.rsplit('/').next().unwrap_or_default();
            let names = [name.as_str(), without_ending(name), last, without_ending(last)];
            names.into_iter().find_map(|name| by_name.get(name).copied())
        };
        let mut qrels = Vec::new();
        let mut seen = HashSet::new();
        for ShownClass { class, picture } in &self.shown.shown {
            let Some(image) = picture.iter().find_map(find) else { continue };
            if !seen.insert((*class, image)) {
                continue;
            }
            let name = self.shown.names.get(*class).context("a class without a name")?;
            qrels.push(Qrel { query: id_of(name), document: image.to_owned(), grade: 1 });
        }
        Ok(qrels)
    }
}
