//! The encoders on a GPU: against vectors of the original implementations, against Burn's
//! operations on the same weights as float32, and against the CPU's kernels. They run on any
//! adapter of this machine, software included, and are reported as ignored without one; the real
//! encoder also without its weights (`$RANKSCOPE_MINILM`) or the shared data.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "../../../../tests/support/golden_pictures/mod.rs"]
mod golden_pictures;
#[path = "../../../../tests/support/here.rs"]
mod here;
#[path = "../../../../tests/support/odd_bert/mod.rs"]
mod odd_bert;

use burn_tensor::Device;
use golden_pictures::{fixture, golden_cases, golden_config, golden_siglip_config};
use libtest_mimic::{Arguments, Failed, Trial};
use odd_bert::odd_bert;
use rankscope_burn_ops::Gpu;
use rankscope_encode::{
    Architecture, ClipVisionConfig, EncodeError, Encoder, ImportOptions, PackManifest,
    PictureEncoder, WeightDtype, cosine, import, untrained_pack,
};
use rankscope_encode_burn::image_encoder as stock_image_encoder;
use rankscope_encode_gpu::{image_encoder, text_encoder};
use safetensors::{Dtype, tensor::TensorView};
use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// Types of weights, with the cosine that vectors must have to those of the original.
const TYPES: [(WeightDtype, f64); 3] =
    [(WeightDtype::F32, 0.999_999), (WeightDtype::F16, 0.9999), (WeightDtype::I8, 0.999)];

type Test = Box<dyn FnOnce(&Gpu) -> Result<(), Failed> + Send>;

fn main() {
    let arguments = Arguments::from_args();
    let gpu = Gpu::block_on(Gpu::open()).ok();
    let shared = here::shared();
    let minilm = env::var_os("RANKSCOPE_MINILM").map(PathBuf::from).unwrap_or_default();
    let wanted = shared.join("golden/minilm_expected.json");
    let no_minilm = !minilm.join("model.safetensors").is_file() || !wanted.is_file();
    let clip = here::root().join("tests/fixtures/clip-tiny-quickgelu");
    let trial = |name, is_ignored, test: Test| {
        let gpu = gpu.clone();
        let is_absent = gpu.is_none() || is_ignored;
        Trial::test(name, move || gpu.as_ref().map_or(Ok(()), test)).with_ignored_flag(is_absent)
    };
    let published = |model: &Path, wanted: &Path| {
        let (model, wanted) = (model.to_path_buf(), wanted.to_path_buf());
        Box::new(move |gpu: &Gpu| golden(gpu, &model, &wanted)) as Test
    };
    let trials = vec![
        trial("a_small_bert", false, Box::new(untrained)),
        trial("sizes_that_no_block_divides", false, Box::new(odd)),
        trial("clip_with_quick_gelu", false, published(&clip, &clip.join("expected.json"))),
        trial("minilm", no_minilm, published(&minilm, &wanted)),
        trial("a_model_of_stock_operations_on_the_same_device", false, Box::new(stock)),
        trial("the_vision_tower", false, Box::new(vision)),
        trial("a_vision_tower_of_stock_operations", false, Box::new(siglip)),
        trial("a_vision_tower_goes_where_it_computes", false, Box::new(picture_tower)),
        trial("a_weight_that_is_too_large_is_named", is_huge(gpu.as_ref()), Box::new(too_large)),
    ];
    libtest_mimic::run(&arguments, trials).exit();
}

/// From no word to more than the model takes; fewer tokens than a thread has, as many, and more.
fn texts() -> Vec<String> {
    let mut texts: Vec<String> =
        ["", "bird", "a red bird on snow", "two blue stars at night over a red circle on snow"]
            .map(str::to_owned)
            .into();
    texts.push("star ".repeat(500));
    texts
}

struct Pack {
    manifest: PackManifest,
    tokenizer: Vec<u8>,
    weights: Vec<u8>,
}

