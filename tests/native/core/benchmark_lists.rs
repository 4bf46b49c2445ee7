//! The loader of lists: what it reads of a good benchmark, and what it says of damaged ones.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::made_benchmark::{Made, Source, lines, run};
use rankscope_core::benchmark::{
    Judgements,
    lists::{IdKind, ListError, LoadError, load_lists, load_queries_and_images, load_relevance},
};
use serde_json::json;
use std::io::Write;

#[test]
fn a_good_benchmark_is_read_as_its_files_say() {
    let lists = Made::small().load().unwrap();
    let ids: Vec<&str> = lists.queries.iter().map(|query| query.id.as_str()).collect();
    assert_eq!(ids, ["q0", "q1", "q2"]);
    assert_eq!(lists.queries[1].text, "text of q1");
    let ids: Vec<&str> = lists.images.iter().map(|image| image.id.as_str()).collect();
    assert_eq!(ids, ["a", "b", "c", "d", "e"]);
    let [strict, pool] = lists.relevance.as_slice() else { panic!("{:?}", lists.relevance) };
    assert_eq!(strict.of_query(0), Some(&Judgements::new([(0, 1)])));
    assert_eq!(strict.of_query(1), Some(&Judgements::new([(1, 0), (4, 2)])));
    assert_eq!(strict.of_query(2), Some(&Judgements::none()));
    assert_eq!(strict.of_query(3), None);
    assert!(!strict.ranks_only_judged() && !strict.is_complete());
    assert_eq!(pool.of_query(2), Some(&Judgements::new([(2, 1)])));
    assert!(pool.ranks_only_judged() && pool.is_complete());
}

#[test]
fn lists_in_gzip_with_empty_lines_are_the_same() {
    let plain = Made::small().load().unwrap();
    let mut made = Made::small();
    for (path, bytes) in made.files.clone() {
        let text = String::from_utf8(bytes).unwrap().replace('\n', "\n \n");
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(text.as_bytes()).unwrap();
        let zipped = gzip.finish().unwrap();
        let rows = match path.as_str() {
            "images/00000.jsonl" => Some((0, 3)),
            "images/00001.jsonl" => Some((3, 5)),
            _ => None,
        };
        made.write(&path, zipped, rows);
    }
    assert_eq!(made.load().unwrap(), plain);
}

#[test]
fn judgements_of_other_queries_are_ignored_whatever_they_name() {
    let mut made = Made::small();
    made.write("relevance/strict.qrels", "q9 0 nowhere 1\nq0 0 a 1\nq1 0 e 2\nq1 0 b 0\n", None);
    assert_eq!(made.load().unwrap(), Made::small().load().unwrap());
}

#[test]
fn images_without_lists_are_named_by_their_rows() {
    let mut made = Made::small();
    let files = made.manifest["files"].as_array_mut().unwrap();
    files.retain(|file| !file["path"].as_str().unwrap().starts_with("images/"));
    made.write("relevance/strict.qrels", "q0 0 4 1\nq0 0 0 3\n", None);
    made.write("relevance/pool.qrels", "", None);
    let lists = made.load().unwrap();
    assert_eq!(lists.images, []);
    assert_eq!(lists.relevance[0].of_query(0), Some(&Judgements::new([(0, 3), (4, 1)])));
    for id in ["5", "04", "+1", "a"] {
        made.write("relevance/strict.qrels", format!("q0 0 0 1\nq0 0 {id} 1\n"), None);
        let expected = format!(
            "relevance/strict.qrels, line 2: image {id} is judged for query q0, and the corpus \
             has no such image"
        );
        assert_eq!(made.refusal(), expected);
    }
}

#[test]
fn the_parts_of_a_benchmark_load_alone_as_they_do_together() {
    let made = Made::small();
    let (manifest, source) = (made.manifest().unwrap(), made.source());
    let whole = made.load().unwrap();
    let parts = run(load_queries_and_images(&manifest, &source)).0.unwrap();
    assert_eq!((&parts.queries, &parts.images), (&whole.queries, &whole.images));
    // Judgements that nobody asked for are not read.
    assert!(source.read.borrow().iter().all(|path| !path.starts_with("relevance/")));
    let ids: Vec<String> = parts.images.iter().map(|image| image.id.clone()).collect();
    for (definition, expected) in manifest.relevance.iter().zip(&whole.relevance) {
        let loading = load_relevance(&manifest, definition, &parts.queries, &ids, &source);
        assert_eq!(run(loading).0.unwrap(), *expected);
    }
}

#[test]
fn queries_are_as_many_as_the_manifest_counts() {
    let mut made = Made::small();
    made.write("queries.jsonl", lines(&["q0", "q1"], "text"), None);
    assert_eq!(made.refusal(), "queries.jsonl: it has 2 queries, and benchmark.json counts 3");
    made.write("queries.jsonl", lines(&["q0", "q1", "q2", "q3"], "text"), None);
    assert_eq!(made.refusal(), "queries.jsonl: it has 4 queries, and benchmark.json counts 3");
}

