//! `eval --sims` on scores of COCO 5K against `eccv_caption`, from texts to images and from images to
//! texts, with and without many ties; from `../shared` or `$RANKSCOPE_SHARED`, and reported as ignored
//! where that is absent.
#![allow(clippy::unwrap_used)]

use crate::{here, json_in, printed, printed_json, same, shared_data::at_once};
use libtest_mimic::{Failed, Trial};
use rankscope_core::formats::{ScoreSide, ids_from_text, matrices_in};
use rankscope_core::imported::{FoundMatrix, GivenIds, Numbers, Parsed, ScoreRun, parse};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::{collections::HashSet, fs, path::Path};

const TOLERANCE: f64 = 1e-12;
const MEASURES: [&str; 5] = ["R@1", "R@5", "R@10", "mAP@R", "R-Precision"];
/// Definitions in the golden file, and the files of their judgements.
const DEFINITIONS: [(&str, &str); 3] = [("eccv", "eccv"), ("coco", "original"), ("cxc", "cxc")];

pub(crate) fn trials() -> Vec<Trial> {
    let shared = here::shared();
    let is_absent = !shared.join("golden/next/06_similarity_matrix.json").is_file();
    let name = "matrices_of_scores_measure_as_eccv_caption_does";
    vec![Trial::test(name, move || measured(&shared)).with_ignored_flag(is_absent)]
}

fn measured(shared: &Path) -> Result<(), Failed> {
    let folder = shared.join("golden/next");
    let golden = json_in(&folder.join("06_similarity_matrix.json"))?;
    for (system, of_system) in golden["systems"].as_object().unwrap() {
        let [rows, columns] = ["row_ids", "column_ids"].map(|key| &of_system["small"][key]);
        for key in ["small", "small_with_ties"] {
            let of_matrix = &of_system[key];
            let matrix = folder.join(of_matrix["file"].as_str().unwrap());
            for (definition, file) in DEFINITIONS {
                let judged =
                    |way: &str| json_in(&shared.join(format!("data/coco5k/{file}_{way}.json")));
                let judged = [judged("caption_to_image")?, judged("image_to_caption")?];
                let golden = [
                    &of_matrix["values"][definition],
                    &of_matrix["values_t2i_R_existing"][definition],
                ];
                check(&matrix, [rows, columns], judged, golden)
                    .map_err(|failed| format!("{system}, {key}, {definition}: {failed:?}"))?;
            }
        }
    }
    Ok(())
}

/// The entries of these ids, with all that is judged or only what is among `found`.
fn judged(of: &Value, ids: &Value, found: Option<&Value>) -> Value {
    let words = |ids: &Value| -> HashSet<String> {
        ids.as_array().unwrap().iter().map(Value::to_string).collect()
    };
    let (ids, found) = (words(ids), found.map(words));
    let mut entries = Map::new();
    for (id, listed) in of.as_object().unwrap().iter().filter(|(id, _)| ids.contains(*id)) {
        let is_there =
            |id: &&Value| found.as_ref().is_none_or(|them| them.contains(&id.to_string()));
        let listed: Vec<Value> =
            listed.as_array().unwrap().iter().filter(is_there).cloned().collect();
        if !listed.is_empty() {
            entries.insert(id.clone(), listed.into());
        }
    }
    entries.into()
}

