//! COCO 1K in five folds and plausible matches, both ways, from `golden/next` of the shared folder: vectors
//! of all 25,000 captions against `eccv_caption`, real systems on the captions that they have, and Fieldbook
//! against numpy; reported as ignored where the files are absent.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::{
    here, json_in, printed_json, same,
    shared_data::{Lists, at_once},
};
use libtest_mimic::{Failed, Trial};
use rankscope_core::analysis::{Column, Dataset, Tally, depths};
use rankscope_core::benchmark::{Manifest, System};
use rankscope_core::metrics::{FoldCaption, Folds, Measure};
use rankscope_core::ranking::Hit;
use rankscope_core::search::Gallery;
use rankscope_core::vectors::{ShardDtype, Vectors, vectors_from_shard};
use serde_json::Value;
use std::{fs, path::Path, sync::Arc};

const TOLERANCE: f64 = 1e-12;

pub(crate) fn trials() -> Vec<Trial> {
    let trial = |name: &'static str, check: fn(&Value) -> Result<(), Failed>| {
        let file = here::shared().join("golden/next/07_image_to_text_coco1k_pmrp.json");
        let is_absent = !file.is_file();
        Trial::test(name, move || check(&json_in(&file)?)).with_ignored_flag(is_absent)
    };
    vec![
        trial("coco_1k_of_all_captions_is_that_of_the_library_both_ways", synthetic),
        trial("coco_1k_of_the_captions_with_vectors_is_cut_in_both_directions", restricted),
        trial("plausible_matches_are_measured_from_images_to_texts", plausible),
        trial("five_folds_of_fieldbook_have_the_values_of_numpy_both_ways", five_folds),
    ]
}

fn near(found: &Value, wanted: &Value, what: &str) -> Result<(), Failed> {
    match (found.as_f64(), wanted.as_f64()) {
        (Some(found), Some(wanted)) if (found - wanted).abs() <= TOLERANCE => Ok(()),
        _ => Err(format!("{what}: {found}, not {wanted}").into()),
    }
}

/// Builds COCO 5K by its recipe with some words replaced.
fn built(folder: &Path, changes: &[(&str, &str)]) -> Result<String, Failed> {
    let mut recipe = fs::read_to_string(here::root().join("recipes/coco5k.toml"))?;
    for (from, to) in changes {
        same(recipe.contains(from), true, from)?;
        recipe = recipe.replace(from, to);
    }
    let file = folder.join("recipe.toml");
    fs::write(&file, recipe)?;
    let out = folder.join("out");
    let args = rankscope_cli::build::Args {
        recipe: file,
        out: out.clone(),
        source: Some(here::shared().join("data/coco5k")),
        encoders: Vec::new(),
        codes: false,
        force: false,
        json: false,
    };
    rankscope_cli::build::build(&args).map_err(|error| format!("{error:#}"))?;
    Ok(out.display().to_string())
}

/// A recipe's text from its first system to its first headline.
fn systems_of(recipe: &str) -> &str {
    let start = recipe.find("[[encoders]]").unwrap();
    &recipe[start..recipe.find("[[headlines]]").unwrap()]
}

fn synthetic(golden: &Value) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let shared = here::shared();
    // All captions ask, in the order of the vectors.
    let captions = fs::read_to_string(shared.join("data/coco5k/captions.jsonl"))?;
    let id = |line: &str| -> Result<String, Failed> {
        let caption: Value = serde_json::from_str(line)?;
        Ok(caption["caption_id"].to_string() + "\n")
    };
    let ids = captions.lines().map(id).collect::<Result<String, _>>()?;
    let file = folder.path().join("captions.txt");
    fs::write(&file, ids)?;
    let queries = format!("ids = \"{}\"", file.display());
    let vectors = |name: &str| shared.join(format!("golden/next/07_synthetic_{name}.npy"));
    let system = format!(
        "[[systems]]\nid = \"synthetic\"\ntitle = \"Synthetic\"\ngallery = \"{}\"\nqueries = \"{}\"\n\n",
        vectors("gallery").display(),
        vectors("captions").display()
    );
    let recipe = fs::read_to_string(here::root().join("recipes/coco5k.toml"))?;
    let changes = [("ids = \"query_ids.txt\"", queries.as_str()), (systems_of(&recipe), &system)];
    let out = built(folder.path(), &changes)?;
    // A build normalises its vectors, and the library's scores are of these as they are.
    let [captions, gallery] = ["captions", "gallery"].map(|name| array(&vectors(name)));
    let (captions, gallery) = (captions?, gallery?);
    let (texts, images) = both_ways(Path::new(&out), |_| {})?;
    let values = &golden["synthetic"]["values"];
    for (relevance, protocol) in
        [("coco", "coco-1k"), ("coco", "coco-5k"), ("cxc", "cxc"), ("eccv", "eccv")]
    {
        let mut names: Vec<String> = [1, 5, 10].map(|k| format!("{protocol}:R@{k}")).to_vec();
        if protocol == "eccv" {
            names.extend(["eccv:mAP@R", "eccv:R-Precision"].map(String::from));
        }
        let all: Vec<u32> = (0..25_000).collect();
        let to_images = means(&texts, relevance, &names, &gallery, &captions, &all)?;
        let rows = images.image_rows.clone().unwrap();
        let to_texts = means(&images, relevance, &names, &captions, &gallery, &rows)?;
        for (place, name) in names.iter().enumerate() {
            let library = &values["library"][name];
            for (way, means) in [("t2i", &to_images), ("i2t", &to_texts)] {
                let what = format!("{name}, {way}");
                if let Some(of_folds) = values.get(format!("{name}/{way}")) {
                    near(&Value::from(means[place]), &of_folds["mean"], &what)?;
                }
                if !library.is_null() {
                    near(&Value::from(means[place]), &library[way], &what)?;
                }
            }
        }
    }
    Ok(())
}

