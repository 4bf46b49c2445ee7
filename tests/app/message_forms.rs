//! Messages between page and worker survive a round trip through JSON.
#![allow(clippy::unwrap_used)]

use rankscope_core::ranking::Hit;
use rankscope_core::remote::{Recall, Reference};
use rankscope_core::vectors::ShardDtype;
use rankscope_messages::{
    Command, DeviceKind, DevicePreference, DeviceReport, EncoderCheck, Event, Failure, Held,
    HeldKind, Picture, Progress, ProgressUnit, Request, Reranker, Response, RowSet, SearchQuery,
    Timings,
    packed::{bytes_from_rankings, rankings_from_bytes},
};
use std::sync::Arc;

fn hits() -> Vec<Hit> {
    vec![Hit { row_in_corpus: 4, score: 0.25 }, Hit { row_in_corpus: 1, score: -0.5 }]
}

fn requests() -> Vec<(Request, Option<&'static str>)> {
    let system = || "words".to_string();
    let search = |query, rerank, all_rows, among| Request::Search {
        system: system(),
        query,
        k: 10,
        rerank,
        all_rows,
        among,
    };
    let reranker = Reranker { system: "other".into(), query: SearchQuery::Image(7) };
    let among = RowSet::new([true, false, true]);
    let find_texts = |query| Request::FindTexts { system: system(), query, k: 3 };
    let rank_texts =
        Request::RankTexts { system: system(), images: vec![4, 9], depths: vec![2, 1] };
    let among_some = Some(RowSet::new([true, false, true]));
    let neighbours =
        Request::Neighbours { system: system(), rows: vec![0, 2], k: 2, among: among_some };
    let columns = vec![("trec:nDCG@10".into(), "exact".into())];
    let judge_queries = Request::JudgeQueries { system: system(), columns };
    vec![
        (search(SearchQuery::Text("a “quoted” dog".into()), None, false, None), Some("words")),
        (search(SearchQuery::Stored(3), Some(reranker), true, Some(among)), Some("words")),
        (Request::RankQueries { system: system(), depths: vec![1, 2] }, Some("words")),
        (judge_queries, Some("words")),
        (Request::RankQueriesByCodes { system: system(), depths: vec![] }, Some("words")),
        (Request::RankWhole { system: system(), queries: vec![5], depths: vec![9] }, Some("words")),
        (Request::RerankQueries { system: system(), rows: vec![vec![1], vec![]] }, Some("words")),
        (find_texts(SearchQuery::Image(2)), Some("words")),
        (
            Request::Guide {
                system: "words".into(),
                guide: SearchQuery::StoredGuide { engine: "art".into(), row: 5 },
                k: 60,
            },
            Some("words"),
        ),
        (rank_texts, Some("words")),
        (neighbours, Some("words")),
        (
            Request::ClassifyTopics { system: system(), topics: vec![vec![3], vec![]] },
            Some("words"),
        ),
        (Request::MeasureRecall { system: system() }, Some("words")),
        (Request::CheckEncoder { encoder: "e".into() }, None),
        (Request::Holdings, None),
    ]
}

/// Each response, and whether it ends its request.
fn responses() -> Vec<(Response, bool)> {
    let timings = Timings {
        load_ms: 1.5,
        encode_ms: Some(2.0),
        is_remembered: true,
        search_ms: 0.1,
        rerank_ms: None,
        n_rows: 10,
        n_among: Some(4),
        n_candidates: None,
    };
    let rankings = |last| Response::Rankings {
        first_query: 3,
        rankings: vec![hits(), vec![]],
        n_candidates: Some(4_000),
        last,
    };
    let held = Held {
        kind: HeldKind::Gallery,
        id: "words".into(),
        stored: ShardDtype::F16,
        computed: "int8".into(),
        bytes: 5,
        bytes_on_gpu: 0,
    };
    let recall =
        Recall { k: 100, n: 32, mean: 0.996, lowest: 0.95, reference: Reference::ReadBack };
    let check = EncoderCheck { text: "a dog".into(), same_tokens: true, cosine: 0.999 };
    vec![
        (Response::Hits { hits: hits(), timings, last: false }, false),
        (Response::Hits { hits: hits(), timings, last: true }, true),
        (rankings(false), false),
        (rankings(true), true),
        (Response::Judged { values: vec![1, 2] }, true),
        (Response::Guided { hits: hits(), vector: vec![0.1, -3.0], timings }, true),
        (Response::Texts { texts: vec![(1, 0.5)] }, true),
        (Response::Recalled { recall: Some(recall) }, true),
        (Response::Recalled { recall: None }, true),
        (Response::EncoderChecked { checks: vec![check], needed: 0.99 }, true),
        (Response::Held { wasm_bytes: 9, held: vec![held] }, true),
    ]
}

