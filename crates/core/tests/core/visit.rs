//! Visits: what is written is read, and each damage is refused by name.
#![allow(clippy::unwrap_used)]

use crate::support::done;
use rankscope_core::analysis::{Answer, Desk};
use rankscope_core::benchmark::Manifest;
use rankscope_core::limits::{MAX_INFLATED_BYTES, MAX_VISIT_FILES};
use rankscope_core::views::Page;
use rankscope_core::visit::{
    SavedView, VISIT_FILE, Visit, VisitCounts, VisitKind, VisitTable, VisitWriter,
    VisitedBenchmark, is_visit, to_append,
};
use serde_json::{Value, json};
use std::io::{Cursor, Write};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

const TABLE: &[u8] =
    br#"{"name":"mine.csv","files":[["mine.csv","system,a:x,b:x\na,1,2\nb,2,1\n"]]}"#;
const RUN: &[u8] = b"q1 Q0 a 1 0.5 mine\n";

fn read(archive: &[u8]) -> Result<Visit, String> {
    done(Visit::read("my.zip", archive.to_vec(), async || ())).map_err(|e| e.to_string())
}

fn benchmark() -> VisitedBenchmark {
    VisitedBenchmark { id: "shapes".into(), title: "Shapes".into(), sha256: "0a".repeat(32) }
}

fn judged() -> Desk {
    let mut desk = Desk::default();
    desk.judge(Some("q1"), "an owl", "a", Answer::Relevant);
    desk.judge(None, "own words", "b", Answer::NotRelevant);
    desk
}

