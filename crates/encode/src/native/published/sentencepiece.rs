//! SigLIP's `spiece.model` → `tokenizer.json`, for folders without another tokenizer.
//!
//! A SentencePiece model is a protocol buffer (`sentencepiece_model.proto`), of which the pieces,
//! their scores and the table of characters are read. What the `transformers` library does around
//! it becomes the normalizer: lower case, no ASCII punctuation, single spaces, and a mark before
//! the text.

use crate::error::EncodeError;
use serde_json::{Value, json};

/// Kinds of pieces.
const CONTROL: u64 = 3;
const UNKNOWN: u64 = 2;
/// The kind of model.
const UNIGRAM: u64 = 1;
const PUNCTUATION: &str = r"[!-/:-@\[-`{-~]";
const END: &str = "</s>";

pub(super) fn siglip_tokenizer(model: &[u8]) -> Result<Vec<u8>, EncodeError> {
    let damaged = || EncodeError::Tokenizer("spiece.model is damaged".into());
    let (mut vocab, mut special, mut unknown) = (Vec::new(), Vec::new(), None);
    let mut charsmap: &[u8] = &[];
    for (number, field) in fields(model) {
        match (number, field) {
            (1, Some(Field::Bytes(bytes))) => {
                let piece = Piece::from_bytes(bytes).ok_or_else(damaged)?;
                let id = vocab.len();
                if piece.kind == UNKNOWN {
                    unknown = Some(id);
                }
                if matches!(piece.kind, UNKNOWN | CONTROL) {
                    special.push(json!({ "id": id, "content": piece.text, "special": true,
                        "normalized": false, "single_word": false, "lstrip": true, "rstrip": true }));
                }
                vocab.push((piece.text, piece.score));
            }
            (2, Some(Field::Bytes(bytes))) => {
                let kind = fields(bytes).find_map(|(number, field)| match (number, field) {
                    (3, Some(Field::Number(kind))) => Some(kind),
                    _ => None,
                });
                if kind.is_some_and(|kind| kind != UNIGRAM) {
                    let reason = "spiece.model is not a unigram model, and only that is supported";
                    return Err(EncodeError::Tokenizer(reason.into()));
                }
            }
            (3, Some(Field::Bytes(bytes))) => {
                for (number, field) in fields(bytes) {
                    if let (2, Some(Field::Bytes(table))) = (number, field) {
                        charsmap = table;
                    }
                }
            }
            (_, None) => return Err(damaged()),
            _ => {}
        }
    }
    let end = vocab
        .iter()
        .position(|(piece, _)| piece == END)
        .ok_or_else(|| EncodeError::Tokenizer(format!("spiece.model has no piece {END:?}")))?;
    let replace = |regex: &str, content: &str| json!({ "type": "Replace", "pattern": { "Regex": regex }, "content": content });
    let strip = json!({ "type": "Strip", "strip_left": false, "strip_right": true });
    let mut steps = vec![
        json!({ "type": "Lowercase" }),
        replace(PUNCTUATION, ""),
        replace(r"\s+", " "),
        strip.clone(),
        // After the start is stripped: a space there stays a piece.
        json!({ "type": "Prepend", "prepend": "\u{2581}" }),
    ];
    if !charsmap.is_empty() {
        steps.push(json!({ "type": "Precompiled", "precompiled_charsmap": to_base64(charsmap) }));
        steps.extend([replace(" {2,}", " "), strip]);
    }
    let file: Value = json!({
        "version": "1.0",
        "truncation": null,
        "padding": null,
        "added_tokens": special,
        "normalizer": { "type": "Sequence", "normalizers": steps },
        "pre_tokenizer": { "type": "Metaspace", "replacement": "\u{2581}",
                           "prepend_scheme": "always", "split": true },
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [{ "Sequence": { "id": "A", "type_id": 0 } },
                       { "SpecialToken": { "id": END, "type_id": 0 } }],
            "pair": [{ "Sequence": { "id": "A", "type_id": 0 } },
                     { "Sequence": { "id": "B", "type_id": 1 } }],
            "special_tokens": { END: { "id": END, "ids": [end], "tokens": [END] } },
        },
        "decoder": { "type": "Metaspace", "replacement": "\u{2581}",
                     "prepend_scheme": "always", "split": true },
        "model": { "type": "Unigram", "unk_id": unknown, "vocab": vocab, "byte_fallback": false },
    });
    Ok(file.to_string().into_bytes())
}

struct Piece {
    text: String,
    score: f32,
    kind: u64,
}

impl Piece {
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        // The default kind is an ordinary piece.
        let mut piece = Self { text: String::new(), score: 0.0, kind: 1 };
        for (number, field) in fields(bytes) {
            match (number, field?) {
                (1, Field::Bytes(text)) => piece.text = std::str::from_utf8(text).ok()?.to_owned(),
                (2, Field::Float(score)) => piece.score = score,
                (3, Field::Number(kind)) => piece.kind = kind,
                _ => {}
            }
        }
        Some(piece)
    }
}

enum Field<'a> {
    Number(u64),
    Float(f32),
    Bytes(&'a [u8]),
    /// Eight bytes, which no field that we read has.
    Other,
}

/// The fields of a message with their numbers; `None` once where it is damaged.
fn fields(mut rest: &[u8]) -> impl Iterator<Item = (u64, Option<Field<'_>>)> {
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let found = next_field(&mut rest);
        if found.is_none() {
            rest = &[];
        }
        Some(found.map_or((0, None), |(number, field)| (number, Some(field))))
    })
}

fn next_field<'a>(rest: &mut &'a [u8]) -> Option<(u64, Field<'a>)> {
    let key = varint(rest)?;
    let mut take = |n: usize| {
        let (taken, after) = rest.split_at_checked(n)?;
        *rest = after;
        Some(taken)
    };
    let field = match key & 7 {
        0 => Field::Number(varint(rest)?),
        1 => {
            take(8)?;
            Field::Other
        }
        2 => {
            let n = usize::try_from(varint(rest)?).ok()?;
            let (taken, after) = rest.split_at_checked(n)?;
            *rest = after;
            Field::Bytes(taken)
        }
        5 => Field::Float(f32::from_le_bytes(*take(4)?.first_chunk()?)),
        _ => return None,
    };
    Some((key >> 3, field))
}

/// Seven bits a byte, the lowest first.
fn varint(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (byte, after) = rest.split_first()?;
        *rest = after;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

fn to_base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
            text.push(if at <= three.len() { char::from(digit) } else { '=' });
        }
    }
    text
}
