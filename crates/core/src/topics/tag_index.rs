//! The tags of all pictures as numbers, so that votes are counted without comparing words.

use crate::benchmark::ContentTag;
use rustc_hash::FxHashMap;

/// By corpus row.
#[derive(Debug, Clone, Default)]
pub struct TagIndex {
    names: Vec<String>,
    n_pictures: Vec<u32>,
    number: FxHashMap<String, u32>,
    by_row: Vec<Vec<u32>>,
}

impl TagIndex {
    /// Takes the tags of pictures in corpus order. Case is ignored; a tag that a picture has twice
    /// counts once.
    pub fn new<'a, T: AsRef<str> + 'a>(pictures: impl IntoIterator<Item = &'a [T]>) -> Self {
        let mut index = Self::default();
        for tags in pictures {
            let mut numbers: Vec<u32> =
                tags.iter().map(|tag| index.number_of(tag.as_ref())).collect();
            numbers.sort_unstable();
            numbers.dedup();
            for tag in &numbers {
                if let Some(n) = index.n_pictures.get_mut(*tag as usize) {
                    *n += 1;
                }
            }
            index.by_row.push(numbers);
        }
        index
    }

    /// The same with the tags of these pictures alone: tags keep their numbers and pictures their rows.
    pub fn among(&self, rows: &[u32]) -> Self {
        let mut n_pictures = vec![0; self.n_pictures.len()];
        let mut by_row = vec![Vec::new(); self.by_row.len()];
        for row in rows {
            let tags = self.of_row(*row);
            for tag in tags {
                if let Some(n) = n_pictures.get_mut(*tag as usize) {
                    *n += 1;
                }
            }
            if let Some(own) = by_row.get_mut(*row as usize) {
                *own = tags.to_vec();
            }
        }
        Self { names: self.names.clone(), n_pictures, number: self.number.clone(), by_row }
    }

    /// The same with synonyms as one tag, `flower/flowers`, which any of its words finds.
    pub fn with_synonyms(mut self, tags: &[ContentTag]) -> Self {
        let mut number_of: Vec<u32> = (0u32..).take(self.names.len()).collect();
        for tag in tags {
            let words = tag.words();
            let known: Vec<u32> = words.iter().filter_map(|word| self.find(word)).collect();
            let (Some(first), true) = (known.first(), words.len() > 1) else { continue };
            for other in &known {
                if let Some(number) = number_of.get_mut(*other as usize) {
                    *number = *first;
                }
            }
            if let Some(name) = self.names.get_mut(*first as usize) {
                *name = words.join("/").to_lowercase();
            }
        }
        for number in self.number.values_mut() {
            *number = number_of.get(*number as usize).copied().unwrap_or(*number);
        }
        self.n_pictures.fill(0);
        for tags in &mut self.by_row {
            for tag in tags.iter_mut() {
                *tag = number_of.get(*tag as usize).copied().unwrap_or(*tag);
            }
            tags.sort_unstable();
            tags.dedup();
            for tag in tags {
                if let Some(n) = self.n_pictures.get_mut(*tag as usize) {
                    *n += 1;
                }
            }
        }
        self
    }

    fn number_of(&mut self, tag: &str) -> u32 {
        let tag = tag.to_lowercase();
        if let Some(number) = self.number.get(&tag) {
            return *number;
        }
        let number = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        self.names.push(tag.clone());
        self.n_pictures.push(0);
        self.number.insert(tag, number);
        number
    }

    /// `None` if no picture has the tag.
    pub fn find(&self, tag: &str) -> Option<u32> {
        self.number.get(&tag.to_lowercase()).copied()
    }

    /// In lower case.
    pub fn name(&self, tag: u32) -> &str {
        self.names.get(tag as usize).map_or("", String::as_str)
    }

    /// How many pictures have a tag.
    pub fn n_pictures(&self, tag: u32) -> u32 {
        self.n_pictures.get(tag as usize).copied().unwrap_or(0)
    }

    /// Ascending; empty for a row outside the corpus.
    pub fn of_row(&self, row_in_corpus: u32) -> &[u32] {
        self.by_row.get(row_in_corpus as usize).map_or(&[], Vec::as_slice)
    }

    /// `tags` is ascending.
    pub fn has_any(&self, row_in_corpus: u32, tags: &[u32]) -> bool {
        self.of_row(row_in_corpus).iter().any(|tag| tags.binary_search(tag).is_ok())
    }

    /// Different tags.
    pub fn n_tags(&self) -> usize {
        self.names.len()
    }

    /// Pictures, with tags or without.
    pub fn n_rows(&self) -> usize {
        self.by_row.len()
    }

    /// The tags of at least `n` pictures, the most frequent first, ties by name.
    pub fn frequent(&self, n: u32) -> Vec<u32> {
        let mut tags: Vec<u32> =
            (0u32..).take(self.names.len()).filter(|tag| self.n_pictures(*tag) >= n).collect();
        tags.sort_by(|a, b| {
            self.n_pictures(*b)
                .cmp(&self.n_pictures(*a))
                .then_with(|| self.name(*a).cmp(self.name(*b)))
        });
        tags
    }
}