/// The lists of a benchmark, perhaps changed, and the same from images to texts.
fn both_ways(
    folder: &Path,
    change: impl FnOnce(&mut Dataset),
) -> Result<(Arc<Dataset>, Arc<Dataset>), Failed> {
    let manifest = Manifest::from_json(&fs::read_to_string(folder.join("benchmark.json"))?)?;
    let source = Lists(folder);
    let Ok(mut texts) = at_once(Dataset::load(String::new(), manifest, &source)) else {
        return Err("the lists cannot be read".into());
    };
    change(&mut texts);
    let Ok(images) = at_once(texts.reversed(&source)) else {
        return Err("the lists cannot be turned round".into());
    };
    Ok((Arc::new(texts), Arc::new(images)))
}

/// The rows of a float16 array of 48 columns, after a header of version 1.
fn array(path: &Path) -> Result<Vectors, Failed> {
    let bytes = fs::read(path)?;
    let start = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let mut vectors = Vectors::new(48, ShardDtype::F32);
    for row in bytes[start..].chunks_exact(96) {
        let pairs = row.as_chunks::<2>().0.iter();
        let row: Vec<f32> = pairs.map(|pair| half::f16::from_le_bytes(*pair).to_f32()).collect();
        vectors.push(row);
    }
    Ok(vectors)
}

fn restricted(golden: &Value) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let reverse = "reverse = { json = \"original_image_to_caption.json\" }\n";
    let encoder = "encoder = \"all-MiniLM-L6-v2\"\n";
    let recipe = fs::read_to_string(here::root().join("recipes/coco5k.toml"))?;
    let start = recipe.find("[[encoders]]").unwrap();
    let encoders = &recipe[start..recipe.find("[[systems]]").unwrap()];
    let out = built(folder.path(), &[(reverse, ""), (encoder, ""), (encoders, "")])?;
    let measures = "coco-1k:R@1,coco-1k:R@5,coco-1k:R@10";
    let report = printed_json(&[
        "eval",
        &out,
        "--relevance",
        "coco",
        "--measures",
        measures,
        "--direction",
        "mean",
        "--system",
        "minilm-pca24",
        "--system",
        "char-lsa128",
        "--json",
    ])?;
    for (system, values) in golden["restricted_to_1332"].as_object().unwrap() {
        for (name, values) in values.as_object().unwrap() {
            let measure = format!("coco-1k:{name}");
            for (block, way) in [("runs", "t2i"), ("reverse", "i2t_existing_texts")] {
                let (found, wanted) = (&report[block][system][&measure], &values[way]);
                let what = format!("{system}, {name}, {way}");
                near(&found["mean"], &wanted["mean"], &what)?;
                let n: u64 = wanted["n"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
                same(found["n"].as_u64(), Some(n), &what)?;
            }
        }
    }
    Ok(())
}

