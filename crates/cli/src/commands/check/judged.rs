//! Judgements, votes and other files that name the benchmark's queries and images.

use super::{
    findings::{CORRECT_LIST, FIT_AGAIN, Fault, STORE_VALUES},
    lists::{Lists, numbers_of_lines},
    reader::Reader,
};
use crate::ready::ready;
use rankscope_core::analysis::{Explanations, ImageVotes, words::counted};
use rankscope_core::benchmark::{
    FieldsFile, FileEntry, Image, ImageIds, Manifest, RelevanceDefinition, StoredGuides, StoredRun,
    Topics, guides_of_jsonl, lists::QueryGuides,
};
use rankscope_core::formats::{
    FormatError, lines_of_trec_qrels, seeds_from_jsonl, values_from_jsonl,
};
use rankscope_core::imported::{Ids, rankings_from_stored_run};
use rankscope_core::matching::{near, nearest};
use rankscope_guide::Complexity;
use rustc_hash::FxHashSet;

pub(super) fn qrels(
    reader: &mut Reader<'_>,
    entry: &FileEntry,
    definition: &RelevanceDefinition,
    lists: &Lists<'_>,
) {
    let Some(text) = reader.text(entry) else { return };
    let mut judged = FxHashSet::default();
    let mut ignored = FxHashSet::default();
    let mut unknown = FxHashSet::default();
    for (line, judgement) in numbers_of_lines(&text).zip(lines_of_trec_qrels(&entry.path, &text)) {
        match judgement {
            Err(error) => reader.fault(Fault::of_format(error, CORRECT_LIST)),
            Ok((query, _, _)) if lists.queries.is_some() && !lists.has_query(query) => {
                ignored.insert(query);
            }
            Ok((query, image, _)) => {
                judged.insert(query);
                if !lists.may_have_image(image) {
                    reader.unknown_image(&entry.path, line, image);
                    unknown.insert(image);
                }
            }
        }
    }
    if let Some(ImageIds::Listed(ids)) = lists.image_ids
        && let Some(found) = nearest(unknown.iter().copied(), ids)
    {
        let images = counted(found.n, "unknown image", "unknown images");
        reader
            .findings
            .note(&entry.path, format!("{images} may exist under another name: {found}"));
    }
    if let Some(example) = ignored.iter().min() {
        let ids = lists.queries.unwrap_or_default().iter().map(|query| query.id.as_str());
        let near = near(nearest(ignored.iter().copied(), ids));
        let note = match ignored.len() {
            1 => format!(
                "it judges a query that the benchmark lacks, {example}: it is ignored{near}"
            ),
            n => format!(
                "it judges {n} queries that the benchmark lacks, such as {example}: they are \
                 ignored{near}"
            ),
        };
        reader.findings.note(&entry.path, note);
    }
    let queries = lists.queries.unwrap_or_default();
    let mut without = queries.iter().filter(|query| !judged.contains(query.id.as_str()));
    if let Some(first) = without.next() {
        let (n, all, id) = (1 + without.count(), queries.len(), &first.id);
        let of = &definition.id;
        let note = match n {
            1 => format!("1 of {all} queries has no judgement under {of}: {id}"),
            n => format!("{n} of {all} queries have no judgement under {of}, the first is {id}"),
        };
        reader.findings.note(&entry.path, note);
    }
}

pub(super) fn reversed(reader: &mut Reader<'_>, entry: &FileEntry, lists: &Lists<'_>) {
    let Some(text) = reader.text(entry) else { return };
    for (line, judgement) in numbers_of_lines(&text).zip(lines_of_trec_qrels(&entry.path, &text)) {
        match judgement {
            Err(error) => reader.fault(Fault::of_format(error, CORRECT_LIST)),
            Ok((image, _, _)) if !lists.may_have_image(image) => {
                reader.unknown_image(&entry.path, line, image);
            }
            Ok(_) => {}
        }
    }
}

pub(super) fn votes(reader: &mut Reader<'_>, entry: &FileEntry, lists: &Lists<'_>) {
    let Some(text) = reader.text(entry) else { return };
    let (Some(queries), Some(image_ids)) = (lists.queries, lists.image_ids) else { return };
    refuse(reader, ImageVotes::read(&entry.path, &text, queries, image_ids), CORRECT_LIST);
}

pub(super) fn explanations(reader: &mut Reader<'_>, entry: &FileEntry, lists: &Lists<'_>) {
    let Some(text) = reader.text(entry) else { return };
    let (Some(queries), Some(image_ids)) = (lists.queries, lists.image_ids) else { return };
    refuse(reader, Explanations::read(&entry.path, &text, queries, image_ids), CORRECT_LIST);
}

pub(super) fn fields(reader: &mut Reader<'_>, entry: &FileEntry, lists: &Lists<'_>) {
    let Some(text) = reader.text(entry) else { return };
    let (Some(rows), Some(image_ids)) = (entry.rows, lists.image_ids) else { return };
    let read = FieldsFile::read(&entry.path, &text, rows, image_ids);
    for strange in read.iter().flat_map(|file| &file.not_understood) {
        let (field, example) = (&strange.field, &strange.example);
        let note = match strange.n {
            1 => format!("1 value of {field} is not understood and left out: {example}"),
            n => {
                format!("{n} values of {field} are not understood and left out, such as {example}")
            }
        };
        reader.findings.note(&entry.path, note);
    }
    refuse(reader, read, CORRECT_LIST);
}

