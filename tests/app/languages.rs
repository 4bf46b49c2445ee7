//! The tables of the page's languages have exactly the messages of the code.
//!
//! A message is the literal in `tr!("…")`, `page_tr!("…")`, `around!("…")` or `message!("…")`.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::here;
use rankscope_languages::pattern::names;
use rankscope_languages::{Language, Table};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

const MACROS: [&str; 4] = ["tr!(", "page_tr!(", "around!(", "message!("];

/// Of a language that is not whole, where its messages are from.
const FRAME_AND_LESSONS: &[&str] = &[
    "src/ui/app.rs",
    "src/ui/components/board_status.rs",
    "src/ui/components/chart/bump.rs",
    "src/ui/components/code_button.rs",
    "src/ui/components/copy_field.rs",
    "src/ui/components/image.rs",
    "src/ui/components/keep_all.rs",
    "src/ui/components/page_notes.rs",
    "src/ui/components/picture.rs",
    "src/ui/components/progress.rs",
    "src/ui/components/save.rs",
    "src/ui/components/table/",
    "src/ui/components/task_status.rs",
    "src/ui/language.rs",
    "src/ui/lessons/",
    "src/ui/pages/apart.rs",
    "src/ui/pages/card/",
    "src/ui/pages/learn.rs",
    "src/ui/pages/loading.rs",
    "src/ui/pages/share",
    "src/ui/state/offline.rs",
    "src/ui/theme.rs",
];

/// A string literal at the beginning of the code, with its escapes resolved.
fn literal(code: &str) -> Option<String> {
    let mut letters = code.trim_start().strip_prefix('"')?.chars();
    let mut text = String::new();
    loop {
        match letters.next()? {
            '"' => return Some(text),
            '\\' => match letters.next()? {
                'n' => text.push('\n'),
                // The next line goes on after its indent.
                '\n' => {
                    let rest = letters.as_str().trim_start();
                    letters = rest.chars();
                }
                'u' => {
                    let (code, rest) = letters.as_str().strip_prefix('{')?.split_once('}')?;
                    text.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
                    letters = rest.chars();
                }
                other => text.push(other),
            },
            letter => text.push(letter),
        }
    }
}

/// The messages below a folder, each with the first file that has it.
fn messages(path: &Path, found: &mut BTreeMap<String, Vec<String>>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            messages(&entry.unwrap().path(), found);
        }
        return;
    }
    let file = path.strip_prefix(here::root()).unwrap().to_string_lossy().replace('\\', "/");
    let code = fs::read_to_string(path).unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = lines.flat_map(|line| [line, "\n"]).collect();
    for start in MACROS {
        for (at, _) in code.match_indices(start) {
            let is_longer = code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let Some(text) = literal(&code[at + start.len()..]).filter(|_| !is_longer) else {
                continue;
            };
            found.entry(text).or_default().push(file.clone());
        }
    }
}

fn all_messages() -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    messages(&here::root().join("src/ui"), &mut found);
    found
}

fn table(language: Language) -> BTreeMap<String, String> {
    let file = here::root().join(format!("public/languages/{}.json", language.code()));
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

#[test]
fn literals_are_read_as_the_compiler_reads_them() {
    let code = "\n    \"a \\\"b\\\" \\\n        c\\u{2068}d\", n)";
    assert_eq!(literal(code).unwrap(), "a \"b\" c\u{2068}d");
    assert!(literal("words, n)").is_none());
}

#[test]
fn tables_have_the_messages_of_the_code_and_no_other() {
    let all = all_messages();
    assert!(all.len() > 300, "{} messages", all.len());
    for english in all.keys() {
        names(english, Language::English).unwrap_or_else(|error| panic!("“{english}”: {error}"));
    }
    let is_of_part = |files: &Vec<String>| {
        files.iter().any(|f| FRAME_AND_LESSONS.iter().any(|p| f.starts_with(p)))
    };
    let part: BTreeSet<&String> =
        all.iter().filter(|(_, files)| is_of_part(files)).map(|(english, _)| english).collect();
    let whole: BTreeSet<&String> = all.keys().collect();
    let tables =
        [(Language::German, &whole), (Language::Spanish, &whole), (Language::Arabic, &part)];
    for (language, wanted) in tables {
        let table = table(language);
        let own: BTreeSet<&String> = table.keys().collect();
        let lines = |set: Vec<&&String>| {
            set.iter()
                .map(|english| format!("{}\n", serde_json::to_string(english).unwrap()))
                .collect::<String>()
        };
        let missing = lines(wanted.difference(&own).collect());
        let extra = lines(own.difference(wanted).collect());
        assert!(
            missing.is_empty() && extra.is_empty(),
            "{} lacks:\n{missing}and has without use:\n{extra}",
            language.code()
        );
    }
}

/// As the page checks it: placeholders as in English, as many forms as the language has.
#[test]
fn every_translation_fits_its_message() {
    for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
        let file = here::root().join(format!("public/languages/{}.json", language.code()));
        let json = fs::read_to_string(file).unwrap();
        let read = Table::new(language, table(language).into_iter().collect());
        read.unwrap_or_else(|error| panic!("{}: {error}", language.code()));
        // A key given twice would hide the first of its translations.
        let n_lines = json.lines().filter(|line| line.starts_with("  \"")).count();
        assert_eq!(table(language).len(), n_lines, "{}", language.code());
        for (english, own) in table(language) {
            assert!(!own.trim().is_empty(), "{}: {english}", language.code());
            let ends = |text: &str| text.len() - text.trim_end().len();
            assert_eq!(
                ends(&english),
                ends(&own),
                "{}: spaces around “{english}”",
                language.code()
            );
        }
    }
}
