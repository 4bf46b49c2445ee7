//! Checks `captions.jsonl`, which no reader shows today.

use super::{IdKind, ListError, ListSource, LoadError, load::text_of, paced::Pace};
use crate::benchmark::{Caption, ImageIds, Manifest, captions_of_jsonl};
use rustc_hash::{FxHashMap, FxHashSet};

const CAPTIONS: &str = "captions.jsonl";

/// Checks the captions, if the benchmark lists a file of them; `image_ids` is in corpus order.
///
/// # Errors
/// The source fails, or the file is damaged, has another number of captions than the manifest says,
/// an id twice, or a caption of an unknown image; names file and row.
pub async fn check_captions<S: ListSource>(
    manifest: &Manifest,
    image_ids: ImageIds<'_>,
    source: &S,
) -> Result<(), LoadError<S::Error>> {
    let Ok(file) = manifest.file(CAPTIONS) else { return Ok(()) };
    let expected = manifest.counts.captions;
    let text = text_of(file, source).await?;
    let pace = Pace::of_file(source, CAPTIONS, expected.into());
    let captions = pace.collect(captions_of_jsonl(CAPTIONS, &text)).await?;
    if captions.len() != expected as usize {
        let (file, found) = (CAPTIONS.into(), captions.len());
        return Err(ListError::Captions { file, found, expected }.into());
    }
    let is_known = known_images(image_ids);
    let mut first_row_of: FxHashMap<&str, u32> = FxHashMap::default();
    let mut pace = Pace::silent(source);
    for (row, Caption { id, image, .. }) in (0u32..).zip(&captions) {
        if let Some(first_row) = first_row_of.insert(id, row) {
            return Err(ListError::DuplicateId {
                kind: IdKind::Caption,
                id: id.clone(),
                file: CAPTIONS.into(),
                row,
                first_file: CAPTIONS.into(),
                first_row,
            }
            .into());
        }
        if !is_known(image) {
            let (file, caption, image) = (CAPTIONS.into(), id.clone(), image.clone());
            return Err(ListError::CaptionOfUnknownImage { file, row, caption, image }.into());
        }
        pace.step().await;
    }
    Ok(())
}

fn known_images(ids: ImageIds<'_>) -> impl Fn(&str) -> bool + '_ {
    let listed: FxHashSet<&str> = match ids {
        ImageIds::Listed(ids) => ids.iter().map(String::as_str).collect(),
        // Numbers need no table.
        ImageIds::RowNumbers { .. } => FxHashSet::default(),
    };
    move |id| match ids {
        ImageIds::Listed(_) => listed.contains(id),
        ImageIds::RowNumbers { .. } => ids.row_of(id).is_some(),
    }
}
