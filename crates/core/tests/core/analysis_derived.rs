//! Derived systems: their expressions, and what they are on a benchmark.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::made_benchmark::{Made, record, records};
use rankscope_core::analysis::{
    Dataset, Derived, DerivedError, FusedSystem, FusionMethod, address_of_ids, ids_in_address,
    ids_with_queries, is_fused, split_ids,
};
use rankscope_core::ranking::{Fusion, RRF_K};
use std::sync::Arc;

fn dataset() -> Arc<Dataset> {
    let images = ["a", "b", "c"].map(|id| record(id, &[]));
    Made::new(&records("q", 3), &images, &[("strict", "q0 0 a 1\n")], &["s", "t", "u"]).dataset()
}

#[test]
fn an_id_says_how_a_system_is_fused() {
    let fused = FusedSystem::parse("wrrf(base*2,small*0.5,k=10)").unwrap();
    assert_eq!(fused.method, FusionMethod::WeightedRrf);
    assert_eq!(fused.part_ids().collect::<Vec<_>>(), ["base", "small"]);
    let weighted = Fusion::ReciprocalRank { k: 10.0, weights: vec![2.0, 0.5] };
    assert_eq!(fused.fusion(), weighted);

    let plain = Fusion::ReciprocalRank { k: RRF_K, weights: Vec::new() };
    assert_eq!(FusedSystem::parse("rrf(base,small)").unwrap().fusion(), plain);
    assert_eq!(FusedSystem::parse("combsum(a,b,c)").unwrap().fusion(), Fusion::CombSum);
    assert_eq!(FusedSystem::parse("combmnz(a,b)").unwrap().fusion(), Fusion::CombMnz);
    for id in ["rrf(a,b)", "rrf(a,b,k=0)", "wrrf(a*1,b*0.25)", "combmnz(x-1,y_2,z.3)"] {
        assert_eq!(FusedSystem::parse(id).unwrap().to_string(), id);
    }
}

#[test]
fn an_id_that_cannot_be_fused_is_refused_with_the_reason() {
    let words = |id: &str| FusedSystem::parse(id).unwrap_err().to_string();
    for id in ["base", "rrf", "rrf()x", "max(a,b)", "rrf(a,b", "(a,b)"] {
        assert!(matches!(FusedSystem::parse(id), Err(DerivedError::Form { .. })), "{id}");
    }
    assert_eq!(words("rrf(a)"), "a fused system needs two or more systems");
    assert_eq!(words("rrf(a,b,a)"), "a is named twice, and a list is not fused with itself");
    assert_eq!(words("wrrf(a*-1,b*1)"), "-1 is not a number from 0");
    assert_eq!(words("wrrf(a*x,b*1)"), "x is not a number from 0");
    assert_eq!(words("rrf(a,b,k=NaN)"), "NaN is not a number from 0");
    assert_eq!(words("rrf(a,b,k=inf)"), "inf is not a number from 0");
    // One system has one id, or a link would show it twice.
    assert_eq!(words("rrf(a,b,k=60)"), "rrf(a,b,k=60) is written rrf(a,b)");
    assert_eq!(words("rrf(a*2,b)"), "rrf(a*2,b) is written rrf(a,b)");
    assert_eq!(words("wrrf(a,b)"), "wrrf(a,b) is written wrrf(a*1,b*1)");
    assert_eq!(words("combsum(a,b,k=1)"), "combsum(a,b,k=1) is written combsum(a,b)");
}

#[test]
fn ids_are_told_apart_in_a_list() {
    let ids = |list| split_ids(list).collect::<Vec<_>>();
    assert_eq!(ids("s,rrf(s,t),wrrf(s*2,t*1,k=9),u"), ["s", "rrf(s,t)", "wrrf(s*2,t*1,k=9)", "u"]);
    assert_eq!(ids("s"), ["s"]);
    // Unbalanced brackets lose no id.
    assert_eq!(ids("s),t"), ["s)", "t"]);
    let others = ["s", "rrf(s,t)", "u"].map(String::from);
    let some = ids_in_address("rrf(s,t),u", &others);
    assert_eq!(some, ["rrf(s,t)", "u"]);
    assert_eq!(address_of_ids(&some, &others).unwrap(), "rrf(s,t),u");
}

