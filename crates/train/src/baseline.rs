//! Baselines: systems without a network, with fixed features of images and a bag of tokens.

use crate::{
    equations,
    error::TrainError,
    parallel::{in_parallel, n_cores},
    random::Random,
    vocabulary::n_tokens,
    world::Pairs,
};
use rankscope_core::benchmark::TrainingFacts;
use rankscope_encode::{
    Architecture, BagConfig, CentredFeatures, EncodeError, Features, IMAGES_FILE, ImageSide,
    training::{BAG_ROWS, Tokens, Trained, write_trained},
};
use serde::{Deserialize, Serialize};
use std::{fs, path::Path, time::Instant};

/// The weight of a token that tells nothing about an image.
const LEAST_WEIGHT: f32 = 1e-3;

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum Baseline {
    /// Images have fixed features; ridge regression predicts those of a text from its tokens.
    Fitted {
        features: Features,
        /// The penalty on token vectors; a caption's error has weight 1.
        ridge: f64,
    },
    /// Images are encoded by their tags, not their pixels: every token has a random direction,
    /// weighted by its rarity.
    Tags { dim: usize, seed: u64 },
}

pub struct FittedBaseline {
    images: ImageSide,
    /// `[vocab, dim]`.
    rows: Vec<f32>,
    dim: usize,
    tokenizer: Vec<u8>,
    max_tokens: usize,
    facts: TrainingFacts,
}

impl Baseline {
    /// Fits the baseline to pairs of images `[size, size, 3]` and captions. `data` describes them
    /// in words.
    pub fn fit(
        self,
        pairs: &impl Pairs,
        size: usize,
        tokenizer: &[u8],
        max_tokens: usize,
        data: &str,
    ) -> Result<FittedBaseline, TrainError> {
        let began = Instant::now();
        let tokens = Tokens::from_json(tokenizer, max_tokens)?;
        let vocab = n_tokens(tokenizer)?;
        let (images, rows, objective, seed) = match self {
            Self::Fitted { features, ridge } => {
                features.check(size).map_err(TrainError::Plan)?;
                let (mean, rows) = fitted(features, ridge, pairs, size, &tokens, vocab)?;
                let objective = format!("ridge regression of {features}");
                let seed = match features {
                    Features::RandomProjection { seed, .. } => seed,
                    Features::ColourHistogram { .. } => 0,
                };
                (
                    ImageSide::Features(CentredFeatures { features, size, mean }),
                    rows,
                    objective,
                    seed,
                )
            }
            Self::Tags { dim, seed } => {
                let rows = directions(pairs, &tokens, vocab, dim, seed);
                (ImageSide::Tags, rows, "random directions of tokens".into(), seed)
            }
        };
        let n_pairs = pairs.len() as u64;
        let facts = TrainingFacts {
            text_parameters: rows.len() as u64,
            image_parameters: 0,
            flops_per_image: 0.0,
            seconds: began.elapsed().as_secs_f64(),
            n_cores: u32::try_from(n_cores()).unwrap_or(u32::MAX),
            n_pairs,
            n_pairs_seen: n_pairs,
            data: data.to_owned(),
            objective,
            seed,
        };
        let dim = rows.len() / vocab;
        let tokenizer = tokenizer.to_vec();
        Ok(FittedBaseline { images, rows, dim, tokenizer, max_tokens, facts })
    }
}

impl FittedBaseline {
    /// Writes the text encoder as a pack, and [`IMAGES_FILE`].
    pub fn write_pack(
        &self,
        dir: &Path,
        id: &str,
        title: &str,
        check_texts: &[String],
    ) -> Result<(), TrainError> {
        let vocab_size = self.rows.len() / self.dim;
        let trained = Trained {
            id,
            title,
            architecture: Architecture::Bag(BagConfig { vocab_size, dim: self.dim }),
            max_tokens: self.max_tokens,
            tokenizer: &self.tokenizer,
            text: vec![(BAG_ROWS.into(), vec![vocab_size, self.dim], self.rows.clone())],
            vision: None,
            check_texts,
        };
        write_trained(dir, trained)?;
        let path = dir.join(IMAGES_FILE);
        let json = serde_json::to_vec(&self.images)
            .map_err(|source| EncodeError::Json { path: IMAGES_FILE.into(), source })?;
        fs::write(&path, json)
            .map_err(|source| TrainError::File { path: path.display().to_string(), source })
    }

