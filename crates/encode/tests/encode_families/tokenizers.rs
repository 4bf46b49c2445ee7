//! Tokenizers by themselves.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::golden::{change, copied, fixture};
use proptest::prelude::*;
use rankscope_encode::training::Tokens;
use serde_json::{Value, json};
use std::fs;

fn tokens(family: &str) -> Tokens {
    Tokens::from_json(&fs::read(fixture(family).join("tokenizer.json")).unwrap(), 40).unwrap()
}

fn changed(family: &str, of: impl FnOnce(&mut Value)) -> Result<Tokens, String> {
    let model = copied(family);
    let path = model.path().join("tokenizer.json");
    change(&path, of);
    Tokens::from_json(&fs::read(path).unwrap(), 40).map_err(|error| error.to_string())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_becomes_tokens_within_the_limit(text in "\\PC{0,60}") {
        for family in ["mpnet", "xlm-r", "siglip2"] {
            let tokens = tokens(family);
            let ids = tokens.ids(&text);
            prop_assert!(!ids.is_empty() && ids.len() <= 40);
            prop_assert_eq!(ids.last(), Some(&tokens.last()));
        }
    }
}

#[test]
fn special_tokens_stand_for_themselves() {
    for (family, token, id) in
        [("mpnet", "<mask>", 330), ("xlm-r", "<mask>", 199), ("siglip2", "<bos>", 2)]
    {
        assert!(tokens(family).ids(&format!("a{token}b")).contains(&id), "{family}");
    }
}

#[test]
fn of_several_special_tokens_the_longest_counts() {
    let added = |content: &str, id: u32| json!({ "id": id, "content": content, "special": false, "normalized": false });
    let tokens = changed("siglip2", |file| {
        let all = file["added_tokens"].as_array_mut().unwrap();
        all.extend([added("\n\n", 5), added("\n\n\n", 6)]);
    });
    assert_eq!(tokens.unwrap_or_else(|e| panic!("{e}")).ids("\n\n\n\n\n"), [6, 5, 1]);
}

#[test]
fn what_no_tokenizer_here_does_is_named() {
    let said = |family: &str, of: fn(&mut Value)| match changed(family, of) {
        Ok(_) => panic!("it was read"),
        Err(said) => said,
    };
    for (said, words) in [
        (said("xlm-r", |file| file["normalizer"] = json!({ "type": "Nmt" })), "Nmt"),
        (
            said("siglip2", |file| {
                file["normalizer"] = json!({ "type": "Replace", "content": "",
                    "pattern": { "Regex": "(a|b)" } });
            }),
            "(a|b)",
        ),
        (said("xlm-r", |file| file["pre_tokenizer"] = json!({ "type": "Digits" })), "Digits"),
        (said("xlm-r", |file| file["post_processor"] = Value::Null), "post_processor"),
        (said("xlm-r", |file| file["model"]["unk_id"] = json!(9999)), "9999"),
        (
            said("xlm-r", |file| file["normalizer"]["precompiled_charsmap"] = json!("AAAA")),
            "charsmap",
        ),
        (said("siglip2", |file| file["normalizer"] = json!({ "type": "Lowercase" })), "spaces"),
        (said("siglip2", |file| file["model"]["ignore_merges"] = json!(true)), "ignores merges"),
        (said("siglip2", |file| file["model"]["byte_fallback"] = json!(false)), "</w>"),
        (said("mpnet", |file| file["model"]["type"] = json!("WordLevel")), "WordLevel"),
    ] {
        assert!(said.contains(words), "{said:?} does not say {words:?}");
    }
}
