//! The encoders' kernels against the same arithmetic in loops, in float64.
#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::print_stdout
)]

use half::f16;
use proptest::prelude::*;
use rankscope_arithmetic::kernels::{
    Attention, GROUP, Linear, Nonlinearity, Norm, Table, Values, Workspace, attend,
    codes_from_rows, f32_from_finite_half,
};
use rankscope_arithmetic::simd::InstructionSet;

fn random(seed: u64) -> impl FnMut() -> f32 {
    let mut seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 40) as f32 / (1u64 << 23) as f32 - 1.0
    }
}

fn values(n: usize, seed: u64) -> Vec<f32> {
    let mut next = random(seed);
    (0..n).map(|_| next()).collect()
}

fn erf(x: f64) -> f64 {
    1.0 - libm::erfc(x)
}

fn exactly(f: Nonlinearity, x: f64) -> f64 {
    match f {
        Nonlinearity::None => x,
        Nonlinearity::Gelu => 0.5 * x * (1.0 + erf(x / std::f64::consts::SQRT_2)),
        Nonlinearity::QuickGelu => x / (1.0 + (-1.702 * x).exp()),
        Nonlinearity::GeluTanh => {
            let y = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044_715 * x.powi(3));
            0.5 * x * (1.0 + y.tanh())
        }
        Nonlinearity::Relu => x.max(0.0),
        Nonlinearity::Tanh => x.tanh(),
    }
}

const ALL: [Nonlinearity; 5] = [
    Nonlinearity::None,
    Nonlinearity::Gelu,
    Nonlinearity::GeluTanh,
    Nonlinearity::QuickGelu,
    Nonlinearity::Relu,
];

/// `[rows, n_in]` · `[n_out, n_in]`ᵀ + bias in float64.
fn product(x: &[f32], weight: &[f32], bias: &[f32], n_in: usize) -> Vec<f64> {
    let mut y = Vec::new();
    for row in x.chunks(n_in) {
        for (column, w) in weight.chunks(n_in).enumerate() {
            let sum: f64 = row.iter().zip(w).map(|(x, w)| f64::from(*x) * f64::from(*w)).sum();
            y.push(sum + bias.get(column).map_or(0.0, |b| f64::from(*b)));
        }
    }
    y
}

#[test]
fn activations_are_as_exact_as_they_say() {
    for f in ALL {
        let mut largest = 0.0f64;
        for step in -160_000..=160_000i32 {
            let x = step as f32 / 8192.0;
            let mut found = [x; 7];
            f.apply(&mut found);
            for found in found {
                let wanted = exactly(f, f64::from(x));
                largest = largest.max((f64::from(found) - wanted).abs() / wanted.abs().max(1.0));
            }
        }
        println!("{f:?}: {largest:e}");
        assert!(largest < 1e-6, "{f:?}: {largest:e}");
        let mut found = [f32::NAN, 300.0, -300.0, 0.0];
        f.apply(&mut found);
        let [nan, far, low, zero] = found;
        assert!(nan.is_nan() && (far - 300.0).abs() < 1e-4 && zero == 0.0, "{f:?}");
        assert!(f == Nonlinearity::None || low.abs() < 1e-4, "{f:?}: {low}");
    }
}

#[test]
fn every_finite_float16_is_converted_exactly() {
    for bits in 0..=u16::MAX {
        let half = f16::from_bits(bits);
        if half.is_finite() {
            assert_eq!(f32_from_finite_half(bits).to_bits(), half.to_f32().to_bits(), "{bits:#x}");
        }
    }
}

#[test]
fn what_is_not_finite_stays_so() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for n_in in [3, 16] {
            let weight = values(5 * n_in, 3);
            let coded = Values::I8(codes_from_rows(&weight, n_in));
            for weight in [Values::F32(weight), coded] {
                let linear = Linear::new(weight, &[], n_in);
                for place in 0..n_in {
                    let mut x = values(2 * n_in, 4);
                    x[place] = bad;
                    let y = linear.forward(&x, Nonlinearity::Gelu);
                    assert!(y[..5].iter().any(|y| !y.is_finite()), "{bad} at {place} of {n_in}");
                    assert!(y[5..].iter().all(|y| y.is_finite()));
                }
            }
        }
    }
}

