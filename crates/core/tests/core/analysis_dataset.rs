//! The lists of a benchmark with the files imported into it.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::made_benchmark::{Made, record, records, run};
use rankscope_core::analysis::{
    Agreement, Column, Dataset, HAND_JUDGED, Imported, ImportedKind, Tally, VotedId,
    address_of_ids, ids_in_address, ids_with_queries, named_query, properties, suggested_queries,
    was_imported,
};
use rankscope_core::benchmark::{Judgements, Query};
use rankscope_core::imported::{Ids, parse};
use std::collections::BTreeMap;
use std::sync::Arc;

fn made() -> Made {
    let qrels = "q0 0 a 1\nq0 0 b 2\nq1 0 c 0\n";
    let images = ["a", "b", "c"].map(|id| record(id, &[]));
    Made::new(&records("q", 3), &images, &[("strict", qrels), ("loose", "q1 0 a 1\n")], &["s"])
}

fn imported(file: &str, text: &str, ids: &mut Ids) -> Arc<Imported> {
    let reading = async {
        let parsed = parse(file, text.as_bytes(), async || ()).await.unwrap();
        Imported::new(file, text.as_bytes(), &parsed, ids, async || ()).await.unwrap()
    };
    Arc::new(run(reading).0)
}

fn image_id(dataset: &Dataset, row: u32) -> Option<String> {
    dataset.image(row).map(|image| image.id.clone())
}

#[test]
fn lists_are_looked_up_by_row_and_id() {
    let dataset = made().dataset();
    assert_eq!(dataset.base_url, "https://x/");
    assert_eq!(dataset.n_images(), 3);
    assert_eq!(dataset.query_row_from_id["q2"], 2);
    assert_eq!(image_id(&dataset, 1).unwrap(), "b");
    assert_eq!(image_id(&dataset, 3), None);
    assert_eq!(dataset.image_ids().row_of("c"), Some(2));
    assert_eq!(dataset.definition_index("loose"), Some(1));
    assert_eq!(dataset.definition_index("none"), None);
    // By the text of a query, trimmed.
    assert_eq!(named_query(&dataset.queries, " text of q1 ").unwrap().id, "q1");
    assert_eq!(named_query(&dataset.queries, "q2").unwrap().id, "q2");
    assert!(named_query(&dataset.queries, "text").is_none());
    assert!(dataset.folds.is_none() && dataset.candidates(0).is_none());
}

#[test]
fn candidates_are_those_that_are_judged() {
    let mut made = made();
    made.manifest["relevance"][1]["only_judged"] = true.into();
    let dataset = made.dataset();
    assert_eq!(dataset.candidates(0), None);
    let candidates = dataset.candidates(1).unwrap();
    for (row, rows) in (0u32..).zip(&candidates) {
        let judged =
            dataset.relevance.get(1).unwrap().of_query(row).map_or(0, |own| own.as_slice().len());
        assert_eq!(rows.len(), judged);
    }
}

#[test]
fn without_image_lists_ids_are_row_numbers() {
    let mut made = made();
    made.manifest["files"]
        .as_array_mut()
        .unwrap()
        .retain(|file| file["path"] != "images/00000.jsonl");
    made.write("relevance/strict.qrels", "q0 0 2 1\n", None);
    made.write("relevance/loose.qrels", "", None);
    let dataset = made.dataset();
    assert!(dataset.images().is_empty());
    assert_eq!((image_id(&dataset, 2), image_id(&dataset, 3)), (Some("2".into()), None));
    let mut ids = dataset.ids();
    let run = imported("x.run", "q0 Q0 1 1 2 t\nq0 Q0 other 2 1 t\n", &mut ids);
    let with = dataset.with_imports(vec![run], ids);
    assert_eq!(with.image_ids().len(), 4);
    assert_eq!((image_id(&with, 1), image_id(&with, 3)), (Some("1".into()), Some("other".into())));
}

