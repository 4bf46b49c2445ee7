//! Search by guides, and guides against the text alone, on the shipped Fieldbook.

use crate::{
    here::fieldbook,
    program::{done, fails, json, line, shapes},
};
use serde_json::Value;
use std::collections::BTreeMap;

fn of(more: &[&str]) -> Value {
    json(&[&["guide", &fieldbook()], more].concat())
}

fn of_one(more: &str) -> Value {
    let one = "--query-id q-005 --embedders large,base --engines careful,ink --m 3 --weights";
    of(&line(&format!("{one} {more}")))
}

/// The fused scores follow from the printed lists and weights by eq. 5.
#[test]
fn hits_follow_from_the_lists() {
    let found = of_one("3,1 --size medium --score rank");
    assert_eq!(found["query"], "female kestrel on the wing");
    let understood = ["female", "common kestrel", "not an egg, larva, pupa or seedling", "flying"];
    assert_eq!(found["understood"], Value::from(understood.to_vec()));
    assert_eq!(found["unknown"], Value::Array(Vec::new()));
    let guides = found["guides"].as_array().unwrap();
    assert_eq!(guides.len(), 6);
    assert!(guides.iter().all(|guide| guide["held"] == 4 && guide["dropped"] == false));
    assert_eq!((&guides[0]["engine"], &guides[5]["engine"]), (&"careful".into(), &"ink".into()));
    let mut scores: BTreeMap<&str, f64> = BTreeMap::new();
    for (embedder, weight) in [("large", 0.75), ("base", 0.25)] {
        assert_eq!(found["weights"][embedder], weight);
        let lists = found["lists"][embedder].as_array().unwrap();
        assert_eq!(lists.len(), 6);
        for list in lists {
            let list = list.as_array().unwrap();
            assert_eq!(list.len(), 60);
            for (rank, id) in (1u32..).zip(list) {
                *scores.entry(id.as_str().unwrap()).or_default() += weight / f64::from(rank);
            }
        }
    }
    let hits = found["hits"].as_array().unwrap();
    assert_eq!(hits.len(), 10);
    let mut best: Vec<f64> = scores.values().copied().collect();
    best.sort_by(|a, b| b.total_cmp(a));
    for ((hit, rank), best) in hits.iter().zip(1..).zip(best) {
        let score = hit["score"].as_f64().unwrap();
        assert_eq!(hit["rank"], rank);
        assert!((score - scores[hit["id"].as_str().unwrap()]).abs() < 1e-12);
        assert!((score - best).abs() < 1e-12);
        let adds = |term: &Value| term["adds"].as_f64().unwrap();
        let sum: f64 = hit["terms"].as_array().unwrap().iter().map(adds).sum();
        assert!((score - sum).abs() < 1e-12);
    }
    for stage in ["understand_ms", "draw_ms", "encode_ms", "search_ms", "fuse_ms"] {
        assert!(found["timings"][stage].is_number(), "{stage}");
    }
}

#[test]
fn mean_distances_are_means_over_guides_and_embedders() {
    let found = of_one("1,1 --score distance -k 3");
    let hits = found["hits"].as_array().unwrap();
    assert_eq!(hits.len(), 3);
    let score = |hit: &Value| hit["score"].as_f64().unwrap();
    assert!(hits.is_sorted_by(|a, b| score(a) <= score(b)));
    for hit in hits {
        let terms = hit["terms"].as_array().unwrap();
        assert_eq!(terms.len(), 12);
        let sum: f64 = terms.iter().map(|term| term["adds"].as_f64().unwrap()).sum();
        assert!((score(hit) - sum).abs() < 1e-9);
    }
}

#[test]
fn the_same_seed_draws_the_same_guides() {
    let sources = |seed: &str| {
        of(&["--text", "an owl at night", "--preset", "fast", "--seed", seed])["guides"].clone()
    };
    assert_eq!(sources("0"), sources("0"));
    assert_ne!(sources("0"), sources("1"));
}

