//! An open benchmark: its device, and the galleries, queries and encoders that are loaded.

use super::{
    context::Context,
    device::Device,
    error::EngineError,
    remotes::Remotes,
    shape::{check_shape, check_size},
    shard_parts::ShardParts,
    vision_tower::VisionTower,
};
use rankscope_core::analysis::Dataset;
use rankscope_core::benchmark::{FileEntry, Manifest, System};
use rankscope_core::search::{Gallery, large::LargeShard};
use rankscope_core::vectors::{ShardDtype, ShardFile, Vectors, vectors_from_shard};
use rankscope_encode::{
    FeatureEncoder, ImageSide, PACK_FILE, PackManifest, TOKENIZER_FILE, TrustedEncoder,
    WEIGHTS_FILE, WeightBytes, WeightDtype,
};
use rankscope_messages::{DeviceReport, Held, HeldKind};
use rankscope_transfer::{KeptFile, Memory, TransferError, fetch_file, keep_file};
use std::{cell::RefCell, collections::HashSet, ops::Range, rc::Rc, sync::Arc};

/// For all galleries in memory. Evicted galleries are loaded again from the browser's cache; a
/// larger one stays on disk, with its signs in memory.
const MAX_GALLERY_BYTES: u64 = 1 << 30;
/// For the signs of galleries on disk. Signs beyond it are read again for every search.
const MAX_SIGN_BYTES: usize = 96 << 20;
/// For the scales of int8 shards that stay on the server.
const MAX_HEAD_BYTES: usize = 64 << 20;
const MAX_ENCODER_BYTES: usize = 512 << 20;
const MAX_QUERY_BYTES: usize = 256 << 20;

/// A shard of a gallery on disk.
pub(super) type Shard = LargeShard<KeptFile>;

/// Copies share all that is loaded.
#[derive(Clone)]
pub(super) struct Session {
    pub(super) base_url: String,
    pub(super) manifest: Manifest,
    device: Rc<dyn Device>,
    report: Rc<RefCell<DeviceReport>>,
    /// Called when the report changes.
    on_report: fn(&DeviceReport),
    max_gallery_bytes: u64,
    galleries: Rc<Memory<Gallery>>,
    shards: Rc<Memory<Shard>>,
    pub(super) parts: Rc<ShardParts>,
    /// The shards whose stored signs are already checked.
    checked_signs: Rc<RefCell<HashSet<String>>>,
    queries: Rc<Memory<Vectors>>,
    /// Vectors of stored guides, by file.
    guides: Rc<Memory<Vectors>>,
    pub(super) lists: Rc<Memory<Arc<Dataset>>>,
    texts: Rc<Memory<Gallery>>,
    pub(super) remotes: Remotes,
    encoders: Rc<Memory<TrustedEncoder>>,
    vision_towers: Rc<Memory<VisionTower>>,
    /// By file.
    picture_features: Rc<Memory<FeatureEncoder>>,
}

impl Session {
    pub(super) fn new(
        base_url: String,
        manifest: Manifest,
        device: Rc<dyn Device>,
        report: DeviceReport,
        on_report: fn(&DeviceReport),
        max_gallery_bytes: Option<u64>,
    ) -> Self {
        let max_gallery_bytes = max_gallery_bytes.unwrap_or(MAX_GALLERY_BYTES);
        let max_bytes = usize::try_from(max_gallery_bytes).unwrap_or(usize::MAX);
        Self {
            base_url,
            manifest,
            device,
            report: Rc::new(RefCell::new(report)),
            on_report,
            max_gallery_bytes,
            galleries: Rc::new(Memory::new(max_bytes)),
            shards: Rc::new(Memory::keeping_first(max_bytes.min(MAX_SIGN_BYTES))),
            parts: Rc::new(ShardParts::new(max_bytes.min(MAX_SIGN_BYTES), MAX_HEAD_BYTES)),
            checked_signs: Rc::default(),
            queries: Rc::new(Memory::new(MAX_QUERY_BYTES)),
            guides: Rc::new(Memory::new(MAX_QUERY_BYTES)),
            lists: Rc::new(Memory::new(0)),
            texts: Rc::new(Memory::new(MAX_QUERY_BYTES)),
            remotes: Remotes::default(),
            encoders: Rc::new(Memory::new(MAX_ENCODER_BYTES)),
            vision_towers: Rc::new(Memory::new(MAX_ENCODER_BYTES)),
            picture_features: Rc::new(Memory::new(MAX_ENCODER_BYTES)),
        }
    }

    /// The same benchmark with other systems; what is loaded of the remaining ones is kept.
    pub(super) fn with_manifest(&self, manifest: Manifest) -> Self {
        let is_there = |id: &str| manifest.system(id).is_some();
        self.galleries.forget_unless(is_there);
        self.queries.forget_unless(is_there);
        self.texts.forget_unless(is_there);
        self.remotes.forget_unless(is_there);
        Self { manifest, ..self.clone() }
    }

