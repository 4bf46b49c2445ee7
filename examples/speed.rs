#![allow(clippy::all)]
use rankscope::encode::*;
use rankscope::train::*;
fn main() {
    let a: Vec<usize> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let (patch, width, layers, heads, mult, batch, chunk, threads, act) =
        (a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]);
    let hidden_act = [Activation::Relu, Activation::Gelu, Activation::QuickGelu][act];
    let towers = Towers {
        text: ClipTextConfig {
            hidden_size: width,
            num_hidden_layers: layers,
            num_attention_heads: heads,
            intermediate_size: width * mult,
            vocab_size: 2048,
            max_position_embeddings: 32,
            projection_dim: 64,
            layer_norm_eps: 1e-5,
            hidden_act,
        },
        vision: ClipVisionConfig {
            hidden_size: width,
            num_hidden_layers: layers,
            num_attention_heads: heads,
            intermediate_size: width * mult,
            image_size: 96,
            patch_size: patch,
            projection_dim: 64,
            layer_norm_eps: 1e-5,
            hidden_act,
            image_mean: [0.5; 3],
            image_std: [0.25; 3],
        },
    };
    let (rate, fwd, gf) = speed::measure(&towers, batch, chunk, 16, threads, 4);
    println!(
        "{a:?}: {rate:.0} pairs/s, forward share {fwd:.2}, {gf:.1} GFLOP/s; vision {:.1} MFLOP text {:.1}",
        towers.vision.flops() as f64 / 1e6,
        Architecture::Clip(towers.text.clone()).flops(16) as f64 / 1e6
    );
}
