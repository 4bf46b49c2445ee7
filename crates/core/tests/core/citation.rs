//! A view in words and as BibTeX.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::made_benchmark::{Made, record, records};
use proptest::prelude::*;
use rankscope_core::benchmark::Manifest;
use rankscope_core::citation::{
    BibtexError, CitedRelevance, CitedView, MAX_CITATION_BYTES, entry_of, read_entries,
};
use rankscope_core::metrics::{KnownMeasure, Measure, ParameterKind, Protocol, Publication};
use std::collections::BTreeSet;

fn manifest() -> Manifest {
    let images = ["a", "b"].map(|id| record(id, &[]));
    let dataset = Made::new(&records("q", 1), &images, &[("r", "q0 0 a 1\n")], &["s"]).dataset();
    Manifest { id: "shapes".into(), title: "Shapes".into(), ..dataset.manifest.clone() }
}

fn measures(names: &[&str]) -> Vec<Measure> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

fn view<'a>(manifest: &'a Manifest, names: &[&str]) -> CitedView<'a> {
    let relevance = manifest.relevance.iter();
    CitedView {
        manifest,
        page: Some("Leaderboard"),
        query: None,
        systems: vec!["First".into(), "Second".into()],
        relevance: relevance
            .map(|own| CitedRelevance { title: own.title.clone(), path: own.path.clone() })
            .collect(),
        measures: measures(names),
        publications: Vec::new(),
        address: "https://example.org/leaderboard?measures=trec%3AP%4010".into(),
        accessed: Some("2026-11-25".into()),
    }
}

fn keys(text: &str) -> Vec<&str> {
    read_entries(text).unwrap().iter().map(|entry| entry.key).collect()
}

/// The value of a field, without its outer braces.
fn field<'a>(entry: &'a str, name: &str) -> Option<&'a str> {
    let line = entry.lines().find_map(|line| line.trim().strip_prefix(&format!("{name} = {{")))?;
    line.strip_suffix("},")
}

#[test]
fn every_publication_has_an_entry_that_is_read_and_says_who_what_where_and_when() {
    let entries = Publication::ALL.map(|own| entry_of(own).to_string());
    let all = entries.join("\n");
    assert_eq!(keys(&all).len(), Publication::ALL.len());
    for entry in &entries {
        assert!(entry.is_ascii(), "{entry}");
        assert!(field(entry, "title").is_some(), "{entry}");
        assert!(field(entry, "author").or(field(entry, "key")).is_some(), "{entry}");
        let place = ["booktitle", "journal", "url"].iter().find_map(|name| field(entry, name));
        assert!(place.is_some(), "{entry}");
        let year = field(entry, "year").map(|year| year.parse::<u32>().unwrap());
        // The program has had many versions.
        let is_undated = entry.starts_with("@misc{treceval,");
        assert!(is_undated || year.is_some_and(|year| (2000..2027).contains(&year)), "{entry}");
    }
}

#[test]
fn every_protocol_has_a_publication_and_every_publication_is_cited() {
    assert!(Protocol::ALL.iter().all(|protocol| !protocol.publications().is_empty()));
    let of_measures = KnownMeasure::all().filter_map(|known| match known.parameter() {
        ParameterKind::None => known.with(""),
        ParameterKind::Cutoff => known.with("10"),
        ParameterKind::Recall | ParameterKind::Persistence => known.with("0.5"),
    });
    let of_measures: Vec<Measure> = of_measures.collect();
    assert_eq!(of_measures.len(), KnownMeasure::all().count());
    let of_measures = of_measures.iter().flat_map(Measure::publications);
    let of_protocols = Protocol::ALL.into_iter().flat_map(Protocol::publications);
    let cited: Vec<&Publication> = of_protocols.chain(of_measures).collect();
    assert!(Publication::ALL.iter().all(|own| cited.contains(&own)));
}

