use super::{
    IdKind, ListError, ListSource, LoadError,
    relevance::{Duplicate, IdRows, relevance_from_qrels, rows_of_ids, rows_of_queries},
    source::Pace,
};
use crate::benchmark::{
    FileEntry, Image, Manifest, Query, Relevance, RelevanceDefinition, RowRange,
    records::lines_of_jsonl,
};
use crate::formats::text_in_turns;
use serde::de::DeserializeOwned;

const QUERIES: &str = "queries.jsonl";
/// Files of the image lists that are announced while one is read.
const N_AHEAD: usize = 3;

/// Ids are unique.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueriesAndImages {
    pub queries: Vec<Query>,
    /// In corpus order; empty if the benchmark has no image lists.
    pub images: Vec<Image>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lists {
    /// As in [`QueriesAndImages`].
    pub queries: Vec<Query>,
    pub images: Vec<Image>,
    /// In the order of [`Manifest::relevance`].
    pub relevance: Vec<Relevance>,
}

/// Errors name file and row.
pub async fn load_lists<S: ListSource>(
    manifest: &Manifest,
    source: &S,
) -> Result<Lists, LoadError<S::Error>> {
    let QueriesAndImages { queries, images } = load_queries_and_images(manifest, source).await?;
    let all = &manifest.relevance;
    let relevance = load_judgements(manifest, all, &queries, &images, source).await?;
    Ok(Lists { queries, images, relevance })
}

/// Loads some definitions of relevance.
pub async fn load_judgements<'a, S: ListSource>(
    manifest: &Manifest,
    definitions: impl IntoIterator<Item = &'a RelevanceDefinition>,
    queries: &[Query],
    images: &[Image],
    source: &S,
) -> Result<Vec<Relevance>, LoadError<S::Error>> {
    let rows = checked_rows(manifest, queries, images, source).await?;
    let mut relevance = Vec::new();
    for definition in definitions {
        relevance.push(judged(manifest, definition, &rows, source).await?);
    }
    Ok(relevance)
}

pub async fn load_queries_and_images<S: ListSource>(
    manifest: &Manifest,
    source: &S,
) -> Result<QueriesAndImages, LoadError<S::Error>> {
    let queries = load_queries(manifest, source).await?;
    let images = images(manifest, source).await?;
    checked_rows(manifest, &queries, &images, source).await?;
    Ok(QueriesAndImages { queries, images })
}

/// Loads one definition of relevance.
pub async fn load_relevance<S: ListSource>(
    manifest: &Manifest,
    definition: &RelevanceDefinition,
    queries: &[Query],
    image_ids: &[String],
    source: &S,
) -> Result<Relevance, LoadError<S::Error>> {
    let of_queries = rows_of_queries(queries, source).await.map_err(|e| in_queries(&e))?;
    let rows = if manifest.has_image_lists() {
        let ids = image_ids.iter().map(String::as_str);
        let images = rows_of_ids(ids, source).await.map_err(|e| in_images(&e, manifest))?;
        IdRows::new(of_queries, images)
    } else {
        IdRows::numbered(of_queries, manifest.counts.images)
    };
    judged(manifest, definition, &rows, source).await
}

pub async fn load_queries<S: ListSource>(
    manifest: &Manifest,
    source: &S,
) -> Result<Vec<Query>, LoadError<S::Error>> {
    let expected = manifest.counts.queries;
    let file = match manifest.file(QUERIES) {
        Err(_) if expected == 0 => return Ok(Vec::new()),
        file => file?,
    };
    records_of(file, "queries", expected, source).await
}

/// [`Manifest`] has checked that row ranges are contiguous.
async fn images<S: ListSource>(
    manifest: &Manifest,
    source: &S,
) -> Result<Vec<Image>, LoadError<S::Error>> {
    let mut images = Vec::new();
    for (place, (file, rows)) in manifest.image_files().enumerate() {
        manifest
            .image_files()
            .skip(place + 1)
            .take(N_AHEAD)
            .for_each(|(file, _)| source.will_read(file));
        images.extend(load_image_list(file, rows, source).await?);
    }
    Ok(images)
}

