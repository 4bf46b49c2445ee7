//! A lower-case WordPiece tokenizer as in a published BERT, for packs made here.

use serde_json::{Map, Value, json};

/// `tokenizer.json` with these tokens, whose ids are their places; duplicates keep the first. The
/// special ones come first and must include `[UNK]`, `[CLS]` and `[SEP]`.
pub fn uncased_tokenizer(special: &[&str], tokens: impl IntoIterator<Item = String>) -> Value {
    let mut vocab = Map::new();
    for token in special.iter().map(|token| (*token).to_owned()).chain(tokens) {
        let next = vocab.len();
        vocab.entry(token).or_insert(next.into());
    }
    let id = |token: &str| vocab.get(token).cloned().unwrap_or_default();
    let one = |token: &str| json!({ "id": token, "ids": [id(token)], "tokens": [token] });
    let added = |token: &&str| {
        json!({ "id": id(token), "content": token, "single_word": false, "lstrip": false,
                "rstrip": false, "normalized": false, "special": true })
    };
    let added: Vec<Value> = special.iter().map(added).collect();
    json!({
        "version": "1.0",
        "truncation": null,
        "padding": null,
        "added_tokens": added,
        "normalizer": { "type": "BertNormalizer", "clean_text": true,
            "handle_chinese_chars": true, "strip_accents": null, "lowercase": true },
        "pre_tokenizer": { "type": "BertPreTokenizer" },
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [{ "SpecialToken": { "id": "[CLS]", "type_id": 0 } },
                       { "Sequence": { "id": "A", "type_id": 0 } },
                       { "SpecialToken": { "id": "[SEP]", "type_id": 0 } }],
            "pair": [{ "Sequence": { "id": "A", "type_id": 0 } },
                     { "Sequence": { "id": "B", "type_id": 1 } }],
            "special_tokens": { "[CLS]": one("[CLS]"), "[SEP]": one("[SEP]") },
        },
        "decoder": { "type": "WordPiece", "prefix": "##", "cleanup": true },
        "model": { "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100, "vocab": vocab },
    })
}
