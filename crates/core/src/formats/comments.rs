//! Comments in runs and qrels: lines that begin with `#`, as `trec_eval` 10 reads them and `ir_metadata`
//! puts them first.

use std::{borrow::Cow, fmt};

/// The comments of a list, for a note to the reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comments {
    pub n: usize,
    /// Without its `#`.
    pub first: String,
}

/// The list with its comments emptied, so that lines keep their numbers; unchanged if it has none or is
/// neither a run nor qrels. An id may begin with `#` too: a line of four or six fields is no comment unless
/// white space follows the `#`.
pub fn without_comments(text: Cow<'_, str>) -> (Cow<'_, str>, Option<Comments>) {
    if !text.starts_with('#') && !text.contains("\n#") {
        return (text, None);
    }
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !is_comment(line));
    let is_list =
        lines.next().is_some_and(|line| has_fields_of_a_list(line) && !line.contains(','));
    let mut comments = text.lines().filter(|line| is_comment(line));
    let Some(first) = comments.next().filter(|_| is_list) else { return (text, None) };
    let first = first.trim_start_matches('#').trim().to_owned();
    let comments = Comments { n: 1 + comments.count(), first };
    let mut rest = String::with_capacity(text.len());
    for line in text.lines() {
        rest.push_str(if is_comment(line) { "" } else { line });
        rest.push('\n');
    }
    (rest.into(), Some(comments))
}

fn is_comment(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('#') else { return false };
    rest.is_empty() || rest.starts_with(char::is_whitespace) || !has_fields_of_a_list(line)
}

fn has_fields_of_a_list(line: &str) -> bool {
    matches!(line.split_whitespace().count(), 4 | 6)
}

impl fmt::Display for Comments {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.n {
            1 => write!(out, "a comment passed over: {}", self.first),
            n => write!(out, "{n} lines of comments passed over: {} …", self.first),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::without_comments;
    use crate::formats::{IdTable, ListKind, list_kind, qrels_from_trec, query_runs_from_trec};

    #[test]
    fn comments_are_passed_over_and_lines_keep_their_numbers() {
        let text = "# ir_metadata.start\n# tag: bm25\n#note\n1 Q0 a 1 2.5 bm25\n# in between\n1 Q0 b 2 x bm25\n";
        let (rest, comments) = without_comments(text.into());
        assert_eq!(list_kind("a.run", &rest).ok(), Some(ListKind::Run));
        let comments = comments.map(|it| it.to_string()).unwrap_or_default();
        assert_eq!(comments, "4 lines of comments passed over: ir_metadata.start …");
        let error = query_runs_from_trec("a.run", &rest, &mut IdTable::default()).err();
        let error = error.map(|it| it.to_string()).unwrap_or_default();
        assert!(error.contains("line 6"), "{error}");
    }

    #[test]
    fn an_id_may_begin_with_the_sign() {
        let text = "#1 0 #a 1\n#1 0 #b 0\n";
        let (rest, comments) = without_comments(text.into());
        assert_eq!(comments, None);
        assert_eq!(qrels_from_trec("a.qrels", &rest).map(|all| all.len()).ok(), Some(2));
    }

    #[test]
    fn other_files_keep_their_lines() {
        for text in ["#id,text\n1,a b\n", "# a heading\n\nSome words of a text.\n", "#\n", ""] {
            assert_eq!(without_comments(text.into()), (text.into(), None), "{text:?}");
        }
    }
}
