//! The body of a response, read a part at a time.
//!
//! Where the browser lets a reader bring its own buffer, all parts come in one: a new array for
//! each part stays in memory until the browser collects garbage, and by then a fast connection has
//! brought a hundred megabytes of them.

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

/// A part has no more bytes than this, where the buffer is ours: of large files, and of others.
const BUFFER_BYTES: u32 = 1 << 19;
const SMALL_BUFFER_BYTES: u32 = 1 << 16;

/// A body of which some was read.
pub(super) struct Body {
    reader: Reader,
    /// `None` where the browser brings a new array for each part.
    buffer: Option<Uint8Array>,
    /// Whether more may come: neither its end nor an error came yet.
    is_open: bool,
}

impl Body {
    /// `None` where a response has none. `n_bytes` is what it should come to, if that is known.
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

    /// Hands the next part on, which is gone afterwards; `None` at the end.
    pub(super) async fn next<T>(
        &mut self,
        take: impl FnOnce(&Uint8Array) -> T,
    ) -> Result<Option<T>, JsValue> {
        let reading = match &self.buffer {
            Some(buffer) => self.reader.read_into(buffer),
            None => self.reader.read(),
        };
        let part = JsFuture::from(reading).await.inspect_err(|_| self.is_open = false)?;
        if Reflect::get(&part, &"done".into())?.is_truthy() {
            self.is_open = false;
            return Ok(None);
        }
        let part: Uint8Array = Reflect::get(&part, &"value".into())?.unchecked_into();
        let taken = take(&part);
        if let Some(buffer) = &mut self.buffer {
            // The browser has taken the one that it was given, and hands its memory back in this.
            *buffer = Uint8Array::new(&part.buffer());
        }
        Ok(Some(taken))
    }

    /// Stops the download.
    pub(super) async fn cancel(mut self) {
        if std::mem::take(&mut self.is_open) {
            let _ = JsFuture::from(self.reader.cancel()).await;
        }
    }
}

/// Whoever read it was dropped in the middle: the download stops as well.
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
