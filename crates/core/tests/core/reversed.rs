//! From images to texts: which texts are ranked, for which images, and by whose judgements.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use crate::made_benchmark::{Made, record, records, run};
use rankscope_core::analysis::{
    Column, Dataset, SystemValues, Tally, ids_with_queries, inputs_of, interval_of_both,
    mean_of_both, values_of_both,
};
use rankscope_core::metrics::Mean;
use rankscope_core::ranking::Hit;
use rankscope_core::statistics::{
    AgreementIntervals, Coefficient, Resampling, interval_of_two_means, mean_interval,
};
use std::sync::Arc;

const CAPTIONS: &str = "{\"id\":\"c0\",\"image\":\"b\",\"text\":\"a cat\"}\n\
                        {\"id\":\"c1\",\"image\":\"a\",\"text\":\"a dog\"}\n\
                        {\"id\":\"c2\",\"image\":\"b\",\"text\":\"two cats\"}\n";

fn made() -> Made {
    let images = ["a", "b", "c"].map(|id| record(id, &[]));
    let strict = "q0 0 a 1\nq0 0 c 0\nq1 0 a 2\nq2 0 b 1\n";
    Made::new(
        &records("q", 3),
        &images,
        &[("strict", strict), ("loose", "q1 0 c 1\n")],
        &["s", "t"],
    )
}

/// The same with captions, of which system `s` has vectors.
fn with_captions() -> Made {
    let mut made = made();
    made.write("captions.jsonl", CAPTIONS, None);
    made.manifest["counts"]["captions"] = 3.into();
    made.write("systems/s/captions.safetensors", "", None);
    made
}

fn reversed(made: &Made) -> Dataset {
    run(made.dataset().reversed(&made.source())).0.unwrap()
}

fn refusal(made: &Made) -> String {
    match run(made.dataset().reversed(&made.source())).0 {
        Ok(_) => panic!("it was loaded"),
        Err(error) => error.unify(|e| e.to_string()),
    }
}

/// The ids of the relevant texts of an image.
fn relevant(dataset: &Dataset, definition: usize, image: &str) -> Vec<String> {
    let row = dataset.query_row_from_id[image];
    let judged = dataset.relevance.get(definition).unwrap().of_query(row).unwrap();
    let relevant = judged.as_slice().iter().filter(|(_, grade)| *grade >= 1);
    relevant
        .map(|(text, _)| dataset.image_ids().get(*text as usize).unwrap().into_owned())
        .collect()
}

#[test]
fn without_captions_judgements_are_turned_round() {
    let dataset = reversed(&made());
    // "c" is relevant to a query under the second definition only.
    assert_eq!(*dataset.image_rows.clone().unwrap(), [0, 1, 2]);
    assert_eq!((dataset.n_images(), dataset.image(1).unwrap().caption.as_str()), (3, "text of q1"));
    assert_eq!(relevant(&dataset, 0, "a"), ["q0", "q1"]);
    assert_eq!(relevant(&dataset, 0, "b"), ["q2"]);
    assert!(relevant(&dataset, 0, "c").is_empty());
    assert_eq!(relevant(&dataset, 1, "c"), ["q1"]);
    assert_eq!(ids_with_queries(&dataset), ["s", "t"]);
    assert!(dataset.is_reversed() && !made().dataset().is_reversed());
}

#[test]
fn captions_with_vectors_are_the_texts() {
    let made = with_captions();
    let dataset = reversed(&made);
    assert_eq!(*dataset.image_rows.clone().unwrap(), [0, 1]);
    for definition in [0, 1] {
        assert_eq!(relevant(&dataset, definition, "b"), ["c0", "c2"]);
    }
    assert_eq!(dataset.image(2).unwrap().caption, "two cats");
    // The other system has no vectors of them.
    assert_eq!(ids_with_queries(&dataset), ["s"]);
    assert_eq!(dataset.own.systems[0].queries.as_deref(), Some("systems/s/captions.safetensors"));
}

/// A definition's own file replaces the captions; what it names beyond them counts in R.
#[test]
fn judgements_from_images_to_texts_have_a_file_of_their_own() {
    let mut made = with_captions();
    made.write("reverse/loose.qrels", "c 0 c1 1\nc 0 far 1\na 0 c0 0\n", None);
    let dataset = reversed(&made);
    assert_eq!(relevant(&dataset, 0, "b"), ["c0", "c2"]);
    assert_eq!(relevant(&dataset, 1, "c"), ["c1", "far"]);
    assert_eq!((dataset.n_images(), dataset.image_ids().len()), (3, 4));
    assert_eq!(dataset.image(3).unwrap().id, "far");
    assert_eq!(dataset.relevance.get(1).unwrap().n_relevant(dataset.query_row_from_id["c"]), 2);
    made.write("reverse/loose.qrels", "\nc 0 c1 1\nz 0 c1 1\n", None);
    assert_eq!(refusal(&made), "reverse/loose.qrels, line 3: the corpus has no image z");
}

#[test]
fn captions_that_contradict_the_manifest_are_refused() {
    let mut made = with_captions();
    made.manifest["counts"]["captions"] = 4.into();
    assert!(refusal(&made).contains("captions.jsonl has 3 captions"), "{}", refusal(&made));
    let mut made = self::made();
    made.write("systems/s/captions.safetensors", "", None);
    assert!(refusal(&made).contains("captions.jsonl is not in its list"), "{}", refusal(&made));
}

