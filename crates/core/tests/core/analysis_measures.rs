//! Chosen measures: the columns that they become on every page, and values computed before they
//! were chosen.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss, clippy::indexing_slicing)]

use crate::made_benchmark::{Made, Noise, records};
use rankscope_core::analysis::{
    Agreement, Column, Comparison, ComparisonNames, Dataset, MAX_DEPTH, SystemValues, Tally,
    depth_of_list, depths, measures_of_list,
};
use rankscope_core::benchmark::{Judgements, Manifest};
use rankscope_core::metrics::{FoldCaption, Folds, JudgedRanking, Measure, known_measures};
use rankscope_core::ranking::{Hit, hits_in_order};
use serde_json::json;
use std::sync::Arc;

const N_QUERIES: usize = 12;
const N_IMAGES: usize = 150;

/// Every fifth image is relevant, from another first one for each query and definition.
fn is_relevant(definition: usize, query: usize, image: usize) -> bool {
    image % 5 == (query + definition) % 5
}

fn dataset(headlines: &[(&str, &str)]) -> Arc<Dataset> {
    let qrels = |definition: usize| {
        let pairs = (0..N_QUERIES).flat_map(|query| (0..N_IMAGES).map(move |image| (query, image)));
        let pairs = pairs.filter(|(query, image)| is_relevant(definition, *query, *image));
        pairs.map(|(query, image)| format!("q{query} 0 i{image} 1\n")).collect::<String>()
    };
    let (strict, loose, wide) = (qrels(0), qrels(1), qrels(2));
    let relevance = [("strict", &strict[..]), ("loose", &loose[..]), ("wide", &wide[..])];
    let systems = ["s", "t"];
    let mut made =
        Made::new(&records("q", N_QUERIES), &records("i", N_IMAGES), &relevance, &systems);
    let headline =
        |(measure, relevance): &(&str, &str)| json!({ "measure": measure, "relevance": relevance });
    made.manifest["headlines"] = headlines.iter().map(headline).collect();
    made.dataset()
}

fn measures(names: &[&str]) -> Vec<Measure> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

fn names(columns: &[(usize, Column)]) -> Vec<String> {
    columns.iter().map(|(_, column)| column.name()).collect()
}

fn orders() -> Vec<Vec<u32>> {
    let mut noise = Noise(7);
    (0..N_QUERIES).map(|_| noise.order(N_IMAGES)).collect()
}

fn tallied(dataset: &Arc<Dataset>, columns: &Arc<Vec<Column>>) -> SystemValues {
    let rankings: Vec<Vec<Hit>> = orders().iter().map(|rows| hits_in_order(rows)).collect();
    let mut tally = Tally::new(dataset.clone(), columns.clone(), "s".into());
    tally.add(0, &rankings);
    tally.finished()
}

#[test]
fn chosen_measures_are_columns_under_every_definition_after_the_own_ones() {
    let dataset = dataset(&[("trec:P@3", "loose")]);
    let own = Column::all_of(&dataset, &[]);
    let chosen = measures(&["trec:P@3", "eccv:mAP@R", "trec:AP"]);
    let all = Column::all_of(&dataset, &chosen);
    assert_eq!(all[..own.len()], own);
    let added: Vec<String> = all[own.len()..].iter().map(Column::name).collect();
    let expected =
        ["trec:P@3 strict", "trec:AP strict", "trec:AP loose", "trec:P@3 wide", "trec:AP wide"];
    assert_eq!(added, expected);

    let shown = Column::under(&all, 1, &chosen);
    assert_eq!(names(&shown), ["trec:P@3 loose", "eccv:mAP@R loose", "trec:AP loose"]);
    assert!(shown.iter().all(|(index, column)| all[*index] == *column));
    let unchosen = Column::under(&own, 1, &[]);
    assert_eq!(unchosen.len(), own.iter().filter(|column| column.definition == 1).count());
}

