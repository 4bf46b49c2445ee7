//! WGSL templates with constants to fill in:
//!
//! - `{{NAME}}` becomes the value of the constant.
//! - Lines from `//: repeat NAME < COUNT` to `//: end` are repeated, with `{{NAME}}` counting from 0
//!   to the constant `COUNT`.
//! - Lines from `//: if NAME = VALUE` to `//: end` stay only if the constant has that value.
//!
//! Parts nest. Names without a value stay, and no WGSL compiler accepts them.
//!
//! WGSL's own pipeline-overridable constants set numbers, but neither a buffer's type nor how many
//! variables there are, and WGSL cannot ask for a loop to be unrolled: an array indexed by a loop's
//! counter does not stay in registers on every device.

use std::fmt::Display;

/// Marks a line as a directive; to WGSL it is a comment.
const DIRECTIVE: &str = "//: ";

type Scope<'a> = Vec<(&'a str, String)>;

pub(super) fn wgsl_from_template(template: &str, constants: &[(&str, &dyn Display)]) -> String {
    let lines: Vec<&str> = template.lines().collect();
    let mut scope = constants.iter().map(|(name, value)| (*name, value.to_string())).collect();
    let mut wgsl = String::with_capacity(template.len());
    expand(&lines, &mut scope, &mut wgsl);
    wgsl
}

fn expand<'a>(lines: &[&'a str], scope: &mut Scope<'a>, wgsl: &mut String) {
    let mut rest = lines;
    while let Some((line, after)) = rest.split_first() {
        rest = after;
        let Some(directive) = directive(line) else {
            push_filled(line, scope, wgsl);
            continue;
        };
        let n_lines = part_len(rest);
        let (part, end) = rest.split_at(n_lines);
        rest = end.get(1..).unwrap_or_default();
        let words: Vec<&'a str> = directive.split_whitespace().collect();
        match (&words[..], words.get(3).and_then(|count| value(count, scope)?.parse().ok())) {
            (["repeat", name, "<", _], Some(count)) => {
                for index in 0u32..count {
                    scope.push((*name, index.to_string()));
                    expand(part, scope, wgsl);
                    scope.pop();
                }
            }
            (["if", name, "=", wanted], _) if value(name, scope).is_some() => {
                if value(name, scope) == Some(*wanted) {
                    expand(part, scope, wgsl);
                }
            }
            // Not WGSL, so the validation of the kernel points at it.
            _ => {
                wgsl.push_str("{{");
                wgsl.push_str(directive);
                wgsl.push_str("}}\n");
            }
        }
    }
}

fn directive(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix(DIRECTIVE)
}

fn part_len(lines: &[&str]) -> usize {
    let mut depth = 1;
    let ends = |line: &&str| {
        match directive(line).map(str::trim_end) {
            Some("end") => depth -= 1,
            Some(_) => depth += 1,
            None => {}
        }
        depth == 0
    };
    lines.iter().position(ends).unwrap_or(lines.len())
}

fn value<'a>(name: &str, scope: &'a Scope<'_>) -> Option<&'a str> {
    scope.iter().rev().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
}

fn push_filled(line: &str, scope: &Scope<'_>, wgsl: &mut String) {
    let mut rest = line;
    while let Some((before, (name, after))) =
        rest.split_once("{{").and_then(|(before, name)| Some((before, name.split_once("}}")?)))
    {
        wgsl.push_str(before);
        match value(name, scope) {
            Some(value) => wgsl.push_str(value),
            None => wgsl.extend(["{{", name, "}}"]),
        }
        rest = after;
    }
    wgsl.extend([rest, "\n"]);
}

#[cfg(test)]
mod tests {
    use super::wgsl_from_template;

    #[test]
    fn constants_are_filled_in_and_unknown_names_stay() {
        let wgsl = wgsl_from_template("a = {{A}} + {{A}}u; {{B}}\n}}{{", &[("A", &7)]);
        assert_eq!(wgsl, "a = 7 + 7u; {{B}}\n}}{{\n");
    }

    #[test]
    fn parts_repeat_nest_and_depend_on_constants() {
        let template = "\
start
//: repeat row < ROWS
  r{{row}}
  //: repeat q < N
    {{row}}{{q}}{{KIND}}
    //: if KIND = x
    x
    //: end
    //: if KIND = y
    y
    //: end
  //: end
//: end
end";
        let wgsl =
            |n: u32| wgsl_from_template(template, &[("ROWS", &2), ("N", &n), ("KIND", &"x")]);
        assert_eq!(wgsl(0), "start\n  r0\n  r1\nend\n");
        assert_eq!(wgsl(1), "start\n  r0\n    00x\n    x\n  r1\n    10x\n    x\nend\n");
        let both = wgsl(2);
        assert!(both.contains("    01x\n    x\n") && !both.contains('y'), "{both}");
    }

    #[test]
    fn what_cannot_be_filled_in_is_no_wgsl() {
        for template in ["//: repeat i < N\n//: end", "//: if N = 1\n//: end", "//: else\n//: end"]
        {
            assert!(wgsl_from_template(template, &[]).starts_with("{{"), "{template}");
        }
    }
}
