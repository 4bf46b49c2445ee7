//! Tests on data that may be absent: each is then ignored.

mod derived;
#[path = "../../../../tests/support/here.rs"]
mod here;
mod image_to_text;
#[path = "../../../../tests/support/made/mod.rs"]
mod made;
mod matrices;
mod minilm;
mod pairs;
mod query_groups;
mod recipes;
mod redrawn;
mod reference_values;
mod shared_data;

use libtest_mimic::Failed;
use rankscope_core::benchmark::Manifest;
use serde_json::Value;
use std::{fmt::Debug, fs, path::Path, process::Command};

/// Builds COCO 5k from the shared data.
fn built_coco5k(shared: &Path, out: &Path) -> Result<Manifest, Failed> {
    let args = rankscope_cli::build::Args {
        recipe: here::root().join("recipes/coco5k.toml"),
        out: out.to_owned(),
        source: Some(shared.join("data/coco5k")),
        encoders: Vec::new(),
        codes: false,
        force: false,
        json: false,
    };
    Ok(rankscope_cli::build::build(&args).map_err(|error| format!("{error:#}"))?)
}

/// What the program prints, if it succeeds.
fn printed(args: &[&str]) -> Result<Vec<u8>, Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_rankscope")).args(args).output()?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned().into()),
    }
}

fn printed_json(args: &[&str]) -> Result<Value, Failed> {
    Ok(serde_json::from_slice(&printed(args)?)?)
}

fn json_in(file: &Path) -> Result<Value, Failed> {
    Ok(serde_json::from_str(&fs::read_to_string(file)?)?)
}

fn same<T: PartialEq + Debug>(found: T, wanted: T, what: &str) -> Result<(), Failed> {
    if found == wanted { Ok(()) } else { Err(format!("{what}: {found:?}, not {wanted:?}").into()) }
}

fn main() {
    let trials = [
        derived::trials(),
        image_to_text::trials(),
        matrices::trials(),
        minilm::trials(),
        pairs::trials(),
        query_groups::trials(),
        recipes::trials(),
        redrawn::trials(),
        reference_values::trials(),
        shared_data::trials(),
    ];
    let trials = trials.into_iter().flatten().collect();
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials).exit();
}
