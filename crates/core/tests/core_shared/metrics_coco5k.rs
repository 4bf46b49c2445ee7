//! Means over COCO 5K's 1,332 caption queries against `eccv_caption`, under three definitions
//! of relevance; read from `../shared` or `$RANKSCOPE_SHARED`, and reported as ignored where
//! that is absent. The larger systems go through the commands, in `shared_data.rs`.
#![allow(clippy::unwrap_used)]

use crate::here;
use half::f16;
use libtest_mimic::{Failed, Trial};
use rankscope_core::benchmark::{Judgements, Relevance};
use rankscope_core::metrics::{JudgedList, Mean, Measure};
use rankscope_core::ranking::Hit;
use rankscope_core::search::reference::top_k;
use rankscope_core::{
    formats::{ids_from_lines, judgements_from_json},
    vectors::{ShardDtype, Vectors},
};
use serde_json::Value;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// The systems of few dimensions: brute force over the others takes a minute.
const SYSTEMS: [&str; 3] = ["minilm-pca12", "minilm-pca24", "lsa30"];

/// The largest R is below this.
const DEPTH: usize = 200;

pub(crate) fn trials() -> Vec<Trial> {
    let shared = here::shared();
    let golden = shared.join("golden/coco5k_expected.json");
    let is_absent = !golden.is_file();
    let trials = SYSTEMS.map(|system| {
        let (folder, golden) = (shared.join("data/coco5k"), golden.clone());
        let trial = Trial::test(format!("coco5k_means_of_{system}"), move || {
            let golden: Value = serde_json::from_str(&fs::read_to_string(golden)?)?;
            evaluate(&folder, system, &golden["metrics"][system])
        });
        trial.with_ignored_flag(is_absent)
    });
    trials.into()
}

fn evaluate(folder: &Path, system: &str, wanted: &Value) -> Result<(), Failed> {
    let (gallery, queries) =
        (vectors(folder, system, "gallery")?, vectors(folder, system, "queries")?);
    let rankings: Vec<Vec<Hit>> = (0..queries.n_rows())
        .map(|row| top_k(&queries.row(row).collect::<Vec<f32>>(), &gallery, DEPTH))
        .collect();
    let mut relevance: HashMap<&str, Relevance> = HashMap::new();
    for (column, wanted) in wanted.as_object().unwrap() {
        let (definition, name) = column.split_once('_').unwrap();
        let judged = match relevance.get(definition) {
            Some(judged) => judged,
            None => relevance.entry(definition).or_insert(judgements(folder, definition)?),
        };
        let measure = measure(definition, name);
        let unjudged = Judgements::default();
        let values = (0u32..).zip(&rankings).map(|(query, hits)| {
            let judgements = judged.of_query(query).unwrap_or(&unjudged);
            assert!(measure.depth(judgements.n_relevant()) <= DEPTH);
            measure.value(&JudgedList::as_given(hits, judgements))
        });
        let mean = Mean::of(values).unwrap();
        let wanted = wanted.as_f64().unwrap();
        if mean.n != 1332 || (mean.mean - wanted).abs() > 1e-14 {
            return Err(format!("{measure} under {definition}: {mean:?}, not {wanted}").into());
        }
    }
    Ok(())
}

fn measure(definition: &str, name: &str) -> Measure {
    let protocol = if definition == "coco" { "coco-5k" } else { definition };
    let name = match name {
        "map_at_r" => "mAP@R".to_owned(),
        "rprecision" => "R-Precision".to_owned(),
        hit_rate => hit_rate.replace('r', "R@"),
    };
    format!("{protocol}:{name}").parse().unwrap()
}

fn judgements(folder: &Path, definition: &str) -> Result<Relevance, Failed> {
    let published = if definition == "coco" { "original" } else { definition };
    let file = format!("{published}_caption_to_image.json");
    let qrels = judgements_from_json(&file, &fs::read_to_string(folder.join(&file))?)?;
    let rows = |file: &str| -> Result<HashMap<String, u32>, Failed> {
        let ids = ids_from_lines(file, &fs::read_to_string(folder.join(file))?)?;
        Ok(ids.into_iter().zip(0..).collect())
    };
    Ok(Relevance::from_qrels(&file, &qrels, &rows("query_ids.txt")?, &rows("image_ids.txt")?)?)
}

/// A float16 matrix of numpy, its vectors of length 1 already.
fn vectors(folder: &Path, system: &str, name: &str) -> Result<Vectors, Failed> {
    let bytes = fs::read(folder.join(format!("systems/{system}/{name}.npy")))?;
    let n_header = usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let (header, values) = bytes[10..].split_at(n_header);
    let header = String::from_utf8_lossy(header);
    assert!(header.contains("<f2") && header.contains("'fortran_order': False"), "{header}");
    let shape = header.split_once("'shape': (").unwrap().1.split_once(')').unwrap().0;
    let dim: usize = shape.split_once(',').unwrap().1.trim().parse()?;
    let mut vectors = Vectors::new(dim, ShardDtype::F32);
    for row in values.chunks_exact(2 * dim) {
        vectors.push(row.chunks_exact(2).map(|b| f16::from_le_bytes([b[0], b[1]]).to_f32()));
    }
    Ok(vectors)
}
