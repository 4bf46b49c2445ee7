//! The recipes on small folders in the layouts that papers and tools publish.
#![allow(clippy::unwrap_used, clippy::panic, clippy::cast_precision_loss)]

use crate::here;
use crate::made::{Made, OTHER_MODEL, inquire, marked};
use crate::program::{fails, json};
use rankscope_core::benchmark::{Topic, Topics};
use rankscope_parquet::columns_from_parquet;
use std::{
    fs::{self, File},
    io::Write,
};

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn lines(rows: &[&str]) -> Vec<String> {
    rows.iter().map(|row| (*row).to_owned()).collect()
}

fn small_inquire() -> Made {
    let val = lines(&["0,30,an owl,Appearance,Sex,Birds"]);
    let test = lines(&[
        "1,7,\"a wet, cold newt\",Context,Weather,Amphibians",
        "2,12,tracks in snow,Context,Traces,",
    ]);
    inquire(&[("val", &val), ("test", &test)])
}

#[test]
fn two_models_of_inquire_meet_in_one_corpus_whatever_the_order_of_their_rows() {
    let made = small_inquire();
    made.recipe("inquire.toml", &[("[[systems]]\n", OTHER_MODEL)]);
    let manifest = made.build();
    assert_eq!((manifest.counts.images, manifest.counts.queries), (4, 3));
    let queries = made.queries();
    assert!(manifest.relevance[0].complete, "what is not named does not match");
    let splits: Vec<(&str, &str)> =
        queries.iter().map(|query| (query.id.as_str(), query.split.as_str())).collect();
    assert_eq!(splits, [("30", "val"), ("7", "test"), ("12", "test")]);
    assert_eq!(queries[1].text, "a wet, cold newt");
    assert_eq!(queries[1].facets["supercategory"], "Context");
    assert!(!queries[2].facets.contains_key("iconic_group"));
    let facets: Vec<String> = manifest
        .facets
        .iter()
        .map(|facet| format!("{}: {}", facet.name, facet.values.join(" ")))
        .collect();
    let wanted = [
        "iconic_group: Amphibians Birds",
        "supercategory: Appearance Context",
        "category: Sex Traces Weather",
    ];
    assert_eq!(facets, wanted);
    // The order of the first model's files, 9 before 10.
    let ids: Vec<String> = made.images().into_iter().map(|image| image.id).collect();
    assert_eq!(ids, ["train/30.jpg", "train/7.jpg", "train/12.jpg", "train/none.jpg"]);
    let wanted = ["30 0 train/30.jpg 1", "7 0 train/7.jpg 1", "12 0 train/12.jpg 1"];
    assert_eq!(made.qrels("inquire"), wanted);
    for system in ["vit-b-32", "other"] {
        for measure in ["inquire:AP@50", "inquire:nDCG@50", "inquire:RR"] {
            assert_eq!(made.eval(system, "inquire", measure), (1.0, 3), "{system} {measure}");
        }
    }
}

/// Twelve images; the topic `sky` is in 1, 2 and 11, salient in 11; `night_life` in 5.
fn mirflickr(range: &str) -> Made {
    let made = Made::new();
    for number in 1..=12 {
        let tags = if number == 11 { "blue\nsunset\n" } else { "" };
        made.write(&format!("mirflickr/meta/tags/tags{number}.txt"), tags);
        let credit = format!("Creator: number {number}\r\nLicence: CC BY\r\n");
        made.write(&format!("mirflickr/meta/license/license{number}.txt"), credit);
        made.write(&format!("mirflickr/im{number}.jpg"), "");
    }
    made.write("annotations/README.txt", "what this is");
    made.write("annotations/sky.txt", "1\n2\n11\n");
    made.write("annotations/sky_r1.txt", "11\n");
    made.write("annotations/night_life.txt", "5\n");
    // sky likes 11, then 1, then 3, then 2; night_life likes 5.
    let mut gallery = vec![vec![0.0, 0.0, 1.0]; 12];
    for (number, degrees) in [(11, 0.0_f32), (1, 10.0), (3, 20.0), (2, 30.0)] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        gallery[number - 1] = vec![0.0, cos, sin];
    }
    gallery[4] = vec![1.0, 0.0, 0.0];
    made.npy("systems/clip/gallery.npy", &gallery);
    made.npy("systems/clip/queries.npy", &[vec![1.0, 0.0, 0.0], vec![0.0, 1.0, 0.0]]);
    made.recipe("mirflickr.toml", &[("range = [1, 25000]", range)]);
    made
}

