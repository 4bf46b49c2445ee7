//! LaTeX's tabular: rows that end with `\\`, cells between `&`.

use super::{
    FormatError, Place,
    table::Table,
    typeset::{Cell, LONGEST_CELL, MOST_COLUMNS, Row, SCRIPT, table_of},
};
use std::collections::HashMap;

/// Commands that leave nothing, each with the number of its arguments.
const DROPPED: &[(&str, usize)] = &[
    ("hline", 0),
    ("toprule", 0),
    ("midrule", 0),
    ("bottomrule", 0),
    ("cmidrule", 1),
    ("cline", 1),
    ("hdashline", 0),
    ("cdashline", 1),
    ("specialrule", 3),
    ("addlinespace", 0),
    ("noalign", 1),
    ("rowcolor", 1),
    ("cellcolor", 1),
    ("columncolor", 1),
    ("color", 1),
    ("cite", 1),
    ("citep", 1),
    ("citet", 1),
    ("footnote", 1),
    ("footnotemark", 0),
    ("tnote", 1),
    ("label", 1),
    ("ref", 1),
    ("vspace", 1),
    ("hspace", 1),
    ("centering", 0),
];

/// Commands of which only the last argument is words, each with the number of those before it.
const LAST_ARGUMENT: &[(&str, usize)] =
    &[("textcolor", 1), ("colorbox", 1), ("fontsize", 1), ("multirow", 2), ("href", 1)];

const SYMBOLS: &[(&str, &str)] = &[
    ("pm", "±"),
    ("infty", "∞"),
    ("dagger", "†"),
    ("ddagger", "‡"),
    ("ast", "*"),
    ("star", "*"),
    ("uparrow", "↑"),
    ("downarrow", "↓"),
    ("times", "×"),
    ("sim", "~"),
    ("approx", "≈"),
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("tau", "τ"),
    ("rho", "ρ"),
    ("zeta", "ζ"),
    ("textasciitilde", "~"),
    ("textasciicircum", "^"),
    ("textbackslash", "\\"),
    ("textbar", "|"),
    ("textendash", "–"),
    ("textquotedbl", "\""),
    ("dots", "…"),
    ("le", "≤"),
    ("ge", "≥"),
    ("sigma", "σ"),
    ("textless", "<"),
    ("textgreater", ">"),
    ("checkmark", "✓"),
];

/// In characters, such as `[2pt]`.
const LONGEST_OPTION: usize = 200;

pub(super) fn is_latex(text: &str) -> bool {
    text.contains("\\begin{tabular")
        || text.contains("\\begin{longtable")
        || text.lines().any(|line| line.contains('&') && line.contains("\\\\"))
}

/// The first tabular of a text, or the lines of one.
pub(super) fn table_from_latex<'a>(file: &'a str, text: &str) -> Result<Table<'a>, FormatError> {
    let (line, body) = body_of(text);
    let body = without_comments(body);
    let mut rows = Vec::new();
    // By column: what a \multirow says in the lines below it, and in how many.
    let mut below: HashMap<usize, (String, usize)> = HashMap::new();
    for (line, cells) in lines_of(&body, line) {
        let mut read = Vec::new();
        let mut column = 0;
        for cell in &cells {
            let Spanning { span, n_rows, text } = spanning(cell);
            let mut plain = plain(text);
            if n_rows > 1 {
                below.insert(column, (plain.clone(), n_rows - 1));
            } else if let Some((words, left)) = below.get_mut(&column).filter(|(_, n)| *n > 0) {
                *left -= 1;
                if plain.is_empty() {
                    plain = words.clone();
                }
            }
            read.push(Cell { text: plain, span });
            column += span;
            if column > MOST_COLUMNS {
                let reason = format!("more than {MOST_COLUMNS} columns");
                return Err(FormatError::new(file, Place::Line(line), reason));
            }
        }
        if read.iter().any(|cell| !cell.text.is_empty()) {
            rows.push(Row { line, cells: read });
        }
    }
    if rows.len() < 2 {
        let reason = "no table: LaTeX’s tabular with a header and a row is needed";
        return Err(FormatError::new(file, Place::Line(line), reason));
    }
    table_of(file, rows, None)
}

