//! Sizes in an encoder's configuration are claims: impossible ones are refused in words, before
//! memory is reserved.
#![allow(clippy::unwrap_used)]

use rankscope_encode::{Encoder, PackManifest, untrained_pack};
use serde_json::{Value, json};
use std::fs;

/// A pack with one value changed, as JSON.
fn changed(pack: &Value, place: &str, value: u64) -> String {
    let mut pack = pack.clone();
    *pack.pointer_mut(place).unwrap() = json!(value);
    pack.to_string()
}

fn bert() -> Value {
    json!({
        "schema_version": 1, "id": "b", "title": "B", "dim": 64, "max_tokens": 64, "parameters": 1,
        "bert": { "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
                  "intermediate_size": 128, "vocab_size": 137, "max_position_embeddings": 64,
                  "type_vocab_size": 1, "layer_norm_eps": 1e-12, "hidden_act": "gelu" },
        "files": [], "checks": [],
    })
}

fn clip() -> Value {
    json!({
        "schema_version": 1, "id": "c", "title": "C", "dim": 64, "max_tokens": 64, "parameters": 1,
        "clip": { "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
                  "intermediate_size": 128, "vocab_size": 137, "max_position_embeddings": 64,
                  "projection_dim": 64, "layer_norm_eps": 1e-5, "hidden_act": "gelu" },
        "vision": { "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
                    "intermediate_size": 128, "image_size": 64, "patch_size": 16,
                    "projection_dim": 64 },
        "files": [], "checks": [],
    })
}

fn bag() -> Value {
    json!({
        "schema_version": 1, "id": "w", "title": "W", "dim": 64, "max_tokens": 64, "parameters": 1,
        "bag": { "vocab_size": 137, "dim": 64 }, "files": [], "checks": [],
    })
}

#[test]
fn sizes_beyond_all_models_are_refused_by_name() {
    let bert_sizes = [
        "hidden_size",
        "num_hidden_layers",
        "intermediate_size",
        "vocab_size",
        "max_position_embeddings",
        "type_vocab_size",
    ];
    let clip_sizes = [
        "hidden_size",
        "num_hidden_layers",
        "intermediate_size",
        "vocab_size",
        "max_position_embeddings",
        "projection_dim",
    ];
    let vision_sizes =
        ["hidden_size", "num_hidden_layers", "intermediate_size", "image_size", "projection_dim"];
    let cases = [
        (bert(), "/bert", &bert_sizes[..]),
        (clip(), "/clip", &clip_sizes[..]),
        (clip(), "/vision", &vision_sizes[..]),
        (bag(), "/bag", &["vocab_size", "dim"][..]),
        (bert(), "", &["max_tokens"][..]),
    ];
    for (pack, model, sizes) in cases {
        assert!(PackManifest::from_json("p/encoder.json", &pack.to_string()).is_ok());
        for size in sizes {
            for value in [0, 1 << 25, 1 << 31, 1 << 40, 1 << 62] {
                let text = changed(&pack, &format!("{model}/{size}"), value);
                let said = PackManifest::from_json("p/encoder.json", &text).unwrap_err();
                let said = said.to_string();
                assert!(said.starts_with("p/encoder.json: "), "{said}");
                assert!(said.contains(&value.to_string()), "{size}: {said}");
            }
        }
    }
    let patches = changed(&clip(), "/vision/patch_size", 1)
        .replace("\"image_size\":64", "\"image_size\":8192");
    let said = PackManifest::from_json("p", &patches).unwrap_err().to_string();
    assert!(said.contains("number of patches is 67108864"), "{said}");
}

/// A wide layer reserved memory for its claimed outputs before its weights were looked for.
#[test]
fn a_model_wider_than_its_weights_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    untrained_pack("tiny", &["a red bird".to_owned()], folder.path()).unwrap();
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let pack: Value = serde_json::from_slice(&read("encoder.json")).unwrap();
    let sizes = [
        ("num_hidden_layers", 1 << 10),
        ("intermediate_size", 1 << 16),
        ("hidden_size", 1 << 16),
        ("vocab_size", 1 << 24),
    ];
    for (size, value) in sizes {
        let mut text = changed(&pack, &format!("/bert/{size}"), value);
        if size == "hidden_size" {
            text = changed(&serde_json::from_str(&text).unwrap(), "/dim", value);
        }
        let pack = PackManifest::from_json("encoder.json", &text).unwrap();
        let made = Encoder::new(pack, &read("tokenizer.json"), &read("weights.safetensors"));
        let said = made.err().unwrap().to_string();
        assert!(said.contains("embeddings") || said.contains("layer"), "{size}: {said}");
    }
}
