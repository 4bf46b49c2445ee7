//! The annotator lab against brute force: every set of judgements made anew, every ranking judged
//! whole.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

use crate::made_benchmark::{Made, Noise};
use rankscope_core::analysis::{
    AnnotatorLab, Column, Effect, Group, HumanError, LabChoice, LabSetting, Outcome, Pool,
    SeenMeans, WHOLE, first_hits, groups_of_size, sweep_point,
};
use rankscope_core::benchmark::{Judgements, Relevance};
use rankscope_core::metrics::{JudgedRanking, Mean, Measure};
use rankscope_core::ranking::{Hit, hit_order};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

const N_QUERIES: u32 = 60;
const N_IMAGES: usize = 14;
const N_SYSTEMS: usize = 5;
const DEPTH: usize = 3;

/// Five systems on sixty queries, every image scored, many scores equal.
struct World {
    image_ids: Vec<String>,
    truth: Relevance,
    /// `[systems][queries]`
    rankings: Vec<Vec<Vec<Hit>>>,
}

fn definition(key: &str) -> rankscope_core::benchmark::RelevanceDefinition {
    let mut definition = json!({ "id": "truth", "title": "Truth", "counts_as": "x", "path": "x" });
    definition[key] = json!(true);
    serde_json::from_value(definition).unwrap()
}

fn world(convention: &str) -> World {
    let mut noise = Noise(5);
    let mut judgements = || {
        let all = (0u32..).take(N_IMAGES).filter_map(|row| {
            let grade = noise.below(9);
            (grade < 4).then(|| (row, i32::try_from(grade).unwrap().min(2)))
        });
        Judgements::new(all.collect::<Vec<_>>())
    };
    // The last query has nothing relevant.
    let mut by_query: Vec<Judgements> = (1..N_QUERIES).map(|_| judgements()).collect();
    by_query.push(Judgements::none());
    let mut ranking = || {
        let rows = (0u32..).take(N_IMAGES);
        let mut hits: Vec<Hit> =
            rows.map(|row_in_corpus| Hit { row_in_corpus, score: noise.below(6) as f32 }).collect();
        hits.sort_by(hit_order);
        hits
    };
    World {
        image_ids: (0..N_IMAGES).map(|row| format!("i{row:02}")).collect(),
        truth: Relevance::of_queries(by_query).of_definition(&definition(convention)),
        rankings: (0..N_SYSTEMS).map(|_| (0..N_QUERIES).map(|_| ranking()).collect()).collect(),
    }
}

impl World {
    fn lab(&self, measure: &str, groups: &[Group], error: Option<HumanError>) -> AnnotatorLab<'_> {
        let of_system = |rankings: &Vec<Vec<Hit>>| first_hits(&self.truth, rankings, DEPTH);
        let proposed = self.rankings.iter().map(of_system).enumerate().collect();
        let setting = LabSetting {
            truth: self.truth.clone(),
            measure: measure.parse().unwrap(),
            image_ids: (&self.image_ids).into(),
            folds: None,
            // Without the first query, as another split.
            query_rows: (1..N_QUERIES).collect(),
            kept: Vec::new(),
            error,
        };
        AnnotatorLab::new(setting, &proposed, groups)
    }

    /// The mean under these judgements of every query.
    fn mean(
        &self,
        measure: &str,
        system: usize,
        judged: impl Fn(u32) -> Judgements,
    ) -> Option<Mean> {
        let measure: Measure = measure.parse().unwrap();
        let value = |query_row: u32| {
            let hits = &self.rankings[system][query_row as usize];
            let judgements = judged(query_row);
            let ranking = JudgedRanking::as_read(&self.truth, hits, &judgements, &self.image_ids);
            measure.value(ranking.list(measure.protocol()))
        };
        Mean::of((1..N_QUERIES).map(value))
    }

    /// The truth about what these systems have among their first hits.
    fn seen(&self, systems: &[usize], query_row: u32) -> Judgements {
        let first = |system: &usize| &self.rankings[*system][query_row as usize][..DEPTH];
        let rows: BTreeSet<u32> =
            systems.iter().flat_map(first).map(|hit| hit.row_in_corpus).collect();
        self.truth.of_query(query_row).unwrap().among(|row| rows.contains(&row))
    }
}