#[test]
fn fused_systems_come_after_those_of_the_benchmark() {
    let dataset = dataset();
    let named = "s,rrf(s,t),combsum(t,u),rrf(s,t),rrf(s,nobody),rrf(t)";
    let with = dataset.with_derived(named);
    let ids: Vec<&str> = with.manifest.systems.iter().map(|own| own.id.as_str()).collect();
    assert_eq!(ids, ["s", "t", "u", "rrf(s,t)", "combsum(t,u)"]);
    assert_eq!(
        with.not_derived,
        ["this benchmark has no system nobody", "a fused system needs two or more systems"]
    );
    assert!(with.has_derived(named) && !with.has_derived("rrf(s,t)") && dataset.has_derived(""));
    assert!(ids_with_queries(&with).contains(&"rrf(s,t)".to_string()));
    assert!(with.gives_same_values_as(&dataset));
    // Others take their place, and none of none.
    let other = with.with_derived("combmnz(s,u)");
    assert_eq!(other.manifest.systems.len(), 4);
    assert_eq!(other.with_derived("").manifest.systems, dataset.manifest.systems);
    // An import keeps them.
    let imported = with.with_imports(Vec::new(), with.ids());
    assert_eq!(imported.manifest.systems, with.manifest.systems);
    // A derived system may be part of another.
    let nested = with.with_derived("rerank(rrf(s,t),u,50)");
    assert_eq!(nested.manifest.systems.len(), 4);
    assert_eq!(nested.not_derived, [] as [&str; 0]);
    // In an address an id has its usual form.
    let spaced = with.with_derived("rerank(s, t, 50)");
    assert_eq!(spaced.not_derived, ["rerank(s, t, 50) is written rerank(s,t,50)"]);
}

#[test]
fn a_fused_system_takes_the_queries_that_every_part_takes() {
    let mut dataset = (*dataset()).clone();
    for (system, encoder) in dataset.manifest.systems.iter_mut().zip([Some("e"), Some("f"), None]) {
        system.encoder = encoder.map(String::from);
    }
    if let Some(system) = dataset.manifest.systems.first_mut() {
        (system.parameters, system.flops_per_query) = (Some(10), Some(100.0));
    }
    if let Some(system) = dataset.manifest.systems.get_mut(1) {
        (system.parameters, system.flops_per_query) = (Some(5), Some(7.0));
    }
    let of = |id: &str| Derived::parse(id).unwrap().system(&dataset).unwrap();
    let both = of("rrf(s,t)");
    assert!(both.encoder.is_some() && both.queries.is_some());
    assert_eq!((both.parameters, both.flops_per_query), (Some(15), Some(107.0)));
    let one = of("rrf(s,u)");
    assert_eq!((one.encoder, one.parameters, one.flops_per_query), (None, None, None));
}

#[test]
fn expressions_are_read_and_written_in_their_usual_form() {
    let usual = |id: &str| Derived::parse(id).unwrap().to_string();
    for id in [
        "rrf(a,b)",
        "wrrf(rrf(a,b)*2,c*1,k=10)",
        "rerank(a,b,100)",
        "rerank(rrf(a,b),first(c,8),50)",
        "first(pca(a,32),8)",
        "qbnorm(a,val)",
        "qbnorm(a,val,beta=10)",
        "qbnorm(a,val,beta=0.5,dynamic)",
        "feedback(first(a,8),ridge-q,3)",
        "guides(balanced)",
        "guides(fast,m=3,l=2,gamma=0.25)",
    ] {
        assert_eq!(usual(id), id);
        assert_eq!(Derived::parse_usual(id).unwrap().to_string(), id);
    }
    for (id, other) in [
        (" rerank( a , b, 100 ) ", "rerank(a,b,100)"),
        ("fuse(rrf, a, b)", "rrf(a,b)"),
        ("fuse(wrrf,a*2,b,k=10)", "wrrf(a*2,b*1,k=10)"),
        ("rrf(a,b,k=60)", "rrf(a,b)"),
        ("guides( fast, gamma=.5, m=2 )", "guides(fast,m=2,gamma=0.5)"),
        ("qbnorm(fuse(combsum,a,b),val,dynamic,beta=20)", "qbnorm(combsum(a,b),val,dynamic)"),
    ] {
        assert_eq!(usual(id), other);
    }
    assert_eq!(Derived::parse("rerank(rrf(a,b),c,5)").unwrap().part_ids(), ["rrf(a,b)", "c"]);
    assert!(is_fused("rrf(a,b)") && !is_fused("rerank(a,b,5)") && !is_fused("rrf"));
}

