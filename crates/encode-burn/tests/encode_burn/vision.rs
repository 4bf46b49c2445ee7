//! CLIP's vision tower against the same arithmetic written out in loops, in float64.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use burn_tensor::Device;
use rankscope_encode::{Activation, ClipVisionConfig, EncodeError};
use rankscope_encode_burn::image_encoder;
use safetensors::{Dtype, tensor::TensorView};
use std::collections::BTreeMap;

const SIZE: usize = 6;
const PATCH: usize = 3;
const HIDDEN: usize = 8;
const WIDE: usize = 20;
const HEADS: usize = 2;
const LAYERS: usize = 2;
const DIM: usize = 5;
const TOKENS: usize = 5;
const PATCH_LEN: usize = 3 * PATCH * PATCH;

type Weights = BTreeMap<String, (Vec<usize>, Vec<f32>)>;

fn config(hidden_act: Activation) -> ClipVisionConfig {
    ClipVisionConfig {
        hidden_size: HIDDEN,
        num_hidden_layers: LAYERS,
        num_attention_heads: HEADS,
        intermediate_size: WIDE,
        image_size: SIZE,
        patch_size: PATCH,
        projection_dim: DIM,
        layer_norm_eps: 1e-5,
        hidden_act,
        image_mean: [0.5, 0.4, 0.3],
        image_std: [0.2, 0.25, 0.3],
        ..ClipVisionConfig::default()
    }
}

fn random() -> impl FnMut() -> f32 {
    let mut seed = 9u64;
    move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        #[allow(clippy::cast_precision_loss)]
        let value = (seed >> 40) as f32 / (1u64 << 23) as f32 - 1.0;
        value
    }
}

/// Weights under the names of the published checkpoints.
fn weights() -> Weights {
    let mut random = random();
    let mut all = Weights::new();
    let mut add = |name: String, shape: &[usize]| {
        let values = (0..shape.iter().product()).map(|_| random()).collect();
        all.insert(name, (shape.to_vec(), values));
    };
    let at = "vision_model";
    add(format!("{at}.embeddings.class_embedding"), &[HIDDEN]);
    add(format!("{at}.embeddings.patch_embedding.weight"), &[HIDDEN, 3, PATCH, PATCH]);
    add(format!("{at}.embeddings.position_embedding.weight"), &[TOKENS, HIDDEN]);
    let mut norms = vec![format!("{at}.pre_layrnorm"), format!("{at}.post_layernorm")];
    for layer in 0..LAYERS {
        let at = format!("{at}.encoder.layers.{layer}");
        for (name, n_in, n_out) in [
            ("self_attn.q_proj", HIDDEN, HIDDEN),
            ("self_attn.k_proj", HIDDEN, HIDDEN),
            ("self_attn.v_proj", HIDDEN, HIDDEN),
            ("self_attn.out_proj", HIDDEN, HIDDEN),
            ("mlp.fc1", HIDDEN, WIDE),
            ("mlp.fc2", WIDE, HIDDEN),
        ] {
            add(format!("{at}.{name}.weight"), &[n_out, n_in]);
            add(format!("{at}.{name}.bias"), &[n_out]);
        }
        norms.extend([format!("{at}.layer_norm1"), format!("{at}.layer_norm2")]);
    }
    for norm in norms {
        add(format!("{norm}.weight"), &[HIDDEN]);
        add(format!("{norm}.bias"), &[HIDDEN]);
    }
    add("visual_projection.weight".into(), &[DIM, HIDDEN]);
    all
}

fn file(weights: &Weights) -> Vec<u8> {
    let bytes: Vec<(String, Vec<usize>, Vec<u8>)> = weights
        .iter()
        .map(|(name, (shape, values))| {
            (name.clone(), shape.clone(), values.iter().flat_map(|v| v.to_le_bytes()).collect())
        })
        .collect();
    let views = bytes.iter().map(|(name, shape, bytes)| {
        (name.as_str(), TensorView::new(Dtype::F32, shape.clone(), bytes).unwrap())
    });
    safetensors::serialize(views, None).unwrap()
}