/// The worst case: all values and all codes as large as they can be.
#[test]
fn sums_in_eight_bits_do_not_overflow() {
    for n_in in [1, 2, 7, 384, 1536, 3072, 8192] {
        let linear =
            Linear::new(Values::I8(codes_from_rows(&vec![2.0; 9 * n_in], n_in)), &[], n_in);
        for sign in [1.0f32, -1.0] {
            for y in linear.forward(&vec![sign * 3.0; 5 * n_in], Nonlinearity::None) {
                let wanted = 6.0 * sign * n_in as f32;
                assert!((y / wanted - 1.0).abs() < 1e-5, "{n_in}: {y} and {wanted}");
            }
        }
    }
}

/// A layer's leftovers in shared memory do not affect the next, whether that is larger or smaller.
#[test]
fn layers_that_share_memory_give_what_they_give_alone() {
    let (mut y, mut workspace) = (Vec::new(), Workspace::default());
    for (n_rows, n_in, n_out) in [(9, 70, 33), (2, 3, 5), (1, 16, 8), (5, 129, 70), (4, 64, 9)] {
        let weight = values(n_in * n_out, 5);
        let coded = Values::I8(codes_from_rows(&weight, n_in));
        for weight in [Values::F32(weight), coded] {
            let linear = Linear::new(weight, &values(n_out, 6), n_in);
            let x = values(n_rows * n_in, 7);
            linear.forward_into(&x, Nonlinearity::Gelu, &mut y, &mut workspace);
            assert_eq!(y, linear.forward(&x, Nonlinearity::Gelu), "{n_rows} × {n_in} × {n_out}");
        }
    }
}

#[test]
fn a_row_of_zeros_gives_the_bias() {
    for weight in [Values::F32(values(40, 1)), Values::I8(codes_from_rows(&values(40, 1), 4))] {
        let bias = values(10, 2);
        assert_eq!(Linear::new(weight, &bias, 4).forward(&[0.0; 4], Nonlinearity::None), bias);
    }
    let zeros = Linear::new(Values::I8(codes_from_rows(&[0.0; 12], 4)), &[], 4);
    assert_eq!(zeros.forward(&[1.0; 4], Nonlinearity::None), [0.0; 3]);
}