#[test]
fn a_comparison_and_an_agreement_show_the_chosen_measures_only() {
    let dataset = dataset(&[("eccv:R@1", "loose"), ("eccv:mAP@R", "wide")]);
    let chosen = measures(&["trec:P@3", "eccv:R@1"]);
    let all = Column::all_of(&dataset, &chosen);
    let compared =
        Comparison::new(dataset.clone(), ComparisonNames::default(), &chosen, 0, None).unwrap();
    assert_eq!(names(&compared.columns), ["trec:P@3 strict", "eccv:R@1 strict"]);
    assert!(compared.columns.iter().all(|(index, column)| all[*index] == *column));
    assert_eq!(compared.column().unwrap().1.name(), "trec:P@3 strict");

    let of = |columns| {
        let agreement = Agreement::new(dataset.clone(), &chosen, columns, None, None);
        assert!(agreement.columns.iter().all(|(index, column)| all[*index] == *column));
        names(&agreement.columns)
    };
    let (loose, wide) = (["trec:P@3 loose", "eccv:R@1 loose"], ["trec:P@3 wide", "eccv:R@1 wide"]);
    assert_eq!(of(None), [loose, wide].concat(), "where the headlines are");
    assert_eq!(of(Some("wide")), wide);
    let strict = ["trec:P@3 strict", "eccv:R@1 strict"];
    assert_eq!(of(Some("all")), [strict, loose, wide].concat());
}

#[test]
fn a_system_keeps_the_values_that_it_has_under_other_columns() {
    let dataset = dataset(&[]);
    let own = Arc::new(Column::all_of(&dataset, &[]));
    let wanted = Arc::new(Column::all_of(&dataset, &measures(&["trec:P@3"])));
    let before = tallied(&dataset, &own);
    assert!(before.has(&own) && before.is_under(&own));
    assert!(!before.has(&wanted) && !before.is_under(&wanted));

    let meanwhile = before.under(&wanted);
    assert!(meanwhile.is_under(&wanted) && meanwhile.has(&own) && !meanwhile.has(&wanted));
    assert_eq!(meanwhile.values[..own.len()], before.values);
    assert_eq!(meanwhile.means[..own.len()], before.means);
    assert!(meanwhile.means[own.len()..].iter().all(Option::is_none));
    assert_eq!(meanwhile.head(0, 3), before.head(0, 3));

    let again = tallied(&dataset, &wanted);
    assert!(again.has(&wanted));
    assert_eq!(again.values[..own.len()], before.values);
    for (query, order) in orders().iter().enumerate() {
        for definition in 0..3 {
            let first = order.iter().take(3);
            let n = first.filter(|row| is_relevant(definition, query, **row as usize)).count();
            let column = wanted.iter().position(|column| {
                column.definition == definition && column.measure.to_string() == "trec:P@3"
            });
            assert_eq!(again.value(column.unwrap(), query), Some(n as f64 / 3.0));
        }
    }

    // Fewer columns, or in another order, need no new tally.
    let mut turned = wanted.as_ref().clone();
    turned.reverse();
    let turned = Arc::new(turned);
    assert!(again.under(&turned).has(&turned));
    assert_eq!(again.under(&turned).values[0], again.values[wanted.len() - 1]);
    assert_eq!(again.under(&own), before);
}

#[test]
fn the_engine_ranks_as_deep_as_the_chosen_measures_read() {
    let dataset = dataset(&[]);
    let of = |names: &[&str]| {
        let columns = Column::all_of(&dataset, &measures(names));
        depths(&dataset, &columns)[0]
    };
    assert_eq!(of(&[]), 100);
    assert_eq!(of(&["trec:P@120"]), 120);
    assert_eq!(of(&["trec:AP"]), u32::MAX, "all of it");
}