/// Values of one direction are never taken for the other's, and change with the captions.
#[test]
fn the_inputs_name_the_direction() {
    let mut made = with_captions();
    let forward = made.dataset();
    let inputs =
        |dataset: &Dataset| inputs_of(dataset, &Column::all_of(dataset, &[]), "s").unwrap();
    let before = inputs(&reversed(&made));
    assert_ne!(before, inputs(&forward));
    for path in ["captions.jsonl", "systems/s/captions.safetensors"] {
        let files = made.manifest["files"].as_array_mut().unwrap();
        let file = files.iter_mut().find(|file| file["path"] == path).unwrap();
        file["sha256"] = "1".repeat(64).into();
        assert_ne!(before, inputs(&reversed(&made)), "{path}");
        assert_eq!(inputs(&made.dataset()), inputs(&forward), "{path}");
    }
}

fn hits(rows: &[u32]) -> Vec<Hit> {
    rows.iter().map(|row| Hit { row_in_corpus: *row, score: -(*row as f32) }).collect()
}

fn measured(dataset: &Arc<Dataset>, rankings: &[Vec<Hit>]) -> SystemValues {
    let measure = "eccv:R@1".parse().unwrap();
    let columns = Column::all_of(dataset, &[measure]);
    let of = columns.into_iter().filter(|own| own.measure == measure && own.relevance == "strict");
    let mut tally = Tally::new(dataset.clone(), Arc::new(of.collect()), "s".into());
    tally.add(0, rankings);
    tally.finished()
}

#[test]
fn the_mean_of_both_directions_weighs_them_equally() {
    let made = made();
    let forward = made.dataset();
    let reverse = Arc::new(reversed(&made));
    // Two of three queries find a relevant image first, one of two images with a relevant text.
    let to_images = measured(&forward, &[hits(&[0]), hits(&[0]), hits(&[2])]);
    let to_texts = measured(&reverse, &[hits(&[0]), hits(&[0]), hits(&[0])]);
    assert_eq!(to_images.means[0].map(|mean| (mean.n, mean.mean)), Some((3, 2.0 / 3.0)));
    assert_eq!(to_texts.means[0].map(|mean| (mean.n, mean.mean)), Some((2, 0.5)));
    let both = values_of_both(&to_images, &to_texts);
    assert_eq!(both.mean(0), Some(Mean { mean: f64::midpoint(2.0 / 3.0, 0.5), n: 5 }));
    assert_eq!(mean_of_both(None, to_texts.mean(0)), None);
    let columns = Column::all_of(&forward, &["eccv:R@1".parse().unwrap()]);
    let interval =
        interval_of_both(&forward, &columns, (&to_images, &to_texts), 0, &Default::default());
    let interval = interval.unwrap();
    assert_eq!(interval.n, 5);
    assert!(interval.low < 0.58 && interval.high > 0.59);
}

/// For independent samples, the standard error of (mean a + mean b) / 2 is half the root of the sum of
/// both squared standard errors; a bootstrap interval of so many values is close to normal.
#[test]
fn the_interval_of_two_means_has_the_width_of_independent_samples() {
    let list =
        |n: u32, step: f64| (1..=n).map(|i| (f64::from(i) * step).fract()).collect::<Vec<_>>();
    let (a, b) = (list(400, 0.618_033_988_749_895), list(90, 0.414_213_562_373_095));
    let resampling = Resampling { n_resamples: 4_000, ..Resampling::default() };
    let interval = interval_of_two_means(&a, &b, &resampling).unwrap();
    let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
    let error = |of: &[f64]| {
        let centre = mean(of);
        let variance = of.iter().map(|v| (v - centre).powi(2)).sum::<f64>() / of.len() as f64;
        variance / of.len() as f64
    };
    let (centre, half) =
        (f64::midpoint(mean(&a), mean(&b)), 1.96 * 0.5 * (error(&a) + error(&b)).sqrt());
    assert!((interval.low - (centre - half)).abs() < 0.05 * half, "{interval:?} {centre} {half}");
    assert!((interval.high - (centre + half)).abs() < 0.05 * half, "{interval:?} {centre} {half}");
    assert_eq!((interval.n, interval.n_resamples), (490, 4_000));
    assert!(interval_of_two_means(&a, &b[..1], &resampling).is_err());
    assert!(mean_interval(&a, &resampling).unwrap().low > 0.4);
}

/// Two measures that order three systems alike in one direction and in opposite orders in the other:
/// the coefficient of the means is that of whichever difference is larger.
#[test]
fn agreement_over_both_directions_resamples_both() {
    let flat = |values: [f64; 3], n| values.map(|value| vec![Some(value); n]).to_vec();
    let images = vec![flat([0.1, 0.2, 0.3], 4), flat([0.1, 0.2, 0.3], 4)];
    let texts = vec![flat([0.1, 0.2, 0.3], 6), flat([0.9, 0.5, 0.1], 6)];
    let resampling = Resampling { n_resamples: 50, ..Resampling::default() };
    let tau = Coefficient::KendallTauB;
    let mut drawing =
        AgreementIntervals::of_both(images.clone(), texts.clone(), tau, resampling).unwrap();
    while drawing.draw(7) {}
    let interval = drawing.intervals()[0][1].unwrap();
    assert_eq!((interval.low, interval.high, interval.n), (-1.0, -1.0, 10));
    let mut one = AgreementIntervals::new(images.clone(), tau, resampling).unwrap();
    while one.draw(7) {}
    assert_eq!(one.intervals()[0][1].unwrap().low, 1.0);
    assert!(AgreementIntervals::of_both(images, texts[..1].to_vec(), tau, resampling).is_err());
}
