//! Chosen measures: the columns that they become on every page, and values computed before they
//! were chosen.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

use crate::made_benchmark::{Made, Noise, records};
use rankscope_core::analysis::{
    Agreement, Column, Comparison, ComparisonNames, Dataset, SystemValues, Tally, depths,
};
use rankscope_core::metrics::Measure;
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
