//! A round of judging: pool, sheets, controls, and what comes back.
#![allow(clippy::unwrap_used)]

use crate::made_benchmark::{Made, records};
use crate::support::{hits, refused};
use proptest::prelude::*;
use rankscope_core::analysis::{
    Dataset, JoinedRound, Round, RoundChoice, RoundError, RoundKey, Scale, Sheet, join, pooled,
};
use rankscope_core::formats::{Votes, jsonl_from_votes, votes_from_jsonl};
use serde_json::json;
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

const CHOICE: RoundChoice =
    RoundChoice { per_picture: 2, n_sheets: 4, n_controls: 3, answers: Scale::Conqa, seed: 7 };

/// Three queries and forty images, of which each query has five relevant ones and five others.
fn dataset() -> Arc<Dataset> {
    let queries = ["q0", "q1", "q2"].map(|id| json!({"id": id, "text": format!("the {id}")}));
    let mut qrels = String::new();
    for (query, first) in [("q0", 0), ("q1", 10), ("q2", 20)] {
        for place in 0..10 {
            qrels += &format!("{query} 0 i{} {}\n", first + place, i32::from(place < 5));
        }
    }
    Made::new(&queries, &records("i", 40), &[("own", &qrels)], &["s"]).dataset()
}

/// Pictures 2 … 7 of q0 and 30, 31 of q1.
fn pool() -> Vec<(usize, u32)> {
    let of_q1 = [30, 31].map(|row| (1, row));
    (2..8).map(|row| (0, row)).chain(of_q1).collect()
}

fn round(choice: RoundChoice) -> Round {
    Round::new(&dataset(), 0, &pool(), choice).unwrap()
}

/// A query and an image.
type Pair = (String, String);

fn truth(round: &Round) -> BTreeMap<Pair, bool> {
    let controls = round.key.controls.iter();
    controls.map(|(query, image, is)| ((query.clone(), image.clone()), *is)).collect()
}

fn pairs(sheet: &Sheet) -> Vec<Pair> {
    sheet.items.iter().map(|item| (item.query.clone(), item.image.clone())).collect()
}

#[test]
fn a_pool_has_each_systems_first_images_once() {
    let two = [vec![hits(&[0.9, 0.8, 0.7]), hits(&[0.5])], vec![hits(&[0.9]), Vec::new()]];
    assert_eq!(pooled(&two, &[0, 1], 2), [(0, 0), (0, 1), (1, 0)]);
    assert_eq!(pooled(&two, &[1], 5), [(1, 0)]);
    assert_eq!(pooled(&[], &[0], 5), []);
}

proptest! {
    #[test]
    fn each_picture_is_on_so_many_sheets_and_on_none_twice(
        n_sheets in 1usize..7,
        per_picture in 1usize..7,
        n_controls in 0usize..5,
        seed in any::<u64>(),
    ) {
        let choice = RoundChoice { per_picture, n_sheets, n_controls, seed, ..CHOICE };
        let made = Round::new(&dataset(), 0, &pool(), choice);
        if per_picture > n_sheets {
            prop_assert_eq!(made, Err(RoundError::TooFewSheets { per_picture, n_sheets }));
            return Ok(());
        }
        let round = made.unwrap();
        prop_assert_eq!(&Round::new(&dataset(), 0, &pool(), choice).unwrap(), &round);
        prop_assert_eq!(round.sheets.len(), n_sheets);
        let controls = truth(&round);
        let mut n_times: BTreeMap<Pair, usize> = BTreeMap::new();
        let mut sizes = BTreeSet::new();
        for (sheet, of_key) in round.sheets.iter().zip(&round.key.sheets) {
            let own = pairs(sheet);
            prop_assert_eq!(&own, of_key);
            let distinct: BTreeSet<&Pair> = own.iter().collect();
            prop_assert_eq!(distinct.len(), own.len(), "twice on a sheet");
            let n_own = own.iter().filter(|pair| controls.contains_key(*pair)).count();
            prop_assert_eq!(n_own, n_controls);
            sizes.insert(own.len());
            own.into_iter().for_each(|pair| *n_times.entry(pair).or_default() += 1);
            for item in &sheet.items {
                prop_assert!(item.answer.is_none() && item.text.starts_with("the "));
            }
        }
        prop_assert!(sizes.last().unwrap() - sizes.first().unwrap() <= 1);
        let pooled = pool().into_iter().map(|(query, row)| (format!("q{query}"), format!("i{row}")));
        let pooled: BTreeSet<Pair> = pooled.collect();
        for (pair, n) in n_times {
            let Some(is_relevant) = controls.get(&pair) else {
                prop_assert!(pooled.contains(&pair) && n == per_picture, "{pair:?}: {n}");
                continue;
            };
            let row: usize = pair.1[1..].parse().unwrap();
            prop_assert!(!pooled.contains(&pair));
            prop_assert_eq!(*is_relevant, row % 10 < 5);
            prop_assert_eq!(&pair.0, &format!("q{}", row / 10));
        }
    }
}

