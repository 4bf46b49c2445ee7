//! Pictures on our kernels: the preprocessing and the vision tower against the library used with
//! published towers. `scripts/make-vision-goldens.py` made the files and says how.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use crate::golden_pictures::{
    bytes, fixture, golden_cases, golden_config, golden_model, json_file,
};
use rankscope_encode::{
    ClipVisionConfig, EncodeError, ImportOptions, PackManifest, PictureEncoder, Rgba, WeightDtype,
    cosine, import, imported, pixels_from_rgba,
};
use safetensors::SafeTensors;
use serde_json::{Value, json};
use std::fs;

fn rgba_from_rgb(rgb: &[u8]) -> Vec<u8> {
    rgb.chunks(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]).collect()
}

#[test]
fn every_byte_of_a_resized_picture_is_that_of_the_peer() {
    let expected = json_file(&fixture("clip_preprocessing.json"));
    let cases = expected["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 10);
    for case in cases {
        let number = |name: &str| usize::try_from(case[name].as_u64().unwrap()).unwrap();
        let (width, height, size) = (number("width"), number("height"), number("size"));
        let rgba = rgba_from_rgb(&bytes(&case["rgb"]));
        let seen = pixels_from_rgba(Rgba { width, height, bytes: &rgba }, size).unwrap();
        assert_eq!(seen, bytes(&case["seen"]), "{width} × {height} to {size}");
    }
}

#[test]
fn what_is_not_opaque_lies_on_white() {
    let bytes = [10, 20, 30, 255, 10, 20, 30, 0, 10, 20, 30, 51, 0, 0, 0, 128];
    let seen = pixels_from_rgba(Rgba { width: 2, height: 2, bytes: &bytes }, 2).unwrap();
    assert_eq!(seen, [10, 20, 30, 255, 255, 255, 206, 208, 210, 127, 127, 127]);
}

#[test]
fn pictures_that_contradict_themselves_are_refused() {
    let refused = |width, height, n_bytes: usize| {
        let bytes = vec![0; n_bytes];
        pixels_from_rgba(Rgba { width, height, bytes: &bytes }, 8).unwrap_err().to_string()
    };
    assert!(refused(0, 5, 0).contains("0 × 5 pixels cannot be used: it has no pixels"));
    assert!(refused(2, 2, 15).contains("it has 15 bytes, and 16 are needed"));
    assert!(refused(1 << 20, 1 << 20, 4).contains("it has more than 100000000 pixels"));
    // The smallest, and the most one-sided: only the crop is computed.
    let thin = vec![77; 4 * 200_000];
    for (width, height) in [(1, 200_000), (200_000, 1)] {
        let seen = pixels_from_rgba(Rgba { width, height, bytes: &thin }, 64).unwrap();
        assert_eq!(seen.len(), 3 * 64 * 64);
        assert!(seen.iter().all(|byte| *byte == seen[0]));
    }
}

#[test]
fn the_vision_tower_agrees_with_the_peer() {
    let weights = fs::read(fixture("clip-vision-tiny").join("model.safetensors")).unwrap();
    let encoder = PictureEncoder::new(&golden_config(), &weights).unwrap();
    let cases = golden_cases("clip-vision-tiny");
    assert_eq!(cases.len(), 5);
    let mut largest = 0.0f32;
    for (pixels, wanted) in &cases {
        let found = encoder.encode_image(pixels).unwrap();
        assert_eq!(found.len(), 24);
        for (found, wanted) in found.iter().zip(wanted) {
            largest = largest.max((found - wanted).abs());
        }
    }
    println!("largest difference {largest:e}");
    assert!(largest < 1e-5, "{largest}");
    // The pictures must differ, or the comparison would say little.
    assert!(cosine(&cases[0].1, &cases[1].1) < 0.95);
    let wrong = encoder.encode_image(&cases[0].0[1..]).unwrap_err();
    assert!(matches!(wrong, EncodeError::ImageSize { needed: 6912, found: 6911 }));
}

#[test]
fn a_pass_in_steps_gives_the_same_vector() {
    let weights = fs::read(fixture("clip-vision-tiny").join("model.safetensors")).unwrap();
    let encoder = PictureEncoder::new(&golden_config(), &weights).unwrap();
    let (pixels, _) = &golden_cases("clip-vision-tiny")[0];
    let mut encoding = encoder.begin(pixels).unwrap();
    assert_eq!(encoding.n_steps(), 3);
    let mut steps: Vec<_> = (0..3).map(|_| encoding.step().unwrap()).collect();
    assert_eq!(steps.pop().unwrap(), Some(encoder.encode_image(pixels).unwrap()));
    assert_eq!(steps, [None, None]);
}

#[test]
fn an_import_takes_the_vision_tower_along_in_every_type() {
    let model = golden_model();
    for (dtype, most_bytes) in
        [(WeightDtype::F32, 220_000), (WeightDtype::F16, 112_000), (WeightDtype::I8, 72_000)]
    {
        let out = tempfile::tempdir().unwrap();
        let pack = out.path().join("pack");
        let options = ImportOptions { weights: dtype, ..ImportOptions::default() };
        let report = import(model.path(), &pack, &options).unwrap();
        assert!(report.lowest_cosine >= dtype.lowest_cosine(), "{report:?}");
        let bytes = fs::metadata(pack.join("vision.safetensors")).unwrap().len();
        assert!(bytes < most_bytes, "{dtype:?}: {bytes} bytes");
        let encoder = PictureEncoder::load_dir(&pack).unwrap().unwrap();
        assert_eq!(encoder.config().image_mean, ClipVisionConfig::default().image_mean);
        for (pixels, wanted) in golden_cases("clip-vision-tiny") {
            let found = encoder.encode_image(&pixels).unwrap();
            let lowest = cosine(&found, &wanted);
            assert!(lowest >= dtype.lowest_cosine(), "{dtype:?}: {lowest}");
        }
    }
}

#[test]
fn an_import_of_texts_alone_leaves_it_out() {
    let (model, out) = (golden_model(), tempfile::tempdir().unwrap());
    let pack = out.path().join("pack");
    let options = ImportOptions { text_only: true, ..ImportOptions::default() };
    import(model.path(), &pack, &options).unwrap();
    assert!(!pack.join("vision.safetensors").exists());
    assert!(PictureEncoder::load_dir(&pack).unwrap().is_none());
}

/// `preprocessor_config.json` is followed, or refused.
#[test]
fn an_import_reads_the_preprocessing() {
    let model = golden_model();
    let path = model.path().join("preprocessor_config.json");
    let published = json_file(&path);
    let with = |field: &str, value: Value| {
        let mut changed = published.clone();
        changed[field] = value;
        fs::write(&path, changed.to_string()).unwrap();
        imported(model.path(), &ImportOptions::default()).map(|imported| {
            let out = tempfile::tempdir().unwrap();
            imported.write(&out.path().join("pack")).unwrap();
            let text = fs::read_to_string(out.path().join("pack/encoder.json")).unwrap();
            PackManifest::from_json("encoder.json", &text).unwrap().vision.unwrap()
        })
    };
    let half = with("image_mean", json!([0.5, 0.25, 0.125])).unwrap();
    assert_eq!(half.image_mean, [0.5, 0.25, 0.125]);
    // The older form of a size.
    assert!(with("crop_size", json!(48)).is_ok());
    for (field, value, words) in [
        ("crop_size", json!({ "height": 40, "width": 40 }), "40"),
        ("resample", json!(1), "resample"),
        ("do_center_crop", json!(false), "do_center_crop"),
        ("image_std", json!([1.0, 0.0, 1.0]), "image_std"),
    ] {
        let said = with(field, value).unwrap_err().to_string();
        assert!(said.contains("preprocessor_config.json") && said.contains(words), "{said}");
    }
}

#[test]
fn damaged_towers_are_refused_by_file_or_weight() {
    let (model, out) = (golden_model(), tempfile::tempdir().unwrap());
    let pack = out.path().join("pack");
    import(model.path(), &pack, &ImportOptions::default()).unwrap();
    let path = pack.join("vision.safetensors");
    let sound = fs::read(&path).unwrap();
    let said = || PictureEncoder::load_dir(&pack).map(|_| ()).unwrap_err().to_string();
    let mut damaged = sound.clone();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(&path, &damaged).unwrap();
    assert!(said().contains("vision.safetensors") && said().contains("SHA-256"), "{}", said());
    fs::write(&path, &sound[..sound.len() - 2]).unwrap();
    assert!(said().contains("vision.safetensors"), "{}", said());
    fs::remove_file(&path).unwrap();
    assert!(said().contains("vision.safetensors"), "{}", said());
    // A tower that lacks a weight or claims another shape.
    let tensors = SafeTensors::deserialize(&sound).unwrap();
    let without = |name: &str| {
        let rest = tensors.tensors().into_iter().filter(|(own, _)| own != name);
        let bytes = safetensors::serialize(rest, None).unwrap();
        PictureEncoder::new(&golden_config(), &bytes).map(|_| ()).unwrap_err().to_string()
    };
    for name in ["visual_projection.weight", "vision_model.embeddings.class_embedding"] {
        assert!(without(name).contains(name));
    }
    let narrow = ClipVisionConfig { intermediate_size: 40, ..golden_config() };
    let said = PictureEncoder::new(&narrow, &sound).map(|_| ()).unwrap_err().to_string();
    assert!(said.contains("mlp.fc1"), "{said}");
}
