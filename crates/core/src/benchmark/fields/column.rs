use std::collections::BTreeMap;

/// Stands for no text.
const NONE: u32 = u32::MAX;

/// The texts of a field, by row in its file: each text once, and for each row which it has. Most fields
/// repeat a few texts, and most EXIF fields are on few pictures.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FieldColumn {
    /// Distinct, in the order of their first row.
    texts: Vec<String>,
    /// The rows with a text, ascending; `None` if `of` has an entry for every row.
    rows: Option<Vec<u32>>,
    /// The index of each row's text in `texts`.
    of: Vec<u32>,
}

impl FieldColumn {
    pub(super) fn of_every_row<'a>(texts: impl IntoIterator<Item = Option<&'a str>>) -> Self {
        let mut numbers: BTreeMap<&str, u32> = BTreeMap::new();
        let mut column = Self::default();
        for text in texts {
            let number = text.map_or(NONE, |text| {
                let next = u32::try_from(numbers.len()).unwrap_or(NONE);
                *numbers.entry(text).or_insert_with(|| {
                    column.texts.push(text.to_owned());
                    next
                })
            });
            column.of.push(number);
        }
        column
    }

    /// Assigns the entries to these rows, ascending, instead of every row.
    pub(super) fn on_rows(self, rows: Vec<u32>) -> Self {
        Self { rows: Some(rows), ..self }
    }

    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// The index of a row's text in [`Self::texts`].
    pub fn number(&self, row_in_file: usize) -> Option<usize> {
        let place = match &self.rows {
            None => row_in_file,
            Some(rows) => rows.binary_search(&u32::try_from(row_in_file).ok()?).ok()?,
        };
        self.of.get(place).filter(|number| **number != NONE).map(|number| *number as usize)
    }

    pub fn get(&self, row_in_file: usize) -> Option<&str> {
        self.texts.get(self.number(row_in_file)?).map(String::as_str)
    }

    /// The rows with a text, ascending, each with the index of its text.
    pub fn numbered(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let row = move |place: usize| match &self.rows {
            None => Some(place),
            Some(rows) => rows.get(place).map(|row| *row as usize),
        };
        let numbers = self.of.iter().enumerate().filter(|(_, number)| **number != NONE);
        numbers.filter_map(move |(place, number)| Some((row(place)?, *number as usize)))
    }

    /// How many rows have each of [`Self::texts`].
    pub fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.texts.len()];
        for (_, number) in self.numbered() {
            if let Some(count) = counts.get_mut(number) {
                *count += 1;
            }
        }
        counts
    }

    /// How many rows have a text.
    pub fn n_with(&self) -> usize {
        self.of.iter().filter(|number| **number != NONE).count()
    }
}
