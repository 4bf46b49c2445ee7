use super::ImportError;
use crate::benchmark::ImageIds;
use crate::digits::in_groups;
use crate::formats::IdTable;
use crate::matching::{self, Nearest, near};
use std::{borrow::Cow, collections::HashSet, sync::Arc};

/// The benchmark's queries and images by id, and images that only imported files have, whose rows follow the
/// corpus. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Ids {
    queries: Arc<IdTable>,
    images: Arc<IdTable>,
    /// Images whose id is their row, in a corpus without image lists.
    n_numbered: usize,
    foreign: IdTable,
}

impl Ids {
    /// In the order of the benchmark's lists.
    pub fn new<'a>(
        queries: impl Iterator<Item = &'a str>,
        images: impl Iterator<Item = &'a str>,
    ) -> Self {
        Self {
            queries: Arc::new(table(queries)),
            images: Arc::new(table(images)),
            n_numbered: 0,
            foreign: IdTable::default(),
        }
    }

    /// Without image lists, the id of an image is its row.
    pub fn numbered<'a>(queries: impl Iterator<Item = &'a str>, n_images: usize) -> Self {
        Self { n_numbered: n_images, ..Self::new(queries, std::iter::empty()) }
    }

    pub fn queries(&self) -> &[String] {
        self.queries.ids()
    }

    pub fn query_row(&self, id: &str) -> Option<u32> {
        self.queries.row_of(id)
    }

    pub fn n_images(&self) -> usize {
        self.n_numbered + self.images.ids().len()
    }

    pub(super) fn row_in_corpus(&self, id: &str) -> Option<u32> {
        match self.n_numbered {
            0 => self.images.row_of(id),
            n_rows => {
                let row = ImageIds::RowNumbers { n_rows, beyond: &[] }.row_of(id);
                row.and_then(|row| u32::try_from(row).ok())
            }
        }
    }

    pub(super) fn image_ids(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let numbers = (0..self.n_numbered).map(|row| row.to_string().into());
        self.images.ids().iter().map(Into::into).chain(numbers)
    }

    /// Refuses a file if none of its `n` queries is in the benchmark; else finds how the unknown ones
    /// differ.
    pub(super) fn compare_queries(
        &self,
        file: &str,
        unknown: &mut Unmatched,
        n: usize,
    ) -> Result<(), ImportError> {
        compare(file, "queries", unknown, n, || self.queries().iter().map(Into::into))
    }

    /// The same of its images.
    pub(super) fn compare_images(
        &self,
        file: &str,
        unknown: &mut Unmatched,
        n: usize,
    ) -> Result<(), ImportError> {
        compare(file, "images", unknown, n, || self.image_ids())
    }

    /// Refuses a file of which no image is in the corpus.
    pub(super) fn no_image_of(&self, file: &str, found: &str, n: usize) -> ImportError {
        ImportError::OtherIds {
            file: file.into(),
            what: "images",
            n,
            found: found.to_owned(),
            expected: self.image_ids().next().unwrap_or_default().into_owned(),
            near: String::new(),
        }
    }

    /// A row in the corpus, or one beyond it.
    pub(super) fn image_row(&mut self, id: &str) -> u32 {
        self.row_in_corpus(id).unwrap_or_else(|| {
            let n_images = u32::try_from(self.n_images()).unwrap_or(u32::MAX);
            n_images.saturating_add(self.foreign.row(id))
        })
    }

    /// Those of the benchmark's queries that are not among these rows.
    pub(super) fn queries_without(&self, found: &HashSet<u32>) -> Unmatched {
        let missing = (0..).zip(self.queries()).filter(|(row, _)| !found.contains(row));
        Unmatched::of(missing.map(|(_, id)| id.as_str()))
    }

    /// Ids of the rows beyond the corpus, in order.
    pub fn foreign(&self) -> &[String] {
        self.foreign.ids()
    }
}

/// The rows of a file's images, each looked up once.
pub(super) struct ImageRows<'a> {
    documents: &'a [String],
    rows: Vec<Option<u32>>,
    unknown: Unmatched,
}

