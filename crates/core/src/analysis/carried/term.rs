//! Conditions as a person types them: `tag:dog creator:"mossy boots" taken:2009..2012-06
//! exif:iso>=400 lat:35..70 lon:-10..40`.

use crate::benchmark::Moment;

/// What conditions can be on, with an example of each.
pub const KEYS: [(&str, &str); 7] = [
    ("tag:", "tag:dog"),
    ("creator:", "creator:\"mossy boots\""),
    ("licence:", "licence:CC-BY-4.0"),
    ("taken:", "taken:2009..2012-06"),
    ("exif:", "exif:iso>=400"),
    ("lat:", "lat:35..70"),
    ("lon:", "lon:-10..40"),
];

/// One condition on a picture.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// It has this tag.
    Tag(String),
    /// This creator made it.
    Creator(String),
    /// It has this licence.
    Licence(String),
    /// It was taken between the beginning of the first and the end of the second.
    Taken(Option<Moment>, Option<Moment>),
    /// Its latitude is from the first to below the second, in degrees.
    Lat(f64, f64),
    /// Its longitude likewise; from a greater to a smaller one it crosses the date line.
    Lon(f64, f64),
    /// Its EXIF field of this name passes a test.
    Exif(String, Test),
}

/// A test of an EXIF field.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// It is there.
    IsThere,
    /// It has this text, or this number.
    Is(String),
    /// Its number is within bounds.
    Number {
        /// The lower bound, and whether it is itself within.
        from: Option<(f64, bool)>,
        /// The upper bound, and whether it is itself within.
        to: Option<(f64, bool)>,
    },
}

/// The terms of a filter: each as it was typed, and its condition or why there is none.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Terms(pub Vec<(String, Result<Condition, String>)>);

impl Terms {
    /// Reads terms separated by spaces. A quoted part may have spaces.
    pub fn read(text: &str) -> Self {
        let term = |term: &str| (term.to_owned(), condition(term));
        Self(split(text).into_iter().map(term).collect())
    }
}

/// The terms of a text, with their quotes.
pub(super) fn split(text: &str) -> Vec<&str> {
    let mut terms = Vec::new();
    let (mut start, mut is_quoted) = (None, false);
    for (place, letter) in text.char_indices() {
        if letter == '"' {
            is_quoted = !is_quoted;
        }
        if letter.is_whitespace() && !is_quoted {
            terms.extend(start.take().and_then(|start: usize| text.get(start..place)));
        } else if start.is_none() {
            start = Some(place);
        }
    }
    terms.extend(start.and_then(|start| text.get(start..)));
    terms
}

/// A value, quoted if it has to be.
pub(super) fn quoted(value: &str) -> String {
    let needs = value.is_empty() || value.chars().any(char::is_whitespace);
    let plain = value.replace('"', "");
    if needs { format!("\"{plain}\"") } else { plain }
}

fn condition(term: &str) -> Result<Condition, String> {
    if !term.matches('"').count().is_multiple_of(2) {
        return Err(format!("{term}: the quote is not closed"));
    }
    let Some((key, rest)) = term.split_once(':') else {
        return Err(format!("{term}: {}", known_keys()));
    };
    let value = rest.replace('"', "").trim().to_owned();
    if value.is_empty() {
        let example = KEYS.iter().find(|(own, _)| own.trim_end_matches(':') == key.to_lowercase());
        let example = example.map_or_else(known_keys, |(_, like)| format!("write it like {like}"));
        return Err(format!("{term}: {example}"));
    }
    match key.to_lowercase().as_str() {
        "tag" => Ok(Condition::Tag(value)),
        "creator" => Ok(Condition::Creator(value)),
        "licence" | "license" => Ok(Condition::Licence(value)),
        "taken" => taken(&value).ok_or_else(|| {
            format!(
                "{term}: not a date or a range of dates: write a year, 2009-06 or 2009-06-12, or \
                 two of them as 2009..2012-06"
            )
        }),
        "lat" => degrees(&value, 90.0)
            .filter(|(from, to)| from <= to)
            .map(|(from, to)| Condition::Lat(from, to))
            .ok_or_else(|| {
                format!("{term}: not a range of latitudes from -90 to 90, such as lat:35..70")
            }),
        "lon" => {
            degrees(&value, 180.0).map(|(from, to)| Condition::Lon(from, to)).ok_or_else(|| {
                format!("{term}: not a range of longitudes from -180 to 180, such as lon:-10..40")
            })
        }
        "exif" => exif(rest).map_err(|reason| format!("{term}: {reason}")),
        _ => Err(format!("{term}: {}", known_keys())),
    }
}

