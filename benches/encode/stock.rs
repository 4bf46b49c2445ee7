//! The text encoders as stock operations of Burn on WebGPU, as a module, so that a page can compare
//! their times with our kernels'.
//!
//! Defines the global `stockEncoder(manifest, tokenizer, weights)`: the text of `encoder.json` and
//! the bytes of the two files → a promise of a function from a text to a promise of its vector.
#![allow(unsafe_code, reason = "one call of the linker's, as in crates/engine-webgpu/src/main.rs")]

fn main() {
    #[cfg(target_arch = "wasm32")]
    page::offer();
}

#[cfg(target_arch = "wasm32")]
mod page {
    use js_sys::{Float32Array, Promise, Reflect};
    use rankscope_burn_ops::Gpu;
    use rankscope_encode::{PACK_FILE, PackManifest};
    use rankscope_encode_burn::text_encoder;
    use std::{fmt::Display, rc::Rc};
    use wasm_bindgen::{JsValue, prelude::Closure};
    use wasm_bindgen_futures::future_to_promise;

    type Load = dyn Fn(String, Vec<u8>, Vec<u8>) -> Promise;
    type Encode = dyn Fn(String) -> Promise;

    unsafe extern "C" {
        /// Runs the static constructors.
        fn __wasm_call_ctors();
    }

    pub(super) fn offer() {
        // SAFETY: as in `crates/engine-webgpu/src/main.rs`.
        unsafe { __wasm_call_ctors() };
        let load =
            Closure::<Load>::new(|manifest: String, tokenizer: Vec<u8>, weights: Vec<u8>| {
                future_to_promise(async move {
                    let gpu = Gpu::open().await.map_err(thrown)?;
                    let manifest = PackManifest::from_json(PACK_FILE, &manifest).map_err(thrown)?;
                    let encoder = text_encoder(manifest, &tokenizer, &weights, gpu.burn());
                    let encoder = Rc::new(encoder.map_err(thrown)?);
                    let encode = Closure::<Encode>::new(move |text: String| {
                        let encoder = encoder.clone();
                        future_to_promise(async move {
                            let encoded = encoder.encode(&text).await.map_err(thrown)?;
                            Ok(Float32Array::from(encoded.vector.as_slice()).into())
                        })
                    });
                    Ok(encode.into_js_value())
                })
            });
        // A page that lacks this function reports it.
        let _ = Reflect::set(&js_sys::global(), &"stockEncoder".into(), &load.into_js_value());
    }

    fn thrown(error: impl Display) -> JsValue {
        js_sys::Error::new(&error.to_string()).into()
    }
}
