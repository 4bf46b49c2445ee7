//! Judgements of the built-in world are what their definitions say, and so is what its uploads say of
//! pictures.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet, HashMap};

use rankscope_core::{
    benchmark::{FieldsFile, ImageFields, ImageIds, RowRange, jsonl_from_fields},
    formats::{Qrel, RunEntry, VoteRule, qrels_from_votes},
    metrics::{ClassVector, plausible_matches},
};
use rankscope_fieldbook::{
    ANNOTATORS, Answer, Definition, Fieldbook, GALLERY_SEED, Habitat, LICENCES, Light,
    MISSPELT_PER_THOUSAND, MOST_RELEVANT_TO_A_CAPTION, N_CLASSES, N_CREATORS, SceneId, Season,
    TagKind, UNTAGGED_PER_THOUSAND, Weather, classes, questions, upload, verified, votes,
};

use crate::fieldbook_language::{N, book, is_likely};

fn by_pair(qrels: &[Qrel]) -> HashMap<(&str, &str), i32> {
    let pairs: HashMap<_, _> =
        qrels.iter().map(|q| ((q.query.as_str(), q.document.as_str()), q.grade)).collect();
    assert_eq!(pairs.len(), qrels.len(), "a pair is judged twice");
    pairs
}

#[test]
fn exhaustive_judgements_are_the_truth_of_every_pair() {
    let book = Fieldbook::new(GALLERY_SEED, 1500);
    let qrels = book.qrels(Definition::Exhaustive);
    let judged = by_pair(&qrels);
    for asked in book.answered_queries() {
        for (row, scene) in book.scenes().iter().enumerate() {
            let id = book.id(row).to_string();
            let expected = match &asked.answer {
                Answer::Question(question) => {
                    if question.fully.holds(scene) {
                        2
                    } else if question.partly.is_some_and(|partly| partly.holds(scene)) {
                        1
                    } else {
                        0
                    }
                }
                Answer::Caption { claims, .. } => {
                    2 * i32::from(!claims.iter().any(|claim| !claim.holds(scene)))
                }
            };
            let found = judged.get(&(asked.query.id.as_str(), id.as_str())).copied();
            assert_eq!(found.unwrap_or(0), expected, "{} {id}", asked.query.text);
        }
    }
}

#[test]
fn pairs_within_the_truth_and_the_truth_within_wide() {
    let book = Fieldbook::new(GALLERY_SEED, 4000);
    let all: Vec<Vec<Qrel>> =
        Definition::ALL.iter().map(|definition| book.qrels(*definition)).collect();
    let [exhaustive, pairs, wide, narrow] = [0, 1, 2, 3].map(|place| by_pair(&all[place]));
    assert_eq!(pairs.len(), book.queries().filter(|q| q.facets["family"] == "caption").count());
    for ((query, document), grade) in &pairs {
        assert_eq!(exhaustive[&(*query, *document)], 2, "{query} {document}");
        assert_eq!(query.split_once('.').unwrap().0, *document);
        assert_eq!(*grade, 1);
    }
    assert!(exhaustive.keys().all(|pair| wide.contains_key(pair)));
    assert!(narrow.keys().all(|pair| exhaustive.get(pair) == Some(&2)));
    assert!(narrow.len() < exhaustive.len() && exhaustive.len() < wide.len());
}

#[test]
fn captions_that_are_asked_say_something() {
    let mut n_alone = 0;
    for asked in book().answered_queries() {
        let Answer::Caption { row, .. } = asked.answer else { continue };
        assert!(asked.grade(&book().scenes()[row]) == 2);
        let n = book().scenes().iter().filter(|scene| asked.grade(scene) >= 1).count();
        assert!((1..=MOST_RELEVANT_TO_A_CAPTION).contains(&n), "{}: {n}", asked.query.text);
        n_alone += usize::from(n == 1);
    }
    let n = book().queries().filter(|query| query.facets["family"] == "caption").count();
    assert!(n >= 990, "{n}");
    // False negatives are what the definitions are compared for.
    assert!(n_alone < n / 2, "{n_alone} of {n} have no answer but their own picture");
}