#[test]
fn stacked_layers_are_the_layers_one_after_the_other() {
    let (n_in, n_out) = (6, 5);
    let parts: Vec<Vec<f32>> = (0..3).map(|seed| values(n_in * n_out, seed)).collect();
    let x = values(2 * n_in, 9);
    for coded in [false, true] {
        let kept = |part: &Vec<f32>| match coded {
            false => Values::F32(part.clone()),
            true => Values::I8(codes_from_rows(part, n_in)),
        };
        let all = Linear::new(Values::stacked(parts.iter().map(kept).collect()), &[], n_in);
        let together = all.forward(&x, Nonlinearity::None);
        for (index, part) in parts.iter().enumerate() {
            let alone = Linear::new(kept(part), &[], n_in).forward(&x, Nonlinearity::None);
            for row in 0..2 {
                let from = row * 3 * n_out + index * n_out;
                assert_eq!(together[from..from + n_out], alone[row * n_out..(row + 1) * n_out]);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn linear_layers(rows in 1usize..14, n_in in 1usize..150, n_out in 1usize..40, seed in 0u64..1000) {
        let (x, weight, bias) =
            (values(rows * n_in, seed), values(n_in * n_out, seed + 1), values(n_out, seed + 2));
        let halves: Vec<f16> = weight.iter().map(|w| f16::from_f32(*w)).collect();
        let codes = codes_from_rows(&weight, n_in);
        for stored in [Values::F32(weight), Values::F16(halves), Values::I8(codes)] {
            let is_exact = matches!(stored, Values::F32(_));
            let wanted = product(&x, &stored.clone().into_f32(), &bias, n_in);
            let linear = Linear::new(stored, &bias, n_in);
            prop_assert_eq!((linear.n_in(), linear.n_out()), (n_in, n_out));
            for f in ALL {
                let found = linear.forward(&x, f);
                for on in InstructionSet::available() {
                    let same = linear.forward_on(on, &x, f);
                    prop_assert!(same.iter().map(|y| y.to_bits()).eq(found.iter().map(|y| y.to_bits())),
                        "{} on {}", if is_exact { "float32" } else { "codes" }, on.name());
                }
                prop_assert_eq!(found.len(), wanted.len());
                // Rounding of sums to float32, or of weights and rows to steps of a group: each
                // product is off by at most 2e-4, and they seldom all go one way.
                let margin = if is_exact { 2e-6 } else { 6e-4 } * (n_in as f64).sqrt().max(2.0);
                for (found, wanted) in found.iter().zip(&wanted) {
                    let wanted = exactly(f, *wanted);
                    prop_assert!((f64::from(*found) - wanted).abs() < margin,
                        "{:?}, exact {}: {} and {}", f, is_exact, found, wanted);
                }
            }
        }
    }

    #[test]
    fn attention(n_tokens in 1usize..20, n_heads in 1usize..4, per_head in 1usize..20, seed in 0u64..1000) {
        let hidden = n_heads * per_head;
        let qkv: Vec<f32> = values(3 * n_tokens * hidden, seed).iter().map(|x| 4.0 * x).collect();
        let at = |token: usize, part: usize, value: usize| {
            f64::from(qkv[3 * token * hidden + part * hidden + value])
        };
        for is_causal in [false, true] {
            let mut found = vec![f32::NAN; n_tokens * hidden];
            attend(Attention { n_heads, is_causal }, &qkv, &mut found, hidden);
            for token in 0..n_tokens {
                for head in 0..n_heads {
                    let last = if is_causal { token + 1 } else { n_tokens };
                    let logits: Vec<f64> = (0..last).map(|other| {
                        (0..per_head).map(|v| {
                            at(token, 0, head * per_head + v) * at(other, 1, head * per_head + v)
                        }).sum::<f64>() / (per_head as f64).sqrt()
                    }).collect();
                    let largest = logits.iter().copied().fold(f64::MIN, f64::max);
                    let sum: f64 = logits.iter().map(|l| (l - largest).exp()).sum();
                    for v in 0..per_head {
                        let wanted: f64 = logits.iter().enumerate().map(|(other, l)| {
                            (l - largest).exp() / sum * at(other, 2, head * per_head + v)
                        }).sum();
                        let found = f64::from(found[token * hidden + head * per_head + v]);
                        prop_assert!((found - wanted).abs() < 2e-5, "{} and {}", found, wanted);
                    }
                }
            }
        }
    }

    #[test]
    fn layer_norms(rows in 1usize..4, len in 2usize..50, offset in -3.0f32..3.0, seed in 0u64..1000) {
        let mut x: Vec<f32> = values(rows * len, seed).iter().map(|x| x + offset).collect();
        let (gamma, beta) = (values(len, seed + 1), values(len, seed + 2));
        let epsilon = 1e-5;
        let mut wanted = Vec::new();
        for row in x.chunks(len) {
            let mean = row.iter().map(|x| f64::from(*x)).sum::<f64>() / len as f64;
            let variance =
                row.iter().map(|x| (f64::from(*x) - mean).powi(2)).sum::<f64>() / len as f64;
            for (at, x) in row.iter().enumerate() {
                let normal = (f64::from(*x) - mean) / (variance + epsilon).sqrt();
                wanted.push(normal * f64::from(gamma[at]) + f64::from(beta[at]));
            }
        }
        Norm::new(gamma, beta, epsilon).apply(&mut x);
        for (found, wanted) in x.iter().zip(wanted) {
            // A row of two values may lie close together.
            prop_assert!((f64::from(*found) - wanted).abs() < 2e-4, "{} and {}", found, wanted);
        }
    }

    #[test]
    fn tables(rows in 1usize..9, len in 1usize..20, row in 0usize..12, seed in 0u64..1000) {
        let stored = values(rows * len, seed);
        let halves: Vec<f16> = stored.iter().map(|w| f16::from_f32(*w)).collect();
        let codes = codes_from_rows(&stored, len);
        for stored in [Values::F32(stored), Values::F16(halves), Values::I8(codes)] {
            let all = stored.clone().into_f32();
            let mut sum = vec![1.0f32; len];
            Table::new(stored, len).add_row(row, &mut sum);
            for (at, found) in sum.iter().enumerate() {
                let wanted = 1.0 + all.get(row * len + at).copied().unwrap_or(0.0);
                prop_assert!((found - wanted).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn codes_are_within_half_a_step(rows in 1usize..5, len in 1usize..200, seed in 0u64..1000) {
        let stored = values(rows * len, seed);
        let codes = codes_from_rows(&stored, len);
        prop_assert_eq!(codes.scales.len(), rows * len.div_ceil(GROUP));
        for (row, values) in stored.chunks(len).enumerate() {
            let scales = &codes.scales[row * len.div_ceil(GROUP)..];
            let found: Vec<f32> = codes.row(row).collect();
            prop_assert_eq!(found.len(), len);
            for (at, value) in values.iter().enumerate() {
                prop_assert!((found[at] - value).abs() <= 0.5001 * scales[at / GROUP]);
            }
        }
    }
}
