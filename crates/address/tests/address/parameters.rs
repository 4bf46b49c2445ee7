//! The parameters of the address: read, written, and what follows from them.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rankscope_address::view::{Asked, DEFAULT_DEPTH, DEFAULT_LENGTH, KEYS, LENGTHS, ViewState};
use rankscope_core::embed::Embed;
use rankscope_messages::DevicePreference;
use std::{collections::BTreeSet, fs};

/// The keys under which a query is asked, the first of which counts.
const ASKED: [&str; 4] = ["query", "like", "picture", "q"];

/// Keys of which only certain values are read, each with one that is not the default.
const LIMITED: &[(&str, &str)] = &[
    ("picture", "3"),
    ("depth", "7"),
    ("positives", "1-50"),
    ("k", "50"),
    ("device", "cpu"),
    ("memory", "512"),
    ("rows", "all"),
    ("browse", "yes"),
    ("neighbours", "9"),
    ("within", "50"),
    ("present", "1"),
];

fn read(pairs: &[(&str, &str)]) -> ViewState {
    ViewState::from_lookup(|key| {
        pairs.iter().find(|(own, _)| *own == key).map(|(_, value)| (*value).to_string())
    })
}

fn written(pairs: &[(&str, &str)]) -> String {
    read(pairs).to_query_string()
}

fn decoded(value: &str) -> String {
    let mut bytes = value.bytes();
    let mut decoded = Vec::new();
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'%' => {
                let digits = [bytes.next().unwrap(), bytes.next().unwrap()];
                u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
            }
            _ => byte,
        });
    }
    String::from_utf8(decoded).unwrap()
}

/// The keys and decoded values of a query string.
fn pairs_of(query: &str) -> Vec<(String, String)> {
    let Some(query) = query.strip_prefix('?') else { return Vec::new() };
    let pairs = query.split('&').map(|pair| pair.split_once('=').unwrap());
    pairs.map(|(key, value)| (key.to_string(), decoded(value))).collect()
}

fn reread(query: &str) -> ViewState {
    let pairs = pairs_of(query);
    ViewState::from_lookup(|key| pairs.iter().find(|(own, _)| own == key).map(|p| p.1.clone()))
}

fn value_of(key: &str) -> &str {
    let limited = LIMITED.iter().find(|(limited, _)| *limited == key);
    limited.map_or(if key == "theme" { "dark" } else { "some value" }, |(_, value)| value)
}

/// The lines of the table, by the key of each that is written: one of the query's and the block's with its
/// theme.
fn lines() -> impl Iterator<Item = Vec<(&'static str, &'static str)>> {
    let single = KEYS.iter().filter(|key| **key != "theme").map(|key| vec![(*key, value_of(key))]);
    single.chain([vec![("embed", "1"), ("theme", "light")]])
}

#[test]
fn every_key_is_read_and_written_alone() {
    for pairs in lines() {
        let state = read(&pairs);
        assert_ne!(state, ViewState::default(), "{pairs:?}");
        let query = state.to_query_string();
        let found = pairs_of(&query);
        let found: Vec<_> = found.iter().map(|(key, value)| (&key[..], &value[..])).collect();
        assert_eq!(found, pairs);
        assert_eq!(reread(&query), state);
    }
}

#[test]
fn no_key_has_two_meanings() {
    let keys: BTreeSet<&str> = KEYS.iter().copied().collect();
    assert_eq!(keys.len(), KEYS.len());
    assert!(KEYS.iter().all(|key| key.bytes().all(|byte| byte.is_ascii_lowercase())));
}

