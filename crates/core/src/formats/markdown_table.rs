//! Markdown's tables: cells between bars, a line of dashes below the header.

use super::{
    FormatError, Place,
    table::Table,
    typeset::{Cell, LONGEST_CELL, Row, SCRIPT, table_of},
};

const ENTITIES: [(&str, &str); 5] =
    [("&plusmn;", "±"), ("&nbsp;", " "), ("&minus;", "−"), ("&dagger;", "†"), ("&amp;", "&")];

/// Whether a line of dashes and bars stands below another with bars.
pub(super) fn is_markdown(text: &str) -> bool {
    let mut above = "";
    text.lines().any(|line| std::mem::replace(&mut above, line).contains('|') && is_ruler(line))
}

/// `|---|:---:|`
fn is_ruler(line: &str) -> bool {
    let is_dashes = |cell: &str| {
        let dashes = cell.trim().trim_start_matches(':').trim_end_matches(':');
        !dashes.is_empty() && dashes.bytes().all(|byte| byte == b'-')
    };
    line.contains('|') && between_bars(line).iter().all(|cell| is_dashes(cell))
}

/// The first table of a text.
pub(super) fn table_from_markdown<'a>(file: &'a str, text: &str) -> Result<Table<'a>, FormatError> {
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    let ruler = lines.iter().skip(1).position(|(_, line)| is_ruler(line)).map(|place| place + 1);
    let header = ruler.and_then(|ruler| Some((ruler, lines.get(ruler - 1)?)));
    let Some((ruler, header)) = header else {
        let reason = "no table: a header and a line such as |---|---| are needed";
        return Err(FormatError::new(file, Place::File, reason));
    };
    let body = lines.iter().skip(ruler + 1).take_while(|(_, line)| line.contains('|'));
    let row = |(line, text): &(usize, &str)| Row {
        line: *line,
        cells: between_bars(text).iter().map(|cell| Cell { text: plain(cell), span: 1 }).collect(),
    };
    table_of(file, [header].into_iter().chain(body).map(row).collect(), Some(1))
}

/// Bars behind a backslash are part of a cell.
fn between_bars(line: &str) -> Vec<String> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let mut cells = vec![String::new()];
    let mut is_escaped = false;
    for c in line.chars() {
        match c {
            '\\' if !is_escaped => {
                is_escaped = true;
                continue;
            }
            '|' if !is_escaped => cells.push(String::new()),
            _ => {
                if let Some(cell) = cells.last_mut() {
                    cell.extend((is_escaped && c != '|').then_some('\\'));
                    cell.push(c);
                }
            }
        }
        is_escaped = false;
    }
    if cells.last().is_some_and(|last| last.trim().is_empty()) && cells.len() > 1 {
        cells.pop();
    }
    cells
}

/// Without emphasis, code marks, links and HTML.
fn plain(cell: &str) -> String {
    if cell.len() > LONGEST_CELL {
        return cell.trim().to_owned();
    }
    let mut cell = cell.trim().to_owned();
    for (written, meant) in ENTITIES {
        cell = cell.replace(written, meant);
    }
    let mut text = String::new();
    let mut rest = cell.as_str();
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        rest = match c {
            '\\' => match after.chars().next() {
                Some(escaped) if escaped.is_ascii_punctuation() => {
                    text.push(escaped);
                    after.get(1..).unwrap_or_default()
                }
                _ => {
                    text.push('\\');
                    after
                }
            },
            '`' => after,
            '*' if after.starts_with('*') => after.get(1..).unwrap_or_default(),
            '~' if after.starts_with('~') => after.get(1..).unwrap_or_default(),
            '<' => match after.split_once('>') {
                Some((tag, after)) => {
                    match tag.trim_start_matches('/').to_ascii_lowercase().as_str() {
                        "sup" | "sub" if !tag.starts_with('/') => text.push(SCRIPT),
                        tag if tag.starts_with("br") => text.push(' '),
                        _ => {}
                    }
                    after
                }
                None => {
                    text.push('<');
                    after
                }
            },
            // [words](address)
            '[' => match after.split_once("](") {
                Some((words, address)) if !words.contains(['[', ']']) => {
                    text.push_str(words);
                    address.split_once(')').map_or("", |(_, after)| after)
                }
                _ => {
                    text.push('[');
                    after
                }
            },
            _ => {
                text.push(c);
                after
            }
        };
    }
    let text = text.trim();
    // _0.5_ and *0.5*, around all of a cell.
    for mark in ['_', '*'] {
        let bare = text.strip_prefix(mark).and_then(|text| text.strip_suffix(mark));
        if let Some(bare) = bare.map(|bare| bare.trim_matches(mark)).filter(|it| !it.is_empty()) {
            return bare.to_owned();
        }
    }
    text.to_owned()
}