    pub(super) fn system(&self, id: &str) -> Result<&System, EngineError> {
        self.manifest.system(id).ok_or_else(|| EngineError::UnknownSystem(id.into()))
    }

    /// Of every gallery.
    pub(super) fn n_rows(&self) -> usize {
        self.manifest.counts.images as usize
    }

    pub(super) async fn fetch(
        &self,
        file: &FileEntry,
        context: &Context,
    ) -> Result<Vec<u8>, EngineError> {
        let is_cancelled = || context.is_cancelled();
        let mut on_progress = |done, total| context.download_progress(&file.path, done, total);
        Ok(fetch_file(&self.base_url, file, &is_cancelled, &mut on_progress).await?)
    }

    /// In the memory of the device.
    pub(super) async fn gallery(
        &self,
        system: &System,
        context: &Context,
    ) -> Result<Rc<Gallery>, EngineError> {
        let load = || async {
            let mut all: Option<Vectors> = None;
            for path in &system.gallery {
                let bytes = self.fetch(self.manifest.file(path)?, context).await?;
                let shard = vectors_from_shard(path, &bytes)?;
                match &mut all {
                    None => all = Some(shard),
                    Some(all) => all.append(path, &shard)?,
                }
            }
            let vectors = all.ok_or_else(|| EngineError::NoGallery(system.title.clone()))?;
            let what = format!("the gallery of {}", system.id);
            check_shape(&vectors, what, system, self.manifest.counts.images)?;
            let gallery = self.device.gallery(vectors);
            let bytes = gallery.bytes();
            Ok((gallery, bytes))
        };
        self.galleries.get(&system.id, load).await
    }

    /// [`Self::gallery`], an error if it does not fit in memory.
    pub(super) async fn small_gallery(
        &self,
        system: &System,
        context: &Context,
    ) -> Result<Rc<Gallery>, EngineError> {
        if self.is_large(system) {
            return Err(EngineError::NotInMemory(system.title.clone()));
        }
        self.gallery(system, context).await
    }

    /// Whether a system's gallery exceeds the limit for all galleries in memory.
    pub(super) fn is_large(&self, system: &System) -> bool {
        let files = system.gallery.iter().filter_map(|path| self.manifest.file(path).ok());
        files.map(|file| file.bytes).sum::<u64>() > self.max_gallery_bytes
    }

    /// The corpus rows in a shard; empty if the system has no such shard.
    pub(super) fn rows_of_shard(&self, system: &System, index: usize) -> Range<u32> {
        let file = system.gallery.get(index).and_then(|path| self.manifest.file(path).ok());
        // The manifest check guarantees that all shards are listed with contiguous rows.
        file.and_then(|file| file.rows).map_or(0..0, |rows| rows.start..rows.end.max(rows.start))
    }

