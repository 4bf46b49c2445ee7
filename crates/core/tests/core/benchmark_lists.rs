//! The loader of lists: its results for a valid benchmark, and its errors for damaged ones.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::made_benchmark::{Made, Source, lines, run};
use crate::support::gzip;
use rankscope_core::benchmark::{
    Judgements,
    lists::{IdKind, ListError, LoadError, load_lists, load_queries_and_images, load_relevance},
};
use serde_json::json;

#[test]
fn a_valid_benchmark_loads() {
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
fn gzip_and_empty_lines_change_nothing() {
    let plain = Made::small().load().unwrap();
    let mut made = Made::small();
    for (path, bytes) in made.files.clone() {
        let text = String::from_utf8(bytes).unwrap().replace('\n', "\n \n");
        let rows = match path.as_str() {
            "images/00000.jsonl" => Some((0, 3)),
            "images/00001.jsonl" => Some((3, 5)),
            _ => None,
        };
        made.write(&path, gzip(text.as_bytes()), rows);
    }
    assert_eq!(made.load().unwrap(), plain);
}

#[test]
fn judgements_of_unknown_queries_are_ignored() {
    let mut made = Made::small();
    made.write("relevance/strict.qrels", "q9 0 nowhere 1\nq0 0 a 1\nq1 0 e 2\nq1 0 b 0\n", None);
    assert_eq!(made.load().unwrap(), Made::small().load().unwrap());
}

#[test]
fn without_image_lists_ids_are_row_numbers() {
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
            "relevance/strict.qrels, line 2: image {id}, judged for query q0, is not in the \
             benchmark"
        );
        assert_eq!(made.refusal(), expected);
    }
}

#[test]
fn parts_load_separately_with_the_same_result() {
    let made = Made::small();
    let (manifest, source) = (made.manifest().unwrap(), made.source());
    let whole = made.load().unwrap();
    let parts = run(load_queries_and_images(&manifest, &source)).0.unwrap();
    assert_eq!((&parts.queries, &parts.images), (&whole.queries, &whole.images));
    // Judgements are not read until they are requested.
    assert!(source.read.borrow().iter().all(|path| !path.starts_with("relevance/")));
    let ids: Vec<String> = parts.images.iter().map(|image| image.id.clone()).collect();
    for (definition, expected) in manifest.relevance.iter().zip(&whole.relevance) {
        let loading = load_relevance(&manifest, definition, &parts.queries, &ids, &source);
        assert_eq!(run(loading).0.unwrap(), *expected);
    }
}

#[test]
fn a_wrong_number_of_records_is_an_error() {
    for (queries, said) in [
        (&["q0", "q1"][..], "queries.jsonl has 2 queries, but benchmark.json says 3"),
        (&["q0", "q1", "q2", "q3"], "queries.jsonl has 4 queries, but benchmark.json says 3"),
    ] {
        let mut made = Made::small();
        made.write("queries.jsonl", lines(queries, "text"), None);
        assert_eq!(made.refusal(), said);
    }
    for (first, second, said) in [
        // The total is right; only the boundary between the lists is wrong.
        (
            &["a", "b"][..],
            ["c", "d", "e"],
            "images/00000.jsonl has 2 images, but benchmark.json gives it rows 0..3",
        ),
        (
            &["a", "b", "c"],
            ["d", "e", "f"],
            "images/00001.jsonl has 3 images, but benchmark.json gives it rows 3..5",
        ),
    ] {
        let mut made = Made::small();
        made.write("images/00000.jsonl", lines(first, "caption"), Some((0, 3)));
        made.write("images/00001.jsonl", lines(&second, "caption"), Some((3, 5)));
        assert_eq!(made.refusal(), said);
    }
}

#[test]
fn duplicate_ids_are_reported_with_both_places() {
    let with = |path: &str, list: String, rows| {
        let mut made = Made::small();
        made.write(path, list, rows);
        made
    };
    assert_eq!(
        with("queries.jsonl", lines(&["q0", "q1", "q0"], "text"), None).refusal(),
        "queries.jsonl, row 2: query id q0 is already used by row 0 of queries.jsonl (rows count \
         from 0)"
    );
    let made = with("images/00001.jsonl", lines(&["d", "b"], "caption"), Some((3, 5)));
    assert_eq!(
        made.refusal(),
        "images/00001.jsonl, row 1: image id b is already used by row 1 of images/00000.jsonl \
         (rows count from 0)"
    );
    let Err(LoadError::List(ListError::DuplicateId { kind, row, first_row, .. })) = made.load()
    else {
        panic!("another error");
    };
    assert_eq!((kind, row, first_row), (IdKind::Image, 1, 1));
    // Commands load no judgements at first; they report it as early.
    let (manifest, source) = (made.manifest().unwrap(), made.source());
    let refused = run(load_queries_and_images(&manifest, &source)).0.unwrap_err();
    assert_eq!(refused.unify(|e| e.to_string()), made.refusal());
}