#[test]
fn a_round_that_cannot_be_is_refused() {
    let with =
        |n_controls| Round::new(&dataset(), 0, &pool(), RoundChoice { n_controls, ..CHOICE });
    // Thirty known answers, of which six are in the pool.
    assert!(with(24).is_ok());
    assert_eq!(with(25), Err(RoundError::TooFewControls { found: 24, needed: 25 }));
    assert_eq!(Round::new(&dataset(), 0, &[], CHOICE), Err(RoundError::NoPictures));
}

/// The sheets filled in: `answer` sees person, query, image, and the truth of a control.
fn answered(
    round: &Round,
    persons: &[&str],
    answer: impl Fn(&str, &str, Option<bool>) -> &'static str,
) -> Vec<(String, Sheet)> {
    let truth = truth(round);
    let fill = |(sheet, person): (&Sheet, &&str)| {
        let mut sheet = sheet.clone();
        sheet.person = (*person).to_owned();
        for item in &mut sheet.items {
            let known = truth.get(&(item.query.clone(), item.image.clone())).copied();
            item.answer = Some(answer(person, &item.image, known).to_owned());
        }
        (format!("sheet-{}.json", sheet.sheet), sheet)
    };
    round.sheets.iter().zip(persons).map(fill).collect()
}

fn right(known: Option<bool>) -> &'static str {
    match known {
        Some(true) => "r",
        Some(false) => "n",
        None => "u",
    }
}

#[test]
fn what_comes_back_becomes_votes_by_person() {
    let round = round(CHOICE);
    let back = answered(&round, &["Ada", "Bo", "Cy", "Di"], |person, image, known| match known {
        Some(is) if person == "Cy" => right(Some(!is)),
        Some(is) => right(Some(is)),
        None if image == "i2" => "r",
        None => "n",
    });
    let JoinedRound { voted, persons, notes } = join(&round.key, &back, false).unwrap();
    assert_eq!((voted.len(), notes.len()), (8, 0), "{notes:?}");
    for own in &voted {
        let n = if own.image == "i2" { (2, 0, 0) } else { (0, 2, 0) };
        assert_eq!(own.votes, Votes::from(n), "{own:?}");
        assert_eq!(own.by.len(), 2);
        assert!(own.said.is_empty());
    }
    assert_eq!(persons.iter().map(|own| own.n_answers).sum::<usize>(), 16);
    let failed: Vec<&str> =
        persons.iter().filter(|own| own.has_failed).map(|own| own.name.as_str()).collect();
    assert_eq!(failed, ["Cy"]);
    let cy = persons.iter().find(|own| own.name == "Cy").unwrap();
    assert_eq!((cy.controls.n_answered, cy.controls.n_wrong), (3, 3));
    let without = join(&round.key, &back, true).unwrap().voted;
    assert!(without.iter().all(|own| !own.by.contains_key("Cy")));
    assert_eq!(without.iter().map(|own| own.votes.n()).sum::<u64>(), 16 - cy.n_answers as u64);
    let text = jsonl_from_votes(&voted).unwrap();
    assert_eq!(votes_from_jsonl("votes.jsonl", &text).unwrap(), voted);
    let text = serde_json::to_string(&back[0].1).unwrap();
    assert_eq!(Sheet::from_json("s", &text).unwrap(), back[0].1);
    let key = serde_json::to_string(&round.key).unwrap();
    assert!(RoundKey::is_one(&key) && !RoundKey::is_one(&text));
    assert_eq!(RoundKey::from_json("k", &key).unwrap(), round.key);
}

