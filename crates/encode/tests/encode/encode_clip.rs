//! CLIP's text tower and tokenizer against a reference computed elsewhere, in float64.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use crate::here;
use rankscope_encode::{
    Architecture, EncodeError, Encoder, ImportOptions, ImportReport, cosine, import,
};
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use serde_json::{Value, json};
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

fn golden() -> PathBuf {
    here::root().join("tests/fixtures/clip-tiny-quickgelu")
}

/// A copy of the golden model, to be changed.
fn copied() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for name in ["config.json", "tokenizer.json", "model.safetensors"] {
        fs::copy(golden().join(name), folder.path().join(name)).unwrap();
    }
    folder
}

fn imported(model: &Path, out: &Path) -> Result<ImportReport, EncodeError> {
    let check = Some(golden().join("expected.json"));
    import(model, out, &ImportOptions { check, ..ImportOptions::default() })
}

fn json_file(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Name, shape and bytes.
type StoredTensor = (String, Vec<usize>, Vec<u8>);

/// Rewrites a weights file with changed, additional or fewer weights.
fn rewrite(path: &Path, change: impl Fn(&mut Vec<StoredTensor>)) {
    let bytes = fs::read(path).unwrap();
    let tensors = SafeTensors::deserialize(&bytes).unwrap();
    let mut parts: Vec<StoredTensor> = tensors
        .tensors()
        .into_iter()
        .map(|(name, view)| (name, view.shape().to_vec(), view.data().to_vec()))
        .collect();
    change(&mut parts);
    let views = parts.iter().map(|(name, shape, data)| {
        (name.as_str(), TensorView::new(Dtype::F32, shape.clone(), data).unwrap())
    });
    fs::write(path, safetensors::serialize(views, None).unwrap()).unwrap();
}

#[test]
fn the_text_tower_agrees_with_the_reference() {
    let out = tempfile::tempdir().unwrap();
    let report = imported(&golden(), &out.path().join("pack")).unwrap();
    assert_eq!(report.n_checks, 19);
    // The pack has float16 weights; they are what is between it and 1.
    assert!(report.lowest_cosine > 0.999_99, "{}", report.lowest_cosine);
    let encoder = Encoder::load_dir(&out.path().join("pack")).unwrap();
    assert!(matches!(encoder.manifest().architecture, Architecture::Clip(_)));
    assert_eq!((encoder.manifest().dim, encoder.manifest().max_tokens), (32, 77));
    for case in json_file(&golden().join("expected.json"))["cases"].as_array().unwrap() {
        let text = case["text"].as_str().unwrap();
        let ids: Vec<u32> = serde_json::from_value(case["ids"].clone()).unwrap();
        let wanted: Vec<f32> = serde_json::from_value(case["embedding"].clone()).unwrap();
        let answer = encoder.encode_blocking(text).unwrap();
        assert_eq!(answer.token_ids, ids, "{text:?}");
        for (found, wanted) in answer.vector.iter().zip(&wanted) {
            assert!((found - wanted).abs() < 2e-3, "{text:?}: {found} and {wanted}");
        }
    }
}

/// Before anything is rounded to float16: the forward pass alone, in batches of mixed lengths.
#[test]
fn float32_weights_agree_to_the_last_printed_digits() {
    let encoder = Encoder::from_published(&golden()).unwrap();
    let cases = json_file(&golden().join("expected.json"));
    let cases = cases["cases"].as_array().unwrap();
    let texts: Vec<&str> = cases.iter().map(|case| case["text"].as_str().unwrap()).collect();
    let answers = encoder.encode_all_blocking(&texts).unwrap();
    let mut largest = 0.0f32;
    for ((case, text), answer) in cases.iter().zip(&texts).zip(&answers) {
        let wanted: Vec<f32> = serde_json::from_value(case["embedding"].clone()).unwrap();
        let alone = encoder.encode_blocking(text).unwrap();
        for ((found, wanted), alone) in answer.vector.iter().zip(&wanted).zip(&alone.vector) {
            largest = largest.max((found - wanted).abs()).max((alone - wanted).abs());
        }
    }
    println!("largest difference {largest:e}");
    assert!(largest < 1e-6, "{largest}");
}

#[test]
fn a_whole_clip_gives_its_text_half() {
    let model = copied();
    let mut config = json_file(&golden().join("config.json"));
    // What stands above both towers decides; the text tower's own word may be out of date.
    config["projection_dim"] = json!(512);
    let whole = json!({ "model_type": "clip", "projection_dim": 32, "text_config": config,
                        "vision_config": { "image_size": 224 } });
    fs::write(model.path().join("config.json"), whole.to_string()).unwrap();
    rewrite(&model.path().join("model.safetensors"), |parts| {
        let floats = |n: usize| vec![0u8; 4 * n];
        parts.push(("logit_scale".into(), vec![], floats(1)));
        parts.push(("text_model.embeddings.position_ids".into(), vec![1, 77], floats(77)));
        parts.push(("vision_model.post_layernorm.bias".into(), vec![4], floats(4)));
        parts.push(("visual_projection.weight".into(), vec![32, 4], floats(128)));
    });
    let out = tempfile::tempdir().unwrap();
    // With the vision tower, the weights that it lacks would be missed.
    let check = Some(golden().join("expected.json"));
    let options = ImportOptions { check, text_only: true, ..ImportOptions::default() };
    let report = import(model.path(), &out.path().join("pack"), &options).unwrap();
    assert!(report.lowest_cosine > 0.999_99);
    let missed = imported(model.path(), &out.path().join("whole")).unwrap_err().to_string();
    assert!(missed.contains("vision_model.embeddings.patch_embedding.weight"), "{missed}");
}

#[test]
fn weights_that_do_not_fit_are_named() {
    let name = "text_model.encoder.layers.1.mlp.fc1.weight";
    let out = tempfile::tempdir().unwrap();
    let refused = |change: &dyn Fn(&mut Vec<StoredTensor>)| {
        let model = copied();
        rewrite(&model.path().join("model.safetensors"), change);
        imported(model.path(), &out.path().join("pack")).unwrap_err().to_string()
    };
    let missing = refused(&|parts| parts.retain(|part| part.0 != name));
    assert!(missing.contains(name) && missing.contains("missing"), "{missing}");
    let turned = refused(&|parts| {
        parts.iter_mut().filter(|part| part.0 == name).for_each(|part| part.1.reverse());
    });
    assert!(turned.contains(name) && turned.contains("[64, 128]"), "{turned}");
    let extra = refused(&|parts| parts.push(("text_model.pooler".into(), vec![1], vec![0; 4])));
    assert!(extra.contains("text_model.pooler"), "{extra}");
}

#[test]
fn the_activation_is_that_of_the_configuration() {
    let out = tempfile::tempdir().unwrap();
    let with = |name: &str| {
        let model = copied();
        let mut config = json_file(&golden().join("config.json"));
        config["hidden_act"] = json!(name);
        fs::write(model.path().join("config.json"), config.to_string()).unwrap();
        imported(model.path(), &out.path().join(name))
    };
    assert!(with("quick_gelu").is_ok());
    // Close, and not the same: the check must notice.
    assert!(matches!(with("gelu"), Err(EncodeError::Check { .. })));
    let unknown = with("swish").unwrap_err().to_string();
    assert!(unknown.contains("swish"), "{unknown}");
}

#[test]
fn the_older_two_files_give_the_same_tokens() {
    let model = copied();
    let tokenizer = json_file(&golden().join("tokenizer.json"));
    let merges: Vec<String> = tokenizer["model"]["merges"]
        .as_array()
        .unwrap()
        .iter()
        .map(|merge| match merge {
            Value::String(joined) => joined.clone(),
            pair => format!("{} {}", pair[0].as_str().unwrap(), pair[1].as_str().unwrap()),
        })
        .collect();
    let merges = format!("#version: 0.2\n{}\n", merges.join("\n"));
    fs::write(model.path().join("merges.txt"), merges).unwrap();
    fs::write(model.path().join("vocab.json"), tokenizer["model"]["vocab"].to_string()).unwrap();
    fs::remove_file(model.path().join("tokenizer.json")).unwrap();
    let out = tempfile::tempdir().unwrap();
    assert_eq!(imported(model.path(), &out.path().join("pack")).unwrap().n_checks, 19);
}

#[test]
fn special_tokens_in_a_text_and_the_end_that_comes_first() {
    let encoder = Encoder::from_published(&golden()).unwrap();
    let ids = |text: &str| encoder.token_ids(text).unwrap();
    let (start, end) = (1415, 1416);
    assert_eq!(ids("<|endoftext|>"), [start, end, end]);
    // In capitals it is a word like others, for only exact ones are special.
    assert!(!ids("<|ENDOFTEXT|>")[1..].starts_with(&[end]));
    // What follows the first end is out of sight.
    let vector = |text: &str| encoder.encode_blocking(text).unwrap().vector;
    let cut = cosine(&vector("a dog<|endoftext|> on a boat"), &vector("a dog"));
    assert!(cut > 0.999_999, "{cut}");
    let not_cut = cosine(&vector("a dog on a boat"), &vector("a dog"));
    assert!(not_cut < 0.999, "{not_cut}");
}

/// The definition, word by word: of all neighbours always the pair that was learnt first.
#[test]
fn merging_by_queue_is_merging_by_definition() {
    let tokenizer = json_file(&golden().join("tokenizer.json"));
    let vocab = tokenizer["model"]["vocab"].as_object().unwrap();
    let merges: Vec<(String, String)> = tokenizer["model"]["merges"]
        .as_array()
        .unwrap()
        .iter()
        .map(|merge| match merge {
            Value::String(joined) => {
                let (left, right) = joined.split_once(' ').unwrap();
                (left.to_owned(), right.to_owned())
            }
            pair => (pair[0].as_str().unwrap().into(), pair[1].as_str().unwrap().into()),
        })
        .collect();
    let encoder = Encoder::from_published(&golden()).unwrap();
    let mut seed = 7u64;
    for _ in 0..300 {
        let word: String = (0..1 + seed % 23)
            .map(|_| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                b"aeinorstl"[(seed >> 33) as usize % 9] as char
            })
            .collect();
        let mut parts: Vec<String> = word.chars().map(String::from).collect();
        parts.last_mut().unwrap().push_str("</w>");
        while let Some((_, at)) = (0..parts.len() - 1)
            .filter_map(|at| {
                let rank = merges.iter().position(|m| m.0 == parts[at] && m.1 == parts[at + 1])?;
                Some((rank, at))
            })
            .min()
        {
            let right = parts.remove(at + 1);
            parts[at].push_str(&right);
        }
        let wanted: Vec<u64> = parts.iter().map(|part| vocab[part].as_u64().unwrap()).collect();
        let found = encoder.token_ids(&word).unwrap();
        let found: Vec<u64> = found[1..found.len() - 1].iter().map(|id| u64::from(*id)).collect();
        assert_eq!(found, wanted, "{word}");
    }
    // A word as long as a page neither hangs nor is forgotten.
    assert_eq!(encoder.token_ids(&"ab".repeat(50_000)).unwrap().len(), 77);
}