/// Loads one file of the image lists, with these rows of the corpus. Whether its ids occur in other files is known
/// only once all are loaded.
pub async fn load_image_list<S: ListSource>(
    file: &FileEntry,
    rows: RowRange,
    source: &S,
) -> Result<Vec<Image>, LoadError<S::Error>> {
    records_of(file, "images", rows.end - rows.start, source).await
}

async fn judged<S: ListSource>(
    manifest: &Manifest,
    definition: &RelevanceDefinition,
    rows: &IdRows<'_>,
    source: &S,
) -> Result<Relevance, LoadError<S::Error>> {
    let file = manifest.file(&definition.path)?;
    let text = text_of(file, source).await?;
    let relevance = relevance_from_qrels(&file.path, &text, rows, source).await?;
    Ok(relevance.of_definition(definition))
}

/// The records of a list, as many as the manifest says.
pub(super) async fn records_of<T: DeserializeOwned, S: ListSource>(
    file: &FileEntry,
    what: &'static str,
    expected: u32,
    source: &S,
) -> Result<Vec<T>, LoadError<S::Error>> {
    let text = text_of(file, source).await?;
    let pace = Pace::of_file(source, &file.path, expected.into());
    let records = pace.collect(lines_of_jsonl(&file.path, &text)).await?;
    if records.len() != expected as usize {
        let says = match file.rows {
            Some(RowRange { start, end }) => format!("gives it rows {start}..{end}"),
            None => format!("says {expected}"),
        };
        let (file, found) = (file.path.clone(), records.len());
        return Err(ListError::Count { file, found, what, says }.into());
    }
    Ok(records)
}

/// Inflates gzip.
pub(super) async fn text_of<S: ListSource>(
    file: &FileEntry,
    source: &S,
) -> Result<String, LoadError<S::Error>> {
    let bytes = source.bytes(file).await.map_err(LoadError::Source)?;
    source.pause().await;
    let text = text_in_turns(&file.path, &bytes, async || source.pause().await).await?;
    source.pause().await;
    Ok(text.into_owned())
}

/// Refuses duplicates.
async fn checked_rows<'a>(
    manifest: &Manifest,
    queries: &'a [Query],
    images: &'a [Image],
    source: &impl ListSource,
) -> Result<IdRows<'a>, ListError> {
    let of_queries = rows_of_queries(queries, source).await.map_err(|e| in_queries(&e))?;
    if !manifest.has_image_lists() {
        return Ok(IdRows::numbered(of_queries, manifest.counts.images));
    }
    let ids = images.iter().map(|image| image.id.as_str());
    let of_images = rows_of_ids(ids, source).await.map_err(|e| in_images(&e, manifest))?;
    Ok(IdRows::new(of_queries, of_images))
}

fn in_queries(duplicate: &Duplicate) -> ListError {
    ListError::DuplicateId {
        kind: IdKind::Query,
        id: duplicate.id.clone(),
        file: QUERIES.into(),
        row: duplicate.row,
        first_file: QUERIES.into(),
        first_row: duplicate.first_row,
    }
}

fn in_images(duplicate: &Duplicate, manifest: &Manifest) -> ListError {
    let place = |row: u32| {
        let holds_row = |(_, rows): &(&FileEntry, RowRange)| (rows.start..rows.end).contains(&row);
        let found = manifest.image_files().find(holds_row);
        found.map_or((String::new(), row), |(file, rows)| (file.path.clone(), row - rows.start))
    };
    let ((file, row), (first_file, first_row)) = (place(duplicate.row), place(duplicate.first_row));
    let id = duplicate.id.clone();
    ListError::DuplicateId { kind: IdKind::Image, id, file, row, first_file, first_row }
}