#[test]
fn a_view_is_cited_with_the_publications_of_its_protocols_and_measures_each_once() {
    let manifest = manifest();
    let view = view(&manifest, &["trec:P@10", "trec:nDCG@10", "inquire:nDCG@50", "eccv:mAP@R"]);
    let bibliography = view.bibliography();
    let expected = [
        "shapes-leaderboard",
        "treceval",
        "vendrow2024inquire",
        "chun2022eccvcaption",
        "jarvelin2002cumulated",
        "mcsherry2008computing",
        "pedregosa2011scikitlearn",
        "musgrave2020metric",
    ];
    assert_eq!(keys(&bibliography.text), expected);
    assert_eq!(bibliography.without_own, measures(&["trec:P@10"]));
    assert_eq!(bibliography.fault, None);
    let own = bibliography.text.split("\n\n").next().unwrap();
    assert_eq!(field(own, "title"), Some("{Shapes}"));
    assert_eq!(field(own, "howpublished"), Some("Leaderboard in Rankscope"));
    assert_eq!(field(own, "urldate"), Some("2026-11-25"));
    // As it is, percent signs included.
    assert_eq!(field(own, "url"), Some(view.address.as_str()));
    let note = field(own, "note").unwrap();
    assert!(note.contains("Systems: First; Second. Relevance: "), "{note}");
    assert!(note.contains("Measures: trec:P@10; trec:nDCG@10; inquire:nDCG@50; eccv:mAP@R."));
    assert!(note.ends_with("Protocols: trec\\_eval; INQUIRE; ECCV Caption."), "{note}");
}

#[test]
fn the_words_have_a_line_for_each_fact_and_the_hash_of_the_judgements() {
    let made = manifest();
    let file = made.file(&made.relevance[0].path).unwrap();
    let hash = file.sha256[..16].to_string();
    let manifest = Manifest {
        version: "2".into(),
        homepage: "https://example.org/shapes".into(),
        citation: "Someone, Shapes, 2020".into(),
        ..made.clone()
    };
    let title = &manifest.relevance[0].title;
    let mut view = view(&manifest, &["trec:P@10"]);
    view.query = Some("a red circle".into());
    let text = format!(
        "Shapes, version 2.\nhttps://example.org/shapes\nSomeone, Shapes, 2020.\n\
         Query: “a red circle”.\nSystems: First; Second.\nRelevance: {title} (SHA-256 {hash}).\n\
         Measures: trec:P@10.\nProtocols: trec_eval.\n\
         Leaderboard in Rankscope, accessed 2026-11-25: {}\n",
        view.address
    );
    assert_eq!(view.text(), text);
    let bare = CitedView {
        manifest: &made,
        page: None,
        query: None,
        systems: Vec::new(),
        relevance: Vec::new(),
        measures: Vec::new(),
        publications: Vec::new(),
        address: String::new(),
        accessed: None,
    };
    assert_eq!(bare.text(), "Shapes.\n");
    assert_eq!(
        bare.bibliography().text,
        "@misc{shapes,\n  key = {Shapes},\n  title = {{Shapes}},\n}\n"
    );
}

#[test]
fn what_a_benchmark_brings_is_used_as_it_is_and_no_key_is_there_twice() {
    let brought = "@inproceedings{Vendrow2024INQUIRE,\n title = \"{INQUIRE} and \\\"more\\\"\",\n \
                   year = 2024\n}\n@misc{shapes-leaderboard, title={x},}";
    let manifest = Manifest { citation: brought.into(), ..manifest() };
    let refused = read_entries(brought).unwrap_err();
    assert_eq!(refused.to_string(), "line 2: a comma or the } that ends the entry is missing");
    let bibliography = view(&manifest, &["inquire:P@10"]).bibliography();
    assert_eq!(keys(&bibliography.text), ["shapes-leaderboard", "vendrow2024inquire"]);
    assert_eq!(bibliography.fault, Some(refused));

    let brought = brought.replace("\\\"more\\\"", "more");
    let manifest = Manifest { citation: brought.clone(), ..manifest };
    let view = view(&manifest, &["inquire:P@10"]);
    let bibliography = view.bibliography();
    let expected = ["shapes-leaderboard-view", "Vendrow2024INQUIRE", "shapes-leaderboard"];
    assert_eq!(keys(&bibliography.text), expected);
    assert!(bibliography.text.contains(brought.split("\n@").next().unwrap()));
    assert_eq!(bibliography.fault, None);
    assert!(!view.text().contains("Vendrow"));
}

