//! A new round: pool, controls, sheets.

use super::Scale;
use super::files::{KeyKind, MAX_GUIDELINES, MAX_ITEMS, RoundKey, Sheet, SheetItem, SheetKind};
use crate::analysis::Dataset;
use crate::formats::{FormatError, zip_of_files};
use crate::random::{SplitMix64, fnv1a};
use crate::ranking::Hit;
use std::collections::HashSet;
use thiserror::Error;

/// How a round is dealt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundChoice {
    /// On how many sheets each picture is.
    pub per_picture: usize,
    pub n_sheets: usize,
    /// On each sheet.
    pub n_controls: usize,
    pub answers: Scale,
    pub seed: u64,
}

/// Why there is no such round.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RoundError {
    #[error("the systems found nothing for these queries: there is nothing to judge")]
    NoPictures,
    #[error(
        "{per_picture} people a picture need as many sheets, and there are {n_sheets}: ask for more \
         sheets, or fewer people a picture"
    )]
    TooFewSheets { per_picture: usize, n_sheets: usize },
    #[error(
        "{found} pictures outside the pool have known answers, and each sheet needs {needed} controls: \
         ask for fewer, or name another relevance"
    )]
    TooFewControls { found: usize, needed: usize },
    #[error(
        "a sheet would have {n} pictures, and {most} are the most: ask for more sheets, fewer queries or \
         fewer images of each system",
        most = MAX_ITEMS
    )]
    TooLong { n: usize },
    #[error(
        "the guidelines have {n} characters, and {most} are the most: shorten them",
        most = MAX_GUIDELINES
    )]
    LongGuidelines { n: usize },
}

/// The key's name in the folder of a round.
pub const ROUND_KEY: &str = "key.json";

/// A picture for a query, by rows.
type Pair = (usize, u32);

/// How many images are drawn for each control that is needed, where unjudged ones are known not to be
/// relevant.
const DRAWS: usize = 20;

/// The first `depth` images of each system for the queries in these rows, each once: by query, in the order
/// in which they come first. `rankings` are `[systems][queries][hits]`.
pub fn pooled(rankings: &[Vec<Vec<Hit>>], query_rows: &[usize], depth: usize) -> Vec<Pair> {
    let mut pool = Vec::new();
    for row in query_rows {
        let mut seen = HashSet::new();
        let lists: Vec<&[Hit]> =
            rankings.iter().map(|own| own.get(*row).map_or(&[][..], Vec::as_slice)).collect();
        for place in 0..depth {
            let hits = lists.iter().filter_map(|hits| hits.get(place));
            let new = hits.map(|hit| hit.row_in_corpus).filter(|image| seen.insert(*image));
            pool.extend(new.map(|image| (*row, image)));
        }
    }
    pool
}

/// Sheets and the key to them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    pub key: RoundKey,
    pub sheets: Vec<Sheet>,
}

