//! Real data, from `../shared` or `$RANKSCOPE_SHARED`; reported as ignored where it is absent.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::{built_coco5k, here, json_in, printed, printed_json, same};
use libtest_mimic::{Failed, Trial};
use rankscope_core::analysis::{Column, Dataset, Tally, depths};
use rankscope_core::benchmark::{FileEntry, Manifest, lists::ListSource};
use rankscope_core::formats::ids_from_npy;
use rankscope_core::metrics::Measure;
use rankscope_core::search::Gallery;
use rankscope_core::vectors::vectors_from_shard;
use serde_json::Value;
use std::{
    collections::{HashMap, HashSet},
    fs,
    path::Path,
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};

/// How far from the original implementations values may be.
const TOLERANCE: f64 = 1e-4;

pub(crate) fn trials() -> Vec<Trial> {
    let shared = here::shared();
    let is_absent = !shared.join("data/coco5k/image_ids.txt").is_file();
    let name = "coco5k_measures_and_agreement_are_the_published_ones";
    vec![Trial::test(name, move || coco5k(&shared)).with_ignored_flag(is_absent)]
}

fn coco5k(shared: &Path) -> Result<(), Failed> {
    let golden = json_in(&shared.join("golden/coco5k_expected.json"))?;
    let folder = tempfile::tempdir()?;
    let out = folder.path().join("coco5k");
    let manifest = built_coco5k(shared, &out)?;
    same(manifest.counts.images, 5000, "images")?;
    same(manifest.counts.queries, 1332, "queries")?;

    let report = printed_json(&["agree", "--format", "json", text(&out)])?;
    same(&report["systems"], &golden["systems"], "systems")?;
    same(report["n_queries"].as_array().unwrap().iter().all(|n| n == 1332), true, "n")?;

    let columns = golden["kendall_tau_b"]["columns"].as_array().unwrap();
    same(report["measures"].as_array().unwrap().len(), columns.len(), "columns")?;
    for (index, column) in columns.iter().enumerate() {
        let column = column.as_str().unwrap();
        let name = name_from_column(column);
        same(&report["measures"][index], &Value::from(name), column)?;
        let relevance = column.split('_').next().unwrap();
        same(&report["relevance"][index], &Value::from(relevance), column)?;
        for (row, system) in golden["systems"].as_array().unwrap().iter().enumerate() {
            let system = system.as_str().unwrap();
            let wanted = &golden["metrics"][system][column];
            close(&report["means"][row][index], wanted, &format!("{system}, {column}"))?;
        }
        for other in 0..columns.len() {
            let wanted = &golden["kendall_tau_b"]["matrix"][index][other];
            close(&report["tau_b"][index][other], wanted, &format!("tau-b {index}, {other}"))?;
        }
    }
    coco_1k(&out, &shared.join("data/coco5k"))?;
    images_ask_for_texts(&out, &shared.join("data/coco5k"))
}

/// mAP@R, R-Precision and R@1 from images to texts, as eccv_caption 0.1.0 computes them
/// (`Metrics().compute_all_metrics`) from the built benchmark's vectors: every image ranks the 1,332
/// captions that have a vector. Most relevant captions have none, and count in R.
const FROM_IMAGES: [(&str, [f64; 3]); 8] = [
    ("minilm-mean", [0.141477771204338, 0.197079635211707, 0.654242664551943]),
    ("minilm-pca128", [0.142455350567530, 0.198260907675393, 0.659000793021412]),
    ("minilm-pca24", [0.123679809647130, 0.184064886300158, 0.564631245043616]),
    ("minilm-pca12", [0.101932337888237, 0.162426209791538, 0.490880253766852]),
    ("minilm-sign256", [0.102483086165978, 0.161421451836911, 0.488501189532117]),
    ("lsa300", [0.096952976726334, 0.159225946401564, 0.449643140364790]),
    ("lsa30", [0.053863184383310, 0.108197576268043, 0.287073750991277]),
    ("char-lsa128", [0.096132552667012, 0.157787387932967, 0.474226804123711]),
];

