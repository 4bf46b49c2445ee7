//! Pictures from a file to hits.
#![allow(clippy::unwrap_used)]

use crate::{
    here,
    program::{done, done_saying, fails, folder, shapes},
};
use image::{ImageFormat, RgbImage};
use rankscope_fieldbook::{
    GALLERY_SEED, SceneId,
    drawing::{PIXELS, Style, draw, pixels_from_display_list},
};
use std::{fs, path::Path};

fn scene(index: u64) -> RgbImage {
    let scene = SceneId { seed: GALLERY_SEED, index }.scene();
    let pixels = pixels_from_display_list(&draw(&scene, Style::Plate), PIXELS);
    RgbImage::from_raw(PIXELS, PIXELS, pixels).unwrap()
}

#[test]
fn wrong_pictures_are_answered_in_words() {
    let path = folder();
    fs::write(path("notes.txt"), "no picture").unwrap();
    let mut png = Vec::new();
    scene(0).write_to(&mut std::io::Cursor::new(&mut png), ImageFormat::Png).unwrap();
    fs::write(path("half.png"), &png[..png.len() / 2]).unwrap();
    fs::write(path("whole.png"), &png).unwrap();
    let refused = |file: &str, words: &[&str]| {
        fails(1, &["search", shapes(), "--system", "tiny-bert", "--picture", &path(file)], words);
    };
    refused("absent.png", &["cannot read", "absent.png"]);
    refused("notes.txt", &["cannot decode", "notes.txt", "not a PNG, JPEG, WebP"]);
    refused("half.png", &["cannot decode", "half.png"]);
    refused("whole.png", &["tiny-bert has no vision tower"]);
    let both = ["search", shapes(), "--system", "tiny-bert", "--picture", "a", "--query", "b"];
    fails(2, &both, &["--picture"]);
}

#[test]
fn an_import_of_a_whole_clip_brings_its_vision_tower() {
    let path = folder();
    let fixtures = here::root().join("tests/fixtures");
    fs::create_dir(path("model")).unwrap();
    for name in ["config.json", "model.safetensors", "preprocessor_config.json"] {
        fs::copy(fixtures.join("clip-vision-tiny").join(name), path("model") + "/" + name).unwrap();
    }
    let tokenizer = fixtures.join("clip-tiny-quickgelu/tokenizer.json");
    fs::copy(tokenizer, path("model/tokenizer.json")).unwrap();
    let (said, _) = done_saying(&["encoder", "import", &path("model"), "--out", &path("pack")]);
    assert!(said.contains("4 checks"), "{said}");
    assert!(Path::new(&path("pack/vision.safetensors")).is_file());
    done(&["encoder", "import", &path("model"), "--out", &path("texts"), "--text-only"]);
    assert!(!Path::new(&path("texts/vision.safetensors")).exists());
}