impl Round {
    /// Deals a pool to sheets, each picture to as many as are wanted, and adds controls: pictures outside
    /// the pool whose answer a definition of relevance knows, half of them relevant where there are as
    /// many. The same arguments give the same round.
    ///
    /// # Errors
    /// No pictures, too few sheets or too few known answers.
    pub fn new(
        dataset: &Dataset,
        definition: usize,
        pool: &[Pair],
        choice: RoundChoice,
    ) -> Result<Self, RoundError> {
        let RoundChoice { per_picture, n_sheets, n_controls, answers, seed } = choice;
        if pool.is_empty() {
            return Err(RoundError::NoPictures);
        }
        if n_sheets < per_picture {
            return Err(RoundError::TooFewSheets { per_picture, n_sheets });
        }
        let n = (pool.len().saturating_mul(per_picture)).div_ceil(n_sheets.max(1)) + n_controls;
        if n > MAX_ITEMS {
            return Err(RoundError::TooLong { n });
        }
        let mut random = SplitMix64::new(seed);
        let mut sheets = dealt(pool, per_picture, n_sheets, &mut random);
        let known = Known::new(dataset, definition, pool, n_controls * n_sheets, &mut random);
        let mut controls = Vec::new();
        for (place, sheet) in sheets.iter_mut().enumerate() {
            for (pair, is_relevant) in known.of_sheet(place, n_controls)? {
                sheet.push(pair);
                controls.push((pair, is_relevant));
            }
            random.shuffle(sheet);
        }
        controls.sort_unstable();
        controls.dedup();
        let named = |(row, image): &Pair| item(dataset, *row, *image);
        let sheets: Vec<Vec<SheetItem>> =
            sheets.iter().map(|pairs| pairs.iter().filter_map(named).collect()).collect();
        let ids = |item: &SheetItem| (item.query.clone(), item.image.clone());
        let mut key = RoundKey {
            kind: KeyKind::Key,
            round: String::new(),
            benchmark: dataset.own.id.clone(),
            answers,
            seed,
            per_picture,
            sheets: sheets.iter().map(|items| items.iter().map(ids).collect()).collect(),
            controls: controls
                .iter()
                .filter_map(|(pair, is_relevant)| {
                    let (query, image) = ids(&named(pair)?);
                    Some((query, image, *is_relevant))
                })
                .collect(),
        };
        key.round = fingerprint(&key);
        let sheet = |(place, items): (usize, Vec<SheetItem>)| Sheet {
            kind: SheetKind::Sheet,
            round: key.round.clone(),
            benchmark: key.benchmark.clone(),
            sheet: place + 1,
            sheets: n_sheets,
            answers,
            guidelines: String::new(),
            person: String::new(),
            items,
        };
        Ok(Self { sheets: sheets.into_iter().enumerate().map(sheet).collect(), key })
    }

    /// The same with words for who judges, on every sheet.
    ///
    /// # Errors
    /// They are too long.
    pub fn with_guidelines(mut self, words: &str) -> Result<Self, RoundError> {
        let words = words.trim();
        let n = words.chars().count();
        if n > MAX_GUIDELINES {
            return Err(RoundError::LongGuidelines { n });
        }
        for sheet in &mut self.sheets {
            words.clone_into(&mut sheet.guidelines);
        }
        Ok(self)
    }

    /// Its files by name: the sheets to hand out, and the key to keep.
    pub fn files(&self) -> Vec<(String, String)> {
        let width = self.sheets.len().to_string().len();
        let sheets = self.sheets.iter();
        let sheets = sheets
            .map(|sheet| (format!("sheet-{:0width$}.json", sheet.sheet), sheet.to_json()))
            .chain([(ROUND_KEY.into(), self.key.to_json())]);
        sheets.collect()
    }

    /// The same files as one archive.
    ///
    /// # Errors
    /// They are too large for one.
    pub fn zip(&self) -> Result<Vec<u8>, FormatError> {
        let files = self.files();
        zip_of_files(files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())))
    }
}

fn item(dataset: &Dataset, query_row: usize, image: u32) -> Option<SheetItem> {
    let query = dataset.queries.get(query_row)?;
    let image = dataset.image(image)?.into_owned();
    Some(SheetItem {
        query: query.id.clone(),
        text: query.text.clone(),
        image: image.id,
        uri: image.uri,
        ..SheetItem::default()
    })
}

/// Each pair on `per_picture` sheets, which are the emptiest, so that sizes differ by one at most.
fn dealt(
    pool: &[Pair],
    per_picture: usize,
    n_sheets: usize,
    random: &mut SplitMix64,
) -> Vec<Vec<Pair>> {
    let mut pool = pool.to_vec();
    random.shuffle(&mut pool);
    let mut sheets: Vec<Vec<Pair>> = vec![Vec::new(); n_sheets];
    let mut places: Vec<usize> = (0..n_sheets).collect();
    for pair in pool {
        random.shuffle(&mut places);
        places.sort_by_key(|place| sheets.get(*place).map_or(0, Vec::len));
        for place in places.iter().take(per_picture) {
            if let Some(sheet) = sheets.get_mut(*place) {
                sheet.push(pair);
            }
        }
    }
    sheets
}

