//! The text encoders alone as a WebAssembly module, so that a page can time them.
//!
//! Defines the global `rankscopeEncoder(manifest, tokenizer, weights)`: the text of `encoder.json`
//! and the bytes of the two files → a function from a text to `{ ids, vector }`. Both throw errors.

fn main() {
    #[cfg(target_arch = "wasm32")]
    page::offer();
}

#[cfg(target_arch = "wasm32")]
mod page {
    use js_sys::{Array, Float32Array, Object, Reflect};
    use rankscope_encode::{EncodeError, Encoded, Encoder, PACK_FILE, PackManifest};
    use std::{
        pin::pin,
        task::{Context, Poll, Waker},
    };
    use wasm_bindgen::{JsValue, prelude::Closure};

    type Load = dyn Fn(String, Vec<u8>, Vec<u8>) -> Result<JsValue, JsValue>;
    type Encode = dyn Fn(String) -> Result<JsValue, JsValue>;

    pub(super) fn offer() {
        let load =
            Closure::<Load>::new(|manifest: String, tokenizer: Vec<u8>, weights: Vec<u8>| {
                let manifest = PackManifest::from_json(PACK_FILE, &manifest).map_err(thrown)?;
                let encoder = Encoder::new(manifest, &tokenizer, &weights).map_err(thrown)?;
                let encode = Closure::<Encode>::new(move |text: String| {
                    encoded(&encoder, &text).map_err(thrown).and_then(|encoded| answer(&encoded))
                });
                Ok(encode.into_js_value())
            });
        // A page that lacks this function reports it.
        let _ = Reflect::set(&js_sys::global(), &"rankscopeEncoder".into(), &load.into_js_value());
    }

    /// On the CPU no future ever waits.
    fn encoded(encoder: &Encoder, text: &str) -> Result<Encoded, EncodeError> {
        match pin!(encoder.encode(text)).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(encoded) => encoded,
            Poll::Pending => Err(EncodeError::Device("it lets wait".into())),
        }
    }

    fn answer(encoded: &Encoded) -> Result<JsValue, JsValue> {
        let answer = Object::new();
        let ids: Array = encoded.token_ids.iter().map(|id| JsValue::from(*id)).collect();
        Reflect::set(&answer, &"ids".into(), &ids)?;
        Reflect::set(&answer, &"vector".into(), &Float32Array::from(encoded.vector.as_slice()))?;
        Ok(answer.into())
    }

    fn thrown(error: EncodeError) -> JsValue {
        js_sys::Error::new(&error.to_string()).into()
    }
}
