//! A web worker that reads Parquet files. See `rankscope::parquet_reader`.

fn main() {
    #[cfg(target_arch = "wasm32")]
    rankscope::parquet_reader::start();
}
