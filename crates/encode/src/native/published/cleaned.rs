//! What open_clip does to a text before its tokenizer, as steps of a `tokenizer.json`: of the repairs of
//! its library `ftfy` those of single characters, and the commonest entities of HTML.

use crate::error::EncodeError;
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;

/// Several letters in one character.
const LIGATURES: [(&str, &str); 22] = [
    ("\u{132}", "IJ"),
    ("\u{133}", "ij"),
    ("\u{149}", "\u{2bc}n"),
    ("\u{1f1}", "DZ"),
    ("\u{1f2}", "Dz"),
    ("\u{1f3}", "dz"),
    ("\u{1c4}", "D\u{17d}"),
    ("\u{1c5}", "D\u{17e}"),
    ("\u{1c6}", "d\u{17e}"),
    ("\u{1c7}", "LJ"),
    ("\u{1c8}", "Lj"),
    ("\u{1c9}", "lj"),
    ("\u{1ca}", "NJ"),
    ("\u{1cb}", "Nj"),
    ("\u{1cc}", "nj"),
    ("\u{fb00}", "ff"),
    ("\u{fb01}", "fi"),
    ("\u{fb02}", "fl"),
    ("\u{fb03}", "ffi"),
    ("\u{fb04}", "ffl"),
    ("\u{fb05}", "\u{17f}t"),
    ("\u{fb06}", "st"),
];
/// In this order, so that what was escaped twice comes out whole.
const ENTITIES: [(&str, &str); 5] =
    [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'")];

/// Puts the steps before the others of a `tokenizer.json`.
pub(super) fn with_cleaning(tokenizer: &[u8]) -> Result<Vec<u8>, EncodeError> {
    let mut file: Value =
        serde_json::from_slice(tokenizer).map_err(|e| EncodeError::Tokenizer(e.to_string()))?;
    let mut steps: Vec<Value> = replacements()
        .into_iter()
        .map(
            |(old, new)| json!({ "type": "Replace", "pattern": { "String": old }, "content": new }),
        )
        .collect();
    steps.push(file["normalizer"].take());
    file["normalizer"] = json!({ "type": "Sequence", "normalizers": steps });
    Ok(file.to_string().into_bytes())
}

fn replacements() -> Vec<(String, String)> {
    let each = |from: u32, to: u32| (from..=to).filter_map(char::from_u32).map(String::from);
    let all_to =
        |chars: Vec<String>, to: &'static str| chars.into_iter().map(move |c| (c, to.to_owned()));
    let mut all: Vec<(String, String)> = Vec::new();
    all.extend(ENTITIES.map(|(old, new)| (old.to_owned(), new.to_owned())));
    all.extend(LIGATURES.map(|(old, new)| (old.to_owned(), new.to_owned())));
    // Full and half width.
    for c in each(0x3000, 0x3000).chain(each(0xff01, 0xffef)) {
        let usual: String = c.nfkc().collect();
        if usual != c {
            all.push((c, usual));
        }
    }
    let single = each(0x2bc, 0x2bc).chain(each(0x2018, 0x201b)).collect();
    all.extend(all_to(single, "'"));
    all.extend(all_to(each(0x201c, 0x201f).collect(), "\""));
    let controls = [
        (0x00, 0x08),
        (0x0b, 0x0b),
        (0x0e, 0x1f),
        (0x7f, 0x7f),
        (0x206a, 0x206f),
        (0xfeff, 0xfeff),
        (0xfff9, 0xfffc),
    ];
    let controls = controls.into_iter().flat_map(|(from, to)| each(from, to)).collect();
    all.extend(all_to(controls, ""));
    all
}
