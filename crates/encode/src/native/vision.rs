//! The vision towers of packs: of a published CLIP, in a folder, and on the way into a benchmark.

use super::{
    folder::{entry, manifest_from_dir, read, read_checked},
    published::{MODEL_FILE, json_from_file},
    weights_file::safetensors_from_weights,
};
use crate::{
    clip_config::ClipVisionConfig,
    encoder::cosine,
    error::EncodeError,
    image_features::{IMAGES_FILE, ImageSide},
    pack::{PACK_FILE, TEXT_PACK_FILES, VISION_FILE, WeightDtype},
    picture_encoder::PictureEncoder,
    weight_names::clip::vision::used_for_vision,
    weights::Weights,
};
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;

/// How a published model's pictures are prepared.
const PREPROCESSOR_FILE: &str = "preprocessor_config.json";
/// Pillow's number of its bicubic filter.
const BICUBIC: u64 = 3;

impl PictureEncoder {
    /// Loads the vision tower of a pack; `None` if the pack has none.
    ///
    /// # Errors
    /// A file that is missing or damaged, and what [`PictureEncoder::new`] refuses.
    pub fn load_dir(dir: &Path) -> Result<Option<Self>, EncodeError> {
        let manifest = manifest_from_dir(dir)?;
        let Some(config) = &manifest.vision else { return Ok(None) };
        let weights = read_checked(dir, manifest.file(VISION_FILE)?)?;
        Self::new(config, &weights).map(Some)
    }
}

/// A vision tower as a new pack will have it.
pub(super) struct NewVision {
    pub(super) config: ClipVisionConfig,
    /// `vision.safetensors`.
    pub(super) file: Vec<u8>,
    /// The lowest cosine between its vectors and those of the published weights.
    pub(super) lowest_cosine: f64,
}

/// The vision tower of a published model whose whole configuration is here; `None` if it is a text
/// tower alone.
pub(super) fn vision_from_dir(
    dir: &Path,
    dtype: WeightDtype,
) -> Result<Option<NewVision>, EncodeError> {
    #[derive(Deserialize)]
    struct Whole {
        model_type: Option<String>,
        vision_config: Option<ClipVisionConfig>,
        projection_dim: Option<usize>,
    }
    let path = dir.join("config.json");
    let whole: Whole = json_from_file(&path)?;
    if whole.model_type.as_deref() != Some("clip") {
        return Ok(None);
    }
    let mut config = whole.vision_config.unwrap_or_default();
    config.projection_dim = whole.projection_dim.unwrap_or(config.projection_dim);
    read_preprocessing(dir, &mut config)?;
    config.check(&path.display().to_string())?;
    let path = dir.join(MODEL_FILE);
    let name = path.display().to_string();
    let weights = Weights::from_safetensors(&name, &read(&path)?, used_for_vision)?;
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

/// Takes mean and deviation of the colours from `preprocessor_config.json`, if there is one, and
/// refuses a preparation of pictures that [`preprocess`](crate::preprocess) is not.
fn read_preprocessing(dir: &Path, config: &mut ClipVisionConfig) -> Result<(), EncodeError> {
    let path = dir.join(PREPROCESSOR_FILE);
    if !path.exists() {
        return Ok(());
    }
    let read: Value = json_from_file(&path)?;
    let wrong = |name: &str, reason: &str| EncodeError::Unsupported {
        path: path.display().to_string(),
        reason: format!("its {name} is {}, and {reason}", read[name]),
    };
    for name in ["do_resize", "do_center_crop", "do_rescale", "do_normalize"] {
        if read[name].as_bool() == Some(false) {
            return Err(wrong(name, "only true is supported"));
        }
    }
    if read["resample"].as_u64().is_some_and(|filter| filter != BICUBIC) {
        return Err(wrong("resample", "only 3, the bicubic filter, is supported"));
    }
    let size = config.image_size as u64;
    for name in ["size", "crop_size"] {
        let sides = match &read[name] {
            Value::Object(sides) => sides.values().filter_map(Value::as_u64).collect(),
            side => side.as_u64().into_iter().collect::<Vec<u64>>(),
        };
        if sides.iter().any(|side| *side != size) {
            return Err(wrong(name, &format!("the tower's image_size is {size}")));
        }
    }
    let colours = |name: &str| -> Result<Option<[f32; 3]>, EncodeError> {
        if read[name].is_null() {
            return Ok(None);
        }
        serde_json::from_value(read[name].clone())
            .map(Some)
            .map_err(|_| wrong(name, "three numbers are needed"))
    };
    config.image_mean = colours("image_mean")?.unwrap_or(config.image_mean);
    config.image_std = colours("image_std")?.unwrap_or(config.image_std);
    if config.image_std.iter().any(|deviation| *deviation <= 0.0) {
        return Err(wrong("image_std", "each must be above 0"));
    }
    Ok(())
}

/// Three images of this size that exercise a tower: a flat one, stripes, and blocks of colour.
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

/// The files of a pack as a benchmark ships them, each with its name: with the vision tower in
/// another type, or without it; and with its picture features, if it has any.
///
/// # Errors
/// A file that is missing or damaged, or a weight that the type cannot hold.
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
        (Some(_), Some(dtype)) => {
            let stored = read_checked(dir, manifest.file(VISION_FILE)?)?;
            let weights = Weights::from_safetensors(VISION_FILE, &stored, used_for_vision)?;
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