/// Links that people keep: nothing but an appended key may change this.
#[test]
fn keys_are_in_this_order() {
    let all: Vec<(&str, &str)> = KEYS.iter().map(|key| (*key, value_of(key))).collect();
    assert_eq!(
        written(&all).replace("some%20value", "x"),
        "?benchmark=x&query=x&system=x&fused=x&also=x&rerank=x&first=x&depth=7&candidates=x\
         &positives=1-50&curve=x&sweep=x&hard=x&runs=x&direction=x&relevance=x&k=50&device=cpu\
         &memory=512&pictures=x&carries=x&rows=all&a=x&b=x&measure=x&measures=x&order=x&browse=yes&find=x&at=x&columns=x\
         &by=x&cell=x&axes=x&seed=x&lab=x&models=x&only=x&where=x&cost=x&facet=x&judged=x&judge=x&between=x\
         &edit=x&challenge=x&neighbours=9&guides=x&study=x&lesson=x&pick=x&present=1&embed=x\
         &theme=dark&table=x&audit=x&sheet=x&round=x&for=x&votes=x&hubs=x&within=50&against=x&lang=x&value=x"
    );
}

#[test]
fn nothing_is_written_of_defaults_and_unknown_keys() {
    assert_eq!(ViewState::default().to_query_string(), "");
    assert_eq!(read(&[("utm_source", "x"), ("K", "5"), ("", "x")]), ViewState::default());
    for (key, usual) in [("depth", DEFAULT_DEPTH), ("k", DEFAULT_LENGTH)] {
        assert_eq!(written(&[(key, &usual.to_string())]), "");
    }
}

#[test]
fn blank_values_are_missing() {
    for key in KEYS {
        for blank in ["", " ", "\t\n", "\u{a0}"] {
            assert_eq!(read(&[(key, blank)]), ViewState::default(), "{key}={blank:?}");
        }
    }
}

#[test]
fn malformed_values_are_missing() {
    let too_deep = (rankscope_core::analysis::MAX_RERANKED + 1).to_string();
    for (key, values) in [
        ("depth", &["0", "-1", "x", "1.5", " 7", &too_deep, "99999999999999999999"][..]),
        ("k", &["0", "7", "x", "20.0", " 50"]),
        ("memory", &["-1", "x", "4294967296", "1.5"]),
        ("neighbours", &["0", "1001", "x"]),
        ("picture", &["0", "-1", "x", "4294967296"]),
        ("positives", &["1", "yes", "1-51"]),
        ("rows", &["ALL", "yes"]),
        ("present", &["0", "yes"]),
        ("device", &["gpu", "WebGPU", "auto"]),
        ("theme", &["dark"]),
    ] {
        for value in values {
            assert_eq!(read(&[(key, value)]), ViewState::default(), "{key}={value}");
        }
    }
    assert_eq!(written(&[("embed", " results "), ("theme", "blue")]), "?embed=results");
}

#[test]
fn limits_are_inclusive() {
    let most = rankscope_core::analysis::MAX_RERANKED;
    assert_eq!(read(&[("depth", "1")]).depth, 1);
    assert_eq!(read(&[("depth", &most.to_string())]).depth, most);
    assert_eq!(read(&[("neighbours", "1")]).neighbours, Some(1));
    assert_eq!(read(&[("neighbours", "1000")]).neighbours, Some(1_000));
    assert_eq!(read(&[("memory", "0")]).memory, Some(0));
    for length in LENGTHS {
        assert_eq!(read(&[("k", &length.to_string())]).k, length);
    }
    assert_eq!(read(&[("device", "webgpu")]).device, DevicePreference::WebGpu);
}

#[test]
fn any_value_opens_the_list_of_queries() {
    assert_eq!(written(&[("browse", "no")]), "?browse=yes");
}

#[test]
fn of_several_queries_the_first_kind_counts() {
    let all = ASKED.map(|key| (key, "7"));
    let asked = |n: usize| read(&all[n..]).asked.unwrap();
    assert_eq!(asked(0), Asked::Stored("7".into()));
    assert_eq!(asked(1), Asked::Image("7".into()));
    assert_eq!(asked(2), Asked::Picture(7));
    assert_eq!(asked(3), Asked::Words("7".into()));
    // A picture that cannot be one gives way.
    assert_eq!(written(&[("picture", "0"), ("q", "  a dog ")]), "?q=a%20dog");
    // Ids stay as they are.
    assert_eq!(written(&[("like", " x ")]), "?like=%20x%20");
}

