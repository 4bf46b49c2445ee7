//! `rankscope encoder import` with published models of several families: what it says, and that what
//! it writes is sound. (What the models compute is tested with the encoders.)

use crate::{
    here,
    program::{done, done_saying, fails},
};
use std::{fs, path::PathBuf};
use tempfile::TempDir;

fn model(family: &str) -> PathBuf {
    here::root().join("tests/fixtures/encoders").join(family)
}

/// Imports a model with its weights as they are, held against its library's answers: the pack, and
/// what was said.
fn imported(family: &str) -> (TempDir, PathBuf, String) {
    let model = model(family);
    let answers = model.join("expected.json");
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("pack");
    let [model, answers, out] = [&model, &answers, &pack].map(|path| path.to_str().unwrap());
    let answers = ["--check", answers, "--dtype", "f32"];
    let import = [&["encoder", "import", model, "--out", out], &answers[..]].concat();
    let (printed, said) = done_saying(&import);
    assert!(printed.contains("checks, lowest cosine"), "{printed}");
    done(&["encoder", "check", out]);
    (folder, pack, said)
}

#[test]
fn an_import_says_what_a_gpu_does_not_compute() {
    for (family, needed) in [
        ("xlm-r", &[][..]),
        ("distilbert", &[]),
        ("open-clip", &[]),
        ("mpnet", &["texts are encoded by the processor, in the page too", "distances"]),
        (
            "siglip",
            &["texts are encoded by the processor", "pictures are encoded by the processor"],
        ),
        ("siglip2", &["pads every text", "attends to all patches"]),
    ] {
        let (_folder, _, said) = imported(family);
        assert_eq!(said.contains("processor"), !needed.is_empty(), "{family}: {said}");
        for words in needed {
            assert!(said.contains(words), "{family}: {said:?} does not say {words:?}");
        }
    }
}

#[test]
fn what_cannot_be_imported_is_named_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let [model_dir, pack] = ["model", "pack"].map(|name| folder.path().join(name));
    fs::create_dir(&model_dir).unwrap();
    fs::write(model_dir.join("config.json"), r#"{ "model_type": "blip" }"#).unwrap();
    let [from, out] = [&model_dir, &pack].map(|path| path.to_str().unwrap());
    fails(1, &["encoder", "import", from, "--out", out], &["config.json", "blip", "xlm-roberta"]);
    assert!(!pack.exists());
}
