#![no_main]
//! Encoder packs: `encoder.json`, `tokenizer.json` and `weights.safetensors`, each after its length
//! in two bytes. What is accepted encodes a text or says why not.

use libfuzzer_sys::fuzz_target;
use rankscope_encode::{Encoder, PackManifest};

/// The next part of the input.
fn part<'a>(bytes: &mut &'a [u8]) -> &'a [u8] {
    let Some((len, rest)) = bytes.split_first_chunk::<2>() else { return &[] };
    let (part, rest) = rest.split_at(rest.len().min(usize::from(u16::from_le_bytes(*len))));
    *bytes = rest;
    part
}

fuzz_target!(|bytes: &[u8]| {
    let mut rest = bytes;
    let (pack, tokenizer) = (part(&mut rest), part(&mut rest));
    let Ok(pack) = std::str::from_utf8(pack) else { return };
    let Ok(pack) = PackManifest::from_json("encoder.json", pack) else { return };
    // No product of its sizes overflows.
    let _ = pack.architecture.flops(pack.max_tokens);
    let dim = pack.dim;
    let Ok(encoder) = Encoder::new(pack, tokenizer, rest) else { return };
    if let Ok(encoded) = encoder.encode_blocking("two red hearts") {
        assert_eq!(encoded.vector.len(), dim);
        assert!(encoded.vector.iter().all(|value| value.is_finite()));
    }
});