#[test]
fn values_are_encoded_as_by_encode_uri_component() {
    for (value, encoded) in [
        ("azAZ09-_.!~*'()", "azAZ09-_.!~*'()"),
        ("a b", "a%20b"),
        ("\t\n\0\u{7f}", "%09%0A%00%7F"),
        ("a+b&c=d?e#f", "a%2Bb%26c%3Dd%3Fe%23f"),
        ("100%", "100%25"),
        ("/:@;,$", "%2F%3A%40%3B%2C%24"),
        ("\"<>`{}|\\^[]", "%22%3C%3E%60%7B%7D%7C%5C%5E%5B%5D"),
        ("é", "%C3%A9"),
        ("日本", "%E6%97%A5%E6%9C%AC"),
        ("🦊", "%F0%9F%A6%8A"),
        ("rrf(base,small)", "rrf(base%2Csmall)"),
        ("https://x.org/b/?v=1", "https%3A%2F%2Fx.org%2Fb%2F%3Fv%3D1"),
    ] {
        let value = format!("x{value}x");
        assert_eq!(written(&[("system", &value)]), format!("?system=x{encoded}x"));
    }
}

#[test]
fn ids_of_fused_systems_are_gathered_the_fused_ones_first() {
    let state = read(&[
        ("system", "rrf(a,b)"),
        ("also", "base,rrf(c,d)"),
        ("fused", "rrf(e,f)"),
        ("rerank", "plain"),
        ("first", "rrf(g,h)"),
        ("a", "rrf(i,j)"),
        ("b", "x"),
        ("runs", "rrf(k,l)"),
    ]);
    assert_eq!(state.derived_ids(), "rrf(e,f),rrf(a,b),base,rrf(c,d),rrf(g,h),rrf(i,j)");
    assert_eq!(ViewState::default().derived_ids(), "");
}

/// The keys for which a state of that key alone passes a test.
fn keys_that(test: impl Fn(&ViewState) -> bool) -> Vec<&'static str> {
    KEYS.iter().copied().filter(|key| test(&read(&[(key, value_of(key))]))).collect()
}

#[test]
fn image_lists_are_needed_for_these() {
    assert_eq!(
        keys_that(ViewState::names_images),
        [
            "like",
            "also",
            "direction",
            "relevance",
            "pictures",
            "carries",
            "measures",
            "judge",
            "sheet",
            "for"
        ]
    );
}

#[test]
fn an_edit_ends_with_these() {
    let edited = ViewState { edit: Some("1to2".into()), ..ViewState::default() };
    let ends = |state: &ViewState| {
        let mut next = ViewState { edit: edited.edit.clone(), ..state.clone() };
        next.drop_stale_edit(&edited);
        next.edit.is_none()
    };
    let all = [
        "benchmark",
        "query",
        "like",
        "picture",
        "q",
        "system",
        "also",
        "rerank",
        "depth",
        "pictures",
        "carries",
        "rows",
    ];
    assert_eq!(keys_that(ends), all);
}

#[test]
fn the_search_stays_the_same_with_these() {
    // A theme alone says nothing.
    let same = |state: &ViewState| state.is_same_search(&ViewState::default());
    let all = [
        "device", "memory", "order", "browse", "find", "only", "where", "theme", "round", "lang",
        "value",
    ];
    assert_eq!(keys_that(same), all);
}

#[test]
fn explore_may_not_open_with_a_search_of_its_choice_with_these() {
    let all = ["query", "like", "picture", "q", "lesson", "present", "embed"];
    assert_eq!(keys_that(|state| !state.may_open()), all);
}