#[test]
fn mirflickr_has_topics_in_two_senses_with_tags_and_credits() {
    for range in ["range = [1, 12]", "files = \"mirflickr/im*.jpg\""] {
        let made = mirflickr(range);
        let manifest = made.build();
        assert_eq!((manifest.counts.images, manifest.counts.queries), (12, 2));
        assert!(manifest.facets.is_empty());
        let texts: Vec<String> = made.queries().into_iter().map(|query| query.text).collect();
        assert_eq!(texts, ["night life", "sky"]);
        let images = made.images();
        let numbers: Vec<u32> = images.iter().map(|image| image.id.parse().unwrap()).collect();
        assert_eq!(numbers, Vec::from_iter(1..=12), "{range}");
        let image = &images[10];
        assert_eq!(image.uri.as_deref(), Some("pictures/im11.jpg"));
        assert_eq!(image.tags, ["blue", "sunset"]);
        assert_eq!(image.attribution, "Creator: number 11\nLicence: CC BY");
        assert_eq!(
            made.qrels("wide"),
            ["night_life 0 5 1", "sky 0 1 1", "sky 0 2 1", "sky 0 11 1"]
        );
        assert_eq!(made.qrels("narrow"), ["sky 0 11 1"]);
        // sky: 11 and 1 at ranks 1 and 2, 2 at rank 4.
        let average_precision = (1.0 + 1.0 + 3.0 / 4.0) / 3.0;
        let (wide, n) = made.eval("clip", "wide", "mirflickr:AP");
        assert!((wide - (1.0 + average_precision) / 2.0).abs() < 1e-12, "{wide}");
        assert_eq!(n, 2);
        assert_eq!(made.eval("clip", "narrow", "mirflickr:AP"), (1.0, 1));
        let topics = manifest.file("topics.json").unwrap();
        let text = fs::read_to_string(made.path("out").join(&topics.path)).unwrap();
        let topics = Topics::from_json("topics.json", &text, &made.queries()).unwrap();
        // The recipe's other topics are not in this folder.
        assert_eq!(topics.topics, [Topic { query: "sky".into(), tags: vec!["sky".into()] }]);
        assert_eq!(topics.content_tags.len(), 30);
    }
}

/// The 24 topics as published, those of the narrow sense first.
const TOPICS: [&str; 24] = [
    "baby",
    "bird",
    "car",
    "clouds",
    "dog",
    "female",
    "flower",
    "male",
    "night",
    "people",
    "portrait",
    "river",
    "sea",
    "tree",
    "animals",
    "food",
    "indoor",
    "lake",
    "plant_life",
    "sky",
    "structures",
    "sunset",
    "transport",
    "water",
];

