//! `rankscope view`: a browser tab on whatever is given. A benchmark is served as it is; of anything else
//! a recipe is made or read, and [`cache`] has or builds its benchmark.

mod cache;
mod inputs;

use crate::{
    benchmark::open::Benchmark,
    build,
    commands::fixture,
    guess::{absolute, is_benchmark, recipe_from},
    packed::{self, Packed},
    serve::{self, Serving},
    terminal::reporter,
    writing::{files, publication},
};
use anyhow::{Context, Result};
use cache::InUse;
use rankscope_core::{
    benchmark::Welcome,
    formats::{text_from_bytes, values_from_jsonl},
};
use std::{
    env, fs,
    path::{Path, PathBuf},
    slice,
    sync::Arc,
};

/// Open a tab on whatever you have.
///
/// That is a benchmark's folder; a build recipe; a folder of pictures; vectors with lists of pictures
/// and queries; runs with judgements, as TREC's lines or JSON; BEIR's folder; a Karpathy split or
/// COCO's captions; a hub's data set with its pictures inside Parquet or tar files. Without arguments, it is the benchmark Fieldbook if that is found, and otherwise a
/// small generated one.
///
/// Which file plays which part follows from what it is, from its name and from the number of its
/// rows. What was understood and what was guessed is said; `rankscope init` writes it down as a
/// recipe, to be changed where a guess is wrong. A benchmark that is built is kept in the folder for
/// caches until it has not been viewed for a month.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope view photos\n  \
    rankscope view gallery.npy queries.npy photos queries.txt judged.qrels\n  \
    rankscope view bm25.run clip.run judged.qrels\n  \
    rankscope view recipe.toml --port 9000 --no-open")]
pub(crate) struct Args {
    /// A benchmark's folder, a recipe, or files and folders; FILE#NAME is one array, tensor or column of
    /// a file.
    #[arg(value_name = "WHAT")]
    what: Vec<PathBuf>,
    /// Build the benchmark again, although one was built from the same files before.
    #[arg(long)]
    fresh: bool,
    #[command(flatten)]
    serving: Serving,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    serve::check(&args.serving)?;
    let given = absolute(&args.what)?;
    let shown = benchmark_of(&given, args.fresh)?;
    serve::serve(&args.serving, &shown.benchmark, true)
}

struct Shown {
    benchmark: PathBuf,
    /// Keeps the benchmark in the cache.
    _in_use: Option<InUse>,
}

impl From<InUse> for Shown {
    fn from(in_use: InUse) -> Self {
        Self { benchmark: in_use.benchmark.clone(), _in_use: Some(in_use) }
    }
}

impl From<PathBuf> for Shown {
    fn from(benchmark: PathBuf) -> Self {
        Self { benchmark, _in_use: None }
    }
}

fn benchmark_of(given: &[PathBuf], fresh: bool) -> Result<Shown> {
    match given {
        [] => nothing_given(fresh),
        [one] if is_benchmark(one) => Ok(one.clone().into()),
        [one] if one.extension().is_some_and(|ending| ending == "toml") => from_recipe(one, fresh),
        [one] if one.join("recipe.toml").is_file() => {
            let recipe = one.join("recipe.toml");
            reporter::note(format_args!("{}: its recipe is read", recipe.display()));
            from_recipe(&recipe, fresh)
        }
        several => match packed::alone(several)? {
            Some(found) => from_packed(&found, several, fresh),
            None => from_guesses(several, fresh),
        },
    }
}

/// Fieldbook, next to the program or below the current folder; else the generated benchmark.
fn nothing_given(fresh: bool) -> Result<Shown> {
    let program = env::current_exe().unwrap_or_default();
    let beside = program.parent().unwrap_or(Path::new(""));
    let places = [
        PathBuf::from("public/fieldbook"),
        PathBuf::from("dist/benchmark"),
        PathBuf::from("fieldbook"),
        beside.join("fieldbook"),
        beside.join("../share/rankscope/fieldbook"),
    ];
    if let Some(place) = places.into_iter().find(|place| is_benchmark(place)) {
        reporter::note(format_args!("nothing was given: this is Fieldbook, {}", place.display()));
        return Ok(place.into());
    }
    reporter::note(
        "nothing was given, and Fieldbook is not here: this is a small generated benchmark",
    );
    let folder = cache::folder_of("fixture", "")?;
    let in_use = cache::benchmark_in(&folder, fresh, |out| {
        fixture::write(&fixture::Args { out: out.to_owned(), force: true, json: false }).map(drop)
    })?;
    Ok(in_use.into())
}

fn from_recipe(recipe: &Path, fresh: bool) -> Result<Shown> {
    let text = files::text(recipe)?;
    let folder = cache::folder_of(&recipe.to_string_lossy(), &inputs::of_recipe(recipe, &text)?)?;
    built(recipe, &folder, fresh)
}