#[test]
fn bad_judgements_are_reported_by_file_and_line() {
    let refusal = |qrels: &str| {
        let mut made = Made::small();
        made.write("relevance/pool.qrels", qrels, None);
        made.refusal()
    };
    // Empty lines count, as they do in an editor.
    assert_eq!(
        refusal("q2 0 c 1\n\n \nq1 0 a 1\nq2 0 zebra 1\n"),
        "relevance/pool.qrels, line 5: image zebra, judged for query q2, is not in the benchmark"
    );
    assert_eq!(
        refusal("q2 0 c 1\nq2 0 c 1\n"),
        "relevance/pool.qrels, line 2: document c is judged for query q2 on line 1 already"
    );
    assert!(refusal("q2 0 c 1\nq2 0 c\n").starts_with("relevance/pool.qrels, line 2: 3 fields"));
    assert!(refusal("q2 0 c one\n").contains("line 1: the grade \"one\" is not a whole number"));
}

#[test]
fn unreadable_records_and_bytes_are_reported_by_file_and_line() {
    for (path, bytes, rows, said) in [
        (
            "queries.jsonl",
            &b"{\"id\":\"q0\",\"text\":\"x\"}\n{\"id\":\"q1\"}\n"[..],
            None,
            "queries.jsonl, line 2: missing field `text`",
        ),
        (
            "images/00001.jsonl",
            b"{\"id\":\"d\"}\nnonsense\n",
            Some((3, 5)),
            "images/00001.jsonl, line 2: expected",
        ),
        (
            "queries.jsonl",
            b"{\"id\":\"q0\",\"text\":\"x\"}\n\xff\n",
            None,
            "queries.jsonl, line 2: not UTF-8",
        ),
        (
            "images/00000.jsonl",
            b"\x1f\x8bnothing",
            Some((0, 3)),
            "images/00000.jsonl: damaged or truncated gzip",
        ),
    ] {
        let mut made = Made::small();
        made.write(path, bytes, rows);
        let refusal = made.refusal();
        assert!(refusal.starts_with(said), "{refusal}");
    }
}

#[test]
fn errors_of_the_source_pass_through() {
    let mut made = Made::small();
    made.files.remove("images/00001.jsonl");
    assert!(
        matches!(made.load(), Err(LoadError::Source(e)) if e == "images/00001.jsonl is not there")
    );
    let mut made = Made::small();
    let files = made.manifest["files"].as_array_mut().unwrap();
    files.retain(|file| file["path"] != "queries.jsonl");
    assert_eq!(made.refusal(), "benchmark.json: queries.jsonl is not in its list of files");
}

#[test]
fn long_lists_pause_and_report_progress() {
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
    // Every pause is awaited: images are read, then checked for duplicates, then judged.
    assert_eq!(n_suspended, source.n_pauses.get());
    assert!(n_suspended >= 3 * (10_000 / 16), "{n_suspended} pauses");
    let report = |file: &str, done| (file.to_string(), done, 10_000);
    assert_eq!(
        *source.progress.borrow(),
        [
            report("images/00001.jsonl", 4096),
            report("images/00001.jsonl", 8192),
            report("relevance/strict.qrels", 4096),
            report("relevance/strict.qrels", 8192),
        ]
    );
}

#[test]
fn duplicates_in_the_manifest_are_errors() {
    let mut made = Made::small();
    made.write("g", [0; 10], Some((0, 5)));
    made.push("systems", json!({ "id": "s", "title": "S", "dim": 2, "gallery": ["g"] }));
    made.manifest["encoders"] = json!([{ "id": "e", "title": "E", "path": "encoders/e" }]);
    assert!(made.manifest().is_ok());
    for (list, place, what, places) in [
        ("relevance", 1, "relevance pool", (1, 2)),
        ("systems", 0, "system s", (0, 1)),
        ("encoders", 0, "encoder e", (0, 1)),
        ("files", 0, "file queries.jsonl", (0, 6)),
    ] {
        let mut made = made.clone();
        let again = made.manifest[list][place].clone();
        made.push(list, again);
        let (first, second) = places;
        assert_eq!(
            made.manifest_refusal(),
            format!(
                "benchmark.json: {what} is listed twice: as number {first} and as number {second} \
                 of its list (numbers count from 0)"
            )
        );
    }
}

#[test]
fn image_lists_are_contiguous_and_cover_the_corpus() {
    for (first, second, said) in [
        ((3, 5), Some((0, 3)), "images/00000.jsonl holds rows 3..5, but row 0 comes next"),
        ((0, 3), Some((4, 5)), "images/00001.jsonl holds rows 4..5, but row 3 comes next"),
        ((0, 3), Some((3, 3)), "images/00001.jsonl holds rows 3..3, but row 3 comes next"),
        ((0, 3), Some((3, 4)), "the image lists have 4 rows, but there are 5 images"),
        ((0, 3), None, "images/00001.jsonl has no row range"),
    ] {
        let mut made = Made::small();
        made.write("images/00000.jsonl", lines(&["a", "b", "c"], "caption"), Some(first));
        made.write("images/00001.jsonl", lines(&["d", "e"], "caption"), second);
        assert_eq!(made.manifest_refusal(), format!("benchmark.json: {said}"));
    }
}

#[test]
fn paths_outside_the_benchmark_are_errors() {
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