#[test]
fn mirflickr_has_all_24_topics_and_30_entries_of_tags() {
    let made = Made::new();
    for number in 1..=48 {
        let tags = match number {
            1 | 25 => "flower\n",
            2 | 26 => "flowers\n",
            3 => "flower\nflowers\nsky\n",
            _ => "",
        };
        made.write(&format!("mirflickr/meta/tags/tags{number}.txt"), tags);
        made.write(&format!("mirflickr/meta/license/license{number}.txt"), "somebody");
    }
    made.write("annotations/README.txt", "what this is");
    for (place, topic) in TOPICS.iter().enumerate() {
        made.write(&format!("annotations/{topic}.txt"), format!("{}\n{}\n", place + 1, place + 25));
        if place < 14 {
            made.write(&format!("annotations/{topic}_r1.txt"), format!("{}\n", place + 1));
        }
    }
    let gallery: Vec<Vec<f32>> = (0..48).map(|row| marked(24, &[row % 24])).collect();
    made.npy("systems/clip/gallery.npy", &gallery);
    let mut names = TOPICS;
    names.sort_unstable();
    let place = |name: &&str| TOPICS.iter().position(|topic| topic == name).unwrap();
    let queries: Vec<Vec<f32>> = names.iter().map(|name| marked(24, &[place(name)])).collect();
    made.npy("systems/clip/queries.npy", &queries);
    made.recipe("mirflickr.toml", &[("[1, 25000]", "[1, 48]")]);
    let manifest = made.build();
    let ids: Vec<String> = made.queries().into_iter().map(|query| query.id).collect();
    assert_eq!(ids, names);
    assert_eq!(made.eval("clip", "wide", "mirflickr:AP"), (1.0, 24));
    // 10 topics were not judged in the narrow sense.
    assert_eq!(made.eval("clip", "narrow", "mirflickr:AP").1, 14);
    assert!(manifest.relevance.iter().all(|definition| definition.complete));
    let topics = manifest.file("topics.json").unwrap();
    let text = fs::read_to_string(made.path("out").join(&topics.path)).unwrap();
    let topics = Topics::from_json("topics.json", &text, &made.queries()).unwrap();
    let of = |query: &str| topics.topics.iter().find(|topic| topic.query == query).unwrap();
    assert_eq!(topics.topics.len(), 24);
    assert!(of("indoor").tags.is_empty(), "no tag stands for it");
    assert_eq!(topics.content_tags.len(), 30);
    // `flower` and `flowers` are one tag on five pictures, of which the second and the fourth test.
    let out = made.text("out");
    let report = json(&[
        "topics",
        &out,
        "--challenge",
        "suggestion",
        "--system",
        "clip",
        "--least-pictures",
        "1",
    ]);
    let number = |key: &str| report[key].as_u64().unwrap();
    assert_eq!([number("n"), number("n_train"), number("tags")], [2, 3, 2]);
    assert_eq!((report["share"].as_f64(), report["popularity"].as_f64()), (Some(1.0), Some(1.0)));
}

#[test]
fn annotations_and_tags_of_mirflickr_are_counted() {
    let made = mirflickr("range = [1, 12]");
    made.build();
    let out = made.text("out");
    // Somebody else sees the sky in 1, 2 and 3, and night life where the first does.
    made.write("other/README.txt", "");
    made.write("other/sky.txt", "1\n2\n3\n");
    made.write("other/night_life.txt", "5\n");
    made.write("other/dog.txt", "5\n");
    let report = json(&["topics", &out, "--annotations", &made.text("other")]);
    let sky = &report["topics"]["sky"];
    let count = |key: &str| sky[key].as_u64().unwrap();
    assert_eq!(["first", "second", "union", "intersection"].map(count), [3, 3, 4, 2]);
    // 10 of 12 alike; by chance (3·3 + 9·9) / 144.
    let by_chance = 90.0 / 144.0;
    let kappa = (10.0 / 12.0 - by_chance) / (1.0 - by_chance);
    assert!((sky["kappa"].as_f64().unwrap() - kappa).abs() < 1e-12);
    // night_life is not among the recipe's topics, dog is no query.
    assert_eq!(report["topics"].as_object().unwrap().len(), 1);
    assert_eq!(report["mean_kappa"], sky["kappa"]);
    // The ranking is 11, 1, 3, 2.
    let mean = |name: &str| report["means"][name][0].as_f64().unwrap();
    let first = (1.0 + 1.0 + 3.0 / 4.0) / 3.0;
    let second = (1.0 / 2.0 + 2.0 / 3.0 + 3.0 / 4.0) / 3.0;
    let both = (1.0 / 2.0 + 2.0 / 4.0) / 2.0;
    for (name, ap) in [("first", first), ("second", second), ("union", 1.0), ("intersection", both)]
    {
        assert!((mean(name) - ap).abs() < 1e-12, "{name}: {}", mean(name));
    }
    assert!(report["tau_b"]["union"].is_null(), "of a single system");
    let two =
        json(&["topics", &out, "--annotations", &made.text("other"), &made.text("annotations")]);
    assert_eq!(two["topics"]["sky"]["kappa"], sky["kappa"]);
    assert_eq!(two["topics"]["night_life"]["kappa"], 1.0);
    made.write("other/sky.txt", "13\n");
    fails(
        1,
        &["topics", &out, "--annotations", &made.text("other")],
        &["topic sky", "no picture 13"],
    );

    for number in 1..=12 {
        let tags = if number == 11 { "Blue\nblue\nSun Set\n" } else { "" };
        made.write(&format!("raw/tags{number}.txt"), tags);
    }
    let report = json(&[
        "topics",
        &out,
        "--tag-statistics",
        "--raw-tags",
        &made.text("raw"),
        "--least-pictures",
        "1",
    ]);
    for (which, tags) in [("processed", 2), ("raw", 3)] {
        let of = |key: &str| report[which][key].as_u64().unwrap();
        assert_eq!([of("pictures"), of("tagged"), of("tags"), of("most")], [12, 1, tags, tags]);
        assert_eq!(of("frequent"), tags);
        assert!((report[which]["mean"].as_f64().unwrap() - tags as f64 / 12.0).abs() < 1e-12);
    }
    assert_eq!(report["raw"]["first"][0]["tag"], "Blue");
}

