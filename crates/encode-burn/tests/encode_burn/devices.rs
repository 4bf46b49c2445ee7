//! The encoders' kernels against Burn's operations, for every type of weights.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use crate::odd_bert::odd_bert;
use crate::packs::{Pack, StoredTensor, TYPES, changed, golden_clip, imported, texts};
use burn_tensor::Device;
use rankscope_encode::{EncodeError, Encoder, ImportOptions, WeightDtype, cosine, import};
use rankscope_encode_burn::text_encoder;

fn burn(pack: &Pack) -> Result<Encoder, EncodeError> {
    text_encoder(pack.manifest.clone(), &pack.tokenizer, &pack.weights, &Device::flex())
}

#[test]
fn own_kernels_and_burn_give_the_same_vectors() {
    let bert = odd_bert(&texts(), (20, 5, 37));
    for (model, is_cut) in [(bert.path().to_path_buf(), 41), (golden_clip(), 77)] {
        let original = Encoder::from_published(&model).unwrap();
        for dtype in TYPES {
            let pack = imported(&model, dtype);
            assert_eq!(pack.manifest.weights, dtype);
            let (own, burn) = (pack.own().unwrap(), burn(&pack).unwrap());
            let (mut to_burn, mut to_original) = (1.0f64, 1.0f64);
            for text in texts() {
                let (a, b) =
                    (own.encode_blocking(&text).unwrap(), burn.encode_blocking(&text).unwrap());
                assert_eq!(a.token_ids, b.token_ids);
                assert!(text.len() < 1000 || a.token_ids.len() == is_cut, "{}", a.token_ids.len());
                to_burn = to_burn.min(cosine(&a.vector, &b.vector));
                let full = original.encode_blocking(&text).unwrap();
                to_original = to_original.min(cosine(&a.vector, &full.vector));
            }
            println!(
                "{} {dtype:?}: {to_burn:.7} to Burn, {to_original:.7} to float32",
                model.display()
            );
            // Both have the same weights: what differs is rounding.
            assert!(to_burn > 0.999_999, "{dtype:?}: {to_burn}");
            assert!(to_original > dtype.lowest_cosine(), "{dtype:?}: {to_original}");
        }
    }
}

/// Against vectors computed elsewhere in float64.
#[test]
fn burn_agrees_with_the_reference_in_every_type() {
    for (dtype, lowest) in TYPES.into_iter().zip([0.999_999, 0.999_99, 0.999]) {
        let out = tempfile::tempdir().unwrap();
        let (folder, check) = (out.path().join("pack"), Some(golden_clip().join("expected.json")));
        let options = ImportOptions { weights: dtype, check, ..ImportOptions::default() };
        import(&golden_clip(), &folder, &options).unwrap();
        let checks = burn(&Pack::read(&folder)).unwrap().check_blocking().unwrap();
        assert_eq!(checks.len(), 19);
        for check in checks {
            let is_near = check.same_tokens && check.cosine > lowest;
            assert!(is_near, "{dtype:?}: {check:?}");
        }
    }
}

#[test]
fn both_refuse_codes_and_scales_that_do_not_fit_in_the_same_words() {
    let bert = odd_bert(&texts(), (20, 5, 37));
    let mut pack = imported(bert.path(), WeightDtype::I8);
    let name = "encoder.layer.1.output.dense.weight";
    let scale = format!("{name}_scale");
    let whole = pack.weights.clone();
    let mut refused = |change: &dyn Fn(&mut Vec<StoredTensor>)| {
        pack.weights = changed(&whole, change);
        let (own, burn) = (pack.own().err().unwrap(), burn(&pack).err().unwrap());
        assert_eq!(own.to_string(), burn.to_string());
    };
    refused(&|parts| parts.retain(|part| part.0 != scale));
    refused(&|parts| parts.retain(|part| part.0 != name));
    refused(&|parts| {
        parts.iter_mut().filter(|part| part.0 == scale).for_each(|part| part.2.reverse());
    });
    refused(&|parts| {
        parts.iter_mut().filter(|part| part.0 == name).for_each(|part| part.3[3] = 0x80);
    });
    refused(&|parts| {
        let infinity = f32::INFINITY.to_le_bytes();
        let scales = parts.iter_mut().filter(|part| part.0 == scale);
        scales.for_each(|part| part.3[..4].copy_from_slice(&infinity));
    });
}
