//! A round of judging: pool, sheets, controls, and what comes back.
#![allow(clippy::unwrap_used)]

use crate::made_benchmark::{Made, records};
use crate::support::{hits, refused};
use proptest::prelude::*;
use rankscope_core::analysis::{
    Dataset, JoinedRound, MAX_ITEMS, MAX_ROUND_BYTES, ROUND_KEY, Returned, Round, RoundChoice,
    RoundError, RoundKey, RoundPlan, Scale, Sheet, SheetItem, SheetWork, join, pooled,
    round_files_of_zip,
};
use rankscope_core::formats::{Votes, jsonl_from_votes, member_of_zip, votes_from_jsonl};
use serde_json::json;
use std::{
    collections::{BTreeMap, BTreeSet},
    io::{Cursor, Write},
    sync::Arc,
};
use zip::{ZipWriter, write::SimpleFileOptions};

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
        for name in own.by.keys() {
            let wrong = if name == "Cy" { 0 } else { 3 };
            assert_eq!(own.controls[name], [wrong, 3], "{name}");
        }
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

#[test]
fn every_answer_has_a_key_and_words() {
    for scale in Scale::ALL {
        assert_eq!(Scale::named(scale.name()), Some(scale));
        let keys: BTreeSet<&str> =
            scale.answers().iter().map(|(answer, _)| scale.key(answer).unwrap()).collect();
        assert_eq!(keys.len(), scale.answers().len(), "two answers by one key");
        for (answer, _) in scale.answers() {
            let key = scale.key(answer).unwrap();
            assert_eq!(scale.answer_of_key(&key.to_uppercase()), Some(*answer));
            let (words, meaning) = scale.words(answer).unwrap();
            assert!(!words.is_empty() && !meaning.is_empty());
        }
        assert_eq!(
            (scale.answer_of_key("x"), scale.key("x"), scale.words("x")),
            (None, None, None)
        );
    }
    let wants = |answer: &&(&str, u8)| Scale::Eccv.wants_reason(answer.0);
    let wants: Vec<&str> = Scale::Eccv.answers().iter().filter(wants).map(|own| own.0).collect();
    assert_eq!(wants, ["partially", "mostly_no"]);
    assert_eq!(Scale::named("likert"), None);
}

/// The archive of the page is the folder of the command.
#[test]
fn a_round_is_its_files_or_one_archive() {
    let round = round(CHOICE).with_guidelines(" Look twice.\n").unwrap();
    let files = round.files();
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["sheet-1.json", "sheet-2.json", "sheet-3.json", "sheet-4.json", ROUND_KEY]);
    let zip = round.zip().unwrap();
    assert_eq!(zip, round.zip().unwrap());
    let mut returned = Returned::default();
    for (name, text) in &files {
        let (_, bytes) = member_of_zip("round.zip", Cursor::new(&zip), name).unwrap();
        assert_eq!(bytes, text.as_bytes());
        returned.add(name, text).unwrap();
    }
    assert_eq!(round_files_of_zip("round.zip", &zip).unwrap(), files);
    let packed = |files: &[(&str, &str)]| {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in files {
            archive.start_file(*name, SimpleFileOptions::default()).unwrap();
            archive.write_all(text.as_bytes()).unwrap();
        }
        archive.finish().unwrap().into_inner()
    };
    let in_folder =
        packed(&[("r/sheet-1.json", "a"), ("__MACOSX/r/._s.json", "b"), ("n.txt", "c")]);
    let unpacked = round_files_of_zip("r.zip", &in_folder).unwrap();
    assert_eq!(unpacked, [("sheet-1.json".to_owned(), "a".to_owned())]);
    let empty = packed(&[("notes.txt", "c")]);
    refused(round_files_of_zip("r.zip", &empty), &["r.zip", "no sheet of a round"]);
    refused(round_files_of_zip("r.zip", &zip[..zip.len() / 2]), &["r.zip", "damaged"]);
    let (_, key) = returned.key.clone().unwrap();
    assert_eq!(key, round.key);
    let sheets: Vec<Sheet> = returned.sheets.iter().map(|(_, sheet)| sheet.clone()).collect();
    assert_eq!(sheets, round.sheets);
    assert!(sheets.iter().all(|sheet| sheet.guidelines == "Look twice."));
    let again = returned.add("key (1).json", &round.key.to_json());
    refused(again, &["key (1).json", ROUND_KEY, "keys of rounds"]);
    refused(returned.add("x.json", "{}"), &["x.json", "no sheet of a round"]);
    let long = round.with_guidelines(&"a".repeat(20_001));
    assert_eq!(long, Err(RoundError::LongGuidelines { n: 20_001 }));
}

