//! `rankscope train`: trains the systems of a recipe.

mod folder;

use super::{interrupt, output, shards::progress_bar};
use anyhow::{Context, Result, bail};
use folder::FolderWorld;
use indicatif::{ProgressBar, ProgressStyle};
use rankscope_train::{
    DrawnScenes, FACTS_FILE, FirstPairs, Progress, SystemRecipe, TrainRecipe, Training, World,
    plan_from_recipe, train_system, vocabulary_of,
};
use std::{
    cell::Cell,
    fs,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

/// Between lines of progress, where there is no terminal for a bar.
const LINE_EVERY: Duration = Duration::from_secs(15);

/// Steps by which a training's speed is measured, after one that is not counted.
const MEASURED_STEPS: usize = 8;

/// Train the systems of a recipe, on the CPU.
///
/// Each system becomes a folder: an encoder pack, with the vision tower beside the text
/// tower. What was interrupted goes on where it was; what is there already is left alone.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The recipe.
    recipe: PathBuf,
    /// The folder to learn from: images.safetensors (a tensor "images" of bytes
    /// [n, size, size, 3]) and captions.jsonl ({"clean", "noisy", "tags"} for each image).
    /// Without it the built-in world is drawn, 28 KB of memory an image.
    #[arg(long, value_name = "DIR")]
    world: Option<PathBuf>,
    /// The folder for the systems.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Train these only.
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
    /// Train nothing: do a few steps of each system and say how long all of them would take.
    #[arg(long)]
    measure: bool,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let name = args.recipe.display().to_string();
    let text = fs::read_to_string(&args.recipe).with_context(|| name.clone())?;
    let recipe: TrainRecipe = toml::from_str(&text).with_context(|| name.clone())?;
    recipe.check().with_context(|| name.clone())?;
    let chosen = chosen(&recipe, &args.only)?;
    if let Some(folder) = &args.world {
        let world = FolderWorld::open(folder)?;
        for system in &chosen {
            if !world.has(system.captions) {
                bail!("system {}: not every image has {}", system.id, system.captions.name());
            }
        }
        return train(args, &recipe, &chosen, &world);
    }
    let n_images = chosen.iter().map(|system| system.pairs).max().unwrap_or(0);
    train(args, &recipe, &chosen, &drawn(n_images.max(recipe.vocabulary_images)))
}

/// The built-in world, with progress.
fn drawn(n_images: usize) -> DrawnScenes {
    let bar = progress_bar(n_images, "scenes drawn");
    let world = DrawnScenes::to_learn_from(n_images, |n_done| bar.set_position(n_done as u64));
    bar.finish_and_clear();
    world
}

fn train(
    args: &Args,
    recipe: &TrainRecipe,
    chosen: &[&SystemRecipe],
    world: &impl World,
) -> Result<()> {
    eprintln!("learning a vocabulary of {} tokens", recipe.vocabulary);
    let tokenizer = vocabulary_of(recipe, world)?;
    if args.measure {
        return measure(recipe, chosen, world, &tokenizer);
    }
    fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    let stop = interrupt::noticed()?;
    let mut rows = vec![
        ["system", "text parameters", "image parameters", "dim", "pairs seen", "seconds", "KiB"]
            .map(String::from)
            .to_vec(),
    ];
    for system in chosen {
        let out = args.out.join(&system.id);
        if out.join(FACTS_FILE).exists() {
            eprintln!("{}: there already", system.id);
            continue;
        }
        let shown = Shown::new(&system.id)?;
        let report = |progress: Progress| {
            shown.show(&progress);
            !stop.load(Ordering::Relaxed)
        };
        let checkpoint = args.out.join(format!("{}.checkpoint", system.id));
        let outcome =
            train_system(recipe, system, world, &tokenizer, checkpoint.clone(), &out, report)
                .with_context(|| format!("system {}", system.id))?;
        shown.bar.finish_and_clear();
        if checkpoint.exists() {
            fs::remove_file(&checkpoint).with_context(|| checkpoint.display().to_string())?;
        }
        let facts = outcome.facts;
        rows.push(vec![
            system.id.clone(),
            facts.text_parameters.to_string(),
            facts.image_parameters.to_string(),
            outcome.dim.to_string(),
            facts.n_pairs_seen.to_string(),
            format!("{:.1}", facts.seconds),
            (folder_bytes(&out)? / 1024).to_string(),
        ]);
    }
    output::print(&output::table(&rows))
}

