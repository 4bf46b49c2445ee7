//! Pictures with the vectors that the library of published towers gives them.
//! `scripts/make-vision-goldens.py` made the files.
#![allow(clippy::unwrap_used, unreachable_pub, dead_code, reason = "each test binary uses a part")]

use crate::here;
use rankscope_encode::{ClipVisionConfig, VisionFamily};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A folder of `tests/fixtures`.
pub fn fixture(name: &str) -> PathBuf {
    here::root().join("tests/fixtures").join(name)
}

/// A JSON file.
pub fn json_file(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Base64 with the usual alphabet and padding.
fn bytes_from_base64(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let four = |four: &[u8]| {
        let bits = four.iter().fold(0u32, |bits, c| bits << 6 | u32::from(value(*c) & 63));
        let padding = four.iter().filter(|c| **c == b'=').count();
        bits.to_be_bytes()[1..4 - padding].to_vec()
    };
    text.as_bytes().chunks(4).flat_map(four).collect()
}

/// Bytes as `expected.json` has them.
pub fn bytes(value: &Value) -> Vec<u8> {
    bytes_from_base64(value.as_str().unwrap())
}

/// Pixels and vector of every golden picture.
pub fn golden_cases(folder: &str) -> Vec<(Vec<u8>, Vec<f32>)> {
    let expected = json_file(&fixture(folder).join("expected.json"));
    let case = |case: &Value| {
        (bytes(&case["pixels"]), serde_json::from_value(case["vector"].clone()).unwrap())
    };
    expected["cases"].as_array().unwrap().iter().map(case).collect()
}

/// The shape of the golden CLIP tower.
pub fn golden_config() -> ClipVisionConfig {
    let config = json_file(&fixture("clip-vision-tiny").join("config.json"));
    serde_json::from_value(config["vision_config"].clone()).unwrap()
}

/// The shape of the golden SigLIP tower, as an import reads it.
pub fn golden_siglip_config() -> ClipVisionConfig {
    let config = json_file(&fixture("siglip-vision-tiny").join("config.json"));
    let config: ClipVisionConfig = serde_json::from_value(config).unwrap();
    ClipVisionConfig {
        projection_dim: config.hidden_size,
        image_mean: [0.5; 3],
        image_std: [0.5; 3],
        family: VisionFamily::Siglip,
        ..config
    }
}

/// The golden model, with the tokenizer of another one: an import needs one.
pub(crate) fn golden_model() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["config.json", "model.safetensors", "preprocessor_config.json"] {
        fs::copy(fixture("clip-vision-tiny").join(name), folder.path().join(name)).unwrap();
    }
    let tokenizer = fixture("clip-tiny-quickgelu").join("tokenizer.json");
    fs::copy(tokenizer, folder.path().join("tokenizer.json")).unwrap();
    folder
}