/// Every kind of measure, with cut-offs and recalls on both sides of what a page ranks anyway.
fn every_measure() -> Vec<Measure> {
    let names = known_measures().into_iter().flat_map(|pattern| match pattern.rsplit_once('@') {
        Some((stem, "k")) => [1, 10, 100, 130, 400].map(|k| format!("{stem}@{k}")).to_vec(),
        Some((stem, "r")) => ["0.0", "0.3", "1.0"].map(|r| format!("{stem}@{r}")).to_vec(),
        Some((stem, "p")) => ["0.5", "0.95"].map(|p| format!("{stem}@{p}")).to_vec(),
        _ => vec![pattern],
    });
    names.map(|name| name.parse().unwrap()).collect()
}

#[test]
fn a_list_as_deep_as_its_measures_need_has_the_values_of_the_whole_ranking() {
    let mut noise = Noise(11);
    let mut n_that_cut = 0;
    for case in 0..60 {
        let n_images = 110 + noise.below(300);
        let order = noise.order(n_images);
        let hits = hits_in_order(&order);
        let ids: Vec<String> = (0..n_images).map(|row| format!("i{row}")).collect();
        // From a few relevant images to most of them, anywhere in the ranking; 4 is the grade of the
        // query's own picture, without which PMRP has no value.
        let one_in = 2 + noise.below(n_images / 2);
        let judged = (0u32..).take(n_images).filter(|_| noise.below(one_in) == 0);
        let rows: Vec<u32> = judged.collect();
        let grade = |row: u32| if row.is_multiple_of(7) { 0 } else { (row % 3 + 1).cast_signed() };
        let own = rows.first().map(|row| (*row, 4));
        let grades = rows.iter().map(|row| (*row, grade(*row))).chain(own);
        let judgements = Judgements::new(grades.collect::<Vec<_>>());
        let n_relevant = judgements.n_relevant();
        let captions: Vec<FoldCaption> = (0..n_images / 2)
            .map(|row_in_corpus| FoldCaption { query_row: Some(0), row_in_corpus })
            .collect();
        let folds = Folds::consecutive(&captions, 1, 1, n_images);
        let value = |hits: &[Hit], measure: &Measure| {
            let ranking = JudgedRanking::new(hits, &judgements, &ids).complete(case % 3 == 0);
            let ranking = if case % 2 == 0 { ranking.in_folds(&folds, 0) } else { ranking };
            measure.value(ranking.list(measure.protocol()))
        };
        for measure in every_measure() {
            let manifest_with = |headlines: serde_json::Value| {
                let mut made = Made::small();
                made.manifest["headlines"] = headlines;
                made.manifest["counts"]["images"] = json!(n_images);
                serde_json::from_value::<Manifest>(made.manifest).unwrap()
            };
            let headline = json!([{ "measure": measure.to_string(), "relevance": "strict" }]);
            let as_headline = measures_of_list(&manifest_with(headline), &[]).0;
            let as_choice = measures_of_list(&manifest_with(json!([])), &[measure]).0;
            for shown in [as_headline, as_choice] {
                assert!(shown.contains(&measure), "{measure}");
                let depth = depth_of_list(shown.iter().copied(), n_relevant).min(n_images);
                n_that_cut += usize::from(depth < n_images);
                for measure in &shown {
                    let (cut, whole) = (value(&hits[..depth], measure), value(&hits, measure));
                    assert_eq!(cut, whole, "{measure}, case {case}, {depth} of {n_images}");
                }
            }
        }
    }
    assert!(n_that_cut > 1_000, "{n_that_cut}");
}

#[test]
fn a_large_gallery_leaves_out_own_measures_that_read_to_the_end() {
    let mut made = Made::small();
    made.manifest["headlines"] = json!([
        { "measure": "trec:AP", "relevance": "strict" },
        { "measure": "trec:P@20", "relevance": "strict" },
    ]);
    made.manifest["counts"]["images"] = json!(MAX_DEPTH + 1);
    let manifest: Manifest = serde_json::from_value(made.manifest).unwrap();
    let (shown, too_deep) = measures_of_list(&manifest, &[]);
    assert_eq!(too_deep, measures(&["trec:AP"]));
    assert_eq!(shown.first(), measures(&["trec:P@20"]).first());
    assert!(depth_of_list(shown, 7) <= MAX_DEPTH);
}
