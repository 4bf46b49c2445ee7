use rustc_hash::FxHashMap;

/// Ids ↔ rows, in order of first appearance. A file of millions of lines stores each id once.
#[derive(Debug, Clone, Default)]
pub struct IdTable {
    ids: Vec<String>,
    row_from_id: FxHashMap<String, u32>,
}

impl IdTable {
    /// Adds the id if it is new. A table takes up to 2³² ids, more than fit in memory.
    pub fn row(&mut self, id: &str) -> u32 {
        if let Some(&row) = self.row_from_id.get(id) {
            return row;
        }
        let row = u32::try_from(self.ids.len()).unwrap_or(u32::MAX);
        self.ids.push(id.to_owned());
        self.row_from_id.insert(id.to_owned(), row);
        row
    }

    pub fn row_of(&self, id: &str) -> Option<u32> {
        self.row_from_id.get(id).copied()
    }

    pub fn ids(&self) -> &[String] {
        &self.ids
    }

    /// The row of each id.
    pub fn rows(&self) -> &FxHashMap<String, u32> {
        &self.row_from_id
    }
}

/// Why a text cannot be an id, if so: TREC files separate fields by white space.
pub fn fault_of_id(id: &str) -> Option<String> {
    if id.is_empty() {
        Some("an id is missing".into())
    } else if id.contains(char::is_whitespace) {
        Some(format!("the id {id:?} has white space in it"))
    } else {
        None
    }
}

/// Values by key, keys in order of first appearance.
pub(super) fn grouped<'a, T>(pairs: impl Iterator<Item = (&'a str, T)>) -> Vec<(&'a str, Vec<T>)> {
    let mut groups: Vec<(&str, Vec<T>)> = Vec::new();
    let mut place_of: FxHashMap<&str, usize> = FxHashMap::default();
    for (key, value) in pairs {
        let place = *place_of.entry(key).or_insert(groups.len());
        match groups.get_mut(place) {
            Some((_, values)) => values.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    groups
}
