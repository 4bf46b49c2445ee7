//! exp, erf and the activations, four values at a time.

use super::lanes::F32x4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nonlinearity {
    None,
    /// x · Φ(x), by the error function.
    Gelu,
    /// x · Φ(x), by the hyperbolic tangent.
    GeluTanh,
    /// x · σ(1.702 x).
    QuickGelu,
    /// max(0, x).
    Relu,
    Tanh,
}

impl Nonlinearity {
    pub fn apply(self, values: &mut [f32]) {
        match self {
            Self::None => {}
            Self::Gelu => apply(values, gelu),
            Self::GeluTanh => apply(values, gelu_tanh),
            Self::QuickGelu => apply(values, quick_gelu),
            Self::Tanh => apply(values, tanh),
            Self::Relu => apply(values, |x| x.at_least(F32x4::splat(0.0))),
        }
    }
}

#[inline(always)]
fn apply(values: &mut [f32], of: impl Fn(F32x4) -> F32x4) {
    let (fours, rest) = values.as_chunks_mut::<4>();
    for four in fours {
        *four = of(F32x4::new(*four)).values();
    }
    if !rest.is_empty() {
        let mut last = [0.0; 4];
        last[..rest.len()].copy_from_slice(rest);
        let last = of(F32x4::new(last)).values();
        rest.copy_from_slice(&last[..rest.len()]);
    }
}

/// eˣ with a relative error below 2⁻²², as 2ⁿ · eʳ with |r| ≤ ½ ln 2 and a polynomial for eʳ
/// (Cephes, `expf`). Below −87 it is e⁻⁸⁷, above 88 it is e⁸⁸.
#[inline(always)]
#[expect(clippy::excessive_precision, reason = "the digits of the source, rounded by the compiler")]
pub(super) fn exp(x: F32x4) -> F32x4 {
    let x = x.at_least(F32x4::splat(-87.0)).at_most(F32x4::splat(88.0));
    // Adding 1.5 · 2²³ rounds to an integer, and leaves it in the last bits.
    let round = F32x4::splat(12_582_912.0);
    let shifted = round.plus_product(x, F32x4::splat(std::f32::consts::LOG2_E));
    let n = shifted - round;
    // ln 2 in two parts, so that n · ln 2 is exact enough.
    let r = x
        .plus_product(n, F32x4::splat(-0.693_359_375))
        .plus_product(n, F32x4::splat(2.121_944_4e-4));
    let mut p = F32x4::splat(1.987_569_15e-4);
    for coefficient in [1.398_199_95e-3, 8.333_451_9e-3, 4.166_579_6e-2, 1.666_666_55e-1, 0.5] {
        p = F32x4::splat(coefficient).plus_product(p, r);
    }
    let p = r.plus_product(p * r, r) + F32x4::splat(1.0);
    // The shift drops the bits of the mantissa above the integer.
    p.add_bits(shifted.exponents_from_mantissas())
}

/// erf x with an absolute error below 4 · 10⁻⁷: x · P(x²) / Q(x²) within ±4, the rational
/// approximation of Eigen and XLA.
#[inline(always)]
#[expect(clippy::excessive_precision, reason = "the digits of the source, rounded by the compiler")]
fn erf(x: F32x4) -> F32x4 {
    let x = x.at_least(F32x4::splat(-4.0)).at_most(F32x4::splat(4.0));
    let square = x * x;
    let mut p = F32x4::splat(-2.726_142_2e-10);
    for coefficient in [
        2.770_681_4e-8,
        -2.101_024e-6,
        -5.692_506_3e-5,
        -7.349_906_4e-4,
        -2.954_599_9e-3,
        -1.609_603_3e-2,
    ] {
        p = F32x4::splat(coefficient).plus_product(p, square);
    }
    let mut q = F32x4::splat(-1.456_607_2e-5);
    for coefficient in [-2.133_740_5e-4, -1.682_827e-3, -7.373_329_5e-3, -1.426_473_9e-2] {
        q = F32x4::splat(coefficient).plus_product(q, square);
    }
    x * p / q
}

#[inline(always)]
fn gelu(x: F32x4) -> F32x4 {
    let half = F32x4::splat(0.5) * x;
    half.plus_product(half, erf(x * F32x4::splat(std::f32::consts::FRAC_1_SQRT_2)))
}

/// ½ x (1 + tanh y) = x · σ(2 y) with y = √(2/π) (x + 0.044715 x³).
#[inline(always)]
fn gelu_tanh(x: F32x4) -> F32x4 {
    let minus_2_y = x * (F32x4::splat(-1.595_769) + F32x4::splat(-0.071_354_815) * (x * x));
    x / (F32x4::splat(1.0) + exp(minus_2_y))
}

/// 2 σ(2 x) − 1.
#[inline(always)]
fn tanh(x: F32x4) -> F32x4 {
    F32x4::splat(2.0) / (F32x4::splat(1.0) + exp(x * F32x4::splat(-2.0))) - F32x4::splat(1.0)
}

#[inline(always)]
fn quick_gelu(x: F32x4) -> F32x4 {
    x / (F32x4::splat(1.0) + exp(x * F32x4::splat(-1.702)))
}
