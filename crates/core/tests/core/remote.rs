//! Remote search without a server: what is asked, by the published APIs, and what is believed.
//! `tests/cli_remote` has the same against Chroma itself and Qdrant's own client.
#![allow(clippy::unwrap_used, clippy::float_cmp)]

use crate::support::done;
use rankscope_core::benchmark::{Remote, RemoteKind, RemoteMetric, is_this_machine};
use rankscope_core::ranking::Hit;
use rankscope_core::remote::{
    Answer, Call, Collection, Filling, MAX_DEPTH, Method, Reference, RemoteError, Transport,
    can_rank_exactly, kind_at, recall_of,
};
use rankscope_core::search::RowMask;
use serde_json::{Value, json};
use std::cell::RefCell;

/// Answers from a list, and remembers what was asked.
struct Scripted {
    answers: RefCell<Vec<(u16, String)>>,
    asked: RefCell<Vec<Call>>,
}

impl Scripted {
    fn new<const N: usize>(answers: [(u16, Value); N]) -> Self {
        let answers = answers.into_iter().rev().map(|(status, body)| (status, body.to_string()));
        Self { answers: RefCell::new(answers.collect()), asked: RefCell::default() }
    }

    /// The body of the n-th request.
    fn body(&self, n: usize) -> Value {
        serde_json::from_str(self.asked.borrow()[n].body.as_ref().unwrap()).unwrap()
    }

    fn line(&self, n: usize) -> String {
        let asked = self.asked.borrow();
        format!("{} {}", asked[n].method.name(), asked[n].url)
    }
}

impl Transport for Scripted {
    async fn send(&self, call: &Call) -> Result<Answer, RemoteError> {
        self.asked.borrow_mut().push(call.clone());
        let (status, body) = self.answers.borrow_mut().pop().unwrap();
        Ok(Answer { status, body: body.into_bytes() })
    }

    fn has_key(&self) -> bool {
        false
    }
}

fn remote(kind: RemoteKind) -> Remote {
    Remote {
        kind,
        url: "https://search.example.org:6333/".into(),
        collection: "shapes".into(),
        metric: RemoteMetric::Cosine,
        tenant: None,
        database: None,
    }
}

/// What Chroma 1.5.9 answered, without what is not read.
fn chroma_collection() -> Value {
    json!({ "id": "e07f22b5-5e61-4da7-b404-61ad1bf9c789", "name": "shapes",
            "configuration_json": { "hnsw": { "space": "cosine", "ef_search": 100 }, "spann": null },
            "metadata": null, "dimension": 2, "tenant": "default_tenant",
            "database": "default_database", "log_position": 0, "version": 0 })
}

/// The form of <https://api.qdrant.tech/api-reference/collections/get-collection>.
fn qdrant_collection() -> Value {
    json!({ "usage": null, "time": 0.002, "status": "ok", "result": {
        "status": "green", "optimizer_status": "ok", "indexed_vectors_count": 0, "points_count": 4,
        "segments_count": 8, "payload_schema": {},
        "config": { "params": { "vectors": { "size": 2, "distance": "Cosine" }, "shard_number": 1 } } } })
}

fn hit(row: u32, score: f32) -> Hit {
    Hit { row_in_corpus: row, score }
}

