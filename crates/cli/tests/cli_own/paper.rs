//! Tables for papers: figures and letters are those of ranx's report.

use crate::here::fixture;
use crate::program::{done, fails, folder, json, line, shapes};
use serde_json::Value;
use std::{fmt::Write, fs};

const MEASURES: &str = "trec:AP,trec:nDCG@10,trec:RR,trec:P@5";

fn golden() -> Value {
    serde_json::from_str(&fs::read_to_string(fixture("report.json")).unwrap()).unwrap()
}

/// The golden's qrels and runs as TREC files: the qrels, then `run-N=FILE` for each run.
fn files(golden: &Value, path: impl Fn(&str) -> String) -> (String, Vec<String>) {
    let mut qrels = String::new();
    let number = |value: &Value| value.as_u64().unwrap();
    for line in golden["qrels"].as_array().unwrap() {
        let (query, document) = (number(&line[0]), number(&line[1]));
        writeln!(qrels, "q{query:02} 0 d{document:02} {}", line[2]).unwrap();
    }
    fs::write(path("own.qrels"), qrels).unwrap();
    let mut runs = Vec::new();
    for (at, run) in golden["runs"].as_array().unwrap().iter().enumerate() {
        let hit = |hit: &Value| (number(&hit[0]), number(&hit[1]), hit[2].as_f64().unwrap());
        let mut hits: Vec<(u64, u64, f64)> = run.as_array().unwrap().iter().map(hit).collect();
        hits.sort_by(|a, b| a.0.cmp(&b.0).then(b.2.total_cmp(&a.2)));
        let mut text = String::new();
        for (rank, (query, document, score)) in hits.iter().enumerate() {
            writeln!(text, "q{query:02} Q0 d{document:02} {} {score} own", rank % 30 + 1).unwrap();
        }
        let file = path(&format!("{at}.run"));
        fs::write(&file, text).unwrap();
        runs.push(format!("run-{at}={file}"));
    }
    (path("own.qrels"), runs)
}

