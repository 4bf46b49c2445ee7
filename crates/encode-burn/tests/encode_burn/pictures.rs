//! Vision towers of stock operations against our kernels, and against the library that published
//! towers are used with.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use crate::golden_pictures::{fixture, golden_cases, golden_model, golden_siglip_config};
use burn_tensor::Device;
use rankscope_encode::{
    ClipVisionConfig, ImportOptions, PictureEncoder, WeightDtype, cosine, import,
};
use rankscope_encode_burn::{image_encoder, image_encoder_of_pack};
use std::fs;

#[test]
fn a_pack_gives_the_vectors_of_our_kernels_in_every_type() {
    let model = golden_model();
    for dtype in [WeightDtype::F32, WeightDtype::F16, WeightDtype::I8] {
        let out = tempfile::tempdir().unwrap();
        let pack = out.path().join("pack");
        import(model.path(), &pack, &ImportOptions { weights: dtype, ..ImportOptions::default() })
            .unwrap();
        let own = PictureEncoder::load_dir(&pack).unwrap().unwrap();
        let stock = image_encoder_of_pack(&pack, &Device::flex()).unwrap().unwrap();
        for (pixels, _) in golden_cases("clip-vision-tiny") {
            let by_stock = stock.encode_blocking(&[&pixels]).unwrap().remove(0);
            let between = cosine(&own.encode_image(&pixels).unwrap(), &by_stock);
            assert!(between > 0.999_99, "{dtype:?}: {between} to stock operations");
        }
    }
}

/// SigLIP's, without GPU kernels: stock operations compute it.
#[test]
fn a_tower_without_kernels_agrees_with_the_peer() {
    let config = golden_siglip_config();
    let weights = fs::read(fixture("siglip-vision-tiny").join("model.safetensors")).unwrap();
    let encoder = image_encoder(&config, &weights, &Device::flex()).unwrap();
    let cases = golden_cases("siglip-vision-tiny");
    assert_eq!(cases.len(), 5);
    let images: Vec<&[u8]> = cases.iter().map(|(pixels, _)| pixels.as_slice()).collect();
    let found = encoder.encode_blocking(&images).unwrap();
    let mut largest = 0.0f32;
    for (found, (_, wanted)) in found.iter().zip(&cases) {
        assert_eq!(found.len(), wanted.len());
        for (found, wanted) in found.iter().zip(wanted) {
            largest = largest.max((found - wanted).abs());
        }
    }
    println!("largest difference {largest:e}");
    assert!(largest < 1e-5, "{largest}");
    assert!(cosine(&cases[0].1, &cases[1].1) < 0.95);
    let odd = ClipVisionConfig { patch_size: 7, ..config.clone() };
    let said = image_encoder(&odd, &weights, &Device::flex()).err().unwrap().to_string();
    assert!(said.contains("patches of 7 pixels do not divide an image of 32"), "{said}");
    let deep = ClipVisionConfig { num_hidden_layers: 3, ..config };
    let said = image_encoder(&deep, &weights, &Device::flex()).err().unwrap().to_string();
    assert!(said.contains("encoder.layers.2"), "{said}");
}