#[test]
fn chroma_is_asked_by_its_api_and_distances_become_scores() {
    let answers = Scripted::new([
        (200, chroma_collection()),
        (200, json!(4)),
        (
            200,
            json!({ "ids": [["2", "0", "1"], ["3"]], "distances": [[0.0, 0.25, 0.25], [2.0]],
                      "include": ["distances"] }),
        ),
        (200, json!({ "ids": [["3", "1"]], "distances": [[0.5, 0.75]], "include": ["distances"] })),
        (200, json!({ "ids": ["0", "3"], "embeddings": [[1.0, 0.5], [0.0, 1.0]] })),
    ]);
    let own = remote(RemoteKind::Chroma);
    let base = "https://search.example.org:6333/api/v2/tenants/default_tenant/databases/\
                default_database/collections";
    let collection = done(Collection::open(&own, 2, 4, &answers)).unwrap();
    assert_eq!(answers.line(0), format!("GET {base}/shapes"));
    let id = "e07f22b5-5e61-4da7-b404-61ad1bf9c789";
    assert_eq!(answers.line(1), format!("GET {base}/{id}/count"));
    let queries = [vec![1.0, 0.0], vec![0.0, 1.0]];
    let lists = done(collection.top_k_each(&queries, &[3, 1], &answers)).unwrap();
    assert_eq!(answers.line(2), format!("POST {base}/{id}/query"));
    assert_eq!(
        answers.body(2),
        json!({ "query_embeddings": [[1.0, 0.0], [0.0, 1.0]], "n_results": 3, "include": ["distances"] })
    );
    // Equal scores by row, as everywhere.
    assert_eq!(lists, [vec![hit(2, 1.0), hit(0, 0.75), hit(1, 0.75)], vec![hit(3, -1.0)]]);
    let among = RowMask::new([1, 3]);
    let found = done(collection.top_k(vec![1.0, 0.0], 5, Some(&among), &answers)).unwrap();
    assert_eq!(answers.body(3)["ids"], json!(["1", "3"]));
    assert_eq!(answers.body(3)["n_results"], json!(2));
    assert_eq!(found, [hit(3, 0.5), hit(1, 0.25)]);
    let vectors = done(collection.vectors(&[3, 0], &answers)).unwrap();
    assert_eq!(
        answers.body(4),
        json!({ "ids": ["3", "0"], "include": ["embeddings"], "limit": 2 })
    );
    assert_eq!(vectors, [vec![0.0, 1.0], vec![1.0, 0.5]]);
    assert!(!collection.ranks_exactly());
}

#[test]
fn qdrant_is_asked_by_its_api() {
    let points = |points: Value| json!({ "points": points });
    let scored = |id: u32, score: f32| json!({ "id": id, "version": 3, "score": score });
    let reply =
        |result: Value| json!({ "usage": null, "time": 0.002, "status": "ok", "result": result });
    let answers = Scripted::new([
        (200, qdrant_collection()),
        (200, reply(json!({ "count": 4 }))),
        (200, reply(json!([points(json!([scored(0, 0.5), scored(3, 0.75)]))]))),
        (200, reply(json!([points(json!([scored(1, 0.5)]))]))),
        (200, reply(json!([points(json!([scored(1, 0.5)]))]))),
        (200, reply(json!([{ "id": 2, "payload": null, "vector": [0.5, 0.25] }]))),
    ]);
    let own = remote(RemoteKind::Qdrant);
    let base = "https://search.example.org:6333/collections/shapes";
    let collection = done(Collection::open(&own, 2, 4, &answers)).unwrap();
    assert_eq!(answers.line(0), format!("GET {base}"));
    assert_eq!(answers.line(1), format!("POST {base}/points/count"));
    assert_eq!(answers.body(1), json!({ "exact": true }));
    let query = [vec![1.0, 0.0]];
    let lists = done(collection.top_k_each(&query, &[2], &answers)).unwrap();
    assert_eq!(lists, [vec![hit(3, 0.75), hit(0, 0.5)]]);
    assert_eq!(answers.line(2), format!("POST {base}/points/query/batch"));
    let search =
        json!({ "query": [1.0, 0.0], "limit": 2, "with_payload": false, "with_vector": false });
    assert_eq!(answers.body(2), json!({ "searches": [search] }));
    // The shorter of both ways to name them.
    done(collection.top_k(vec![1.0, 0.0], 1, Some(&RowMask::new([1])), &answers)).unwrap();
    assert_eq!(answers.body(3)["searches"][0]["filter"], json!({ "must": [{ "has_id": [1] }] }));
    done(collection.top_k(vec![1.0, 0.0], 1, Some(&RowMask::new([0, 1, 3])), &answers)).unwrap();
    assert_eq!(
        answers.body(4)["searches"][0]["filter"],
        json!({ "must_not": [{ "has_id": [2] }] })
    );
    assert_eq!(done(collection.vectors(&[2], &answers)).unwrap(), [vec![0.5, 0.25]]);
    assert_eq!(answers.body(5), json!({ "ids": [2], "with_payload": false, "with_vector": true }));
    assert!(collection.ranks_exactly());
}