#[test]
fn a_run_becomes_a_system_and_judgements_a_definition() {
    let dataset = made().dataset();
    let mut ids = dataset.ids();
    let run = imported("my run.trec.gz", "q2 Q0 z 1 9 t\nq2 Q0 b 2 8 t\n", &mut ids);
    let judged = imported("mine.qrels", "q2 0 z 1\nq2 0 a 1\n", &mut ids);
    let both = dataset.with_imports(vec![run.clone(), judged.clone()], ids);

    assert_eq!(run.title(), "my run (imported)");
    assert_eq!(run.summary, "Rankings of 1 query, up to 2 images each.");
    assert_eq!(judged.summary, "2 judgements of 1 query.");
    assert!(matches!(run.kind, ImportedKind::Run(..)) && judged.rankings().is_none());
    assert!(run.id.starts_with("imported-my_run-"), "{}", run.id);
    assert_eq!(was_imported(&run.id), Some("my_run"));
    assert_eq!(was_imported("s"), None);

    assert_eq!(ids_with_queries(&both), ["s", run.id.as_str()]);
    assert_eq!(both.definition_index(&judged.id), Some(2));
    assert_eq!(both.manifest.relevance[2].title, "mine (imported)");
    // z is outside the corpus and has the same row in both files.
    let rows: Vec<u32> =
        both.run_rankings(&run.id).unwrap()[2].iter().map(|hit| hit.row_in_corpus).collect();
    assert_eq!(rows, [3, 1]);
    assert_eq!(
        both.relevance.get(2).unwrap().of_query(2),
        Some(&Judgements::new([(0, 1), (3, 1)]))
    );
    assert_eq!(image_id(&both, 3).unwrap(), "z");
    assert_eq!(both.n_images(), 3);
    assert!(both.run_rankings(&judged.id).is_none() && !both.is_run(&judged.id));
    // The benchmark itself is unchanged.
    assert_eq!((both.own.systems.len(), both.own.relevance.len()), (1, 2));
    assert_eq!(*both.own, *dataset.own);
}

#[test]
fn facets_of_a_table_join_queries_and_images_and_go_with_it() {
    let dataset = made().dataset();
    let mut ids = dataset.ids();
    let of_queries = imported("own.csv", "query,mood\nq0,odd\nq2,even\n", &mut ids);
    let other = imported("other.csv", "query,mood\nq0,calm\n", &mut ids);
    let of_images = imported("places.tsv", "image\tplace\nb\tsea\n", &mut ids);
    let all = [of_queries.clone(), other, of_images];
    let with = dataset.with_imports(all.to_vec(), ids);
    assert_eq!(of_queries.summary, "mood of 2 queries.");
    let facets = |of: &Dataset, row: usize| of.queries[row].facets.clone();
    let mut wanted = facets(&dataset, 0);
    wanted.insert("mood".into(), "odd".into());
    // Another table's facet of the same name has the file's too.
    wanted.insert("mood (other.csv)".into(), "calm".into());
    assert_eq!(facets(&with, 0), wanted);
    assert_eq!(facets(&with, 1), facets(&dataset, 1));
    assert_eq!(with.images()[1].facets["place"], "sea");
    let mood = properties(&with).into_iter().find(|own| own.name == "mood").unwrap();
    assert_eq!(mood.values, [("even".to_owned(), 1), ("odd".to_owned(), 1)]);
    let none = with.with_imports(Vec::new(), with.ids());
    assert_eq!(
        (none.queries.clone(), &none.manifest),
        (dataset.queries.clone(), &dataset.manifest)
    );
    assert!(none.images()[1].facets.is_empty());
}

#[test]
fn removed_imports_leave_nothing_behind() {
    let dataset = made().dataset();
    let mut ids = dataset.ids();
    let run = imported("x.run", "q0 Q0 z 1 9 t\n", &mut ids);
    let judged = imported("x.qrels", "q0 0 y 1\n", &mut ids);
    let both = dataset.with_imports(vec![run.clone(), judged], ids);
    assert_eq!(both.image_ids().len(), 5);
    let one = both.with_imports(vec![run], both.ids());
    assert_eq!((one.relevance.len(), one.manifest.systems.len()), (2, 2));
    let none = one.with_imports(Vec::new(), one.ids());
    assert_eq!(none.manifest, dataset.manifest);
    assert_eq!(none.relevance, dataset.relevance);
    assert_eq!(none.image_ids().len(), 3);
    assert_eq!(image_id(&none, 3), None);
}

#[test]
fn equal_files_have_equal_ids_and_other_files_do_not() {
    let id = |file: &str, text: &str| imported(file, text, &mut made().dataset().ids()).id.clone();
    let text = "q0 Q0 a 1 9 t\n";
    assert_eq!(id("a.run", text), id("a.run", text));
    assert_ne!(id("a.run", text), id("a.run", "q0 Q0 b 1 9 t\n"));
    assert_ne!(id("a.run", text), id("b.run", text));
}