fn known_keys() -> String {
    let examples: Vec<&str> = KEYS.iter().map(|(_, example)| *example).collect();
    format!("a condition is one of {}", examples.join(", "))
}

fn taken(value: &str) -> Option<Condition> {
    let moment = |text: &str| Moment::from_text(&text.replace('T', " "));
    let Some((from, to)) = value.split_once("..") else {
        let moment = moment(value)?;
        return Some(Condition::Taken(Some(moment), Some(moment)));
    };
    let bound = |text: &str| if text.is_empty() { Some(None) } else { moment(text).map(Some) };
    match (bound(from)?, bound(to)?) {
        (None, None) => None,
        (from, to) => Some(Condition::Taken(from, to)),
    }
}

/// `35..70`; without an end, to the last.
fn degrees(value: &str, most: f64) -> Option<(f64, f64)> {
    let (from, to) = value.split_once("..")?;
    let bound = |text: &str, usual: f64| match text {
        "" => Some(usual),
        text => text.parse().ok().filter(|own: &f64| own.abs() <= most),
    };
    let is_given = !(from.is_empty() && to.is_empty());
    Some((bound(from, -most)?, bound(to, most)?)).filter(|_| is_given)
}

/// The signs of a test, the longer first.
const SIGNS: [&str; 6] = [">=", "<=", ">", "<", "=", ":"];

fn exif(text: &str) -> Result<Condition, String> {
    let (name, rest) = match text.strip_prefix('"').and_then(|text| text.split_once('"')) {
        Some((name, rest)) => (name, rest),
        None => text.split_at(text.find(['>', '<', '=', ':']).unwrap_or(text.len())),
    };
    if name.trim().is_empty() {
        return Err("name an EXIF field, as in exif:iso>=400".into());
    }
    let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign)).copied();
    let name = name.trim().to_owned();
    let Some(sign) = sign else {
        return match rest {
            "" => Ok(Condition::Exif(name, Test::IsThere)),
            _ => Err("after the field's name comes one of >=, <=, >, <, =".into()),
        };
    };
    let value = rest.get(sign.len()..).unwrap_or_default().replace('"', "").trim().to_owned();
    if value.is_empty() {
        return Err(format!("a value is missing after {sign}"));
    }
    let number = |text: &str| {
        number_of(text).ok_or_else(|| format!("“{text}” is no number: write 400, 5.6 or 1/250"))
    };
    let test = match sign {
        ">=" => Test::Number { from: Some((number(&value)?, true)), to: None },
        ">" => Test::Number { from: Some((number(&value)?, false)), to: None },
        "<=" => Test::Number { from: None, to: Some((number(&value)?, true)) },
        "<" => Test::Number { from: None, to: Some((number(&value)?, false)) },
        _ => match value.split_once("..") {
            None => Test::Is(value),
            Some((from, to)) => {
                let bound = |text: &str| match text {
                    "" => Ok(None),
                    text => number(text).map(|number| Some((number, true))),
                };
                Test::Number { from: bound(from)?, to: bound(to)? }
            }
        },
    };
    Ok(Condition::Exif(name, test))
}

/// The number that a camera's text begins with: `1/250 sec`, `f/5.6`, `26 mm`, `400`. `None` for
/// dates and words.
pub fn number_of(text: &str) -> Option<f64> {
    let text = text.trim();
    let text = text.strip_prefix("f/").or_else(|| text.strip_prefix("F/")).unwrap_or(text);
    let is_part = |letter: char| letter.is_ascii_digit() || matches!(letter, '.' | '/' | '-' | '+');
    let end = text.find(|letter| !is_part(letter)).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    if rest.starts_with([':', ',']) {
        return None;
    }
    let value = match number.split_once('/') {
        None => number.parse::<f64>().ok()?,
        Some((over, under)) => over.parse::<f64>().ok()? / under.parse::<f64>().ok()?,
    };
    value.is_finite().then_some(value)
}
