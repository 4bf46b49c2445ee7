//! The real encoder, where its weights are: `$RANKSCOPE_MINILM`, which `scripts/test` fetches.
//! Reported as ignored where they, or the shared data, are absent.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use crate::{built_coco5k, here, json_in};
use libtest_mimic::{Failed, Trial};
use rankscope_core::search::reference;
use rankscope_core::vectors::vectors_from_shard;
use rankscope_encode::{Encoder, ImportOptions, WeightDtype, import};
use serde_json::Value;
use std::{
    collections::HashSet,
    env, fs,
    path::{Path, PathBuf},
};

pub(crate) fn trials() -> Vec<Trial> {
    let shared = here::shared();
    let weights = env::var_os("RANKSCOPE_MINILM").map(PathBuf::from).unwrap_or_default();
    let no_weights = !weights.join("model.safetensors").is_file();
    let no_shared = !shared.join("data/coco5k/image_ids.txt").is_file();
    let (w1, w2, w3) = (weights.clone(), weights.clone(), weights);
    let (s2, s3) = (shared.clone(), shared);
    vec![
        Trial::test("wordpiece_gives_the_ids_of_the_tokenizers_library", move || wordpiece(&w1))
            .with_ignored_flag(no_weights),
        Trial::test("minilm_agrees_with_its_original_in_every_type", move || original(&w2, &s2))
            .with_ignored_flag(no_weights || no_shared),
        Trial::test("live_text_finds_what_the_stored_vectors_find", move || live(&w3, &s3))
            .with_ignored_flag(no_weights || no_shared),
    ]
}

fn imported(
    dtype: WeightDtype,
    weights: &Path,
    out: &Path,
    check: Option<PathBuf>,
) -> Result<Encoder, Failed> {
    let options = ImportOptions {
        id: Some("minilm".into()),
        title: None,
        check,
        weights: dtype,
        text_only: false,
        prompt: None,
    };
    let report = import(weights, out, &options)?;
    println!("{} checks, lowest cosine {:.6}", report.n_checks, report.lowest_cosine);
    Ok(Encoder::load_dir(out)?)
}

fn wordpiece(weights: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let encoder = imported(WeightDtype::F16, weights, &folder.path().join("pack"), None)?;
    let cases = json_in(&here::root().join("tests/fixtures/wordpiece.json"))?;
    for case in cases["cases"].as_array().unwrap() {
        let text = case["text"].as_str().unwrap();
        let wanted: Vec<u32> = serde_json::from_value(case["ids"].clone())?;
        let found = encoder.token_ids(text)?;
        if found != wanted {
            return Err(format!("{text:?}: {found:?}, and the library gives {wanted:?}").into());
        }
    }
    Ok(())
}

fn original(weights: &Path, shared: &Path) -> Result<(), Failed> {
    for (dtype, lowest) in
        [(WeightDtype::F32, 0.999_999), (WeightDtype::F16, 0.9999), (WeightDtype::I8, 0.999)]
    {
        let folder = tempfile::tempdir()?;
        let golden = shared.join("golden/minilm_expected.json");
        // Import itself refuses other tokens and cosines; the loaded pack is checked again.
        let encoder = imported(dtype, weights, &folder.path().join("pack"), Some(golden))?;
        let checks = encoder.check_blocking()?;
        if checks.is_empty() {
            return Err("no checks are stored".into());
        }
        for check in checks {
            if !check.same_tokens || check.cosine.is_nan() || check.cosine < lowest {
                return Err(format!("{dtype:?}: {check:?}").into());
            }
        }
    }
    Ok(())
}

/// The top 10 of 50 queries, typed and stored.
fn live(weights: &Path, shared: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let pack = folder.path().join("pack");
    let encoder = imported(WeightDtype::F16, weights, &pack, None)?;
    let out = folder.path().join("coco5k");
    built_coco5k(shared, &out)?;
    let system = out.join("systems/minilm-mean");
    let shard = |name: &str| -> Result<_, Failed> {
        Ok(vectors_from_shard(name, &fs::read(system.join(name))?)?)
    };
    let (gallery, stored) = (shard("gallery-00000.safetensors")?, shard("queries.safetensors")?);
    let queries = fs::read_to_string(out.join("queries.jsonl"))?;
    let mut n_shared = 0;
    for (row, line) in queries.lines().enumerate().take(50) {
        let query: Value = serde_json::from_str(line)?;
        let live = encoder.encode_blocking(query["text"].as_str().unwrap())?.vector;
        let top = |vector: &[f32]| -> HashSet<u32> {
            reference::top_k(vector, &gallery, 10).iter().map(|hit| hit.row_in_corpus).collect()
        };
        n_shared += top(&live).intersection(&top(&stored.row(row).collect::<Vec<_>>())).count();
    }
    println!("{n_shared} of 500 results of live text are those of the stored vectors");
    if n_shared < 495 {
        return Err(format!("only {n_shared} of 500 results are the same").into());
    }
    Ok(())
}