#[test]
fn each_image_list_has_the_rows_of_its_entry() {
    let mut made = Made::small();
    // The total is right: only the border between the lists is not.
    made.write("images/00000.jsonl", lines(&["a", "b"], "caption"), Some((0, 3)));
    made.write("images/00001.jsonl", lines(&["c", "d", "e"], "caption"), Some((3, 5)));
    assert_eq!(
        made.refusal(),
        "images/00000.jsonl: it has 2 images, and benchmark.json gives it rows 0..3"
    );
    let mut made = Made::small();
    made.write("images/00001.jsonl", lines(&["d", "e", "f"], "caption"), Some((3, 5)));
    assert_eq!(
        made.refusal(),
        "images/00001.jsonl: it has 3 images, and benchmark.json gives it rows 3..5"
    );
}

#[test]
fn ids_that_occur_twice_are_refused_by_both_places() {
    let mut made = Made::small();
    made.write("queries.jsonl", lines(&["q0", "q1", "q0"], "text"), None);
    assert_eq!(
        made.refusal(),
        "queries.jsonl, row 2: the query id q0 is already that of row 0 of queries.jsonl (rows \
         count from 0)"
    );
    let mut made = Made::small();
    made.write("images/00001.jsonl", lines(&["d", "b"], "caption"), Some((3, 5)));
    assert_eq!(
        made.refusal(),
        "images/00001.jsonl, row 1: the image id b is already that of row 1 of \
         images/00000.jsonl (rows count from 0)"
    );
    let Err(LoadError::List(ListError::DuplicateId { kind, row, first_row, .. })) = made.load()
    else {
        panic!("another error");
    };
    assert_eq!((kind, row, first_row), (IdKind::Image, 1, 1));
    // Commands, which load no judgements at first, refuse it as early.
    let (manifest, source) = (made.manifest().unwrap(), made.source());
    let refused = run(load_queries_and_images(&manifest, &source)).0.unwrap_err();
    assert_eq!(refused.unify(|e| e.to_string()), made.refusal());
}

#[test]
fn judgements_are_refused_by_file_and_line() {
    let refusal = |qrels: &str| {
        let mut made = Made::small();
        made.write("relevance/pool.qrels", qrels, None);
        made.refusal()
    };
    // Empty lines count, as they do in an editor.
    assert_eq!(
        refusal("q2 0 c 1\n\n \nq1 0 a 1\nq2 0 zebra 1\n"),
        "relevance/pool.qrels, line 5: image zebra is judged for query q2, and the corpus has no \
         such image"
    );
    assert_eq!(
        refusal("q2 0 c 1\nq2 0 c 1\n"),
        "relevance/pool.qrels, line 2: document c is judged for query q2 on line 1 already"
    );
    assert!(refusal("q2 0 c 1\nq2 0 c\n").starts_with("relevance/pool.qrels, line 2: 3 fields"));
    assert!(refusal("q2 0 c one\n").contains("line 1: the grade \"one\" is not a whole number"));
}

#[test]
fn records_and_bytes_that_cannot_be_read_are_refused_by_file_and_line() {
    let mut made = Made::small();
    made.write("queries.jsonl", "{\"id\":\"q0\",\"text\":\"x\"}\n{\"id\":\"q1\"}\n", None);
    assert!(made.refusal().starts_with("queries.jsonl, line 2: missing field `text`"));
    let mut made = Made::small();
    made.write("images/00001.jsonl", "{\"id\":\"d\"}\nnonsense\n", Some((3, 5)));
    assert!(made.refusal().starts_with("images/00001.jsonl, line 2: expected"));
    let mut made = Made::small();
    made.write("queries.jsonl", b"{\"id\":\"q0\",\"text\":\"x\"}\n\xff\n", None);
    assert!(made.refusal().starts_with("queries.jsonl, line 2: not UTF-8"));
    let mut made = Made::small();
    made.write("images/00000.jsonl", b"\x1f\x8bnothing", Some((0, 3)));
    assert!(made.refusal().starts_with("images/00000.jsonl: gzip that is damaged or cut short"));
}

#[test]
fn a_source_that_fails_says_so_itself() {
    let mut made = Made::small();
    made.files.remove("images/00001.jsonl");
    assert!(
        matches!(made.load(), Err(LoadError::Source(e)) if e == "images/00001.jsonl is not there")
    );
    let mut made = Made::small();
    let files = made.manifest["files"].as_array_mut().unwrap();
    files.retain(|file| file["path"] != "queries.jsonl");
    assert_eq!(made.refusal(), "benchmark.json: queries.jsonl is not among its files");
}

