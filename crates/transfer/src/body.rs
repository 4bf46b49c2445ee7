//! The body of a response, read chunk by chunk. gloo reads bodies only whole.
//!
//! With "byob" readers all chunks are read into one buffer. Without, each chunk is a new array that
//! stays in memory until garbage collection, by which time a fast connection has delivered a
//! hundred megabytes.

use super::file_system::with;
use js_sys::{Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

#[wasm_bindgen]
extern "C" {
    type Stream;
    #[wasm_bindgen(method, catch, js_name = getReader)]
    fn get_reader(this: &Stream, options: &JsValue) -> Result<Reader, JsValue>;

    type Reader;
    #[wasm_bindgen(method)]
    fn read(this: &Reader) -> Promise;
    #[wasm_bindgen(method, js_name = read)]
    fn read_into(this: &Reader, buffer: &Uint8Array) -> Promise;
    #[wasm_bindgen(method)]
    fn cancel(this: &Reader) -> Promise;
}

/// Size of the buffer, and so of the largest chunk: for large files, and for all others.
const BUFFER_BYTES: u32 = 1 << 19;
const SMALL_BUFFER_BYTES: u32 = 1 << 16;

pub(super) fn append(bytes: &mut Vec<u8>, chunk: &Uint8Array) {
    let start = bytes.len();
    bytes.resize(start + chunk.length() as usize, 0);
    if let Some(free) = bytes.get_mut(start..) {
        chunk.copy_to(free);
    }
}

pub(super) struct Body {
    reader: Reader,
    /// `None` without "byob".
    buffer: Option<Uint8Array>,
    /// Neither the end nor an error was reached.
    is_open: bool,
}

impl Body {
    /// `None` if the response has none. `n_bytes` is the expected size, if known.
    pub(super) fn of(response: &Response, n_bytes: Option<u64>) -> Result<Option<Self>, JsValue> {
        let Some(stream) = response.body() else { return Ok(None) };
        let stream: Stream = stream.unchecked_into();
        let body = match stream.get_reader(&with("mode", "byob")) {
            Ok(reader) => {
                let is_large = n_bytes.is_some_and(|n_bytes| n_bytes > u64::from(BUFFER_BYTES));
                let n_bytes = if is_large { BUFFER_BYTES } else { SMALL_BUFFER_BYTES };
                Self { reader, buffer: Some(Uint8Array::new_with_length(n_bytes)), is_open: true }
            }
            Err(_) => {
                let reader = stream.get_reader(&JsValue::UNDEFINED)?;
                Self { reader, buffer: None, is_open: true }
            }
        };
        Ok(Some(body))
    }

    /// Calls `take` with the next chunk, which is only valid during the call; `None` at the end.
    pub(super) async fn next<T>(
        &mut self,
        take: impl FnOnce(&Uint8Array) -> T,
    ) -> Result<Option<T>, JsValue> {
        let reading = match &self.buffer {
            Some(buffer) => self.reader.read_into(buffer),
            None => self.reader.read(),
        };
        let chunk = JsFuture::from(reading).await.inspect_err(|_| self.is_open = false)?;
        if Reflect::get(&chunk, &"done".into())?.is_truthy() {
            self.is_open = false;
            return Ok(None);
        }
        let chunk: Uint8Array = Reflect::get(&chunk, &"value".into())?.unchecked_into();
        let taken = take(&chunk);
        if let Some(buffer) = &mut self.buffer {
            // The browser detached our buffer and returns its memory with the chunk.
            *buffer = Uint8Array::new(&chunk.buffer());
        }
        Ok(Some(taken))
    }

    pub(super) async fn cancel(mut self) {
        if std::mem::take(&mut self.is_open) {
            let _ = JsFuture::from(self.reader.cancel()).await;
        }
    }
}

/// Stops the download if the reading task is dropped before the end.
impl Drop for Body {
    fn drop(&mut self) {
        if self.is_open {
            let cancelled = JsFuture::from(self.reader.cancel());
            wasm_bindgen_futures::spawn_local(async move {
                let _ = cancelled.await;
            });
        }
    }
}
