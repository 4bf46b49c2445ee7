//! Decodes the worker's messages: JSON, with rankings as separate bytes.

use js_sys::{Array, Uint8Array};
use rankscope_messages::packed::rankings_from_bytes;
use rankscope_messages::{Event, Response};
use wasm_bindgen::{JsCast, JsValue};

/// Reads an event from its JSON, or from an array `[json, packed rankings or values]`.
pub(super) fn event_from_message(message: &JsValue) -> Result<Event, String> {
    let parts = message.dyn_ref::<Array>();
    let json = parts.map_or_else(|| message.clone(), |parts| parts.get(0));
    let json = json.as_string().unwrap_or_default();
    let mut event = serde_json::from_str(&json).map_err(|e| e.to_string())?;
    let bytes = || {
        let bytes = parts.and_then(|parts| parts.get(1).dyn_into::<Uint8Array>().ok());
        bytes.map(|bytes| bytes.to_vec()).unwrap_or_default()
    };
    match &mut event {
        Event::Response { response: Response::Rankings { rankings, .. }, .. } => {
            *rankings = rankings_from_bytes(&bytes()).ok_or("its rankings are truncated")?;
        }
        Event::Response { response: Response::Guided { hits, .. }, .. } => {
            let mut rankings = rankings_from_bytes(&bytes()).ok_or("its hits are truncated")?;
            *hits = rankings.pop().ok_or("its hits are missing")?;
        }
        Event::Response { response: Response::Judged { values }, .. } => *values = bytes(),
        _ => {}
    }
    Ok(event)
}