#[test]
fn long_lists_pause_and_tell_how_far_they_are() {
    let ids: Vec<String> = (0..10_000).map(|n| format!("i{n}")).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let mut made = Made::small();
    made.manifest["counts"]["images"] = json!(10_003);
    made.write("images/00001.jsonl", lines(&ids, "caption"), Some((3, 10_003)));
    let qrels: String = ids.iter().map(|id| format!("q1 0 {id} 1\n")).collect();
    made.write("relevance/strict.qrels", qrels, None);
    made.write("relevance/pool.qrels", "", None);
    let manifest = made.manifest().unwrap();
    let source = Source { suspends: true, ..made.source() };
    let (lists, n_suspended) = run(load_lists(&manifest, &source));
    let lists = lists.unwrap();
    assert_eq!(lists.images.len(), 10_003);
    assert_eq!(lists.relevance[0].n_relevant(1), 10_000);
    // Every pause is awaited; images are read, then looked at for duplicates, then judged.
    assert_eq!(n_suspended, source.n_pauses.get());
    assert!(n_suspended >= 3 * (10_000 / 16), "{n_suspended} pauses");
    let told = |file: &str, done| (file.to_string(), done, 10_000);
    assert_eq!(
        *source.progress.borrow(),
        [
            told("images/00001.jsonl", 4096),
            told("images/00001.jsonl", 8192),
            told("relevance/strict.qrels", 4096),
            told("relevance/strict.qrels", 8192),
        ]
    );
}

#[test]
fn a_manifest_names_nothing_twice() {
    let mut made = Made::small();
    let definition = made.manifest["relevance"][1].clone();
    made.manifest["relevance"].as_array_mut().unwrap().push(definition);
    assert_eq!(made.manifest_refusal(), "benchmark.json: relevance pool is listed twice");

    let system = json!({ "id": "s", "title": "S", "dim": 2, "gallery": ["g"] });
    let mut made = Made::small();
    made.write("g", "", Some((0, 5)));
    made.manifest["systems"] = json!([system, system]);
    assert_eq!(made.manifest_refusal(), "benchmark.json: system s is listed twice");
    made.manifest["systems"] = json!([system]);
    assert!(made.manifest().is_ok());

    let encoder = json!({ "id": "e", "title": "E", "path": "encoders/e" });
    let mut made = Made::small();
    made.manifest["encoders"] = json!([encoder, encoder]);
    assert_eq!(made.manifest_refusal(), "benchmark.json: encoder e is listed twice");

    let mut made = Made::small();
    let file = made.manifest["files"][0].clone();
    made.manifest["files"].as_array_mut().unwrap().push(file);
    assert_eq!(made.manifest_refusal(), "benchmark.json: file queries.jsonl is listed twice");
}

#[test]
fn image_lists_follow_one_another_and_end_with_the_corpus() {
    let with_rows = |first: Option<(u32, u32)>, second: Option<(u32, u32)>| {
        let mut made = Made::small();
        made.write("images/00000.jsonl", lines(&["a", "b", "c"], "caption"), first);
        made.write("images/00001.jsonl", lines(&["d", "e"], "caption"), second);
        made.manifest_refusal()
    };
    assert_eq!(
        with_rows(Some((3, 5)), Some((0, 3))),
        "benchmark.json: images/00000.jsonl holds rows 3..5, and row 0 comes next"
    );
    assert_eq!(
        with_rows(Some((0, 3)), Some((4, 5))),
        "benchmark.json: images/00001.jsonl holds rows 4..5, and row 3 comes next"
    );
    assert_eq!(
        with_rows(Some((0, 3)), Some((3, 3))),
        "benchmark.json: images/00001.jsonl holds rows 3..3, and row 3 comes next"
    );
    assert_eq!(
        with_rows(Some((0, 3)), Some((3, 4))),
        "benchmark.json: the image lists have 4 rows, and there are 5 images"
    );
    assert_eq!(
        with_rows(Some((0, 3)), None),
        "benchmark.json: images/00001.jsonl has no row range"
    );
}

#[test]
fn files_outside_the_benchmark_are_refused() {
    for path in ["../x", "/etc/x", "a/../../x", "a//x", "./x", "..\\x", "%2e%2E/x", ".%2e/x", ""] {
        let mut made = Made::small();
        made.write(path, "", None);
        let expected = format!("benchmark.json: {path} is not a path inside the benchmark");
        assert_eq!(made.manifest_refusal(), expected);
        let mut made = Made::small();
        made.manifest["encoders"] = json!([{ "id": "e", "title": "E", "path": path }]);
        assert_eq!(made.manifest_refusal(), expected);
    }
    let mut made = Made::small();
    made.write("a.b/..x/…", "", None);
    made.manifest["encoders"] = json!([{ "id": "e", "title": "E", "path": "encoders/e/" }]);
    assert!(made.manifest().is_ok());
}
