//! Tokenizers by themselves.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::{
    golden::{change, copied, fixture},
    here,
};
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

/// A file of `tests/fixtures/clip-tokens`, whose script says where it is from.
fn of_open_clip(name: &str) -> Vec<u8> {
    fs::read(here::root().join("tests/fixtures/clip-tokens").join(name)).unwrap()
}

#[test]
fn a_pack_of_open_clip_has_its_ids() {
    let tokens = Tokens::from_json(&of_open_clip("open_clip.json"), 20).unwrap();
    let expected: Vec<(String, Vec<u32>)> =
        serde_json::from_slice(&of_open_clip("ids.json")).unwrap();
    for (text, ids) in expected {
        assert_eq!(tokens.ids(&text), ids, "{text:?}");
    }
}

#[test]
fn texts_are_cleaned_as_ftfy_and_python_clean_them() {
    let file = of_open_clip("open_clip.json");
    let mut plain: Value = serde_json::from_slice(&file).unwrap();
    plain["normalizer"] = json!({ "type": "Lowercase" });
    let plain = Tokens::from_json(plain.to_string().as_bytes(), 600).unwrap();
    let tokens = Tokens::from_json(&file, 600).unwrap();
    let expected: Vec<(String, String)> =
        serde_json::from_slice(&of_open_clip("cleaned.json")).unwrap();
    for (text, cleaned) in expected {
        assert_eq!(tokens.ids(&text), plain.ids(&cleaned), "{text:?} is {cleaned:?}");
    }
}

#[test]
fn open_clip_has_its_own_names_for_the_ends() {
    let tokens = Tokens::from_json(&of_open_clip("open_clip.json"), 20).unwrap();
    assert_eq!(tokens.ids("<start_of_text>&LT;end_of_text>"), [742, 742, 743, 743]);
    assert!(tokens.ids("<|endoftext|>").len() > 4);
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
