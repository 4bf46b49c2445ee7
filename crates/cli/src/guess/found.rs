//! What the given files and folders hold: kinds, shapes and ids, no roles yet.

use super::{given::no_file, pictures::count_pictures};
use crate::{
    build::{has_picture_ending, is_annotation, is_pack, n_shown_classes, pack_dim},
    reading::{
        list_files::{self, Pairs},
        named_part::{joined, split},
        vectors_file,
    },
    terminal::causes::with_causes,
    writing::files::{self, FolderLinks, inflated_text},
};
use anyhow::{Context, Result, bail};
use rankscope_core::formats::{
    CaptionedImage, ExplanationColumns, FileKind, IdTable, JsonKind, KarpathyIds, ListKind,
    columns_of_explanations, ids_from_npy, images_from_caption_list, images_from_coco_captions,
    images_from_karpathy, inflated, json_kind, list_kind, matrices_of_npz, records_from_beir,
};
use std::{
    collections::{BTreeSet, HashSet},
    fs::File,
    path::{Path, PathBuf},
};

/// Archives with more matrices are not those of systems: they hold an array for each picture.
const MAX_MATRICES: usize = 64;

#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) path: PathBuf,
    pub(crate) what: What,
    /// Whether it was given by itself, and not found in a folder.
    pub(crate) is_given: bool,
}

#[derive(Debug)]
pub(crate) enum What {
    /// With the number of pictures in the folder and below it.
    Pictures(usize),
    Matrix {
        rows: usize,
        dim: usize,
    },
    /// One word a line, or whole numbers as an array: ids, names of files, or short texts.
    Words(Vec<String>),
    /// One text a line, with their number.
    Texts(usize),
    /// The ids of JSON lines with `_id` or `id` and `text`: BEIR's queries and corpus.
    Records(Vec<String>),
    Qrels(Pairs),
    Run(Pairs),
    /// Images with captions.
    Dataset(CaptionedPictures),
    /// A detection set that shows so many classes.
    Classes(usize),
    /// What experts say of queries and pictures, by its columns.
    Explanations(ExplanationColumns),
    /// A text encoder with vectors of this many values.
    Encoder {
        dim: u32,
    },
}

/// A dataset in one file: Karpathy's splits, COCO's captions, or captions by the files of their pictures.
#[derive(Debug)]
pub(crate) struct CaptionedPictures {
    /// The split that was named, or else `test` if there are others.
    pub(crate) split: Option<String>,
    pub(crate) is_named: bool,
    pub(crate) splits: Vec<String>,
    /// Of the split.
    pub(crate) n_images: usize,
    pub(crate) n_captions: usize,
}

#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) items: Vec<Item>,
    /// Files that were passed over, with the reasons.
    pub(crate) passed_over: Vec<String>,
}

impl Found {
    /// Looks into files and folders in order. Refuses a path that does not exist, and a file that is given
    /// by itself and not understood.
    pub(crate) fn new(given: &[PathBuf]) -> Result<Self> {
        let mut found = Self::default();
        for path in given {
            if path.is_dir() {
                found.look_into(path, &mut FolderLinks::new(path))?;
            } else {
                for path in parts(path)? {
                    let what = what_is(&path)?.map_err(anyhow::Error::msg)?;
                    found.push(path, what, true);
                }
            }
        }
        Ok(found)
    }