#[test]
fn what_is_no_expression_is_refused_with_the_reason() {
    let words = |id: &str| Derived::parse(id).unwrap_err().to_string();
    for (id, reason) in [
        ("rerank(a,b)", "rerank(a,b) is not of the form rerank(a,b,100)"),
        ("first(a)", "first(a) is not of the form first(a,32)"),
        ("rerank(a,b,0)", "0 is not a whole number from 1 to 4294967295"),
        ("rerank(a,b,ten)", "ten is not a whole number from 1 to 4294967295"),
        ("feedback(a,rocchio,51)", "51 is not a whole number from 1 to 50"),
        ("feedback(a,guess,1)", "guess is unknown here: known are rocchio, ridge, ridge-q"),
        ("guides(best)", "best is unknown here: known are fast, balanced, accurate"),
        ("guides(fast,m=21)", "21 is not a whole number from 1 to 20"),
        ("guides(fast,l=0)", "0 is not a whole number from 1 to 4294967295"),
        ("guides(fast,gamma=1.5)", "γ is 1.5, and must be a number from 0 to 1"),
        ("guides(fast,seed=1)", "seed=1 is unknown here: known are m=2, l=4, gamma=0.4"),
        ("qbnorm(a,val,beta=0)", "β is 0, and must be a number above 0"),
        ("qbnorm(a,val,gamma=1)", "gamma=1 is unknown here: known are beta=20, dynamic"),
        ("fuse(max,a,b)", "max is unknown here: known are rrf, wrrf, combsum, combmnz"),
        ("rrf(a*2,b)", "rrf(a*2,b) is written rrf(a,b)"),
        ("rrf(rrf(a,b),rrf(a, b))", "rrf(a,b) is named twice, and a list is not fused with itself"),
    ] {
        assert_eq!(words(id), reason);
    }
    for id in ["max(a,b)", "first(,3)", "rerank(a b,c,3)", "rerank(first(a,3,b,3)", "pca(a),3)"] {
        assert!(Derived::parse(id).is_err(), "{id}");
    }
    let deep = |n: usize| format!("{}a{}", "first(".repeat(n), ",3)".repeat(n));
    assert!(Derived::parse(&deep(8)).is_ok());
    assert_eq!(words(&deep(9)), "expressions are nested more than 8 deep");
    assert!(Derived::parse(&deep(100_000)).is_err());
}

#[test]
fn parts_must_be_of_the_benchmark_and_have_what_is_needed() {
    let dataset = dataset();
    let of = |id: &str| Derived::parse(id).unwrap().system(&dataset);
    let words = |id: &str| of(id).unwrap_err().to_string();
    assert_eq!(words("rerank(s,nobody,5)"), "this benchmark has no system nobody");
    assert_eq!(words("rerank(s,rrf(t,nobody),5)"), "this benchmark has no system nobody");
    let needs = "has rankings and no vectors, which pca(…) needs: choose another system";
    assert_eq!(words("pca(rrf(s,t),2)"), format!("rrf(s,t) {needs}"));
    let dim = dataset.manifest.system("s").unwrap().dim;
    assert_eq!(words("first(s,99)"), format!("s has {dim} dimensions, and 99 are asked for"));
    assert!(words("qbnorm(s,nowhere)").starts_with("no query is of the split nowhere; there is "));
    assert!(words("guides(fast)").contains("has no guides for its queries"));
    let nested = of("rerank(rrf(s,t),first(u,1),5)").unwrap();
    assert!(nested.queries.is_some());
    assert_eq!(of("first(u,1)").unwrap().dim, 1);
}
