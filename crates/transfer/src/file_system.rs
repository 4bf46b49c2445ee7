//! The origin private file system, in which a worker reads and writes any part of a file:
//! <https://fs.spec.whatwg.org>. Bindings by hand: web-sys puts access modes behind an unstable
//! flag, and without them two tabs could not read the same file.

use super::{TransferError, error::message_from_js, scope};
use js_sys::{Object, Promise, Reflect, Uint8Array};
use rankscope_core::vectors::ReadAt;
use std::{io, rc::Rc};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    type Storage;
    #[wasm_bindgen(method, catch, js_name = getDirectory)]
    fn get_directory(this: &Storage) -> Result<Promise, JsValue>;

    type DirectoryHandle;
    #[wasm_bindgen(method, js_name = getDirectoryHandle)]
    fn get_directory_handle(this: &DirectoryHandle, name: &str, options: &JsValue) -> Promise;
    #[wasm_bindgen(method, js_name = getFileHandle)]
    fn get_file_handle(this: &DirectoryHandle, name: &str, options: &JsValue) -> Promise;
    #[wasm_bindgen(method, js_name = removeEntry)]
    fn remove_entry(this: &DirectoryHandle, name: &str, options: &JsValue) -> Promise;
    #[wasm_bindgen(method)]
    fn keys(this: &DirectoryHandle) -> AsyncIterator;

    type AsyncIterator;
    #[wasm_bindgen(method)]
    fn next(this: &AsyncIterator) -> Promise;

    type FileHandle;
    #[wasm_bindgen(method, js_name = createSyncAccessHandle)]
    fn create_sync_access_handle(this: &FileHandle, options: &JsValue) -> Promise;

    type AccessHandle;
    #[wasm_bindgen(method, catch)]
    fn read(this: &AccessHandle, into: &mut [u8], options: &JsValue) -> Result<f64, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn write(this: &AccessHandle, from: &Uint8Array, options: &JsValue) -> Result<f64, JsValue>;
    #[wasm_bindgen(method, catch, js_name = write)]
    fn write_slice(this: &AccessHandle, from: &[u8], options: &JsValue) -> Result<f64, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn truncate(this: &AccessHandle, len: f64) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn flush(this: &AccessHandle) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = getSize)]
    fn get_size(this: &AccessHandle) -> Result<f64, JsValue>;
    #[wasm_bindgen(method)]
    fn close(this: &AccessHandle);
}

const ROOT: &str = "rankscope";

pub(super) fn with(key: &str, value: impl Into<JsValue>) -> JsValue {
    let object = Object::new();
    let _ = Reflect::set(&object, &key.into(), &value.into());
    object.into()
}

async fn done<T: JsCast>(call: &str, promise: Promise) -> Result<T, TransferError> {
    let value = JsFuture::from(promise).await;
    value.map(JsCast::unchecked_into).map_err(|e| TransferError::browser(call, &e))
}

async fn site() -> Result<DirectoryHandle, TransferError> {
    let none = |why: &str| TransferError::NoFileSystem { message: why.into() };
    let storage = scope::storage();
    let storage: Storage =
        storage.ok_or_else(|| none("the page is not served over https"))?.unchecked_into();
    let directory = storage.get_directory().map_err(|e| none(&message_from_js(&e)))?;
    let directory = JsFuture::from(directory).await.map_err(|e| none(&message_from_js(&e)))?;
    Ok(directory.unchecked_into())
}

#[derive(Clone)]
pub(super) struct Folder(Rc<DirectoryHandle>);

impl Folder {
    /// Creates the folder if it does not exist.
    pub(super) async fn open(name: &str) -> Result<Self, TransferError> {
        let create = with("create", true);
        let root = site().await?.get_directory_handle(ROOT, &create);
        let root: DirectoryHandle = done("getDirectoryHandle", root).await?;
        let folder = done("getDirectoryHandle", root.get_directory_handle(name, &create)).await?;
        Ok(Self(Rc::new(folder)))
    }

    pub(super) async fn existing(name: &str) -> Option<Self> {
        let none = JsValue::UNDEFINED;
        let root = site().await.ok()?.get_directory_handle(ROOT, &none);
        let root: DirectoryHandle = done("getDirectoryHandle", root).await.ok()?;
        let folder = root.get_directory_handle(name, &none);
        Some(Self(Rc::new(done("getDirectoryHandle", folder).await.ok()?)))
    }