    /// Looks into a folder. One with nothing but pictures is a single item.
    fn look_into(&mut self, folder: &Path, links: &mut FolderLinks) -> Result<()> {
        if is_pack(folder) {
            match pack_dim(folder) {
                Ok(dim) => self.push(folder.to_owned(), What::Encoder { dim }, false),
                Err(error) => self.passed_over.push(with_causes(&error)),
            }
            return Ok(());
        }
        let mut entries = files::sorted_entries(folder)?;
        entries.retain(|path| !is_hidden(path) && !is_recipe(path));
        let (folders, files): (Vec<_>, Vec<_>) =
            entries.into_iter().partition(|path| path.is_dir());
        if files.iter().any(|path| is_annotation(path)) {
            match n_shown_classes(folder) {
                Ok(n) => self.push(folder.to_owned(), What::Classes(n), false),
                Err(error) => self.passed_over.push(with_causes(&error)),
            }
            return Ok(());
        }
        let n_items = self.items.len();
        let stem = |path: &Path| path.with_extension("");
        let pictures: HashSet<PathBuf> =
            files.iter().filter(|path| has_picture_ending(path)).map(|path| stem(path)).collect();
        let mut has_pictures = false;
        for path in files {
            if let Some(what) = no_file(&path) {
                self.passed_over.push(format!("{} is {what}", path.display()));
                continue;
            }
            if has_picture_ending(&path) {
                has_pictures = true;
                continue;
            }
            // What img2dataset and others write next to each picture is of that picture alone.
            let is_beside = path.extension().is_some_and(|it| it == "txt" || it == "json");
            if is_beside && pictures.contains(&stem(&path)) {
                continue;
            }
            match parts(&path) {
                Ok(parts) => parts.into_iter().for_each(|part| self.add(part)),
                Err(error) => self.passed_over.push(with_causes(&error)),
            }
        }
        if has_pictures {
            // Folders below it may be classes or days, and count.
            let what = What::Pictures(count_pictures(folder)?);
            let item = Item { path: folder.to_owned(), what, is_given: false };
            self.items.insert(n_items, item);
            return Ok(());
        }
        for folder in folders {
            if links.is_to_be_read(&folder) && !is_benchmark(&folder) {
                self.look_into(&folder, links)?;
            }
        }
        self.join_pictures(folder, n_items);
        Ok(())
    }

    fn push(&mut self, path: PathBuf, what: What, is_given: bool) {
        // The split of a dataset is said by what it is.
        let path = if matches!(what, What::Dataset(_)) { split(&path).0 } else { path };
        self.items.push(Item { path, what, is_given });
    }

    /// Adds a file of a folder, or the reason why it is passed over.
    fn add(&mut self, path: PathBuf) {
        match what_is(&path) {
            Ok(Ok(what)) => self.push(path, what, false),
            Ok(Err(reason)) => self.passed_over.push(reason),
            Err(error) => self.passed_over.push(with_causes(&error)),
        }
    }

    /// Folders of pictures next to each other, and nothing else, are one folder of classes.
    fn join_pictures(&mut self, folder: &Path, from: usize) {
        let items = self.items.get(from..).unwrap_or_default();
        let counts = items.iter().map(|item| match item.what {
            What::Pictures(n) => Some(n),
            _ => None,
        });
        let Some(counts) = counts.collect::<Option<Vec<usize>>>() else { return };
        if counts.len() > 1 {
            self.items.truncate(from);
            let what = What::Pictures(counts.iter().sum());
            self.items.push(Item { path: folder.to_owned(), what, is_given: false });
        }
    }
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

fn is_recipe(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "toml")
}

pub(crate) fn is_benchmark(folder: &Path) -> bool {
    folder.join("benchmark.json").is_file()
}

/// The file, or its named part, or as `FILE#ARRAY` all matrices of an archive with several.
fn parts(path: &Path) -> Result<Vec<PathBuf>> {
    let whole = vec![path.to_owned()];
    if split(path).1.is_some() {
        return Ok(whole);
    }
    if vectors_file::kind_of(path)?.0 != FileKind::Npz {
        return Ok(whole);
    }
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
    let arrays = matrices_of_npz(&name, file)?;
    if arrays.len() > MAX_MATRICES {
        bail!(
            "{name} has {} matrices, and a benchmark of more than {MAX_MATRICES} is hardly intended: name \
             the ones to use, as in {name}#{}",
            arrays.len(),
            arrays.first().map_or("", String::as_str)
        );
    }
    let parts = arrays.iter().map(|array| joined(path.to_owned(), Some(array)));
    Ok(if arrays.len() > 1 { parts.collect() } else { whole })
}

