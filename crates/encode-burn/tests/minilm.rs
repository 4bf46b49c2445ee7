//! all-MiniLM-L6-v2 as stock operations of Burn against vectors of the original, in every type of
//! weights. Reported as ignored without its weights (`$RANKSCOPE_MINILM`) or the shared data.

#[path = "../../../tests/support/here.rs"]
mod here;

use burn_tensor::Device;
use libtest_mimic::{Arguments, Failed, Trial};
use rankscope_encode::{ImportOptions, PACK_FILE, PackManifest, WeightDtype, import};
use rankscope_encode_burn::text_encoder;
use std::{
    env, fs,
    path::{Path, PathBuf},
};

fn main() {
    let arguments = Arguments::from_args();
    let model = env::var_os("RANKSCOPE_MINILM").map(PathBuf::from).unwrap_or_default();
    let golden = here::shared().join("golden/minilm_expected.json");
    let is_absent = !model.join("model.safetensors").is_file() || !golden.is_file();
    let test = move || original(&model, &golden);
    let trial = Trial::test("burn_agrees_with_the_original", test).with_ignored_flag(is_absent);
    libtest_mimic::run(&arguments, vec![trial]).exit();
}

fn original(model: &Path, golden: &Path) -> Result<(), Failed> {
    for (dtype, lowest) in
        [(WeightDtype::F32, 0.999_999), (WeightDtype::F16, 0.9999), (WeightDtype::I8, 0.999)]
    {
        let folder = tempfile::tempdir()?;
        let pack = folder.path().join("pack");
        let check = Some(golden.to_path_buf());
        import(model, &pack, &ImportOptions { weights: dtype, check, ..ImportOptions::default() })?;
        let read = |name: &str| fs::read(pack.join(name));
        let manifest = String::from_utf8(read(PACK_FILE)?)?;
        let manifest = PackManifest::from_json(PACK_FILE, &manifest)?;
        let (tokenizer, weights) = (read("tokenizer.json")?, read("weights.safetensors")?);
        let encoder = text_encoder(manifest, &tokenizer, &weights, &Device::flex())?;
        let checks = encoder.check_blocking()?;
        if checks.is_empty() {
            return Err("no checks are stored".into());
        }
        for check in checks {
            if !check.same_tokens || check.cosine.is_nan() || check.cosine < lowest {
                return Err(format!("{dtype:?}: {check:?}").into());
            }
        }
    }
    Ok(())
}
