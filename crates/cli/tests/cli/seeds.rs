//! The pictures nearest to each query's seeds, against brute force; and their file's faults.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

use crate::made::Made;
use flate2::read::GzDecoder;
use rankscope_core::random::SplitMix64;
use serde_json::{Value, json};
use std::{fs::File, io::Read};

const DIM: usize = 8;
const N: usize = 130;
/// Seeds by query; the second query shares one.
const SEEDS: [&[usize]; 2] = [&[3, 40], &[40, 77, 129]];

#[test]
fn nearest_are_the_hundred_of_the_highest_cosine_without_seeds() {
    let made = Made::new();
    let mut random = SplitMix64::new(9);
    let mut rows: Vec<Vec<f32>> = Vec::new();
    for _ in 0..N {
        rows.push((0..DIM).map(|_| random.unit() - 0.5).collect());
    }
    let query = |seeds: &[usize]| json!({"Text": "joy", "Conceptual": true, "Seeds": seeds});
    let queries = json!({"0": query(SEEDS[0]), "1": query(SEEDS[1])});
    made.write("seed.json", queries.to_string());
    made.write("mturk.json", "{\"0\": {\"5\": [2, 0, 0]}}");
    made.write("vg_subset.txt", (0..N).map(|id| format!("{id}\n")).collect::<String>());
    made.npy("systems/clip/gallery.npy", &rows);
    made.npy("systems/clip/queries.npy", &rows[..2]);
    made.recipe("conqa.toml", &[("title = \"CLIP\"\n", "title = \"CLIP\"\ndtype = \"f32\"\n")]);
    let manifest = made.build();
    assert!(manifest.files.iter().any(|file| file.path == "seeds/clip.jsonl.gz"));
    let mut text = String::new();
    let file = File::open(made.path("out/seeds/clip.jsonl.gz")).unwrap();
    GzDecoder::new(file).read_to_string(&mut text).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let found: Vec<(&str, &str)> = lines
        .iter()
        .map(|line| (line["query"].as_str().unwrap(), line["seed"]["id"].as_str().unwrap()))
        .collect();
    assert_eq!(found, [("0", "3"), ("0", "40"), ("1", "40"), ("1", "77"), ("1", "129")]);
    assert_eq!(lines[0]["seed"]["uri"], "pictures/3.jpg");
    let norm = |row: &[f32]| row.iter().map(|v| f64::from(*v).powi(2)).sum::<f64>().sqrt();
    let cosine = |a: usize, b: usize| {
        let dot: f64 =
            rows[a].iter().zip(&rows[b]).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum();
        dot / norm(&rows[a]) / norm(&rows[b])
    };
    let is_seed = |row: &usize| SEEDS.iter().any(|seeds| seeds.contains(row));
    for (line, (_, seed)) in lines.iter().zip(&found) {
        let seed: usize = seed.parse().unwrap();
        let mut all: Vec<usize> = (0..N).filter(|row| !is_seed(row)).collect();
        all.sort_by(|a, b| cosine(seed, *b).total_cmp(&cosine(seed, *a)));
        let wanted: Vec<String> = all.iter().take(100).map(ToString::to_string).collect();
        assert_eq!(line["nearest"], json!(wanted));
    }
}
