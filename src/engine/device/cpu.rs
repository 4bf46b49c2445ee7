//! The engine on the CPU. It answers first, and reports whether there is a GPU to take over.

use super::{adapter::adapter, on_cpu};
use crate::engine::error::EngineError;
use crate::messages::{AdapterFacts, DeviceKind, DevicePreference, DeviceReport};
use rankscope_core::ranking::Hit;
use rankscope_core::search::{CpuGallery, RowMask};
use rankscope_core::vectors::{ShardDtype, Vectors, score};
use rankscope_encode::{Candidate, PackManifest};

/// The CPU.
pub(in crate::engine) struct Device;

impl Device {
    /// Never fails. The report says why the CPU computes, and what the browser's GPU is.
    pub(in crate::engine) async fn open(
        preference: DevicePreference,
    ) -> Result<(Self, DeviceReport), EngineError> {
        let (reason, adapter) = match preference {
            DevicePreference::Cpu => ("Chosen in the page’s address.".into(), None),
            DevicePreference::Auto | DevicePreference::WebGpu => match adapter().await {
                Ok(adapter) => (reason(preference, &adapter), Some(adapter)),
                Err(why) => (format!("WebGPU is not available: {why}."), None),
            },
        };
        let report = DeviceReport {
            kind: DeviceKind::Cpu,
            name: "WebAssembly with SIMD, one thread".into(),
            reason,
            adapter,
            notices: Vec::new(),
        };
        Ok((Self, report))
    }

    /// A gallery in memory.
    pub(in crate::engine) fn gallery(&self, vectors: Vectors) -> Gallery {
        Gallery(CpuGallery::new(vectors))
    }

    /// Where an encoder can run, the best place first.
    pub(in crate::engine) fn candidates<'a>(
        &'a self,
        pack: &'a PackManifest,
        tokenizer: &'a [u8],
        weights: &'a [u8],
    ) -> Vec<Candidate<'a>> {
        vec![on_cpu(pack, tokenizer, weights)]
    }
}

fn reason(preference: DevicePreference, adapter: &AdapterFacts) -> String {
    match preference {
        DevicePreference::Auto if adapter.is_fallback => {
            let name = &adapter.name;
            format!("WebGPU runs in software here ({name}), so the CPU is faster.")
        }
        _ => "The CPU answers until the GPU is ready.".into(),
    }
}

/// The image vectors of a system, searched by the CPU.
pub(in crate::engine) struct Gallery(CpuGallery);

impl Gallery {
    /// Rows of the gallery.
    pub(in crate::engine) fn n_rows(&self) -> usize {
        self.0.vectors().n_rows()
    }

    /// Memory in bytes.
    pub(in crate::engine) fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// None of it is on a GPU.
    pub(in crate::engine) fn bytes_on_gpu(&self) -> usize {
        0
    }

    /// How the vectors are stored.
    pub(in crate::engine) fn dtype(&self) -> ShardDtype {
        self.0.vectors().dtype()
    }

    /// What candidates are found with, in words.
    pub(in crate::engine) fn computed_in(&self) -> &'static str {
        "int8 codes on this processor"
    }

    /// The stored vector `[dim]` of a row; `None` beyond the last.
    pub(in crate::engine) fn vector(&self, row: u32) -> Option<Vec<f32>> {
        let (row, vectors) = (row as usize, self.0.vectors());
        (row < vectors.n_rows()).then(|| vectors.row(row).collect())
    }

    /// The [`score`] of a row for a query `[dim]`; NaN beyond the last row.
    pub(in crate::engine) fn score(&self, query: &[f32], row: u32) -> f32 {
        let (row, vectors) = (row as usize, self.0.vectors());
        if row < vectors.n_rows() { score(query, vectors.row(row)) } else { f32::NAN }
    }

    /// The top `k` rows for each query `[dim]` among those of a mask, or among all.
    pub(in crate::engine) async fn top_k(
        &self,
        queries: &[Vec<f32>],
        k: usize,
        among: Option<&RowMask>,
    ) -> Result<Vec<Vec<Hit>>, EngineError> {
        self.check(queries)?;
        Ok(self.0.top_k(queries, k, among))
    }

    /// The top `k` rows for each query `[dim]` by their int8 codes alone.
    pub(in crate::engine) async fn top_k_by_codes(
        &self,
        queries: &[Vec<f32>],
        k: usize,
    ) -> Result<Vec<Vec<Hit>>, EngineError> {
        self.check(queries)?;
        Ok(self.0.top_k_estimated(queries, k))
    }

    fn check(&self, queries: &[Vec<f32>]) -> Result<(), EngineError> {
        let gallery = self.0.vectors().dim();
        match queries.iter().map(Vec::len).find(|query| *query != gallery) {
            Some(query) => Err(EngineError::QueryDim { query, gallery }),
            None => Ok(()),
        }
    }
}
