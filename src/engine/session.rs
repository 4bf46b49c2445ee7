//! An open benchmark: its device, and what was loaded of it.

use super::{error::EngineError, memory::Memory, protocol::DeviceReport, worker::tell_device};
use crate::benchmark::{FileEntry, Manifest, System};
use crate::encode::{
    Candidate, Encoder, PACK_FILE, PackManifest, TOKENIZER_FILE, TrustedEncoder, WEIGHTS_FILE,
};
use crate::formats::{Vectors, vectors_from_shard};
use crate::gpu::Gpu;
use crate::search::Gallery;
use crate::transfer::fetch_file;
use burn_tensor::Device;
use std::{cell::RefCell, rc::Rc};

/// Galleries beyond this are loaded again from the browser's cache when they are needed.
const GALLERY_ROOM_BYTES: usize = 1 << 30;
const ENCODER_ROOM_BYTES: usize = 512 << 20;
const QUERY_ROOM_BYTES: usize = 256 << 20;

/// What a task tells while it loads: the file, bytes done, bytes in all.
pub(super) type OnProgress<'a> = &'a dyn Fn(&str, u64, u64);
/// Whether the task is still wanted.
pub(super) type IsCancelled<'a> = &'a dyn Fn() -> bool;

pub(super) struct Session {
    base_url: String,
    manifest: Manifest,
    device: Device,
    report: RefCell<DeviceReport>,
    galleries: Memory<Gallery>,
    queries: Memory<Vectors>,
    encoders: Memory<TrustedEncoder>,
}

impl Session {
    pub(super) fn new(
        base_url: String,
        manifest: Manifest,
        device: Device,
        report: DeviceReport,
    ) -> Self {
        Self {
            base_url,
            manifest,
            device,
            report: RefCell::new(report),
            galleries: Memory::new(GALLERY_ROOM_BYTES),
            queries: Memory::new(QUERY_ROOM_BYTES),
            encoders: Memory::new(ENCODER_ROOM_BYTES),
        }
    }

    pub(super) fn system(&self, id: &str) -> Result<&System, EngineError> {
        self.manifest.system(id).ok_or_else(|| EngineError::UnknownSystem(id.into()))
    }

    async fn fetch(
        &self,
        file: &FileEntry,
        is_cancelled: IsCancelled<'_>,
        on_progress: OnProgress<'_>,
    ) -> Result<Vec<u8>, EngineError> {
        let mut tell = |done, total| on_progress(&file.path, done, total);
        Ok(fetch_file(&self.base_url, file, is_cancelled, &mut tell).await?)
    }

    /// The gallery of a system, where the device in use searches it.
    pub(super) async fn gallery(
        &self,
        system: &System,
        is_cancelled: IsCancelled<'_>,
        on_progress: OnProgress<'_>,
    ) -> Result<Rc<Gallery>, EngineError> {
        let load = || async {
            let mut all: Option<Vectors> = None;
            for path in &system.gallery {
                let bytes =
                    self.fetch(self.manifest.file(path)?, is_cancelled, on_progress).await?;
                let shard = vectors_from_shard(path, &bytes)?;
                match &mut all {
                    None => all = Some(shard),
                    Some(all) => all.append(path, &shard)?,
                }
            }
            let vectors = all.ok_or_else(|| EngineError::UnknownSystem(system.id.clone()))?;
            let what = format!("the gallery of {}", system.id);
            check_shape(&vectors, what, system, self.manifest.counts.images)?;
            let gallery = match Gpu::of(&self.device) {
                None => Gallery::on_cpu(vectors),
                Some(gpu) => Gallery::on_gpu(vectors, gpu),
            };
            let bytes = gallery.bytes();
            Ok((gallery, bytes))
        };
        self.galleries.get(&system.id, load).await
    }

    /// The stored vectors of the benchmark's queries.
    pub(super) async fn queries(
        &self,
        system: &System,
        is_cancelled: IsCancelled<'_>,
        on_progress: OnProgress<'_>,
    ) -> Result<Rc<Vectors>, EngineError> {
        let load = || async {
            let path = system
                .queries
                .as_ref()
                .ok_or_else(|| EngineError::NoStoredQueries(system.title.clone()))?;
            let bytes = self.fetch(self.manifest.file(path)?, is_cancelled, on_progress).await?;
            let vectors = vectors_from_shard(path, &bytes)?;
            check_shape(&vectors, path.clone(), system, self.manifest.counts.queries)?;
            Ok((vectors, bytes.len()))
        };
        self.queries.get(&system.id, load).await
    }

    /// A text encoder, on the device where it agrees there with its stored vectors.
    pub(super) async fn encoder(
        &self,
        id: &str,
        is_cancelled: IsCancelled<'_>,
        on_progress: OnProgress<'_>,
    ) -> Result<Rc<TrustedEncoder>, EngineError> {
        let load = || async {
            let entry = self
                .manifest
                .encoders
                .iter()
                .find(|entry| entry.id == id)
                .ok_or_else(|| EngineError::UnknownEncoder(id.into()))?;
            let file = |name: &str| self.manifest.file(&format!("{}/{name}", entry.path)).cloned();
            let manifest_file = file(PACK_FILE)?;
            let pack = self.fetch(&manifest_file, is_cancelled, on_progress).await?;
            let pack =
                PackManifest::from_json(&manifest_file.path, &String::from_utf8_lossy(&pack))?;
            let tokenizer = self.fetch(&file(TOKENIZER_FILE)?, is_cancelled, on_progress).await?;
            let weights = self.fetch(&file(WEIGHTS_FILE)?, is_cancelled, on_progress).await?;
            let encoder = self.trusted(&pack, &tokenizer, &weights).await?;
            if let Some(notice) = encoder.notice() {
                self.tell(notice);
            }
            // Float16 in most files, float32 on the device.
            Ok((encoder, 2 * weights.len()))
        };
        self.encoders.get(id, load).await
    }

    async fn trusted(
        &self,
        pack: &PackManifest,
        tokenizer: &[u8],
        weights: &[u8],
    ) -> Result<TrustedEncoder, EngineError> {
        let own = || Encoder::new(pack.clone(), tokenizer, weights);
        let burn = || Encoder::on_burn(pack.clone(), tokenizer, weights, &self.device);
        let gpu = Gpu::of(&self.device);
        let candidates = match &gpu {
            None => [
                Candidate { place: "this processor", make: Box::new(own) },
                Candidate { place: "this processor by Burn", make: Box::new(burn) },
            ],
            Some(gpu) => {
                let on_gpu = move || Encoder::on_gpu(pack.clone(), tokenizer, weights, gpu);
                [
                    Candidate { place: "WebGPU", make: Box::new(on_gpu) },
                    Candidate { place: "this processor", make: Box::new(own) },
                ]
            }
        };
        Ok(TrustedEncoder::from_candidates(&candidates).await?)
    }

    /// Tells the page what is not as it should be.
    fn tell(&self, notice: &str) {
        let mut report = self.report.borrow_mut();
        if !report.notices.iter().any(|known| known == notice) {
            report.notices.push(notice.to_owned());
            tell_device(&report);
        }
    }
}

fn check_shape(
    vectors: &Vectors,
    what: String,
    system: &System,
    n_rows: u32,
) -> Result<(), EngineError> {
    let (found, expected) = (vectors.n_rows(), n_rows as usize);
    if found != expected {
        return Err(EngineError::Rows { what, found, expected });
    }
    let (found, expected) = (vectors.dim(), system.dim as usize);
    if found != expected {
        return Err(EngineError::Dim { what, system: system.id.clone(), found, expected });
    }
    Ok(())
}