fn check(
    matrix: &Path,
    [rows, columns]: [&Value; 2],
    [to_images, to_texts]: [Value; 2],
    [golden, golden_of_existing]: [&Value; 2],
) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let write = |name: &str, value: &Value| -> Result<String, Failed> {
        let path = folder.path().join(name);
        fs::write(&path, value.to_string())?;
        Ok(path.to_str().unwrap().to_owned())
    };
    let (queries, images) = (write("rows.json", rows)?, write("columns.json", columns)?);
    let all = write("all.json", &judged(&to_images, rows, None))?;
    let existing = write("existing.json", &judged(&to_images, rows, Some(columns)))?;
    let reverse = write("reverse.json", &judged(&to_texts, columns, None))?;
    let reverse_existing = write("reverse-existing.json", &judged(&to_texts, columns, Some(rows)))?;
    let measures = MEASURES.map(|name| format!("eccv:{name}")).join(",");
    let sims = format!("m={}", matrix.display());
    let eval = |qrels: &str, reverse: &str| {
        printed_json(&[
            "eval",
            "--json",
            "--sims",
            &sims,
            "--query-ids",
            &queries,
            "--image-ids",
            &images,
            "--qrels",
            qrels,
            "--reverse-qrels",
            reverse,
            "--direction",
            "mean",
            "--measures",
            &measures,
        ])
    };
    let (whole, part) = (eval(&all, &reverse)?, eval(&existing, &reverse_existing)?);
    near(&whole["runs"], &golden["t2i"])?;
    near(&whole["reverse"], &golden["i2t_R_all"])?;
    near(&part["runs"], golden_of_existing)?;
    near(&part["reverse"], &golden["i2t_R_existing"])?;
    let both = &golden["mean_of_both(t2i, i2t_R_all)"];
    if !both.is_null() {
        near(&whole["both"], both)?;
    }
    dropped(folder.path(), matrix, &[&queries, &images], &[&all, &reverse])?;
    let dir = folder.path().join("numbers").display().to_string();
    printed(&["check", &dir])?;
    let of_page =
        printed_json(&["eval", &dir, "--json", "--direction", "mean", "--measures", &measures])?;
    for (key, report) in [("t2i", "runs"), ("i2t_R_all", "reverse")] {
        near(&of_page[report], &golden[key])?;
    }
    if !both.is_null() {
        near(&of_page["both"], both)?;
    }
    Ok(())
}

/// The benchmark `numbers` that the page makes of a matrix, lists of ids and judgements.
fn dropped(
    folder: &Path,
    matrix: &Path,
    ids: &[&String],
    judgements: &[&String],
) -> Result<(), Failed> {
    let bytes = fs::read(matrix)?;
    let place = matrices_in("m.npy", &bytes, bytes.len() as u64).unwrap()?.remove(0);
    let (n_rows, dim) = (place.n_rows, place.dim);
    let found = FoundMatrix { file: "m.npy".into(), part: None, n_rows, dim };
    let mut given = GivenIds::default();
    for list in ids {
        let ids = ids_from_text(list, &fs::read_to_string(list)?)?;
        given.add(&found, list, ids).unwrap();
    }
    let mut judged = Vec::new();
    for file in judgements {
        let Parsed::Judgements(qrels) = at_once(parse(file, &fs::read(file)?, async || ()))? else {
            return Err(format!("{file} has no judgements").into());
        };
        judged.push((file.rsplit('/').next().unwrap().to_owned(), qrels));
    }
    let numbers = Numbers::new(&[found], &given, judged).unwrap();
    let values = &bytes[usize::try_from(place.offset)?..];
    let runs = [(ScoreSide::Queries, n_rows), (ScoreSide::Images, dim)].map(|(side, n)| {
        let all: Vec<usize> = (0..n).collect();
        let [asking, ranked] = numbers.lists(side);
        let mut run = ScoreRun::new(numbers.depth(side));
        let scores = place.scores_from_bytes("m.npy", 0, values, (side, &all)).unwrap();
        for (id, scores) in asking.iter().zip(&scores) {
            run.add(id, ranked.into(), scores);
        }
        run.finish().unwrap()
    });
    let (manifest, files) = numbers.files(vec![runs], |bytes| {
        Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
    });
    let files =
        files.into_iter().chain([("benchmark.json".to_owned(), serde_json::to_vec(&manifest)?)]);
    for (path, bytes) in files {
        let path = folder.join("numbers").join(path);
        fs::create_dir_all(path.parent().unwrap())?;
        fs::write(path, bytes)?;
    }
    Ok(())
}

fn near(runs: &Value, golden: &Value) -> Result<(), Failed> {
    for name in MEASURES {
        let measured = &runs["m"][format!("eccv:{name}")];
        if let Some(n) = golden["n"].as_u64() {
            same(measured["n"].as_u64(), Some(n), name)?;
        }
        let (found, wanted) = (measured["mean"].as_f64().unwrap(), golden[name].as_f64().unwrap());
        same((found - wanted).abs() < TOLERANCE, true, &format!("{name}: {found}, not {wanted}"))?;
    }
    Ok(())
}