#[test]
fn relevance_is_the_truth_about_what_was_seen() {
    // Measures of each kind of depth, with ties by id, in blocks and as given.
    let measures =
        ["eccv:mAP@R", "trec:Rprec", "trec:nDCG@3", "inquire:AP@5", "trec:bpref", "trec:AP"];
    let groups: [&[usize]; 4] = [&[0], &[3], &[1, 4], &[0, 1, 2, 3, 4]];
    for convention in ["default", "complete"] {
        let world = world(convention);
        for measure in measures {
            let of = groups.map(|group| Group::of(group.iter().copied()));
            let lab = world.lab(measure, &of, None);
            for system in 0..N_SYSTEMS {
                let found = lab.means(&world.rankings[system]);
                let truth = |query_row| world.truth.of_query(query_row).unwrap().clone();
                assert_eq!(found.truth, world.mean(measure, system, truth), "{measure}");
                for (group, seen) in groups.iter().zip(&found.seen) {
                    let wanted =
                        world.mean(measure, system, |query_row| world.seen(group, query_row));
                    assert_eq!(*seen, wanted, "{convention}, {measure}, {group:?}");
                }
                let n = |mean: Option<Mean>| mean.unwrap().n;
                assert!(n(found.seen[0]) < n(found.seen[3]) && n(found.seen[3]) < n(found.truth));
            }
        }
    }
}

#[test]
fn what_is_kept_is_seen_by_everyone_and_nobody_errs_about_it() {
    let world = world("default");
    // Other judgements: a third of the truth's pictures, and one that the truth does not judge.
    let kept_of = |query_row: u32| {
        let truth = world.truth.of_query(query_row).unwrap().as_slice().iter();
        let unjudged = (0u32..).take(N_IMAGES).find(|row| truth.clone().all(|(own, _)| own != row));
        let some = truth.clone().step_by(3).map(|(row, _)| (*row, 1));
        Judgements::new(some.chain(unjudged.map(|row| (row, 1))).collect::<Vec<_>>())
    };
    let kept = Relevance::of_queries((0..N_QUERIES).map(kept_of).collect());
    let groups = [Group::of([0]), Group::of([1, 4])];
    let error = Some(HumanError { probability: 1.0, seed: 3 });
    for error in [None, error] {
        let first = |rankings: &Vec<Vec<Hit>>| first_hits(&world.truth, rankings, DEPTH);
        let proposed = world.rankings.iter().map(first).enumerate().collect();
        let setting = LabSetting {
            truth: world.truth.clone(),
            measure: "trec:AP".parse().unwrap(),
            image_ids: (&world.image_ids).into(),
            folds: None,
            query_rows: (0..N_QUERIES).collect(),
            kept: vec![kept.clone()],
            error,
        };
        let lab = AnnotatorLab::new(setting, &proposed, &groups);
        for (place, systems) in [&[0usize][..], &[1, 4]].into_iter().enumerate() {
            let seen = |query_row: u32| {
                let own = world.seen(systems, query_row);
                let truth = world.truth.of_query(query_row).unwrap();
                let kept = kept_of(query_row);
                // Who always errs calls what is relevant irrelevant, and the rest relevant.
                let first = |of: &usize| &world.rankings[*of][query_row as usize][..DEPTH];
                let rows: BTreeSet<u32> =
                    systems.iter().flat_map(first).map(|hit| hit.row_in_corpus).collect();
                let mut all: BTreeMap<u32, i32> = match error {
                    None => own.as_slice().iter().copied().collect(),
                    Some(_) => rows
                        .into_iter()
                        .map(|row| (row, i32::from(truth.grade(row).unwrap_or(0) < 1)))
                        .collect(),
                };
                for (row, _) in kept.as_slice() {
                    match truth.grade(*row) {
                        Some(grade) => drop(all.insert(*row, grade)),
                        None => drop(all.remove(row)),
                    }
                }
                Judgements::new(all)
            };
            let wanted: Vec<Option<f64>> = (0..N_QUERIES)
                .map(|query_row| {
                    let judged = seen(query_row);
                    if judged.n_relevant() == 0 {
                        return None;
                    }
                    let hits = &world.rankings[2][query_row as usize];
                    let ranking = JudgedRanking::new(hits, &judged, &world.image_ids);
                    let measure: Measure = "trec:AP".parse().unwrap();
                    measure.value(ranking.list(measure.protocol()))
                })
                .collect();
            let found = lab.means(&world.rankings[2]).seen[place].unwrap();
            let wanted = Mean::of(wanted).unwrap();
            assert_eq!(found.n, wanted.n, "{error:?}");
            assert!((found.mean - wanted.mean).abs() < 1e-12, "{found:?}, not {wanted:?}");
        }
    }
}

