//! y = f(x · Wᵀ + b).

use super::{
    fixed_panels::FixedPanels,
    float_panels::FloatPanels,
    functions::Nonlinearity,
    lanes::{F32x4, I8x16, I16x8},
    panel::{WIDTH, put_eight},
    rounding::fixed_from_rows,
    tiles::{FixedTiles, FloatTiles},
    values::Values,
};
use crate::simd::{InstructionSet, Kernel};

/// A linear layer, laid out for few rows.
#[derive(Debug)]
pub struct Linear {
    n_in: usize,
    n_out: usize,
    panels: Panels,
    /// Eight values for each panel.
    bias: Vec<[F32x4; 2]>,
}

#[derive(Debug)]
enum Panels {
    Float(FloatPanels),
    Bytes(FixedPanels<I8x16>),
    Fixed(FixedPanels<[I16x8; 2]>),
}

impl Linear {
    /// From weights `[n_out, n_in]` and a bias `[n_out]`, or an empty one for none. float32 is
    /// multiplied as it is. float16 is rounded to 13 bits with a scale for every 64 weights of an
    /// output, and multiplied in integers, as eight bits are: as exact as float16 where the 64 have
    /// similar magnitudes, and half the work of float32.
    pub fn new(weight: Values, bias: &[f32], n_in: usize) -> Self {
        let n_out = weight.len() / n_in.max(1);
        let panels = match weight {
            Values::I8(codes) => Panels::Bytes(FixedPanels::from_columns(&codes)),
            Values::F16(_) => {
                let codes = fixed_from_rows(&weight.into_f32(), n_in);
                Panels::Fixed(FixedPanels::from_columns(&codes))
            }
            Values::F32(weight) => Panels::Float(FloatPanels::from_columns(&weight, n_in)),
        };
        let value = |at: usize| bias.get(at).copied().unwrap_or(0.0);
        let half = |first: usize| F32x4::new(std::array::from_fn(|lane| value(first + lane)));
        let firsts = (0..n_out).step_by(WIDTH);
        let bias = firsts.map(|first| [half(first), half(first + 4)]).collect();
        Self { n_in, n_out, panels, bias }
    }

    pub fn bytes(&self) -> usize {
        let panels = match &self.panels {
            Panels::Float(panels) => panels.bytes(),
            Panels::Bytes(panels) => panels.bytes(),
            Panels::Fixed(panels) => panels.bytes(),
        };
        panels + size_of_val(&*self.bias)
    }

    /// Per input row.
    pub fn n_in(&self) -> usize {
        self.n_in
    }

    /// Per output row.
    pub fn n_out(&self) -> usize {
        self.n_out
    }

    /// `[rows, n_in]` → `[rows, n_out]`. If the weights are not float32, the rows are first rounded
    /// to 14 bits with a scale for every 64 values.
    pub fn forward(&self, x: &[f32], then: Nonlinearity) -> Vec<f32> {
        self.forward_on(InstructionSet::widest(), x, then)
    }

    pub fn forward_on(&self, on: InstructionSet, x: &[f32], then: Nonlinearity) -> Vec<f32> {
        let mut y = Vec::new();
        let workspace = &mut Workspace::default();
        run(on, Forward { linear: self, x, then, y: &mut y, workspace });
        y
    }

    /// [`Self::forward`] into `y`, so that layer after layer reuses the same memory.
    pub fn forward_into(
        &self,
        x: &[f32],
        then: Nonlinearity,
        y: &mut Vec<f32>,
        workspace: &mut Workspace,
    ) {
        run(InstructionSet::widest(), Forward { linear: self, x, then, y, workspace });
    }

    #[inline(always)]
    fn forward_inline(
        &self,
        x: &[f32],
        then: Nonlinearity,
        y: &mut Vec<f32>,
        workspace: &mut Workspace,
    ) {
        let n_rows = x.len() / self.n_in;
        y.resize(n_rows * self.n_out, 0.0);
        let put = |row: usize, panel: usize, sums: [F32x4; 2]| {
            let bias = self.bias[panel];
            let values = [sums[0] + bias[0], sums[1] + bias[1]];
            put_eight(&mut y[row * self.n_out..(row + 1) * self.n_out], panel, values);
        };
        match &self.panels {
            Panels::Float(panels) => {
                workspace.floats.fill(x, (n_rows, self.n_in, self.n_in));
                panels.multiply(&workspace.floats, put);
            }
            Panels::Bytes(panels) => {
                workspace.rounded.fill(x, self.n_in);
                panels.multiply(&workspace.rounded, put);
            }
            Panels::Fixed(panels) => {
                workspace.rounded.fill(x, self.n_in);
                panels.multiply(&workspace.rounded, put);
            }
        }
        then.apply(y);
    }
}

/// Scratch memory that layers reuse, one after the other.
#[derive(Debug, Default)]
pub struct Workspace {
    floats: FloatTiles,
    rounded: FixedTiles,
}

struct Forward<'a> {
    linear: &'a Linear,
    x: &'a [f32],
    then: Nonlinearity,
    y: &'a mut Vec<f32>,
    workspace: &'a mut Workspace,
}

/// Once in a module, for its size: the kernels are inlined.
#[inline(never)]
fn run(on: InstructionSet, forward: Forward<'_>) {
    on.run(forward);
}

impl Kernel for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.linear.forward_inline(self.x, self.then, self.y, self.workspace);
    }
}