/// What is between `\begin{tabular}{…}` and its end, with the number of its first line.
fn body_of(text: &str) -> (usize, &str) {
    let begin = ["\\begin{tabular", "\\begin{longtable"];
    let Some(at) = begin.iter().filter_map(|begin| text.find(begin)).min() else {
        return (1, text);
    };
    let from = text.get(at..).unwrap_or_default();
    let name_end = from.find('}').map_or(from.len(), |end| end + 1);
    let name = from.get(..name_end).unwrap_or_default();
    // tabular* and tabularx have a width before the columns.
    let n_arguments = if name.contains('*') || name.contains("tabularx") { 2 } else { 1 };
    let mut rest = from.get(name_end..).unwrap_or_default();
    rest = after_optional(rest);
    for _ in 0..n_arguments {
        rest = argument(rest).map_or(rest, |(_, after)| after);
    }
    let line = 1 + text
        .len()
        .checked_sub(rest.len())
        .map_or(0, |at| text.get(..at).unwrap_or_default().matches('\n').count());
    let end = rest.find("\\end{tabular").or_else(|| rest.find("\\end{longtable"));
    (line, rest.get(..end.unwrap_or(rest.len())).unwrap_or_default())
}

/// A `%` without a backslash begins a comment, to the end of its line.
fn without_comments(text: &str) -> String {
    let of_line = |line: &str| {
        let mut was_backslash = false;
        let comment = line.char_indices().find(|(_, c)| {
            let is_comment = *c == '%' && !was_backslash;
            was_backslash = *c == '\\' && !was_backslash;
            is_comment
        });
        comment.map_or(line, |(at, _)| line.get(..at).unwrap_or_default()).to_owned()
    };
    text.lines().map(of_line).collect::<Vec<_>>().join("\n")
}

/// The cells of each line, with the number of the line that it begins on.
fn lines_of(body: &str, first_line: usize) -> Vec<(usize, Vec<String>)> {
    let (mut lines, mut cells, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut line, mut begun, mut depth) = (first_line, None, 0usize);
    let mut rest = body;
    while let Some(c) = rest.chars().next() {
        let mut after = rest.get(c.len_utf8()..).unwrap_or_default();
        if !c.is_whitespace() && begun.is_none() {
            begun = Some(line);
        }
        match c {
            '\n' => {
                line += 1;
                cell.push(' ');
            }
            '\\' if after.starts_with('\\') && depth == 0 => {
                after = after.get(1..).unwrap_or_default();
                after = after.strip_prefix('*').unwrap_or(after);
                after = after_optional(after);
                cells.push(std::mem::take(&mut cell));
                lines.push((begun.take().unwrap_or(line), std::mem::take(&mut cells)));
            }
            '\\' => {
                cell.push('\\');
                if let Some(escaped) = after.chars().next().filter(|c| *c != '\n') {
                    cell.push(escaped);
                    after = after.get(escaped.len_utf8()..).unwrap_or_default();
                }
            }
            '&' if depth == 0 => cells.push(std::mem::take(&mut cell)),
            _ => {
                match c {
                    '{' => depth += 1,
                    '}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                cell.push(c);
            }
        }
        rest = after;
    }
    if !cell.trim().is_empty() || !cells.is_empty() {
        cells.push(cell);
        lines.push((begun.unwrap_or(line), cells));
    }
    lines
}

struct Spanning<'a> {
    span: usize,
    n_rows: usize,
    text: &'a str,
}

