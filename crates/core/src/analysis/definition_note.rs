//! Where two pages show a measure under different definitions of relevance: which, and why the values
//! differ.

use super::{Column, Dataset, words};

/// The columns `here`, whose measures the page `page` shows under other definitions only; `None` if it
/// shows none of them so.
pub fn definition_note(
    dataset: &Dataset,
    here: &[Column],
    there: &[Column],
    page: &str,
) -> Option<String> {
    let elsewhere = |own: &Column| {
        let mut same = there.iter().filter(|other| other.measure == own.measure);
        let first = same.clone().next()?;
        same.all(|other| other.definition != own.definition).then_some(first.definition)
    };
    let differing = |own: &Column| Some((own.definition, elsewhere(own)?));
    let pair = here.iter().find_map(differing)?;
    let names = here.iter().filter(|own| differing(own) == Some(pair));
    let names: Vec<String> = names.map(|own| own.measure.to_string()).collect();
    let definition = |place: usize| dataset.manifest.relevance.get(place);
    let (own, other) = (definition(pair.0)?, definition(pair.1)?);
    Some(format!(
        "{} {} by “{}” here and by “{}” on {page}, so the values differ. {}: {} {}: {}",
        words::listed(&names),
        if names.len() == 1 { "counts" } else { "count" },
        own.title,
        other.title,
        own.title,
        words::sentence(&own.counts_as),
        other.title,
        words::sentence(&other.counts_as),
    ))
}
