//! Sheets that came back → votes by person.

use super::files::{RoundKey, Sheet, SheetItem};
use crate::analysis::desk::{Answer, Control, ControlScore};
use crate::formats::{FormatError, Place, VotedImage, Votes};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// All that came back.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct JoinedRound {
    /// Without controls, in the order of the key's sheets.
    pub voted: Vec<VotedImage>,
    /// By name.
    pub persons: Vec<JoinedPerson>,
    /// What happened besides, in sentences: sheets of nobody, items without an answer, second answers.
    pub notes: Vec<String>,
}

/// A person and the controls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinedPerson {
    pub name: String,
    /// Besides controls.
    pub n_answers: usize,
    pub controls: ControlScore,
    /// Whether too many controls were answered wrongly.
    pub has_failed: bool,
}

/// More than this percentage of wrong controls is too many. Unsure is neither right nor wrong.
const MOST_FAILED: usize = 30;

/// An answer as votes have it, and as it was given.
struct Given<'a> {
    person: &'a str,
    /// The person's, or that of a second answer.
    name: String,
    vote: u8,
    item: &'a SheetItem,
}

/// Joins sheets, each with the name of its file. A file that came twice counts once; a person's second
/// answer to a picture counts as one of a person named `… (2)`. `leave_out` drops the votes of people who
/// failed.
///
/// # Errors
/// A sheet of another round, without its items, with an answer that the round does not know, or without a
/// person; and two different files of one person and sheet.
pub fn join(
    key: &RoundKey,
    returned: &[(String, Sheet)],
    leave_out: bool,
) -> Result<JoinedRound, FormatError> {
    let mut notes = Vec::new();
    let truth: HashMap<(&str, &str), bool> = key
        .controls
        .iter()
        .map(|(query, image, is_relevant)| ((query.as_str(), image.as_str()), *is_relevant))
        .collect();
    let mut seen: HashMap<(&str, usize), (&String, &Sheet)> = HashMap::new();
    let mut controls: BTreeMap<&str, Vec<Control>> = BTreeMap::new();
    let mut given: HashMap<(&str, &str), Vec<Given<'_>>> = HashMap::new();
    let mut n_answers: BTreeMap<&str, usize> = BTreeMap::new();
    for (file, sheet) in returned {
        check(key, file, sheet)?;
        let n_open = sheet.items.iter().filter(|item| item.answer.is_none()).count();
        let person = sheet.person.trim();
        if n_open == sheet.items.len() {
            notes.push(format!("{file}: nobody has answered"));
            continue;
        }
        if person.is_empty() {
            let reason = "it does not say who answered: write a name into person";
            return Err(FormatError::new(file, Place::File, reason));
        }
        if let Some((earlier, own)) = seen.insert((person, sheet.sheet), (file, sheet)) {
            if own.items == sheet.items {
                notes.push(format!("{file}: the same as {earlier}"));
                continue;
            }
            let reason = format!(
                "{person} gave other answers to sheet {} in {earlier}: leave one of the files out, or \
                 give its person another name",
                sheet.sheet
            );
            return Err(FormatError::new(file, Place::File, reason));
        }
        if n_open > 0 {
            let n = sheet.items.len();
            notes.push(format!("{file}: {n_open} of {n} pictures have no answer"));
        }
        controls.entry(person).or_default();
        n_answers.entry(person).or_default();
        let mut n_again = 0;
        for item in &sheet.items {
            let Some(vote) = item.answer.as_deref().and_then(|own| key.answers.vote(own)) else {
                continue;
            };
            let pair = (item.query.as_str(), item.image.as_str());
            if let Some(is_relevant) = truth.get(&pair) {
                let (query, image) = (item.query.clone(), item.image.clone());
                let answer = Answer::ALL.get(usize::from(vote)).copied().unwrap_or(Answer::Unsure);
                let control = Control { query, image, answer, is_relevant: *is_relevant };
                controls.entry(person).or_default().push(control);
                continue;
            }
            *n_answers.entry(person).or_default() += 1;
            let own = given.entry(pair).or_default();
            let name = free_name(person, own);
            n_again += usize::from(name != person);
            own.push(Given { person, name, vote, item });
        }
        if n_again > 0 {
            notes.push(format!(
                "{file}: {person} has answered {n_again} of its pictures on another sheet; these \
                 answers count as those of {person} (2), (3) and so on"
            ));
        }
    }
    let persons: Vec<JoinedPerson> = controls
        .iter()
        .map(|(name, own)| {
            let score = ControlScore::of(own);
            let has_failed = score.n_wrong * 100 > score.n_answered * MOST_FAILED;
            let n_answers = n_answers.get(name).copied().unwrap_or(0);
            JoinedPerson { name: (*name).to_owned(), n_answers, controls: score, has_failed }
        })
        .collect();
    let failed = persons.iter().filter(|own| own.has_failed && leave_out);
    let left_out: BTreeSet<&str> = failed.map(|own| own.name.as_str()).collect();
    let scores = persons.iter().map(|own| (own.name.as_str(), own.controls)).collect();
    Ok(JoinedRound { voted: voted(key, &given, &left_out, &scores), persons, notes })
}

