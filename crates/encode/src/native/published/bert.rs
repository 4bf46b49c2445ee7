//! BERT and its family: DistilBERT, XLM-R (with RoBERTa and CamemBERT) and MPNet, which all become
//! a BERT with BERT's names.

use super::{
    files::{
        CONFIG_FILE, PublishedText, from_value, json_from_file, tokenizer_from_dir, unsupported,
        weights_from_dir,
    },
    sentence::{Modules, max_tokens_beside, put_dense},
};
use crate::{
    architecture::Architecture,
    bert_config::{BertConfig, Pooling},
    error::EncodeError,
    weight_names::bert as names,
    weights::Weights,
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;

/// Of sentence encoders of this family that name no limit.
const DEFAULT_MAX_TOKENS: usize = 256;

#[derive(Deserialize)]
struct DistilBert {
    dim: usize,
    n_layers: usize,
    n_heads: usize,
    hidden_dim: usize,
    vocab_size: usize,
    max_position_embeddings: usize,
    activation: String,
}

pub(super) fn text(
    dir: &Path,
    family: &str,
    modules: Option<&Modules>,
) -> Result<PublishedText, EncodeError> {
    let mut config = config_from_dir(dir, family)?;
    let mut weights = weights_from_dir(dir, used)?;
    match family {
        "distilbert" => weights = weights.renamed(name_of_distilbert),
        "mpnet" => weights = weights.renamed(name_of_mpnet),
        _ => {}
    }
    if matches!(family, "distilbert" | "mpnet") {
        config.type_vocab_size = 1;
        weights.put(names::TOKEN_TYPES, &[1, config.hidden_size], vec![0.0; config.hidden_size]);
    }
    if !matches!(family, "bert" | "distilbert") {
        cut_padding_positions(dir, &mut config, &mut weights)?;
    }
    let mut prompt = String::new();
    if let Some(modules) = modules {
        config.pooling = modules.pooling;
        config.dense = put_dense(modules, config.hidden_size, &mut weights)?;
        prompt.clone_from(&modules.prompt);
    }
    let named = modules.and_then(|modules| modules.max_tokens);
    let limit = match modules {
        Some(_) => named.unwrap_or(config.max_position_embeddings),
        None => max_tokens_beside(dir)?.unwrap_or(DEFAULT_MAX_TOKENS),
    };
    let max_tokens = limit.min(config.max_position_embeddings);
    let tokenizer = tokenizer_from_dir(dir)?;
    Ok(PublishedText {
        architecture: Architecture::Bert(config),
        weights,
        tokenizer,
        max_tokens,
        prompt,
    })
}

fn config_from_dir(dir: &Path, family: &str) -> Result<BertConfig, EncodeError> {
    let path = dir.join(CONFIG_FILE);
    if family == "distilbert" {
        let config: DistilBert = json_from_file(&path)?;
        return Ok(BertConfig {
            hidden_size: config.dim,
            num_hidden_layers: config.n_layers,
            num_attention_heads: config.n_heads,
            intermediate_size: config.hidden_dim,
            vocab_size: config.vocab_size,
            max_position_embeddings: config.max_position_embeddings,
            type_vocab_size: 1,
            layer_norm_eps: 1e-12,
            hidden_act: config.activation,
            relative_attention_num_buckets: 0,
            pooling: Pooling::Mean,
            dense: None,
        });
    }
    let mut config: Value = json_from_file(&path)?;
    match config["position_embedding_type"].as_str() {
        None | Some("absolute") => {}
        Some(kind) => {
            let reason = format!("positions are {kind:?}, and only \"absolute\" is supported");
            return Err(unsupported(&path, reason));
        }
    }
    if family == "mpnet" {
        config["type_vocab_size"] = json!(1);
        if config["relative_attention_num_buckets"].is_null() {
            config["relative_attention_num_buckets"] = json!(crate::bert_config::N_BUCKETS);
        }
    }
    from_value(&path, config)
}

/// Positions of these families begin after the number of the padding token.
fn cut_padding_positions(
    dir: &Path,
    config: &mut BertConfig,
    weights: &mut Weights,
) -> Result<(), EncodeError> {
    #[derive(Deserialize)]
    struct Padding {
        pad_token_id: Option<usize>,
    }
    let path = dir.join(CONFIG_FILE);
    let n_cut = 1 + json_from_file::<Padding>(&path)?.pad_token_id.unwrap_or(1);
    let n_rows = config.max_position_embeddings;
    if n_cut >= n_rows {
        let reason = format!("its {n_rows} positions begin at {n_cut}");
        return Err(unsupported(&path, reason));
    }
    weights.cut_first_rows(names::POSITIONS, [n_rows, config.hidden_size], n_cut)?;
    config.max_position_embeddings = n_rows - n_cut;
    Ok(())
}

/// A weight's name without the model's prefix; `None` if encoding does not use it: stored position
/// numbers, the pooler and the heads of other tasks.
fn used(full_name: &str) -> Option<&str> {
    let models = ["bert.", "distilbert.", "mpnet.", "roberta."];
    let name = models.iter().find_map(|model| full_name.strip_prefix(model)).unwrap_or(full_name);
    let heads = ["pooler.", "lm_head.", "cls.", "vocab_", "classifier."];
    let is_unused =
        name == "embeddings.position_ids" || heads.iter().any(|head| name.starts_with(head));
    (!is_unused).then_some(name)
}

fn name_of_distilbert(name: &str) -> String {
    name.replace("transformer.layer.", "encoder.layer.")
        .replace(".attention.q_lin.", ".attention.self.query.")
        .replace(".attention.k_lin.", ".attention.self.key.")
        .replace(".attention.v_lin.", ".attention.self.value.")
        .replace(".attention.out_lin.", ".attention.output.dense.")
        .replace(".sa_layer_norm.", ".attention.output.LayerNorm.")
        .replace(".ffn.lin1.", ".intermediate.dense.")
        .replace(".ffn.lin2.", ".output.dense.")
        .replace(".output_layer_norm.", ".output.LayerNorm.")
}

fn name_of_mpnet(name: &str) -> String {
    name.replace(".attention.attn.q.", ".attention.self.query.")
        .replace(".attention.attn.k.", ".attention.self.key.")
        .replace(".attention.attn.v.", ".attention.self.value.")
        .replace(".attention.attn.o.", ".attention.output.dense.")
        .replace(".attention.LayerNorm.", ".attention.output.LayerNorm.")
}
