//! Encoders: packs that load, and packs that are refused.
#![allow(clippy::unwrap_used, clippy::panic)]

use rankscope_encode::{Architecture, EncodeError, Encoder, PackManifest, cosine, untrained_pack};
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use std::fs;

fn texts() -> Vec<String> {
    ["a red circle on snow", "two blue stars at night", "three green squares", "a bird"]
        .map(str::to_owned)
        .to_vec()
}

struct Pack {
    manifest: PackManifest,
    tokenizer: Vec<u8>,
    weights: Vec<u8>,
    folder: tempfile::TempDir,
}

fn pack() -> Pack {
    let folder = tempfile::tempdir().unwrap();
    untrained_pack("tiny", &texts(), folder.path()).unwrap();
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let text = String::from_utf8(read("encoder.json")).unwrap();
    Pack {
        manifest: PackManifest::from_json("encoder.json", &text).unwrap(),
        tokenizer: read("tokenizer.json"),
        weights: read("weights.safetensors"),
        folder,
    }
}

/// The weights with one of them replaced by another (name, shape), or left out.
fn tampered(weights: &[u8], name: &str, by: Option<(&str, Vec<usize>)>) -> Vec<u8> {
    let tensors = SafeTensors::deserialize(weights).unwrap();
    let n_values = by.as_ref().map_or(0, |(_, shape)| shape.iter().product());
    let zeros = vec![0u8; 2 * n_values];
    let mut views: Vec<(String, TensorView<'_>)> =
        tensors.tensors().into_iter().filter(|(other, _)| other != name).collect();
    if let Some((name, shape)) = by {
        views.push((name.into(), TensorView::new(Dtype::F16, shape, &zeros).unwrap()));
    }
    safetensors::serialize(views, None).unwrap()
}

#[test]
fn a_pack_loads_and_agrees_with_its_stored_vectors() {
    let pack = pack();
    let encoder = Encoder::load_dir(pack.folder.path()).unwrap();
    let checks = encoder.check_blocking().unwrap();
    assert_eq!(checks.len(), 3);
    for check in checks {
        assert!(check.same_tokens && check.cosine > 0.9999, "{check:?}");
    }
}

/// The field that older packs have, read by their names.
#[test]
fn packs_from_before_there_were_other_models_still_read() {
    let old = r#"{ "schema_version": 1, "id": "old", "title": "Old", "dim": 8, "max_tokens": 4,
        "parameters": 7, "bert": { "hidden_size": 8, "num_hidden_layers": 1,
        "num_attention_heads": 2, "intermediate_size": 16, "vocab_size": 5,
        "max_position_embeddings": 4, "type_vocab_size": 2, "layer_norm_eps": 1e-12,
        "hidden_act": "gelu" }, "files": [], "checks": [] }"#;
    let pack = PackManifest::from_json("encoder.json", old).unwrap();
    let Architecture::Bert(bert) = &pack.architecture else { panic!("{pack:?}") };
    assert_eq!((bert.hidden_size, bert.layer_norm_eps), (8, 1e-12));
    assert!(pack.vision.is_none());
    // And are written as they were.
    let written: serde_json::Value =
        serde_json::from_str(&serde_json::to_string(&pack).unwrap()).unwrap();
    assert_eq!(written, serde_json::from_str::<serde_json::Value>(old).unwrap());
    let refused = |from: &str, to: &str| {
        PackManifest::from_json("encoder.json", &old.replacen(from, to, 1)).unwrap_err().to_string()
    };
    assert!(refused("\"dim\": 8", "\"dim\": 9").contains('9'));
    assert!(refused("\"max_tokens\": 4", "\"max_tokens\": 5").contains("positions"));
    assert!(refused("\"bert\"", "\"lstm\"").contains("encoder.json"));
}

#[test]
fn the_same_texts_give_the_same_pack() {
    assert_eq!(pack().weights, pack().weights);
    assert_eq!(pack().tokenizer, pack().tokenizer);
}

#[test]
fn shared_words_bring_texts_together() {
    let pack = pack();
    let encoder = Encoder::load_dir(pack.folder.path()).unwrap();
    let vector = |text: &str| encoder.encode_blocking(text).unwrap().vector;
    let circle = vector("a red circle on snow");
    let near = cosine(&circle, &vector("a red circle"));
    let far = cosine(&circle, &vector("two blue stars at night"));
    assert!(near > far + 0.1, "{near} and {far}");
}

#[test]
fn weights_that_do_not_fit_are_named() {
    let pack = pack();
    let load = |weights: &[u8]| {
        Encoder::new(pack.manifest.clone(), &pack.tokenizer, weights).err().unwrap()
    };
    let name = "encoder.layer.1.output.dense.weight";
    let missing = load(&tampered(&pack.weights, name, None));
    assert!(matches!(&missing, EncodeError::MissingWeight { name: n } if n == name), "{missing}");
    let shape = load(&tampered(&pack.weights, name, Some((name, vec![3, 5]))));
    assert!(shape.to_string().contains(name) && shape.to_string().contains("[3, 5]"), "{shape}");
    let extra = load(&tampered(&pack.weights, "", Some(("classifier.bias", vec![2]))));
    assert!(extra.to_string().contains("classifier.bias"), "{extra}");
    let garbage = load(b"not safetensors at all");
    assert!(garbage.to_string().contains("weights.safetensors"), "{garbage}");
}

#[test]
fn a_damaged_pack_is_refused_by_its_hash() {
    let pack = pack();
    let path = pack.folder.path().join("weights.safetensors");
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    let error = Encoder::load_dir(pack.folder.path()).err().unwrap().to_string();
    assert!(error.contains("weights.safetensors") && error.contains("SHA-256"), "{error}");
}

#[test]
fn an_empty_text_has_the_two_ends_and_a_long_one_is_cut() {
    let pack = pack();
    let encoder = Encoder::load_dir(pack.folder.path()).unwrap();
    assert_eq!(encoder.encode_blocking("  \n").unwrap().token_ids.len(), 2);
    let ids = encoder.token_ids(&"star ".repeat(500)).unwrap();
    assert_eq!(ids.len(), pack.manifest.max_tokens);
}