pub(super) fn values(reader: &mut Reader<'_>, entry: &FileEntry, manifest: &Manifest) {
    let Some(text) = reader.text(entry) else { return };
    let read = values_from_jsonl(&entry.path, &text, manifest.counts.queries as usize);
    refuse(reader, read, STORE_VALUES);
}

pub(super) fn seeds(reader: &mut Reader<'_>, entry: &FileEntry, lists: &Lists<'_>) {
    let Some(text) = reader.text(entry) else { return };
    match seeds_from_jsonl(&entry.path, &text, |image: &Image| &image.id) {
        Err(error) => reader.fault(Fault::of_format(error, CORRECT_LIST)),
        Ok(seeds) => {
            for (line, seed) in seeds {
                for image in seed.nearest.iter().filter(|image| !lists.may_have_image(image)) {
                    reader.unknown_image(&entry.path, line, image);
                }
            }
        }
    }
}

pub(super) fn topics(reader: &mut Reader<'_>, entry: &FileEntry, lists: &Lists<'_>) {
    let Some(text) = reader.text(entry) else { return };
    let Some(queries) = lists.queries else { return };
    if let Err(error) = Topics::from_json(&entry.path, &text, queries) {
        reader.fault(Fault::of_benchmark(error, CORRECT_LIST));
    }
}

pub(super) fn complexity(
    reader: &mut Reader<'_>,
    entry: &FileEntry,
    manifest: &Manifest,
    lists: &Lists<'_>,
) {
    let Some(text) = reader.text(entry) else { return };
    let Some(queries) = lists.queries else { return };
    if let Err(error) = Complexity::from_json(&entry.path, &text, manifest, queries) {
        reader.fault(Fault::of_file(&entry.path, error, FIT_AGAIN));
    }
}

pub(super) fn guides(
    reader: &mut Reader<'_>,
    entry: &FileEntry,
    engine: &StoredGuides,
    lists: &Lists<'_>,
) {
    let Some(text) = reader.text(entry) else { return };
    let mut images = Vec::new();
    let n_before = reader.n_faults();
    for guide in guides_of_jsonl(&entry.path, &text) {
        match guide {
            Ok(guide) => images.push(guide),
            Err(error) => reader.fault(Fault::of_benchmark(error, CORRECT_LIST)),
        }
    }
    let found = numbers_of_lines(&text).count();
    if found != engine.images as usize {
        let reason = format!(
            "it has {}, and benchmark.json says {}",
            counted(found, "guide", "guides"),
            engine.images
        );
        reader.fault(Fault::of_file(&entry.path, reason, CORRECT_LIST));
    }
    if let Some(queries) = lists.queries
        && reader.n_faults() == n_before
        && let Err(error) = QueryGuides::new(&entry.path, images, queries)
    {
        reader.fault(Fault::of_file(&entry.path, error, CORRECT_LIST));
    }
}

pub(super) fn run(reader: &mut Reader<'_>, entry: &FileEntry, run: &StoredRun, lists: &Lists<'_>) {
    let Some(text) = reader.text(entry) else { return };
    let (Some(queries), Some(image_ids)) = (lists.queries, lists.image_ids) else { return };
    let queries = queries.iter().map(|query| query.id.as_str());
    let ids = match image_ids {
        ImageIds::Listed(ids) => Ids::new(queries, ids.iter().map(String::as_str)),
        ImageIds::RowNumbers { n_rows, .. } => Ids::numbered(queries, n_rows),
    };
    check_rankings(reader, entry, run, &text, ids);
}

/// From images to texts. Captions have no list here, so that texts are checked where they are the queries.
pub(super) fn reversed_run(
    reader: &mut Reader<'_>,
    manifest: &Manifest,
    entry: &FileEntry,
    run: &StoredRun,
    lists: &Lists<'_>,
) {
    let Some(text) = reader.text(entry) else { return };
    let asking =
        |(line, of): (usize, &'_ str)| Some((line, of.split_whitespace().next()?.to_owned()));
    let mut asking = (1..).zip(text.lines()).filter_map(asking);
    if let Some((line, image)) = asking.find(|(_, image)| !lists.may_have_image(image)) {
        return reader.unknown_image(&entry.path, line, &image);
    }
    let (Some(queries), Some(image_ids)) = (lists.queries, lists.image_ids) else { return };
    if manifest.has_caption_vectors() {
        return;
    }
    let images: Vec<_> = (0..image_ids.len()).filter_map(|row| image_ids.get(row)).collect();
    let texts = queries.iter().map(|query| query.id.as_str());
    let ids = Ids::new(images.iter().map(|id| &**id), texts);
    check_rankings(reader, entry, &run.reversed(manifest.counts.queries), &text, ids);
}

fn check_rankings(
    reader: &mut Reader<'_>,
    entry: &FileEntry,
    run: &StoredRun,
    text: &str,
    mut ids: Ids,
) {
    // Without pauses it never waits.
    let read = ready(rankings_from_stored_run(run, text.as_bytes(), &mut ids, &async || ()));
    if let Some(Err(error)) = read {
        reader.fault(Fault::of_file(&entry.path, error, CORRECT_LIST));
    }
}

fn refuse<T>(reader: &mut Reader<'_>, read: Result<T, FormatError>, what_to_do: &'static str) {
    if let Err(error) = read {
        reader.fault(Fault::of_format(error, what_to_do));
    }
}