/// What a file is, or the reason to pass it over among others. Fails if the file is damaged.
fn what_is(path: &Path) -> Result<Result<What, String>> {
    let (file, part) = split(path);
    let (kind, _) = vectors_file::kind_of(&file)?;
    let name = path.display();
    let no_parts = |part: &str| {
        let (file, kind) = (file.display(), kind.words());
        Ok(Err(format!("{file} is {kind}, without named parts: leave #{part} out")))
    };
    if let Some(part) = part.as_ref().filter(|_| !has_parts(kind)) {
        return no_parts(part);
    }
    if matches!(
        kind,
        FileKind::Text | FileKind::Csv | FileKind::Tsv | FileKind::Json | FileKind::JsonLines
    ) {
        let (named, text) = inflated_text(&file)?;
        if let Some(images) = images_from_caption_list(&named, &text) {
            return Ok(Ok(dataset(&named, &images?, part.as_deref())?));
        }
        let listed = list_kind(&named, &text);
        if kind != FileKind::Json && matches!(listed, Ok(ListKind::Votes)) {
            return Ok(Err(peoples_votes(path)));
        }
        // Judgements may have a column of explanations, and are judgements.
        let is_list = matches!(listed, Ok(kind) if kind != ListKind::Facets);
        if let Some(columns) = columns_of_explanations(&text).filter(|_| !is_list) {
            return Ok(Ok(What::Explanations(columns)));
        }
    }
    Ok(Ok(match kind {
        FileKind::Npy => npy(path)?,
        kind if kind.has_vectors() => matrix(path)?,
        FileKind::Run | FileKind::Qrels | FileKind::BeirQrels => listed(path)?,
        FileKind::Words if is_list(path) => What::Words(lines(path)?),
        // Texts have commas, as tables have.
        FileKind::Text | FileKind::Csv | FileKind::Tsv if is_list(path) => {
            What::Texts(lines(path)?.len())
        }
        FileKind::JsonLines => match record_ids(path)? {
            Some(ids) => What::Records(ids),
            None => {
                return Ok(perhaps_listed(path)?.map_err(|reason| {
                    format!("{reason}, nor lines with _id and text, captions or texts")
                }));
            }
        },
        FileKind::Json => {
            let (named, text) = inflated_text(&file)?;
            let dataset = |images: Vec<CaptionedImage>| dataset(&named, &images, part.as_deref());
            match json_kind(&named, &text)? {
                JsonKind::Scores | JsonKind::Predictions | JsonKind::RelevantLists => listed(path)?,
                JsonKind::Karpathy => {
                    dataset(images_from_karpathy(&named, &text, KarpathyIds::Usual)?)?
                }
                JsonKind::CocoCaptions => dataset(images_from_coco_captions(&named, &text)?)?,
                JsonKind::CocoInstances => What::Classes(n_shown_classes(path)?),
                _ if let Some(part) = &part => return no_parts(part),
                // A single line is an object, too.
                _ if let Some(ids) = record_ids(path)? => What::Records(ids),
                _ => return perhaps_listed(path),
            }
        }
        FileKind::Picture(_) => {
            return Ok(Err(format!("{name} is a picture: give its folder")));
        }
        FileKind::Empty => return Ok(Err(format!("{name} is empty"))),
        FileKind::Compressed(_) => {
            let advice = "unpack it, or compress it with gzip";
            return Ok(Err(format!("{name} is {}: {advice}", kind.words())));
        }
        FileKind::Text | FileKind::Csv | FileKind::Tsv | FileKind::Words => {
            let listed = perhaps_listed(path)?;
            return Ok(listed.map_err(|reason| match is_named_list(path) {
                true => reason,
                false => not_understood(path, kind),
            }));
        }
        // Text in another encoding, whose reader says how to convert it.
        FileKind::Unknown if is_list(path) || is_named_list(path) || is_table(path) => {
            inflated_text(&file)?;
            return Ok(Err(not_understood(path, kind)));
        }
        kind => return Ok(Err(not_understood(path, kind))),
    }))
}

fn not_understood(path: &Path, kind: FileKind) -> String {
    let needed = "vectors, lists (.txt), runs, judgements, captions and pictures are understood, and \
                  tables whose header names their columns (query_id, doc_id and relevance or score; image \
                  and caption)";
    format!("{} is {}: {needed}", path.display(), kind.words())
}

