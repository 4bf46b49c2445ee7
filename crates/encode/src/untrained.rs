//! A small BERT that was never trained: seeded random weights over the words of some texts.
//!
//! Random features keep apart what shares no words and bring together what does, which is
//! enough to run the whole way from text to hits where no trained weights can be had.

use super::{
    Architecture, BertConfig, EncodeError, Encoder, PackManifest, StoredCheck, WeightDtype,
    folder::{Contents, write_pack},
    kernels::Values,
    weights::{Weight, Weights},
    weights_file::{n_parameters, safetensors_from_weights},
};
use rankscope_core::random::SplitMix64;
use serde_json::json;
use std::{collections::BTreeSet, path::Path};

const HIDDEN: usize = 64;
const WIDE: usize = 128;
const LAYERS: usize = 2;
const HEADS: usize = 4;
const MAX_TOKENS: usize = 64;
const SPECIAL: [&str; 4] = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"];

/// Writes a pack whose vocabulary is the words of `texts`, the same bytes for the same texts.
///
/// # Errors
/// A folder that cannot be written.
pub fn untrained_pack(id: &str, texts: &[String], dir: &Path) -> Result<(), EncodeError> {
    let tokenizer = tokenizer_from_texts(texts);
    let vocab_size = tokenizer["model"]["vocab"].as_object().map_or(0, serde_json::Map::len);
    let bert = BertConfig {
        hidden_size: HIDDEN,
        num_hidden_layers: LAYERS,
        num_attention_heads: HEADS,
        intermediate_size: WIDE,
        vocab_size,
        max_position_embeddings: MAX_TOKENS,
        type_vocab_size: 1,
        layer_norm_eps: 1e-12,
        hidden_act: "gelu".into(),
    };
    let weights = random_weights(&bert);
    let halves = safetensors_from_weights(super::WEIGHTS_FILE, &weights, WeightDtype::F16)?;
    let mut manifest = PackManifest {
        schema_version: PackManifest::SCHEMA_VERSION,
        id: id.into(),
        title: "Untrained BERT (2 layers of 64)".into(),
        dim: HIDDEN,
        max_tokens: MAX_TOKENS,
        parameters: n_parameters(&weights),
        architecture: Architecture::Bert(bert),
        weights: WeightDtype::F16,
        vision: None,
        files: Vec::new(),
        checks: Vec::new(),
    };
    let tokenizer = tokenizer.to_string().into_bytes();
    let encoder = Encoder::new(manifest.clone(), &tokenizer, &halves)?;
    for text in texts.iter().take(3) {
        let answer = encoder.encode_blocking(text)?;
        let (ids, vector) = (answer.token_ids, answer.vector);
        manifest.checks.push(StoredCheck { text: text.clone(), ids, vector });
    }
    write_pack(dir, manifest, &Contents { tokenizer: &tokenizer, weights: &halves, vision: None })
}

/// A WordPiece tokenizer that knows the words of the texts and single letters.
fn tokenizer_from_texts(texts: &[String]) -> serde_json::Value {
    let words: BTreeSet<String> = texts
        .iter()
        .flat_map(|text| text.split(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let letters = ('a'..='z').chain('0'..='9');
    let pieces = letters.flat_map(|c| [c.to_string(), format!("##{c}")]);
    let special = SPECIAL.map(str::to_owned);
    let mut vocab = serde_json::Map::new();
    for token in special.into_iter().chain(pieces).chain(words) {
        let next = vocab.len();
        vocab.entry(token).or_insert(next.into());
    }
    let id = |token: &str| vocab[token].clone();
    let one = |token: &str| json!({ "id": token, "ids": [id(token)], "tokens": [token] });
    let added = |token: &str| {
        json!({ "id": id(token), "content": token, "single_word": false, "lstrip": false,
                "rstrip": false, "normalized": false, "special": true })
    };
    let added_tokens = SPECIAL.map(added);
    json!({
        "version": "1.0",
        "truncation": null,
        "padding": null,
        "added_tokens": added_tokens,
        "normalizer": { "type": "BertNormalizer", "clean_text": true,
            "handle_chinese_chars": true, "strip_accents": null, "lowercase": true },
        "pre_tokenizer": { "type": "BertPreTokenizer" },
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [{ "SpecialToken": { "id": "[CLS]", "type_id": 0 } },
                       { "Sequence": { "id": "A", "type_id": 0 } },
                       { "SpecialToken": { "id": "[SEP]", "type_id": 0 } }],
            "pair": [{ "Sequence": { "id": "A", "type_id": 0 } },
                     { "Sequence": { "id": "B", "type_id": 1 } }],
            "special_tokens": { "[CLS]": one("[CLS]"), "[SEP]": one("[SEP]") },
        },
        "decoder": { "type": "WordPiece", "prefix": "##", "cleanup": true },
        "model": { "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100, "vocab": vocab },
    })
}

fn random_weights(bert: &BertConfig) -> Weights {
    let mut random = SplitMix64::new(0x5ca1_ab1e);
    let mut random = |shape: &[usize], spread: f32| {
        let values = (0..shape.iter().product()).map(|_| spread * normal(&mut random)).collect();
        Weight { shape: shape.to_vec(), values: Values::F32(values) }
    };
    let constant =
        |len: usize, value: f32| Weight { shape: vec![len], values: Values::F32(vec![value; len]) };
    let (hidden, wide) = (bert.hidden_size, bert.intermediate_size);
    let mut named = vec![
        ("embeddings.word_embeddings.weight".into(), random(&[bert.vocab_size, hidden], 1.0)),
        // Small, so that a word means much the same wherever it stands.
        (
            "embeddings.position_embeddings.weight".into(),
            random(&[bert.max_position_embeddings, hidden], 0.05),
        ),
        ("embeddings.token_type_embeddings.weight".into(), random(&[1, hidden], 0.05)),
    ];
    let mut norms = vec!["embeddings.LayerNorm".to_owned()];
    for index in 0..bert.num_hidden_layers {
        let at = format!("encoder.layer.{index}");
        for (name, n_in, n_out) in [
            ("attention.self.query", hidden, hidden),
            ("attention.self.key", hidden, hidden),
            ("attention.self.value", hidden, hidden),
            ("attention.output.dense", hidden, hidden),
            ("intermediate.dense", hidden, wide),
            ("output.dense", wide, hidden),
        ] {
            named.push((format!("{at}.{name}.weight"), random(&[n_out, n_in], 0.06)));
            named.push((format!("{at}.{name}.bias"), constant(n_out, 0.0)));
        }
        norms.push(format!("{at}.attention.output.LayerNorm"));
        norms.push(format!("{at}.output.LayerNorm"));
    }
    for norm in norms {
        named.push((format!("{norm}.weight"), constant(hidden, 1.0)));
        named.push((format!("{norm}.bias"), constant(hidden, 0.0)));
    }
    Weights::from_named(named)
}

/// Roughly normal: the sum of twelve uniform values less 6, which needs no transcendental
/// function and so is the same on every machine.
fn normal(random: &mut SplitMix64) -> f32 {
    (0..12).map(|_| random.unit()).sum::<f32>() - 6.0
}
