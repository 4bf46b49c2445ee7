use crate::{
    guess::{absolute, recipe_from},
    packed,
    writing::files::Destination,
};
use anyhow::{Result, bail};
use rankscope_core::analysis::words::counted;
use std::path::PathBuf;

/// Write a recipe from the contents of a folder.
///
/// Which file plays which part follows from what it is, from its name and from the number of its
/// rows. Every guess is a comment above its section: read it, change what is wrong, and give the
/// recipe to `rankscope view` or `rankscope build`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope init data\n  \
    rankscope init data -o -\n  \
    rankscope init vectors.npz#clip photos\n  \
    rankscope init gallery.npy queries.npy photos -o recipe.toml")]
pub(crate) struct Args {
    /// A folder, or files and folders; FILE#NAME is one array, tensor or column of a file.
    #[arg(value_name = "WHAT", required = true)]
    what: Vec<PathBuf>,
    /// The recipe to write; - is standard output [default: recipe.toml in the folder].
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace a recipe that exists.
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let what = absolute(&args.what)?;
    let beside = match (args.what.as_slice(), what.as_slice()) {
        ([given], [one]) if one.is_dir() => given.join("recipe.toml"),
        _ => PathBuf::from("recipe.toml"),
    };
    let out = args.out.as_ref().unwrap_or(&beside);
    let destination = Destination::new(Some(out), args.force)?;
    if packed::alone(&what)?.is_some() {
        bail!(
            "the pictures are inside Parquet files or tar archives: write them as plain files with \
             `rankscope unpack … -o FOLDER`, and give that folder. `rankscope view` opens them as they are"
        );
    }
    let mut made = recipe_from(&what)?;
    // A recipe in the folder itself can move with it.
    let folder = out.parent().map(|folder| match folder.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => folder.to_owned(),
    });
    let is_in_source = out.as_os_str() != "-"
        && folder
            .and_then(|folder| folder.canonicalize().ok())
            .is_some_and(|folder| folder.as_os_str() == made.source.as_str());
    if is_in_source {
        made.source = ".".to_owned();
    }
    let text = made.text("Written by `rankscope init` from the files given.");
    let n_guesses: usize = made.sections.iter().map(|section| section.guesses.len()).sum();
    let guesses = counted(n_guesses, "guess", "guesses");
    destination.write(&text, format_args!("a recipe with {guesses}; read it first"))
}