#[test]
fn a_folder_of_clip_retrieval_with_beir_files_is_read_through_gzip() {
    let made = Made::new();
    let [a, b, c] = ["p/a", "p/b", "p/c"].map(str::to_owned);
    let captions = [String::from("an owl"), String::new()];
    let urls = lines(&["http://example.org/c", "http://example.org/a"]);
    made.parquet(
        "embeddings/metadata/metadata_2.parquet",
        &[("url", &urls), ("caption", &captions), ("image_path", &[c, a])],
    );
    made.parquet(
        "embeddings/metadata/metadata_10.parquet",
        &[("caption", &lines(&["a newt"])), ("url", &lines(&[""])), ("image_path", &[b])],
    );
    made.npy("embeddings/img_emb/img_emb_2.npy", &[marked(3, &[2]), marked(3, &[0])]);
    made.npy("embeddings/img_emb/img_emb_10.npy", &[marked(3, &[1])]);
    made.npy("queries.npy", &[marked(3, &[1]), marked(3, &[0, 2])]);
    let queries = "{\"_id\": \"q1\", \"text\": \"newts\"}\n{\"_id\": \"q2\", \"text\": \"all\"}\n";
    made.write("queries.jsonl", gzip(queries));
    let qrels = "query-id\tcorpus-id\tscore\nq1\tp/b\t2\nq2\tp/a\t1\nq2\tp/c\t1\nq9\tp/x\t1\n";
    made.write("qrels.tsv", gzip(qrels));
    // The captions stand for a column of species here.
    let uri = "uri = \"url\" }";
    let with = "uri = \"url\", facets = { species = \"caption\" } }";
    made.recipe("clip-retrieval.toml", &[(uri, with)]);
    made.build();
    let species: Vec<Option<String>> =
        made.images().iter().map(|image| image.facets.get("species").cloned()).collect();
    assert_eq!(species, [Some("an owl".into()), None, Some("a newt".into())]);
    let images: Vec<(String, String, Option<String>)> =
        made.images().into_iter().map(|image| (image.id, image.caption, image.uri)).collect();
    let uri = |of: &str| Some(format!("http://example.org/{of}"));
    let wanted = [
        ("p/c".into(), "an owl".into(), uri("c")),
        ("p/a".into(), String::new(), uri("a")),
        ("p/b".into(), "a newt".into(), None),
    ];
    assert_eq!(images, wanted);
    assert_eq!(made.qrels("judged"), ["q1 0 p/b 2", "q2 0 p/a 1", "q2 0 p/c 1"]);
    assert_eq!(made.eval("clip", "judged", "trec:nDCG@10"), (1.0, 2));
}

#[test]
fn a_list_may_name_the_rows_of_a_gallery() {
    let made = mirflickr("range = [1, 3]");
    made.write("annotations/sky.txt", "1\n2\n");
    made.write("annotations/sky_r1.txt", "1\n");
    made.write("annotations/night_life.txt", "3\n");
    made.write("rows.txt", "3\n1\n2\n");
    let rows = [[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]].map(Vec::from);
    made.npy("systems/clip/gallery.npy", &rows);
    made.npy("systems/clip/queries.npy", &[vec![1.0, 0.0], vec![0.0, 1.0]]);
    let gallery = "gallery = \"systems/clip/gallery.npy\"";
    let with_ids = format!("{gallery}\ngallery_ids = \"rows.txt\"");
    made.recipe(
        "mirflickr.toml",
        &[("range = [1, 25000]", "range = [1, 3]"), (gallery, &with_ids)],
    );
    made.build();
    assert_eq!(made.eval("clip", "wide", "mirflickr:AP"), (1.0, 2));
}

