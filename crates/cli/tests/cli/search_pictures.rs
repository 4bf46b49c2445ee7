//! Pictures from a file to hits.
#![allow(clippy::unwrap_used)]

use crate::program::{done, done_saying, fails, shapes};
use image::{ImageFormat, RgbImage};
use rankscope_fieldbook::{
    GALLERY_SEED, SceneId,
    drawing::{PIXELS, Style, draw, pixels_from_display_list},
};
use std::fs;

fn scene(index: u64) -> RgbImage {
    let scene = SceneId { seed: GALLERY_SEED, index }.scene();
    let pixels = pixels_from_display_list(&draw(&scene, Style::Plate), PIXELS);
    RgbImage::from_raw(PIXELS, PIXELS, pixels).unwrap()
}

#[test]
fn wrong_pictures_are_answered_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("notes.txt"), "no picture").unwrap();
    let mut png = Vec::new();
    scene(0).write_to(&mut std::io::Cursor::new(&mut png), ImageFormat::Png).unwrap();
    fs::write(path("half.png"), &png[..png.len() / 2]).unwrap();
    let search = |file: &str| {
        ["search", shapes(), "--system", "tiny-bert", "--picture", file].map(str::to_owned)
    };
    for (file, words) in [
        ("absent.png", &["cannot read", "absent.png"][..]),
        ("notes.txt", &["cannot decode", "notes.txt", "not a PNG, JPEG, WebP"][..]),
        ("half.png", &["cannot decode", "half.png"][..]),
    ] {
        let args = search(&path(file));
        fails(1, &args.each_ref().map(String::as_str), words);
    }
    fs::write(path("whole.png"), &png).unwrap();
    let args = search(&path("whole.png"));
    fails(1, &args.each_ref().map(String::as_str), &["tiny-bert has no vision tower"]);
    let both = ["search", shapes(), "--system", "tiny-bert", "--picture", "a", "--query", "b"];
    fails(2, &both, &["--picture"]);
}

#[test]
fn an_import_of_a_whole_clip_brings_its_vision_tower() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let fixtures = crate::here::root().join("tests/fixtures");
    let model = folder.path().join("model");
    fs::create_dir(&model).unwrap();
    for name in ["config.json", "model.safetensors", "preprocessor_config.json"] {
        fs::copy(fixtures.join("clip-vision-tiny").join(name), model.join(name)).unwrap();
    }
    fs::copy(fixtures.join("clip-tiny-quickgelu/tokenizer.json"), model.join("tokenizer.json"))
        .unwrap();
    let (said, _) = done_saying(&["encoder", "import", &path("model"), "--out", &path("pack")]);
    assert!(said.contains("4 checks"), "{said}");
    assert!(folder.path().join("pack/vision.safetensors").is_file());
    done(&["encoder", "import", &path("model"), "--out", &path("texts"), "--text-only"]);
    assert!(!folder.path().join("texts/vision.safetensors").exists());
}
