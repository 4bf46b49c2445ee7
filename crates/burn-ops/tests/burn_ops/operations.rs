//! Each operation on a GPU against the same one composed of stock operations: natively on Burn's
//! backend in pure Rust, in a browser (`tests/browser/operations.rs`) on the same device.

use crate::{REFERENCE_IS_NARROW, REFERENCE_SORTS, numbers::Numbers, reference};
use burn::backend::Dispatch;
use burn::tensor::{DType, Int, Tensor, TensorData, Transaction};
use half::f16;
use rankscope_burn_ops::{
    Activation, CodesShape, Gpu, Heads, Layer, LayerShape, Operations, PatchLayer, PatchShape,
    Queries, RowFilter, Scored, Selection, StoredWeights, attention, l2_normalised, layer_norm,
};
use std::{future::Future, pin::Pin};

pub(crate) type Outcome = Result<(), String>;
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
    both_agree(gpu, what, tolerance, &operation, &operation).await
}

/// [`agree`] for an operation whose stock call differs.
async fn both_agree(
    gpu: &Gpu,
    what: &str,
    tolerance: f32,
    ours: impl Fn(&Gpu) -> Tensor<2>,
    stock: impl Fn(&Gpu) -> Tensor<2>,
) -> Outcome {
    let found = values(gpu, ours(gpu)).await?;
    let expected = {
        let (device, _stock) = reference(gpu);
        values(&device, stock(&device)).await?
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
        let rounded: Vec<f32> = halves.iter().map(|half| half.to_f32()).collect();
        let n_groups = n_in.div_ceil(64);
        let values = codes
            .iter()
            .enumerate()
            .map(|(at, code)| f32::from(*code) * scales[at / n_in * n_groups + at % n_in / 64]);
        let values: Vec<f32> = values.collect();
        let f32 = StoredWeights::F32(&weights);
        let f16 = StoredWeights::F16(&halves);
        let int8 = StoredWeights::Int8 { codes: &codes, scales: &scales };
        let (stock_f16, stock_int8) = if REFERENCE_IS_NARROW {
            (f16, int8)
        } else {
            (StoredWeights::F32(&rounded), StoredWeights::F32(&values))
        };
        let all = [("f32", f32, f32), ("f16", f16, stock_f16), ("int8", int8, stock_int8)];
        for (name, stored, by_stock) in all {
            for activation in activations {
                for has_residual in [false, true] {
                    let what = format!("{name} {n_rows} {n_in} {n_out} {activation:?}");
                    let output = |gpu: &Gpu, stored| {
                        let shape = LayerShape { n_in, n_out, activation };
                        let layer = Layer::new(gpu, stored, &bias, shape);
                        let residual =
                            has_residual.then(|| gpu.floats(added.clone(), [n_rows, n_out]));
                        layer.forward(gpu.floats(x.clone(), [n_rows, n_in]), residual)
                    };
                    let ours = |gpu: &Gpu| output(gpu, stored);
                    both_agree(gpu, &what, 2e-5, ours, |gpu| output(gpu, by_stock)).await?;
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
const NORMS: [f32; 4] = [1.0, 0.5, 2.0, 0.0];
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

    /// With codes of this type; `keeps` also keeps rows.
    async fn run(&self, gpu: &Gpu, codes_dtype: DType, keeps: bool) -> Result<Found, String> {
        let rows = gpu.floats(self.rows.clone(), [2, 8, THREADS]).into_dispatch();
        let queries = gpu.floats(self.queries.clone(), [1, 4 * WORDS, 4]).into_dispatch();
        let norms = gpu.floats(NORMS.to_vec(), [4]).into_dispatch();
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
            let codes = Tensor::<5, Int>::from_data(data, (gpu.burn(), codes_dtype));
            let queries = Queries { values: queries.clone(), norms: norms.clone() };
            let shape = CodesShape { first_block };
            let codes = codes.into_dispatch();
            scored = Dispatch::score_codes(codes, rows.clone(), queries, scored, filter(), shape);
        }
        let Scored { estimates, bounds } = scored;
        let both = Scored { estimates: estimates.clone(), bounds: bounds.clone() };
        let mut found = Found {
            estimates: values(gpu, Tensor::<3>::from_dispatch(estimates.clone())).await?,
            bounds: values(gpu, Tensor::<2>::from_dispatch(bounds)).await?,
            kept: Vec::new(),
            of_kept: Vec::new(),
        };
        if keeps {
            let kept = Dispatch::kept_rows(both, rows, norms, filter(), SELECTION);
            let of_kept = Dispatch::estimates_of_kept(estimates, kept.clone());
            found.of_kept = values(gpu, Tensor::<2>::from_dispatch(of_kept)).await?;
            let kept = Transaction::default().register(Tensor::<2, Int>::from_dispatch(kept));
            let kept = gpu.read(kept).await.map_err(words)?;
            found.kept = kept[0].try_to_vec().map_err(words)?;
        }
        Ok(found)
    }

    /// The rows to keep for a query, by definition.
    fn to_keep(&self, found: &Found, query: usize) -> Vec<usize> {
        let mut bounds = found.bounds[query * THREADS..][..THREADS].to_vec();
        bounds.sort_by(|a, b| b.total_cmp(a));
        let is_allowed = |row: usize| match &self.mask {
            None => true,
            Some(mask) => mask[row / 32] >> (row % 32) & 1 == 1,
        };
        let reaches = |row: &usize| {
            let radius = self.rows[SLOTS + row];
            let upper = found.estimates[query * SLOTS + row] + NORMS[query] * radius;
            radius >= 0.0 && is_allowed(*row) && upper >= bounds[SELECTION.k - 1]
        };
        (0..SLOTS).filter(reaches).collect()
    }
}

struct Found {
    estimates: Vec<f32>,
    bounds: Vec<f32>,
    /// For each query the number of rows, and the rows.
    kept: Vec<u32>,
    of_kept: Vec<f32>,
}

async fn scan(gpu: &Gpu) -> Outcome {
    for has_mask in [false, true] {
        let scan = Scan::new(has_mask);
        let found = scan.run(gpu, DType::I8, true).await?;
        let stock = {
            let (device, _stock) = reference(gpu);
            let codes_dtype = if REFERENCE_IS_NARROW { DType::I8 } else { DType::I32 };
            scan.run(&device, codes_dtype, REFERENCE_SORTS).await?
        };
        let close = |a: &[f32], b: &[f32]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-3)
        };
        // The fourth query only fills up the group.
        if !close(&found.estimates[..3 * SLOTS], &stock.estimates[..3 * SLOTS]) {
            return Err("other estimates".into());
        }
        if !close(&found.bounds[..3 * THREADS], &stock.bounds[..3 * THREADS]) {
            return Err("other bounds".into());
        }
        for query in 0..SELECTION.n_queries {
            let kept = rows_of(&found.kept, query);
            let mut expected = vec![scan.to_keep(&found, query)];
            if REFERENCE_SORTS {
                expected.push(rows_of(&stock.kept, query));
            }
            for expected in expected {
                // The kernel's threshold is rounded down.
                let missing = expected.iter().find(|row| !kept.contains(row));
                if missing.is_some() || kept.len() > expected.len() + 3 || expected.len() < 20 {
                    return Err(format!("{} rows for {}", kept.len(), expected.len()));
                }
            }
            for (place, row) in kept.iter().enumerate() {
                let estimate = found.of_kept[query * SELECTION.capacity + place];
                assert_eq!(estimate.to_bits(), found.estimates[query * SLOTS + row].to_bits());
            }
        }
    }
    Ok(())
}

fn rows_of(kept: &[u32], query: usize) -> Vec<usize> {
    let list = &kept[query * (1 + SELECTION.capacity)..];
    let n_kept = list[0] as usize;
    assert!(n_kept <= SELECTION.capacity, "{n_kept}");
    list[1..=n_kept].iter().map(|row| *row as usize).collect()
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
    // More workgroups than any device takes at a time; nothing awaits the error.
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