#[test]
fn another_benchmark_keeps_device_and_language_alone() {
    let all: Vec<(&str, &str)> = KEYS.iter().map(|key| (*key, value_of(key))).collect();
    let other = read(&all).of_other(Some("other/".into()));
    assert_eq!(other.to_query_string(), "?benchmark=other%2F&device=cpu&lang=some%20value");
    assert_eq!(read(&all).of_other(None).to_query_string(), "?device=cpu&lang=some%20value");
}

#[test]
fn other_measures_forget_what_was_chosen_among_those_before() {
    let chosen =
        [("measure", "m"), ("measures", "m,n"), ("cell", "m~n"), ("at", "1,1"), ("k", "5")];
    let mut state = read(&chosen);
    state.show_measures(Some("m,n".into()));
    assert_eq!(state, read(&chosen));
    state.show_measures(Some("n".into()));
    assert_eq!(state.to_query_string(), "?k=5&measures=n");
}

#[test]
fn every_key_is_documented() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hosting.md");
    let text = fs::read_to_string(path).unwrap();
    let section = text.split("\n## ").find(|section| section.starts_with("Address parameters"));
    // Words in backticks: `key` or `key=value`.
    let words: Vec<&str> = section.unwrap().split('`').skip(1).step_by(2).collect();
    for key in KEYS {
        let is_named = words.iter().any(|word| word.split('=').next() == Some(key));
        assert!(is_named, "docs/hosting.md does not say what {key}= means");
    }
}

fn awkward() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[ &=?#%+/;~,'\"<>\\\\\u{0}-\u{1f}\u{7f}-\u{ff}🦊日]{1,12}",
        "[0-9]{1,11}",
        proptest::sample::select(LIMITED).prop_map(|(_, value)| value.to_string()),
        proptest::sample::select(&["1", "dark", "light", "webgpu", "%41", "a%"][..])
            .prop_map(str::to_string),
    ]
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(
        values in proptest::collection::btree_map(proptest::sample::select(KEYS), awkward(), 0..12),
    ) {
        let state = ViewState::from_lookup(|key| values.get(key).cloned());
        let query = state.to_query_string();
        prop_assert_eq!(&reread(&query), &state);
        prop_assert!(query.bytes().all(|byte| byte.is_ascii_graphic()));
        // In the table's order, each key once, and none that was not given.
        let places: Vec<usize> = pairs_of(&query)
            .iter()
            .map(|(key, _)| KEYS.iter().position(|own| own == key).unwrap())
            .collect();
        prop_assert!(places.is_sorted_by(|one, next| one < next));
        prop_assert!(places.iter().all(|place| values.contains_key(KEYS[*place])));
    }

    #[test]
    fn texts_are_kept_to_the_character(text in any::<String>()) {
        prop_assume!(!text.trim().is_empty());
        let given = Some(text.clone());
        prop_assert_eq!(&read(&[("find", &text)]).find, &given);
        prop_assert_eq!(&reread(&written(&[("find", &text)])).find, &given);
        let embed = Embed::parse(Some(&text), None);
        prop_assert_eq!(reread(&written(&[("embed", &text)])).embed, embed);
    }
}

#[test]
fn an_opened_value_names_measure_system_and_query() {
    use rankscope_address::opened_value::OpenedValue;
    for text in ["trec:P@10~base", "inquire:AP@50~rrf(base,small)~q-1", "eccv:R@1~a~b~c"] {
        let read = OpenedValue::parse(text).unwrap();
        assert_eq!(read.to_string(), text);
    }
    assert_eq!(OpenedValue::parse("eccv:R@1~a~b~c").unwrap().query.as_deref(), Some("b~c"));
    for text in ["", "trec:P@10", "trec:P@10~", "no:measure~base", "~base"] {
        assert_eq!(OpenedValue::parse(text), None, "{text}");
    }
    // It is not a value of another ranking.
    let opened = read(&[("value", "trec:P@10~base"), ("q", "words")]);
    let mut other = ViewState { asked: Some(Asked::Words("others".into())), ..opened.clone() };
    other.drop_stale_edit(&opened);
    assert_eq!(other.opened, None);
}