#[test]
fn candidates_stay_the_truths_where_only_judged_images_are_ranked() {
    let world = world("only_judged");
    let first = first_hits(&world.truth, &world.rankings[2], DEPTH);
    let lab = world.lab("trec:P@1", &[Group::of([2])], None);
    let (mut n_right, mut n) = (0.0, 0.0);
    for query_row in 1..N_QUERIES {
        let truth = world.truth.of_query(query_row).unwrap();
        let hits = &world.rankings[2][query_row as usize];
        let judged: Vec<u32> =
            hits.iter().map(|h| h.row_in_corpus).filter(|r| truth.grade(*r).is_some()).collect();
        let first = &first[query_row as usize];
        assert_eq!(first[..], judged[..judged.len().min(DEPTH)]);
        let is_relevant = |row: &&u32| truth.grade(**row) >= Some(1);
        if first.iter().any(|row| is_relevant(&row)) {
            n += 1.0;
            // trec_eval puts the larger id first among equal scores.
            let score = |row: u32| hits.iter().find(|h| h.row_in_corpus == row).unwrap().score;
            let best = judged.iter().copied().map(score).fold(f32::MIN, f32::max);
            let top = judged.iter().filter(|row| score(**row) == best).max().unwrap();
            n_right += f64::from(u8::from(is_relevant(&top) && first.contains(top)));
        }
    }
    let found = lab.means(&world.rankings[2]).seen[0].unwrap();
    assert_eq!((found.mean, found.n as f64), (n_right / n, n));
    assert!(n_right > 5.0 && n_right < n);
}

#[test]
fn people_err_as_often_as_asked() {
    let world = world("complete");
    let groups = [Group::of([0]), Group::of([0, 1, 2])];
    let means = |error| world.lab("trec:AP", &groups, error).means(&world.rankings[0]);
    let with = |probability, seed| means(Some(HumanError { probability, seed }));
    assert_eq!(with(0.0, 1), means(None), "nobody errs");
    assert_eq!(with(0.3, 1), with(0.3, 1));
    assert_ne!(with(0.3, 1), with(0.3, 2));
    // Who always errs calls relevant exactly what is not.
    let rows = |systems: &[usize], query_row: u32| -> BTreeSet<u32> {
        let first = |system: &usize| &world.rankings[*system][query_row as usize][..DEPTH];
        systems.iter().flat_map(first).map(|hit| hit.row_in_corpus).collect()
    };
    let is_relevant =
        |query_row, row| world.truth.of_query(query_row).unwrap().grade(row) >= Some(1);
    let opposite = world.mean("trec:AP", 0, |query_row| {
        let rows = rows(&[0, 1, 2], query_row).into_iter();
        Judgements::new(rows.map(|row| (row, i32::from(!is_relevant(query_row, row)))))
    });
    assert_eq!(with(1.0, 1).seen[1], opposite);
    // A query has no value if every relevant picture is missed and no other is called relevant.
    let (probability, n_seeds) = (0.2_f64, 200);
    let (mut expected, mut variance) = (0.0, 0.0);
    for query_row in 1..N_QUERIES {
        let none: f64 = rows(&[0], query_row)
            .into_iter()
            .map(|row| if is_relevant(query_row, row) { probability } else { 1.0 - probability })
            .product();
        expected += f64::from(n_seeds) * (1.0 - none);
        variance += f64::from(n_seeds) * none * (1.0 - none);
    }
    let n = |seed: u32| with(probability, u64::from(seed)).seen[0].unwrap().n as f64;
    let found: f64 = (0..n_seeds).map(n).sum();
    assert!((found - expected).abs() < 4.0 * variance.sqrt(), "{found}, not {expected}");
}

/// All subsets by counting in binary.
fn subsets(pool: &[usize], size: usize) -> BTreeSet<Group> {
    let of = |bits: u32| {
        Group::of(pool.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, p)| *p))
    };
    (0..1u32 << pool.len()).filter(|bits| bits.count_ones() as usize == size).map(of).collect()
}