fn writer() -> VisitWriter {
    let view = SavedView::new(Page::Leaderboard, "?measures=trec%3AP%4010");
    let mut writer = VisitWriter::new(benchmark(), view);
    let desk = judged().to_json();
    for (kind, name, bytes) in [
        (VisitKind::Run, "mine.run", RUN),
        (VisitKind::Run, "../mine\n.run", RUN),
        (VisitKind::Judgements, "strict.qrels.gz", &b"\x1f\x8b not inflated here"[..]),
        (VisitKind::OwnJudgements, "judgements.json", desk.as_bytes()),
        (VisitKind::ClassVotes, "class-votes.txt", b"AB CA"),
        (VisitKind::GuideVotes, "guide-votes.json", br#"[{"preference":"text"}]"#),
        (VisitKind::Trust, "trust.json", b"{}"),
        (VisitKind::Table, "table.json", TABLE),
    ] {
        writer.add(kind, name, bytes.to_vec()).unwrap();
    }
    writer
}

/// An archive of these members, as another program would write it.
fn archive(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        archive.start_file(*name, stored).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// `visit.json` with one run, for tests to change. The hash is that of `sha256sum`.
fn listed() -> Value {
    json!({
        "format": "rankscope-visit",
        "version": 1,
        "benchmark": benchmark(),
        "view": {"page": "", "query": ""},
        "files": [{
            "path": "imports/1-mine.run",
            "kind": "run",
            "name": "mine.run",
            "bytes": RUN.len(),
            "sha256": "b70d04e9650838d0076e6a454667e3dbe30cc000b3aaac10283a359b6d4bb8b3",
        }],
    })
}

/// The archive of such a list and a run.
fn archive_of(listed: &Value) -> Vec<u8> {
    let listed = listed.to_string();
    archive(&[(VISIT_FILE, listed.as_bytes()), ("imports/1-mine.run", RUN)])
}

#[track_caller]
fn refused(archive: &[u8], words: &[&str]) {
    let error = read(archive).err().unwrap_or_default();
    assert!(error.starts_with("my.zip: "), "{error:?}");
    for word in words {
        assert!(error.contains(word), "{error:?} does not say {word:?}");
    }
}

#[test]
fn a_visit_survives_being_written_and_read() {
    let bytes = writer().finish().unwrap();
    assert!(is_visit(&bytes));
    let visit = read(&bytes).unwrap();
    assert_eq!(visit.manifest.benchmark, benchmark());
    assert_eq!(visit.manifest.view.page(), Some(Page::Leaderboard));
    assert_eq!(visit.manifest.view.query, "measures=trec%3AP%4010");
    let files = &visit.manifest.files;
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    // What a name cannot have is replaced as in the id of an import, which therefore stays the same.
    assert_eq!(names[..3], ["mine.run", ".._mine_.run", "strict.qrels.gz"]);
    assert_eq!(visit.content(&files[0]).unwrap(), RUN);
    assert_eq!(visit.content(&files[2]).unwrap(), b"\x1f\x8b not inflated here");
    let table = String::from_utf8(visit.content(&files[7]).unwrap()).unwrap();
    assert_eq!(VisitTable::from_json("t", &table).unwrap().read().unwrap().systems().len(), 2);
    let desk = String::from_utf8(visit.content(&files[3]).unwrap()).unwrap();
    assert_eq!(Desk::from_json("desk", &desk).unwrap(), judged());
    let counts = VisitCounts::of(&visit).unwrap();
    assert_eq!(
        counts.words(),
        [
            "2 runs",
            "1 set of judgements",
            "2 judgements of your own",
            "2 votes of the class",
            "1 vote on guides",
            "weights of the guides’ embedders",
            "a table of models and measures"
        ]
    );
    // The same visit gives the same bytes.
    assert_eq!(writer().finish().unwrap(), bytes);
}

#[test]
fn a_visit_of_a_view_alone_is_one() {
    let writer = VisitWriter::new(benchmark(), SavedView::new(Page::Explore, ""));
    let visit = read(&writer.finish().unwrap()).unwrap();
    assert_eq!(visit.manifest.view.page(), Some(Page::Explore));
    let counts = VisitCounts::of(&visit).unwrap();
    assert_eq!((counts, counts.words().len()), (VisitCounts::default(), 0));
}

#[test]
fn another_programs_archive_is_read_and_unknown_fields_are_ignored() {
    let mut list = listed();
    list["saved_by"] = "someone".into();
    let visit = read(&archive_of(&list)).unwrap();
    assert_eq!(visit.content(&visit.manifest.files[0]).unwrap(), RUN);
}

#[test]
fn other_archives_are_no_visits() {
    let beir = archive(&[("scifact/qrels/test.tsv", b"query-id\tcorpus-id\tscore\n")]);
    for other in [&b""[..], b"PK", RUN, &beir] {
        assert!(!is_visit(other));
    }
    refused(&beir, &["no visit.json", "not a visit"]);
    refused(RUN, &["not a zip archive"]);
}

#[test]
fn what_the_list_says_is_held_against_what_can_be() {
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut list = listed();
        change(&mut list);
        archive_of(&list)
    };
    let with = |key: &'static str, value: Value| {
        changed(&move |list| list["files"][0][key] = value.clone())
    };
    refused(&archive(&[(VISIT_FILE, b"{")]), &["visit.json cannot be read", "EOF"]);
    refused(&changed(&|list| list["format"] = "zip".into()), &["the format \"zip\""]);
    refused(&changed(&|list| list["version"] = 2.into()), &["version 2", "newer"]);
    refused(&changed(&|list| list["view"]["page"] = "attic".into()), &["no page \"attic\""]);
    refused(&changed(&|list| list["view"] = Value::Null), &["visit.json cannot be read"]);
    refused(&changed(&|list| list["benchmark"]["sha256"] = "00".into()), &["not a SHA-256"]);
    refused(&with("kind", "virus".into()), &["visit.json cannot be read", "virus"]);
    refused(&with("sha256", "x".repeat(64).into()), &["not a SHA-256 of imports/1-mine.run"]);
    refused(&with("name", "a/b".into()), &["the name \"a/b\""]);
    refused(&with("name", "".into()), &["the name \"\""]);
    for path in ["../up", "/etc/passwd", "a\\b", "C:a", "a/../b", "a//b", "a/", "", "a\u{1}"] {
        refused(&with("path", path.into()), &["the path"]);
    }
    refused(&with("path", VISIT_FILE.into()), &["reserved for the list"]);
    refused(
        &changed(&|list| {
            let twice = list["files"][0].clone();
            list["files"] = json!([twice, twice]);
        }),
        &["lists imports/1-mine.run twice"],
    );
    refused(
        &changed(&|list| {
            let mut own = list["files"][0].clone();
            own["kind"] = "own-judgements".into();
            let mut other = own.clone();
            other["path"] = "b".into();
            list["files"] = json!([own, other]);
        }),
        &["b is a second file of its kind"],
    );
    refused(&with("bytes", MAX_INFLATED_BYTES.into()), &["has 19 bytes", "visit.json says"]);
    refused(&with("bytes", u64::MAX.into()), &["together", "more than"]);
    refused(
        &changed(&|list| {
            let one = list["files"][0].clone();
            let many = (0..=MAX_VISIT_FILES).map(|n| {
                let mut own = one.clone();
                own["path"] = n.to_string().into();
                own
            });
            list["files"] = many.collect();
        }),
        &["lists 1001 files"],
    );
}

#[test]
fn members_and_list_agree() {
    let list = listed().to_string();
    let (list, path) = (list.as_bytes(), "imports/1-mine.run");
    refused(&archive(&[(VISIT_FILE, list)]), &[path, "is missing"]);
    refused(
        &archive(&[(VISIT_FILE, list), (path, RUN), ("more", b"")]),
        &["it has more, which visit.json does not list"],
    );
    refused(&archive(&[(VISIT_FILE, list), (path, b"q1")]), &[path, "has 2 bytes", "says 19"]);
    let mut other = RUN.to_vec();
    other[3] = b'q';
    refused(&archive(&[(VISIT_FILE, list), (path, &other)]), &[path, "SHA-256"]);
    // Two members of one name: the writer refuses them, so the second is renamed afterwards.
    let twice = archive(&[(VISIT_FILE, list), (path, RUN), ("imports/1-mine.ruN", RUN)]);
    let twice = replaced(&twice, b"imports/1-mine.ruN", path.as_bytes());
    refused(&twice, &["it has imports/1-mine.run twice"]);
}