/// `metadata.parquet` is what pandas 3.1 writes by default of the columns `image_path` (103,
/// 101, 102 as text), `caption` (3, nothing, 2 as text), `number` (30, 10, 20 as int64) and
/// `score` (0.5, 0.25, 0.125 as float64).
#[test]
fn columns_that_pandas_wrote_are_read() {
    let read = |columns: &[&str]| {
        let path = here::root().join("tests/fixtures/metadata.parquet");
        columns_from_parquet("metadata.parquet", File::open(path).unwrap(), columns)
    };
    let texts = |values: [&str; 3]| {
        values.map(|value| Some(value.to_owned()).filter(|value| !value.is_empty())).to_vec()
    };
    // In another order than the file's, and one of them twice.
    let columns = read(&["number", "image_path", "caption", "number"]).unwrap();
    let numbers = texts(["30", "10", "20"]);
    let wanted = [numbers.clone(), texts(["103", "101", "102"]), texts(["3", "", "2"]), numbers];
    assert_eq!(columns, wanted);
    let error = read(&["score"]).unwrap_err().to_string();
    assert!(error.starts_with("metadata.parquet, row 0"), "{error}");
    assert!(error.contains("\"score\" is 0.5, which is neither text nor"), "{error}");
    let error = read(&["image_path", "url"]).unwrap_err().to_string();
    let wanted =
        "metadata.parquet: it has no column \"url\", only image_path, caption, number, score";
    assert_eq!(error, wanted);
}

/// INQUIRE-Rerank: only a query's candidates are ranked, and what is relevant elsewhere is not
/// looked for.
#[test]
fn candidates_are_all_that_is_ranked() {
    let made = small_inquire();
    let run = "7 Q0 train/7.jpg 1 2 x\n7 Q0 train/none.jpg 2 1 x\n\
               12 Q0 train/30.jpg 1 2 x\n12 Q0 train/12.jpg 2 1 x\n\
               30 Q0 train/7.jpg 1 1 x\n";
    made.write("inquire/rerank.run", run);
    let images_by = "images_by = \"image_path\" }\n";
    let with = format!("{images_by}candidates = \"inquire/rerank.run\"\n");
    made.recipe("inquire.toml", &[(images_by, &with)]);
    let manifest = made.build();
    assert!(manifest.relevance[0].only_judged);
    let wanted = [
        "30 0 train/7.jpg 0",
        "7 0 train/7.jpg 1",
        "7 0 train/none.jpg 0",
        "12 0 train/30.jpg 0",
        "12 0 train/12.jpg 1",
    ];
    assert_eq!(made.qrels("inquire"), wanted);
    // Two are given and one is relevant; of the whole corpus it would be one of four. Query 30
    // has nothing relevant among its candidates.
    assert_eq!(made.eval("vit-b-32", "inquire", "inquire:P@50"), (0.5, 2));
    assert_eq!(made.eval("vit-b-32", "inquire", "inquire:AP@50"), (1.0, 2));
    made.write("inquire/rerank.run", "7 Q0 train/99.jpg 1 2 x\n");
    std::fs::remove_dir_all(made.path("out")).unwrap();
    made.refused(&["rerank.run", "query 7", "train/99.jpg", "no such image"]);
}