#[test]
fn images_are_named_by_what_is_stored_with_their_points() {
    let whole =
        json!({ "id": "owl.jpg", "uri": "https://example.org/owl.jpg", "caption": "an owl" });
    let without_picture = json!({ "id": "fox.jpg", "caption": "a fox" });
    let answers = Scripted::new([
        (200, chroma_collection()),
        (200, json!(4)),
        (200, json!({ "ids": ["3", "0", "1"], "metadatas": [whole, without_picture, null] })),
        (200, json!({ "ids": ["2"], "metadatas": [null] })),
    ]);
    let collection = done(Collection::open(&remote(RemoteKind::Chroma), 2, 4, &answers)).unwrap();
    let named = done(collection.images(&[0, 3, 1], &answers)).unwrap();
    assert_eq!(
        answers.body(2),
        json!({ "ids": ["0", "3", "1"], "include": ["metadatas"], "limit": 3 })
    );
    assert_eq!(named.keys().collect::<Vec<_>>(), [&3]);
    assert_eq!((named[&3].id.as_str(), named[&3].caption.as_str()), ("owl.jpg", "an owl"));
    assert_eq!(named[&3].uri.as_deref(), Some("https://example.org/owl.jpg"));
    let refused = done(collection.images(&[1], &answers)).unwrap_err();
    assert!(matches!(refused, RemoteError::Contradicts { .. }), "{refused}");

    let answers = Scripted::new([
        (200, qdrant_collection()),
        (200, json!({ "result": { "count": 4 } })),
        (200, json!({ "result": [{ "id": 3, "payload": whole }, { "id": 1, "payload": null }] })),
    ]);
    let collection = done(Collection::open(&remote(RemoteKind::Qdrant), 2, 4, &answers)).unwrap();
    let named = done(collection.images(&[1, 3], &answers)).unwrap();
    assert_eq!(
        answers.body(2),
        json!({ "ids": [1, 3], "with_payload": true, "with_vector": false })
    );
    assert_eq!(named[&3].caption, "an owl");
    assert_eq!(named.len(), 1);
}

#[test]
fn an_exact_ranking_is_asked_of_qdrant_and_computed_from_what_chroma_has() {
    let answers = Scripted::new([
        (200, qdrant_collection()),
        (200, json!({ "result": { "count": 4 } })),
        (200, json!({ "result": [{ "points": [{ "id": 1, "score": 0.5 }] }] })),
    ]);
    let qdrant = done(Collection::open(&remote(RemoteKind::Qdrant), 2, 4, &answers)).unwrap();
    done(qdrant.exact_top_k(&[vec![1.0, 0.0]], 1, &answers)).unwrap();
    assert_eq!(answers.body(2)["searches"][0]["params"], json!({ "exact": true }));
    let vectors = json!([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8], [0.8, 0.6]]);
    let answers = Scripted::new([
        (200, chroma_collection()),
        (200, json!(4)),
        (200, json!({ "ids": ["0", "1", "2", "3"], "embeddings": vectors })),
    ]);
    let chroma = done(Collection::open(&remote(RemoteKind::Chroma), 2, 4, &answers)).unwrap();
    let query = [vec![1.0, 0.0]];
    let exact = done(chroma.read_back_top_k(&query, 3, &answers, &|_| {})).unwrap();
    assert_eq!(exact, [vec![hit(0, 1.0), hit(3, 0.8), hit(2, 0.6)]]);
    assert!(can_rank_exactly(RemoteKind::Qdrant, u32::MAX, 512));
    assert!(!can_rank_exactly(RemoteKind::Chroma, 5_000_000, 512));
}

