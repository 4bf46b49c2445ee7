//! Which pictures meet one condition, and what is known where none does.

use super::by::CarriedBy;
use super::term::{Condition, Test, number_of};
use crate::benchmark::{FieldColumn, FieldsFile, Licence, Moment, Second};
use std::collections::BTreeMap;

/// How many known values an error names.
const N_NAMED: usize = 6;

/// The rows that meet a condition, ascending.
///
/// # Errors
/// No picture does: what is known instead.
pub(super) fn rows_of(condition: &Condition, by: CarriedBy<'_>) -> Result<Vec<u32>, String> {
    let (rows, nothing) = match condition {
        Condition::Tag(tag) => (tagged(tag, by), format!("no picture has the tag “{tag}”")),
        Condition::Creator(name) => {
            let is = |_: &FieldsFile, _: usize, text: &str| same(text, name);
            (of_column(by, |file| Some(&file.creator), is), format!("no creator is “{name}”"))
        }
        Condition::Licence(text) => {
            let wanted = Licence::from_text(text);
            let is = |file: &FieldsFile, number: usize, text: &str| {
                let own = file.licences.get(number);
                own.is_some_and(|own| same(&own.id, &wanted.id) || same(&own.name, &wanted.id))
                    || same(text, &wanted.id)
            };
            (of_column(by, |file| Some(&file.licence), is), format!("no licence is “{text}”"))
        }
        Condition::Taken(from, to) => {
            (taken(by, *from, *to), "no picture is known to be taken then".to_owned())
        }
        Condition::Lat(from, to) => {
            // The pole and the last meridian belong to the ranges that end there.
            let is = |(lat, _): (f64, f64)| lat >= *from && (lat < *to || *to >= 90.0);
            (placed(by, is), "no picture is known to be taken there".to_owned())
        }
        Condition::Lon(from, to) => {
            let is = |(_, lon): (f64, f64)| {
                let is_before = lon < *to || *to >= 180.0;
                if from <= to { lon >= *from && is_before } else { lon >= *from || is_before }
            };
            (placed(by, is), "no picture is known to be taken there".to_owned())
        }
        Condition::Exif(name, test) => {
            let name = exif_name(name, by)?;
            let is = |_: &FieldsFile, _: usize, text: &str| passes(test, text);
            let column = |file: &FieldsFile| exif_place(file, &name);
            let rows = of_columns(by, column, is);
            if rows.is_empty() && matches!(test, Test::Number { .. }) {
                let is_number = |_: &FieldsFile, _: usize, text: &str| number_of(text).is_some();
                if of_columns(by, column, is_number).is_empty() {
                    return Err(format!("{name} has no numbers{}", known(&exif_counts(by, &name))));
                }
            }
            let nothing = format!("no picture has such a {name}");
            if rows.is_empty() {
                return Err(nothing + &known(&exif_counts(by, &name)));
            }
            (rows, nothing)
        }
    };
    if rows.is_empty() { Err(nothing + &known_of(condition, by)) } else { Ok(rows) }
}

pub(super) fn same(a: &str, b: &str) -> bool {
    a == b || a.to_lowercase() == b.to_lowercase()
}

fn tagged(tag: &str, by: CarriedBy<'_>) -> Vec<u32> {
    let has = |own: &&crate::benchmark::Image| own.tags.iter().any(|own| same(own, tag));
    let images = (0u32..).zip(by.images).filter(|(_, image)| has(image));
    images.map(|(row, _)| row).collect()
}

fn of_column<'a>(
    by: CarriedBy<'a>,
    column: impl Fn(&'a FieldsFile) -> Option<&'a FieldColumn>,
    is: impl Fn(&FieldsFile, usize, &str) -> bool,
) -> Vec<u32> {
    let mut rows = Vec::new();
    for file in by.files {
        let Some(column) = column(file) else { continue };
        let passes: Vec<bool> = column
            .texts()
            .iter()
            .enumerate()
            .map(|(number, text)| is(file, number, text))
            .collect();
        let passed = column.numbered().filter(|(_, number)| passes.get(*number) == Some(&true));
        rows.extend(
            passed.filter_map(|(row, _)| u32::try_from(row).ok().map(|row| file.rows.start + row)),
        );
    }
    rows
}

/// [`of_column`] of a column that is looked up by its place.
fn of_columns(
    by: CarriedBy<'_>,
    place: impl Fn(&FieldsFile) -> Option<usize>,
    is: impl Fn(&FieldsFile, usize, &str) -> bool,
) -> Vec<u32> {
    of_column(by, |file| file.exif.get(place(file)?).map(|(_, column)| column), is)
}

fn taken(by: CarriedBy<'_>, from: Option<Moment>, to: Option<Moment>) -> Vec<u32> {
    let first: Option<Second> = from.map(|from| from.span().0);
    let last: Option<Second> = to.map(|to| to.span().1);
    let is_within = |taken: &Moment| {
        let (start, end) = taken.span();
        first.is_none_or(|first| start >= first) && last.is_none_or(|last| end <= last)
    };
    let mut rows = Vec::new();
    for file in by.files {
        let taken = (file.rows.start..).zip(&file.taken);
        let within = taken.filter(|(_, taken)| taken.as_ref().is_some_and(is_within));
        rows.extend(within.map(|(row, _)| row));
    }
    rows
}

