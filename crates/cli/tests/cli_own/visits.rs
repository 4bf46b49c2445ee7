//! `rankscope info` on saved visits.

use crate::program::{done, fails, flagged_json, folder};
use rankscope_core::analysis::{Answer, Desk};
use rankscope_core::views::Page;
use rankscope_core::visit::{SavedView, VisitKind, VisitWriter, VisitedBenchmark};
use serde_json::json;
use std::fs;

const RUN: &[u8] = b"q1 Q0 a 1 0.5 mine\n";

fn benchmark() -> VisitedBenchmark {
    let title = "Shapes\u{1b}[31m".into();
    VisitedBenchmark { id: "shapes".into(), title, sha256: "0a".repeat(32) }
}

fn visit() -> Vec<u8> {
    let view = SavedView::new(Page::Leaderboard, "?measures=trec%3AP%4010");
    let mut writer = VisitWriter::new(benchmark(), view);
    writer.add(VisitKind::Run, "mine.run", RUN.to_vec()).unwrap();
    writer.add(VisitKind::Judgements, "strict.qrels", b"q1 0 a 1\n".to_vec()).unwrap();
    let mut desk = Desk::default();
    desk.judge(Some("q1"), "an owl", "a", Answer::Relevant);
    desk.judge(Some("q1"), "an owl", "b", Answer::Unsure);
    writer.add(VisitKind::OwnJudgements, "judgements.json", desk.to_json().into_bytes()).unwrap();
    writer.add(VisitKind::ClassVotes, "class-votes.txt", b"AB CA BC".to_vec()).unwrap();
    writer.finish().unwrap()
}

/// Writes a file; its path.
fn put(path: &dyn Fn(&str) -> String, name: &str, bytes: &[u8]) -> String {
    fs::write(path(name), bytes).unwrap();
    path(name)
}

#[test]
fn info_says_what_a_visit_holds() {
    let folder = folder();
    let path = put(&folder, "shapes-visit.zip", &visit());
    let said = done(&["info", &path]);
    for words in [
        "(shapes)",
        "1 run, 1 set of judgements, 2 judgements of your own and 3 votes of the class, and the view.",
        "It opens Leaderboard: ?measures=trec%3AP%4010",
        "mine.run",
        "19 B",
        "votes of the class",
    ] {
        assert!(said.contains(words), "{said} does not say {words}");
    }
    // A title of someone else's does not colour the terminal.
    assert!(!said.contains('\u{1b}'));
    let said = flagged_json(&["info", &path]);
    assert_eq!(said["format"], "rankscope-visit");
    assert_eq!(said["benchmark"], serde_json::to_value(benchmark()).unwrap());
    assert_eq!(said["view"], json!({"page": "leaderboard", "query": "measures=trec%3AP%4010"}));
    let files = said["files"].as_array().unwrap();
    assert_eq!(files.len(), 4);
    assert_eq!((&files[0]["name"], &files[0]["bytes"]), (&"mine.run".into(), &RUN.len().into()));
    assert_eq!(said["counts"]["own_judgements"], 2);
    assert_eq!(said["counts"]["class_votes"], 3);
}

#[test]
fn a_visit_of_a_view_alone_says_so() {
    let folder = folder();
    let writer = VisitWriter::new(benchmark(), SavedView::new(Page::Explore, ""));
    let path = put(&folder, "view.zip", &writer.finish().unwrap());
    let said = done(&["info", &path]);
    assert!(said.contains("The view alone.") && said.ends_with("It opens Explore\n"), "{said}");
}

#[test]
fn damaged_visits_and_other_archives_are_refused_with_the_reason() {
    let folder = folder();
    let whole = visit();
    let half = put(&folder, "half.zip", &whole[..whole.len() / 2]);
    fails(1, &["info", &half], &["half.zip", "damaged"]);
    // One byte of a deflated member: its checksum no longer fits, or it does not inflate.
    let name = b"imports/1-mine.run";
    let at = whole.windows(name.len()).position(|part| part == name).unwrap();
    let mut other = whole.clone();
    other[at + name.len() + 4] ^= 1;
    let other = put(&folder, "other.zip", &other);
    fails(1, &["info", &other], &["other.zip", "imports/1-mine.run is damaged"]);
    let text = put(&folder, "text.zip", RUN);
    fails(1, &["info", &text], &["text.zip", "not a zip archive"]);
    fails(1, &["info", &put(&folder, "v.zip", &whole), "--bibtex"], &["a visit is not cited"]);
    fails(1, &["info", &folder("none.zip")], &["none.zip"]);
}