/// The votes on each picture of the round, in the order of its sheets.
fn voted(
    key: &RoundKey,
    given: &HashMap<(&str, &str), Vec<Given<'_>>>,
    left_out: &BTreeSet<&str>,
    scores: &HashMap<&str, ControlScore>,
) -> Vec<VotedImage> {
    let mut seen = HashSet::new();
    let mut all = Vec::new();
    for (query, image) in key.sheets.iter().flatten() {
        let pair = (query.as_str(), image.as_str());
        let Some(own) = given.get(&pair).filter(|_| seen.insert(pair)) else { continue };
        let (query, image) = (query.clone(), image.clone());
        let mut image = VotedImage { query, image, ..VotedImage::default() };
        for Given { person, name, vote, item } in
            own.iter().filter(|own| !left_out.contains(own.person))
        {
            image.by.insert(name.clone(), *vote);
            let right = scores.get(person).and_then(|own| own.right_of_answered());
            image.controls.extend(right.map(|right| (name.clone(), right)));
            image.said.extend(said(key, item).map(|said| (name.clone(), said)));
        }
        if let Some(votes) = Votes::of(&image.by).filter(|votes| votes.n() > 0) {
            all.push(VotedImage { votes, ..image });
        }
    }
    all
}

/// The person's name, or the next one after it that has not answered.
fn free_name(person: &str, given: &[Given<'_>]) -> String {
    let is_free = |name: &String| given.iter().all(|own| own.name != *name);
    let more = (2..).map(|n| format!("{person} ({n})"));
    std::iter::once(person.to_owned()).chain(more).find(is_free).unwrap_or_default()
}

/// The answer in the words of its scale, where votes lose some of it, and the note.
fn said(key: &RoundKey, item: &SheetItem) -> Option<String> {
    let answer = item.answer.as_deref().filter(|_| key.answers != super::Scale::Conqa);
    let note = Some(item.note.trim()).filter(|note| !note.is_empty());
    match (answer, note) {
        (None, None) => None,
        (Some(one), None) | (None, Some(one)) => Some(one.to_owned()),
        (Some(answer), Some(note)) => Some(format!("{answer}: {note}")),
    }
}

/// Refuses a sheet that is not one of the round.
fn check(key: &RoundKey, file: &str, sheet: &Sheet) -> Result<(), FormatError> {
    let refused = |reason: String| Err(FormatError::new(file, Place::File, reason));
    if sheet.round != key.round || sheet.benchmark != key.benchmark {
        return refused(format!(
            "a sheet of round {} of benchmark {}, not of {} of {}: join each round by itself",
            sheet.round, sheet.benchmark, key.round, key.benchmark
        ));
    }
    if sheet.answers != key.answers {
        let name = key.answers.name();
        return refused(format!("its answers are {}, not {name}", sheet.answers.name()));
    }
    let Some(own) = sheet.sheet.checked_sub(1).and_then(|place| key.sheets.get(place)) else {
        return refused(format!("sheet {} of {}", sheet.sheet, key.sheets.len()));
    };
    let mut wanted = own.clone();
    let mut found: Vec<(String, String)> =
        sheet.items.iter().map(|item| (item.query.clone(), item.image.clone())).collect();
    wanted.sort_unstable();
    found.sort_unstable();
    if wanted != found {
        return refused(format!(
            "its pictures are not those of sheet {}: some were taken out, added or changed",
            sheet.sheet
        ));
    }
    sheet.unknown_answer().map_or(Ok(()), refused)
}
