//! A BERT whose sizes no block of a kernel divides, with random weights.
#![allow(clippy::unwrap_used)]

use rankscope_encode::untrained_pack;
use safetensors::{Dtype, tensor::TensorView};
use serde_json::{Value, json};
use std::fs;
use tempfile::TempDir;

fn random() -> impl FnMut() -> f32 {
    let mut seed = 5u64;
    move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        #[allow(clippy::cast_precision_loss)]
        let value = (seed >> 40) as f32 / (1u64 << 23) as f32 - 1.0;
        value
    }
}

/// A published BERT over the words of some texts, with the sizes of hidden vectors, heads and
/// intermediate vectors; two layers, 41 positions.
pub(crate) fn odd_bert(
    texts: &[String],
    (hidden, n_heads, wide): (usize, usize, usize),
) -> TempDir {
    let positions = 41;
    let folder = tempfile::tempdir().unwrap();
    untrained_pack("words", texts, folder.path()).unwrap();
    let tokenizer: Value =
        serde_json::from_slice(&fs::read(folder.path().join("tokenizer.json")).unwrap()).unwrap();
    let vocab = tokenizer["model"]["vocab"].as_object().unwrap().len();
    let config = json!({ "model_type": "bert", "hidden_size": hidden, "num_hidden_layers": 2,
        "num_attention_heads": n_heads, "intermediate_size": wide, "vocab_size": vocab,
        "max_position_embeddings": positions, "type_vocab_size": 2, "layer_norm_eps": 1e-12,
        "hidden_act": "gelu" });
    fs::write(folder.path().join("config.json"), config.to_string()).unwrap();
    let mut next = random();
    let mut parts: Vec<(String, Vec<usize>, Vec<u8>)> = Vec::new();
    let mut add = |name: &str, shape: &[usize], centre: f32, spread: f32| {
        let n = shape.iter().product();
        let bytes = (0..n).flat_map(|_| (centre + spread * next()).to_le_bytes()).collect();
        parts.push((format!("bert.{name}"), shape.to_vec(), bytes));
    };
    add("embeddings.word_embeddings.weight", &[vocab, hidden], 0.0, 1.0);
    add("embeddings.position_embeddings.weight", &[positions, hidden], 0.0, 0.3);
    add("embeddings.token_type_embeddings.weight", &[2, hidden], 0.0, 0.3);
    let mut norms = vec!["embeddings.LayerNorm".to_owned()];
    for layer in 0..2 {
        let at = format!("encoder.layer.{layer}");
        for (name, n_in, n_out) in [
            ("attention.self.query", hidden, hidden),
            ("attention.self.key", hidden, hidden),
            ("attention.self.value", hidden, hidden),
            ("attention.output.dense", hidden, hidden),
            ("intermediate.dense", hidden, wide),
            ("output.dense", wide, hidden),
        ] {
            add(&format!("{at}.{name}.weight"), &[n_out, n_in], 0.0, 0.4);
            add(&format!("{at}.{name}.bias"), &[n_out], 0.0, 0.1);
        }
        norms.push(format!("{at}.attention.output.LayerNorm"));
        norms.push(format!("{at}.output.LayerNorm"));
    }
    for norm in norms {
        add(&format!("{norm}.weight"), &[hidden], 1.0, 0.2);
        add(&format!("{norm}.bias"), &[hidden], 0.0, 0.2);
    }
    let views = parts.iter().map(|(name, shape, data)| {
        (name.as_str(), TensorView::new(Dtype::F32, shape.clone(), data).unwrap())
    });
    let bytes = safetensors::serialize(views, None).unwrap();
    fs::write(folder.path().join("model.safetensors"), bytes).unwrap();
    folder
}