#[test]
fn a_collection_is_filled_where_an_earlier_run_stopped() {
    let missing =
        json!({ "error": "NotFoundError", "message": "Collection [shapes] does not exist" });
    let whole = [[0.0, 1.0], [1.0, 0.0], [0.6, 0.8], [0.8, 0.6]].map(|row| row.to_vec());
    let answers = Scripted::new([
        (404, missing),
        (200, json!({ "id": "e07f22b5" })),
        (200, chroma_collection()),
        (200, json!(0)),
        (200, json!({})),
        (200, chroma_collection()),
        (200, json!(4)),
        (200, json!({ "ids": ["1"], "embeddings": [[1.0, 0.0]] })),
    ]);
    let own = remote(RemoteKind::Chroma);
    let filling = done(Filling::begin(&own, 2, 4, &answers)).unwrap();
    assert_eq!(answers.body(1)["configuration"], json!({ "hnsw": { "space": "cosine" } }));
    let payload = |row: u32| json!({ "id": format!("image {row}") });
    assert_eq!(done(filling.add(0, whole.to_vec(), payload, &answers)).unwrap(), 4);
    assert_eq!(answers.body(4)["ids"], json!(["0", "1", "2", "3"]));
    assert_eq!(answers.body(4)["metadatas"][3], json!({ "id": "image 3" }));
    done(filling.finish(&[(1, vec![1.0, 0.0])], &answers)).unwrap();
    // Half of it is there.
    let answers = Scripted::new([
        (200, chroma_collection()),
        (200, json!(2)),
        (200, json!({ "ids": ["0", "3"], "embeddings": null })),
        (200, json!({})),
        (200, chroma_collection()),
        (200, json!(4)),
        (200, json!({ "ids": ["1"], "embeddings": [[-1.0, 0.0]] })),
    ]);
    let filling = done(Filling::begin(&own, 2, 4, &answers)).unwrap();
    assert_eq!(filling.n_before(), 2);
    assert_eq!(done(filling.add(0, whole.to_vec(), payload, &answers)).unwrap(), 2);
    assert_eq!(answers.body(3)["ids"], json!(["1", "2"]));
    // But of another system.
    let error = done(filling.finish(&[(1, vec![1.0, 0.0])], &answers)).unwrap_err();
    assert!(error.to_string().contains("this benchmark's vector"), "{error}");
}

#[test]
fn every_failure_says_what_happened_and_what_to_do() {
    let url = || "https://search.example.org".to_string();
    let (kind, collection) = (RemoteKind::Chroma, "c".to_string());
    let all = [
        RemoteError::Unreachable { url: url(), why: "refused".into() },
        RemoteError::NoCors { url: url(), origin: "http://localhost:8080".into(), kind },
        RemoteError::MixedContent { url: url() },
        RemoteError::Certificate { url: url(), why: "expired".into() },
        RemoteError::TimedOut { url: url(), seconds: 30 },
        RemoteError::Key { url: url(), status: 401, has_key: false },
        RemoteError::Key { url: url(), status: 403, has_key: true },
        RemoteError::NoCollection { url: url(), collection: collection.clone() },
        RemoteError::Status { url: url(), status: 503, said: "busy".into() },
        RemoteError::NotUnderstood { url: url(), kind, reason: "a page".into() },
        RemoteError::Contradicts { url: url(), reason: "twice".into() },
        RemoteError::Dim { collection: collection.clone(), found: 3, expected: 4 },
        RemoteError::Metric {
            collection: collection.clone(),
            found: "l2".into(),
            expected: "cosine".into(),
        },
        RemoteError::Rows { collection: collection.clone(), found: 3, expected: 4 },
        RemoteError::Filter { n: 200_000, most: 100_000 },
        RemoteError::TooLarge { collection, n: 9, most: 8 },
    ];
    let mut told: Vec<String> = Vec::new();
    for error in all {
        assert!(!error.title().ends_with('.') && error.advice().ends_with('.'), "{error:?}");
        told.push(error.to_string());
    }
    told.sort();
    told.dedup();
    assert_eq!(told.len(), 16);
}

