//! The name of a measure, with its protocol as a small tag.

use leptos::prelude::*;
use rankscope_core::metrics::Protocol;

/// `eccv:R@5` as R@5 with the tag eccv. The colon takes no room, but is read, copied and found.
pub fn measure_name(name: &str) -> AnyView {
    let Some((protocol, own)) = name.split_once(':') else {
        return view! { <code>{name.to_string()}</code> }.into_any();
    };
    let (protocol, own) = (protocol.to_string(), own.to_string());
    view! {
        <code class="measure">
            <span class="protocol">{protocol}<span class="protocol-colon">":"</span></span>
            {own}
        </code>
    }
    .into_any()
}

/// Words that name measures, as in “rank by eccv:R@5 (Pairs)”, with the tags of their protocols.
pub fn with_measures(words: &str) -> AnyView {
    let shown = pieces(words).into_iter().map(|piece| match piece {
        Piece::Words(words) => words.to_string().into_any(),
        Piece::Measure(protocol, own) => measure_name(&format!("{protocol}:{own}")),
    });
    shown.collect_view().into_any()
}

/// The same in a chart, where tags have no background: the measure's own name stands out.
pub fn with_measures_in_chart(words: &str) -> AnyView {
    let shown = pieces(words).into_iter().map(|piece| match piece {
        Piece::Words(words) => words.to_string().into_any(),
        Piece::Measure(protocol, own) => view! {
            {protocol.to_string()}
            <tspan class="protocol-colon">":"</tspan>
            <tspan class="axis-measure" dx="0.35em">{own.to_string()}</tspan>
        }
        .into_any(),
    });
    shown.collect_view().into_any()
}

enum Piece<'a> {
    Words(&'a str),
    Measure(&'a str, &'a str),
}

fn pieces(words: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let mut rest = words;
    while let Some((before, protocol, own, after)) = first_measure(rest) {
        found.extend([Piece::Words(before), Piece::Measure(protocol, own)]);
        rest = after;
    }
    found.push(Piece::Words(rest));
    found
}

/// The words before the first measure, its protocol, its own name, and the words after it.
fn first_measure(words: &str) -> Option<(&str, &str, &str, &str)> {
    words.match_indices(':').find_map(|(colon, _)| measure_around(words, colon))
}

fn measure_around(words: &str, colon: usize) -> Option<(&str, &str, &str, &str)> {
    let (before, after) = (words.get(..colon)?, words.get(colon + 1..)?);
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let (before, protocol) = before.split_at(before.trim_end_matches(is_of_name).len());
    let end = after.find(|c: char| c.is_whitespace() || ",;()".contains(c));
    let (own, after) = after.split_at(end.unwrap_or(after.len()));
    let is_known = Protocol::ALL.iter().any(|known| known.name() == protocol);
    (is_known && !own.is_empty()).then_some((before, protocol, own, after))
}