/// Progress: a bar for a person, a line now and then for a file.
struct Shown {
    bar: ProgressBar,
    id: String,
    last_line: Cell<Instant>,
}

impl Shown {
    fn new(id: &str) -> Result<Self> {
        let bar = ProgressBar::new(0).with_prefix(id.to_owned());
        bar.set_style(ProgressStyle::with_template("{prefix:20} {bar:24} {pos}/{len} {msg}")?);
        Ok(Self { bar, id: id.to_owned(), last_line: Cell::new(Instant::now()) })
    }

    fn show(&self, progress: &Progress) {
        let Progress { step, n_steps, loss, pairs_per_second, seconds_left, .. } = progress;
        let said =
            format!("loss {loss:.3}, {pairs_per_second:.0} pairs/s, {seconds_left:.0} s left");
        if !self.bar.is_hidden() {
            self.bar.set_length(*n_steps as u64);
            self.bar.set_position(*step as u64);
            self.bar.set_message(said);
        } else if self.last_line.get().elapsed() > LINE_EVERY {
            eprintln!("{}: {step} of {n_steps}, {said}", self.id);
            self.last_line.set(Instant::now());
        }
    }
}

fn chosen<'a>(recipe: &'a TrainRecipe, only: &[String]) -> Result<Vec<&'a SystemRecipe>> {
    for id in only {
        if !recipe.systems.iter().any(|system| &system.id == id) {
            bail!("the recipe has no system {id}");
        }
    }
    let is_chosen = |system: &&SystemRecipe| only.is_empty() || only.contains(&system.id);
    Ok(recipe.systems.iter().filter(is_chosen).collect())
}

/// A few steps of each, and what they say of the whole.
fn measure(
    recipe: &TrainRecipe,
    systems: &[&SystemRecipe],
    world: &impl World,
    tokenizer: &[u8],
) -> Result<()> {
    let head = ["system", "MFLOP image", "MFLOP text", "pairs/s", "GFLOP/s", "minutes"];
    let mut rows = vec![head.map(String::from).to_vec()];
    let mut minutes = 0.0;
    for system in systems {
        let Some(towers) = &system.towers else { continue };
        let mut plan = plan_from_recipe(recipe, system, towers, world.image_size(), tokenizer)?;
        let n_pairs = plan.n_steps * plan.batch;
        // As many pairs as there are: their number is no matter for the speed.
        let pairs = FirstPairs::new(world, system.pairs.min(world.len()), system.captions)?;
        plan.n_steps = MEASURED_STEPS;
        let image = plan.towers.vision.flops();
        let text = rankscope_encode::Architecture::Clip(plan.towers.text.clone())
            .flops(mean_tokens(recipe, world, tokenizer)?);
        let mut training = Training::new(plan, &pairs, tokenizer)?;
        training.one_step()?;
        let mut rate = 0.0;
        training.run(None, |progress| {
            rate = progress.pairs_per_second;
            true
        })?;
        #[expect(clippy::cast_precision_loss, reason = "numbers to be shown")]
        let (image, text, n_pairs) = (image as f64, text as f64, n_pairs as f64);
        minutes += n_pairs / rate / 60.0;
        rows.push(vec![
            system.id.clone(),
            format!("{:.1}", image / 1e6),
            format!("{:.1}", text / 1e6),
            format!("{rate:.0}"),
            // Forward once, and about twice that back.
            format!("{:.1}", 3.0 * (image + text) * rate / 1e9),
            format!("{:.1}", n_pairs / rate / 60.0),
        ]);
    }
    output::print(&output::table(&rows))?;
    output::print(&format!("all: {minutes:.1} minutes"))
}

/// Tokens of a caption, on average over some.
fn mean_tokens(recipe: &TrainRecipe, world: &impl World, tokenizer: &[u8]) -> Result<usize> {
    let kind = rankscope_train::CaptionKind::Clean;
    let pairs = FirstPairs::new(world, world.len().min(500), kind)?;
    Ok(rankscope_train::mean_tokens(&pairs, tokenizer, recipe.max_tokens)?)
}

fn folder_bytes(dir: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(dir).with_context(|| dir.display().to_string())? {
        bytes += entry?.metadata()?.len();
    }
    Ok(bytes)
}