/// The tower in loops.
struct Reference<'a> {
    weights: &'a Weights,
    activation: Activation,
}

impl Reference<'_> {
    fn values(&self, name: &str) -> Vec<f64> {
        self.weights[name].1.iter().map(|value| f64::from(*value)).collect()
    }

    fn linear(&self, name: &str, x: &[f64], with_bias: bool) -> Vec<f64> {
        let weight = self.values(&format!("{name}.weight"));
        let mut y: Vec<f64> =
            weight.chunks(x.len()).map(|row| row.iter().zip(x).map(|(w, x)| w * x).sum()).collect();
        if with_bias {
            let bias = self.values(&format!("{name}.bias"));
            y.iter_mut().zip(bias).for_each(|(y, b)| *y += b);
        }
        y
    }

    fn norm(&self, name: &str, x: &[f64]) -> Vec<f64> {
        let mean = x.iter().sum::<f64>() / x.len() as f64;
        let variance = x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / x.len() as f64;
        let (weight, bias) =
            (self.values(&format!("{name}.weight")), self.values(&format!("{name}.bias")));
        let unit = x.iter().map(|x| (x - mean) / (variance + 1e-5).sqrt());
        unit.zip(weight.iter().zip(&bias)).map(|(x, (w, b))| x * w + b).collect()
    }

    fn activated(&self, x: f64) -> f64 {
        match self.activation {
            Activation::QuickGelu => x / (1.0 + (-1.702 * x).exp()),
            Activation::Gelu => 0.5 * x * (1.0 + libm_erf(x / 2.0f64.sqrt())),
            Activation::GeluTanh => {
                let y = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044_715 * x.powi(3));
                0.5 * x * (1.0 + y.tanh())
            }
            Activation::Relu => x.max(0.0),
        }
    }

    fn vector(&self, image: &[u8]) -> Vec<f64> {
        let config = config(self.activation);
        let at = "vision_model";
        let mut x = vec![self.values(&format!("{at}.embeddings.class_embedding"))];
        for (top, left) in [(0, 0), (0, PATCH), (PATCH, 0), (PATCH, PATCH)] {
            let mut patch = Vec::with_capacity(PATCH_LEN);
            for colour in 0..3 {
                for y in top..top + PATCH {
                    for x in left..left + PATCH {
                        let byte = f64::from(image[3 * (y * SIZE + x) + colour]);
                        let (mean, deviation) =
                            (config.image_mean[colour], config.image_std[colour]);
                        patch.push((byte / 255.0 - f64::from(mean)) / f64::from(deviation));
                    }
                }
            }
            x.push(self.linear(&format!("{at}.embeddings.patch_embedding"), &patch, false));
        }
        let positions = self.values(&format!("{at}.embeddings.position_embedding.weight"));
        for (x, position) in x.iter_mut().zip(positions.chunks(HIDDEN)) {
            x.iter_mut().zip(position).for_each(|(x, p)| *x += p);
        }
        let mut x: Vec<Vec<f64>> =
            x.iter().map(|x| self.norm(&format!("{at}.pre_layrnorm"), x)).collect();
        for layer in 0..LAYERS {
            let at = format!("{at}.encoder.layers.{layer}");
            let normed: Vec<Vec<f64>> =
                x.iter().map(|x| self.norm(&format!("{at}.layer_norm1"), x)).collect();
            let project = |name: &str| -> Vec<Vec<f64>> {
                normed
                    .iter()
                    .map(|x| self.linear(&format!("{at}.self_attn.{name}"), x, true))
                    .collect()
            };
            let (q, k, v) = (project("q_proj"), project("k_proj"), project("v_proj"));
            let per_head = HIDDEN / HEADS;
            for (token, x) in x.iter_mut().enumerate() {
                let mut attended = vec![0.0; HIDDEN];
                for head in 0..HEADS {
                    let part = head * per_head..(head + 1) * per_head;
                    let terms: Vec<f64> = (0..TOKENS)
                        .map(|other| {
                            let pairs = q[token][part.clone()].iter().zip(&k[other][part.clone()]);
                            let dot: f64 = pairs.map(|(q, k)| q * k).sum();
                            (dot / (per_head as f64).sqrt()).exp()
                        })
                        .collect();
                    let sum: f64 = terms.iter().sum();
                    for (other, term) in terms.iter().enumerate() {
                        for value in part.clone() {
                            attended[value] += term / sum * v[other][value];
                        }
                    }
                }
                let out = self.linear(&format!("{at}.self_attn.out_proj"), &attended, true);
                x.iter_mut().zip(out).for_each(|(x, o)| *x += o);
            }
            for x in &mut x {
                let normed = self.norm(&format!("{at}.layer_norm2"), x);
                let wide = self.linear(&format!("{at}.mlp.fc1"), &normed, true);
                let wide: Vec<f64> = wide.into_iter().map(|x| self.activated(x)).collect();
                let out = self.linear(&format!("{at}.mlp.fc2"), &wide, true);
                x.iter_mut().zip(out).for_each(|(x, o)| *x += o);
            }
        }
        let class = self.norm(&format!("{at}.post_layernorm"), &x[0]);
        let vector = self.linear("visual_projection", &class, false);
        let length = vector.iter().map(|value| value * value).sum::<f64>().sqrt();
        vector.into_iter().map(|value| value / length).collect()
    }
}

