//! Checkpoints: parameters, both moments and the step of a training, in one file. Random streams
//! follow from the plan's seed and the step, so they have no state to keep.

use crate::{
    adamw::Moments,
    error::TrainError,
    parameters::{Parameter, Parameters},
    plan::Plan,
};
use rankscope_publish::{Published, Stage, only_files};
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{collections::HashMap, fs, path::Path};

/// The key of the state in the file's metadata.
const STATE: &str = "training";

/// A checkpoint without its tensors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    /// SHA-256 of the plan, the tokenizer and the number of pairs.
    training: String,
    pub(super) step: usize,
    /// That the steps took.
    pub(super) seconds: f64,
}

impl State {
    /// The state of a training after `step` steps.
    pub(super) fn new(
        plan: &Plan,
        tokenizer: &[u8],
        n_pairs: usize,
        step: usize,
        seconds: f64,
    ) -> Result<Self, serde_json::Error> {
        let mut hash = Sha256::new();
        hash.update(serde_json::to_vec(plan)?);
        hash.update(tokenizer);
        hash.update((n_pairs as u64).to_le_bytes());
        let training = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { training, step, seconds })
    }
}

pub(super) fn save(
    path: &Path,
    state: &State,
    parameters: &Parameters,
    moments: &Moments,
) -> Result<(), TrainError> {
    let wrong = |reason: String| checkpoint_error(path, reason);
    let state = serde_json::to_string(state).map_err(|error| wrong(error.to_string()))?;
    let mut tensors: Vec<(String, &[usize], Vec<u8>)> = Vec::new();
    let parts = [("parameter", parameters), ("mean", &moments.mean), ("square", &moments.square)];
    for (part, parameters) in parts {
        for (name, Parameter { shape, values }) in &parameters.by_name {
            let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            tensors.push((format!("{part}/{name}"), shape, bytes));
        }
    }
    let mut views = Vec::with_capacity(tensors.len());
    for (name, shape, bytes) in &tensors {
        let view = TensorView::new(Dtype::F32, shape.to_vec(), bytes);
        views.push((name.as_str(), view.map_err(|error| wrong(error.to_string()))?));
    }
    let metadata = Some(HashMap::from([(STATE.to_owned(), state)]));
    let bytes =
        safetensors::serialize(views, metadata).map_err(|error| wrong(error.to_string()))?;
    let stage = Stage::new(path, true, only_files, |_| {})?;
    let file_error = |source| TrainError::File { path: path.display().to_string(), source };
    stage.with_new(|new| fs::write(new, bytes)).map_err(file_error)?;
    // If an interrupt comes first, the previous checkpoint stays.
    let Published { .. } = stage.publish()?;
    Ok(())
}

/// Reads a checkpoint of the same training as `state` into the parameters and moments. Returns its
/// state, or `None` if there is no file. An error if the file is damaged, or from a different
/// training.
pub(super) fn load(
    path: &Path,
    state: &State,
    parameters: &mut Parameters,
    moments: &mut Moments,
) -> Result<Option<State>, TrainError> {
    if !path.exists() {
        return Ok(None);
    }
    let wrong = |reason: String| checkpoint_error(path, reason);
    let bytes = fs::read(path)
        .map_err(|source| TrainError::File { path: path.display().to_string(), source })?;
    let (_, header) =
        SafeTensors::read_metadata(&bytes).map_err(|error| wrong(error.to_string()))?;
    let tensors = SafeTensors::deserialize(&bytes).map_err(|error| wrong(error.to_string()))?;
    let saved = header.metadata().as_ref().and_then(|metadata| metadata.get(STATE));
    let saved = saved.ok_or_else(|| wrong("it is not a checkpoint".into()))?;
    let saved: State = serde_json::from_str(saved).map_err(|error| wrong(error.to_string()))?;
    if saved.training != state.training {
        return Err(wrong("it is from a different training: remove it to start over".into()));
    }
    let read = |part: &str, parameters: &mut Parameters| -> Result<(), TrainError> {
        for (name, parameter) in &mut parameters.by_name {
            let name = format!("{part}/{name}");
            let view = tensors.tensor(&name).map_err(|error| wrong(format!("{name}: {error}")))?;
            if view.shape() != parameter.shape || view.dtype() != Dtype::F32 {
                return Err(wrong(format!("{name} has another shape")));
            }
            let values = view.data().as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b));
            parameter.values = values.collect();
        }
        Ok(())
    };
    read("parameter", parameters)?;
    read("mean", &mut moments.mean)?;
    read("square", &mut moments.square)?;
    Ok(Some(saved))
}

fn checkpoint_error(path: &Path, reason: String) -> TrainError {
    TrainError::Checkpoint { path: path.display().to_string(), reason }
}