impl Pack {
    fn read(folder: &Path) -> Result<Self, Failed> {
        let read = |name: &str| fs::read(folder.join(name));
        let manifest = String::from_utf8(read("encoder.json")?)?;
        Ok(Self {
            manifest: PackManifest::from_json("encoder.json", &manifest)?,
            tokenizer: read("tokenizer.json")?,
            weights: read("weights.safetensors")?,
        })
    }

    fn imported(model: &Path, weights: WeightDtype, check: Option<&Path>) -> Result<Self, Failed> {
        let out = tempfile::tempdir()?;
        let pack = out.path().join("pack");
        let check = check.map(Path::to_path_buf);
        import(model, &pack, &ImportOptions { weights, check, ..ImportOptions::default() })?;
        Self::read(&pack)
    }

    fn on_gpu(&self, gpu: &Gpu) -> Result<Encoder, EncodeError> {
        text_encoder(self.manifest.clone(), &self.tokenizer, &self.weights, gpu)
    }
}

/// Compares a pack's vectors on a GPU with Burn's, by the largest difference of a value, and with the
/// CPU's, by cosine: the worst of each over all texts.
fn agreement(gpu: &Gpu, pack: &Pack) -> Result<(f32, f64), Failed> {
    let on_gpu = pack.on_gpu(gpu)?;
    let burn = rankscope_encode_burn::text_encoder(
        pack.manifest.clone(),
        &pack.tokenizer,
        &pack.weights,
        &Device::flex(),
    )?;
    let cpu = Encoder::new(pack.manifest.clone(), &pack.tokenizer, &pack.weights)?;
    let (mut furthest, mut lowest) = (0.0f32, 1.0f64);
    for text in texts() {
        let found = on_gpu.encode_blocking(&text)?;
        let (burn, cpu) = (burn.encode_blocking(&text)?, cpu.encode_blocking(&text)?);
        if found.token_ids != burn.token_ids || found.vector.iter().any(|value| value.is_nan()) {
            return Err(format!("{text:?}: other tokens, or no numbers").into());
        }
        let off = found.vector.iter().zip(&burn.vector).map(|(a, b)| (a - b).abs());
        furthest = off.fold(furthest, f32::max);
        lowest = lowest.min(cosine(&found.vector, &cpu.vector));
    }
    Ok((furthest, lowest))
}

/// Burn has the same weights and computes in float32 too: only the order of sums differs. The CPU
/// rounds the input of a layer to 14 bits, unless the weights are float32.
fn agrees(gpu: &Gpu, pack: &Pack) -> Result<(), Failed> {
    let dtype = pack.manifest.weights;
    let (to_burn, to_cpu) = agreement(gpu, pack)?;
    println!("{dtype:?}: off by {to_burn:.1e} from Burn, cosine {to_cpu:.7} to the CPU");
    if !(to_burn < 1e-5 && to_cpu > 0.999_99) {
        return Err(format!("{dtype:?}: off by {to_burn} from Burn, {to_cpu} to the CPU").into());
    }
    Ok(())
}

fn untrained(gpu: &Gpu) -> Result<(), Failed> {
    let pack = tempfile::tempdir()?;
    untrained_pack("tiny", &texts(), pack.path())?;
    agrees(gpu, &Pack::read(pack.path())?)
}

/// Fewer inputs than a group of 64, and two groups and a part; heads of 4, 10 and 3 values.
fn odd(gpu: &Gpu) -> Result<(), Failed> {
    for sizes in [(20, 5, 37), (30, 3, 150), (63, 21, 66)] {
        let bert = odd_bert(&texts(), sizes);
        for (dtype, _) in TYPES {
            agrees(gpu, &Pack::imported(bert.path(), dtype, None)?)?;
        }
    }
    Ok(())
}

