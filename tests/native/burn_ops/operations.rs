//! Each operation on a GPU against the same one composed of stock operations: natively on Burn's
//! backend in pure Rust, in a browser (`tests/browser/operations`) on the same device.

use crate::{numbers::Numbers, reference};
use burn::backend::Dispatch;
use burn::tensor::{DType, Int, Tensor, TensorData, Transaction};
use half::f16;
use rankscope_burn_ops::{
    Activation, CodesShape, Gpu, Heads, Layer, LayerShape, Operations, PatchLayer, PatchShape,
    Queries, RowFilter, Scored, Selection, StoredWeights, attention, l2_normalised, layer_norm,
};
use std::{future::Future, pin::Pin};

/// What went wrong.
pub(crate) type Outcome = Result<(), String>;
/// A test on a device.
pub(crate) type Test = for<'a> fn(&'a Gpu) -> Pin<Box<dyn Future<Output = Outcome> + 'a>>;

pub(crate) const TESTS: &[(&str, Test)] = &[
    ("linear_in_three_types_of_weights", |gpu| Box::pin(linear(gpu))),
    ("linear_of_a_part_of_a_tensor", |gpu| Box::pin(linear_of_a_part(gpu))),
    ("attention", |gpu| Box::pin(attends(gpu))),
    ("layer_norm", |gpu| Box::pin(layer_norms(gpu))),
    ("l2_norm", |gpu| Box::pin(l2_norms(gpu))),
    ("patch_projection", |gpu| Box::pin(patches(gpu))),
    ("code_scan_kept_rows_and_their_estimates", |gpu| Box::pin(scan(gpu))),
    ("stock_operations_run_beside_ours", |gpu| Box::pin(beside_stock_operations(gpu))),
    ("what_a_device_refuses_is_reported", |gpu| Box::pin(refused(gpu))),
];

/// Runs an operation in both ways; their values may differ by `tolerance`, times the value where it
/// is above 1.
async fn agree(
    gpu: &Gpu,
    what: &str,
    tolerance: f32,
    operation: impl Fn(&Gpu) -> Tensor<2>,
) -> Outcome {
    let found = values(gpu, operation(gpu)).await?;
    let expected = {
        let (device, _stock) = reference(gpu);
        values(&device, operation(&device)).await?
    };
    if found.len() != expected.len() || expected.is_empty() {
        return Err(format!("{what}: {} values for {}", found.len(), expected.len()));
    }
    for (at, (found, expected)) in found.iter().zip(&expected).enumerate() {
        // NaN is not close either.
        let is_close = (found - expected).abs() <= tolerance * expected.abs().max(1.0);
        if !is_close {
            return Err(format!("{what}: value {at} is {found} for {expected}"));
        }
    }
    Ok(())
}

async fn values<const D: usize>(gpu: &Gpu, tensor: Tensor<D>) -> Result<Vec<f32>, String> {
    gpu.read_floats(tensor).await.map_err(words)
}

fn words(error: impl std::fmt::Debug) -> String {
    format!("{error:?}")
}

async fn linear(gpu: &Gpu) -> Outcome {
    let activations = [Activation::None, Activation::Gelu, Activation::QuickGelu, Activation::Relu];
    for (n_rows, n_in, n_out) in [(1, 384, 96), (9, 37, 20), (4, 20, 37), (7, 150, 30), (3, 4, 4)] {
        let mut numbers = Numbers(n_in as u64);
        let (weights, bias) = (numbers.many(n_in * n_out), numbers.many(n_out));
        let halves: Vec<f16> = weights.iter().map(|value| f16::from_f32(*value)).collect();
        #[expect(clippy::cast_possible_truncation, reason = "from −127 to 127")]
        let codes: Vec<i8> = weights.iter().map(|value| (127.0 * value) as i8).collect();
        let scales: Vec<f32> =
            numbers.many(n_out * n_in.div_ceil(64)).iter().map(|value| value / 64.0).collect();
        let (x, added) = (numbers.many(n_rows * n_in), numbers.many(n_rows * n_out));
        let all = [
            ("f32", StoredWeights::F32(&weights)),
            ("f16", StoredWeights::F16(&halves)),
            ("int8", StoredWeights::Int8 { codes: &codes, scales: &scales }),
        ];
        for (name, stored) in all {
            for activation in activations {
                for has_residual in [false, true] {
                    let what = format!("{name} {n_rows} {n_in} {n_out} {activation:?}");
                    agree(gpu, &what, 2e-5, |gpu| {
                        let shape = LayerShape { n_in, n_out, activation };
                        let layer = Layer::new(gpu, stored, &bias, shape);
                        let residual =
                            has_residual.then(|| gpu.floats(added.clone(), [n_rows, n_out]));
                        layer.forward(gpu.floats(x.clone(), [n_rows, n_in]), residual)
                    })
                    .await?;
                }
            }
        }
    }
    Ok(())
}