/// Pictures outside the pool whose answer is known, in a random order.
struct Known {
    relevant: Vec<Pair>,
    others: Vec<Pair>,
}

impl Known {
    /// Of the queries of the pool; of all queries where these have fewer than `wanted` of either kind.
    fn new(
        dataset: &Dataset,
        definition: usize,
        pool: &[Pair],
        wanted: usize,
        random: &mut SplitMix64,
    ) -> Self {
        let mut known = Self { relevant: Vec::new(), others: Vec::new() };
        let Some(relevance) = dataset.relevance.get(definition) else { return known };
        let is_pooled: HashSet<Pair> = pool.iter().copied().collect();
        let mut asked: Vec<usize> = pool.iter().map(|(row, _)| *row).collect();
        asked.dedup();
        let is_asked: HashSet<usize> = asked.iter().copied().collect();
        let others = (0..dataset.queries.len()).filter(|row| !is_asked.contains(row)).collect();
        for rows in [asked, others] {
            let (mut relevant, mut not) = (Vec::new(), Vec::new());
            for row in &rows {
                let judged = u32::try_from(*row).ok().and_then(|row| relevance.of_query(row));
                for (image, grade) in judged.into_iter().flat_map(|own| own.as_slice()) {
                    let pair = (*row, *image);
                    if !is_pooled.contains(&pair) {
                        if *grade >= 1 { relevant.push(pair) } else { not.push(pair) }
                    }
                }
            }
            // Under complete judgements the others are known as well.
            let n_draws = if relevance.is_complete() { wanted * DRAWS } else { 0 };
            for _ in 0..n_draws.min(n_draws * rows.len()) {
                let row = rows.get(random.below(rows.len())).copied().unwrap_or_default();
                let image = u32::try_from(random.below(dataset.n_images().max(1)));
                let (Ok(image), Ok(query)) = (image, u32::try_from(row)) else { continue };
                let is_judged =
                    relevance.of_query(query).and_then(|own| own.grade(image)).is_some();
                let has_relevant = relevance.n_relevant(query) > 0;
                if !is_judged && has_relevant && !is_pooled.contains(&(row, image)) {
                    not.push((row, image));
                }
            }
            not.sort_unstable();
            not.dedup();
            random.shuffle(&mut relevant);
            random.shuffle(&mut not);
            if known.relevant.len() < wanted {
                known.relevant.extend(relevant);
            }
            if known.others.len() < wanted {
                known.others.extend(not);
            }
        }
        known
    }

    /// The controls of a sheet: the next ones, from the beginning again where there are no more.
    fn of_sheet(&self, place: usize, n: usize) -> Result<Vec<(Pair, bool)>, RoundError> {
        let Self { relevant, others } = self;
        let found = relevant.len() + others.len();
        if found < n {
            return Err(RoundError::TooFewControls { found, needed: n });
        }
        let n_others = (n / 2).min(others.len());
        let n_relevant = (n - n_others).min(relevant.len());
        let n_others = n - n_relevant;
        let next = |of: &[Pair], n: usize, is_relevant: bool| -> Vec<(Pair, bool)> {
            let own = of.iter().cycle().skip(place * n % of.len().max(1)).take(n);
            own.map(|pair| (*pair, is_relevant)).collect()
        };
        Ok([next(relevant, n_relevant, true), next(others, n_others, false)].concat())
    }
}

/// Of what makes a round the one it is.
fn fingerprint(key: &RoundKey) -> String {
    let text = serde_json::to_string(key).unwrap_or_default();
    format!("{:016x}", fnv1a(text.bytes()))
}