#[test]
fn many_systems_are_counted_in_the_bibliography_and_named_in_words() {
    let manifest = manifest();
    let mut view = view(&manifest, &[]);
    view.systems = (0..5).map(|n| format!("System {n}")).collect();
    assert!(view.bibliography().text.contains("note = {5 systems. Relevance"));
    assert!(view.text().contains("Systems: System 0; System 1; System 2; System 3; System 4.\n"));
}

#[test]
fn what_is_not_bibtex_is_refused_with_its_line() {
    for (text, said) in [
        ("@misc", "line 1: the { after the kind of the entry is missing"),
        ("\n@misc{, a={}}", "line 2: the key of the entry is missing"),
        ("@misc{a,\nb {x}}", "line 2: the = after the name of a field is missing"),
        ("@misc{a,\nb={x}\nc={y}}", "line 3: a comma or the } that ends the entry is missing"),
        ("@misc{a, b={x", "line 1: the end of a value is missing"),
        ("@misc{a, b=\"x}\"}", "line 1: a { before the } in a value is missing"),
        ("@misc{a} words", "line 1: the @ of an entry is missing"),
        ("@misc{a}\n@MISC{A}", "two entries have the key A"),
        ("@string{a = {b}}", "line 1: @string is not an entry"),
        ("@misc{a,\nb={\u{1b}[2J}}", "line 2: it has the control character U+001B"),
    ] {
        assert_eq!(read_entries(text).unwrap_err().to_string(), said);
    }
    let long = format!("@misc{{a, b={{{}}}}}", "x".repeat(MAX_CITATION_BYTES));
    assert_eq!(read_entries(&long), Err(BibtexError::TooLong { bytes: long.len() }));
    assert_eq!(keys(" @Misc { a , b = {x{\"}y} , c = \"{\"}\" , d = 2020 , e = may , } \n"), ["a"]);
    assert_eq!(read_entries(" \n"), Ok(Vec::new()));
}

/// Braces counted as BibTeX counts them: whatever precedes them.
fn is_balanced(text: &str) -> bool {
    let mut depth = 0i32;
    text.chars().all(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth >= 0
    }) && depth == 0
}

proptest! {
    #[test]
    fn any_texts_make_entries_that_are_read(
        texts in prop::collection::vec("[ -~äß…’−\\n\\t]{0,24}", 5),
        version in "[{}\\\\@\",=%#&$~^_<>|]{0,8}",
    ) {
        let manifest = Manifest {
            title: texts[0].clone(),
            version,
            // Words, whatever they are: BibTeX begins with @.
            citation: format!("x{}", texts[1]),
            ..manifest()
        };
        let mut view = view(&manifest, &["trec:P@10"]);
        view.query = Some(texts[2].clone());
        view.systems = vec![texts[3].clone()];
        view.address = texts[4].clone();
        let text = view.bibliography().text;
        prop_assert!(is_balanced(&text), "{}", text);
        prop_assert_eq!(keys(&text), ["shapes-leaderboard", "treceval"]);
    }

    #[test]
    fn what_is_read_is_balanced_with_each_key_once(text in "(@misc|[a{},=\"@# \\n]){0,40}") {
        if let Ok(entries) = read_entries(&text) {
            let keys: BTreeSet<&str> = entries.iter().map(|entry| entry.key).collect();
            prop_assert_eq!(keys.len(), entries.len());
            for entry in entries {
                prop_assert!(is_balanced(entry.text), "{}", entry.text);
            }
        }
    }
}
