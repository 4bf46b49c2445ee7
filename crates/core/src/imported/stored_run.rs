//! A run that the benchmark carries: unlike in a visitor's file, every id in it must be known.

use super::{Ids, ImportError, TURN_BYTES, rankings_from_run};
use crate::benchmark::StoredRun;
use crate::formats::{
    FormatError, IdTable, Place, QueryRunReader, RankedRun, place_in_run, text_in_turns,
};
use crate::matching::{near, nearest};
use crate::ranking::Hit;

/// Refuses an unknown query or image, a score that is not a finite float32, and more than `depth` images for a
/// query. `place_of` finds a query, or an image in a query's list, in the file.
pub fn check_run(
    file: &str,
    run: &RankedRun,
    documents: &IdTable,
    depth: Option<u32>,
    ids: &Ids,
    place_of: impl Fn(&str, Option<&str>) -> Place,
) -> Result<(), FormatError> {
    if run.queries.is_empty() {
        return Err(FormatError::new(file, Place::File, "it has no rankings: check the file"));
    }
    let is_known: Vec<bool> =
        documents.ids().iter().map(|id| ids.row_in_corpus(id).is_some()).collect();
    for listed in &run.queries {
        let query = listed.query.as_str();
        let id = |document: u32| documents.ids().get(document as usize).map_or("", String::as_str);
        let wrong = |document: Option<&str>, reason: String| {
            Err(FormatError::new(file, place_of(query, document), reason))
        };
        if ids.query_row(query).is_none() {
            let near = near(nearest([query], ids.queries()));
            let reason = "is not in the benchmark: remove its lines, or fix the id";
            return wrong(None, format!("query {query} {reason}{near}"));
        }
        for (document, score) in &listed.documents {
            let image = id(*document);
            if !is_known.get(*document as usize).is_some_and(|known| *known) {
                let near = near(nearest([image], ids.image_ids()));
                let reason = "is not in the corpus: remove its lines, or fix the id";
                return wrong(Some(image), format!("image {image} {reason}{near}"));
            }
            #[expect(clippy::cast_possible_truncation, reason = "scores are stored as float32")]
            if !(*score as f32).is_finite() {
                let reason =
                    format!("the score {score:?} of image {image} is not a finite float32");
                return wrong(Some(image), reason);
            }
        }
        let n_images = listed.documents.len();
        if let Some(depth) = depth
            && let Some((beyond, _)) = listed.documents.get(depth as usize)
        {
            let reason = format!(
                "query {query} has {n_images} images, but depth is {depth}: raise depth, or remove \
                 the images after the first {depth}"
            );
            return wrong(Some(id(*beyond)), reason);
        }
    }
    Ok(())
}

/// For every query of the benchmark; empty for a query that the run lacks. From images to texts, images that
/// do not ask, since no text is relevant to them, are left out.
pub async fn rankings_from_stored_run(
    run: &StoredRun,
    bytes: &[u8],
    ids: &mut Ids,
    pause: &impl AsyncFn(),
) -> Result<Vec<Vec<Hit>>, ImportError> {
    let file = run.path();
    let text = text_in_turns(&file, bytes, pause).await?;
    let mut documents = IdTable::default();
    let mut reader = QueryRunReader::new(&file, &text, &mut documents);
    while reader.step(TURN_BYTES)? {
        pause().await;
    }
    let mut ranked = reader.finish();
    if run.ranks_texts {
        ranked.queries.retain(|listed| ids.query_row(&listed.query).is_some());
    }
    let place_of = |query: &str, image: Option<&str>| place_in_run(&text, query, image);
    check_run(&file, &ranked, &documents, Some(run.depth), ids, place_of)?;
    Ok(rankings_from_run(&file, &ranked, &documents, ids, pause).await?.rankings)
}
