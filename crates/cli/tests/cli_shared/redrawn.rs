//! The shipped benchmark: its scenes, drawn again and encoded by its vision towers and picture
//! features, are its stored rows.
#![allow(clippy::print_stdout)]

use crate::here;
use libtest_mimic::{Failed, Trial};
use rankscope_core::benchmark::Manifest;
use rankscope_core::vectors::vectors_from_shard;
use rankscope_encode::{EncodeError, ImageSide, PackManifest, PictureEncoder, cosine};
use rankscope_fieldbook::{
    GALLERY_SEED, SceneId,
    drawing::{PIXELS, Style, draw, pixels_from_display_list},
};
use std::fs;

/// Pixels → vector.
type Encode = Box<dyn Fn(&[u8]) -> Result<Vec<f32>, EncodeError>>;

/// Scenes of each system.
const N_SCENES: usize = 40;

pub(crate) fn trials() -> Vec<Trial> {
    let name = "redrawn_scenes_are_the_shipped_rows";
    let text = fs::read_to_string(here::root().join("public/fieldbook/benchmark.json"));
    let manifest = text.ok().and_then(|text| Manifest::from_json(&text).ok());
    let has_towers = manifest.as_ref().is_some_and(|manifest| {
        manifest.systems.iter().any(|system| manifest.vision_tower(system).is_some())
    });
    let run = move || match &manifest {
        Some(manifest) => redrawn(manifest),
        None => Err("public/fieldbook/benchmark.json cannot be read".into()),
    };
    vec![Trial::test(name, run).with_ignored_flag(!has_towers)]
}

fn redrawn(manifest: &Manifest) -> Result<(), Failed> {
    let read = |path: &str| fs::read(here::root().join("public/fieldbook").join(path));
    let mut without = Vec::new();
    for system in &manifest.systems {
        let encode: Encode = if let Some(file) = manifest.vision_tower(system) {
            let pack = file.path.replace("vision.safetensors", "encoder.json");
            let pack = PackManifest::from_json(&pack, &String::from_utf8(read(&pack)?)?)?;
            let config = pack.vision.ok_or("the pack's manifest has no vision tower")?;
            let encoder = PictureEncoder::new(&config, &read(&file.path)?)?;
            Box::new(move |pixels| encoder.encode_image(pixels))
        } else if let Some(file) = manifest.image_features(system) {
            let side = ImageSide::from_json(&file.path, &read(&file.path)?)?;
            let ImageSide::Features(features) = side else { return Err("no features".into()) };
            let encoder = features.encoder();
            Box::new(move |pixels| encoder.encode_image(pixels))
        } else {
            without.push(system.id.as_str());
            continue;
        };
        let (mut first, mut lowest) = (0, 1.0f64);
        for path in &system.gallery {
            let rows = vectors_from_shard(path, &read(path)?)?;
            for row in (0..rows.n_rows()).step_by(rows.n_rows().div_ceil(N_SCENES)) {
                let id = SceneId { seed: GALLERY_SEED, index: (first + row) as u64 };
                let pixels = pixels_from_display_list(&draw(&id.scene(), Style::Plate), PIXELS);
                let stored: Vec<f32> = rows.row(row).collect();
                lowest = lowest.min(cosine(&encode(&pixels)?, &stored));
            }
            first += rows.n_rows();
        }
        println!("{}: lowest cosine {lowest:.6}", system.id);
        if lowest.is_nan() || lowest < 0.999 {
            return Err(format!("{}: lowest cosine {lowest}", system.id).into());
        }
    }
    // An image of this system is its tags.
    if without != ["tags"] {
        return Err(format!("without pictures: {without:?}").into());
    }
    Ok(())
}
