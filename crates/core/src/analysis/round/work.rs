//! A sheet that a person works on: what is answered, in which order, and how long it took.

use super::files::{Sheet, SheetItem, from_json};
use crate::analysis::Dataset;
use crate::formats::{FormatError, Place};
use serde::{Deserialize, Serialize};

/// A sheet and the order in which its pictures were answered, so that the last answer can be taken back.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetWork {
    pub sheet: Sheet,
    /// The places of the answered pictures, the last one last.
    order: Vec<usize>,
    /// The address that it was read from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

impl SheetWork {
    /// Goes on with what is answered.
    pub fn new(sheet: Sheet, source: Option<String>) -> Self {
        let order = answered(&sheet);
        Self { sheet, order, source }
    }

    /// Reads what [`to_json`](Self::to_json) wrote.
    ///
    /// # Errors
    /// Not such a text, or an order that is not that of its answers.
    pub fn from_json(file: &str, text: &str) -> Result<Self, FormatError> {
        let work: Self = from_json(file, text, "no sheet that was begun")?;
        let mut places = work.order.clone();
        places.sort_unstable();
        let is_odd = places != answered(&work.sheet);
        let fault = is_odd.then(|| "its order is not that of its answers".to_owned());
        match fault.or_else(|| work.sheet.fault()) {
            Some(reason) => Err(FormatError::new(file, Place::File, reason)),
            None => Ok(work),
        }
    }

    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub fn n(&self) -> usize {
        self.sheet.items.len()
    }

    pub fn n_answered(&self) -> usize {
        self.order.len()
    }

    pub fn is_done(&self) -> bool {
        self.n_answered() == self.n()
    }

    pub fn item(&self, place: usize) -> Option<&SheetItem> {
        self.sheet.items.get(place)
    }

    /// Answers a picture, once more if it was answered before, and adds the time that it took. `false` if
    /// there is no such picture, or the scale has no such answer.
    pub fn answer(&mut self, place: usize, answer: &str, ms: u64) -> bool {
        let is_known = self.sheet.answers.vote(answer).is_some();
        let Some(item) = self.sheet.items.get_mut(place).filter(|_| is_known) else { return false };
        item.answer = Some(answer.to_owned());
        item.ms = Some(item.ms.unwrap_or(0).saturating_add(ms));
        self.order.retain(|own| *own != place);
        self.order.push(place);
        true
    }

    /// The note goes with the answer, and stays if that is taken back.
    pub fn note(&mut self, place: usize, note: &str) {
        if let Some(item) = self.sheet.items.get_mut(place) {
            item.note = note.trim().to_owned();
        }
    }

    /// Takes the last answer back; the place of its picture.
    pub fn undo(&mut self) -> Option<usize> {
        let place = self.order.pop()?;
        if let Some(item) = self.sheet.items.get_mut(place) {
            item.answer = None;
        }
        Some(place)
    }

    /// The place of the next picture without an answer: after this one, or else from the beginning.
    pub fn next_open(&self, after: usize) -> Option<usize> {
        let is_open = |(_, item): &(usize, &SheetItem)| item.answer.is_none();
        let mut open = self.sheet.items.iter().enumerate().filter(is_open).map(|(place, _)| place);
        let first = open.clone().next();
        open.find(|place| *place > after).or(first)
    }

    /// Milliseconds that all answers took.
    pub fn spent_ms(&self) -> u64 {
        let ms = self.sheet.items.iter().filter_map(|item| item.ms);
        ms.fold(0, u64::saturating_add)
    }
}

fn answered(sheet: &Sheet) -> Vec<usize> {
    let items = sheet.items.iter().enumerate();
    items.filter(|(_, item)| item.answer.is_some()).map(|(place, _)| place).collect()
}

impl Sheet {
    /// The rows of its images in the corpus, in the order of its items. What the sheet says of pictures and
    /// queries besides is not used: it is for people who read the file.
    ///
    /// # Errors
    /// A sheet of another benchmark, or with a query, a text of a query or an image that the benchmark lacks.
    pub fn rows(&self, file: &str, dataset: &Dataset) -> Result<Vec<u32>, FormatError> {
        let refused = |reason: String| FormatError::new(file, Place::File, reason);
        let (own, open) = (&self.benchmark, &dataset.own.id);
        if own != open {
            return Err(refused(format!(
                "a sheet of the benchmark {own}, and {open} is open: open {own} first"
            )));
        }
        let row_of = dataset.image_ids().rows_by_id();
        let row = |SheetItem { query, text, image, .. }: &SheetItem| {
            let known = dataset.query_row_from_id.get(query);
            let known = known.and_then(|row| dataset.queries.get(*row as usize));
            match known {
                None => {
                    return Err(refused(format!(
                        "the benchmark has no query {query}: ask for a sheet of its present build"
                    )));
                }
                Some(known) if known.text != *text => {
                    return Err(refused(format!(
                        "query {query} is {text:?} on the sheet and {:?} in the benchmark: ask for a \
                         sheet of its present build",
                        known.text
                    )));
                }
                Some(_) => {}
            }
            row_of(image).ok_or_else(|| {
                refused(format!(
                    "the benchmark has no image {image}: ask for a sheet of its present build"
                ))
            })
        };
        self.items.iter().map(row).collect()
    }
}
