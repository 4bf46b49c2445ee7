//! Queries, images and captions, line by line, so that no fault hides another.

use super::{
    findings::{CORRECT_LIST, CORRECT_MANIFEST, Fault},
    reader::Reader,
};
use crate::reading::picture_paths::{PicturePlace, picture_place};
use rankscope_core::analysis::words::counted;
use rankscope_core::benchmark::{
    BenchmarkError, FileEntry, Image, ImageIdList, ImageIds, Manifest, Query, RowRange,
    captions_of_jsonl, images_of_jsonl, queries_of_jsonl,
};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) const QUERIES: &str = "queries.jsonl";
pub(super) const CAPTIONS: &str = "captions.jsonl";

/// What other files are checked against; `None` where a list is damaged.
pub(super) struct Lists<'a> {
    pub(super) queries: Option<&'a [Query]>,
    pub(super) image_ids: Option<ImageIds<'a>>,
    query_ids: FxHashSet<&'a str>,
    listed_images: FxHashSet<&'a str>,
}

impl<'a> Lists<'a> {
    pub(super) fn new(queries: Option<&'a [Query]>, images: Option<&'a ImageIdList>) -> Self {
        let query_ids = queries.unwrap_or_default().iter().map(|query| query.id.as_str());
        let listed = images.map_or(&[][..], ImageIdList::stored).iter().map(String::as_str);
        Self {
            queries,
            image_ids: images.map(ImageIds::from),
            query_ids: query_ids.collect(),
            listed_images: listed.collect(),
        }
    }

    pub(super) fn has_query(&self, id: &str) -> bool {
        self.query_ids.contains(id)
    }

    /// Also `true` where the images are not known.
    pub(super) fn may_have_image(&self, id: &str) -> bool {
        match self.image_ids {
            None => true,
            Some(ImageIds::Listed(_)) => self.listed_images.contains(id),
            Some(numbered) => numbered.row_of(id).is_some(),
        }
    }
}

/// The lines of a text that are not empty, counted from 1.
pub(super) fn numbers_of_lines(text: &str) -> impl Iterator<Item = usize> + '_ {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(number, _)| number)
}

/// The readable records of a list, with their lines; the others are faults.
fn records<T>(
    reader: &mut Reader<'_>,
    text: &str,
    read: impl Iterator<Item = Result<T, BenchmarkError>>,
) -> Vec<(usize, T)> {
    let mut records = Vec::new();
    for (line, record) in numbers_of_lines(text).zip(read) {
        match record {
            Ok(record) => records.push((line, record)),
            Err(error) => reader.fault(Fault::of_benchmark(error, CORRECT_LIST)),
        }
    }
    records
}

fn check_count(reader: &mut Reader<'_>, file: &str, text: &str, expected: u32, what: [&str; 2]) {
    let (found, [one, many]) = (numbers_of_lines(text).count(), what);
    if found != expected as usize {
        let reason =
            format!("it has {}, and benchmark.json says {expected}", counted(found, one, many));
        reader.fault(Fault::of_file(file, reason, CORRECT_LIST));
    }
}

#[derive(Default)]
struct Ids(FxHashMap<String, (String, usize)>);

impl Ids {
    fn add(&mut self, reader: &mut Reader<'_>, what: &str, file: &str, line: usize, id: &str) {
        if let Some((first_file, first)) = self.0.get(id) {
            let place =
                if first_file == file { String::new() } else { format!(" of {first_file}") };
            let reason = format!("the {what} id {id} is already used by line {first}{place}");
            return reader.fault(Fault::of_line(file, line, reason, CORRECT_LIST));
        }
        if id.is_empty() || id.contains(char::is_whitespace) {
            let note = format!(
                "line {line}: the {what} id {id:?} is empty or has white space, so that TREC files \
                 cannot name it"
            );
            reader.findings.note(file, note);
        }
        self.0.insert(id.into(), (file.into(), line));
    }
}