    pub(super) async fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        let keys = self.0.keys();
        while let Ok(next) = JsFuture::from(keys.next()).await {
            let name = Reflect::get(&next, &"value".into()).ok().and_then(|name| name.as_string());
            let Some(name) = name else { break };
            names.push(name);
        }
        names
    }

    /// Opens a file for writing, creating it if needed. Fails if it is open elsewhere.
    pub(super) async fn create(&self, name: &str) -> Result<OpenFile, TransferError> {
        let file = self.0.get_file_handle(name, &with("create", true));
        OpenFile::open(done("getFileHandle", file).await?, "readwrite").await
    }

    /// Opens a file for reading; others may too.
    pub(super) async fn read(&self, name: &str) -> Result<OpenFile, TransferError> {
        let file = self.0.get_file_handle(name, &JsValue::UNDEFINED);
        OpenFile::open(done("getFileHandle", file).await?, "read-only").await
    }

    pub(super) async fn has(&self, name: &str) -> bool {
        JsFuture::from(self.0.get_file_handle(name, &JsValue::UNDEFINED)).await.is_ok()
    }

    /// Removes a file, if it exists and is not open.
    pub(super) async fn remove(&self, name: &str) {
        let _ = JsFuture::from(self.0.remove_entry(name, &JsValue::UNDEFINED)).await;
    }
}

pub(super) async fn remove_all() -> Result<(), TransferError> {
    // Without a file system, nothing to remove.
    let Ok(site) = site().await else { return Ok(()) };
    let is_there = JsFuture::from(site.get_directory_handle(ROOT, &JsValue::UNDEFINED)).await;
    if is_there.is_err() {
        return Ok(());
    }
    done::<JsValue>("removeEntry", site.remove_entry(ROOT, &with("recursive", true))).await?;
    Ok(())
}

pub(super) async fn remove_folder(name: &str) {
    let Ok(site) = site().await else { return };
    let root = site.get_directory_handle(ROOT, &JsValue::UNDEFINED);
    let Ok(root) = done::<DirectoryHandle>("getDirectoryHandle", root).await else { return };
    let _ = JsFuture::from(root.remove_entry(name, &with("recursive", true))).await;
}

pub(super) struct OpenFile(AccessHandle);

impl OpenFile {
    async fn open(file: FileHandle, mode: &str) -> Result<Self, TransferError> {
        let promise = file.create_sync_access_handle(&with("mode", mode));
        Ok(Self(done("createSyncAccessHandle", promise).await?))
    }

    pub(super) fn write_at(&self, offset: u64, bytes: &Uint8Array) -> Result<(), TransferError> {
        all_written(self.0.write(bytes, &at(offset)), f64::from(bytes.length()))
    }

    /// Like [`Self::write_at`], without an intermediate copy.
    pub(super) fn write_slice_at(&self, offset: u64, bytes: &[u8]) -> Result<(), TransferError> {
        let expected = bytes.len() as f64;
        all_written(self.0.write_slice(bytes, &at(offset)), expected)
    }

    pub(super) fn clear(&self) -> Result<(), TransferError> {
        self.0.truncate(0.0).map_err(|e| TransferError::browser("truncate", &e))
    }

    pub(super) fn flush(&self) -> Result<(), TransferError> {
        self.0.flush().map_err(|e| TransferError::browser("flush", &e))
    }
}

impl ReadAt for OpenFile {
    fn len_bytes(&self) -> io::Result<u64> {
        let size = self.0.get_size().map_err(|e| refused(&e))?;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a byte count")]
        let size = size as u64;
        Ok(size)
    }

    fn read_at(&self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        let expected = into.len() as f64;
        let read = self.0.read(into, &at(offset)).map_err(|e| refused(&e))?;
        if read < expected { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        self.0.close();
    }
}

fn all_written(written: Result<f64, JsValue>, expected: f64) -> Result<(), TransferError> {
    let call = "writing to browser storage";
    if written.map_err(|e| TransferError::browser(call, &e))? < expected {
        let message = "not all bytes were written".into();
        return Err(TransferError::NoSpace { call: call.into(), message });
    }
    Ok(())
}

fn at(offset: u64) -> JsValue {
    with("at", offset as f64)
}

fn refused(value: &JsValue) -> io::Error {
    io::Error::other(message_from_js(value))
}
