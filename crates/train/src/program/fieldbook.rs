//! `rankscope-train fieldbook`: the built-in benchmark with newly trained systems.

use super::trained::{TrainedSystem, system_folders};
use anyhow::Result;
use rankscope_cli::{
    benchmark_writer::BenchmarkWriter,
    fieldbook::{FieldbookSystem, World, with_systems},
    output,
    reporter::progress_bar,
};
use rankscope_fieldbook::{Fieldbook, GALLERY_SEED};
use rankscope_train::DrawnScenes;
use std::path::{Path, PathBuf};

/// Build Fieldbook with trained systems: each encodes all scenes and queries.
///
/// The same seed, number of scenes and systems give the same bytes on every machine.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  \
    rankscope-train fieldbook systems -o fieldbook")]
pub(super) struct Args {
    /// The folder of trained systems that `rankscope-train systems` made.
    systems: PathBuf,
    /// The folder to make.
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
    /// Number of scenes.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    n: u32,
    /// The seed that all scenes are made from.
    #[arg(long, value_name = "SEED", default_value_t = GALLERY_SEED)]
    seed: u64,
    /// Also write captions.jsonl, five captions a scene.
    #[arg(long)]
    captions: bool,
    /// Replace an existing benchmark, once the new one is complete.
    #[arg(long)]
    force: bool,
    /// Print what was made as JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<()> {
    let world = World { seed: args.seed, n_scenes: args.n as usize, with_captions: args.captions };
    let writer = BenchmarkWriter::new(&args.out, args.force)?.compressing();
    let manifest =
        with_systems(writer, world, |book| Ok((encoded(&args.systems, book, world)?, None)))?;
    output::print_benchmark(&manifest, &args.out, args.json)
}

/// Every system of a folder, with the vectors of all scenes and queries.
fn encoded(folder: &Path, book: &Fieldbook, world: World) -> Result<Vec<Box<dyn FieldbookSystem>>> {
    let folders = system_folders(folder)?;
    let bar = progress_bar(world.n_scenes, "scenes drawn");
    let scenes = DrawnScenes::gallery(world.seed, world.n_scenes, |n| bar.set_position(n as u64));
    bar.finish_and_clear();
    let bar = progress_bar(folders.len(), "systems");
    let mut trained = Vec::new();
    for folder in folders {
        trained.push(TrainedSystem::encoded(&folder, book, &scenes)?);
        bar.inc(1);
    }
    bar.finish_and_clear();
    // The largest first: the page opens with it.
    trained.sort_by_key(|system| std::cmp::Reverse(system.n_parameters()));
    Ok(trained.into_iter().map(|system| Box::new(system) as Box<dyn FieldbookSystem>).collect())
}