#[test]
fn verified_is_what_the_pool_holds_of_the_truth() {
    let qrel = |document: &str, grade| Qrel { query: "q".into(), document: document.into(), grade };
    let entry = |document: &str, score| RunEntry {
        query: "q".into(),
        document: document.into(),
        score,
        tag: "t".into(),
    };
    let truth = [qrel("a", 2), qrel("b", 1), qrel("c", 2)];
    let one = [entry("x", 0.1), entry("a", 0.9), entry("b", 0.8)];
    let two = [entry("b", 0.5), entry("y", 0.5), entry("c", 0.4)];
    let found = verified(&truth, &[&one, &two], 2);
    assert_eq!(found, [qrel("a", 2), qrel("b", 1), qrel("y", 0)]);
    assert_eq!(verified(&truth, &[&one], 1), [qrel("a", 2)]);
    assert!(verified(&truth, &[], 5).is_empty());
}

#[test]
fn classes_are_few_bits_and_tell_scenes_apart() {
    const { assert!(N_CLASSES <= 128) };
    for scene in book().scenes().iter().take(2000) {
        let found = classes(scene);
        assert!((4..=6).contains(&found.len()), "{found:?}");
        assert!(found.is_sorted() && found.iter().all(|class| *class < N_CLASSES));
        let mut other = scene.clone();
        other.habitat = Habitat::DeepSea;
        let n_differ = found.iter().filter(|class| !classes(&other).contains(class)).count();
        assert_eq!(n_differ, usize::from(scene.habitat != Habitat::DeepSea));
    }
}

#[test]
fn classes_serve_plausible_matches() {
    let vectors: Vec<Option<ClassVector>> =
        book().scenes().iter().map(|scene| ClassVector::new(classes(scene))).collect();
    assert!(vectors.iter().all(Option::is_some));
    let judged = plausible_matches(vectors[7].as_ref(), &vectors, |row| row == 7);
    assert_eq!(judged.grade(7), Some(4));
    let n_from_grade = |grade| judged.as_slice().iter().filter(|(_, g)| *g >= grade).count();
    // Each step of distance lets in many more, as with the labels of real pictures.
    let [near, nearer, nearest] = [1, 2, 3].map(n_from_grade);
    assert!(nearest > 1 && nearest <= nearer && 2 * nearer < near && near < N / 4);
}

#[test]
fn annotators_err_at_their_stated_rates() {
    let question = questions().find(|question| question.text == "parental care").unwrap();
    let scenes = book().scenes();
    for grade in [2, 1, 0] {
        let scene = scenes.iter().find(|scene| question.grade(scene) == grade).unwrap();
        // The panel is the same for every key, with another two of the seven left out.
        let n = 6000;
        let mut cast = [0usize; 3];
        for key in 0..n {
            let (votes, by) = votes(question, scene, 11, key);
            assert_eq!(votes.relevant + votes.non_relevant + votes.unsure, 5);
            let relevant = by.values().filter(|vote| **vote == 0).count();
            assert_eq!((by.len(), relevant), (5, votes.relevant as usize));
            cast[0] += votes.relevant as usize;
            cast[1] += votes.non_relevant as usize;
            cast[2] += votes.unsure as usize;
        }
        let mean = |rate: fn(rankscope_fieldbook::VoteChances) -> u32| {
            let rates = ANNOTATORS.iter().map(|a| f64::from(rate(a.chances(question, scene))));
            rates.sum::<f64>() / ANNOTATORS.len() as f64
        };
        let expected = [mean(|c| c.relevant), mean(|c| c.not_relevant), mean(|c| c.unsure)];
        assert!((expected.iter().sum::<f64>() - 1000.0).abs() < 1e-9);
        for (found, expected) in cast.iter().zip(expected) {
            assert!(is_likely(*found, 5 * n as usize, expected), "{grade}: {cast:?} {expected}");
        }
    }
}