/// Four pictures with the classes {1, 2}, {1, 2}, {1} and none. The caption of the first finds
/// the third, the first, the second, the fourth.
#[test]
fn plausible_matches_come_from_cocos_instances() {
    let made = Made::new();
    let annotations: Vec<String> = [(1, 1), (1, 2), (1, 2), (2, 2), (2, 1), (3, 1)]
        .iter()
        .map(|(image, class)| format!("{{\"image_id\":{image},\"category_id\":{class}}}"))
        .collect();
    let instances = format!("{{\"info\":{{}},\"annotations\":[{}]}}", annotations.join(","));
    made.write("instances.json", &instances);
    made.write("captions.jsonl", "{\"id\":\"c\",\"image\":\"1\",\"text\":\"two of a kind\"}\n");
    made.write("images.txt", "1\n2\n3\n4\n");
    made.write("queries.txt", "c\n");
    let slope = |x: f32| vec![1.0, x];
    made.npy("gallery.npy", &[slope(0.2), slope(0.3), slope(0.1), slope(0.4)]);
    made.npy("queries.npy", &[slope(0.0)]);
    made.write(
        "recipe.toml",
        r#"
        id = "small"
        title = "Small"
        [images]
        ids = "images.txt"
        [captions]
        path = "captions.jsonl"
        id = "id"
        image = "image"
        text = "text"
        [queries]
        ids = "queries.txt"
        [[relevance]]
        id = "plausible"
        title = "Plausible"
        counts_as = "Pictures with nearly the same objects."
        default = true
        coco_instances = "instances.json"
        [[systems]]
        id = "slope"
        title = "Slope"
        gallery = "gallery.npy"
        queries = "queries.npy"
        "#,
    );
    made.build();
    assert_eq!(made.qrels("plausible"), ["c 0 1 4", "c 0 2 3", "c 0 3 2", "c 0 4 -1"]);
    // ζ = 0: one of the two with the same classes is among the first two; ζ = 1 and 2: all three.
    let near = |measure: &str, wanted: f64| {
        let (mean, n) = made.eval("slope", "plausible", measure);
        assert!((mean - wanted).abs() < 1e-12 && n == 1, "{measure}: {mean}, {n}");
    };
    near("eccv:PMRP-paper", 0.5);
    near("eccv:PMRP-pcme", (0.5 + 1.0 + 1.0) / 3.0);
    // ζ = 2 without the caption's own picture: R = 2, and of the first two the third matches.
    near("eccv:PMRP-library", 0.5);
    made.write("instances.json", "{\"annotations\":[{\"image_id\":1}]}");
    std::fs::remove_dir_all(made.path("out")).unwrap();
    made.refused(&["instances.json, line 1", "category_id"]);
    // With vectors of captions, images ask for these by the same classes.
    made.write(
        "captions.jsonl",
        "{\"id\":\"c\",\"image\":\"1\",\"text\":\"two\"}\n{\"id\":\"d\",\"image\":\"3\",\"text\":\"one\"}\n\
         {\"id\":\"e\",\"image\":\"4\",\"text\":\"none\"}\n",
    );
    made.npy("captions.npy", &[slope(0.0), slope(0.1), slope(0.3)]);
    let recipe = fs::read_to_string(made.path("recipe.toml")).unwrap();
    made.write("recipe.toml", format!("{recipe}captions = \"captions.npy\"\n"));
    made.write("instances.json", &instances);
    made.build();
    let reverse = fs::read_to_string(made.path("out/reverse/plausible.qrels")).unwrap();
    let lines: Vec<&str> = reverse.lines().collect();
    assert_eq!(
        lines,
        [
            "1 0 c 4", "1 0 d 2", "1 0 e -1", "2 0 c 3", "2 0 d 2", "2 0 e -1", "3 0 c 2",
            "3 0 d 4", "3 0 e -1",
        ]
    );
    let out = made.text("out");
    let report = json(&[
        "eval",
        &out,
        "--relevance",
        "plausible",
        "--measures",
        "eccv:PMRP-pcme",
        "--direction",
        "i2t",
    ]);
    // 1 ranks e, d, c; 3 ranks d, c, e: e has no classes and leaves the ranking.
    let of = |image: &str| {
        report["runs"]["slope"]["eccv:PMRP-pcme"]["per_query"][image].as_f64().unwrap()
    };
    assert!((of("1") - (0.0 + 1.0 + 1.0) / 3.0).abs() < 1e-12, "{}", of("1"));
    assert!((of("3") - 1.0).abs() < 1e-12, "{}", of("3"));
}

/// Four pictures and a file or folder of what they show, by detection.toml.
fn detected(classes: &str, n_classes: usize, files: &[(&str, &str)]) -> Made {
    let made = Made::new();
    for (name, text) in files {
        made.write(name, text);
    }
    made.write("images.txt", "p1.jpg\np2.jpg\np3.jpg\np4.jpg\n");
    made.npy("systems/clip/gallery.npy", &[0, 1, 0, 1].map(|place| marked(2, &[place])));
    let queries: Vec<Vec<f32>> = (0..n_classes).map(|place| marked(2, &[place % 2])).collect();
    made.npy("systems/clip/queries.npy", &queries);
    made.recipe("detection.toml", &[("\"instances_val2017.json\"", &format!("{classes:?}"))]);
    made
}

