//! Encoders: packs that load, packs that are refused, and galleries against brute force.
#![allow(clippy::unwrap_used, clippy::panic)]

use burn_tensor::Device;
use rankscope::encode::{Architecture, EncodeError, Encoder, PackManifest, cosine, untrained_pack};
use rankscope::formats::{ShardDtype, Vectors};
use rankscope::search::{Gallery, normalised, reference};
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use std::{fs, future::Future, pin::pin, task};

/// Waits for a future of the CPU device, which is ready as soon as it is asked.
fn ready<T>(future: impl Future<Output = T>) -> T {
    let mut context = task::Context::from_waker(task::Waker::noop());
    let mut future = pin!(future);
    loop {
        if let task::Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
        std::thread::yield_now();
    }
}

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

#[test]
fn a_gallery_on_a_device_gives_the_hits_of_brute_force() {
    let mut seed = 1u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        #[allow(clippy::cast_precision_loss)]
        let value = (seed >> 40) as f32 / (1u64 << 23) as f32 - 1.0;
        value
    };
    for dtype in [ShardDtype::F16, ShardDtype::F32, ShardDtype::I8] {
        let dim = 48;
        let mut rows: Vec<Vec<f32>> = (0..700)
            .map(|_| normalised(&(0..dim).map(|_| random()).collect::<Vec<_>>()).unwrap())
            .collect();
        // Ties, across what a device may block together.
        for (copy, original) in [(10, 3), (350, 3), (699, 3), (500, 42)] {
            rows[copy] = rows[original].clone();
        }
        let mut vectors = Vectors::new(dim, dtype);
        rows.iter().for_each(|row| vectors.push(row.iter().copied()));
        let gallery = Gallery::new(vectors.clone(), &Device::flex());
        let queries = vec![rows[3].clone(), rows[42].clone(), rows[5].clone()];
        for k in [0, 1, 10, 699, 700, 5000] {
            let found = ready(gallery.top_k(&queries, k)).unwrap();
            let wanted: Vec<_> =
                queries.iter().map(|query| reference::top_k(query, &vectors, k)).collect();
            assert_eq!(found, wanted, "{dtype:?}, k = {k}");
        }
        assert!(ready(gallery.top_k(&[vec![0.0; dim + 1]], 5)).is_err());
        assert!(ready(gallery.top_k(&[], 5)).unwrap().is_empty());
    }
}