#[test]
fn the_error_model_is_ordered_as_people_are() {
    let by_text = |text: &str| questions().find(|question| question.text == text).unwrap();
    let idea = by_text("parental care");
    let scenes = book().scenes();
    let of_grade = |question: &rankscope_fieldbook::Question, grade| {
        scenes.iter().find(|scene| question.grade(scene) == grade).unwrap()
    };
    for annotator in ANNOTATORS {
        let relevant = |grade| annotator.chances(idea, of_grade(idea, grade)).relevant;
        assert!(relevant(2) > relevant(1) && relevant(1) > relevant(0), "{annotator:?}");
    }
    // Who does not know the term misses three times as often.
    let scientific = by_text("copulation in any animal");
    let lay = ANNOTATORS.iter().find(|annotator| !annotator.knows_terms).unwrap();
    let chances = lay.chances(scientific, of_grade(scientific, 2));
    assert_eq!(chances.not_relevant, 3 * lay.misses);
}

#[test]
fn votes_become_judgements_by_the_three_rules() {
    let queries = book().conqa_queries();
    let voted = book().voted_images(1);
    assert!(queries.iter().filter(|query| query.is_conceptual).count() >= 50);
    assert!(voted.len() > 20 * queries.len());
    let n_relevant = |rule| {
        let qrels = qrels_from_votes(&queries, &voted, rule);
        assert_eq!(qrels.len(), voted.len());
        qrels.iter().filter(|qrel| qrel.grade >= 1).count()
    };
    let [strict, sure, unsure] = VoteRule::ALL.map(n_relevant);
    assert!(0 < strict && strict < sure && sure <= unsure, "{strict} {sure} {unsure}");
}

// --- Uploads --------------------------------------------------------------------------------

#[test]
fn images_have_all_that_the_format_asks_for() {
    let mut n_untagged = 0;
    for (row, image) in book().images().enumerate() {
        assert_eq!(image.scene.as_deref(), Some(image.id.as_str()));
        let id: SceneId = image.id.parse().unwrap();
        assert_eq!(id.scene(), book().scenes()[row]);
        assert!(!image.caption.is_empty() && !image.attribution.is_empty());
        assert_eq!(image.license, "CC0-1.0");
        n_untagged += usize::from(image.tags.is_empty());
        let distinct: BTreeSet<_> = image.tags.iter().collect();
        assert_eq!(distinct.len(), image.tags.len());
        let is_plain = |tag: &String| {
            tag.chars().all(|letter| letter.is_alphanumeric() && !letter.is_uppercase())
        };
        assert!(image.tags.iter().all(is_plain), "{:?}", image.tags);
    }
    // Some creators who tag had nothing true to say, so rather more are untagged.
    assert!(n_untagged >= N * UNTAGGED_PER_THOUSAND as usize / 1100, "{n_untagged}");
    assert!(n_untagged < N / 5, "{n_untagged}");
}

#[test]
fn pictures_carry_exif_licences_places_and_creators_that_agree_with_their_uploads() {
    let fields: Vec<ImageFields> = book().fields().collect();
    assert_eq!(fields.len(), N);
    let text = jsonl_from_fields(&fields).unwrap();
    let rows = RowRange { start: 0, end: u32::try_from(N).unwrap() };
    let ids: Vec<String> = (0..N).map(|row| book().id(row).to_string()).collect();
    let file = FieldsFile::read("fields", &text, rows, ImageIds::from(&*ids)).unwrap();
    assert_eq!(file.not_understood, []);
    let mut n_of: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut n_placed, mut creators) = (0, BTreeSet::new());
    for row in 0..N {
        let (read, upload) = (file.of(u32::try_from(row).unwrap()).unwrap(), book().upload(row));
        assert_eq!(read.creator, Some(upload.creator.name().as_str()));
        let (year, month, day, hour, minute) = upload.exif.taken;
        let taken = format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}");
        assert_eq!(read.taken.unwrap().to_string(), taken);
        assert_eq!(read.exif.len(), 7);
        let licence = read.licence.unwrap();
        assert!(licence.is_known() && licence.id == upload.licence);
        *n_of.entry(upload.licence).or_default() += 1;
        creators.insert(upload.creator.number);
        if let Some((lat, lon)) = read.place {
            let (north, east) = upload.place.unwrap();
            assert!((lat * 100.0 - f64::from(north)).abs() < 1e-6);
            assert!((lon * 100.0 - f64::from(east)).abs() < 1e-6);
            assert!((-50.0..-48.0).contains(&lat) && (-125.0..-122.0).contains(&lon));
            n_placed += 1;
        }
    }
    assert_eq!(creators.len(), N_CREATORS as usize);
    assert_eq!(n_of.len(), LICENCES.len());
    assert!(n_of.values().all(|n| *n > N / 100), "{n_of:?}");
    assert!((N / 4..3 * N / 4).contains(&n_placed), "{n_placed}");
}