fn images_ask_for_texts(benchmark: &Path, data: &Path) -> Result<(), Failed> {
    let measures = ["eccv:mAP@R", "eccv:R-Precision", "eccv:R@1"];
    let named = measures.join(",");
    let eval = ["eval", text(benchmark), "--format", "json", "--relevance", "eccv"];
    let eval = [&eval[..], &["--direction", "mean", "--measures", &named]].concat();
    // The recipe has brought the same judgements into the benchmark.
    let output = printed(&eval)?;
    let file = data.join("eccv_image_to_caption.json");
    let by_file = printed(&[&eval[..], &["--reverse-qrels", text(&file)]].concat())?;
    same(output == by_file, true, "the benchmark's judgements and the file's")?;
    let report: Value = serde_json::from_slice(&output)?;
    as_the_page_computes(benchmark, &measures, &report)?;
    for (system, wanted) in FROM_IMAGES {
        for (measure, wanted) in measures.iter().zip(wanted) {
            let what = format!("{system}, {measure}, from images");
            let of = |block: &str| report[block][system][measure]["mean"].as_f64().unwrap();
            same(report["reverse"][system][measure]["n"].as_u64(), Some(1_261), &what)?;
            same((of("reverse") - wanted).abs() < 1e-12, true, &what)?;
            let both = f64::midpoint(of("runs"), of("reverse"));
            same((of("both") - both).abs() < 1e-12, true, &what)?;
        }
    }
    Ok(())
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A folder as the page reads it.
pub(crate) struct Lists<'a>(pub(crate) &'a Path);

impl ListSource for Lists<'_> {
    type Error = std::io::Error;

    async fn bytes(&self, file: &FileEntry) -> Result<Vec<u8>, Self::Error> {
        fs::read(self.0.join(&file.path))
    }
}

/// Runs a future that never waits.
pub(crate) fn at_once<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits"),
    }
}

/// What the page does with the engine's answers, by the functions of both: lists turned round, a batch
/// scan of the texts for blocks of images, and a tally: what the command prints.
fn as_the_page_computes(benchmark: &Path, measures: &[&str], report: &Value) -> Result<(), Failed> {
    let manifest = Manifest::from_json(&fs::read_to_string(benchmark.join("benchmark.json"))?)?;
    let source = Lists(benchmark);
    let forward = at_once(Dataset::load(String::new(), manifest, &source));
    let Ok(forward) = forward else { return Err("the lists cannot be read".into()) };
    let Ok(dataset) = at_once(forward.reversed(&source)) else {
        return Err("the lists cannot be turned round".into());
    };
    let dataset = Arc::new(dataset);
    let measures: Vec<Measure> = measures.iter().map(|name| name.parse().unwrap()).collect();
    let columns = Column::all_of(&dataset, &measures);
    let columns = columns.into_iter().filter(|column| column.relevance == "eccv");
    let columns: Arc<Vec<Column>> =
        Arc::new(columns.filter(|column| measures.contains(&column.measure)).collect());
    let depths: Vec<usize> =
        depths(&dataset, &columns).into_iter().map(|depth| depth as usize).collect();
    let shard = |path: &str| vectors_from_shard(path, &fs::read(benchmark.join(path)).unwrap());
    for system in &dataset.manifest.systems {
        let texts = Gallery::on_cpu(shard(system.queries.as_ref().unwrap())?);
        let images = shard(&system.gallery[0])?;
        let rows = dataset.image_rows.clone().unwrap();
        let mut tally = Tally::new(dataset.clone(), columns.clone(), system.id.clone());
        let mut first = 0;
        for (block, depths) in rows.chunks(32).zip(depths.chunks(32)) {
            let vectors: Vec<Vec<f32>> =
                block.iter().map(|row| images.row(*row as usize).collect()).collect();
            tally.add(first, &at_once(texts.top_k_each(&vectors, depths))?);
            first += 32;
        }
        let values = tally.finished();
        for (index, column) in columns.iter().enumerate() {
            let measure = column.measure.to_string();
            let what = format!("{}, {measure}, as the page computes it", system.id);
            let wanted = &report["reverse"][&system.id][&measure];
            let mean = values.mean(index).unwrap();
            same(mean.n as u64, wanted["n"].as_u64().unwrap(), &what)?;
            // JSON is read to the last digit but one.
            let printed = wanted["mean"].as_f64().unwrap();
            same((mean.mean - printed).abs() < 1e-15, true, &what)?;
        }
    }
    Ok(())
}

