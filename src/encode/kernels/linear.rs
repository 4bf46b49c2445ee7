//! y = f(x · Wᵀ + b).

use super::{
    Nonlinearity, Values,
    code_panels::CodePanels,
    float_panels::{FloatPanels, WIDTH},
    lanes::F32x4,
    tiles::{FloatTiles, PairTiles},
};

/// A linear layer, laid out for few rows.
#[derive(Debug)]
pub struct Linear {
    n_in: usize,
    n_out: usize,
    panels: Panels,
    /// For each panel eight.
    bias: Vec<[F32x4; 2]>,
}

#[derive(Debug)]
enum Panels {
    Float(FloatPanels),
    Codes(CodePanels),
}

impl Linear {
    /// From weights `[n_out, n_in]` and a bias `[n_out]`, or an empty one for none. float16 is
    /// widened here; eight bits stay eight bits.
    #[must_use]
    pub fn new(weight: Values, bias: &[f32], n_in: usize) -> Self {
        let n_out = weight.len() / n_in.max(1);
        let panels = match weight {
            Values::I8(codes) => Panels::Codes(CodePanels::from_columns(&codes, n_in)),
            weight => Panels::Float(FloatPanels::from_columns(&weight.into_f32(), n_in)),
        };
        let value = |at: usize| bias.get(at).copied().unwrap_or(0.0);
        let half = |first: usize| F32x4::new(std::array::from_fn(|lane| value(first + lane)));
        let firsts = (0..n_out).step_by(WIDTH);
        let bias = firsts.map(|first| [half(first), half(first + 4)]).collect();
        Self { n_in, n_out, panels, bias }
    }

    /// Values of a row that goes in.
    #[must_use]
    pub fn n_in(&self) -> usize {
        self.n_in
    }

    /// Values of a row that comes out.
    #[must_use]
    pub fn n_out(&self) -> usize {
        self.n_out
    }

    /// `[rows, n_in]` → `[rows, n_out]`. With eight-bit weights each row is rounded to at most
    /// 16 bits first, and the sums are exact.
    #[must_use]
    pub fn forward(&self, x: &[f32], then: Nonlinearity) -> Vec<f32> {
        match then {
            Nonlinearity::None => self.then(x, |y| y),
            Nonlinearity::Gelu => self.then(x, |y| Nonlinearity::Gelu.of(y)),
            Nonlinearity::QuickGelu => self.then(x, |y| Nonlinearity::QuickGelu.of(y)),
            Nonlinearity::Relu => self.then(x, |y| Nonlinearity::Relu.of(y)),
        }
    }

    #[inline(always)]
    fn then(&self, x: &[f32], then: impl Fn(F32x4) -> F32x4) -> Vec<f32> {
        let n_rows = x.len() / self.n_in;
        let mut y = vec![0.0; n_rows * self.n_out];
        let put = |row: usize, panel: usize, sums: [F32x4; 2]| {
            let bias = self.bias[panel];
            let values = [then(sums[0] + bias[0]), then(sums[1] + bias[1])];
            put_eight(&mut y[row * self.n_out..(row + 1) * self.n_out], panel, values);
        };
        match &self.panels {
            Panels::Float(panels) => {
                let mut tiles = FloatTiles::default();
                tiles.fill(x, (n_rows, self.n_in, self.n_in), 1.0);
                panels.multiply(&tiles, put);
            }
            Panels::Codes(panels) => {
                let mut tiles = PairTiles::default();
                tiles.fill(x, self.n_in);
                panels.multiply(&tiles, put);
            }
        }
        y
    }
}

/// Writes the values of a panel into their row, as many as the row has.
#[inline(always)]
pub(super) fn put_eight(row: &mut [f32], panel: usize, values: [F32x4; 2]) {
    let row = &mut row[panel * WIDTH..];
    if let Some((eight, _)) = row.split_first_chunk_mut::<WIDTH>() {
        eight[..4].copy_from_slice(&values[0].values());
        eight[4..].copy_from_slice(&values[1].values());
    } else {
        let all = values.iter().flat_map(|half| half.values());
        row.iter_mut().zip(all).for_each(|(place, value)| *place = value);
    }
}
