//! A web worker that reads Parquet files. See the crate's `reader`.

fn main() {
    #[cfg(target_arch = "wasm32")]
    rankscope_parquet::reader::start();
}