/// What has no kernels runs on the same device.
fn stock(gpu: &Gpu) -> Result<(), Failed> {
    let bert = odd_bert(&texts(), (20, 5, 37));
    let Pack { manifest, tokenizer, weights } =
        Pack::imported(bert.path(), WeightDtype::F32, None)?;
    let ours = text_encoder(manifest.clone(), &tokenizer, &weights, gpu)?;
    let stock = rankscope_encode_burn::text_encoder(manifest, &tokenizer, &weights, gpu.burn())?;
    for text in texts().iter().take(3) {
        let (ours, stock) = (ours.encode_blocking(text)?, stock.encode_blocking(text)?);
        let off = ours.vector.iter().zip(&stock.vector).map(|(a, b)| (a - b).abs());
        let furthest = off.fold(0.0f32, f32::max);
        if furthest.is_nan() || furthest > 1e-5 {
            return Err(format!("{text:?}: off by {furthest}").into());
        }
    }
    Ok(())
}

/// The golden CLIP tower, with its weights in every type: against the library used with published
/// towers, and against the CPU's kernels.
fn vision(gpu: &Gpu) -> Result<(), Failed> {
    let model = tempfile::tempdir()?;
    for name in ["config.json", "model.safetensors", "preprocessor_config.json"] {
        fs::copy(fixture("clip-vision-tiny").join(name), model.path().join(name))?;
    }
    let tokenizer = fixture("clip-tiny-quickgelu").join("tokenizer.json");
    fs::copy(tokenizer, model.path().join("tokenizer.json"))?;
    for (dtype, lowest) in TYPES {
        let out = tempfile::tempdir()?;
        let pack = out.path().join("pack");
        import(model.path(), &pack, &ImportOptions { weights: dtype, ..ImportOptions::default() })?;
        let weights = fs::read(pack.join("vision.safetensors"))?;
        let config = Pack::read(&pack)?.manifest.vision.ok_or("no tower")?;
        let on_gpu = image_encoder(&config, &weights, gpu)?;
        let on_cpu = PictureEncoder::new(&config, &weights)?;
        let cases = golden_cases("clip-vision-tiny");
        let images: Vec<&[u8]> = cases.iter().map(|(pixels, _)| &pixels[..]).collect();
        let (mut to_peer, mut to_cpu) = (1.0f64, 1.0f64);
        for ((pixels, wanted), found) in cases.iter().zip(on_gpu.encode_blocking(&images)?) {
            to_peer = to_peer.min(cosine(&found, wanted));
            to_cpu = to_cpu.min(cosine(&found, &on_cpu.encode_image(pixels)?));
            // Alone as in a batch.
            let alone = on_gpu.encode_blocking(&[pixels])?.remove(0);
            let off = found.iter().zip(&alone).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            if off > 1e-6 {
                return Err(format!("{dtype:?}: off by {off} in a batch").into());
            }
        }
        println!("{dtype:?}: cosine {to_peer:.7} to the peer, {to_cpu:.7} to the CPU");
        // NaN is not close either.
        if !(to_peer > lowest && to_cpu > 0.999_9) {
            return Err(format!("{dtype:?}: {to_peer} to the peer, {to_cpu} to the CPU").into());
        }
    }
    Ok(())
}

/// SigLIP's tower, all of stock operations, on the same device.
fn siglip(gpu: &Gpu) -> Result<(), Failed> {
    let weights = fs::read(fixture("siglip-vision-tiny").join("model.safetensors"))?;
    let encoder = stock_image_encoder(&golden_siglip_config(), &weights, gpu.burn())?;
    let cases = golden_cases("siglip-vision-tiny");
    let images: Vec<&[u8]> = cases.iter().map(|(pixels, _)| &pixels[..]).collect();
    let mut largest = 0.0f32;
    for (found, (_, wanted)) in encoder.encode_blocking(&images)?.iter().zip(&cases) {
        for (found, wanted) in found.iter().zip(wanted) {
            largest = largest.max((found - wanted).abs());
        }
    }
    println!("largest difference {largest:e}");
    if largest.is_nan() || largest > 1e-5 {
        Err(format!("off by {largest}").into())
    } else {
        Ok(())
    }
}