#[test]
fn which_engine_answers_is_asked() {
    let url = "http://127.0.0.1:8000";
    let chroma = Scripted::new([(200, json!({ "nanosecond heartbeat": 1 }))]);
    assert_eq!(done(kind_at(url, &chroma)).unwrap(), Some(RemoteKind::Chroma));
    assert_eq!(chroma.line(0), "GET http://127.0.0.1:8000/api/v2/heartbeat");
    let root = json!({ "title": "qdrant - vector search engine", "version": "1.20.0" });
    let qdrant = Scripted::new([(404, json!(null)), (200, root)]);
    assert_eq!(done(kind_at(url, &qdrant)).unwrap(), Some(RemoteKind::Qdrant));
    let neither = Scripted::new([(404, json!(null)), (200, json!({ "title": "a page" }))]);
    assert_eq!(done(kind_at(url, &neither)).unwrap(), None);
}

#[test]
fn no_more_than_the_most_is_asked_for_and_long_lists_in_several_requests() {
    let n = 200_000;
    let answers = Scripted::new([
        (200, chroma_collection()),
        (200, json!(n)),
        (200, json!({ "ids": [[]], "distances": [[]] })),
        (200, json!({ "ids": [[], [], []], "distances": [[], [], []] })),
    ]);
    let collection = done(Collection::open(&remote(RemoteKind::Chroma), 2, n, &answers)).unwrap();
    let queries = vec![vec![1.0, 0.0]; 4];
    done(collection.top_k_each(&queries, &[usize::MAX, 10_000, 1, 10_000], &answers)).unwrap();
    assert_eq!(answers.body(2)["n_results"], json!(MAX_DEPTH));
    assert_eq!(answers.body(2)["query_embeddings"].as_array().unwrap().len(), 1);
    assert_eq!(answers.body(3)["n_results"], json!(10_000));
    assert_eq!(answers.body(3)["query_embeddings"].as_array().unwrap().len(), 3);
    // Chroma cannot leave out the few that a filter refuses.
    let among = RowMask::new(1..n);
    let error = done(collection.top_k(vec![1.0, 0.0], 1, Some(&among), &answers)).unwrap_err();
    assert_eq!(error, RemoteError::Filter { n: 199_999, most: 100_000 });
    assert_eq!(answers.asked.borrow()[0].method, Method::Get);
}

#[test]
fn recall_counts_ties_and_is_told_with_what_it_was_measured_against() {
    let exact = [hit(1, 0.9), hit(2, 0.5), hit(3, 0.5), hit(4, 0.1)];
    let of = |found: &[Hit]| {
        recall_of(&[found.to_vec()], &[exact.to_vec()], 2, Reference::Engine).map(|own| own.mean)
    };
    assert_eq!(of(&[hit(1, 0.9), hit(2, 0.5)]), Some(1.0));
    // The third ties with the second.
    assert_eq!(of(&[hit(1, 0.9), hit(3, 0.5)]), Some(1.0));
    assert_eq!(of(&[hit(1, 0.9), hit(4, 0.1)]), Some(0.5));
    assert_eq!(of(&[]), Some(0.0));
    assert_eq!(recall_of(&[], &[], 2, Reference::Engine), None);
    let both = recall_of(
        &[vec![hit(1, 0.9)], vec![hit(4, 0.1)]],
        &[vec![hit(1, 0.9)], vec![hit(1, 0.9)]],
        100,
        Reference::Gallery,
    );
    let words = both.unwrap().words();
    assert!(
        words.starts_with("recall@1 0.5000 over 2 queries (lowest 0.0000), against"),
        "{words}"
    );
}