/// Neither contiguous nor at the start of its memory.
async fn linear_of_a_part(gpu: &Gpu) -> Outcome {
    let mut numbers = Numbers(3);
    let (weights, x) = (numbers.many(5 * 6), numbers.many(7 * 16));
    let shape = LayerShape { n_in: 6, n_out: 5, activation: Activation::None };
    agree(gpu, "a part", 1e-5, |gpu| {
        let layer = Layer::new(gpu, StoredWeights::F32(&weights), &[0.0; 5], shape);
        let part = gpu.floats(x.clone(), [16, 7]).transpose().slice([1..5, 3..9]);
        layer.forward(part, None)
    })
    .await
}

async fn attends(gpu: &Gpu) -> Outcome {
    for (hidden, n_heads, n_texts, n_tokens) in [(384, 12, 1, 9), (30, 3, 4, 7), (64, 8, 2, 77)] {
        let qkv = Numbers(7).many(n_texts * n_tokens * 3 * hidden);
        for is_causal in [false, true] {
            let heads = Heads { n_heads, n_tokens, max_tokens: 77, is_causal };
            agree(gpu, &format!("{heads:?}"), 1e-5, |gpu| {
                attention(gpu.floats(qkv.clone(), [n_texts * n_tokens, 3 * hidden]), heads)
            })
            .await?;
        }
    }
    Ok(())
}

async fn layer_norms(gpu: &Gpu) -> Outcome {
    for (n_rows, len) in [(5, 384), (3, 37), (1, 1)] {
        let mut numbers = Numbers(8);
        let (x, added) = (numbers.many(n_rows * len), numbers.many(n_rows * len));
        let (gamma, beta) = (numbers.many(len), numbers.many(len));
        for (has_residual, epsilon) in [(false, 1e-5), (true, 1e-12)] {
            agree(gpu, &format!("{n_rows} · {len}"), 2e-5, |gpu| {
                let residual = has_residual.then(|| gpu.floats(added.clone(), [n_rows, len]));
                let values = (gpu.floats(gamma.clone(), [len]), gpu.floats(beta.clone(), [len]));
                layer_norm(gpu.floats(x.clone(), [n_rows, len]), residual, values, epsilon)
            })
            .await?;
        }
    }
    Ok(())
}

async fn l2_norms(gpu: &Gpu) -> Outcome {
    for (n_rows, len) in [(5, 384), (3, 37)] {
        let mut x = Numbers(9).many(n_rows * len);
        x[..len].fill(0.0);
        agree(gpu, &format!("{n_rows} · {len}"), 1e-6, |gpu| {
            l2_normalised(gpu.floats(x.clone(), [n_rows, len]), 1e-12)
        })
        .await?;
    }
    Ok(())
}

async fn patches(gpu: &Gpu) -> Outcome {
    for (n_images, size, side, n_out) in [(1, 48, 16, 64), (3, 12, 4, 37), (2, 32, 32, 8)] {
        let mut numbers = Numbers(10);
        let (weights, bias) = (numbers.many(3 * side * side * n_out), numbers.many(n_out));
        let pixels = numbers.many(n_images * size * size * 3);
        agree(gpu, &format!("{n_images} of {size}"), 1e-4, |gpu| {
            let layer = PatchLayer::new(gpu, &weights, &bias, PatchShape { side, n_out });
            layer.forward(gpu.floats(pixels.clone(), [n_images, size, size, 3]))
        })
        .await?;
    }
    Ok(())
}

