//! A credit in words: who made a picture, its licence and its title, as MIRFLICKR's `license{N}.txt`
//! has them. How its lines are worded is published nowhere, so they are read leniently.

/// What a credit says. A field that is not understood is missing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Credit {
    /// Who made the picture.
    pub creator: Option<String>,
    /// Its licence as written.
    pub licence: Option<String>,
    /// Its title.
    pub title: Option<String>,
}

const CREATOR: [&str; 9] = [
    "creator",
    "owner",
    "author",
    "photographer",
    "artist",
    "by",
    "user",
    "username",
    "owner name",
];
const LICENCE: [&str; 5] = ["license", "licence", "license type", "licence type", "rights"];
const TITLE: [&str; 4] = ["title", "name", "picture title", "image title"];

/// Reads lines `Key: value` or `Key=value` with a known key, in any order and case. Of lines without a key, one that
/// has an address of Creative Commons or its words is the licence; of exactly three lines without
/// keys the others are creator and title, in this order.
#[must_use]
pub fn credit_from_text(text: &str) -> Credit {
    let mut credit = Credit::default();
    let mut bare = Vec::new();
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    for line in lines() {
        let Some((field, value)) = keyed(line) else {
            bare.push(line);
            continue;
        };
        let own = match field {
            Field::Creator => &mut credit.creator,
            Field::Licence => &mut credit.licence,
            Field::Title => &mut credit.title,
        };
        if own.is_none() && !value.is_empty() {
            *own = Some(value.to_owned());
        }
    }
    let is_three = bare.len() == 3 && lines().count() == 3;
    if credit.licence.is_none()
        && let Some(place) = bare.iter().position(|line| is_licence(line))
    {
        credit.licence = Some(bare.remove(place).to_owned());
        if let (true, [creator, title]) = (is_three, bare.as_slice()) {
            credit.creator = Some((*creator).to_owned());
            credit.title = Some((*title).to_owned());
        }
    }
    credit
}

enum Field {
    Creator,
    Licence,
    Title,
}

fn keyed(line: &str) -> Option<(Field, &str)> {
    let (key, value) = line.split_once([':', '=', '\t'])?;
    let key = key.trim().trim_start_matches('-').to_lowercase().replace('_', " ");
    let is_one_of = |keys: &[&str]| keys.contains(&key.as_str());
    let field = if is_one_of(&CREATOR) {
        Field::Creator
    } else if is_one_of(&LICENCE) {
        Field::Licence
    } else if is_one_of(&TITLE) {
        Field::Title
    } else {
        return None;
    };
    Some((field, value.trim()))
}

fn is_licence(line: &str) -> bool {
    let lower = line.to_lowercase();
    let starts = ["cc-", "cc ", "cc0", "attribution", "creative commons"];
    lower.contains("creativecommons.org") || starts.iter().any(|start| lower.starts_with(start))
}
