//! Seeds as pages read them.
#![allow(clippy::unwrap_used)]

use crate::made_benchmark::{Made, records};
use crate::support::refused;
use rankscope_core::analysis::QuerySeeds;
use serde_json::json;

#[test]
fn seeds_are_read_by_query_and_refused_by_line() {
    let queries = [json!({"id": "q0", "text": "a"}), json!({"id": "q1", "text": "b"})];
    let made = Made::new(&queries, &records("i", 4), &[("wide", "q0 0 i1 1\n")], &["s"]);
    let dataset = made.dataset();
    let read = |text: &str| QuerySeeds::read("seeds/s.jsonl.gz", text, &dataset);
    let one = "{\"query\":\"q1\",\"seed\":{\"id\":\"x\",\"uri\":\"x.jpg\"},\"nearest\":[\"i3\",\"i0\"]}\n";
    let other = "{\"query\":\"gone\",\"seed\":{\"id\":\"x\"},\"nearest\":[\"none\"]}\n";
    let seeds = read(&format!("{one}{other}")).unwrap();
    assert!(seeds.of(0).is_empty() && seeds.of(9).is_empty());
    let [seed] = seeds.of(1) else { unreachable!("one seed") };
    assert_eq!((seed.image.id.as_str(), seed.image.uri.as_deref()), ("x", Some("x.jpg")));
    assert_eq!(seed.nearest, [3, 0]);
    for (line, words) in [
        (one, "query q1 has the seed x already"),
        ("{\"query\":\"q0\",\"seed\":{\"id\":\"y\"},\"nearest\":[\"i9\"]}", "no such image"),
        (
            "{\"query\":\"q0\",\"seed\":{\"id\":\"y\"},\"nearest\":[\"i1\",\"i1\"]}",
            "i1 is listed twice",
        ),
        ("{\"query\":\"q0\",\"seed\":{},\"nearest\":[]}", "missing field `id`"),
        ("{", "not JSON"),
    ] {
        refused(read(&format!("{one}{line}")), &["seeds/s.jsonl.gz, line 2", words]);
    }
}
