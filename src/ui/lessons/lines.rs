//! While presenting, a step's words appear line by line: each line is of whole sentences and at most
//! forty words, and Space shows the next.

use super::lesson::Part;
use super::live::{edit_buttons, words_of};
use crate::tr;
use crate::ui::components::quiet_button_unless;
use crate::ui::state::Session;
use leptos::prelude::*;

const MOST_WORDS: usize = 40;

pub(super) fn lines(session: Session, text: &'static [Part]) -> AnyView {
    let shown = session.lessons.line;
    // A part that waits for its numbers is one line.
    let all = Memo::new(move |_| {
        let of = |part: &'static Part| match words_of(session, part)? {
            Some(words) => Some(packed(&words).into_iter().map(Some).collect()),
            None => Some(vec![None]),
        };
        text.iter().filter_map(of).flatten().collect::<Vec<Option<String>>>()
    });
    shown.at.set(0);
    Effect::new(move |_| shown.of.set(all.with(Vec::len)));
    let lines = move || {
        let line = |(index, words): (usize, Option<String>)| {
            let is_busy = if words.is_none() { "true" } else { "false" };
            let is_shown = move || shown.at.get() == index;
            let words = words.unwrap_or_else(|| tr!("Waiting for results …"));
            view! { <p class="line" class:line-shown=is_shown aria-busy=is_busy>{words}</p> }
        };
        all.get().into_iter().enumerate().map(line).collect_view()
    };
    let more = move || {
        let (at, of) = (shown.at.get(), shown.of.get());
        (of > 1).then(|| {
            view! {
                <p class="line-count">
                    {tr!("{at} of {of}", at = at + 1, of)}
                    {quiet_button_unless(move || at + 1 == of, tr!("More (Space)"), move || shown.turn(false))}
                </p>
            }
        })
    };
    let buttons = text.iter().filter_map(|part| edit_buttons(session, part)).collect_view();
    view! {
        <div class="lines" role="status">{lines}</div>
        {buttons}
        {more}
    }
    .into_any()
}

/// Whole sentences, as many to a line as fit. A longer sentence is a line of its own.
fn packed(words: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut n_words = 0;
    for sentence in sentences(words) {
        let n = sentence.split_whitespace().count();
        match lines.last_mut() {
            Some(line) if n_words + n <= MOST_WORDS => {
                line.push(' ');
                line.push_str(sentence);
                n_words += n;
            }
            _ => {
                lines.push(sentence.to_string());
                n_words = n;
            }
        }
    }
    lines
}

/// A sentence ends with a full stop, a question mark or an exclamation mark before a space, quotation
/// marks between them included.
fn sentences(words: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut rest = words.trim();
    let is_end = |before: &str| {
        before
            .trim_end_matches(['”', ')', '’', '“', '»', '\u{2069}'])
            .ends_with(['.', '?', '!', '؟'])
    };
    while let Some(end) =
        rest.match_indices(' ').map(|(at, _)| at).find(|at| rest.get(..*at).is_some_and(is_end))
    {
        let (sentence, after) = rest.split_at(end);
        sentences.push(sentence);
        rest = after.trim_start();
    }
    if !rest.is_empty() {
        sentences.push(rest);
    }
    sentences
}
