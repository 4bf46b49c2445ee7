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

/// Objects of the scene graphs become tags, and COCO's captions those of the images that are COCO's.
#[test]
fn visual_genome_says_what_is_in_the_pictures() {
    const OWN: &str = "attribution = \"Visual Genome\"\n";
    let source = "attribution = \"Visual Genome\"\nvisual_genome = { objects = \"objects.json\", \
                  image_data = \"image_data.json\", captions = [\"captions_val.json\"] }\n";
    let made = Made::new();
    made.write(
        "seed.json",
        json!({"0": {"Text": "joy", "Conceptual": true, "Seeds": [3]}}).to_string(),
    );
    made.write("mturk.json", "{\"0\": {\"1\": [2, 0, 0]}}");
    made.write("vg_subset.txt", "1\n2\n3\n");
    let rows = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]].map(Vec::from);
    made.npy("systems/clip/gallery.npy", &rows);
    made.npy("systems/clip/queries.npy", &rows[..1]);
    let objects = json!([
        {"image_id": 1, "objects": [{"names": ["Man", "person"]}, {"names": ["man"]}]},
        {"image_id": 3, "objects": []},
    ]);
    let data = json!([{"image_id": 1, "coco_id": 70}, {"image_id": 2, "coco_id": null}]);
    let coco = json!({
        "images": [{"id": 70, "file_name": "70.jpg"}],
        "annotations": [{"id": 1, "image_id": 70, "caption": "A man at work. "},
                        {"id": 2, "image_id": 70, "caption": "Another"}],
    });
    made.write("objects.json", objects.to_string());
    made.write("image_data.json", data.to_string());
    made.write("captions_val.json", coco.to_string());
    made.recipe("conqa.toml", &[(OWN, source)]);
    made.build();
    let images = made.images();
    let of = |id: &str| images.iter().find(|image| image.id == id).unwrap();
    assert_eq!(of("1").tags, ["man", "person"]);
    assert_eq!(of("1").caption, "A man at work.");
    assert!(of("2").tags.is_empty() && of("2").caption.is_empty());
}