#[test]
fn values_carry_over_to_lists_that_differ_only_in_systems() {
    let dataset = made().dataset();
    let with = |file: &str, text: &str| {
        let mut ids = dataset.ids();
        let import = imported(file, text, &mut ids);
        dataset.with_imports(vec![import], ids)
    };
    assert!(dataset.gives_same_values_as(&with("x.run", "q0 Q0 a 1 9 t\n")));
    // An image beyond the corpus changes the number of images; judgements add a definition.
    assert!(!dataset.gives_same_values_as(&with("x.run", "q0 Q0 z 1 9 t\n")));
    assert!(!dataset.gives_same_values_as(&with("x.qrels", "q0 0 a 1\n")));
    assert!(!dataset.gives_same_values_as(&made().dataset()));
}

#[test]
fn suggestions_begin_with_the_id_and_need_not_have_every_word() {
    let query = |id: &str, text: &str| Query {
        id: id.into(),
        text: text.into(),
        split: String::new(),
        facets: BTreeMap::default(),
    };
    let queries = [
        query("q-1", "an owl on a tree"),
        query("q-2", "a fox at night"),
        query("q-10", "an owl at night in the rain"),
        query("x", "a boat"),
    ];
    assert_eq!(suggested_queries(&queries, "", 3), [0, 1, 2]);
    assert_eq!(suggested_queries(&queries, "Q-1", 8), [0, 2]);
    assert_eq!(suggested_queries(&queries, "owl night", 8), [2, 0, 1]);
    assert_eq!(suggested_queries(&queries, "owl night purple", 1), [2]);
    // "a" and "in" are in nearly every text.
    assert_eq!(suggested_queries(&queries, "a boat in", 8), [3]);
    assert!(suggested_queries(&queries, "zebra", 8).is_empty());
}

#[test]
fn judgements_arrive_in_every_copy_of_the_lists() {
    let made = made();
    let whole = made.dataset();
    let (manifest, source) = (made.manifest().unwrap(), made.source());
    let (loaded, _) = run(Dataset::load_unjudged("https://x/".into(), manifest, &source));
    let Ok(dataset) = loaded else { panic!("the lists cannot be read") };
    assert!(source.read.borrow().iter().all(|path| !path.starts_with("relevance/")));

    assert!(!dataset.is_judged());
    assert_eq!((dataset.relevance.len(), dataset.relevance.iter().count()), (2, 0));
    assert_eq!(dataset.relevance.get(0), None);
    let mut ids = dataset.ids();
    let judged = imported("mine.qrels", "q2 0 a 1\n", &mut ids);
    let with = dataset.with_imports(vec![judged.clone()], ids);
    // What was imported is there already, in its place after the benchmark's.
    assert_eq!(with.definition_index(&judged.id), Some(2));
    assert_eq!(with.relevance.get(2).unwrap().n_relevant(2), 1);
    assert!(!with.is_judged() && with.relevance.iter().next().is_none());

    assert!(run(dataset.load_judgements(&source)).0.is_ok());
    assert!(dataset.is_judged() && with.is_judged());
    assert_eq!(dataset.relevance, whole.relevance);
    assert_eq!(with.relevance.get(1), whole.relevance.get(1));
    assert_eq!(with.relevance.iter().count(), 3);
    assert!(with.relevance.are_of_same(&dataset.relevance));
    assert!(with.relevance.has_added() && !dataset.relevance.has_added());
    // Once is enough.
    let n_read = source.read.borrow().len();
    assert!(run(with.load_judgements(&source)).0.is_ok());
    assert_eq!(source.read.borrow().len(), n_read);
}

#[test]
fn judgements_of_one_definition_arrive_before_the_others() {
    let made = made();
    let whole = made.dataset();
    let (manifest, source) = (made.manifest().unwrap(), made.source());
    let (loaded, _) = run(Dataset::load_unjudged("https://x/".into(), manifest, &source));
    let Ok(dataset) = loaded else { panic!("the lists cannot be read") };
    let judgements_read = || {
        let read = source.read.borrow();
        read.iter().filter(|path| path.starts_with("relevance/")).count()
    };

    // The place of an imported definition is passed over.
    assert!(run(dataset.load_judgements_of([1, 7], &source)).0.is_ok());
    assert_eq!((judgements_read(), dataset.is_judged()), (1, false));
    assert_eq!(dataset.relevance.get(0), None);
    assert_eq!(dataset.relevance.get(1), whole.relevance.get(1));
    assert_eq!(dataset.relevance.iter().count(), 0);
    // The one that is named, or the benchmark's usual one.
    let places = [Some("loose"), Some("nowhere"), None].map(|id| dataset.definition_or_usual(id));
    assert_eq!(places, [1, 0, 0]);

    assert!(run(dataset.load_judgements(&source)).0.is_ok());
    assert_eq!((judgements_read(), dataset.is_judged()), (2, true));
    assert_eq!(dataset.relevance, whole.relevance);
}