#[test]
fn a_round_whose_sheets_nobody_could_read_is_not_made() {
    let pool: Vec<(usize, u32)> = (0..40).flat_map(|row| [(0, row), (1, row), (2, row)]).collect();
    let choice = |n_controls| RoundChoice { per_picture: 1, n_sheets: 1, n_controls, ..CHOICE };
    let made = |n| Round::new(&dataset(), 0, &pool, choice(n)).map(|_| ());
    assert_eq!(made(MAX_ITEMS - 119), Err(RoundError::TooLong { n: MAX_ITEMS + 1 }));
    assert!(matches!(made(MAX_ITEMS - 120), Err(RoundError::TooFewControls { .. })));
}

#[test]
fn a_sheet_is_answered_picture_by_picture_and_taken_back() {
    let round = round(CHOICE);
    let sheet = round.sheets[0].clone();
    let n = sheet.items.len();
    let mut work = SheetWork::new(sheet.clone(), Some("round/sheet-1.json".into()));
    assert_eq!((work.n(), work.n_answered(), work.undo()), (n, 0, None));
    assert_eq!(work.next_open(0), Some(1));
    assert!(work.answer(2, "r", 1_500) && work.answer(0, "n", 500) && work.answer(2, "u", 250));
    assert!(
        !work.answer(n, "r", 1) && !work.answer(1, "yes", 1),
        "no such picture, no such answer"
    );
    work.note(2, "  too dark ");
    let item = work.item(2).unwrap();
    assert_eq!(
        (item.answer.as_deref(), item.ms, item.note.as_str()),
        (Some("u"), Some(1_750), "too dark")
    );
    assert_eq!((work.n_answered(), work.spent_ms()), (2, 2_250));
    // What a browser keeps comes back, the order included.
    let kept = work.to_json();
    let mut again = SheetWork::from_json("kept", &kept).unwrap();
    assert_eq!(again, work);
    assert_eq!((again.undo(), again.undo(), again.undo()), (Some(2), Some(0), None));
    assert_eq!(again.item(2).unwrap().note, "too dark");
    assert_eq!(again.n_answered(), 0);
    let odd = kept.replace("\"order\":[0,2]", "\"order\":[0,1]");
    assert_ne!(odd, kept);
    refused(SheetWork::from_json("kept", &odd), &["kept", "order is not that of its answers"]);
    refused(SheetWork::from_json("kept", "{}"), &["kept", "no sheet that was begun"]);
    // To the end, from anywhere.
    for _ in 0..n {
        let Some(place) = work.next_open(n - 2) else { break };
        assert!(work.answer(place, "n", u64::MAX));
    }
    assert!(work.is_done() && work.next_open(0).is_none());
    assert_eq!(work.spent_ms(), u64::MAX);
    // A sheet that comes with answers goes on.
    let went_on = SheetWork::new(work.sheet.clone(), None);
    assert_eq!(went_on.n_answered(), n);
    let mut own = work.sheet.clone();
    own.person = "Ada".into();
    let back = Sheet::from_json("a.json", &own.to_json()).unwrap();
    assert_eq!(join(&round.key, &[("a.json".into(), back)], false).unwrap().persons.len(), 1);
}

