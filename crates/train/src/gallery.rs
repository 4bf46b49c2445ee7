//! A gallery's vectors by a trained system's folder, on all cores.

use super::{
    CentredFeatures, IMAGES_FILE, ImageSide, Pairs, TrainError,
    parallel::{in_parallel, n_cores},
};
use rankscope_encode::{EncodeError, Encoder, ImageEncoder};
use std::{borrow::Cow, fs, path::Path};

/// Images that one core takes at a time.
const PART: usize = 256;

/// How a system sees images.
enum Eyes {
    Tower(Box<ImageEncoder>),
    Features(CentredFeatures),
    /// By what is written under them.
    Tags(Box<Encoder>),
}

/// The vectors of all images of a gallery, in their order, by the system in `dir`. For a
/// system that sees tags, they are an image's captions, all of them together.
///
/// # Errors
/// A folder that is no trained system, images of another size, or a device that fails.
pub fn gallery_vectors(dir: &Path, gallery: &impl Pairs) -> Result<Vec<Vec<f32>>, TrainError> {
    let eyes = eyes_from_dir(dir)?;
    let starts: Vec<usize> = (0..gallery.len()).step_by(PART).collect();
    let parts = in_parallel(starts, n_cores(), |start| {
        let rows = start..(start + PART).min(gallery.len());
        let images = || rows.clone().map(|row| gallery.image(row)).collect::<Vec<Cow<'_, [u8]>>>();
        let vectors = match &eyes {
            Eyes::Tower(tower) => tower.encode_blocking(&slices(&images()))?,
            Eyes::Features(features) => features.vectors(&slices(&images()))?,
            Eyes::Tags(encoder) => {
                let tags: Vec<String> = rows.map(|row| all_captions(gallery, row)).collect();
                let tags: Vec<&str> = tags.iter().map(String::as_str).collect();
                encoder
                    .encode_all_blocking(&tags)?
                    .into_iter()
                    .map(|answer| answer.vector)
                    .collect()
            }
        };
        Ok::<Vec<Vec<f32>>, TrainError>(vectors)
    });
    let mut all = Vec::with_capacity(gallery.len());
    for part in parts {
        all.extend(part?);
    }
    Ok(all)
}

fn slices<'a>(images: &'a [Cow<'_, [u8]>]) -> Vec<&'a [u8]> {
    images.iter().map(AsRef::as_ref).collect()
}

fn all_captions(gallery: &impl Pairs, row: usize) -> String {
    let captions: Vec<Cow<'_, str>> =
        (0..gallery.n_captions(row)).map(|which| gallery.caption(row, which)).collect();
    captions.join(" ")
}

fn eyes_from_dir(dir: &Path) -> Result<Eyes, TrainError> {
    if let Some(tower) = ImageEncoder::load_dir(dir)? {
        return Ok(Eyes::Tower(Box::new(tower)));
    }
    let path = dir.join(IMAGES_FILE);
    let name = path.display().to_string();
    let bytes =
        fs::read(&path).map_err(|source| TrainError::File { path: name.clone(), source })?;
    let side: ImageSide = serde_json::from_slice(&bytes)
        .map_err(|source| EncodeError::Json { path: name, source })?;
    Ok(match side {
        ImageSide::Tags => Eyes::Tags(Box::new(Encoder::load_dir(dir)?)),
        ImageSide::Features(features) => Eyes::Features(features),
    })
}
