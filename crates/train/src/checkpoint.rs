//! Where a training is, in one file: parameters, both moments, the step. Random streams are
//! made from the plan's seed and the step, so there is no state of theirs to keep.

use super::{
    Pairs, TrainError, Training,
    parameters::{Parameter, Parameters},
};
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{collections::HashMap, fs, path::Path};

/// The key of what stands beside the tensors.
const STATE: &str = "training";

#[derive(Serialize, Deserialize)]
struct State {
    /// SHA-256 of the plan, the tokenizer and the number of pairs.
    training: String,
    step: usize,
    seconds: f64,
}

fn fingerprint<P: Pairs>(training: &Training<'_, P>, n_pairs: usize) -> Result<String, String> {
    let plan = serde_json::to_vec(training.plan()).map_err(|error| error.to_string())?;
    let mut hash = Sha256::new();
    hash.update(plan);
    hash.update(training.tokenizer());
    hash.update((n_pairs as u64).to_le_bytes());
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

pub(super) fn save<P: Pairs>(training: &Training<'_, P>, path: &Path) -> Result<(), TrainError> {
    let wrong = |reason: String| checkpoint_error(path, reason);
    let state = State {
        training: fingerprint(training, training.pairs.len()).map_err(wrong)?,
        step: training.step,
        seconds: training.seconds,
    };
    let state = serde_json::to_string(&state).map_err(|error| wrong(error.to_string()))?;
    let mut tensors: Vec<(String, &[usize], Vec<u8>)> = Vec::new();
    for (part, parameters) in parts(training) {
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
    let beside = Some(HashMap::from([(STATE.to_owned(), state)]));
    let bytes = safetensors::serialize(views, beside).map_err(|error| wrong(error.to_string()))?;
    // Renamed when it is whole, so that an interruption leaves the one before.
    let partial = path.with_extension("partial");
    let file_error = |source| TrainError::File { path: path.display().to_string(), source };
    fs::write(&partial, bytes).map_err(file_error)?;
    fs::rename(&partial, path).map_err(file_error)
}

pub(super) fn load<P: Pairs>(
    training: &mut Training<'_, P>,
    path: &Path,
) -> Result<(), TrainError> {
    if !path.exists() {
        return Ok(());
    }
    let wrong = |reason: String| checkpoint_error(path, reason);
    let bytes = fs::read(path)
        .map_err(|source| TrainError::File { path: path.display().to_string(), source })?;
    let (_, header) =
        SafeTensors::read_metadata(&bytes).map_err(|error| wrong(error.to_string()))?;
    let tensors = SafeTensors::deserialize(&bytes).map_err(|error| wrong(error.to_string()))?;
    let state = header.metadata().as_ref().and_then(|beside| beside.get(STATE));
    let state = state.ok_or_else(|| wrong("it is no checkpoint".into()))?;
    let state: State = serde_json::from_str(state).map_err(|error| wrong(error.to_string()))?;
    if state.training != fingerprint(training, training.pairs.len()).map_err(wrong)? {
        return Err(wrong("it is of another training: remove it to begin anew".into()));
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
    read("parameter", &mut training.parameters)?;
    read("mean", &mut training.moments.mean)?;
    read("square", &mut training.moments.square)?;
    (training.step, training.seconds) = (state.step, state.seconds);
    Ok(())
}

fn parts<'a, P>(training: &'a Training<'_, P>) -> [(&'static str, &'a Parameters); 3] {
    let Training { parameters, moments, .. } = training;
    [("parameter", parameters), ("mean", &moments.mean), ("square", &moments.square)]
}

fn checkpoint_error(path: &Path, reason: String) -> TrainError {
    TrainError::Checkpoint { path: path.display().to_string(), reason }
}
