//! A web worker that reads Parquet files. See `rankscope::parquet_reader`.

fn main() {
    // The module is called by its loader; a panic is written to the console.
    #[cfg(target_arch = "wasm32")]
    console_error_panic_hook::set_once();
}
