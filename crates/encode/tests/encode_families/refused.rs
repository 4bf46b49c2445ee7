//! What cannot be imported is refused with the reason, before anything is written.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::golden::{change, copied, packed};
use rankscope_encode::WeightDtype;
use serde_json::{Value, json};
use std::{fs, path::Path};

/// The refusal of a model that was changed.
fn said(family: &str, of: impl FnOnce(&Path)) -> String {
    let model = copied(family);
    of(model.path());
    match packed(model.path(), WeightDtype::F32, None) {
        Ok(_) => panic!("{family} was imported"),
        Err(error) => error.to_string(),
    }
}

fn said_of(family: &str, file: &str, of: impl FnOnce(&mut Value)) -> String {
    said(family, |model| change(&model.join(file), of))
}

fn expect(said: &str, words: &[&str]) {
    for words in words {
        assert!(said.contains(words), "{said:?} does not say {words:?}");
    }
}

#[test]
fn unknown_models_and_activations() {
    let config = "config.json";
    expect(&said_of("mpnet", config, |c| c["model_type"] = json!("t5")), &["t5", "sentence"]);
    expect(&said_of("siglip", config, |c| c["model_type"] = json!("blip")), &["blip", "siglip"]);
    expect(&said_of("mpnet", config, |c| c["hidden_act"] = json!("relu")), &["relu", "gelu"]);
    expect(&said_of("distilbert", config, |c| c["activation"] = json!("relu")), &["relu"]);
    let act = |c: &mut Value| c["text_config"]["hidden_act"] = json!("swish");
    expect(&said_of("siglip", config, act), &["swish"]);
    let buckets = |c: &mut Value| c["relative_attention_num_buckets"] = json!(64);
    expect(&said_of("mpnet", config, buckets), &["64", "32"]);
    let positions = |c: &mut Value| c["position_embedding_type"] = json!("relative_key");
    expect(&said_of("xlm-r", config, positions), &["relative_key"]);
    let head = |c: &mut Value| c["vision_config"]["vision_use_head"] = json!(false);
    expect(&said_of("siglip", config, head), &["no head"]);
    expect(&said_of("siglip", config, |c| c["model_type"] = json!("siglip2")), &["--text-only"]);
}

#[test]
fn modules_that_are_not_supported() {
    let modules = "modules.json";
    let kind = |kind: &'static str| {
        move |m: &mut Value| m[1]["type"] = json!(format!("sentence_transformers.models.{kind}"))
    };
    expect(&said_of("mpnet", modules, kind("WordWeights")), &["WordWeights"]);
    expect(&said_of("mpnet", modules, kind("Normalize")), &["Normalize"]);
    let pooling = "1_Pooling/config.json";
    expect(&said_of("mpnet", pooling, |c| c["pooling_mode"] = json!("lasttoken")), &["lasttoken"]);
    let old = |c: &mut Value| {
        *c = json!({ "pooling_mode_cls_token": true, "pooling_mode_max_tokens": true });
    };
    expect(&said_of("mpnet", pooling, old), &["cls", "max", "only mean"]);
    expect(&said_of("xlm-r", pooling, |c| c["include_prompt"] = json!(false)), &["prompt"]);
    let dense = "2_Dense/config.json";
    let act = |c: &mut Value| c["activation_function"] = json!("torch.nn.modules.activation.ReLU");
    expect(&said_of("xlm-r", dense, act), &["ReLU", "Tanh"]);
    expect(&said_of("xlm-r", dense, |c| c["in_features"] = json!(7)), &["7", "24"]);
    let lower = |c: &mut Value| c["do_lower_case"] = json!(true);
    expect(&said_of("mpnet", "sentence_bert_config.json", lower), &["do_lower_case"]);
    let name = |c: &mut Value| c["default_prompt_name"] = json!("passage");
    expect(&said_of("xlm-r", "config_sentence_transformers.json", name), &["passage"]);
}

#[test]
fn the_older_way_to_name_the_pooling_is_read() {
    let model = copied("mpnet");
    change(&model.path().join("1_Pooling/config.json"), |config| {
        *config = json!({ "word_embedding_dimension": 24, "pooling_mode_cls_token": false,
            "pooling_mode_mean_tokens": true, "pooling_mode_max_tokens": false });
    });
    let check = model.path().join("expected.json");
    packed(model.path(), WeightDtype::F32, Some(check)).unwrap();
}

#[test]
fn towers_of_open_clip_that_are_not_clips() {
    let config = "open_clip_config.json";
    let text = |name: &'static str, value: Value| {
        move |c: &mut Value| c["model_cfg"]["text_cfg"][name] = value
    };
    let vision = |name: &'static str, value: Value| {
        move |c: &mut Value| c["model_cfg"]["vision_cfg"][name] = value
    };
    let hf = text("hf_model_name", json!("roberta-base"));
    expect(&said_of("open-clip", config, hf), &["text_cfg", "hf_model_name", "roberta-base"]);
    let last = text("pool_type", json!("last"));
    expect(&said_of("open-clip", config, last), &["pool_type", "last"]);
    expect(&said_of("open-clip", config, text("no_causal_mask", json!(true))), &["no_causal_mask"]);
    let timm = vision("timm_model_name", json!("vit_base"));
    expect(&said_of("open-clip", config, timm), &["vision_cfg", "vit_base"]);
    let layers = vision("layers", json!([3, 4, 6, 3]));
    expect(&said_of("open-clip", config, layers), &["open_clip_config.json", "sequence"]);
    let longest = |c: &mut Value| c["preprocess_cfg"]["resize_mode"] = json!("longest");
    expect(&said_of("open-clip", config, longest), &["longest"]);
}

#[test]
fn missing_files_and_weights() {
    let remove =
        |name: &'static str| move |model: &Path| fs::remove_file(model.join(name)).unwrap();
    expect(&said("mpnet", remove("tokenizer.json")), &["tokenizer.json"]);
    expect(&said("siglip", remove("spiece.model")), &["tokenizer.json"]);
    expect(&said("xlm-r", remove("2_Dense/model.safetensors")), &["2_Dense"]);
    let older = |model: &Path| {
        fs::rename(model.join("model.safetensors"), model.join("pytorch_model.bin")).unwrap();
    };
    expect(&said("mpnet", older), &["pytorch_model.bin", "safetensors"]);
    let older = |model: &Path| {
        let name = "open_clip_model.safetensors";
        fs::rename(model.join(name), model.join("open_clip_pytorch_model.bin")).unwrap();
    };
    expect(&said("open-clip", older), &["open_clip_pytorch_model.bin", "safetensors"]);
    // Weights of another model, by name.
    let other = |model: &Path| {
        let from = model.parent().unwrap();
        assert!(from.exists());
        let bert = copied("distilbert");
        fs::copy(bert.path().join("model.safetensors"), model.join("model.safetensors")).unwrap();
    };
    expect(&said("siglip", other), &["weight"]);
    let damaged = |model: &Path| {
        let path = model.join("spiece.model");
        let mut bytes = fs::read(&path).unwrap();
        bytes.truncate(bytes.len() / 2);
        fs::write(path, bytes).unwrap();
    };
    expect(&said("siglip", damaged), &["spiece.model"]);
    let padding = |c: &mut Value| c["padding_side"] = json!("left");
    expect(&said_of("siglip2", "tokenizer_config.json", padding), &["padding_side"]);
    let padding = |c: &mut Value| c["pad_token"] = json!("<none>");
    expect(&said_of("siglip2", "tokenizer_config.json", padding), &["<none>"]);
}
