//! CLIP's vocabulary and merges → `tokenizer.json`.

use super::{
    byte_pairs::{END_OF_TEXT, START_OF_TEXT, WORD_END},
    special::id_of,
};
use crate::error::EncodeError;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

/// CLIP's pattern in the syntax of the `tokenizers` library.
const PATTERN: &str =
    r"<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+";

/// `tokenizer.json` in the format of the `tokenizers` library: the same bytes for the same
/// vocabulary, which must have the start and end of a text.
pub fn tokenizer_from_merges(
    vocab: &HashMap<String, u32>,
    merges: &[(String, String)],
) -> Result<Vec<u8>, EncodeError> {
    let (first, last) = (id_of(vocab, START_OF_TEXT)?, id_of(vocab, END_OF_TEXT)?);
    let added = |id: u32, content: &str| {
        json!({ "id": id, "content": content, "single_word": false, "lstrip": false,
                "rstrip": false, "normalized": false, "special": true })
    };
    let special = |id: u32, token: &str| json!({ "id": token, "ids": [id], "tokens": [token] });
    let merges: Vec<Value> = merges.iter().map(|(left, right)| json!([left, right])).collect();
    let by_name: BTreeMap<&String, &u32> = vocab.iter().collect();
    let file = json!({
        "version": "1.0",
        "truncation": null,
        "padding": null,
        "added_tokens": [added(first, START_OF_TEXT), added(last, END_OF_TEXT)],
        "normalizer": { "type": "Sequence", "normalizers": [
            { "type": "NFC" },
            { "type": "Replace", "pattern": { "Regex": r"\s+" }, "content": " " },
            { "type": "Lowercase" },
        ] },
        "pre_tokenizer": { "type": "Sequence", "pretokenizers": [
            { "type": "Split", "pattern": { "Regex": PATTERN }, "behavior": "Removed",
              "invert": true },
            { "type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true,
              "use_regex": false },
        ] },
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [{ "SpecialToken": { "id": START_OF_TEXT, "type_id": 0 } },
                       { "Sequence": { "id": "A", "type_id": 0 } },
                       { "SpecialToken": { "id": END_OF_TEXT, "type_id": 0 } }],
            "pair": [{ "Sequence": { "id": "A", "type_id": 0 } },
                     { "Sequence": { "id": "B", "type_id": 1 } }],
            "special_tokens": { START_OF_TEXT: special(first, START_OF_TEXT),
                                END_OF_TEXT: special(last, END_OF_TEXT) },
        },
        "decoder": { "type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true,
                     "use_regex": true },
        "model": { "type": "BPE", "dropout": null, "unk_token": END_OF_TEXT,
            "continuing_subword_prefix": "", "end_of_word_suffix": WORD_END, "fuse_unk": false,
            "byte_fallback": false, "vocab": by_name, "merges": merges },
    });
    Ok(file.to_string().into_bytes())
}