const COCO: &str = r#"{"images": [{"id": 7, "file_name": "p1.jpg"}, {"id": 9, "file_name": "p3.jpg"},
    {"id": 11, "coco_url": "http://host/val2017/p2.jpg"}, {"id": 12, "file_name": "elsewhere.jpg"}],
  "categories": [{"id": 3, "name": "unseen"}, {"id": 5, "name": "traffic light"}, {"id": 8, "name": "dog"}],
  "annotations": [{"image_id": 9, "category_id": 5}, {"image_id": 7, "category_id": 5},
    {"image_id": 7, "category_id": 5}, {"image_id": 11, "category_id": 8}, {"image_id": 12, "category_id": 8}]}"#;
const BDD: &str = r#"[{"name": "p3.jpg", "labels": [{"category": "traffic light"}, {"category": "traffic light"}]},
  {"name": "p1.jpg", "labels": [{"category": "traffic light"}]}, {"name": "p4.jpg", "labels": null},
  {"name": "p2.jpg", "labels": [{"category": "dog"}]}]"#;

fn voc(file: &str, objects: &[&str]) -> String {
    let object =
        |name: &&str| format!("<object><name>{name}</name><part><name>head</name></part></object>");
    let objects: String = objects.iter().map(object).collect();
    format!("<annotation><filename>{file}</filename>{objects}</annotation>")
}

#[test]
fn each_class_of_a_detection_set_is_a_query() {
    let xml = [
        voc("p3.jpg", &["traffic light", "traffic light"]),
        voc("", &["traffic light"]),
        voc("p2.jpg", &["dog"]),
    ];
    let layouts = [
        detected("i.json", 2, &[("i.json", COCO)]),
        detected("labels.json", 2, &[("labels.json", BDD)]),
        detected(
            "Annotations",
            2,
            &[
                ("Annotations/a.xml", &xml[0]),
                ("Annotations/p1.xml", &xml[1]),
                ("Annotations/p2.xml", &xml[2]),
                ("Annotations/notes.txt", ""),
            ],
        ),
        detected(
            "classes",
            2,
            &[
                ("classes/001.traffic light/p1.jpg", ""),
                ("classes/001.traffic light/p3.jpg", ""),
                ("classes/002.dog/p2.jpg", ""),
            ],
        ),
    ];
    for made in layouts {
        assert!(made.build().relevance[0].complete);
        let queries = made.queries();
        let asked: Vec<(&str, &str)> =
            queries.iter().map(|query| (query.id.as_str(), query.text.as_str())).collect();
        assert_eq!(asked, [("traffic_light", "traffic light"), ("dog", "dog")]);
        let mut qrels = made.qrels("shown");
        qrels.sort();
        assert_eq!(
            qrels,
            ["dog 0 p2.jpg 1", "traffic_light 0 p1.jpg 1", "traffic_light 0 p3.jpg 1"]
        );
        // The lights are of pictures 1 and 3, whose vectors are theirs; the dog's picture ties with another.
        assert_eq!(made.eval("clip", "shown", "trec:R@2"), (1.0, 2));
    }
}

#[test]
fn detection_sets_that_do_not_fit_are_refused() {
    let refused = |classes: &str, files: &[(&str, &str)], words: &[&str]| {
        detected(classes, 2, files).refused(words);
    };
    let unknown = COCO.replace("\"image_id\": 12", "\"image_id\": 13");
    refused("i.json", &[("i.json", &unknown)], &["i.json", "annotation 4 is of image 13"]);
    let unknown = COCO
        .replace("\"image_id\": 12, \"category_id\": 8", "\"image_id\": 12, \"category_id\": 4");
    refused(
        "i.json",
        &[("i.json", &unknown)],
        &["annotation 4 is of category 4, which is not listed"],
    );
    refused("i.json", &[("i.json", "[]")], &["i.json", "no picture shows an object"]);
    let elsewhere = BDD.replace("p1", "x1").replace("p2", "x2").replace("p3", "x3");
    refused("i.json", &[("i.json", &elsewhere)], &["no image relevant to any query"]);
    refused("a", &[("a/x.xml", "<annotation>")], &["x.xml is not XML"]);
    refused(
        "a",
        &[("a/x.xml", "<annotation><object/></annotation>")],
        &["x.xml: an object has no name"],
    );
    refused("a", &[("a/readme.txt", "")], &["no JPEG, PNG, WebP or GIF"]);
    refused(
        "a",
        &[("a/p1.jpg", "")],
        &["neither Pascal VOC's .xml files nor a folder of pictures"],
    );
    refused("none.json", &[], &["cannot read", "none.json"]);
}