#[test]
fn requests_survive_a_round_trip() {
    for (request, system) in requests() {
        assert_eq!(request.system(), system);
        let sent = serde_json::to_string(&Command::Request { id: 5, request: request.clone() });
        match serde_json::from_str(&sent.unwrap()).unwrap() {
            Command::Request { id: 5, request: back } => assert_eq!(back, request),
            other => unreachable!("{other:?}"),
        }
    }
}

/// The pixels of a picture travel outside the JSON, and go back to both stages of a search.
#[test]
fn a_picture_survives_a_round_trip() {
    let picture = Picture { width: 2, height: 1, rgba: Arc::new((0..8).collect()) };
    let query = || SearchQuery::Picture(picture.clone());
    let request = Request::Search {
        system: "words".into(),
        query: query(),
        k: 10,
        rerank: Some(Reranker { system: "other".into(), query: query() }),
        all_rows: false,
        among: None,
    };
    let guide = Request::Guide { system: "words".into(), guide: query(), k: 60 };
    for request in [request, guide] {
        let sent = serde_json::to_string(&request).unwrap();
        assert!(sent.len() < 200, "{sent}");
        let mut back: Request = serde_json::from_str(&sent).unwrap();
        assert_ne!(back, request);
        back.put_pixels(request.pixels().unwrap());
        assert_eq!(back, request);
    }
    assert!(Request::Holdings.pixels().is_none());
    let other = Picture { width: 1, height: 2, ..picture.clone() };
    assert_ne!(other, picture);
    assert_eq!(format!("{picture:?}"), "Picture { width: 2, height: 1, .. }");
}

#[test]
fn responses_survive_a_round_trip() {
    for (response, is_last) in responses() {
        assert_eq!(response.is_last(), is_last);
        let sent = Event::Response { id: 6, response: response.clone() };
        let back = serde_json::from_str(&serde_json::to_string(&sent).unwrap()).unwrap();
        let Event::Response { id: 6, response: mut back } = back else {
            unreachable!("{back:?}");
        };
        // Rankings travel outside the JSON.
        if let (Response::Rankings { rankings: sent, .. }, Response::Rankings { rankings, .. }) =
            (&response, &mut back)
        {
            assert!(rankings.is_empty());
            *rankings = rankings_from_bytes(&bytes_from_rankings(sent)).unwrap();
        }
        if let (Response::Guided { hits: sent, .. }, Response::Guided { hits, .. }) =
            (&response, &mut back)
        {
            assert!(hits.is_empty());
            let packed = bytes_from_rankings(std::slice::from_ref(sent));
            *hits = rankings_from_bytes(&packed).unwrap().pop().unwrap();
        }
        // So do values, which are bytes already.
        if let (Response::Judged { values: sent }, Response::Judged { values }) =
            (&response, &mut back)
        {
            assert!(values.is_empty());
            values.clone_from(sent);
        }
        assert_eq!(back, response);
    }
}

#[test]
fn other_events_survive_a_round_trip() {
    let progress =
        Progress { what: "a.safetensors".into(), done: 1, total: 2, unit: ProgressUnit::Bytes };
    let failure =
        Failure { title: "It failed.".into(), detail: "here".into(), advice: "again".into() };
    let report = DeviceReport {
        kind: DeviceKind::Cpu,
        name: "WebAssembly".into(),
        reason: "There is no GPU.".into(),
        adapter: None,
        notices: vec!["one".into()],
    };
    let events = [
        Event::Module { received: 1, total: 0 },
        Event::Started,
        Event::Device(report),
        Event::Progress { id: 1, progress },
        Event::Failed { id: Some(2), failure: failure.clone() },
        Event::Failed { id: None, failure: failure.clone() },
        Event::DeviceLost { failure },
        Event::Cancelled { id: 3 },
        Event::Crashed { message: "panicked".into() },
    ];
    for event in events {
        let json = serde_json::to_string(&event).unwrap();
        let back: Event = serde_json::from_str(&json).unwrap();
        assert_eq!(format!("{back:?}"), format!("{event:?}"));
    }
}

/// As in the address.
#[test]
fn devices_are_named_in_lower_case() {
    for (device, name) in [
        (DevicePreference::Auto, "\"auto\""),
        (DevicePreference::WebGpu, "\"webgpu\""),
        (DevicePreference::Cpu, "\"cpu\""),
    ] {
        assert_eq!(serde_json::to_string(&device).unwrap(), name);
    }
}
