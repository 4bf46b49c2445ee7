//! Why something failed, in one line: the error and its causes.

/// What a reader puts in place of the middle of a long reason, and the characters that it keeps after
/// it.
const LEFT_OUT: &str = " … ";
const KEPT: usize = 100;

/// The error and its causes, the outermost first, each once: most readers already quote their cause.
pub(crate) fn with_causes(error: &anyhow::Error) -> String {
    let mut said = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if said.is_empty() {
            said = cause;
        } else if !says(&said, cause.trim()) {
            said.push_str(": ");
            said.push_str(&cause);
        }
    }
    said
}

/// Whether these words are among what was said, whole or shortened.
fn says(said: &str, words: &str) -> bool {
    let is_in_word = |next: Option<char>| next.is_some_and(char::is_alphanumeric);
    let is_whole = |(start, found): (usize, &str)| {
        let (before, from) = said.split_at(start);
        let after = from.strip_prefix(found).unwrap_or_default();
        !is_in_word(before.chars().next_back()) && !is_in_word(after.chars().next())
    };
    let is_shortened = |(_, end): (&str, &str)| end.chars().count() >= KEPT && words.ends_with(end);
    words.is_empty()
        || said.match_indices(words).any(is_whole)
        || said.rsplit_once(LEFT_OUT).is_some_and(is_shortened)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use anyhow::{Context, anyhow};
    use rankscope_core::formats::{FormatError, Place, judgements_from_json, qrels_from_trec};
    use std::io;

    fn gone() -> io::Error {
        io::Error::other("the disk is gone")
    }

    #[test]
    fn a_cause_that_was_said_is_not_said_again() {
        let reason = |reason: &str| {
            anyhow::Error::from(FormatError::new("f", Place::File, reason).because(gone()))
        };
        let said = with_causes(&reason("damaged (the disk is gone): copy it again"));
        assert_eq!(said, "f: damaged (the disk is gone): copy it again");
        let said = with_causes(&reason("damaged").context("cannot read the queries"));
        assert_eq!(said, "cannot read the queries: f: damaged: the disk is gone");
        // Part of another word is not the word.
        let said = with_causes(&anyhow!("in").context("cannot begin"));
        assert_eq!(said, "cannot begin: in");
        let said = with_causes(&anyhow!("é").context("café"));
        assert_eq!(said, "café: é");
        assert_eq!(with_causes(&anyhow!("").context("nothing known")), "nothing known");
    }

    #[test]
    fn a_long_cause_that_was_shortened_is_not_said_whole() {
        let long = format!("unknown field {}, expected id", "x".repeat(1_000));
        let error =
            FormatError::new("f", Place::Line(3), long.clone()).because(io::Error::other(long));
        let said = with_causes(&error.into());
        assert!(said.contains(LEFT_OUT) && said.ends_with(", expected id"), "{said}");
        assert!(said.len() < 500, "{said}");
    }

    #[test]
    fn readers_say_their_causes_once() {
        let error = qrels_from_trec("q", "q1 0 a much").context("cannot read the judgements");
        let said = with_causes(&error.unwrap_err());
        assert_eq!(said.matches("not a whole number").count(), 1, "{said}");
        let error = judgements_from_json("f", "x").context("cannot read the judgements");
        let said = with_causes(&error.unwrap_err());
        assert_eq!(said.matches("expected value").count(), 1, "{said}");
    }
}