/// The bytes with all of `from` as `to`, of the same length.
fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for at in 0..bytes.len() - from.len() {
        if bytes[at..].starts_with(from) {
            bytes[at..at + to.len()].copy_from_slice(to);
        }
    }
    bytes
}

#[test]
fn damage_anywhere_is_refused_and_never_read_as_something_else() {
    let whole = writer().finish().unwrap();
    let same = read(&whole).unwrap().manifest;
    for n in 0..whole.len() {
        // Cut off, it is still known as a visit once the first name is there.
        assert!(read(&whole[..n]).is_err(), "{n} bytes");
        assert_eq!(is_visit(&whole[..n]), n >= 40, "{n} bytes");
    }
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x11;
        if let Ok(visit) = read(&damaged) {
            // Times, versions and the like, which say nothing of the content.
            assert_eq!(visit.manifest, same, "byte {at}");
        }
    }
}

#[test]
fn an_archive_that_inflates_without_end_is_refused_before_it_does() {
    let mut bomb = ZipWriter::new(Cursor::new(Vec::new()));
    let deflated = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    bomb.start_file(VISIT_FILE, deflated).unwrap();
    bomb.write_all(&vec![b' '; 8 << 20]).unwrap();
    let bomb = bomb.finish().unwrap().into_inner();
    refused(&bomb, &["visit.json would inflate to 8388608 bytes, more than 1048576"]);
}

#[test]
fn own_files_that_are_none_are_named() {
    for (kind, bytes, words) in [
        (VisitKind::OwnJudgements, &b"[]"[..], "not judgements"),
        (VisitKind::OwnJudgements, b"\xff", "not a text"),
        (VisitKind::GuideVotes, b"{}", "not a list of votes"),
        (VisitKind::Table, b"{}", "no table of a visit"),
        (VisitKind::Table, br#"{"name":"t","files":[]}"#, "no table"),
        (VisitKind::Table, br#"{"name":"t","files":[["t.csv","system,a:x\na,no"]]}"#, "t.csv"),
    ] {
        let mut writer = VisitWriter::new(benchmark(), SavedView::new(Page::Explore, ""));
        writer.add(kind, "own", bytes.to_vec()).unwrap();
        let visit = read(&writer.finish().unwrap()).unwrap();
        let error = VisitCounts::of(&visit).unwrap_err().to_string();
        assert!(error.contains(words) && error.contains("my.zip"), "{error}");
    }
}

#[test]
fn a_benchmark_is_known_by_its_queries_and_images() {
    let manifest: Manifest = serde_json::from_value(json!({
        "schema_version": 1,
        "id": "shapes",
        "title": "Shapes",
        "counts": {"queries": 1, "images": 2},
        "files": [
            {"path": "queries.jsonl", "bytes": 1, "sha256": "aa"},
            {"path": "images/0.jsonl", "bytes": 1, "sha256": "bb", "rows": {"start": 0, "end": 2}},
            {"path": "relevance/exact.qrels", "bytes": 1, "sha256": "cc"},
        ],
    }))
    .unwrap();
    let own = VisitedBenchmark::of(&manifest);
    // printf 'images 2\nqueries.jsonl aa\nimages/0.jsonl bb\n' | sha256sum
    assert_eq!(own.sha256, "8cd26fbdbae89a93d32bd73640819f404f05440aebbafebb7b02e309f70d81e6");
    let mut other = manifest.clone();
    other.title = "Shapes, again".into();
    other.files[2].sha256 = "dd".into();
    assert_eq!(VisitedBenchmark::of(&other).sha256, own.sha256);
    for place in 0..2 {
        let mut other = manifest.clone();
        other.files[place].sha256 = "dd".into();
        assert_ne!(VisitedBenchmark::of(&other).sha256, own.sha256);
    }
}

#[test]
fn votes_are_appended_once_and_none_is_lost() {
    assert_eq!(to_append(&[], &[1, 2]), [1, 2]);
    assert_eq!(to_append(&[1, 2], &[1, 2, 3]), [3]);
    assert_eq!(to_append(&[4], &[1, 2]), [1, 2]);
    for here in [&[1, 2][..], &[1, 2, 3], &[4, 1, 2], &[4, 1, 2, 5]] {
        assert!(to_append(here, &[1, 2]).is_empty(), "{here:?}");
    }
    assert!(to_append(&[1], &[]).is_empty());
}
