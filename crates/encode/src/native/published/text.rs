use super::{
    bert, clip,
    files::{CONFIG_FILE, PublishedText, model_type, unsupported},
    open_clip, sentence, siglip,
};
use crate::error::EncodeError;
use std::path::Path;

/// The text encoder in a published folder, whatever its family; `prompt` replaces the model's.
///
/// # Errors
/// A model or tokenizer that is not supported, a missing file or weight, or sizes that contradict
/// each other.
pub(in crate::native) fn text_from_dir(
    dir: &Path,
    prompt: Option<&str>,
) -> Result<PublishedText, EncodeError> {
    let mut text = if open_clip::is_in(dir) {
        open_clip::text(dir)?
    } else {
        let modules = sentence::modules_from_dir(dir, prompt)?;
        let model_dir = modules.as_ref().map_or(dir, |modules| &modules.model_dir);
        let path = model_dir.join(CONFIG_FILE);
        match model_type(&path)?.as_deref() {
            Some(
                family
                @ ("bert" | "camembert" | "distilbert" | "mpnet" | "roberta" | "xlm-roberta"),
            ) => bert::text(model_dir, family, modules.as_ref())?,
            other if modules.is_some() => {
                let reason = format!(
                    "model_type is {other:?}, and of the models of sentence-transformers only \
                     \"bert\", \"distilbert\", \"mpnet\" and \"xlm-roberta\" are supported"
                );
                return Err(unsupported(&path, reason));
            }
            Some("clip" | "clip_text_model") => clip::text(dir)?,
            Some("siglip" | "siglip_text_model" | "siglip2" | "siglip2_text_model") => {
                siglip::text(dir)?
            }
            other => {
                let reason = format!(
                    "model_type is {other:?}, and only \"bert\", \"clip\", \"clip_text_model\", \
                     \"distilbert\", \"mpnet\", \"siglip\" and \"xlm-roberta\" are supported, and \
                     open_clip's own folders"
                );
                return Err(unsupported(&path, reason));
            }
        }
    };
    if let Some(prompt) = prompt {
        prompt.clone_into(&mut text.prompt);
    }
    text.architecture.check(&dir.display().to_string())?;
    Ok(text)
}
