//! Judgements with the places that they come from, so that a message can name file and line.

use rankscope_core::formats::Qrel;

/// The place of a judgement, from its index and itself.
type PlaceOf = Box<dyn Fn(usize, &Qrel) -> String>;

/// Judgements as read, before they are compared with queries and images.
pub(super) struct PlacedQrels {
    pub(super) qrels: Vec<Qrel>,
    /// The file or the folder.
    pub(super) name: String,
    /// The file of a judgement and, if it has one, the line: by the judgement's index.
    pub(super) place_of: PlaceOf,
}

impl PlacedQrels {
    /// Judgements from a file that does not have one a line.
    pub(super) fn from_file(name: String, qrels: Vec<Qrel>) -> Self {
        let file = name.clone();
        Self { qrels, name, place_of: Box::new(move |_, _| file.clone()) }
    }

    /// Judgements from the lines of `text`, one each, after `n_header` lines; empty lines do not
    /// count.
    pub(super) fn from_lines(name: String, qrels: Vec<Qrel>, text: &str, n_header: usize) -> Self {
        let filled = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let lines: Vec<usize> = filled.map(|(number, _)| number).skip(n_header).collect();
        let file = name.clone();
        let place_of = move |index: usize, _: &Qrel| match lines.get(index) {
            Some(line) => format!("{file}, line {line}"),
            None => file.clone(),
        };
        Self { qrels, name, place_of: Box::new(place_of) }
    }
}