#[test]
fn groups_are_all_of_a_size_or_a_fair_sample() {
    let places = [0, 3, 4, 7, 30, 64, 127];
    let pool = Group::of(places);
    assert_eq!((pool.len(), pool.places().collect::<Vec<_>>()), (7, places.to_vec()));
    assert_eq!(Group::of([128, usize::MAX]), Group::default(), "too large to hold");
    for size in 1..=7 {
        let all = subsets(&places, size);
        let found = groups_of_size(pool, size, 35, 0);
        assert!(found.is_exhaustive);
        assert_eq!(found.groups.into_iter().collect::<BTreeSet<_>>(), all);
    }
    assert!(groups_of_size(pool, 8, 5, 0).groups.is_empty());
    assert_eq!(groups_of_size(pool, 1, 2, 0).groups.len(), 7, "every single one, always");
    let mut n_drawn: BTreeMap<usize, u32> = BTreeMap::new();
    for seed in 0..400 {
        let sample = groups_of_size(pool, 3, 5, seed);
        assert!(!sample.is_exhaustive && sample.groups.len() == 5);
        assert_eq!(sample, groups_of_size(pool, 3, 5, seed));
        let all = subsets(&places, 3);
        assert!(sample.groups.iter().all(|group| all.contains(group)));
        for place in sample.groups.iter().flat_map(|group| group.places()) {
            *n_drawn.entry(place).or_default() += 1;
        }
    }
    // 400 · 5 groups of 3 of 7: 857 each, with a standard deviation of about 22.
    assert!(n_drawn.len() == 7 && n_drawn.values().all(|n| (757..957).contains(n)), "{n_drawn:?}");
    let many = groups_of_size(Group::of(0..128), 64, 3, 1);
    assert!(!many.is_exhaustive && many.groups.iter().all(|group| group.len() == 64));
}

#[test]
fn effects_are_those_of_scipy() {
    let means = |means: [f64; 6]| means.map(|mean| Some(Mean { mean, n: 9 }));
    let truth = means([0.5, 0.4, 0.4, 0.3, 0.2, 0.1]);
    let seen = means([0.3, 0.6, 0.1, 0.3, 0.3, 0.05]);
    // scipy 1.17.1: kendalltau(truth, seen).statistic, rankdata(-truth) - rankdata(-seen).
    let effect = Effect::between(&truth, &seen).unwrap();
    assert!((effect.tau_b.unwrap() - 0.385_758_374_905_229_8).abs() < 1e-15);
    assert_eq!(effect.gained, [-2.0, 1.5, -2.5, 1.0, 2.0, 0.0]);
    assert_eq!(effect.mean_gained(Group::of([1, 2])), Some(-0.5));
    assert_eq!(effect.mean_gained(Group::default()), None);
    let constant = Effect::between(&truth, &means([0.2; 6])).unwrap();
    assert_eq!(constant.tau_b, None, "nobody is told apart");
    let mut unseen = seen;
    unseen[3] = None;
    assert_eq!(Effect::between(&truth, &unseen), None);
    let pairs = groups_of_size(Group::of([0, 1]), 1, 2, 0);
    let point = sweep_point(&pairs, &[Some(effect.clone()), None]);
    assert_eq!((point.n_annotators, point.n_groups), (1, 2));
    assert_eq!((point.tau_b.unwrap().mean, point.mean_gained), (effect.tau_b.unwrap(), Some(-2.0)));
}

#[test]
fn heads_as_deep_as_the_lab_says_give_the_same_means() {
    let groups: Vec<Group> = (0..N_SYSTEMS).map(|place| Group::of([place])).collect();
    let error = Some(HumanError { probability: 0.3, seed: 5 });
    for measure in ["eccv:mAP@R", "trec:nDCG@3", "trec:Rprec"] {
        for error in [None, error] {
            let world = world("complete");
            let lab = world.lab(measure, &groups, error);
            let depths = lab.depths();
            assert_eq!(depths.len(), N_QUERIES as usize - 1);
            assert!(depths.iter().any(|depth| *depth < N_IMAGES), "some need less than all");
            for rankings in &world.rankings {
                let mut steps = SeenMeans::new(&lab, rankings.len());
                let mut n_steps = 0;
                while let Some(query_row) = steps.next_query() {
                    let hits = &rankings[query_row as usize];
                    let depth = depths[n_steps];
                    let last = depth.checked_sub(1).and_then(|last| hits.get(last));
                    // Down to the depth, and what ties with the last hit there.
                    let n = last.map_or(0, |last| {
                        hits.iter().filter(|hit| hit.score >= last.score).count()
                    });
                    steps.add(&hits[..n]);
                    n_steps += 1;
                }
                assert_eq!(steps.finished(), lab.means(rankings).seen, "{measure}");
            }
        }
    }
}

