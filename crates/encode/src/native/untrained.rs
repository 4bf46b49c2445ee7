//! A small untrained BERT: seeded random weights over the words of some texts. Random features
//! separate texts without common words and bring together those that share some, which is enough to
//! test the whole way from text to hits.

use super::{
    trained::{NamedWeight, Trained, write_trained},
    uncased_tokenizer::uncased_tokenizer,
};
use crate::{
    architecture::Architecture,
    bert_config::{BertConfig, Pooling},
    error::EncodeError,
    weight_names::bert,
};
use rankscope_core::random::SplitMix64;
use std::{collections::BTreeSet, path::Path};

const HIDDEN: usize = 64;
const INTERMEDIATE: usize = 128;
const LAYERS: usize = 2;
const HEADS: usize = 4;
const MAX_TOKENS: usize = 64;
const SPECIAL: [&str; 4] = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"];

/// Writes a pack whose vocabulary is the words of `texts`: the same bytes for the same texts.
pub fn untrained_pack(id: &str, texts: &[String], dir: &Path) -> Result<(), EncodeError> {
    let tokenizer = tokenizer_from_texts(texts);
    let vocab_size = tokenizer["model"]["vocab"].as_object().map_or(0, serde_json::Map::len);
    let config = BertConfig {
        hidden_size: HIDDEN,
        num_hidden_layers: LAYERS,
        num_attention_heads: HEADS,
        intermediate_size: INTERMEDIATE,
        vocab_size,
        max_position_embeddings: MAX_TOKENS,
        type_vocab_size: 1,
        layer_norm_eps: 1e-12,
        hidden_act: "gelu".into(),
        relative_attention_num_buckets: 0,
        pooling: Pooling::Mean,
        dense: None,
    };
    let trained = Trained {
        id,
        title: "Untrained BERT (2 layers of 64)",
        text: random_weights(&config),
        architecture: Architecture::Bert(config),
        max_tokens: MAX_TOKENS,
        tokenizer: &tokenizer.to_string().into_bytes(),
        vision: None,
        check_texts: texts.get(..3).unwrap_or(texts),
    };
    write_trained(dir, trained)
}

fn tokenizer_from_texts(texts: &[String]) -> serde_json::Value {
    let words: BTreeSet<String> = texts
        .iter()
        .flat_map(|text| text.split(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let letters = ('a'..='z').chain('0'..='9');
    let pieces = letters.flat_map(|c| [c.to_string(), format!("##{c}")]);
    uncased_tokenizer(&SPECIAL, pieces.chain(words))
}

fn random_weights(config: &BertConfig) -> Vec<NamedWeight> {
    let mut random = SplitMix64::new(0x5ca1_ab1e);
    let mut random = |name: &str, shape: &[usize], spread: f32| {
        let values = (0..shape.iter().product()).map(|_| spread * normal(&mut random)).collect();
        (name.to_owned(), shape.to_vec(), values)
    };
    let constant = |name: String, len: usize, value: f32| (name, vec![len], vec![value; len]);
    let (hidden, intermediate) = (config.hidden_size, config.intermediate_size);
    let n_positions = config.max_position_embeddings;
    let mut named = vec![
        random(bert::WORDS, &[config.vocab_size, hidden], 1.0),
        // Small, so that a word means much the same at every position.
        random(bert::POSITIONS, &[n_positions, hidden], 0.05),
        random(bert::TOKEN_TYPES, &[1, hidden], 0.05),
    ];
    let mut norms = vec![bert::EMBEDDING_NORM.to_owned()];
    for block in (0..config.num_hidden_layers).map(bert::block) {
        let [query, key, value] = block.qkv;
        for (name, n_in, n_out) in [
            (query, hidden, hidden),
            (key, hidden, hidden),
            (value, hidden, hidden),
            (block.attention_output, hidden, hidden),
            (block.up, hidden, intermediate),
            (block.down, intermediate, hidden),
        ] {
            named.push(random(&format!("{name}.weight"), &[n_out, n_in], 0.06));
            named.push(constant(format!("{name}.bias"), n_out, 0.0));
        }
        norms.extend([block.attention_norm, block.mlp_norm]);
    }
    for norm in norms {
        named.push(constant(format!("{norm}.weight"), hidden, 1.0));
        named.push(constant(format!("{norm}.bias"), hidden, 0.0));
    }
    named
}

/// Roughly normal: the sum of twelve uniform values minus 6. It needs no transcendental function,
/// so it is the same on every machine.
fn normal(random: &mut SplitMix64) -> f32 {
    (0..12).map(|_| random.unit()).sum::<f32>() - 6.0
}
