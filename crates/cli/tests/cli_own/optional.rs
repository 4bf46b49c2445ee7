//! Benchmarks without judgements, query vectors, queries or systems: they are built, opened and
//! searched, and what cannot be done says what is missing.

use crate::{
    made::{Made, marked},
    program::{done, fails, json},
};

const IMAGES: &str = "id = \"own\"\ntitle = \"Own\"\n[images]\nrange = [1, 3]\n";

fn made(more: &str) -> (Made, String) {
    let made = Made::new();
    let rows: Vec<Vec<f32>> = (0..3).map(|place| marked(3, &[place])).collect();
    made.npy("gallery.npy", &rows);
    made.npy("queries.npy", &rows[..2]);
    made.write("ids.txt", "q1\nq2\n");
    made.write("lines.txt", "a red fox\n\n  two herons\n");
    made.write("judged.qrels", "q1 0 1 1\nq2 0 3 1\n");
    made.write("recipe.toml", format!("{IMAGES}{more}"));
    made.build();
    let out = made.text("out");
    (made, out)
}

const VECTORS: &str = "[[systems]]\nid = \"s\"\ntitle = \"S\"\ngallery = \"gallery.npy\"\n";
const QUERIES: &str = "[queries]\nids = \"ids.txt\"\n";
const JUDGED: &str = "[[relevance]]\nid = \"j\"\ntitle = \"J\"\ncounts_as = \"Judged.\"\n\
                      default = true\nqrels = \"judged.qrels\"\n";

#[test]
fn images_alone_are_a_benchmark() {
    let (_made, out) = made("");
    for args in [
        &["eval", "--benchmark", &out][..],
        &["agree", "--benchmark", &out],
        &["compare", "s", "t", "--benchmark", &out],
    ] {
        fails(1, args, &["no judgements", "[[relevance]]"]);
    }
}

#[test]
fn without_judgements_a_system_is_searched_but_not_measured() {
    let (made, out) = made(&format!("{QUERIES}{VECTORS}queries = \"queries.npy\"\n"));
    // An id is its own text where there is no other.
    let texts: Vec<String> = made.queries().into_iter().map(|query| query.text).collect();
    assert_eq!(texts, ["q1", "q2"]);
    let found = json(&["search", &out, "--system", "s", "--query-id", "q2"]);
    assert_eq!(found[0]["id"], "2");
    fails(1, &["eval", "--benchmark", &out], &["no judgements", "[[relevance]]"]);
    fails(1, &["eval", "--benchmark", &out, "--store"], &["no judgements"]);
}

#[test]
fn systems_without_query_vectors_are_passed_over() {
    let other = VECTORS.replace("\"s\"", "\"t\"");
    let (_made, out) =
        made(&format!("{QUERIES}{JUDGED}{VECTORS}queries = \"queries.npy\"\n{other}"));
    let report = json(&["eval", "--benchmark", &out, "--measures", "trec:RR"]);
    assert_eq!(report["runs"]["s"]["trec:RR"]["mean"], 0.75);
    assert!(report["runs"]["t"].is_null());
    let eval = ["eval", "--benchmark", &out, "--system", "t"];
    fails(1, &eval, &["system t", "no stored query vectors"]);
    let (_made, out) = self::made(&format!("{QUERIES}{JUDGED}{VECTORS}"));
    let missing = ["no system of the benchmark has stored query vectors", "[[systems]]"];
    fails(1, &["eval", "--benchmark", &out], &missing);
    fails(1, &["agree", "--benchmark", &out], &missing);
    let (_made, out) = self::made(&format!("{QUERIES}{JUDGED}"));
    fails(1, &["eval", "--benchmark", &out], &["no systems", "[[systems]]"]);
}

#[test]
fn queries_are_lines_of_a_text() {
    let (made, _) = made("[queries]\nlines = \"lines.txt\"\nsplit = \"test\"\n");
    let queries: Vec<(String, String, String)> =
        made.queries().into_iter().map(|query| (query.id, query.text, query.split)).collect();
    let query = |id: &str, text: &str| (id.to_owned(), text.to_owned(), "test".to_owned());
    assert_eq!(queries, [query("1", "a red fox"), query("2", "two herons")]);
}

#[test]
fn what_needs_a_missing_part_is_refused() {
    let refused = |recipe: &str, words: &[&str]| {
        let made = Made::new();
        made.write("recipe.toml", format!("{IMAGES}{recipe}"));
        made.refused(words);
    };
    refused(JUDGED, &["relevance j judges queries", "add [queries]"]);
    let system = |keys: &str, words: &[&str]| {
        refused(&format!("[[systems]]\nid = \"s\"\ntitle = \"S\"\n{keys}"), words);
    };
    system("", &["give one of gallery, made_from"]);
    let gallery = "gallery = \"gallery.npy\"\n";
    let words = ["system s", "[queries], which is missing"];
    system(&format!("{gallery}queries = \"queries.npy\"\n"), &words);
    let words = ["gallery and made_from", "only one of gallery, made_from"];
    system(&format!("{gallery}made_from = \"pixels\"\n"), &words);
    system("made_from = \"pixels\"\n", &["made_from = \"pixels\"", "[images] folder"]);
    system("made_from = \"captions\"\n", &["made_from = \"captions\"", "[captions]"]);
    system("made_from = \"pixels\"\nqueries = \"q\"\n", &["do not go with it"]);
}

#[test]
fn a_manifest_without_these_parts_is_read() {
    let (made, out) = made("");
    let path = made.path("out/benchmark.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut manifest: serde_json::Value = serde_json::from_str(&text).unwrap();
    let object = manifest.as_object_mut().unwrap();
    for key in ["relevance", "systems", "encoders", "facets", "headlines"] {
        object.remove(key);
    }
    object["counts"].as_object_mut().unwrap().remove("queries");
    std::fs::write(&path, manifest.to_string()).unwrap();
    fails(1, &["eval", "--benchmark", &out], &["no judgements"]);
    assert!(done(&["--version"]).contains("rankscope"));
}