#[test]
fn tags_are_misspelt_at_the_stated_rate_and_the_rest_is_true() {
    let (mut n_right, mut n_wrong, mut n_off) = (0, 0, 0);
    for row in 0..N {
        let id = book().id(row);
        let scene = id.scene();
        for (tag, kind) in upload(id).tags {
            match kind {
                TagKind::True => n_right += 1,
                TagKind::Misspelt => n_wrong += 1,
                TagKind::OffTopic => n_off += 1,
            }
            if kind == TagKind::True && tag == "bird" {
                assert!(scene.group().is_bird());
            }
            if kind == TagKind::True && tag == "winter" {
                assert_eq!(scene.season, Some(Season::Winter));
            }
        }
    }
    let n = n_right + n_wrong;
    assert!(is_likely(n_wrong, n, MISSPELT_PER_THOUSAND.into()), "{n_wrong} of {n}");
    assert!(n_off > n / 20 && n_off < n / 2, "{n_off} against {n}");
}

#[test]
fn creators_are_distinct_and_a_few_take_most() {
    let mut n_by: HashMap<String, usize> = HashMap::new();
    for row in 0..N {
        *n_by.entry(book().upload(row).creator.name()).or_default() += 1;
    }
    assert!(n_by.len() <= N_CREATORS as usize && n_by.len() > 250, "{}", n_by.len());
    let mut counts: Vec<usize> = n_by.into_values().collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    assert!(counts[..30].iter().sum::<usize>() > N * 4 / 10, "{:?}", &counts[..30]);
}

#[test]
fn cameras_note_what_agrees_with_the_scene() {
    let seconds = |printed: &str| match printed.split_once('/') {
        Some((one, of)) => one.parse::<f64>().unwrap() / of.parse::<f64>().unwrap(),
        None => printed.parse().unwrap(),
    };
    let mut by_light: HashMap<Light, Vec<f64>> = HashMap::new();
    for row in 0..N {
        let (scene, exif) = (&book().scenes()[row], book().upload(row).exif);
        assert_eq!(exif.is_flash, scene.light == Light::Flash);
        let (_, month, day, hour, minute) = exif.taken;
        assert!((1..=12).contains(&month) && (1..=28).contains(&day) && minute < 60);
        if let Some(season) = scene.season {
            let months = match season {
                Season::Spring => [3, 4, 5],
                Season::Summer => [6, 7, 8],
                Season::Autumn => [9, 10, 11],
                Season::Winter => [12, 1, 2],
            };
            assert!(months.contains(&month), "{season:?} {month}");
        }
        let is_dark = matches!(scene.light, Light::Night | Light::Flash);
        assert_eq!(is_dark, !(4..22).contains(&hour), "{:?} at {hour}", scene.light);
        // Ev at ISO 100 from what is printed.
        let n: f64 = exif.aperture.parse().unwrap();
        let ev = (n * n / seconds(exif.exposure)).log2() - (f64::from(exif.iso) / 100.0).log2();
        if !scene.habitat.is_underwater() && scene.weather == Weather::Clear {
            by_light.entry(scene.light).or_default().push(ev);
        }
        assert_eq!(exif.fields().len(), 7);
    }
    let mean = |light: Light| by_light[&light].iter().sum::<f64>() / by_light[&light].len() as f64;
    assert!(mean(Light::Day) > mean(Light::Backlit));
    assert!(mean(Light::Backlit) > mean(Light::Dusk) + 3.0);
    assert!(mean(Light::Dusk) > mean(Light::Night) + 3.0);
    for evs in by_light.values() {
        let mean = evs.iter().sum::<f64>() / evs.len() as f64;
        assert!(evs.iter().all(|ev| (ev - mean).abs() < 1.0), "exposures stray");
    }
}
