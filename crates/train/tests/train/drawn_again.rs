//! Pictures from a file to hits: a scene of the training, drawn again, finds itself.
#![allow(clippy::unwrap_used)]

use image::{ImageFormat, RgbImage};
use rankscope_encode::PictureEncoder;
use rankscope_fieldbook::{
    GALLERY_SEED, SceneId,
    drawing::{PIXELS, Style, draw, pixels_from_display_list},
};
use serde_json::Value;
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

const TRAIN: &str = env!("CARGO_BIN_EXE_rankscope-train");

fn run(program: &Path, args: &[&str]) -> Output {
    Command::new(program).args(args).output().unwrap()
}

#[track_caller]
fn train(args: &[&str]) {
    let output = run(Path::new(TRAIN), args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The program `rankscope`, which the release lane builds next to this one.
fn rankscope(args: &[&str]) -> Output {
    run(&Path::new(TRAIN).with_file_name("rankscope"), args)
}

#[track_caller]
fn json(args: &[&str]) -> Value {
    let output = rankscope(&[args, &["--format", "json"]].concat());
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[track_caller]
fn fails(code: i32, args: &[&str], words: &[&str]) {
    let output = rankscope(args);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
    for word in words {
        assert!(said.contains(word), "{said:?} does not say {word:?}");
    }
}

/// Towers and a baseline, trained for moments: they need not find well, only what they see.
const RECIPE: &str = r#"
vocabulary = 600
vocabulary_images = 60
max_tokens = 16
seed = 4
check_texts = ["a heron at dusk"]

[[systems]]
id = "towers"
title = "Towers"
pairs = 60
[systems.towers]
width = 16
layers = 2
heads = 2
patch = 24
dim = 12
loss = { kind = "contrastive", temperature = 0.1 }
batch = 20
pairs_seen = 400
learning_rate = 2e-3

[[systems]]
id = "colours"
title = "Colours"
pairs = 60
baseline = { kind = "fitted", features = { kind = "colour-histogram", steps = 3, parts = 1 }, ridge = 0.1 }
"#;

const N_SCENES: usize = 80;

fn scene(index: u64) -> RgbImage {
    let scene = SceneId { seed: GALLERY_SEED, index }.scene();
    let pixels = pixels_from_display_list(&draw(&scene, Style::Plate), PIXELS);
    RgbImage::from_raw(PIXELS, PIXELS, pixels).unwrap()
}

/// The first hit: its id and score.
fn first(benchmark: &str, picture: &Path) -> (String, f64) {
    let picture = picture.to_str().unwrap();
    let found = json(&["search", benchmark, "--system", "towers", "--picture", picture, "-k", "1"]);
    (found[0]["id"].as_str().unwrap().to_owned(), found[0]["score"].as_f64().unwrap())
}

#[test]
fn a_scene_that_is_drawn_again_finds_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let shown = |name: &str| path(name).to_str().unwrap().to_owned();
    fs::write(path("recipe.toml"), RECIPE).unwrap();
    train(&["systems", &shown("recipe.toml"), "--out", &shown("systems")]);
    let n = N_SCENES.to_string();
    let (systems, benchmark) = (shown("systems"), shown("fieldbook"));
    train(&["fieldbook", &systems, "--n", &n, "--out", &benchmark]);
    let pack = path("fieldbook/encoders/towers");
    assert!(PictureEncoder::load_dir(&pack).unwrap().is_some());
    let bytes = |path: &Path| fs::metadata(path.join("vision.safetensors")).unwrap().len();
    assert!(bytes(&pack) < bytes(&path("systems/towers")), "it is shipped in eight bits");
    assert!(!path("fieldbook/encoders/colours/vision.safetensors").exists());
    for index in [0, 17, 79] {
        scene(index).save_with_format(path("scene.png"), ImageFormat::Png).unwrap();
        let (id, score) = first(&benchmark, &path("scene.png"));
        assert!(score >= 0.999, "scene {index}: {score}");
        // Another scene may look the same to a tower that has hardly learnt.
        assert!(id == format!("fb{GALLERY_SEED}-{index}") || score > 0.9995, "{index}: {id}");
    }
    // A pack by its folder, from the benchmark and from the training.
    for pack in ["fieldbook/encoders/towers", "systems/towers"] {
        let args = ["search", &benchmark, "--system", "towers", "--picture", &shown("scene.png")];
        let found = json(&[&args[..], &["--encoder", &shown(pack), "-k", "1"]].concat());
        assert!(found[0]["score"].as_f64().unwrap() >= 0.999, "{pack}: {found}");
    }
    let colours = ["search", &benchmark, "--system", "colours", "--picture", &shown("scene.png")];
    fails(1, &colours, &["colours has no vision tower", "rankscope encoder import"]);
    // A damaged tower is found out, by its name.
    let tower = pack.join("vision.safetensors");
    let mut damaged = fs::read(&tower).unwrap();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(&tower, damaged).unwrap();
    let towers = ["search", &benchmark, "--system", "towers", "--picture", &shown("scene.png")];
    fails(1, &towers, &["encoders/towers/vision.safetensors"]);
}