fn plausible(golden: &Value) -> Result<(), Failed> {
    let variants = ["pcme", "library", "paper"];
    let measures = variants.map(|variant| format!("eccv:PMRP-{variant}")).join(",");
    for (system, values) in golden["fieldbook"].as_object().unwrap() {
        let report = printed_json(&[
            "eval",
            &here::fieldbook(),
            "--relevance",
            "plausible",
            "--measures",
            &measures,
            "--system",
            system,
            "--direction",
            "mean",
            "--json",
        ])?;
        for variant in variants {
            let name = format!("eccv:PMRP-{variant}");
            for (block, way) in [("runs", "t2i"), ("reverse", "i2t")] {
                let (found, wanted) =
                    (&report[block][system][&name], &values["PMRP"][way][variant]);
                let what = format!("{system}, {name}, {way}");
                same(&found["n"], &wanted["n"], &what)?;
                near(&found["mean"], &wanted["mean"], &what)?;
            }
            let both = &report["both"][system][&name]["mean"];
            near(both, &values["PMRP"]["mean_of_both"][variant], &format!("{system}, {name}"))?;
        }
        for (image, of_image) in values["per_image_first_20_i2t"].as_object().unwrap() {
            for (variant, wanted) in ["pcme", "paper"].iter().zip(of_image.as_array().unwrap()) {
                let measured = &report["reverse"][system][format!("eccv:PMRP-{variant}")];
                near(
                    &measured["per_query"][image],
                    wanted,
                    &format!("{system}, {image}, {variant}"),
                )?;
            }
        }
    }
    Ok(())
}

/// Fieldbook has no folds: its thousand captions are cut here, in the order of the queries.
fn five_folds(golden: &Value) -> Result<(), Failed> {
    let fieldbook = here::fieldbook();
    let folder = Path::new(&fieldbook);
    let (texts, images) = both_ways(folder, |texts| {
        let pairs = texts.definition_index("pairs").unwrap();
        let judged = texts.relevance.get(pairs).unwrap();
        let captions: Vec<FoldCaption> = (0u32..)
            .take(texts.queries.len())
            .filter_map(|row| {
                let own = judged.of_query(row)?.as_slice().iter().find(|(_, grade)| *grade >= 1)?;
                Some(FoldCaption { query_row: Some(row as usize), row_in_corpus: own.0 as usize })
            })
            .collect();
        let folds = Folds::consecutive(&captions, 5, texts.queries.len(), texts.n_images());
        texts.folds = Some(Arc::new(folds));
    })?;
    let names = [1, 5, 10].map(|k| format!("coco-1k:R@{k}"));
    for (system, values) in golden["fieldbook"].as_object().unwrap() {
        let of_system = texts.manifest.system(system).unwrap();
        let (gallery, queries) = vectors_of(folder, of_system)?;
        let rows: Vec<u32> = (0..u32::try_from(queries.n_rows())?).collect();
        let to_images = means(&texts, "pairs", &names, &gallery, &queries, &rows)?;
        let rows = images.image_rows.clone().unwrap();
        let to_texts = means(&images, "pairs", &names, &queries, &gallery, &rows)?;
        for (place, k) in [1, 5, 10].into_iter().enumerate() {
            let wanted = &values[format!("five folds R@{k}")];
            for (way, means) in [("t2i", &to_images), ("i2t", &to_texts)] {
                let what = format!("{system}, R@{k}, {way}");
                near(&Value::from(means[place]), &wanted[way]["mean"], &what)?;
            }
        }
    }
    Ok(())
}

fn vectors_of(folder: &Path, system: &System) -> Result<(Vectors, Vectors), Failed> {
    let shard = |path: &String| -> Result<Vectors, Failed> {
        Ok(vectors_from_shard(path, &fs::read(folder.join(path))?)?)
    };
    let mut gallery = shard(&system.gallery[0])?;
    for path in &system.gallery[1..] {
        gallery.append(path, &shard(path)?)?;
    }
    Ok((gallery, shard(system.queries.as_ref().unwrap())?))
}

/// The means of measures under a definition; these rows of `asking` ask.
fn means(
    dataset: &Arc<Dataset>,
    relevance: &str,
    names: &[String],
    found: &Vectors,
    asking: &Vectors,
    rows: &[u32],
) -> Result<Vec<f64>, Failed> {
    let column = |name: &String| Column::new(dataset, name.parse::<Measure>().unwrap(), relevance);
    let columns: Arc<Vec<Column>> =
        Arc::new(names.iter().map(|name| column(name).unwrap()).collect());
    let depths: Vec<usize> =
        depths(dataset, &columns).into_iter().map(|depth| depth as usize).collect();
    let mut tally = Tally::new(dataset.clone(), columns, String::new()).without_hits();
    let gallery = Gallery::on_cpu(found.clone());
    for (place, block) in rows.chunks(64).enumerate() {
        let first = 64 * place;
        let vectors: Vec<Vec<f32>> =
            block.iter().map(|row| asking.row(*row as usize).collect()).collect();
        let depths = &depths[first..first + block.len()];
        let rankings: Vec<Vec<Hit>> = at_once(gallery.top_k_each(&vectors, depths))?;
        tally.add(u32::try_from(first)?, &rankings);
    }
    let values = tally.finished();
    Ok((0..names.len())
        .map(|place| values.mean(place).map_or(f64::NAN, |mean| mean.mean))
        .collect())
}
