//! Reads a Parquet file in a worker, so that a damaged file ends the worker and not the page.

use super::matrix::Found;
use futures_channel::oneshot;
use gloo::events::EventListener;
use gloo::file::Blob;
use js_sys::{Array, Float32Array, Uint8Array};
use rankscope_core::formats::MatrixPlace;
use rankscope_core::imported::ids_of_matrix;
use rankscope_messages::{ParquetColumn, ParquetHead};
use rankscope_transfer::unless_cancelled;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, Event, MessageEvent, Worker, WorkerOptions, WorkerType};

const LOADER: &str = "./parquet_loader.js";

/// None if stopped.
pub(super) async fn of_parquet(
    file: &str,
    bytes: &[u8],
    is_stopped: &dyn Fn() -> bool,
) -> Result<Vec<Found>, String> {
    let mut reader = Reader::start(file, bytes)?;
    let Ok(answer) = unless_cancelled(is_stopped, &mut reader.answer).await else {
        return Ok(Vec::new());
    };
    let answer = answer.map_err(|_| format!("{file}: its reader has crashed"))??;
    let unexpected = || format!("{file}: its reader sent an unexpected answer. Reload the page");
    let head = answer.get(0).as_string().ok_or_else(unexpected)?;
    let head: ParquetHead = serde_json::from_str(&head).map_err(|_| unexpected())?;
    let lengths: Vec<(String, usize)> =
        head.ids.iter().map(|(name, ids)| (name.clone(), ids.len())).collect();
    let is_one = head.columns.len() == 1;
    let mut found = Vec::new();
    for (place, ParquetColumn { name, n_rows, dim }) in (1..).zip(head.columns) {
        let values: Float32Array = answer.get(place).dyn_into().map_err(|_| unexpected())?;
        let list = ids_of_matrix(&name, n_rows, &lengths);
        let part = (!is_one).then_some(name);
        // Little-endian as WebAssembly is.
        let blob = Blob::new(values.buffer());
        let matrix = Found::new(file, part, MatrixPlace::of_singles(n_rows, dim), blob);
        let ids = list.and_then(|place| head.ids.get(place)).map(|(_, ids)| ids.clone());
        found.push(Found { ids, ..matrix });
    }
    Ok(found)
}

/// A worker that reads a file; it ends when this is dropped.
struct Reader {
    worker: Worker,
    answer: oneshot::Receiver<Result<Array, String>>,
    _listeners: [EventListener; 2],
}

impl Reader {
    fn start(file: &str, bytes: &[u8]) -> Result<Self, String> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(LOADER, &options)
            .map_err(|e| format!("the browser cannot start a worker: {e:?}"))?;
        let (sender, answer) = oneshot::channel();
        let sender = Rc::new(Cell::new(Some(sender)));
        let listen = |event: &'static str, told: fn(&Event, &str) -> Result<Array, String>| {
            let (sender, file) = (sender.clone(), file.to_owned());
            EventListener::new(&worker, event, move |event| {
                if let Some(sender) = sender.take() {
                    // The visitor may have stopped it.
                    let _ = sender.send(told(event, &file));
                }
            })
        };
        let listeners = [listen("message", answered), listen("error", ended)];
        // The copy is transferred.
        let bytes = Uint8Array::from(bytes);
        let (message, transfer) =
            (Array::of2(&JsValue::from_str(file), &bytes), Array::of1(&bytes.buffer()));
        worker
            .post_message_with_transfer(&message, &transfer)
            .map_err(|e| format!("{file}: the browser cannot hand it to a worker: {e:?}"))?;
        Ok(Self { worker, answer, _listeners: listeners })
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

fn answered(event: &Event, file: &str) -> Result<Array, String> {
    let data = event.unchecked_ref::<MessageEvent>().data();
    match data.as_string() {
        Some(reason) => Err(reason),
        None => {
            data.dyn_into().map_err(|_| format!("{file}: its reader sent an unexpected answer"))
        }
    }
}

fn ended(event: &Event, file: &str) -> Result<Array, String> {
    let message = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message);
    Err(match message.filter(|message| !message.is_empty()) {
        Some(message) => format!("{file}: its reader has crashed: {message}"),
        None => format!("{LOADER} could not be loaded: the network may be down. Reload the page"),
    })
}