fn from_guesses(given: &[PathBuf], fresh: bool) -> Result<Shown> {
    let made = recipe_from(given)?;
    reporter::note(format_args!("Understood:\n{}", made.understood().trim_end()));
    let text = made.text("What `rankscope view` understood.");
    let key = [text.as_str(), &inputs::of_paths(given)?].concat();
    let folder = cache::folder_of(&made.source, &key)?;
    let recipe = folder.join("recipe.toml");
    publication::write_file(&recipe, &text, true)?;
    reporter::note(
        "To say it otherwise, write a recipe with `rankscope init` and the same words, change it, \
         and give that",
    );
    built(&recipe, &folder, fresh)
}

/// Pictures inside other files are written as plain files first, which go once the benchmark is built.
fn from_packed(found: &Packed, given: &[PathBuf], fresh: bool) -> Result<Shown> {
    let first = given.first().context("nothing was given")?;
    let folder = cache::folder_of(&first.to_string_lossy(), &inputs::of_paths(given)?)?;
    let in_use = cache::benchmark_in(&folder, fresh, |out| {
        let plain = folder.join(first.file_stem().unwrap_or_default());
        // A run that was killed may have left it.
        if plain.is_dir() {
            fs::remove_dir_all(&plain)
                .with_context(|| format!("cannot remove {}", plain.display()))?;
        }
        let unpacked = packed::unpack(found, None, &plain)?;
        reporter::note(format_args!("Unpacked: {unpacked}"));
        // Lists of candidates come with a recipe.
        let own = plain.join("recipe.toml");
        if own.is_file() {
            build_with(&own, out)?;
            return fs::remove_dir_all(&plain)
                .with_context(|| format!("cannot remove {}", plain.display()));
        }
        let made = recipe_from(slice::from_ref(&plain))?;
        reporter::note(format_args!("Understood:\n{}", made.understood().trim_end()));
        reporter::note(
            "To say it otherwise, use `rankscope unpack`, and write a recipe with `rankscope init`",
        );
        let recipe = folder.join("recipe.toml");
        publication::write_file(&recipe, made.text("What `rankscope view` understood."), true)?;
        build_with(&recipe, out)?;
        fs::remove_dir_all(&plain).with_context(|| format!("cannot remove {}", plain.display()))
    })?;
    Ok(in_use.into())
}

fn built(recipe: &Path, folder: &Path, fresh: bool) -> Result<Shown> {
    let in_use = cache::benchmark_in(folder, fresh, |out| build_with(recipe, out))?;
    Ok(in_use.into())
}

fn build_with(recipe: &Path, out: &Path) -> Result<()> {
    let args = build::Args {
        recipe: recipe.to_owned(),
        out: out.to_owned(),
        source: None,
        encoders: Vec::new(),
        codes: false,
        force: true,
        json: false,
    };
    build::build(&args)?;
    choose_opening(out)
}

/// The most bytes of vectors that a page fetches before anything is asked (`Opening`).
const MAX_OPENED_BYTES: u64 = 32 << 20;

/// Names the query nearest to the middle for which the first system finds anything, unless it is the one in
/// the middle, with which a page opens anyway. The benchmark has stored values.
fn choose_opening(folder: &Path) -> Result<()> {
    let Benchmark { manifest, queries, .. } = Benchmark::open_without_values(folder)?;
    let mut manifest = Arc::unwrap_or_clone(manifest);
    let Some(usual) = manifest.systems.iter().find(|system| system.queries.is_some()) else {
        return Ok(());
    };
    let n_bytes = u64::from(usual.dim) * u64::from(manifest.counts.images) * 4;
    let Some(file) = manifest.values_file(&usual.id).filter(|_| n_bytes <= MAX_OPENED_BYTES) else {
        return Ok(());
    };
    let bytes = files::bytes(&folder.join(&file.path))?;
    let columns =
        values_from_jsonl(&file.path, &text_from_bytes(&file.path, &bytes)?, queries.len())?;
    let finds_anything = |query: &usize| {
        let value = |column: &[Option<f64>]| column.get(*query).copied().flatten();
        columns.iter().any(|column| value(&column.values) > Some(0.0))
    };
    let middle = queries.len() / 2;
    let opening = (0..queries.len()).filter(finds_anything).min_by_key(|q| q.abs_diff(middle));
    if let Some(query) = opening.filter(|query| *query != middle)
        && let Some(query) = queries.get(query)
        && manifest.welcome.is_none()
    {
        let query = query.id.clone();
        let welcome = Welcome { title: String::new(), query, systems: Vec::new(), relevance: None };
        manifest.welcome = Some(welcome);
        let text = serde_json::to_string_pretty(&manifest)? + "\n";
        publication::write_file(&folder.join("benchmark.json"), &text, true)?;
    }
    Ok(())
}
