//! Facets, splits and tags of queries and images from tables of their own.
#![allow(clippy::unwrap_used)]

use crate::{
    here,
    made::Made,
    program::{fails, json, with_files},
};
use serde_json::Value;
use std::{collections::BTreeMap, fs};

const HEAD: &str = "id = \"own\"\ntitle = \"Own\"\n";

/// Builds it again.
fn built(made: &Made) {
    drop(fs::remove_dir_all(made.path("out")));
    made.build();
}

#[track_caller]
fn refused(made: &Made, words: &[&str]) {
    drop(fs::remove_dir_all(made.path("out")));
    made.refused(words);
}

fn facets(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect()
}

#[test]
fn queries_have_the_facets_and_splits_of_their_table() {
    let made = Made::new();
    made.write("q.csv", "key,what,kind,part,hard\na,a fox,animal,test,yes\nb,a boat,thing,,\n");
    let recipe = |table: &str| {
        let queries = format!("split = \"val\"\ntable = {{ file = \"q.csv\", {table} }}");
        let images = "[images]\nrange = [1, 2]";
        made.write("recipe.toml", format!("{HEAD}{images}\n[queries]\n{queries}\n"));
    };
    let columns = "facets = { kind = \"kind\", hard = \"hard\" }, split = \"part\"";
    recipe(&format!("id = \"key\", text = \"what\", {columns}"));
    built(&made);
    let queries = made.queries();
    assert_eq!((&*queries[0].id, &*queries[0].text, &*queries[0].split), ("a", "a fox", "test"));
    assert_eq!(queries[0].facets, facets(&[("kind", "animal"), ("hard", "yes")]));
    // Without a value there is no facet, and the split is the section's.
    assert_eq!((&*queries[1].id, &*queries[1].split), ("b", "val"));
    assert_eq!(queries[1].facets, facets(&[("kind", "thing")]));
    recipe(&format!("text = \"what\", {columns}"));
    built(&made);
    assert_eq!((&*made.queries()[1].id, &*made.queries()[0].facets["hard"]), ("2", "yes"));
    recipe("text = \"what\", facets = { kind = \"sort\" }");
    refused(&made, &["q.csv", "\"sort\"", "kind"]);
    recipe("text = \"what\", facets = { split = \"part\" }");
    refused(&made, &["query 1 has a facet called split", "give it as the split"]);
    recipe("text = \"what\", facet = { kind = \"kind\" }");
    refused(&made, &["unknown field `facet`", "facets"]);
}

#[test]
fn texts_have_the_facets_and_splits_of_their_lines() {
    let made = Made::new();
    made.write("ids.txt", "b\na\n");
    let recipe = "[images]\nrange = [1, 2]\n[queries]\nids = \"ids.txt\"\ntexts = \"q.jsonl\"\n";
    made.write("recipe.toml", format!("{HEAD}{recipe}split = \"val\"\n"));
    let line = "{\"id\": \"a\", \"text\": \"a fox\"}\n";
    let more = "{\"id\": \"b\", \"text\": \"a boat\", \"split\": \"test\", \"facets\": {\"kind\": \"thing\"}}\n";
    made.write("q.jsonl", [line, more].concat());
    built(&made);
    let queries = made.queries();
    assert_eq!((&*queries[0].split, &queries[0].facets), ("test", &facets(&[("kind", "thing")])));
    assert_eq!((&*queries[1].split, queries[1].facets.len()), ("val", 0));
    made.write("q.jsonl", [line, &more.replace("\"thing\"", "[1]")].concat());
    refused(&made, &["q.jsonl, line 2", "facets"]);
}

#[test]
fn images_have_the_facets_and_tags_of_their_table() {
    let made = Made::new();
    made.write("images.csv", "file,where,words\n2,lake,\"dawn, mist\"\n1,,\n9,sea,none\n");
    let fields = |more: &str| {
        let fields = format!("fields = {{ files = \"images.csv\", {more} }}");
        made.write("recipe.toml", format!("{HEAD}[images]\nrange = [1, 2]\n{fields}\n"));
    };
    fields("id = \"file\", facets = { place = \"where\" }, tags = \"words\"");
    built(&made);
    let images = made.images();
    assert_eq!((images[0].facets.len(), images[0].tags.len()), (0, 0));
    assert_eq!(images[1].facets, facets(&[("place", "lake")]));
    assert_eq!(images[1].tags, ["dawn", "mist"]);
    fields("facets = { place = \"where\" }");
    refused(&made, &["images.fields", "id"]);
    fields("id = \"words\", facets = { place = \"where\" }");
    refused(&made, &["images.csv"]);
}

/// The same groups by a facet of the benchmark and by a table that repeats it under another name.
#[test]
fn commands_take_facets_from_tables() {
    let book = here::fieldbook();
    let queries = fs::read_to_string(format!("{book}/queries.jsonl")).unwrap();
    let rows = queries.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let rows = rows.map(|query| {
        let value = |facet: &str| query["facets"][facet].as_str().unwrap_or_default().to_owned();
        format!("{},{}\n", query["id"].as_str().unwrap(), value("supercategory"))
    });
    let table = format!("query,sort\n{}", rows.collect::<String>());
    let folder = with_files(&[("kinds.csv", &table), ("no.run", "q-001 Q0 1 1 2.0 x\n")]);
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (kinds, run) = (path("kinds.csv"), path("no.run"));
    let measured = ["--system", "base", "--measures", "trec:P@10"];
    let eval = |more: &[&str]| json(&[&["eval", &book], &measured[..], more].concat());
    let own = eval(&["--by", "supercategory"]);
    let added = eval(&["--facets", &kinds, "--by", "sort"]);
    assert!(own["groups"]["Appearance"].is_object(), "{own}");
    assert_eq!(added["groups"], own["groups"]);
    let own = eval(&["--where", "supercategory in (Species, Context)"]);
    let added = eval(&["--facets", &kinds, "--where", "sort in (Species, Context)"]);
    assert_eq!(added["runs"], own["runs"]);
    let pairs = ["facets", &book, "--system", "base", "--measure", "trec:P@10"];
    let tested =
        |more: &[&str]| json(&[&pairs[..], &["--between", "Species,Appearance"], more].concat());
    let added = tested(&["--facets", &kinds, "--facet", "sort"]);
    assert_eq!(added, tested(&["--facet", "supercategory"]));
    fails(1, &["eval", &book, "--facets", &run, "--by", "sort"], &["no.run", "table of facets"]);
    fails(1, &["eval", &book, "--by", "sort"], &["sort", "supercategory"]);
}
