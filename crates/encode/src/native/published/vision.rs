//! The vision tower of a published model, and how its pictures are prepared.

use super::{
    clip,
    files::{CONFIG_FILE, PublishedVision, json_from_file, model_type, unsupported},
    open_clip, siglip,
};
use crate::{
    clip_config::{ClipVisionConfig, VisionFamily},
    error::EncodeError,
};
use serde_json::Value;
use std::path::Path;

const PREPROCESSOR_FILE: &str = "preprocessor_config.json";
/// Pillow's numbers of its filters.
const BILINEAR: u64 = 2;
const BICUBIC: u64 = 3;

/// `None` if the folder holds only a text encoder.
pub(in crate::native) fn vision_from_dir(
    dir: &Path,
) -> Result<Option<PublishedVision>, EncodeError> {
    if open_clip::is_in(dir) {
        return open_clip::vision(dir).map(Some);
    }
    if dir.join("modules.json").exists() {
        return Ok(None);
    }
    let path = dir.join(CONFIG_FILE);
    let mut tower = match model_type(&path)?.as_deref() {
        Some("clip") => clip::vision(dir)?,
        Some("siglip") => siglip::vision(dir)?,
        Some("siglip2") => {
            let reason = "the vision tower of \"siglip2\" takes pictures of any shape, which is not \
                          supported (--text-only imports the text tower alone; models of one picture \
                          size have the model_type \"siglip\")";
            return Err(unsupported(&path, reason));
        }
        _ => return Ok(None),
    };
    read_preprocessing(dir, &mut tower.config)?;
    tower.config.check(&path.display().to_string())?;
    Ok(Some(tower))
}

/// Takes mean and deviation of the colours and the filter from `preprocessor_config.json`, if it
/// exists, and refuses what [`preprocess`](crate::preprocess) does not do.
fn read_preprocessing(dir: &Path, config: &mut ClipVisionConfig) -> Result<(), EncodeError> {
    let path = dir.join(PREPROCESSOR_FILE);
    if !path.exists() {
        return Ok(());
    }
    let read: Value = json_from_file(&path)?;
    let wrong = |name: &str, reason: &str| {
        unsupported(&path, format!("its {name} is {}, and {reason}", read[name]))
    };
    let crops = config.family == VisionFamily::Clip;
    for name in ["do_resize", "do_rescale", "do_normalize"] {
        if read[name].as_bool() == Some(false) {
            return Err(wrong(name, "only true is supported"));
        }
    }
    if read["do_center_crop"].as_bool().is_some_and(|does| does != crops) {
        return Err(wrong("do_center_crop", &format!("only {crops} is supported")));
    }
    config.resizing.bilinear = match read["resample"].as_u64() {
        None | Some(BICUBIC) => false,
        Some(BILINEAR) => true,
        _ => {
            let reason = "only 3, the bicubic filter, and 2, the bilinear one, are supported";
            return Err(wrong("resample", reason));
        }
    };
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
