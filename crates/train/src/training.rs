//! The training loop: a batch through the towers, the loss, a step of the optimiser.

use crate::{
    adamw::{Moments, StepSize, clip, learning_rate},
    checkpoint,
    error::TrainError,
    loss::Batch,
    network::{Chunk, Forward, OnDevice},
    parallel::{in_parallel, n_cores},
    parameters::{LOGIT_SCALE, Parameters},
    plan::Plan,
    random::Random,
    world::Pairs,
};
use rankscope_encode::training::Tokens;
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Pairs that go through the towers together. It determines the order of sums, and so the last bits
/// of every weight: it must not depend on the machine.
const CHUNK: usize = 64;

/// Between checkpoints.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

/// Purposes of random streams.
const ORDER: u64 = 1;
const CAPTION: u64 = 2;
const AUGMENT: u64 = 3;

pub struct Training<'a, P> {
    plan: Plan,
    pub(super) pairs: &'a P,
    tokenizer: Vec<u8>,
    tokens: Tokens,
    n_threads: usize,
    pub(super) parameters: Parameters,
    moments: Moments,
    step: usize,
    /// Of training, in all runs together.
    seconds: f64,
    /// The current round through the pairs, from 0, and its order of rows.
    order: (usize, Vec<usize>),
}

/// After a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    pub step: usize,
    pub n_steps: usize,
    /// Of this step's batch.
    pub loss: f64,
    /// Of this step.
    pub learning_rate: f32,
    /// The mean of this run.
    pub pairs_per_second: f64,
    /// At that speed.
    pub seconds_left: f64,
}

impl<'a, P: Pairs> Training<'a, P> {
    /// Starts a training at step 0. `tokenizer` is a `tokenizer.json`. An error if the plan
    /// contradicts itself, the pairs or the tokenizer.
    pub fn new(plan: Plan, pairs: &'a P, tokenizer: &[u8]) -> Result<Self, TrainError> {
        plan.check(pairs.len())?;
        let tokens = Tokens::from_json(tokenizer, plan.towers.text.max_position_embeddings)?;
        let scale = plan.loss.initial_logit_scale();
        let parameters = Parameters::initial(&plan.towers, plan.seed, scale)?;
        Ok(Self {
            moments: Moments::zero(&parameters),
            parameters,
            plan,
            pairs,
            tokenizer: tokenizer.to_vec(),
            tokens,
            n_threads: n_cores(),
            step: 0,
            seconds: 0.0,
            order: (usize::MAX, Vec::new()),
        })
    }

    /// All cores by default. Results do not depend on it.
    #[must_use]
    pub fn on_threads(mut self, n_threads: usize) -> Self {
        self.n_threads = n_threads;
        self
    }

    /// Continues from a checkpoint of the same plan, if the file exists.
    pub fn resumed(mut self, path: &Path) -> Result<Self, TrainError> {
        let state = self.state(path)?;
        let saved = checkpoint::load(path, &state, &mut self.parameters, &mut self.moments)?;
        if let Some(saved) = saved {
            (self.step, self.seconds) = (saved.step, saved.seconds);
        }
        Ok(self)
    }

    pub fn save(&self, path: &Path) -> Result<(), TrainError> {
        checkpoint::save(path, &self.state(path)?, &self.parameters, &self.moments)
    }

    fn state(&self, path: &Path) -> Result<checkpoint::State, TrainError> {
        let n_pairs = self.pairs.len();
        checkpoint::State::new(&self.plan, &self.tokenizer, n_pairs, self.step, self.seconds)
            .map_err(|error| TrainError::Checkpoint {
                path: path.display().to_string(),
                reason: error.to_string(),
            })
    }

    /// Does the remaining steps. After each, calls `report`, which returns whether to continue; if
    /// not, the error is [`TrainError::Stopped`]. Writes a checkpoint every minute and when it
    /// stops early.
    pub fn run(
        &mut self,
        checkpoint: Option<PathBuf>,
        mut report: impl FnMut(Progress) -> bool,
    ) -> Result<(), TrainError> {
        let (began, first, seconds_before) = (Instant::now(), self.step, self.seconds);
        let mut saved = Instant::now();
        while self.step < self.plan.n_steps {
            let loss = self.one_step()?;
            let elapsed = began.elapsed().as_secs_f64();
            self.seconds = seconds_before + elapsed;
            let (done, left) = ((self.step - first) as f64, (self.plan.n_steps - self.step) as f64);
            let batch = self.plan.batch as f64;
            let goes_on = report(Progress {
                step: self.step,
                n_steps: self.plan.n_steps,
                loss,
                learning_rate: self.learning_rate(self.step - 1),
                pairs_per_second: done * batch / elapsed,
                seconds_left: left * elapsed / done,
            });
            if let Some(path) = &checkpoint
                && (!goes_on || saved.elapsed() > CHECKPOINT_EVERY)
            {
                self.save(path)?;
                saved = Instant::now();
            }
            if !goes_on {
                return Err(TrainError::Stopped { step: self.step });
            }
        }
        Ok(())
    }