    pub(super) fn path_of_shard<'a>(
        &self,
        system: &'a System,
        index: usize,
    ) -> Result<&'a str, EngineError> {
        let path = system.gallery.get(index).map(String::as_str);
        path.ok_or_else(|| EngineError::UnknownSystem(system.id.clone()))
    }

    /// The index of the shard that has a row.
    pub(super) fn shard_of_row(&self, system: &System, row: u32) -> Option<usize> {
        (0..system.gallery.len()).find(|index| self.rows_of_shard(system, *index).contains(&row))
    }

    /// A shard of a gallery on disk, with its signs in memory.
    pub(super) async fn shard(
        &self,
        system: &System,
        index: usize,
        context: &Context,
    ) -> Result<Rc<Shard>, EngineError> {
        let bytes_of = |path: &String| self.manifest.file(path).map_or(0, |file| file.bytes);
        let total = system.gallery.iter().map(bytes_of).sum();
        let done_before: u64 = system.gallery.iter().take(index).map(bytes_of).sum();
        let path = self.path_of_shard(system, index)?;
        let file = self.manifest.file(path)?;
        let Range { start: first_row, end } = self.rows_of_shard(system, index);
        let n_rows = end - first_row;
        let is_cancelled = || context.is_cancelled();
        let load = || async {
            // Progress of the whole gallery, since that is what the visitor waits for.
            let mut on_progress =
                |done, _| context.download_progress(path, done_before + done, total);
            let kept = keep_file(&self.base_url, file, &is_cancelled, &mut on_progress).await?;
            let place = kept.place();
            let stored = ShardFile::open(path, kept)?;
            check_size((stored.n_rows(), stored.dim()), path.into(), system, n_rows)?;
            let were_checked = self.checked_signs.borrow().contains(path);
            let known = match place.derived().await {
                Some(signs) => LargeShard::with_signs_from(first_row, stored, &signs, were_checked),
                None if self.manifest.signs_file(path).is_some() => {
                    // Those of the benchmark, unless they are of other vectors.
                    match self.bytes_of_signs_of(system, index, context, &|_| {}).await {
                        Ok(signs) => LargeShard::with_signs_from(first_row, stored, &signs, true),
                        Err(EngineError::OtherSigns { .. }) => Err(stored),
                        Err(error) => return Err(error),
                    }
                }
                None => Err(stored),
            };
            let shard = match known {
                Ok(shard) => shard,
                Err(stored) => {
                    let goes_on = async |_| context.yield_now().await.is_ok();
                    let coded = LargeShard::coded(first_row, stored, goes_on).await?;
                    let shard = coded.ok_or(TransferError::Cancelled)?;
                    place.keep_derived(|put| shard.write_signs(put)).await;
                    shard
                }
            };
            self.checked_signs.borrow_mut().insert(path.into());
            self.parts.note_open(path);
            let bytes = shard.bytes();
            Ok((shard, bytes))
        };
        self.shards.get(path, load).await
    }

    pub(super) async fn queries(
        &self,
        system: &System,
        context: &Context,
    ) -> Result<Rc<Vectors>, EngineError> {
        let load = || async {
            let path = system
                .queries
                .as_ref()
                .ok_or_else(|| EngineError::NoStoredQueries(system.title.clone()))?;
            let bytes = self.fetch(self.manifest.file(path)?, context).await?;
            let vectors = vectors_from_shard(path, &bytes)?;
            check_shape(&vectors, path.clone(), system, self.manifest.counts.queries)?;
            Ok((vectors, bytes.len()))
        };
        self.queries.get(&system.id, load).await
    }

    /// The vectors of an engine's stored guides, `[guides, dim]` in the order of its list.
    pub(super) async fn guides(
        &self,
        system: &System,
        engine: &str,
        context: &Context,
    ) -> Result<Rc<Vectors>, EngineError> {
        let none =
            || EngineError::NoStoredGuides { system: system.title.clone(), engine: engine.into() };
        let of_engine = self.manifest.stored_guides(engine).ok_or_else(none)?;
        let file = self.manifest.guide_vectors(system, engine).ok_or_else(none)?;
        let load = || async {
            let bytes = self.fetch(file, context).await?;
            let vectors = vectors_from_shard(&file.path, &bytes)?;
            check_shape(&vectors, file.path.clone(), system, of_engine.images)?;
            Ok((vectors, bytes.len()))
        };
        self.guides.get(&file.path, load).await
    }

    /// The texts that images rank, in the memory of the device.
    pub(super) async fn texts(
        &self,
        system: &System,
        context: &Context,
    ) -> Result<Rc<Gallery>, EngineError> {
        let load = || async {
            let file = self
                .manifest
                .text_vectors(system)
                .ok_or_else(|| EngineError::NoStoredTexts(system.title.clone()))?;
            let bytes = self.fetch(file, context).await?;
            let vectors = vectors_from_shard(&file.path, &bytes)?;
            check_shape(&vectors, file.path.clone(), system, self.manifest.n_texts())?;
            let texts = self.device.gallery(vectors);
            let bytes = texts.bytes();
            Ok((texts, bytes))
        };
        self.texts.get(&system.id, load).await
    }

    /// On the GPU if its output there agrees with its stored vectors.
    pub(super) async fn encoder(
        &self,
        id: &str,
        context: &Context,
    ) -> Result<Rc<TrustedEncoder>, EngineError> {
        let load = || async {
            let pack = self.pack(id, context).await?;
            let tokenizer = self.fetch(self.pack_file(id, TOKENIZER_FILE)?, context).await?;
            let weights = self.fetch(self.pack_file(id, WEIGHTS_FILE)?, context).await?;
            let candidates = self.device.candidates(&pack, &tokenizer, &weights);
            let encoder = TrustedEncoder::from_candidates(&candidates).await?;
            if let Some(notice) = encoder.notice() {
                self.add_notice(notice);
            }
            let WeightBytes { here, on_gpu } = encoder.encoder().bytes();
            Ok((encoder, here + on_gpu))
        };
        self.encoders.get(id, load).await
    }

    /// Fetched for the first picture.
    pub(super) async fn vision_tower(
        &self,
        system: &System,
        context: &Context,
    ) -> Result<Rc<VisionTower>, EngineError> {
        let none = || EngineError::NoVisionTower(system.title.clone());
        let id = system.encoder.as_ref().ok_or_else(none)?;
        let load = || async {
            // A pack whose manifest knows of a tower need not carry it.
            let file = self.manifest.vision_tower(system).ok_or_else(none)?;
            let config = self.pack(id, context).await?.vision.ok_or_else(none)?;
            let weights = self.fetch(file, context).await?;
            let tower = self.device.picture_tower(&config, &weights).await?;
            if let Some(notice) = tower.notice() {
                self.add_notice(notice);
            }
            let WeightBytes { here, on_gpu } = tower.bytes();
            Ok((VisionTower::new(tower), here + on_gpu))
        };
        self.vision_towers.get(id, load).await
    }

    /// `None` if the system's encoder has none.
    pub(super) async fn picture_features(
        &self,
        system: &System,
        context: &Context,
    ) -> Result<Option<Rc<FeatureEncoder>>, EngineError> {
        let Some(file) = self.manifest.image_features(system) else { return Ok(None) };
        let load = || async {
            let json = self.fetch(file, context).await?;
            let ImageSide::Features(features) = ImageSide::from_json(&file.path, &json)? else {
                return Err(EngineError::NoVisionTower(system.title.clone()));
            };
            let encoder = features.encoder();
            let (found, expected) = (encoder.dim(), system.dim as usize);
            if found != expected {
                let (what, system) = (file.path.clone(), system.id.clone());
                return Err(EngineError::Dim { what, system, found, expected });
            }
            let bytes = encoder.bytes();
            Ok((encoder, bytes))
        };
        self.picture_features.get(&file.path, load).await.map(Some)
    }

    async fn pack(&self, id: &str, context: &Context) -> Result<PackManifest, EngineError> {
        let file = self.pack_file(id, PACK_FILE)?;
        let text = self.fetch(file, context).await?;
        Ok(PackManifest::from_json(&file.path, &String::from_utf8_lossy(&text))?)
    }

    fn pack_file(&self, id: &str, name: &str) -> Result<&FileEntry, EngineError> {
        let entry = self.manifest.encoders.iter().find(|entry| entry.id == id);
        let entry = entry.ok_or_else(|| EngineError::UnknownEncoder(id.into()))?;
        Ok(self.manifest.file(&format!("{}/{name}", entry.path))?)
    }

    pub(super) fn held(&self) -> Vec<Held> {
        let vectors = |kind, id: &str, bytes: usize, vectors: &Gallery| Held {
            kind,
            id: id.into(),
            stored: vectors.dtype(),
            computed: vectors.computed_in().into(),
            bytes: (bytes - vectors.bytes_on_gpu()) as u64,
            bytes_on_gpu: vectors.bytes_on_gpu() as u64,
        };
        let galleries =
            self.galleries.list(|id, bytes, held| vectors(HeldKind::Gallery, id, bytes, held));
        let texts = self.texts.list(|id, bytes, held| vectors(HeldKind::Texts, id, bytes, held));
        let encoders = self.encoders.list(|id, _, encoder| {
            let WeightBytes { here, on_gpu } = encoder.encoder().bytes();
            Held {
                kind: HeldKind::Encoder,
                id: id.into(),
                stored: shard_dtype(encoder.encoder().manifest().weights),
                computed: format!("{} on {}", encoder.encoder().computed_in(), encoder.place()),
                bytes: here as u64,
                bytes_on_gpu: on_gpu as u64,
            }
        });
        let vision_towers = self.vision_towers.list(|id, _, tower| {
            let WeightBytes { here, on_gpu } = tower.tower().bytes();
            Held {
                kind: HeldKind::VisionTower,
                id: id.into(),
                stored: shard_dtype(tower.tower().stored()),
                computed: tower.tower().computed_in(),
                bytes: here as u64,
                bytes_on_gpu: on_gpu as u64,
            }
        });
        let shards = self.shards.list(|_, bytes, shard| (shard.dtype(), bytes as u64));
        let on_disk = shards.first().map(|(stored, _)| Held {
            kind: HeldKind::Gallery,
            id: format!("{} shards on disk", shards.len()),
            stored: *stored,
            computed: "signs of every row".into(),
            bytes: shards.iter().map(|(_, bytes)| bytes).sum(),
            bytes_on_gpu: 0,
        });
        let galleries = galleries.into_iter().chain(on_disk).chain(self.parts.held()).chain(texts);
        galleries.chain(encoders).chain(vision_towers).collect()
    }

    /// Adds a notice to the device report, once.
    pub(super) fn add_notice(&self, notice: &str) {
        let mut report = self.report.borrow_mut();
        if !report.notices.iter().any(|known| known == notice) {
            report.notices.push(notice.to_owned());
            (self.on_report)(&report);
        }
    }
}

fn shard_dtype(stored: WeightDtype) -> ShardDtype {
    match stored {
        WeightDtype::F32 => ShardDtype::F32,
        WeightDtype::F16 => ShardDtype::F16,
        WeightDtype::I8 => ShardDtype::I8,
    }
}
