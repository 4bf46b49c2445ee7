//! The web worker that reads Parquet files.

fn main() {
    #[cfg(target_arch = "wasm32")]
    rankscope_parquet::reader::start();
}