/// Codes of three blocks in two parts, some rows without a bound and some hidden by a mask.
struct Scan {
    codes: Vec<i8>,
    rows: Vec<f32>,
    queries: Vec<f32>,
    mask: Option<Vec<u32>>,
}

const BLOCKS: usize = 3;
const WORDS: usize = 5;
const THREADS: usize = 64 * BLOCKS;
const SLOTS: usize = 8 * THREADS;
const SELECTION: Selection = Selection { n_queries: 3, k: 20, capacity: 300 };

impl Scan {
    fn new(has_mask: bool) -> Self {
        let mut numbers = Numbers(11);
        #[expect(clippy::cast_possible_truncation, reason = "from −127 to 127")]
        let codes =
            numbers.many(SLOTS * WORDS * 4).iter().map(|value| (127.0 * value) as i8).collect();
        let mut rows: Vec<f32> = numbers.many(SLOTS).iter().map(|v| v.abs() / 200.0).collect();
        rows.extend(
            numbers
                .many(SLOTS)
                .iter()
                .enumerate()
                .map(|(row, value)| if row % 17 == 3 { -1.0 } else { value.abs() / 100.0 }),
        );
        let mask = (0..u32::try_from(SLOTS / 32).unwrap()).map(|word| 0xa5f0_3c17 ^ word);
        Self {
            codes,
            rows,
            queries: numbers.many(WORDS * 4 * 4),
            mask: has_mask.then(|| mask.collect()),
        }
    }

    /// The estimates, the bounds, the kept rows, and their estimates.
    async fn run(&self, gpu: &Gpu) -> Result<[Vec<f32>; 4], String> {
        let rows = gpu.floats(self.rows.clone(), [2, 8, THREADS]).into_dispatch();
        let values = gpu.floats(self.queries.clone(), [1, 4 * WORDS, 4]).into_dispatch();
        let norms = gpu.floats(vec![1.0, 0.5, 2.0, 0.0], [4]).into_dispatch();
        let filter = || match &self.mask {
            None => RowFilter::<Dispatch>::All,
            Some(mask) => RowFilter::Bits(gpu.words(mask.clone()).into_dispatch()),
        };
        let mut scored = Scored::<Dispatch> {
            estimates: Tensor::<3>::empty([4, 8, THREADS], gpu.burn()).into_dispatch(),
            bounds: Tensor::<2>::empty([4, THREADS], gpu.burn()).into_dispatch(),
        };
        let of_block = self.codes.len() / BLOCKS;
        for (first_block, n_blocks) in [(0, 2), (2, 1)] {
            let part = &self.codes[first_block * of_block..(first_block + n_blocks) * of_block];
            let data = TensorData::new(part.to_vec(), [n_blocks, WORDS, 8, 64, 4]);
            let codes = Tensor::<5, Int>::from_data(data, (gpu.burn(), DType::I8));
            let queries = Queries { values: values.clone(), norms: norms.clone() };
            let shape = CodesShape { first_block };
            let codes = codes.into_dispatch();
            scored = Dispatch::score_codes(codes, rows.clone(), queries, scored, filter(), shape);
        }
        let Scored { estimates, bounds } = scored;
        let both = Scored { estimates: estimates.clone(), bounds: bounds.clone() };
        let kept = Dispatch::kept_rows(both, rows, norms, filter(), SELECTION);
        let of_kept = Dispatch::estimates_of_kept(estimates.clone(), kept.clone());
        let floats = Transaction::default()
            .register(Tensor::<3>::from_dispatch(estimates))
            .register(Tensor::<2>::from_dispatch(bounds))
            .register(Tensor::<2>::from_dispatch(of_kept));
        let data = gpu.read(floats).await.map_err(words)?;
        let [estimates, bounds, of_kept] = &data[..] else { return Err("not three".into()) };
        let kept = Transaction::default().register(Tensor::<2, Int>::from_dispatch(kept));
        let kept = gpu.read(kept).await.map_err(words)?[0].try_to_vec::<u32>().map_err(words)?;
        Ok([
            estimates.try_to_vec().map_err(words)?,
            bounds.try_to_vec().map_err(words)?,
            kept.iter().map(|row| *row as f32).collect(),
            of_kept.try_to_vec().map_err(words)?,
        ])
    }
}