/// The cells of each row of a LaTeX table.
fn latex_cells(text: &str) -> Vec<Vec<String>> {
    let rows = text.lines().filter_map(|line| line.trim().strip_suffix(r"\\"));
    rows.map(|row| row.split('&').map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// A cell's value, whether it is bold, and its letters.
fn read(cell: &str) -> (f64, bool, String) {
    let (value, letters) = match cell.split_once(r"\textsuperscript{") {
        Some((value, letters)) => (value, letters.trim_end_matches('}')),
        None => (cell, ""),
    };
    let bold = value.strip_prefix(r"\textbf{").map(|value| value.trim_end_matches('}'));
    (bold.unwrap_or(value).parse().unwrap(), bold.is_some(), letters.to_owned())
}

#[test]
fn figures_and_letters_are_those_of_ranx() {
    let golden = golden();
    let path = folder();
    let (qrels, runs) = files(&golden, &path);
    let better = golden["better"].as_array().unwrap();
    for (max_p, better) in golden["max_p"].as_array().unwrap().iter().zip(better) {
        let alpha = max_p.to_string();
        let eval = format!("eval --qrels {qrels} --run {} --measures {MEASURES}", runs.join(" "));
        let test = "--format latex --test student --correction none --alpha";
        let text = done(&line(&format!("{eval} {test} {alpha}")));
        let rows = latex_cells(&text);
        assert_eq!(rows.len(), 5, "{text}");
        assert_eq!(rows[0], ["", "system", "trec:AP", "trec:nDCG@10", "trec:RR", "trec:P@5"]);
        for (run, cells) in rows[1..].iter().enumerate() {
            assert_eq!(cells[0], ["a", "b", "c", "d"][run]);
            for (measure, cell) in cells[2..].iter().enumerate() {
                let (value, is_bold, letters) = read(cell);
                let wanted = golden["means"][run][measure].as_f64().unwrap();
                assert!((value - wanted).abs() <= 5.1e-5, "{text}: {wanted}");
                let of = |other: usize| golden["means"][other][measure].as_f64().unwrap();
                assert_eq!(is_bold, (0..4).all(|other| of(other) <= wanted), "{text}");
                let worse = better[run][measure].as_array().unwrap().iter();
                let wanted: String = worse
                    .map(|other| ["a", "b", "c", "d"][other.as_u64().unwrap() as usize])
                    .collect();
                assert_eq!(letters, wanted, "run {run}, measure {measure}, p ≤ {alpha}:\n{text}");
            }
        }
        assert!(text.contains(&format!("p $\\le$ {alpha}, not corrected")), "{text}");
    }
}

#[test]
fn the_default_test_is_the_pages_and_is_explained() {
    let text = done(&["eval", shapes(), "--measures", "trec:AP,eccv:R@1", "--format", "markdown"]);
    assert!(text.contains("randomisation test with 10,000 random exchanges, p ≤ 0.05 after Holm’s correction for the 10 pairs of a measure"), "{text}");
    for words in ["| trec:AP | eccv:R@1 |", "**", "<sup>"] {
        assert!(text.contains(words), "{text}");
    }
    // The same figures as in JSON.
    let all = json(&["eval", shapes(), "--measures", "trec:AP,eccv:R@1"]);
    for (id, of) in all["runs"].as_object().unwrap() {
        let mean = of["trec:AP"]["mean"].as_f64().unwrap();
        let row = text.lines().find(|line| line.contains(&format!("| {id} |"))).unwrap();
        assert!(row.contains(&format!("{mean:.4}")), "{row}: {mean}");
    }
}

#[test]
fn a_test_that_no_format_prints_is_refused() {
    let eval = ["eval", shapes(), "--measures", "trec:AP"];
    let options = [("--test", "student"), ("--alpha", "0.01"), ("--correction", "none")];
    for format in ["table", "json", "csv"] {
        for (option, value) in options {
            let asked = [&eval[..], &["--format", format, option, value]].concat();
            fails(1, &asked, &[option, "only --format latex and --format markdown"]);
        }
    }
    fails(1, &[&eval[..], &["--json", "--alpha", "0.01"]].concat(), &["--alpha: only"]);
    let both = ["--test", "student", "--correction", "none"];
    fails(1, &[&eval[..], &both].concat(), &["--test, --correction: only"]);
    for format in ["latex", "markdown"] {
        for (option, value) in options {
            done(&[&eval[..], &["--format", format, option, value]].concat());
        }
    }
}

#[test]
fn every_command_with_tables_prints_both() {
    let s = shapes();
    let measure = ["--measures", "trec:AP"];
    let commands: [Vec<&str>; 6] = [
        [&["eval", s, "--by", "wording"][..], &measure].concat(),
        [&["compare", s, "words-64", "letters-32"][..], &measure].concat(),
        vec!["agree", s, "--resamples", "50"],
        [&["rerank", s, "--first", "words-64", "--by", "letters-32"][..], &measure].concat(),
        [&["fuse", s, "--systems", "words-64,letters-32", "--by", "rrf"][..], &measure].concat(),
        vec!["facets", s, "--distribution", "--facet", "wording"],
    ];
    for command in commands {
        let text = done(&[command.as_slice(), &["--format", "latex"]].concat());
        assert!(text.contains(r"\toprule") && text.contains(r"\end{table}"), "{command:?}: {text}");
        let n = |word: &str| text.matches(word).count();
        assert_eq!(n(r"\begin{tabular}"), n(r"\end{tabular}"));
        let text = done(&[command.as_slice(), &["--format", "markdown"]].concat());
        assert!(text.contains("| :-- |") || text.contains("| --: |"), "{command:?}: {text}");
    }
    let compare = ["compare", s, "words-64", "letters-32", "--measures", "trec:AP"];
    let text = done(&[&compare[..], &["--format", "markdown"]].concat());
    let heads = "words-64<sup>a</sup> | letters-32<sup>b</sup>";
    assert!(text.contains(heads) && text.contains("**"), "{text}");
    fails(2, &["eval", s, "--format", "latex", "--alpha", "2"], &["between 0 and 1"]);
}
