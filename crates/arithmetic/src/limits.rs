//! The largest sizes that readers accept.
//!
//! A size in a file is a claim. Each reader compares it with one of these before it reserves memory
//! or multiplies, so that a damaged or hostile file gives an error and not an abort, also in the
//! page, where sizes have 32 bits. All are far above what real files have, and may be raised for
//! good reason. `docs/benchmark-format.md` lists them.

/// The most values of a vector: published embeddings have at most some thousands. A row of float32
/// then has 256 KiB, and the product of two sizes fits in 32 bits with room for a factor.
pub const MAX_DIM: usize = 1 << 16;

/// The most images of a corpus without image lists, ten times what a tab holds. Until the vectors
/// are read, only the manifest says how many there are.
pub const MAX_UNLISTED_IMAGES: u32 = 50_000_000;

/// The most images whose lists a page reads before its first search. Of longer lists, it reads the
/// files that have its results.
pub const MAX_LISTED_AT_ONCE: u32 = 100_000;

/// The most images that a recipe may number with `range`: about 2 GB of records.
pub const MAX_NUMBERED_IMAGES: u32 = 10_000_000;

/// The longest `benchmark.json`, and in the page the longest file that no manifest lists: 64 MiB,
/// several hundred thousand files.
pub const MAX_MANIFEST_BYTES: u64 = 64 << 20;

/// The most bytes of all files of a benchmark together: the whole numbers that JavaScript keeps
/// exact, so that no sum of sizes overflows.
pub const MAX_BENCHMARK_BYTES: u64 = (1 << 53) - 1;

/// The longest header of a shard. It names two tensors; safetensors would allow 100 MB.
pub const MAX_SHARD_HEADER_BYTES: u64 = 1 << 20;

/// The longest header of a numpy array: numpy's own reader refuses more than 10,000 bytes.
pub const MAX_NPY_HEADER_BYTES: u32 = 1 << 16;

/// The most bytes of a row of a matrix: 4,194,304 values of float32.
pub const MAX_MATRIX_ROW_BYTES: usize = 1 << 24;

/// The longest header of a safetensors file of another program: whole models have thousands of
/// tensors.
pub const MAX_SAFETENSORS_HEADER_BYTES: u64 = 1 << 24;

/// The most bytes that a gzip file inflates to: 512 MiB, which leaves a 32-bit page memory for the
/// parsed values.
pub const MAX_INFLATED_BYTES: u64 = 512 << 20;

/// The most files of a saved visit, not counting `visit.json`. Their bytes together are limited by
/// [`MAX_INFLATED_BYTES`].
pub const MAX_VISIT_FILES: usize = 1_000;

/// The longest `visit.json`: 1 MiB, a thousand files with long names.
pub const MAX_VISIT_MANIFEST_BYTES: u64 = 1 << 20;

/// Memory reserved for a download before its first byte arrives; from then on at most as much again
/// as has arrived.
pub const MAX_RESERVED_BYTES: usize = 1 << 20;

/// The most layers of an encoder; the deepest published text towers have under a hundred.
pub const MAX_LAYERS: usize = 1 << 10;

/// The most values of a token's vector anywhere in an encoder.
pub const MAX_ENCODER_WIDTH: usize = 1 << 16;

/// The most tokens of a text, and positions of an encoder.
pub const MAX_TOKENS: usize = 1 << 16;

/// The most tokens of a vocabulary; published ones have up to some hundred thousand.
pub const MAX_VOCABULARY: usize = 1 << 24;

/// The largest width and height in pixels of an encoder's images.
pub const MAX_IMAGE_SIDE: usize = 1 << 13;

/// The most patches of an encoder's images: attention has a score for any two, 64 MiB of them.
/// Published towers have up to a thousand.
pub const MAX_PATCHES: usize = 1 << 12;

/// The most pixels of a visitor's picture: 400 MB before it is resized.
pub const MAX_PICTURE_PIXELS: u64 = 100_000_000;

/// The largest width and height of a decoded picture, that of a JPEG: decoders and resizers hold
/// whole rows, and several values for each row and column.
pub const MAX_PICTURE_SIDE: u32 = 65_535;

/// The most values of the random directions of picture features: 64 MB.
pub const MAX_DIRECTION_VALUES: usize = 1 << 24;
