//! Encodes a gallery with a trained system, on all cores.

use crate::{
    error::TrainError,
    parallel::{in_parallel, n_cores},
    world::Pairs,
};
use burn_tensor::Device;
use rankscope_encode::{Encoder, FeatureEncoder, IMAGES_FILE, ImageEncoder, ImageSide};
use rankscope_encode_burn::image_encoder_of_pack;
use std::{borrow::Cow, fs, path::Path};

/// Encoded by one core at a time.
const IMAGES_AT_ONCE: usize = 256;

enum GalleryEncoder {
    Tower(Box<ImageEncoder>),
    Features(FeatureEncoder),
    /// By their tags.
    Tags(Box<Encoder>),
}

/// The vectors of all images of a gallery, in order, by the system in `dir`. For a system that
/// encodes tags, all captions of an image are its tags.
pub fn gallery_vectors(dir: &Path, gallery: &impl Pairs) -> Result<Vec<Vec<f32>>, TrainError> {
    let encoder = encoder_from_dir(dir)?;
    let starts: Vec<usize> = (0..gallery.len()).step_by(IMAGES_AT_ONCE).collect();
    let parts = in_parallel(starts, n_cores(), |start| {
        let rows = start..(start + IMAGES_AT_ONCE).min(gallery.len());
        let images = || rows.clone().map(|row| gallery.image(row)).collect::<Vec<Cow<'_, [u8]>>>();
        let vectors = match &encoder {
            GalleryEncoder::Tower(tower) => tower.encode_blocking(&slices(&images()))?,
            GalleryEncoder::Features(features) => {
                let images = images();
                let vectors = images.iter().map(|image| features.encode_image(image));
                vectors.collect::<Result<_, _>>()?
            }
            GalleryEncoder::Tags(encoder) => {
                let tags: Vec<String> = rows.map(|row| all_captions(gallery, row)).collect();
                let tags: Vec<&str> = tags.iter().map(String::as_str).collect();
                encoder
                    .encode_all_blocking(&tags)?
                    .into_iter()
                    .map(|encoded| encoded.vector)
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

fn encoder_from_dir(dir: &Path) -> Result<GalleryEncoder, TrainError> {
    if let Some(tower) = image_encoder_of_pack(dir, &Device::flex())? {
        return Ok(GalleryEncoder::Tower(Box::new(tower)));
    }
    let path = dir.join(IMAGES_FILE);
    let name = path.display().to_string();
    let bytes =
        fs::read(&path).map_err(|source| TrainError::File { path: name.clone(), source })?;
    Ok(match ImageSide::from_json(&name, &bytes)? {
        ImageSide::Tags => GalleryEncoder::Tags(Box::new(Encoder::load_dir(dir)?)),
        ImageSide::Features(features) => GalleryEncoder::Features(features.encoder()),
    })
}