/// The page's tower is on the GPU if that agrees with the CPU, and otherwise on the CPU, with
/// words.
fn picture_tower(gpu: &Gpu) -> Result<(), Failed> {
    let weights = fs::read(fixture("clip-vision-tiny").join("model.safetensors"))?;
    let config = golden_config();
    let tower = Gpu::block_on(rankscope_encode_gpu::picture_tower(&config, &weights, gpu))?;
    if tower.notice().is_some() || tower.computed_in() != "float32 on WebGPU" {
        return Err(format!("{}: {:?}", tower.computed_in(), tower.notice()).into());
    }
    let (pixels, wanted) = &golden_cases("clip-vision-tiny")[0];
    let found = Gpu::block_on(tower.begin(pixels)?.step())?.ok_or("no vector")?;
    if cosine(&found, wanted) < 0.999_999 {
        return Err("another vector".into());
    }
    let narrow = ClipVisionConfig { intermediate_size: 40, ..config };
    match Gpu::block_on(rankscope_encode_gpu::picture_tower(&narrow, &weights, gpu)) {
        Err(error) if error.to_string().contains("mlp.fc1") => Ok(()),
        Err(error) => Err(error.to_string().into()),
        Ok(_) => Err("a tower of another shape was taken".into()),
    }
}

fn golden(gpu: &Gpu, model: &Path, wanted: &Path) -> Result<(), Failed> {
    let mut on_gpu = Vec::new();
    for (dtype, lowest) in TYPES {
        let pack = Pack::imported(model, dtype, Some(wanted))?;
        let encoder = pack.on_gpu(gpu)?;
        let checks = encoder.check_blocking()?;
        if checks.is_empty() {
            return Err("no checks are stored".into());
        }
        for check in checks {
            // NaN is not close either.
            if !check.same_tokens || check.cosine.is_nan() || check.cosine <= lowest {
                return Err(format!("{dtype:?}: {check:?}").into());
            }
        }
        on_gpu.push(encoder.bytes().on_gpu);
        agrees(gpu, &pack)?;
    }
    println!("{on_gpu:?} bytes on the GPU");
    // Biases and norms stay float32, and codes have scales.
    let [floats, halves, codes] = on_gpu[..] else { return Err("not three types".into()) };
    let share = |part: usize| part as f64 / floats as f64;
    if share(halves) > 0.55 || share(codes) > 0.32 {
        return Err(format!("{on_gpu:?} bytes on the GPU").into());
    }
    Ok(())
}

/// Whether the device's largest buffer is more than a test should fill.
fn is_huge(gpu: Option<&Gpu>) -> bool {
    gpu.is_none_or(|gpu| gpu.max_buffer_bytes() > 512 << 20)
}

fn too_large(gpu: &Gpu) -> Result<(), Failed> {
    let bert = odd_bert(&texts(), (4, 1, 8));
    let mut pack = Pack::imported(bert.path(), WeightDtype::F32, None)?;
    let wide = gpu.max_buffer_bytes() / 16 + 4;
    if let Architecture::Bert(config) = &mut pack.manifest.architecture {
        config.intermediate_size = wide;
    }
    let name = "encoder.layer.0.intermediate.dense";
    let zeros = vec![0u8; 16 * wide];
    let file = safetensors::SafeTensors::deserialize(&pack.weights)?;
    let others = file.tensors().into_iter().filter(|(other, _)| !other.contains(name));
    let (weight, bias) = (format!("{name}.weight"), format!("{name}.bias"));
    let wide_ones = [
        (weight.clone(), TensorView::new(Dtype::F32, vec![wide, 4], &zeros)?),
        (bias, TensorView::new(Dtype::F32, vec![wide], &zeros[..4 * wide])?),
    ];
    let weights = safetensors::serialize(others.chain(wide_ones), None)?;
    pack.weights = weights;
    match pack.on_gpu(gpu) {
        Err(error @ EncodeError::TooLarge { .. }) => {
            let (words, most) = (error.to_string(), gpu.max_buffer_bytes());
            println!("{words}");
            let says = |what: &str| words.contains(what);
            if says(&weight) && says(&(16 * wide).to_string()) && says(&most.to_string()) {
                Ok(())
            } else {
                Err(words.into())
            }
        }
        Err(other) => Err(other.to_string().into()),
        Ok(_) => Err("the device took it".into()),
    }
}