fn placed(by: CarriedBy<'_>, is: impl Fn((f64, f64)) -> bool) -> Vec<u32> {
    let mut rows = Vec::new();
    for file in by.files {
        let places = (file.rows.start..).zip(&file.place);
        rows.extend(places.filter(|(_, place)| place.is_some_and(&is)).map(|(row, _)| row));
    }
    rows
}

fn passes(test: &Test, text: &str) -> bool {
    match test {
        Test::IsThere => true,
        Test::Is(wanted) => {
            same(text, wanted)
                || number_of(text).is_some_and(|own| {
                    // "f/5.6" is 5.6, but "5.6 mm" is not "5.6 sec".
                    wanted.parse::<f64>().is_ok_and(|wanted| own.to_bits() == wanted.to_bits())
                })
        }
        Test::Number { from, to } => number_of(text).is_some_and(|own| {
            from.is_none_or(|(least, is_in)| own > least || is_in && own >= least)
                && to.is_none_or(|(most, is_in)| own < most || is_in && own <= most)
        }),
    }
}

/// Letters and digits only, so that `focal-length` is `Focal Length`.
pub(super) fn plain(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>().to_lowercase()
}

pub(super) fn exif_place(file: &FieldsFile, name: &str) -> Option<usize> {
    file.exif.iter().position(|(own, _)| own == name)
}

/// The EXIF field that a name means: that of this name, or the only one that begins with it.
fn exif_name(name: &str, by: CarriedBy<'_>) -> Result<String, String> {
    let counts = exif_names(by);
    let wanted = plain(name);
    let exact = counts.keys().find(|own| same(own, name));
    let exact = exact.or_else(|| counts.keys().find(|own| plain(own) == wanted));
    if let Some(own) = exact {
        return Ok((*own).to_owned());
    }
    let mut starting = counts.keys().filter(|own| plain(own).starts_with(&wanted));
    match (starting.next(), starting.next()) {
        (Some(only), None) => Ok((*only).to_owned()),
        (None, _) => {
            let fields = counts.iter().map(|(name, n)| ((*name).to_owned(), *n)).collect();
            Err(format!("no picture has an EXIF field “{name}”{}", known(&fields)))
        }
        (Some(a), Some(b)) => {
            Err(format!("“{name}” may be {a} or {b}: write more of it, in quotes if it has spaces"))
        }
    }
}

/// How many pictures have each EXIF field.
pub(super) fn exif_names(by: CarriedBy<'_>) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for (name, column) in by.files.iter().flat_map(|file| &file.exif) {
        *counts.entry(name.as_str()).or_default() += column.n_with();
    }
    counts
}

type Counts = BTreeMap<String, usize>;

fn exif_counts(by: CarriedBy<'_>, name: &str) -> Counts {
    counted(
        by.files.iter().filter_map(|file| file.exif.get(exif_place(file, name)?)).map(|own| &own.1),
    )
}

fn counted<'a>(columns: impl Iterator<Item = &'a FieldColumn>) -> Counts {
    let mut counts = Counts::new();
    for column in columns {
        for (text, n) in column.texts().iter().zip(column.counts()) {
            *counts.entry(text.clone()).or_default() += n;
        }
    }
    counts
}

fn known_of(condition: &Condition, by: CarriedBy<'_>) -> String {
    match condition {
        Condition::Tag(_) => {
            let mut counts = Counts::new();
            for tag in by.images.iter().flat_map(|image| &image.tags) {
                *counts.entry(tag.clone()).or_default() += 1;
            }
            known(&counts)
        }
        Condition::Creator(_) => known(&counted(by.files.iter().map(|file| &file.creator))),
        Condition::Licence(_) => {
            let mut counts = Counts::new();
            for file in by.files {
                for (licence, n) in file.licences.iter().zip(file.licence.counts()) {
                    *counts.entry(licence.id.clone()).or_default() += n;
                }
            }
            known(&counts)
        }
        Condition::Taken(..) => {
            let all = by.files.iter().flat_map(|file| file.taken.iter().flatten());
            let (first, last) =
                (all.clone().min_by_key(|own| own.span().0), all.max_by_key(|own| own.span().1));
            match (first, last) {
                (Some(first), Some(last)) => format!("; dates go from {first} to {last}"),
                _ => "; no date of any picture is known".into(),
            }
        }
        Condition::Lat(..) | Condition::Lon(..) => {
            let n = by.files.iter().flat_map(|file| file.place.iter().flatten()).count();
            format!("; the place of {n} pictures is known")
        }
        Condition::Exif(..) => String::new(),
    }
}

/// The most frequent values with their counts.
fn known(counts: &Counts) -> String {
    if counts.is_empty() {
        return "; none of the pictures has one".into();
    }
    let mut all: Vec<(&String, &usize)> = counts.iter().collect();
    all.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
    let first: Vec<String> =
        all.iter().take(N_NAMED).map(|(text, n)| format!("{text} ({n})")).collect();
    let rest = if all.len() > N_NAMED {
        format!(" and {} more", all.len() - N_NAMED)
    } else {
        String::new()
    };
    format!("; known are {}{rest}", first.join(", "))
}