/// Of `\multicolumn{3}{c}{words}` and `\multirow{2}{*}{words}`, perhaps one within the other.
fn spanning(cell: &str) -> Spanning<'_> {
    let mut found = Spanning { span: 1, n_rows: 1, text: cell };
    // Rules stand before the first cell of the line below them.
    for command in ["\\multicolumn", "\\multirow"] {
        let Some(at) = found.text.find(command) else { continue };
        let rest = found.text.get(at + command.len()..).unwrap_or_default();
        let Some((n, rest)) = argument(after_optional(rest)) else { continue };
        let Some((_, rest)) = argument(after_optional(rest)) else { continue };
        let Some((words, _)) = argument(after_optional(rest)) else { continue };
        let n: usize = n.trim().parse().unwrap_or(1);
        // More columns than any table has are a slip.
        let n = n.clamp(1, 200);
        if command == "\\multicolumn" {
            found.span = n;
        } else {
            found.n_rows = n;
        }
        found.text = words;
    }
    found
}

/// `[…]` is passed over.
fn after_optional(text: &str) -> &str {
    let trimmed = text.trim_start();
    let Some(inside) = trimmed.strip_prefix('[') else { return text };
    let end = inside.char_indices().take(LONGEST_OPTION).find(|(_, c)| *c == ']');
    end.and_then(|(at, _)| inside.get(at + 1..)).unwrap_or(text)
}

/// `{…}` at the beginning, and what follows it.
fn argument(text: &str) -> Option<(&str, &str)> {
    let inside = text.trim_start().strip_prefix('{')?;
    let mut depth = 1usize;
    let mut was_backslash = false;
    for (at, c) in inside.char_indices() {
        match c {
            '{' if !was_backslash => depth += 1,
            '}' if !was_backslash => depth -= 1,
            _ => {}
        }
        was_backslash = c == '\\' && !was_backslash;
        if depth == 0 {
            return Some((inside.get(..at)?, inside.get(at + 1..)?));
        }
    }
    None
}

/// Without commands: their words remain.
fn plain(tex: &str) -> String {
    if tex.len() > LONGEST_CELL {
        return tex.trim().to_owned();
    }
    let mut text = String::new();
    let mut rest = tex;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        rest = match c {
            '\\' => {
                let n = after.bytes().take_while(u8::is_ascii_alphabetic).count();
                let (name, after_name) = after.split_at_checked(n).unwrap_or(("", after));
                if name.is_empty() {
                    let escaped = after.chars().next();
                    // \, and \; are thin spaces, within numbers too.
                    text.extend(escaped.filter(|c| !matches!(c, ',' | ';' | '!' | ':' | '/')));
                    escaped.map_or("", |c| after.get(c.len_utf8()..).unwrap_or_default())
                } else {
                    command(name, after_name, &mut text)
                }
            }
            '{' | '}' | '$' => after,
            '~' | '\n' => {
                text.push(' ');
                after
            }
            '^' | '_' => {
                text.push(SCRIPT);
                after
            }
            '-' if after.starts_with('-') => {
                text.push('–');
                after.trim_start_matches('-')
            }
            _ => {
                text.push(c);
                after
            }
        };
    }
    text.trim().to_owned()
}

/// Adds what a command leaves; what follows it.
fn command<'a>(name: &str, after: &'a str, text: &mut String) -> &'a str {
    let of = |all: &[(&str, usize)]| all.iter().find(|(own, _)| *own == name).map(|(_, n)| *n);
    let after = after.strip_prefix('*').unwrap_or(after);
    if let Some((_, symbol)) = SYMBOLS.iter().find(|(own, _)| *own == name) {
        text.push_str(symbol);
        return after.strip_prefix("{}").unwrap_or(after);
    }
    let is_script = matches!(name, "textsuperscript" | "textsubscript");
    text.extend(is_script.then_some(SCRIPT));
    let Some(n) = of(DROPPED).or_else(|| of(LAST_ARGUMENT)) else {
        // Its argument's words stay. A space ends a command's name.
        return after.strip_prefix(' ').unwrap_or(after);
    };
    // \cmidrule(lr){2-3}
    let in_brackets = after.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let mut rest = after_optional(in_brackets.map_or(after, |(_, after)| after));
    for _ in 0..n {
        rest = argument(rest).map_or(rest, |(_, after)| after_optional(after));
    }
    rest
}