/// Judgements or a run that the first bytes do not tell from other texts, or why it is neither.
fn perhaps_listed(path: &Path) -> Result<Result<What, String>> {
    let mut list = list_files::open(path)?;
    Ok(match list.kind() {
        Ok(ListKind::Votes) => Err(peoples_votes(path)),
        Ok(_) => Ok(listed(path)?),
        // The readers of TREC's lines say what is wrong with one.
        Err(_) if is_named_list(path) && !list.is_json() => {
            let read = match has_ending(path, &RUNS) {
                true => list.run(&mut IdTable::default()).map(drop),
                false => list.qrels().map(drop),
            };
            return read.and_then(|()| listed(path)).map(Ok);
        }
        Err(error) => Err(with_causes(&error)),
    })
}

fn peoples_votes(path: &Path) -> String {
    format!(
        "{} has people's votes: a recipe makes judgements of them by a rule, as votes or conqa of \
         [[relevance]]",
        path.display()
    )
}

/// A matrix, or whole numbers. The error says why another array is no matrix, and what would make it one.
fn npy(path: &Path) -> Result<What> {
    let name = path.display().to_string();
    matrix(path).or_else(|reason| {
        let ids = ids_from_npy(&name, &inflated(&name, &files::bytes(path)?)?);
        ids.map(What::Words).map_err(|_| reason)
    })
}

fn matrix(path: &Path) -> Result<What> {
    let rows = vectors_file::open(path)?;
    Ok(What::Matrix { rows: rows.n_rows(), dim: rows.dim() })
}

/// Whether a part of such a file can be named: an array, a tensor, a column, a split or a subset.
fn has_parts(kind: FileKind) -> bool {
    matches!(kind, FileKind::Npz | FileKind::Safetensors | FileKind::Parquet | FileKind::Json)
}

/// What a dataset has in the split that is named, or else in `test` if there is one.
fn dataset(file: &str, images: &[CaptionedImage], named: Option<&str>) -> Result<What> {
    let splits: BTreeSet<&str> = images.iter().map(|image| image.split.as_str()).collect();
    let splits: Vec<String> =
        splits.into_iter().filter(|it| !it.is_empty()).map(str::to_owned).collect();
    let usual = if splits.len() > 1 { Some("test") } else { None };
    let split = splits.iter().find(|it| Some(it.as_str()) == named.or(usual)).cloned();
    if let Some(named) = named.filter(|_| split.is_none()) {
        let others = if splits.is_empty() { "none".to_owned() } else { splits.join(", ") };
        bail!("{file} has no split {named:?}; its splits: {others}");
    }
    let chosen = images.iter().filter(|image| split.as_ref().is_none_or(|it| *it == image.split));
    let (n_images, n_captions) =
        chosen.fold((0, 0), |(n, captions), image| (n + 1, captions + image.captions.len()));
    let is_named = named.is_some();
    Ok(What::Dataset(CaptionedPictures { split, is_named, splits, n_images, n_captions }))
}

/// Whether a file may be a list of lines: neither a table with columns nor a page or a program.
fn is_list(path: &Path) -> bool {
    has_ending(path, &["txt", "text", "lst", "list", "ids", ""])
}

/// How runs are named; judgements are named `.qrels`.
const RUNS: [&str; 4] = ["run", "trec", "res", "results"];

fn is_named_list(path: &Path) -> bool {
    has_ending(path, &RUNS) || has_ending(path, &["qrels", "qrel"])
}

fn is_table(path: &Path) -> bool {
    has_ending(path, &["csv", "tsv", "json", "jsonl"])
}

/// Whether a file's name ends so, before `.gz`; `""` stands for none.
fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let name = name.trim_end_matches(".gz");
    endings.contains(&name.rsplit_once('.').map_or("", |(_, ending)| ending))
}

fn lines(path: &Path) -> Result<Vec<String>> {
    let (_, text) = inflated_text(path)?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(lines.map(str::to_owned).collect())
}

/// The ids of JSON lines that all have an id and a text.
fn record_ids(path: &Path) -> Result<Option<Vec<String>>> {
    let (name, text) = inflated_text(path)?;
    let records = records_from_beir(&name, &text);
    Ok(records.ok().map(|records| records.into_iter().map(|record| record.id).collect()))
}

fn listed(path: &Path) -> Result<What> {
    let (pairs, is_run) = list_files::pairs(path)?;
    Ok(if is_run { What::Run(pairs) } else { What::Qrels(pairs) })
}
