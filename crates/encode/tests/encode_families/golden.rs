//! The same token ids as the original library, and the same vectors.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use crate::here;
use rankscope_encode::{
    EncodeError, Encoder, ImportOptions, ImportReport, PackManifest, PictureEncoder, Rgba,
    WeightDtype, cosine, import,
};
use serde::Deserialize;
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// The furthest that a value of a float32 vector may be from the library's.
const CLOSE: f32 = 2e-5;

#[derive(Deserialize)]
struct Expected {
    cases: Vec<Case>,
    picture: Option<Picture>,
}

#[derive(Deserialize)]
struct Case {
    text: String,
    ids: Vec<u32>,
    embedding: Vec<f32>,
}

#[derive(Deserialize)]
struct Picture {
    width: usize,
    height: usize,
    rgb: String,
    embedding: Vec<f32>,
}

pub(crate) fn fixture(family: &str) -> PathBuf {
    here::root().join("tests/fixtures/encoders").join(family)
}

/// To be changed.
pub(crate) fn copied(family: &str) -> TempDir {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let (from, to) = (entry.as_ref().unwrap().path(), to.join(entry.unwrap().file_name()));
            if from.is_dir() {
                copy(&from, &to);
            } else {
                fs::copy(from, to).unwrap();
            }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    copy(&fixture(family), folder.path());
    folder
}

pub(crate) fn change(path: &Path, change: impl FnOnce(&mut Value)) {
    let mut json = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    change(&mut json);
    fs::write(path, json.to_string()).unwrap();
}

pub(crate) fn packed(
    model: &Path,
    weights: WeightDtype,
    check: Option<PathBuf>,
) -> Result<(TempDir, ImportReport), EncodeError> {
    let out = tempfile::tempdir().unwrap();
    let options = ImportOptions { weights, check, ..ImportOptions::default() };
    let report = import(model, &out.path().join("pack"), &options)?;
    Ok((out, report))
}

fn expected(path: &Path) -> Expected {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn agrees(model: &Path, answers: &str) {
    let answers = model.join(answers);
    let expected = expected(&answers);
    let (out, report) =
        packed(model, WeightDtype::F32, Some(answers)).unwrap_or_else(|e| panic!("{e}"));
    let pack = out.path().join("pack");
    let encoder = Encoder::load_dir(&pack).unwrap();
    let mut furthest = 0.0f32;
    for case in &expected.cases {
        let found = encoder.encode_blocking(&case.text).unwrap();
        assert_eq!(found.token_ids, case.ids, "{:?}", case.text);
        let gaps = found.vector.iter().zip(&case.embedding).map(|(a, b)| (a - b).abs());
        furthest = gaps.fold(furthest, f32::max);
    }
    // In a batch they are what they are alone.
    let texts: Vec<&str> = expected.cases.iter().map(|case| case.text.as_str()).collect();
    for (found, case) in encoder.encode_all_blocking(&texts).unwrap().iter().zip(&expected.cases) {
        assert!(cosine(&found.vector, &case.embedding) > 0.999_999, "{:?}", case.text);
    }
    let tower = PictureEncoder::load_dir(&pack).unwrap();
    assert_eq!(tower.is_some(), expected.picture.is_some());
    let mut of_picture = 1.0;
    if let (Some(tower), Some(picture)) = (tower, expected.picture) {
        let found = tower.encode_picture(rgba(&picture).as_rgba()).unwrap();
        of_picture = cosine(&found, &picture.embedding);
        let gaps = found.iter().zip(&picture.embedding).map(|(a, b)| (a - b).abs());
        furthest = gaps.fold(furthest, f32::max);
    }
    println!(
        "{}: {} texts, lowest cosine {:.8}, picture {of_picture:.8}, furthest value {furthest:e}",
        model.display(),
        report.n_checks,
        report.lowest_cosine
    );
    assert!(report.lowest_cosine > 0.999_999 && of_picture > 0.999_999);
    assert!(furthest < CLOSE, "{furthest}");
    // The other types of weights pass their own thresholds, which the import checks.
    for dtype in [WeightDtype::F16, WeightDtype::I8] {
        let (out, _) = packed(model, dtype, None).unwrap_or_else(|e| panic!("{dtype:?}: {e}"));
        let encoder = Encoder::load_dir(&out.path().join("pack")).unwrap();
        assert!(encoder.check_blocking().unwrap().iter().all(|check| check.same_tokens));
    }
}

/// A picture in the bytes that an encoder takes.
struct Opaque {
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

impl Opaque {
    fn as_rgba(&self) -> Rgba<'_> {
        Rgba { width: self.width, height: self.height, bytes: &self.bytes }
    }
}

fn rgba(picture: &Picture) -> Opaque {
    let digits = picture.rgb.as_bytes().chunks(2);
    let rgb: Vec<u8> = digits
        .map(|two| u8::from_str_radix(std::str::from_utf8(two).unwrap(), 16).unwrap())
        .collect();
    let bytes = rgb.chunks(3).flat_map(|rgb| [rgb[0], rgb[1], rgb[2], 255]).collect();
    Opaque { width: picture.width, height: picture.height, bytes }
}

#[test]
fn mpnet_agrees_with_sentence_transformers() {
    agrees(&fixture("mpnet"), "expected.json");
}

#[test]
fn xlm_r_with_a_prompt_and_a_layer_agrees_with_sentence_transformers() {
    agrees(&fixture("xlm-r"), "expected.json");
}

#[test]
fn distilbert_with_the_largest_values_agrees_with_sentence_transformers() {
    agrees(&fixture("distilbert"), "expected.json");
}

#[test]
fn open_clip_agrees_with_itself() {
    agrees(&fixture("open-clip"), "expected.json");
}

#[test]
fn open_clip_with_quick_gelu_agrees_with_itself() {
    let model = copied("open-clip");
    change(&model.path().join("open_clip_config.json"), |config| {
        config["model_cfg"]["quick_gelu"] = true.into();
    });
    agrees(model.path(), "expected_quickgelu.json");
}

#[test]
fn siglip_agrees_with_transformers() {
    agrees(&fixture("siglip"), "expected.json");
}

#[test]
fn siglip_2_agrees_with_transformers() {
    agrees(&fixture("siglip2"), "expected.json");
}

#[test]
fn a_prompt_is_the_models_for_queries_or_the_given_one() {
    let manifest = |prompt: Option<&str>| {
        let out = tempfile::tempdir().unwrap();
        let options =
            ImportOptions { prompt: prompt.map(str::to_owned), ..ImportOptions::default() };
        import(&fixture("xlm-r"), &out.path().join("pack"), &options).unwrap();
        let text = fs::read_to_string(out.path().join("pack/encoder.json")).unwrap();
        PackManifest::from_json("encoder.json", &text).unwrap()
    };
    assert_eq!(manifest(None).prompt, "query: ");
    assert_eq!(manifest(Some("text: ")).prompt, "text: ");
    let without = manifest(Some(""));
    assert_eq!(without.prompt, "");
    assert!(!serde_json::to_string(&without).unwrap().contains("prompt"));
}