impl<'a> ImageRows<'a> {
    pub(super) fn new(documents: &'a IdTable) -> Self {
        let documents = documents.ids();
        Self { documents, rows: vec![None; documents.len()], unknown: Unmatched::default() }
    }

    pub(super) fn row(&mut self, document: u32, ids: &mut Ids) -> Option<u32> {
        let place = self.rows.get_mut(document as usize)?;
        let id = self.documents.get(document as usize)?;
        let row = *place.get_or_insert_with(|| {
            let row = ids.image_row(id);
            if row as usize >= ids.n_images() {
                self.unknown.add(id);
            }
            row
        });
        Some(row)
    }

    /// The images that are not in the corpus. All may be, but a file is refused if most differ only a
    /// little from known ones.
    pub(super) fn unknown(self, file: &str, ids: &Ids) -> Result<Unmatched, ImportError> {
        let (mut unknown, n) = (self.unknown, self.rows.iter().flatten().count());
        ids.compare_images(file, &mut unknown, n)?;
        Ok(unknown)
    }
}

/// Compares ids that do not match with those that are known. `n` is how many the file has in all.
fn compare<'a, Known: Iterator<Item = Cow<'a, str>>>(
    file: &str,
    what: &'static str,
    unknown: &mut Unmatched,
    n: usize,
    known: impl Fn() -> Known,
) -> Result<(), ImportError> {
    if unknown.n > 0 {
        unknown.compare(known());
    }
    let n_near = unknown.nearest.as_ref().map_or(0, |nearest| nearest.n);
    let may_be_others = what == "images" && 2 * n_near < unknown.n.min(SAMPLE);
    if unknown.n < n || n == 0 || may_be_others {
        return Ok(());
    }
    Err(ImportError::OtherIds {
        file: file.into(),
        what,
        n,
        found: unknown.first().to_owned(),
        expected: known().next().unwrap_or_default().into_owned(),
        near: near(unknown.nearest.clone()),
    })
}

fn table<'a>(ids: impl Iterator<Item = &'a str>) -> IdTable {
    let mut table = IdTable::default();
    for id in ids {
        table.row(id);
    }
    table
}

/// Ids that are kept to find how they differ.
const SAMPLE: usize = 1000;

/// A count of ids that do not match, with the first of them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unmatched {
    pub n: usize,
    ids: Vec<String>,
    /// How one of them differs from an id that it may stand for.
    pub nearest: Option<Nearest>,
}

impl Unmatched {
    pub(super) fn add(&mut self, id: &str) {
        if self.ids.len() < SAMPLE {
            self.ids.push(id.to_owned());
        }
        self.n += 1;
    }

    pub(super) fn of<'a>(ids: impl Iterator<Item = &'a str>) -> Self {
        let mut unmatched = Self::default();
        ids.for_each(|id| unmatched.add(id));
        unmatched
    }

    /// Empty if there is none.
    pub fn first(&self) -> &str {
        self.ids.first().map_or("", String::as_str)
    }

    /// Finds how they differ from known ids.
    fn compare(&mut self, known: impl Iterator<Item = impl AsRef<str>>) {
        self.nearest = matching::nearest(self.ids.iter().map(String::as_str), known);
    }

    /// What the notes on a file say of its unknown queries.
    pub(super) fn left_out(&self) -> Option<String> {
        self.sentence(
            "of its queries is not in the benchmark and is left out",
            "of its queries are not in the benchmark and are left out",
        )
    }

    /// A sentence such as `3 of … (the first is q7).`; `None` if all match.
    pub(super) fn sentence(&self, one: &str, many: &str) -> Option<String> {
        let first = self.first();
        let counted = match self.n {
            0 => return None,
            1 => format!("1 {one} ({first})."),
            n => format!("{} {many} (the first is {first}).", in_groups(n as u64)),
        };
        Some(match &self.nearest {
            Some(nearest) => format!("{counted} {nearest}."),
            None => counted,
        })
    }
}
