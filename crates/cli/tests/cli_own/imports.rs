//! `rankscope encoder import` with published models of several families: what it says, and that what
//! it writes is sound. (What the models compute is tested with the encoders.)

use crate::{
    here::fixture,
    program::{done, done_saying, fails, folder, line},
};
use std::fs;

/// Imports a model with its weights as they are, checked against its library's answers: what was said.
fn imported(family: &str) -> String {
    let model = fixture(&format!("encoders/{family}"));
    let path = folder();
    let import = format!("encoder import {model} --out {} --check", path("pack"));
    let import = format!("{import} {model}/expected.json --dtype f32");
    let (printed, said) = done_saying(&line(&import));
    assert!(printed.contains("checks, lowest cosine"), "{printed}");
    done(&["encoder", "check", &path("pack")]);
    said
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
        let said = imported(family);
        assert_eq!(said.contains("processor"), !needed.is_empty(), "{family}: {said}");
        for words in needed {
            assert!(said.contains(words), "{family}: {said:?} does not say {words:?}");
        }
    }
}

#[test]
fn what_cannot_be_imported_is_named_and_nothing_is_written() {
    let path = folder();
    fs::create_dir(path("model")).unwrap();
    fs::write(path("model/config.json"), r#"{ "model_type": "blip" }"#).unwrap();
    let import = ["encoder", "import", &path("model"), "--out", &path("pack")];
    fails(1, &import, &["config.json", "blip", "xlm-roberta"]);
    assert!(!fs::exists(path("pack")).unwrap());
}