#[test]
fn addresses_are_those_of_search_engines() {
    let fault = |url: &str| Remote { url: url.into(), ..remote(RemoteKind::Qdrant) }.fault();
    for good in ["http://127.0.0.1:8000", "https://[::1]:6333/", "https://a.example/under/it"] {
        assert_eq!(fault(good), None);
    }
    for bad in [
        "",
        "search",
        "ftp://a",
        "http://",
        "https://user:word@a",
        "http://a?key=1",
        "http://a#b",
        "http://a/../b",
        "http://a b",
        "http://:80",
        "javascript:1",
    ] {
        assert!(fault(bad).is_some_and(|fault| fault.contains("is not the address")), "{bad}");
    }
    let named = Remote { collection: "a/b".into(), ..remote(RemoteKind::Chroma) };
    assert!(named.fault().unwrap().contains("\"a/b\""));
    assert_eq!(remote(RemoteKind::Chroma).origin(), "https://search.example.org:6333");
    assert!(is_this_machine("http://127.0.0.1:8000/x") && is_this_machine("http://[::1]:1"));
    assert!(!is_this_machine("http://127.example.org") && !is_this_machine("http://a"));
}

#[test]
fn a_key_is_for_the_host_that_was_named() {
    let at = |url: &str, named: &str| {
        Remote { url: url.into(), ..remote(RemoteKind::Qdrant) }.is_at(named)
    };
    for (url, named) in [
        ("https://a.example:6333", "a.example"),
        ("https://a.example:6333", "A.example:6333"),
        ("https://a.example/under/it", "a.example"),
        ("https://a.example:6333/", "https://a.example:6333/"),
        ("http://127.0.0.1:8000", "127.0.0.1"),
        ("http://[::1]:8000", "[::1]"),
        ("http://[::1]:8000", "[::1]:8000"),
        ("http://a.example", "http://a.example"),
    ] {
        assert!(at(url, named), "{url} {named}");
    }
    for (url, named) in [
        ("https://b.example", "a.example"),
        ("https://a.example.b.example", "a.example"),
        ("https://b.example/a.example", "a.example"),
        ("https://xa.example", "a.example"),
        ("https://a.example:6334", "a.example:6333"),
        ("http://127.0.0.1:8000", "127.0.0.1:800"),
        ("http://127.0.0.1:8000", "localhost"),
        ("http://[::1]:8000", "[:"),
        ("https://a.example", ""),
        // Whoever writes http into a manifest would have the key read on the way.
        ("http://a.example", "a.example"),
        ("http://a.example", "https://a.example"),
    ] {
        assert!(!at(url, named), "{url} {named}");
    }
    let refused = |url: &str| RemoteError::Key { url: url.into(), status: 401, has_key: false };
    assert!(
        refused("http://127.0.0.1:6333/collections").advice().contains("--key 127.0.0.1:6333,")
    );
    assert!(refused("https://a.example/x/y").advice().contains("--key a.example,"));
    assert!(refused("http://a.example/x").advice().contains("--key http://a.example,"));
}

#[test]
fn what_an_engine_tells_has_no_marks_of_direction() {
    // UAX 9: an override, and the isolates.
    let odd = "a\u{202e}b\u{2066}c\u{200f}\u{1b}[1m";
    let transport = Scripted::new([(500, json!({"error": "E", "message": odd}))]);
    let error = done(Collection::open(&remote(RemoteKind::Chroma), 4, 9, &transport)).unwrap_err();
    assert!(error.to_string().ends_with("500: abc[1m"), "{error}");
    let transport = Scripted::new([(
        200,
        json!({"id": "e07f22b5-5e61-4da7-b404-61ad1bf9c789", "name": "own", "dimension": 4,
            "configuration_json": {"hnsw": {"space": odd}}}),
    )]);
    let error = done(Collection::open(&remote(RemoteKind::Chroma), 4, 9, &transport)).unwrap_err();
    assert!(
        !error.to_string().contains(['\u{202e}', '\u{2066}', '\u{200f}', '\u{1b}']),
        "{error:?}"
    );
}