/// The error function by its series, for small arguments.
fn libm_erf(x: f64) -> f64 {
    let (mut term, mut sum) = (x, x);
    for n in 1..200 {
        term *= -x * x / f64::from(n);
        sum += term / f64::from(2 * n + 1);
    }
    2.0 / std::f64::consts::PI.sqrt() * sum
}

#[test]
fn the_vision_tower_is_its_definition() {
    let weights = weights();
    let mut random = random();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let images: Vec<Vec<u8>> = (0..40)
        .map(|_| (0..3 * SIZE * SIZE).map(|_| ((random() + 1.0) * 127.0) as u8).collect())
        .collect();
    let slices: Vec<&[u8]> = images.iter().map(Vec::as_slice).collect();
    for activation in
        [Activation::QuickGelu, Activation::Gelu, Activation::GeluTanh, Activation::Relu]
    {
        let encoder = image_encoder(&config(activation), &file(&weights), &Device::flex()).unwrap();
        let vectors = encoder.encode_blocking(&slices).unwrap();
        assert_eq!(vectors.len(), 40);
        let reference = Reference { weights: &weights, activation };
        let mut largest = 0.0f64;
        for (image, vector) in images.iter().zip(vectors) {
            for (found, wanted) in vector.iter().zip(reference.vector(image)) {
                largest = largest.max((f64::from(*found) - wanted).abs());
            }
        }
        println!("{activation:?}: {largest:e}");
        assert!(largest < 1e-5, "{activation:?}: {largest}");
    }
}

#[test]
fn what_does_not_fit_is_named() {
    let load = |weights: &Weights| {
        image_encoder(&config(Activation::Gelu), &file(weights), &Device::flex())
    };
    let mut whole = weights();
    whole.insert("logit_scale".into(), (vec![], vec![1.0]));
    whole.insert("text_projection.weight".into(), (vec![1], vec![1.0]));
    let encoder = load(&whole).unwrap();
    let refused = encoder.encode_blocking(&[&[0; 12]]);
    assert!(matches!(refused, Err(EncodeError::ImageSize { needed: 108, found: 12 })));
    let name = "vision_model.pre_layrnorm.weight";
    let mut missing = weights();
    missing.remove(name);
    assert!(load(&missing).err().unwrap().to_string().contains(name));
    let mut extra = weights();
    extra.insert("vision_model.more".into(), (vec![1], vec![1.0]));
    assert!(load(&extra).err().unwrap().to_string().contains("vision_model.more"));
}
