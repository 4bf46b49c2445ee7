//! The text encoders by kernels on a GPU against Burn's operations on the processor. On whatever
//! adapter this machine has, software among them; reported as ignored where it has none, and the
//! real encoder where its weights are not: `$RANKSCOPE_MINILM`.
#![allow(clippy::unwrap_used)]

use libtest_mimic::{Arguments, Failed, Trial};
use rankscope::encode::{
    Encoder, ImportOptions, PackManifest, WeightDtype, cosine, import, untrained_pack,
};
use rankscope::gpu::Gpu;
use std::{
    env, fs,
    path::{Path, PathBuf},
};

fn main() {
    let arguments = Arguments::from_args();
    let gpu = Gpu::wait_for(Gpu::open()).ok();
    let minilm = env::var_os("RANKSCOPE_MINILM").map(PathBuf::from).unwrap_or_default();
    let no_weights = !minilm.join("model.safetensors").is_file();
    let clip = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/clip-tiny-quickgelu");
    let trial = |name, is_ignored, test: fn(&Gpu, &Path) -> Result<(), Failed>, model: PathBuf| {
        let gpu = gpu.clone();
        let is_absent = gpu.is_none() || is_ignored;
        Trial::test(name, move || gpu.as_ref().map_or(Ok(()), |gpu| test(gpu, &model)))
            .with_ignored_flag(is_absent)
    };
    let trials = vec![
        trial("a_small_bert", false, untrained, PathBuf::new()),
        trial("clip_with_quick_gelu", false, published, clip),
        trial("minilm", no_weights, published, minilm),
    ];
    libtest_mimic::run(&arguments, trials).exit();
}

/// From no word to more than fit.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> =
        ["", "bird", "a red bird on snow", "two blue stars at night over a red circle on snow"]
            .map(str::to_owned)
            .into();
    texts.push("star ".repeat(500));
    texts
}

fn agree(gpu: &Gpu, pack: &Path) -> Result<(), Failed> {
    let read = |name: &str| fs::read(pack.join(name));
    let manifest = String::from_utf8(read("encoder.json")?)?;
    let manifest = PackManifest::from_json("encoder.json", &manifest)?;
    let (tokenizer, weights) = (read("tokenizer.json")?, read("weights.safetensors")?);
    let on_gpu = Encoder::on_gpu(manifest.clone(), &tokenizer, &weights, gpu)?;
    let reference = Encoder::on_burn_cpu(manifest, &tokenizer, &weights)?;
    let texts = texts();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let (found, expected) =
        (on_gpu.encode_all_blocking(&texts)?, reference.encode_all_blocking(&texts)?);
    for ((text, found), expected) in texts.iter().zip(found).zip(expected) {
        let agreement = cosine(&found.vector, &expected.vector);
        // Not a number is not enough either.
        if found.token_ids != expected.token_ids || !(agreement > 0.999_999) {
            return Err(format!("{text:?}: cosine {agreement}").into());
        }
    }
    Ok(())
}

fn untrained(gpu: &Gpu, _: &Path) -> Result<(), Failed> {
    let pack = tempfile::tempdir()?;
    untrained_pack("tiny", &texts(), pack.path())?;
    agree(gpu, pack.path())
}

fn published(gpu: &Gpu, model: &Path) -> Result<(), Failed> {
    let out = tempfile::tempdir()?;
    for weights in [WeightDtype::F32, WeightDtype::F16, WeightDtype::I8] {
        let pack = out.path().join(format!("{weights:?}"));
        import(model, &pack, &ImportOptions { weights, ..ImportOptions::default() })?;
        agree(gpu, &pack)?;
    }
    Ok(())
}