/// A gallery image as its own guide is found first, on any benchmark.
#[test]
fn an_image_of_the_gallery_is_a_guide() {
    let found = of(&line("--guide-image fb1-17 --embedders small,tiny -k 1"));
    assert_eq!(found["hits"][0]["id"], "fb1-17");
    assert_eq!(found["hits"][0]["score"], 1.0);
    let reason = found["outliers"].as_str().unwrap();
    assert!(reason.contains("1 guides, and fewer than 4"), "{reason}");
    let args = ["guide", shapes(), "--guide-image", "i001", "--preset", "fast"];
    let other = found_by_itself(&args);
    assert!(!other.is_empty());
    // With a query as well: nothing is drawn for it there.
    let of_query = [&args[..], &["--query-id", "q01"]].concat();
    assert_eq!(found_by_itself(&of_query), other);
    let of_text = [&args[..], &["--text", "two red hearts"]].concat();
    assert_eq!(found_by_itself(&of_text), other);
    let drawn = [&of_query[..], &["--engines", "careful"]].concat();
    fails(1, &drawn, &["another benchmark", "--guide-image", "without --engines"]);
}

/// The first hit of a search by an image, which is found by a text.
fn found_by_itself(args: &[&str]) -> String {
    let images = done(&["search", shapes(), "--system", "tiny-bert", "--query", "red", "-k", "1"]);
    let id = images.lines().nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    let args: Vec<&str> = args.iter().map(|arg| if *arg == "i001" { &*id } else { arg }).collect();
    let found = json(&args);
    assert_eq!(found["hits"][0]["id"], id);
    id
}

#[test]
fn outliers_are_scored_and_dropped() {
    let scored = of_one("1,1");
    let guides = |found: &Value| found["guides"].as_array().unwrap().clone();
    let scores: Vec<f64> =
        guides(&scored).iter().map(|guide| guide["outlier_score"].as_f64().unwrap()).collect();
    assert!(scores.iter().all(|score| *score > 0.5), "{scores:?}");
    let highest = scores.iter().copied().fold(0.0, f64::max);
    let dropped = of_one(&format!("1,1 --tau {}", highest - 1e-6));
    let is_dropped = |guide: &&Value| guide["dropped"].as_bool().unwrap();
    assert_eq!(guides(&dropped).iter().filter(is_dropped).count(), 1);
    assert_eq!(dropped["lists"]["large"].as_array().unwrap().len(), 5);
    let reduced = of_one("1,1 --reduction pca");
    assert_ne!(reduced["guides"], scored["guides"]);
}

#[test]
fn unknown_words_are_listed() {
    let found = of(&["--text", "a heron with a xylophone", "--preset", "fast"]);
    assert_eq!(found["unknown"], Value::from(vec!["xylophone"]));
    fails(1, &["guide", &fieldbook(), "--text", "xylophone"], &["xylophone", "--engines memory"]);
}

/// Colour histograms and thumbnails are computed from pixels, without a network. The systems of the
/// presets are those with vision towers all the same.
#[test]
fn baselines_without_a_network_are_embedders() {
    let args = ["--text", "a red fox", "--engines", "careful", "--m", "2", "--embedders"];
    let found = of(&[&args[..], &["colours,thumbnails"]].concat());
    for embedder in ["colours", "thumbnails"] {
        assert_eq!(found["lists"][embedder].as_array().unwrap().len(), 2);
    }
    let of_rows = of(&["--guide-image", "fb1-17", "--embedders", "thumbnails"]);
    assert_eq!(of_rows["lists"]["thumbnails"][0][0], "fb1-17");
    let mut accurate = of(&["--text", "a red fox", "--preset", "accurate"]);
    let weights = accurate["weights"].as_object_mut().unwrap();
    assert!(weights.len() == 6 && !weights.contains_key("colours"), "{weights:?}");
}

