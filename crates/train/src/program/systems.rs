//! `rankscope-train systems`: trains the systems of a training recipe.

use super::{folder::FolderWorld, measure, progress::TrainingReporter};
use anyhow::{Context, Result, bail};
use rankscope_cli::{
    files, interrupt, output,
    publication::new_folder_stage,
    recipe_kind::RecipeKind,
    reporter::{self, progress_bar},
};
use rankscope_train::{
    DrawnScenes, FACTS_FILE, Progress, SystemRecipe, TrainingRecipe, World, train_system,
    vocabulary_of,
};
use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

/// Train the systems of a training recipe, on the CPU.
///
/// Each system becomes a folder: an encoder pack, with the vision tower if it has one. An interrupt
/// (Ctrl-C) writes a checkpoint, from which the next run continues. Finished systems are skipped.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope-train systems recipes/train/fieldbook.toml -o systems --measure\n  \
    rankscope-train systems recipes/train/fieldbook.toml -o systems\n  \
    rankscope-train systems recipes/train/fieldbook.toml -o systems --only base --only small")]
pub(super) struct Args {
    /// The training recipe, a TOML file.
    recipe: PathBuf,
    /// The folder to learn from: images.safetensors (a tensor "images" of bytes
    /// [n, size, size, 3]) and captions.jsonl ({"clean", "noisy", "tags"} for each image)
    /// [default: Fieldbook's scenes, drawn in memory, 28 KB each].
    #[arg(long, value_name = "DIR")]
    world: Option<PathBuf>,
    /// The folder for the systems.
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// The id of a system to train; may be given several times [default: all].
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
    /// Write nothing: train each system for a few steps, and print how long all of them would take.
    #[arg(long)]
    measure: bool,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let recipe = read(&args.recipe)?;
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
    train(args, &recipe, &chosen, &drawn(n_images.max(recipe.vocabulary_images))?)
}

fn read(path: &Path) -> Result<TrainingRecipe> {
    let text = files::text(path)?;
    RecipeKind::Training.expect(path, &text)?;
    let name = files::name(path);
    let recipe: TrainingRecipe =
        toml::from_str(&text).with_context(|| format!("{name} is not a training recipe"))?;
    recipe.check().with_context(|| name.clone())?;
    Ok(recipe)
}

/// The first scenes of Fieldbook to learn from.
fn drawn(n_images: usize) -> Result<DrawnScenes> {
    let bytes = DrawnScenes::bytes(n_images);
    // Reserved and given back: later, a program without memory is killed without a word.
    let has_memory =
        usize::try_from(bytes).is_ok_and(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
    if !has_memory {
        bail!(
            "{n_images} scenes take {} GB of memory, which this machine does not have: lower pairs \
             or vocabulary_images",
            bytes / 1_000_000_000
        );
    }
    let bar = progress_bar(n_images, "scenes drawn");
    let world = DrawnScenes::for_training(n_images, |n_done| bar.set_position(n_done as u64));
    bar.finish_and_clear();
    Ok(world)
}

fn train(
    args: &Args,
    recipe: &TrainingRecipe,
    chosen: &[&SystemRecipe],
    world: &impl World,
) -> Result<()> {
    reporter::note(format_args!("learning a vocabulary of {} tokens", recipe.vocabulary));
    let tokenizer = vocabulary_of(recipe, world)?;
    if args.measure {
        return measure::measure(recipe, chosen, world, &tokenizer);
    }
    files::create_folder(&args.out)?;
    let is_interrupted = interrupt::interrupted_flag()?;
    let mut rows = vec![
        ["system", "text parameters", "image parameters", "dim", "pairs seen", "seconds", "KiB"]
            .map(String::from)
            .to_vec(),
    ];
    for system in chosen {
        let out = args.out.join(&system.id);
        let checkpoint = args.out.join(format!("{}.checkpoint", system.id));
        if out.join(FACTS_FILE).exists() {
            reporter::note(format_args!("{}: finished already", system.id));
            remove(&checkpoint)?;
            continue;
        }
        if out.symlink_metadata().is_ok() {
            bail!(
                "{} exists and has no {FACTS_FILE}, so it is not a finished system: remove it, or \
                 choose another --out",
                out.display()
            );
        }
        let reporter = TrainingReporter::new(&system.id)?;
        let report = |progress: Progress| {
            reporter.show(&progress);
            !is_interrupted.load(Ordering::Relaxed)
        };
        // Before hours of training, not after.
        let stage = new_folder_stage(&out)?;
        let outcome =
            train_system(recipe, system, world, &tokenizer, checkpoint.clone(), stage, report)
                .with_context(|| format!("system {}", system.id))?;
        reporter.finish();
        remove(&checkpoint)?;
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

fn chosen<'a>(recipe: &'a TrainingRecipe, only: &[String]) -> Result<Vec<&'a SystemRecipe>> {
    for id in only {
        if !recipe.systems.iter().any(|system| &system.id == id) {
            bail!("the training recipe has no system {id}");
        }
    }
    let is_chosen = |system: &&SystemRecipe| only.is_empty() || only.contains(&system.id);
    Ok(recipe.systems.iter().filter(is_chosen).collect())
}

/// Removes the checkpoint of a finished system.
fn remove(checkpoint: &Path) -> Result<()> {
    match fs::remove_file(checkpoint) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", checkpoint.display()))
        }
        _ => Ok(()),
    }
}

fn folder_bytes(folder: &Path) -> Result<u64> {
    files::entries(folder)?.iter().map(|path| Ok(path.metadata()?.len())).sum()
}