    /// Does one step; returns the loss of its batch, as it was before the step.
    pub fn one_step(&mut self) -> Result<f64, TrainError> {
        let rows = self.rows();
        let shared = OnDevice::new(&self.parameters);
        let end = self.tokens.last();
        let chunks: Vec<&[(usize, usize)]> = rows.chunks(CHUNK).collect();
        let forwards = in_parallel(chunks, self.n_threads, |rows| {
            let chunk = self.chunk(rows)?;
            let texts = chunk.texts.clone();
            let forward = Forward::new(&self.plan.towers, &shared, chunk, end)?;
            let vectors = forward.vectors()?;
            Ok::<_, TrainError>((forward, vectors, texts))
        });
        let dim = self.plan.towers.text.projection_dim;
        let (mut images, mut texts, mut ids) = (Vec::new(), Vec::new(), Vec::new());
        let mut graphs = Vec::new();
        for done in forwards {
            let (forward, vectors, chunk_ids) = done?;
            graphs.push((images.len()..images.len() + vectors.0.len(), forward));
            images.extend(vectors.0);
            texts.extend(vectors.1);
            ids.extend(chunk_ids);
        }
        let batch = Batch { images: &images, texts: &texts, dim, groups: &groups(&ids) };
        let is_early = self.step < self.plan.n_before_mining;
        let loss = if is_early { self.plan.loss.before_mining() } else { self.plan.loss };
        let outcome = loss.outcome(&batch, self.parameters.logit_scale());
        if !outcome.loss.is_finite() {
            return Err(TrainError::Diverged { step: self.step, loss: outcome.loss });
        }
        let backwards = in_parallel(graphs, self.n_threads, |(range, forward)| {
            forward.backward(&outcome.images[range.clone()], &outcome.texts[range])
        });
        // Summed in the chunks' order, whatever the number of threads.
        let mut gradients: BTreeMap<&str, Vec<f32>> = BTreeMap::new();
        for chunk in backwards {
            for (name, gradient) in chunk? {
                match gradients.get_mut(name) {
                    None => drop(gradients.insert(name, gradient)),
                    Some(sum) => sum.iter_mut().zip(gradient).for_each(|(s, g)| *s += g),
                }
            }
        }
        if self.plan.loss.has_temperature() {
            #[expect(clippy::cast_possible_truncation, reason = "rounding is the point")]
            gradients.insert(LOGIT_SCALE, vec![outcome.logit_scale as f32]);
        }
        clip(&mut gradients, self.plan.longest_gradient);
        let size = StepSize {
            learning_rate: self.learning_rate(self.step),
            weight_decay: self.plan.weight_decay,
            n_before: self.step,
        };
        self.moments.step(&mut self.parameters, &gradients, size);
        self.step += 1;
        Ok(outcome.loss)
    }

    fn learning_rate(&self, step: usize) -> f32 {
        learning_rate(self.plan.learning_rate, step, self.plan.n_warm_up, self.plan.n_steps)
    }

    /// The batch of this step: rows of pairs, each with its index in the whole training. A round
    /// goes through all pairs once, in random order, except for the last ones that fill no batch.
    fn rows(&mut self) -> Vec<(usize, usize)> {
        let batches_in_round = self.pairs.len() / self.plan.batch;
        let (round, batch) = (self.step / batches_in_round, self.step % batches_in_round);
        if self.order.0 != round {
            let mut random = Random::new(self.plan.seed, &[ORDER, round as u64]);
            self.order = (round, random.permutation(self.pairs.len()));
        }
        let first = self.step * self.plan.batch;
        let rows = self.order.1.iter().skip(batch * self.plan.batch).take(self.plan.batch);
        rows.enumerate().map(|(index, row)| (*row, first + index)).collect()
    }

    fn chunk(&self, rows: &[(usize, usize)]) -> Result<Chunk, TrainError> {
        let size = self.plan.towers.vision.image_size;
        let mut images = Vec::with_capacity(rows.len());
        let mut texts = Vec::with_capacity(rows.len());
        for (row, place) in rows {
            let random = |purpose| Random::new(self.plan.seed, &[purpose, *place as u64]);
            let image = self.pairs.image(*row);
            if image.len() != 3 * size * size {
                return Err(TrainError::Plan(format!(
                    "image {row} has {} bytes, and the vision tower takes {size} × {size} pixels",
                    image.len()
                )));
            }
            images.push(self.plan.augment.apply(image, size, &mut random(AUGMENT)));
            let which = random(CAPTION).below(self.pairs.n_captions(*row));
            texts.push(self.tokens.ids(&self.pairs.caption(*row, which)));
        }
        Ok(Chunk::new(&self.plan.towers, &images, texts))
    }

    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    pub fn tokenizer(&self) -> &[u8] {
        &self.tokenizer
    }

    /// Of training so far, in all runs together.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// So far, repetitions included.
    pub fn n_pairs_seen(&self) -> u64 {
        self.step as u64 * self.plan.batch as u64
    }
}

/// A group for each distinct caption: pairs with the same caption are not negatives of each other.
fn groups(texts: &[Vec<u32>]) -> Vec<usize> {
    let mut known: BTreeMap<&[u32], usize> = BTreeMap::new();
    texts
        .iter()
        .map(|text| {
            let next = known.len();
            *known.entry(text).or_insert(next)
        })
        .collect()
}