/// The queries; `None` if their list is damaged.
pub(super) fn queries(reader: &mut Reader<'_>, manifest: &Manifest) -> Option<Vec<Query>> {
    let Ok(entry) = manifest.file(QUERIES) else {
        let n = manifest.counts.queries;
        if n > 0 {
            let queries = counted(n as usize, "query", "queries");
            let reason = format!("it counts {queries}, and {QUERIES} is not in its list of files");
            reader.fault(Fault::of_file("benchmark.json", reason, CORRECT_MANIFEST));
            return None;
        }
        return Some(Vec::new());
    };
    let n_before = reader.n_faults();
    let text = reader.text(entry)?;
    let queries = records(reader, &text, queries_of_jsonl(QUERIES, &text));
    check_count(reader, QUERIES, &text, manifest.counts.queries, ["query", "queries"]);
    let mut ids = Ids::default();
    for (line, query) in &queries {
        ids.add(reader, "query", QUERIES, *line, &query.id);
        if query.text.trim().is_empty() {
            reader.findings.note(QUERIES, format!("line {line}: query {} has no text", query.id));
        }
    }
    (reader.n_faults() == n_before).then(|| queries.into_iter().map(|(_, query)| query).collect())
}

/// The ids of the images; `None` if their lists are damaged.
pub(super) fn images(reader: &mut Reader<'_>, manifest: &Manifest) -> Option<ImageIdList> {
    if !manifest.has_image_lists() {
        return Some(ImageIdList::row_numbers(manifest.counts.images));
    }
    let n_before = reader.n_faults();
    let mut ids = Ids::default();
    let mut in_order = Vec::new();
    let mut missing = Missing::default();
    let listed: FxHashSet<&str> = manifest.files.iter().map(|file| file.path.as_str()).collect();
    for (FileEntry { path, .. }, RowRange { start, end }, text) in texts(reader, manifest) {
        let images = records(reader, &text, images_of_jsonl(&path, &text));
        check_count(reader, &path, &text, end.saturating_sub(start), ["image", "images"]);
        for (line, Image { id, uri, .. }) in images {
            ids.add(reader, "image", &path, line, &id);
            if let Some(uri) = uri {
                missing.look(reader, &listed, &path, line, &uri);
            }
            in_order.push(id);
        }
    }
    missing.note(reader);
    (reader.n_faults() == n_before).then(|| ImageIdList::listed(in_order))
}

fn texts(reader: &mut Reader<'_>, manifest: &Manifest) -> Vec<(FileEntry, RowRange, String)> {
    let read = |(entry, rows): (&FileEntry, RowRange)| {
        reader.text(entry).map(|text| (entry.clone(), rows, text))
    };
    manifest.image_files().filter_map(read).collect()
}

#[derive(Default)]
struct Missing {
    n: usize,
    first: Option<(String, String)>,
}

impl Missing {
    fn look(
        &mut self,
        reader: &mut Reader<'_>,
        listed: &FxHashSet<&str>,
        list: &str,
        line: usize,
        uri: &str,
    ) {
        match picture_place(uri) {
            PicturePlace::Elsewhere => {}
            PicturePlace::Outside => {
                let note = format!("line {line}: the picture {uri} is outside the benchmark");
                reader.findings.note(list, note);
            }
            // Whatever the manifest lists is looked at anyway.
            PicturePlace::Inside(path) if listed.contains(path.as_str()) => {}
            PicturePlace::Inside(path) => {
                if !reader.folder.path(&path).is_ok_and(|path| path.is_file()) {
                    self.n += 1;
                    self.first.get_or_insert_with(|| (list.to_owned(), path));
                }
            }
        }
    }

    fn note(self, reader: &mut Reader<'_>) {
        let Some((list, path)) = self.first else { return };
        let note = match self.n {
            1 => format!("the picture {path} is not in the folder"),
            n => format!("{n} pictures are not in the folder, the first is {path}"),
        };
        reader.findings.note(&list, note + ": the page shows captions in their place");
    }
}

pub(super) fn captions(
    reader: &mut Reader<'_>,
    manifest: &Manifest,
    entry: &FileEntry,
    lists: &Lists<'_>,
) {
    let Some(text) = reader.text(entry) else { return };
    let captions = records(reader, &text, captions_of_jsonl(CAPTIONS, &text));
    check_count(reader, CAPTIONS, &text, manifest.counts.captions, ["caption", "captions"]);
    let mut ids = Ids::default();
    for (line, caption) in captions {
        ids.add(reader, "caption", CAPTIONS, line, &caption.id);
        if !lists.may_have_image(&caption.image) {
            reader.unknown_image(CAPTIONS, line, &caption.image);
        }
    }
}