    pub fn facts(&self) -> &TrainingFacts {
        &self.facts
    }
}

/// The mean of the features `[dim]`, and the tokens' vectors `[vocab, dim]` that minimise, by ridge
/// regression, Σ over captions of |mean of the caption's token vectors − (its image's features −
/// their mean)|² + ridge · Σ over tokens of |vector|².
fn fitted(
    features: Features,
    ridge: f64,
    pairs: &impl Pairs,
    size: usize,
    tokens: &Tokens,
    vocab: usize,
) -> Result<(Vec<f32>, Vec<f32>), TrainError> {
    let (extract, dim, needed) = (features.extractor(size), features.dim(), 3 * size * size);
    let features = in_parallel((0..pairs.len()).collect(), n_cores(), |row| {
        let image = pairs.image(row);
        (image.len() == needed)
            .then(|| extract.values(&image))
            .ok_or_else(|| TrainError::from(EncodeError::ImageSize { needed, found: image.len() }))
    });
    let features = features.into_iter().collect::<Result<Vec<Vec<f32>>, _>>()?;
    let mut mean = vec![0.0f64; dim];
    for values in &features {
        mean.iter_mut().zip(values).for_each(|(mean, value)| *mean += f64::from(*value));
    }
    mean.iter_mut().for_each(|mean| *mean /= pairs.len().max(1) as f64);
    let (mut squares, mut products) = (vec![0.0f64; vocab * vocab], vec![0.0f64; vocab * dim]);
    for (row, values) in features.iter().enumerate() {
        for which in 0..pairs.n_captions(row) {
            let ids = tokens.ids(&pairs.caption(row, which));
            let share = 1.0 / ids.len() as f64;
            for id in &ids {
                let id = *id as usize;
                for other in &ids {
                    squares[id * vocab + *other as usize] += share * share;
                }
                let of_token = &mut products[id * dim..(id + 1) * dim];
                for ((sum, value), mean) in of_token.iter_mut().zip(values).zip(&mean) {
                    *sum += share * (f64::from(*value) - mean);
                }
            }
        }
    }
    equations::solve(&mut squares, &mut products, vocab, ridge)?;
    #[expect(clippy::cast_possible_truncation, reason = "rounding is the point")]
    let narrow = |values: Vec<f64>| values.into_iter().map(|value| value as f32).collect();
    Ok((narrow(mean), narrow(products)))
}

/// The tokens' vectors `[vocab, dim]`: a random direction each, times ln((n + 1) / (n_with + 1))
/// for n images of which n_with have the token. A token of every text, such as its two ends, has
/// the least weight, and so has a token of no text, which can find nothing.
fn directions(
    pairs: &impl Pairs,
    tokens: &Tokens,
    vocab: usize,
    dim: usize,
    seed: u64,
) -> Vec<f32> {
    let mut n_with = vec![0u32; vocab];
    for row in 0..pairs.len() {
        let mut ids: Vec<u32> = (0..pairs.n_captions(row))
            .flat_map(|which| tokens.ids(&pairs.caption(row, which)))
            .collect();
        ids.sort_unstable();
        ids.dedup();
        ids.into_iter().for_each(|id| n_with[id as usize] += 1);
    }
    let n_images = pairs.len() as f64 + 1.0;
    let row = |(token, n_with): (usize, u32)| {
        let mut random = Random::new(seed, &[token as u64]);
        #[expect(clippy::cast_possible_truncation, reason = "a logarithm")]
        let rarity = libm::log(n_images / (f64::from(n_with) + 1.0)) as f32;
        // More than 0, so that a text without any known word still has a direction.
        let weight = if n_with == 0 { LEAST_WEIGHT } else { rarity.max(LEAST_WEIGHT) };
        (0..dim).map(|_| weight * random.normal()).collect::<Vec<f32>>()
    };
    n_with.into_iter().enumerate().flat_map(row).collect()
}
