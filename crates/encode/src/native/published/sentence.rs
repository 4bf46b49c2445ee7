//! The module folders of sentence-transformers: a transformer, pooling, and what may follow.

use super::files::{json_from_file, unsupported, weights_from_file};
use crate::{
    bert_config::{DenseConfig, Pooling},
    error::EncodeError,
    weight_names::sentence::{DENSE, DENSE_BIAS},
    weights::Weights,
};
use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

const MODULES_FILE: &str = "modules.json";
/// The prefix of pooling modes in older files.
const MODE: &str = "pooling_mode_";

pub(super) struct Modules {
    pub(super) model_dir: PathBuf,
    pub(super) pooling: Pooling,
    /// The folder of a layer after the pooling.
    dense: Option<PathBuf>,
    /// Prefixed to every query.
    pub(super) prompt: String,
    pub(super) max_tokens: Option<usize>,
}

#[derive(Deserialize)]
struct Module {
    path: String,
    r#type: String,
}

/// `None` if the folder has no `modules.json`. `prompt` replaces the model's.
pub(super) fn modules_from_dir(
    dir: &Path,
    prompt: Option<&str>,
) -> Result<Option<Modules>, EncodeError> {
    let path = dir.join(MODULES_FILE);
    if !path.exists() {
        return Ok(None);
    }
    let modules: Vec<Module> = json_from_file(&path)?;
    let (mut model_dir, mut pooling, mut dense) = (None, None, None);
    for module in &modules {
        // The path to the class differs in older versions.
        let kind = module.r#type.rsplit('.').next().unwrap_or_default();
        let folder = dir.join(&module.path);
        match (kind, &model_dir, &pooling, &dense) {
            ("Transformer", None, None, None) => model_dir = Some(folder),
            ("Pooling", Some(_), None, None) => pooling = Some(folder),
            ("Dense", Some(_), Some(_), None) => dense = Some(folder),
            ("Normalize", Some(_), Some(_), _) => {}
            _ => {
                let reason = format!(
                    "it has a module {kind:?} here, and only a Transformer, a Pooling, at most one \
                     Dense and a Normalize are supported, in this order"
                );
                return Err(unsupported(&path, reason));
            }
        }
    }
    let (Some(model_dir), Some(pooling)) = (model_dir, pooling) else {
        return Err(unsupported(&path, "a Transformer and a Pooling are needed"));
    };
    let prompt = match prompt {
        Some(prompt) => prompt.to_owned(),
        None => prompt_from_dir(dir)?,
    };
    let pooling = pooling_from_dir(&pooling, !prompt.is_empty())?;
    let max_tokens = match max_tokens_beside(&model_dir)? {
        Some(most) => Some(most),
        None => max_tokens_of_tokenizer(&model_dir)?,
    };
    Ok(Some(Modules { model_dir, pooling, dense, prompt, max_tokens }))
}

/// The default prompt of a query, or else the one named `query`.
fn prompt_from_dir(dir: &Path) -> Result<String, EncodeError> {
    #[derive(Deserialize)]
    struct Config {
        #[serde(default)]
        prompts: BTreeMap<String, String>,
        default_prompt_name: Option<String>,
    }
    let path = dir.join("config_sentence_transformers.json");
    if !path.exists() {
        return Ok(String::new());
    }
    let mut config: Config = json_from_file(&path)?;
    match config.default_prompt_name {
        Some(name) => config
            .prompts
            .remove(&name)
            .ok_or_else(|| unsupported(&path, format!("it has no prompt {name:?}"))),
        None => Ok(config.prompts.remove("query").unwrap_or_default()),
    }
}

