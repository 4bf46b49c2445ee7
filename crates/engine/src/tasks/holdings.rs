use crate::{context::Context, session::Session};
use js_sys::{ArrayBuffer, Reflect};
use rankscope_messages::Response;
use wasm_bindgen::JsCast;

/// What the worker holds in memory, and the size of the module's memory.
pub(super) fn holdings(session: &Session, context: &Context) {
    context.reply(Response::Held { wasm_bytes: wasm_bytes(), held: session.held() });
}

fn wasm_bytes() -> u64 {
    let buffer = Reflect::get(&wasm_bindgen::memory(), &"buffer".into());
    let buffer = buffer.and_then(JsCast::dyn_into::<ArrayBuffer>);
    buffer.map_or(0, |buffer| u64::from(buffer.byte_length()))
}
