//! Ids ↔ rows, which stores every id of a file with millions of lines once.

use rustc_hash::FxHashMap;

/// Ids in order of first appearance, and the row of each.
#[derive(Debug, Clone, Default)]
pub struct IdTable {
    ids: Vec<String>,
    row_from_id: FxHashMap<String, u32>,
}

impl IdTable {
    /// The row of an id; adds the id if it is new. A table takes up to 2³² ids, more than fit in
    /// memory.
    pub fn row(&mut self, id: &str) -> u32 {
        if let Some(&row) = self.row_from_id.get(id) {
            return row;
        }
        let row = u32::try_from(self.ids.len()).unwrap_or(u32::MAX);
        self.ids.push(id.to_owned());
        self.row_from_id.insert(id.to_owned(), row);
        row
    }

    /// The row of an id; `None` if it is unknown.
    #[must_use]
    pub fn row_of(&self, id: &str) -> Option<u32> {
        self.row_from_id.get(id).copied()
    }

    /// The id of each row.
    #[must_use]
    pub fn ids(&self) -> &[String] {
        &self.ids
    }

    /// The row of each id, as a map.
    #[must_use]
    pub fn rows(&self) -> &FxHashMap<String, u32> {
        &self.row_from_id
    }
}