/// The mean of five folds, each searched by itself, by brute force over the arrays.
fn coco_1k(benchmark: &Path, data: &Path) -> Result<(), Failed> {
    let system = "minilm-pca24";
    let eval = ["eval", text(benchmark), "--format", "json", "--relevance", "coco"];
    let more = ["--system", system, "--measures", "coco-1k:R@1,coco-1k:R@5"];
    let report = printed_json(&[&eval[..], &more].concat())?;
    let order = ids_from_npy("coco_test_ids.npy", &fs::read(data.join("coco_test_ids.npy"))?)?;
    let mut picture_of: HashMap<String, String> = HashMap::new();
    for line in fs::read_to_string(data.join("captions.jsonl"))?.lines() {
        let caption: Value = serde_json::from_str(line)?;
        picture_of.insert(caption["caption_id"].to_string(), caption["image_id"].to_string());
    }
    let lines = |name: &str| -> Result<Vec<String>, Failed> {
        Ok(fs::read_to_string(data.join(name))?.lines().map(str::to_owned).collect())
    };
    let (images, asked) = (lines("image_ids.txt")?, lines("query_ids.txt")?);
    let gallery = array(&data.join(format!("systems/{system}/gallery.npy")))?;
    let queries = array(&data.join(format!("systems/{system}/queries.npy")))?;
    let score = |query: usize, image: usize| -> f64 {
        queries[query].iter().zip(&gallery[image]).map(|(a, b)| a * b).sum::<f64>()
    };
    for (measure, k) in [("coco-1k:R@1", 1), ("coco-1k:R@5", 5)] {
        let mut means = Vec::new();
        for fold in order.chunks(5_000) {
            let pictures: HashSet<&str> =
                fold.iter().map(|caption| picture_of[caption].as_str()).collect();
            same(pictures.len(), 1_000, "pictures of a fold")?;
            let rows: Vec<usize> =
                (0..images.len()).filter(|row| pictures.contains(images[*row].as_str())).collect();
            let (mut n, mut n_found) = (0.0, 0.0);
            for query in (0..asked.len()).filter(|query| fold.contains(&asked[*query])) {
                let picture = &picture_of[&asked[query]];
                let relevant = score(query, images.iter().position(|id| id == picture).unwrap());
                let n_before = rows.iter().filter(|row| score(query, **row) > relevant).count();
                n += 1.0;
                n_found += if n_before < k { 1.0 } else { 0.0 };
            }
            means.push(n_found / n);
        }
        let wanted = Value::from(means.iter().sum::<f64>() / 5.0);
        close(&report["runs"][system][measure]["mean"], &wanted, measure)?;
    }
    Ok(())
}

/// The rows of a float16 array [5000 or 1332, 24], after a header of version 1.
fn array(path: &Path) -> Result<Vec<Vec<f64>>, Failed> {
    let bytes = fs::read(path)?;
    let start = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let pairs = bytes[start..].as_chunks::<2>().0.iter();
    let values: Vec<f64> = pairs.map(|pair| half::f16::from_le_bytes(*pair).to_f64()).collect();
    Ok(values.chunks(24).map(<[f64]>::to_vec).collect())
}

fn name_from_column(column: &str) -> String {
    match column.split_once('_').unwrap().1 {
        "map_at_r" => "eccv:mAP@R".into(),
        "rprecision" => "eccv:R-Precision".into(),
        hit_rate => format!("eccv:R@{}", hit_rate.trim_start_matches('r')),
    }
}

fn close(found: &Value, wanted: &Value, what: &str) -> Result<(), Failed> {
    match (found.as_f64(), wanted.as_f64()) {
        (Some(found), Some(wanted)) if (found - wanted).abs() <= TOLERANCE => Ok(()),
        _ => Err(format!("{what}: {found}, and the original gives {wanted}").into()),
    }
}
