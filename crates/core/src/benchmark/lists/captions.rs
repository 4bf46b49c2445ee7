//! Reads and checks `captions.jsonl`.

use super::{IdKind, ListError, ListSource, LoadError, load::records_of, source::Pace};
use crate::benchmark::{Caption, ImageIds, Manifest};
use rustc_hash::FxHashMap;

const CAPTIONS: &str = "captions.jsonl";

/// Checks the captions, if the benchmark has any; `image_ids` is in corpus order. Refuses a wrong number of
/// captions, duplicate ids and unknown images.
pub async fn check_captions<S: ListSource>(
    manifest: &Manifest,
    image_ids: ImageIds<'_>,
    source: &S,
) -> Result<(), LoadError<S::Error>> {
    if manifest.file(CAPTIONS).is_ok() {
        load_captions(manifest, &row_of_image(image_ids), source).await?;
    }
    Ok(())
}

/// The captions in the order of their file, and the row of each one's image. Fails without a file.
pub(super) async fn load_captions<S: ListSource>(
    manifest: &Manifest,
    row_of_image: &impl Fn(&str) -> Option<u32>,
    source: &S,
) -> Result<(Vec<Caption>, Vec<u32>), LoadError<S::Error>> {
    let file = manifest.file(CAPTIONS)?;
    let captions: Vec<Caption> =
        records_of(file, "captions", manifest.counts.captions, source).await?;
    let mut image_rows = Vec::with_capacity(captions.len());
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
        let Some(image_row) = row_of_image(image) else {
            let (file, caption, image) = (CAPTIONS.into(), id.clone(), image.clone());
            return Err(ListError::CaptionOfUnknownImage { file, row, caption, image }.into());
        };
        image_rows.push(image_row);
        pace.step().await;
    }
    Ok((captions, image_rows))
}

/// By the image's id.
pub(super) fn row_of_image(ids: ImageIds<'_>) -> impl Fn(&str) -> Option<u32> + '_ {
    let listed: FxHashMap<&str, u32> = match ids {
        ImageIds::Listed(ids) => ids.iter().map(String::as_str).zip(0u32..).collect(),
        // Numbers need no table.
        ImageIds::RowNumbers { .. } => FxHashMap::default(),
    };
    move |id| match ids {
        ImageIds::Listed(_) => listed.get(id).copied(),
        ImageIds::RowNumbers { .. } => u32::try_from(ids.row_of(id)?).ok(),
    }
}
