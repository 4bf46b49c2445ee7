//! Vision towers: imported, in a pack's folder, and shipped with a benchmark.

use super::{
    folder::{entry, manifest_from_dir, read, read_checked},
    published::{PublishedVision, vision_from_dir},
    weights_file::safetensors_from_weights,
};
use crate::{
    clip_config::ClipVisionConfig,
    encoder::cosine,
    error::EncodeError,
    image_features::{IMAGES_FILE, ImageSide},
    pack::{PACK_FILE, TEXT_PACK_FILES, VISION_FILE, WeightDtype},
    picture_encoder::PictureEncoder,
    weights::Weights,
};
use std::path::Path;

impl PictureEncoder {
    /// Loads the vision tower of a pack; `None` if the pack has none.
    pub fn load_dir(dir: &Path) -> Result<Option<Self>, EncodeError> {
        let manifest = manifest_from_dir(dir)?;
        let Some(config) = &manifest.vision else { return Ok(None) };
        let weights = read_checked(dir, manifest.file(VISION_FILE)?)?;
        Self::new(config, &weights).map(Some)
    }
}

pub(super) struct NewVision {
    pub(super) config: ClipVisionConfig,
    pub(super) file: Vec<u8>,
    /// Between its vectors and those of the published weights.
    pub(super) lowest_cosine: f64,
}

/// `None` if the published model is only a text tower.
pub(super) fn new_vision(dir: &Path, dtype: WeightDtype) -> Result<Option<NewVision>, EncodeError> {
    let Some(PublishedVision { config, weights }) = vision_from_dir(dir)? else { return Ok(None) };
    let file = safetensors_from_weights(VISION_FILE, &weights, dtype)?;
    let published = PictureEncoder::from_weights(&config, weights)?;
    let packed = PictureEncoder::new(&config, &file)?;
    let mut lowest_cosine = 1.0f64;
    for pixels in check_images(config.image_size) {
        let (wanted, found) = (published.encode_image(&pixels)?, packed.encode_image(&pixels)?);
        lowest_cosine = lowest_cosine.min(cosine(&wanted, &found));
    }
    if lowest_cosine.is_nan() || lowest_cosine < dtype.lowest_cosine() {
        let reason = format!(
            "cosine {lowest_cosine:.6} to the published weights, and at least {} is needed",
            dtype.lowest_cosine()
        );
        return Err(EncodeError::Check { text: "a picture".into(), reason });
    }
    Ok(Some(NewVision { config, file, lowest_cosine }))
}

/// Three images that exercise a tower: a flat one, stripes, and blocks of colour.
fn check_images(size: usize) -> [Vec<u8>; 3] {
    let image = |of: fn(usize, usize, usize) -> usize| {
        let pixels = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
        pixels
            .flat_map(|(x, y)| (0..3).map(move |colour| of(x, y, colour).to_le_bytes()[0]))
            .collect()
    };
    [
        image(|_, _, colour| 60 * colour + 90),
        image(|x, y, colour| 19 * (x + 2 * y) + 85 * colour),
        image(|x, y, colour| 97 * (x / 7) + 61 * (y / 5) * (colour + 1)),
    ]
}

/// The files of a pack as a benchmark ships them, by name: with the vision tower in another type or
/// without it, and with its picture features, if any.
pub fn shipped_pack(
    dir: &Path,
    vision: Option<WeightDtype>,
) -> Result<Vec<(&'static str, Vec<u8>)>, EncodeError> {
    let mut manifest = manifest_from_dir(dir)?;
    let mut files = Vec::new();
    for name in TEXT_PACK_FILES.into_iter().filter(|name| *name != PACK_FILE) {
        files.push((name, read_checked(dir, manifest.file(name)?)?));
    }
    match (&manifest.vision, vision) {
        (Some(config), Some(dtype)) => {
            let stored = read_checked(dir, manifest.file(VISION_FILE)?)?;
            let weights = Weights::from_safetensors(VISION_FILE, &stored, config.name_used())?;
            files.push((VISION_FILE, safetensors_from_weights(VISION_FILE, &weights, dtype)?));
        }
        _ => manifest.vision = None,
    }
    manifest.files = files.iter().map(|(name, bytes)| entry(name, bytes)).collect();
    let json = serde_json::to_string_pretty(&manifest)
        .map_err(|source| EncodeError::Json { path: PACK_FILE.into(), source })?;
    files.insert(0, (PACK_FILE, json.into_bytes()));
    if dir.join(IMAGES_FILE).is_file() {
        let bytes = read(&dir.join(IMAGES_FILE))?;
        // Tags are no way to encode pictures.
        if let ImageSide::Features(_) = ImageSide::from_json(IMAGES_FILE, &bytes)? {
            files.push((IMAGES_FILE, bytes));
        }
    }
    Ok(files)
}