#[test]
fn a_query_that_another_definition_alone_judges_is_judged_by_that() {
    let qrels =
        [("strict", "q0 0 a 1\nq1 0 c 0\n"), ("pool", "q2 0 b 0\n"), ("loose", "q2 0 a 1\n")];
    let images = ["a", "b", "c"].map(|id| record(id, &[]));
    let dataset = Made::new(&records("q", 4), &images, &qrels, &["s"]).dataset();
    let of = |row: u32| dataset.definition_for(None, Some(row));
    // The first has a relevant image, the second a judgement, the third neither; nobody judges the last.
    assert_eq!([0, 1, 2, 3].map(of), [0, 0, 2, 0]);
    assert_eq!(dataset.definition_for(Some("strict"), Some(2)), 0, "it was asked for");
    assert_eq!(dataset.definition_for(None, None), 0);
    assert_eq!(dataset.definitions_with_relevant(2).collect::<Vec<_>>(), [2]);
}

#[test]
fn ids_that_are_words_of_the_page_mean_what_the_benchmark_calls_so() {
    let names = ["usual", "mine", "all", "own", "votes-by-sure-of-usual"];
    let qrels = names.map(|name| (name, "q0 0 a 1\n"));
    let images = ["a", "b", "c"].map(|id| record(id, &[]));
    let systems = ["all", "s", "t"];
    let mut made = Made::new(&records("q", 3), &images, &qrels, &systems);
    made.write("votes/usual.jsonl", "", None);
    made.manifest["relevance"][0]["votes"] = "votes/usual.jsonl".into();
    made.manifest["headlines"] =
        serde_json::json!([{ "measure": "eccv:R@1", "relevance": "usual" }]);
    let dataset = made.dataset();
    for (place, name) in names.iter().enumerate() {
        assert_eq!(dataset.definition_index(name), Some(place), "{name}");
    }
    assert_eq!(dataset.definition_index(HAND_JUDGED), None);
    assert_eq!(VotedId::named(&dataset.own, "votes-by-sure-of-usual"), None);
    assert!(VotedId::named(&dataset.own, "_votes-by-sure-of-usual").is_some());
    assert!(VotedId::named(&dataset.own, "votes-by-unsure-of-usual").is_some(), "as earlier links");
    let definitions = |columns: &str| {
        let agreement = Agreement::new(dataset.clone(), &[], Some(columns), None, None);
        let mut all: Vec<usize> = agreement.columns.iter().map(|(_, own)| own.definition).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    assert_eq!(definitions("all"), [2]);
    assert_eq!(definitions("own"), [3]);
    assert_eq!(definitions("_all"), [0, 1, 2, 3, 4]);
    let ids = systems.map(String::from);
    assert_eq!(ids_in_address("all", &ids), ["all"]);
    assert_eq!(ids_in_address("_all", &ids), ids);
    assert_eq!(address_of_ids(&ids[..1], &ids).unwrap(), "all");
}

/// Of an imported run the blocks of `inquire` are of its scores as written, where all queries are measured.
#[test]
fn an_imported_run_is_measured_by_its_scores_as_written() {
    let dataset = made().dataset();
    let mut ids = dataset.ids();
    let text = "q2 Q0 z 1 0.30000000000000004 t\nq2 Q0 b 2 0.3 t\n";
    let run = imported("fine.run", text, &mut ids);
    let judged = imported("mine.qrels", "q2 0 z 1\n", &mut ids);
    let both = Arc::new(dataset.with_imports(vec![run.clone(), judged.clone()], ids));
    let column = Column {
        measure: "inquire:AP@2".parse().unwrap(),
        definition: both.definition_index(&judged.id).unwrap(),
        relevance: judged.id.clone(),
        relevance_title: String::new(),
    };
    let mut tally = Tally::new(both.clone(), Arc::new(vec![column]), run.id.clone());
    tally.add(0, &run.rankings().unwrap());
    let values = tally.finished().values.remove(0);
    assert!(values.contains(&Some(1.0)) && !values.contains(&Some(0.5)), "{values:?}");
}
