//! A system of a visitor's vectors in the browser's storage: whole or not at all.

use super::found::not_imported;
use super::matrix::Found;
use super::shards::{NotWritten, Writing, not_stored};
use rankscope_core::analysis::{Dataset, Imported, ImportedVectors, VectorFiles, uneven_lengths};
use rankscope_core::benchmark::FileEntry;
use rankscope_core::imported::{NewSystem, order_by_ids};
use rankscope_messages::Failure;
use rankscope_transfer::{
    OneImport, VECTORS_FOLDER, forget_shards, forget_shards_but, forget_vectors, keep_record,
    kept_records, which_are_kept,
};

/// `None` if stopped. `notes` say how the vectors were made. `on_progress` gets the file, the
/// bytes of it that are done, and its size. On an error nothing is kept.
pub async fn keep_system(
    dataset: &Dataset,
    system: &NewSystem,
    found: &[Found],
    notes: &[String],
    is_stopped: &dyn Fn() -> bool,
    on_progress: &dyn Fn(&str, u64, u64),
) -> Result<Option<Imported>, Failure> {
    let base_url = &dataset.base_url;
    // Another tab may import as well; what it has stored so far has no record yet.
    let _one = OneImport::begin(base_url).await;
    let records: Vec<ImportedVectors> =
        kept_records(base_url).await.iter().filter_map(|text| read(text)).collect();
    let listed: Vec<FileEntry> = records.into_iter().flat_map(|record| record.files).collect();
    forget_shards_but(base_url, VECTORS_FOLDER, &listed).await;
    let mut writing =
        Writing { base_url, is_stopped, on_progress, new: Vec::new(), lengths: f64::INFINITY..0.0 };
    let outcome = match written(&mut writing, dataset, system, found, notes).await {
        Ok(vectors) => kept(base_url, vectors).await,
        Err(NotWritten::Stopped) => Ok(None),
        Err(NotWritten::Failed(failure)) => Err(failure),
    };
    if !matches!(outcome, Ok(Some(_))) {
        forget_shards(base_url, &writing.new).await;
    }
    outcome
}

async fn kept(base_url: &str, vectors: ImportedVectors) -> Result<Option<Imported>, Failure> {
    let failed = |detail: String| not_imported(&vectors.file, detail);
    let record = serde_json::to_string(&vectors).map_err(|e| failed(e.to_string()))?;
    let kept = keep_record(base_url, &vectors.system.id, &record).await;
    kept.map_err(|e| not_stored(&vectors.file, &e))?;
    Ok(Some(Imported::of_vectors(vectors)))
}

async fn written(
    writing: &mut Writing<'_>,
    dataset: &Dataset,
    system: &NewSystem,
    found: &[Found],
    notes: &[String],
) -> Result<ImportedVectors, NotWritten> {
    let NewSystem { name, gallery, queries } = system;
    let queries = queries.and_then(|place| found.get(place));
    let none =
        || NotWritten::Failed(not_imported(name, "There are no vectors of the images.".into()));
    let gallery = found.get(*gallery).ok_or_else(none)?;
    let by_ids = |found: &Found, order: Result<Vec<u32>, String>| {
        order.map_err(|e| {
            let detail = format!("{}: by its ids, {e}", found.matrix.name());
            NotWritten::Failed(not_imported(&found.matrix.file, detail))
        })
    };
    let image_ids = dataset.image_ids();
    let ids = (0..dataset.n_images()).filter_map(|row| image_ids.get(row));
    let ids: Vec<_> = if gallery.ids.is_some() { ids.collect() } else { Vec::new() };
    let of_images =
        gallery.ids.as_ref().map(|found| order_by_ids(found, ids.iter().map(|id| &**id)));
    let of_images = of_images.map(|order| by_ids(gallery, order)).transpose()?;
    let of_queries = queries.and_then(|found| {
        let ids = dataset.queries.iter().map(|query| query.id.as_str());
        Some(by_ids(found, order_by_ids(found.ids.as_ref()?, ids)))
    });
    let of_queries = of_queries.transpose()?;
    let is_by_ids = of_images.is_some() || of_queries.is_some();
    let shards = writing.write(gallery, of_images.as_deref(), true).await?;
    let mut notes = notes.to_vec();
    notes.extend(uneven_lengths(&writing.lengths).map(|words| {
        format!(
            "Note: {words}. For a model that is trained for dot products, build the benchmark with a \
             recipe that says similarity = \"dot\"."
        )
    }));
    let of_queries = match queries {
        Some(queries) => writing.write(queries, of_queries.as_deref(), false).await?.pop(),
        None => None,
    };
    let mut from = vec![gallery.matrix.file.clone()];
    from.extend(queries.map(|own| own.matrix.file.clone()).filter(|file| !from.contains(file)));
    let parts = VectorFiles {
        name: name.clone(),
        from,
        dim: gallery.place.dim,
        gallery: shards,
        queries: of_queries,
        is_by_ids,
        notes,
    };
    Ok(ImportedVectors::new(&dataset.own, parts))
}

fn read(record: &str) -> Option<ImportedVectors> {
    serde_json::from_str(record).ok()
}

/// The systems of vectors that earlier visits stored, and why others are gone, in sentences.
pub(in crate::ui::imports) async fn restored_vectors(
    dataset: &Dataset,
    records: &[String],
) -> (Vec<Imported>, Vec<String>) {
    let base_url = &dataset.base_url;
    let (mut imported, mut gone, mut lost) = (Vec::new(), Vec::new(), Vec::new());
    for vectors in records.iter().filter_map(|text| read(text)) {
        let is_there = which_are_kept(base_url, &vectors.files).await.iter().all(|kept| *kept);
        let reason = match (vectors.fits(&dataset.own), is_there) {
            (true, true) => {
                imported.push(Imported::of_vectors(vectors));
                continue;
            }
            (false, _) => "the benchmark has been rebuilt since, and rows may mean other images",
            (true, false) => "the browser has deleted some of its vectors",
        };
        lost.push(format!("{}: {reason}. Drop it again.", vectors.file));
        gone.push(vectors);
    }
    let stays = |file: &FileEntry| {
        imported.iter().filter_map(Imported::vectors).any(|own| own.files.contains(file))
    };
    for ImportedVectors { system, files, .. } in gone {
        let unused: Vec<FileEntry> = files.into_iter().filter(|file| !stays(file)).collect();
        forget_vectors(base_url, &system.id, &unused).await;
    }
    (imported, lost)
}