#[test]
fn wrong_arguments_are_refused() {
    let refused = |more: &[&str], words: &[&str]| {
        fails(1, &[&["guide", &fieldbook()], more].concat(), words);
    };
    refused(&[], &["--text", "--query-id"]);
    refused(&["--text", " "], &["--text is empty"]);
    refused(&["--query-id", "q-999"], &["no query q-999"]);
    refused(&["--guide-image", "fb9-1"], &["no image fb9-1"]);
    let owl = |more: &str, words| refused(&line(&format!("--text owl {more}")), words);
    owl("--embedders tags", &["tags has no vision tower and no picture features"]);
    owl("--embedders base,base", &["base is given twice"]);
    owl("--embedders none", &["no system none"]);
    owl("--weights 1", &["4 embedders need 4 --weights"]);
    owl("--engines ink,ink", &["ink twice"]);
    owl("--engines oracle", &["stored queries only"]);
    owl("--engines painter", &["careful, hasty"]);
    owl("--format csv", &["csv, latex and markdown are for --eval"]);
    refused(&["--eval", "--split", "none"], &["split none", "test"]);
    refused(&["--eval", "--relevance", "rerank-100"], &["candidates only"]);
    fails(2, &["guide", &fieldbook(), "--text", "owl", "--preset", "slow"], &["fast, balanced"]);
    fails(1, &["guide", shapes(), "--text", "owl"], &["another benchmark"]);
    fails(1, &["guide", "/nowhere", "--text", "owl"], &["/nowhere/benchmark.json"]);
}

#[test]
fn guides_are_measured_against_the_text() {
    let report = of(&["--eval", "--split", "val", "--preset", "fast", "--learn"]);
    let ways = report["ways"].as_array().unwrap();
    let mean = |name: &str, queries: &str| {
        let way = ways.iter().find(|way| way["name"] == name).unwrap();
        way[queries]["inquire:AP@50"]["mean"].as_f64().unwrap()
    };
    let book = fieldbook();
    let eval = format!("eval {book} --split val --system large --measures inquire:AP@50");
    let eval = json(&line(&eval));
    let text = eval["runs"]["large"]["inquire:AP@50"]["mean"].as_f64().unwrap();
    assert!((mean("text, large", "all") - text).abs() < 1e-12);
    let system = format!("eval {book} --split val --system guides(fast) --measures inquire:AP@50");
    let system = &json(&line(&system))["runs"]["guides(fast)"]["inquire:AP@50"]["mean"];
    assert!((mean("guides, by rank", "all") - system.as_f64().unwrap()).abs() < 1e-12);
    assert!(mean("guides, by rank", "all") < text, "drawn guides stay below the best text");
    assert!(mean("text, large", "hard") < mean("text, large", "all"));
    assert!(mean("guides, by rank, learnt weights", "all") > 0.0);
    assert_eq!(report["n_queries"], 336);
    let csv = format!("guide {book} --eval --split val --preset fast --format csv");
    let csv = done(&line(&csv));
    assert!(csv.starts_with("fast on val,queries,measure,mean,"), "{csv}");
}

#[test]
fn queries_can_be_chosen_by_facet() {
    let report = of(&line("--eval --split val --preset fast --only family=topic"));
    assert_eq!(report["n_queries"], 6);
    assert_eq!(report["only"], "family=topic");
    let refused = |only: &str, words: &[&str]| {
        fails(1, &["guide", &fieldbook(), "--eval", "--only", only], words);
    };
    refused("family", &["FACET=VALUE"]);
    refused("family=none", &["no query has it", "caption"]);
    refused("none=topic", &["no query has the facet none"]);
}

/// A part that is the whole plan measures what the plan measures, queries without guides included.
#[test]
fn ablations_agree_with_the_plan() {
    let report = of(&line("--eval --split val --only family=conceptual --ablate"));
    let ways = report["ways"].as_array().unwrap();
    let mean = |name: &str| &ways.iter().find(|way| way["name"] == name).unwrap()["all"];
    assert!(report["n_without_guides"].as_u64().unwrap() > 0, "{report}");
    let whole = &mean("guides, by rank")["inquire:AP@50"]["mean"];
    for same in ["m = 2, embedders = 4", "careful + hasty", "size medium"] {
        assert_eq!(&mean(same)["inquire:AP@50"]["mean"], whole, "{same}");
    }
    let alone = ["careful alone", "hasty alone", "ink alone", "memory alone", "size small"];
    assert!(alone.iter().all(|name| mean(name)["inquire:AP@50"]["n"] == report["n_queries"]));
}
