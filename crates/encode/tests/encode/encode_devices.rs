//! The encoders' kernels for every type of weights, and what happens if a device is wrong.
//! `rankscope-encode-burn` has the same against Burn's operations.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use crate::odd_bert::odd_bert;
use crate::packs::{Pack, StoredTensor, TYPES, changed, golden_clip, imported, texts};
use rankscope_encode::{
    Candidate, EncodeError, ImportOptions, TrustedEncoder, WeightDtype, import, untrained_pack,
};
use std::{future::Future, pin::pin, task};

/// Of the CPU, ready at once.
fn ready<T>(future: impl Future<Output = T>) -> T {
    let mut context = task::Context::from_waker(task::Waker::noop());
    match pin!(future).poll(&mut context) {
        task::Poll::Ready(value) => value,
        task::Poll::Pending => unreachable!("the CPU's futures are ready at once"),
    }
}

/// Every type of weights, against vectors computed elsewhere in float64. float32 loses only in its
/// sums; float16 also its weights' last bits; int8 must reach what a trusted pack needs.
#[test]
fn kernels_agree_with_the_reference_in_every_type() {
    for (dtype, lowest) in TYPES.into_iter().zip([0.999_999, 0.999_99, 0.999]) {
        let out = tempfile::tempdir().unwrap();
        let (folder, check) = (out.path().join("pack"), Some(golden_clip().join("expected.json")));
        let options = ImportOptions { weights: dtype, check, ..ImportOptions::default() };
        import(&golden_clip(), &folder, &options).unwrap();
        let pack = Pack::read(&folder);
        let checks = pack.own().unwrap().check_blocking().unwrap();
        assert_eq!(checks.len(), 19);
        for check in checks {
            let is_near = check.same_tokens && check.cosine > lowest;
            assert!(is_near, "{dtype:?}: {check:?}");
        }
    }
}

#[test]
fn a_batch_gives_what_its_texts_give_alone() {
    let bert = odd_bert(&texts(), (20, 5, 37));
    let models = [bert.path().to_path_buf(), golden_clip()];
    for (model, dtype) in models.iter().flat_map(|model| TYPES.map(|dtype| (model, dtype))) {
        let own = imported(model, dtype).own().unwrap();
        let texts = texts();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let together = own.encode_all_blocking(&texts).unwrap();
        for (text, together) in texts.iter().zip(together) {
            assert_eq!(own.encode_blocking(text).unwrap(), together);
        }
    }
}

#[test]
fn codes_and_scales_that_do_not_fit_are_named() {
    let bert = odd_bert(&texts(), (20, 5, 37));
    let mut pack = imported(bert.path(), WeightDtype::I8);
    let name = "encoder.layer.1.output.dense.weight";
    let scale = format!("{name}_scale");
    let whole = pack.weights.clone();
    let mut refused = |change: &dyn Fn(&mut Vec<StoredTensor>)| {
        pack.weights = changed(&whole, change);
        pack.own().err().unwrap().to_string()
    };
    let missing = refused(&|parts| parts.retain(|part| part.0 != scale));
    assert!(missing.contains(&scale) && missing.contains("missing"), "{missing}");
    let alone = refused(&|parts| parts.retain(|part| part.0 != name));
    assert!(alone.contains(name), "{alone}");
    let turned = refused(&|parts| {
        parts.iter_mut().filter(|part| part.0 == scale).for_each(|part| part.2.reverse());
    });
    assert!(turned.contains(&scale) && turned.contains("[20, 1]"), "{turned}");
    let lowest = refused(&|parts| {
        parts.iter_mut().filter(|part| part.0 == name).for_each(|part| part.3[3] = 0x80);
    });
    assert!(lowest.contains(name) && lowest.contains("-128"), "{lowest}");
    let infinite = refused(&|parts| {
        let infinity = f32::INFINITY.to_le_bytes();
        let scales = parts.iter_mut().filter(|part| part.0 == scale);
        scales.for_each(|part| part.3[..4].copy_from_slice(&infinity));
    });
    assert!(infinite.contains(&scale) && infinite.contains("inf"), "{infinite}");
}

fn trusted(candidates: &[Candidate<'_>]) -> Result<TrustedEncoder, EncodeError> {
    ready(TrustedEncoder::from_candidates(candidates))
}

#[test]
fn an_encoder_that_disagrees_gives_way_to_one_that_does_not() {
    let bert = odd_bert(&texts(), (20, 5, 37));
    let pack = imported(bert.path(), WeightDtype::F16);
    let own = || Candidate { place: "this processor", make: Box::new(|| pack.own()) };
    let agreed = trusted(&[own()]).unwrap();
    assert_eq!(agreed.notice(), None);

    // Other weights of the same shapes stand for a device that computes wrongly.
    let name = "encoder.layer.0.output.dense.weight";
    let wrong = Pack {
        manifest: pack.manifest.clone(),
        tokenizer: pack.tokenizer.clone(),
        weights: changed(&pack.weights, |parts| {
            let weight = parts.iter_mut().filter(|part| part.0 == name);
            weight.for_each(|part| {
                part.3 = part.3.chunks(2).rev().flatten().copied().collect();
            });
        }),
    };
    let broken = || Candidate { place: "WebGPU", make: Box::new(|| wrong.own()) };
    let other = trusted(&[broken(), own()]).unwrap();
    let notice = other.notice().unwrap();
    println!("{notice}");
    assert!(notice.contains("on WebGPU") && notice.contains("computed on this processor"));
    let text = "two blue stars";
    assert_eq!(ready(other.encode(text)).unwrap().0, ready(agreed.encode(text)).unwrap().0);

    let none = trusted(&[broken(), broken()]).unwrap();
    println!("{}", none.notice().unwrap());
    assert!(none.notice().unwrap().contains("nevertheless"));

    let missing = Pack {
        weights: changed(&pack.weights, |parts| {
            parts.pop();
        }),
        ..wrong
    };
    let cannot = Candidate { place: "WebGPU", make: Box::new(|| missing.own()) };
    assert!(matches!(trusted(&[cannot, own()]), Err(EncodeError::MissingWeight { .. })));
}

#[test]
fn a_repeated_text_is_remembered_and_old_ones_are_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    untrained_pack("tiny", &texts(), folder.path()).unwrap();
    let pack = Pack::read(folder.path());
    let encoder = trusted(&[Candidate { place: "here", make: Box::new(|| pack.own()) }]).unwrap();
    let first = ready(encoder.encode("a bird")).unwrap();
    assert!(!first.1);
    assert_eq!(ready(encoder.encode("a bird")).unwrap(), (first.0.clone(), true));
    assert!(!ready(encoder.encode("a birds")).unwrap().1);
    for index in 0..63 {
        assert!(!ready(encoder.encode(&format!("star {index}"))).unwrap().1);
    }
    // 64 others have come since it was last asked for.
    assert_eq!(ready(encoder.encode("a bird")).unwrap(), (first.0, false));
    assert!(ready(encoder.encode("star 62")).unwrap().1);
}
