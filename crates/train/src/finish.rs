//! From a finished training to an encoder pack and the facts about the training.

use crate::{
    error::TrainError, parallel::n_cores, parameters::LOGIT_SCALE, training::Training, world::Pairs,
};
use rankscope_core::benchmark::TrainingFacts;
use rankscope_encode::{
    Architecture,
    training::{NamedWeight, Trained, write_trained},
};
use std::path::Path;

impl<P: Pairs> Training<'_, P> {
    /// Writes the text tower as an encoder pack with its vision tower, in float16. `check_texts`
    /// are stored with their vectors. An error if float16 cannot hold a weight.
    pub fn write_pack(
        &self,
        dir: &Path,
        id: &str,
        title: &str,
        check_texts: &[String],
    ) -> Result<(), TrainError> {
        let towers = &self.plan().towers;
        let trained = Trained {
            id,
            title,
            architecture: Architecture::Clip(towers.text.clone()),
            max_tokens: towers.text.max_position_embeddings,
            tokenizer: self.tokenizer(),
            text: self.weights("text_"),
            vision: Some((towers.vision.clone(), self.weights("vis"))),
            check_texts,
        };
        Ok(write_trained(dir, trained)?)
    }

    /// What went into the training and what came of it. `data` describes the data in words.
    pub fn facts(&self, data: &str) -> TrainingFacts {
        let n_values = |weights: Vec<NamedWeight>| {
            weights.iter().map(|(_, _, values)| values.len() as u64).sum()
        };
        let flops_per_image = self.plan().towers.vision.flops() as f64;
        TrainingFacts {
            text_parameters: n_values(self.weights("text_")),
            image_parameters: n_values(self.weights("vis")),
            flops_per_image,
            seconds: self.seconds(),
            n_cores: u32::try_from(n_cores()).unwrap_or(u32::MAX),
            n_pairs: self.pairs.len() as u64,
            n_pairs_seen: self.n_pairs_seen(),
            data: data.to_owned(),
            objective: self.plan().loss.to_string(),
            seed: self.plan().seed,
        }
    }

    /// The weights of one tower, whose names, the projection's included, start with `prefix`.
    fn weights(&self, prefix: &str) -> Vec<NamedWeight> {
        let of_tower = self
            .parameters
            .by_name
            .iter()
            .filter(|(name, _)| name.starts_with(prefix) && *name != LOGIT_SCALE);
        of_tower.map(|(name, p)| (name.clone(), p.shape.clone(), p.values.clone())).collect()
    }
}