async fn scan(gpu: &Gpu) -> Outcome {
    for has_mask in [false, true] {
        let scan = Scan::new(has_mask);
        let [estimates, bounds, kept, of_kept] = scan.run(gpu).await?;
        let [stock_estimates, stock_bounds, stock_kept, _] = {
            let (device, _stock) = reference(gpu);
            scan.run(&device).await?
        };
        let close = |a: &[f32], b: &[f32]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-3)
        };
        // The fourth query only fills up the group.
        if !close(&estimates[..3 * SLOTS], &stock_estimates[..3 * SLOTS]) {
            return Err("other estimates".into());
        }
        if !close(&bounds[..3 * THREADS], &stock_bounds[..3 * THREADS]) {
            return Err("other bounds".into());
        }
        let width = 1 + SELECTION.capacity;
        for query in 0..SELECTION.n_queries {
            let found = Kept::new(&kept[query * width..][..width]);
            let stock = Kept::new(&stock_kept[query * width..][..width]);
            // The kernel's threshold is rounded down.
            let missing = stock.0.iter().find(|row| !found.0.contains(row));
            if missing.is_some() || found.0.len() > stock.0.len() + 3 || stock.0.len() < 20 {
                return Err(format!("{} rows for {}", found.0.len(), stock.0.len()));
            }
            for (place, row) in found.0.iter().enumerate() {
                let estimate = of_kept[query * SELECTION.capacity + place];
                assert_eq!(estimate.to_bits(), estimates[query * SLOTS + row].to_bits());
            }
        }
    }
    Ok(())
}

/// The rows of a list.
struct Kept(Vec<usize>);

impl Kept {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole numbers")]
    fn new(list: &[f32]) -> Self {
        let n_kept = list[0] as usize;
        assert!(n_kept <= SELECTION.capacity, "{n_kept}");
        Self(list[1..=n_kept].iter().map(|row| *row as usize).collect())
    }
}

async fn beside_stock_operations(gpu: &Gpu) -> Outcome {
    let mut numbers = Numbers(12);
    let (weights, x) = (numbers.many(8 * 6), numbers.many(5 * 6));
    let shape = LayerShape { n_in: 6, n_out: 8, activation: Activation::Gelu };
    agree(gpu, "a layer between stock operations", 1e-5, |gpu| {
        let layer = Layer::new(gpu, StoredWeights::F32(&weights), &[0.1; 8], shape);
        let x = gpu.floats(x.clone(), [5, 6]);
        let y = layer.forward(x.clone() * 2.0 + 1.0, None);
        y.clone().matmul(y.transpose()).exp()
    })
    .await
}

/// On a new device, since one that failed stays failed.
async fn refused(_: &Gpu) -> Outcome {
    let gpu = Gpu::open().await.map_err(words)?;
    let fine = || gpu.floats(vec![1.0, 2.0, 3.0], [1, 3]);
    assert_eq!(values(&gpu, fine()).await?, [1.0, 2.0, 3.0]);
    // More workgroups than any device takes at a time; nobody waits for the error.
    let n_rows = 1 << 17;
    let refused = l2_normalised(gpu.floats(vec![1.0; n_rows], [n_rows, 1]), 1e-12);
    let error = gpu.read_floats(refused).await.unwrap_err().to_string();
    assert!(error.contains("it refused a command"), "{error}");
    for _ in 0..2 {
        let again = gpu.read_floats(fine()).await.unwrap_err().to_string();
        assert_eq!(again, error);
    }
    Ok(())
}