#[test]
fn a_sheet_is_checked_before_it_is_believed() {
    let (round, dataset) = (round(CHOICE), dataset());
    let with = |change: &dyn Fn(&mut Sheet)| {
        let mut sheet = round.sheets[0].clone();
        change(&mut sheet);
        let sheet = Sheet::from_json("s.json", &sheet.to_json())?;
        sheet.rows("s.json", &dataset)
    };
    let rows = with(&|_| {}).unwrap();
    let images: Vec<String> = rows.iter().map(|row| format!("i{row}")).collect();
    let named: Vec<&String> = round.sheets[0].items.iter().map(|item| &item.image).collect();
    assert_eq!(images.iter().collect::<Vec<_>>(), named);
    let item = |change: fn(&mut SheetItem)| with(&move |own| change(&mut own.items[0]));
    refused(with(&|own| own.benchmark = "b".into()), &["s.json", "of the benchmark b, and "]);
    refused(item(|own| own.query = "q9".into()), &["s.json", "no query q9"]);
    refused(item(|own| own.image = "i99".into()), &["s.json", "no image i99"]);
    refused(item(|own| own.text = "a cat".into()), &["s.json", "\"a cat\" on the sheet"]);
    refused(with(&|own| own.items.push(own.items[0].clone())), &["s.json", "twice"]);
    refused(with(&|own| own.items.clear()), &["s.json", "it has no pictures"]);
    refused(with(&|own| own.sheet = 0), &["s.json", "it is sheet 0 of 4"]);
    refused(with(&|own| own.sheet = 5), &["s.json", "it is sheet 5 of 4"]);
    refused(with(&|own| own.person = "a".repeat(201)), &["person has 201 characters"]);
    refused(with(&|own| own.guidelines = "a".repeat(20_001)), &["guidelines has 20001 characters"]);
    refused(item(|own| own.note = "a".repeat(2_001)), &["note on image", "2001 characters"]);
    refused(item(|own| own.answer = Some("5".into())), &["\"5\"", "none of r, n, u"]);
    let many = with(&|own| {
        let item = |nth: usize| SheetItem { image: format!("x{nth}"), ..own.items[0].clone() };
        own.items = (0..=MAX_ITEMS).map(item).collect();
    });
    refused(many, &["10001 pictures", "at most 10000"]);
    let text = round.sheets[0].to_json();
    let foreign = text.replacen("\"kind\"", "\"extra\": 1, \"kind\"", 1);
    refused(Sheet::from_json("s.json", &foreign), &["s.json, line", "unknown field"]);
    let scale = text.replacen("\"conqa\"", "\"likert\"", 1);
    refused(Sheet::from_json("s.json", &scale), &["s.json, line", "likert"]);
    let huge = " ".repeat(usize::try_from(MAX_ROUND_BYTES).unwrap() + 1);
    refused(Sheet::from_json("s.json", &huge), &["s.json", "67108865 bytes"]);
    refused(RoundKey::from_json("k.json", &huge), &["k.json", "67108865 bytes"]);
}

#[test]
fn an_address_says_what_round_is_planned() {
    let systems = ["a", "rrf(a,b)", "c", "d"].map(String::from);
    let usual = RoundPlan::new(&systems, "");
    assert_eq!(usual.systems, systems[..3]);
    assert_eq!((usual.depth, usual.choice.per_picture, usual.choice.seed), (10, 3, 0));
    let text = RoundPlan::changed("", "systems", "d,rrf(a,b)").unwrap();
    let text = RoundPlan::changed(&text, "depth", "5").unwrap();
    let text = RoundPlan::changed(&text, "answers", "eccv").unwrap();
    let plan = RoundPlan::new(&systems, &text);
    assert_eq!(plan.systems, ["rrf(a,b)", "d"], "in the order of the benchmark");
    assert_eq!((plan.depth, plan.choice.answers), (5, Scale::Eccv));
    let odd = "systems=;depth=0;people=1e9;sheets=-1;controls=x;answers=likert;seed=7";
    let plan = RoundPlan::new(&systems, odd);
    assert!(plan.systems.is_empty());
    let usual = RoundChoice { seed: 7, ..usual.choice };
    assert_eq!((plan.depth, plan.choice), (10, usual));
}
