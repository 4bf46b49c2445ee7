//! `rankscope fieldbook sheet`: many scenes on one sheet.

use crate::writing::files::Destination;
use anyhow::{Result, bail};
use rankscope_fieldbook::{
    GALLERY_SEED, Scene, SceneId,
    drawing::{Style, contact_sheet, picture_sheet},
};
use std::path::PathBuf;

/// Draw scenes on a contact sheet, an SVG, each with its id, its species and what happens.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    rankscope fieldbook sheet -o sheet.svg\n  \
    rankscope fieldbook sheet --style ink --first 500 --n 24 --columns 4 --side 300 -o ink.svg\n  \
    rankscope fieldbook sheet --group owl -o owls.svg\n  \
    rankscope fieldbook sheet --scenes 66,97,123 --bare --columns 3 -o three.svg")]
pub(super) struct Args {
    /// The file to write; - for standard output.
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// The seed that all scenes are made from.
    #[arg(long, value_name = "SEED", default_value_t = GALLERY_SEED)]
    seed: u64,
    /// Index of the first scene.
    #[arg(long, value_name = "INDEX", default_value_t = 0)]
    first: u64,
    /// Number of scenes.
    #[arg(long, value_name = "N", default_value_t = 48, value_parser = clap::value_parser!(u16).range(1..=2000))]
    n: u16,
    /// Scenes in a row.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=100))]
    columns: u16,
    /// Width and height of a scene, in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 180, value_parser = clap::value_parser!(u16).range(16..=2000))]
    side: u16,
    /// Drawing style: plate (gouache), ink (pen and wash) or print (linocut).
    #[arg(long, value_name = "STYLE", default_value = "plate", value_parser = style)]
    style: Style,
    /// Draw only scenes whose species or group has this in its name.
    #[arg(long, value_name = "NAME")]
    group: Option<String>,
    /// Draw the scenes with these indices, in this order.
    #[arg(long, value_name = "INDEX,...", value_delimiter = ',', conflicts_with_all = ["first", "n", "group"])]
    scenes: Vec<u64>,
    /// Draw the pictures alone: no labels, and no paper behind them.
    #[arg(long)]
    bare: bool,
    /// Replace a file that exists.
    #[arg(long)]
    force: bool,
}

fn style(name: &str) -> Result<Style, String> {
    let word = |style: &Style| format!("{style:?}").to_lowercase();
    let known = || Style::ALL.iter().map(word).collect::<Vec<_>>().join(", ");
    let found = Style::ALL.iter().find(|style| word(style) == name);
    found.copied().ok_or_else(|| format!("known are {}", known()))
}

pub(super) fn run(args: &Args) -> Result<()> {
    let destination = Destination::new(Some(&args.out), args.force)?;
    let scenes = match args.scenes.is_empty() {
        true => searched(args)?,
        false => args.scenes.iter().map(|index| labelled(args.seed, *index)).collect(),
    };
    let (n_columns, side) = (args.columns.into(), args.side.into());
    let sheet = match args.bare {
        true => {
            let pictures: Vec<Scene> = scenes.iter().map(|(scene, _)| scene.clone()).collect();
            picture_sheet(&pictures, args.style, n_columns, side)
        }
        false => contact_sheet(&scenes, args.style, n_columns, side),
    };
    destination.write(&sheet, format_args!("{} scenes", scenes.len()))
}

fn labelled(seed: u64, index: u64) -> (Scene, String) {
    let id = SceneId { seed, index };
    let scene = id.scene();
    let label = format!("{id} {}, {}", scene.species.facts().english, scene.behaviour.words());
    (scene, label)
}

fn searched(args: &Args) -> Result<Vec<(Scene, String)>> {
    let wanted = args.group.as_ref().map(|name| name.to_lowercase());
    let mut scenes = Vec::new();
    // A rare group is searched for in as many scenes as the benchmark has.
    for index in args.first..args.first.saturating_add(20_000) {
        let (scene, label) = labelled(args.seed, index);
        let is_wanted = wanted.as_ref().is_none_or(|name| {
            scene.species.facts().english.to_lowercase().contains(name)
                || scene.group().words().contains(name)
        });
        if is_wanted {
            scenes.push((scene, label));
        }
        if scenes.len() == usize::from(args.n) {
            break;
        }
    }
    if scenes.is_empty() {
        let name = args.group.as_deref().unwrap_or_default();
        bail!("no species or group has {name:?} in its name");
    }
    Ok(scenes)
}