fn pooling_from_dir(dir: &Path, has_prompt: bool) -> Result<Pooling, EncodeError> {
    let path = dir.join("config.json");
    let config: BTreeMap<String, Value> = json_from_file(&path)?;
    if has_prompt && config.get("include_prompt") == Some(&Value::Bool(false)) {
        let reason = "include_prompt is false: the tokens of the prompt are left out of the \
                      vector, which is not supported (--prompt \"\" leaves out the prompt)";
        return Err(unsupported(&path, reason));
    }
    let is_on = |(name, value): (&String, &Value)| {
        let mode = name.strip_prefix(MODE)?;
        (*value == Value::Bool(true)).then(|| mode.trim_end_matches("_tokens").to_owned())
    };
    let modes: Vec<String> = match config.get("pooling_mode") {
        Some(Value::String(mode)) => vec![mode.clone()],
        Some(other) => vec![other.to_string()],
        None => config.iter().filter_map(is_on).collect(),
    };
    match modes.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["mean"] => Ok(Pooling::Mean),
        ["cls" | "cls_token"] => Ok(Pooling::Cls),
        ["max"] => Ok(Pooling::Max),
        _ => {
            let modes = modes.join(" and ");
            let reason = format!("it pools by {modes:?}, and only mean, cls or max is supported");
            Err(unsupported(&path, reason))
        }
    }
}

/// The limit in `sentence_bert_config.json`. (The truncation in `tokenizer.json` often differs, and
/// is wrong.)
pub(super) fn max_tokens_beside(dir: &Path) -> Result<Option<usize>, EncodeError> {
    #[derive(Deserialize)]
    struct SentenceConfig {
        max_seq_length: Option<usize>,
        #[serde(default)]
        do_lower_case: bool,
    }
    let path = dir.join("sentence_bert_config.json");
    if !path.exists() {
        return Ok(None);
    }
    let config: SentenceConfig = json_from_file(&path)?;
    if config.do_lower_case {
        let reason = "do_lower_case is true, and only what the tokenizer does itself is supported";
        return Err(unsupported(&path, reason));
    }
    Ok(config.max_seq_length)
}

/// `model_max_length`, unless it is the number that means none.
fn max_tokens_of_tokenizer(dir: &Path) -> Result<Option<usize>, EncodeError> {
    #[derive(Deserialize)]
    struct Config {
        model_max_length: Option<Value>,
    }
    let path = dir.join("tokenizer_config.json");
    if !path.exists() {
        return Ok(None);
    }
    let most = json_from_file::<Config>(&path)?.model_max_length;
    Ok(most.and_then(|most| usize::try_from(most.as_u64()?).ok()))
}

/// Adds the layer after the pooling, if any, to a model's weights.
pub(super) fn put_dense(
    modules: &Modules,
    hidden: usize,
    weights: &mut Weights,
) -> Result<Option<DenseConfig>, EncodeError> {
    #[derive(Deserialize)]
    struct Config {
        in_features: usize,
        out_features: usize,
        bias: bool,
        activation_function: String,
    }
    let Some(dir) = &modules.dense else { return Ok(None) };
    let path = dir.join("config.json");
    let config: Config = json_from_file(&path)?;
    let Config { in_features, out_features, bias, activation_function } = config;
    if in_features != hidden {
        let reason = format!("in_features is {in_features}, and the model gives {hidden}");
        return Err(unsupported(&path, reason));
    }
    let tanh = match activation_function.rsplit('.').next() {
        Some("Tanh") => true,
        Some("Identity") => false,
        _ => {
            let reason = format!(
                "the activation is {activation_function:?}, and only Tanh and Identity are supported"
            );
            return Err(unsupported(&path, reason));
        }
    };
    let mut layer = weights_from_file(&dir.join("model.safetensors"), |name| Some(name))?;
    weights.put(
        DENSE,
        &[out_features, hidden],
        layer.take("linear.weight", &[out_features, hidden])?,
    );
    if bias {
        weights.put(DENSE_BIAS, &[out_features], layer.take("linear.bias", &[out_features])?);
    }
    layer.finish()?;
    Ok(Some(DenseConfig { out_features, bias, tanh }))
}