#[test]
fn a_pool_sums_up_its_groups() {
    let world = world("complete");
    let whole = Group::of([0, 2, 4]);
    let pool = Pool::with_all_sizes(whole, 100, 0);
    let groups = pool.groups();
    assert_eq!(groups[WHOLE], whole);
    let sizes: Vec<usize> = groups[1..].iter().map(|group| group.len()).collect();
    assert_eq!(sizes, [1, 1, 1, 2, 2, 2, 3]);
    let lab = world.lab("eccv:mAP@R", &groups, None);
    let outcome = Outcome::new(world.rankings.iter().map(|own| lab.means(own)).collect());
    let curve = pool.curve(&outcome);
    assert_eq!(curve.iter().map(|point| point.n_groups).collect::<Vec<_>>(), [3, 3, 1]);
    let pairs: Vec<Effect> = (4..7).map(|index| outcome.effect(index).unwrap()).collect();
    let taus: Vec<f64> = pairs.iter().map(|effect| effect.tau_b.unwrap()).collect();
    let tau = curve[1].tau_b.unwrap();
    assert!((tau.mean - taus.iter().sum::<f64>() / 3.0).abs() < 1e-15);
    assert_eq!(tau.min, taus.iter().copied().fold(1.0, f64::min));
    assert_eq!(tau.max, taus.iter().copied().fold(-1.0, f64::max));
    assert_eq!(curve[2].tau_b.unwrap().mean, outcome.effect(WHOLE).unwrap().tau_b.unwrap());
    let alone = pool.alone(&outcome);
    assert_eq!(alone.iter().map(|(place, _)| *place).collect::<Vec<_>>(), [0, 2, 4]);
    assert_eq!(alone[1].1, outcome.effect(2));
    assert_eq!(Pool::with_singles(whole).groups(), groups[..4]);
    assert_eq!(Pool::whole(whole).groups(), [whole]);
    assert_eq!(
        (Pool::whole(whole).curve(&outcome), Pool::whole(whole).alone(&outcome)),
        (vec![], vec![])
    );
}

#[test]
fn an_address_is_an_experiment() {
    let mut made = Made::small();
    made.manifest["relevance"][0]["complete"] = json!(true);
    made.manifest["relevance"][1]["complete"] = json!(false);
    let dataset = made.dataset();
    let columns = Column::all_of(&dataset, &[]);
    let systems: Vec<String> = (0..7).map(|place| format!("s{place}")).collect();
    let of = |address: &str| LabChoice::new(&dataset, systems.clone(), &columns, address).unwrap();
    let start = of("");
    assert_eq!((start.annotators(), start.depth), (vec!["s0", "s1", "s2", "s3", "s4"], 5));
    assert_eq!(start.column.1.name(), "eccv:mAP@R strict");
    assert_eq!((start.error, start.has_sweep), (None, false));
    let other = of("systems=s6,s1,none;depth=20;measure=eccv:R@1;error=0.1;seed=7;sweep=yes");
    assert_eq!((other.annotators(), other.depth), (vec!["s1", "s6"], 20));
    assert_eq!(other.column.1.name(), "eccv:R@1 strict");
    assert_eq!(other.error, Some(HumanError { probability: 0.1, seed: 7 }));
    assert_eq!(other.pool(), Pool::with_all_sizes(Group::of([1, 6]), 100, 7));
    assert!(of("systems=-").proposers.is_empty());
    for refused in
        ["depth=0", "depth=21", "depth=x", "measure=no", "error=2", "error=0", "truth=none"]
    {
        assert_eq!(of(refused), start, "{refused}");
    }
    // Incomplete truth is allowed, and is the truth by default only where there is no other.
    let [strict, other] = [0, 1].map(|place| dataset.manifest.relevance[place].id.clone());
    assert!(start.is_complete && start.kept.is_empty());
    let incomplete = of(&format!("truth={other};keep={strict},{other},none"));
    assert!(!incomplete.is_complete);
    assert_eq!(incomplete.column.1.relevance, other);
    assert_eq!(incomplete.kept, [strict], "not the truth itself");
    made.manifest["relevance"][0]["complete"] = json!(false);
    let dataset = made.dataset();
    let choice = LabChoice::new(&dataset, systems.clone(), &columns, "").unwrap();
    assert_eq!((choice.is_complete, choice.column.0), (false, start.column.0));
    assert_eq!(LabChoice::new(&dataset, systems.clone(), &[], ""), None);
}