/// Nothing is lost: open items, blank sheets, copies and second answers are named.
#[test]
fn what_is_odd_is_kept_and_named() {
    let round = round(CHOICE);
    let mut back = answered(&round, &["Ada", "Ada", "Ada", "Bo"], |_, _, known| right(known));
    back[3].1 = round.sheets[3].clone();
    back[2].1.items[0].answer = None;
    back.push(("copy.json".into(), back[0].1.clone()));
    let JoinedRound { voted, persons, notes } = join(&round.key, &back, false).unwrap();
    let said = notes.join("\n");
    assert!(said.contains("sheet-4.json: nobody has answered"), "{said}");
    assert!(said.contains("sheet-3.json: 1 of "), "{said}");
    assert!(said.contains("copy.json: the same as sheet-1.json"), "{said}");
    assert!(said.contains("sheet-2.json: Ada has answered "), "{said}");
    assert_eq!(persons.len(), 1);
    let n_votes: u64 = voted.iter().map(|own| own.votes.n()).sum();
    assert_eq!(n_votes, persons[0].n_answers as u64);
    assert!(voted.iter().any(|own| own.by.contains_key("Ada (2)")));
    let mut failing = back.clone();
    for (_, sheet) in &mut failing {
        for item in sheet.items.iter_mut().filter(|item| item.answer.is_some()) {
            item.answer = Some(if item.answer.as_deref() == Some("r") { "n" } else { "r" }.into());
        }
    }
    let dropped = join(&round.key, &failing, true).unwrap();
    assert!(dropped.persons[0].has_failed && dropped.voted.is_empty(), "second answers go as well");
}

#[test]
fn damaged_and_foreign_sheets_are_refused_by_name() {
    let round = round(CHOICE);
    let back = answered(&round, &["Ada", "Bo", "Cy", "Di"], |_, _, known| right(known));
    let with = |change: &dyn Fn(&mut Sheet)| {
        let mut back = back.clone();
        change(&mut back[1].1);
        join(&round.key, &back, false).map(|_| ())
    };
    refused(with(&|own| own.round = "other".into()), &["sheet-2.json", "round other"]);
    refused(with(&|own| own.benchmark = "b".into()), &["sheet-2.json", "of benchmark b"]);
    refused(with(&|own| own.sheet = 9), &["sheet-2.json", "sheet 9 of 4"]);
    refused(with(&|own| own.answers = Scale::Eccv), &["its answers are eccv, not conqa"]);
    refused(with(&|own| drop(own.items.pop())), &["sheet-2.json", "taken out"]);
    refused(with(&|own| own.items[0].image = "i39".into()), &["sheet-2.json", "changed"]);
    refused(with(&|own| own.items[0].answer = Some("yes".into())), &["\"yes\"", "none of r, n, u"]);
    refused(with(&|own| own.person = " ".into()), &["sheet-2.json", "does not say who"]);
    let other = |own: &mut Sheet| {
        own.person = "Ada".into();
        own.sheet = 1;
        own.items = round.sheets[0].items.clone();
        own.items.iter_mut().for_each(|item| item.answer = Some("u".into()));
    };
    refused(with(&other), &["sheet-2.json", "Ada gave other answers to sheet 1 in sheet-1.json"]);
    for text in ["", "{}", "{\"kind\": \"rankscope sheet\"", "[1]"] {
        refused(Sheet::from_json("s.json", text), &["s.json", "no sheet of a round"]);
    }
}

#[test]
fn other_scales_keep_what_was_said() {
    for (answers, answer, vote) in
        [(Scale::Eccv, "partially", (1, 0, 0)), (Scale::Grades, "0", (0, 1, 0))]
    {
        let choice = RoundChoice { per_picture: 1, n_sheets: 1, n_controls: 0, answers, seed: 1 };
        let round = round(choice);
        let mut back = answered(&round, &["Ada"], |_, _, _| answer);
        back[0].1.items[0].note = " only a tail ".into();
        let voted = join(&round.key, &back, false).unwrap().voted;
        assert!(voted.iter().all(|own| own.votes == Votes::from(vote)));
        assert_eq!(voted[0].said["Ada"], format!("{answer}: only a tail"));
        assert_eq!(voted[1].said["Ada"], answer);
        let text = jsonl_from_votes(&voted).unwrap();
        assert_eq!(votes_from_jsonl("v", &text).unwrap(), voted, "{text}");
        assert!(!text.contains("control"));
    }
    for scale in Scale::ALL {
        assert_eq!(json!(scale), json!(scale.name()));
        assert!(scale.answers().iter().all(|(name, vote)| scale.vote(name) == Some(*vote)));
        assert_eq!(scale.vote("?"), None);
    }
}
