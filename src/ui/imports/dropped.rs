use gloo::file::{File, FileList};
use js_sys::{Array, Promise, Reflect};
use rankscope_messages::Failure;
use std::collections::VecDeque;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DataTransfer, FileSystemDirectoryEntry, FileSystemEntry, FileSystemFileEntry};

#[derive(Debug, Clone)]
pub struct Dropped {
    /// Separated by `/`, without the folder's own name.
    pub path: String,
    pub file: File,
}

/// The files of an `input`; those of a folder have their paths.
pub fn dropped_from_input(list: web_sys::FileList) -> Vec<Dropped> {
    let with_path = |file: &File| {
        let js: &web_sys::File = file.as_ref();
        // In neither web-sys nor gloo: all browsers have it, but no standard.
        let path = Reflect::get(js, &"webkitRelativePath".into()).ok();
        let path = path.and_then(|path| path.as_string()).filter(|path| !path.is_empty());
        let path = path.map_or_else(|| file.name(), |path| below_folder(&path));
        Dropped { path, file: file.clone() }
    };
    FileList::from(list).iter().map(with_path).collect()
}

/// The list becomes invalid when the event handler returns, so it is read synchronously; folders
/// are read in the returned future.
pub fn dropped_from_transfer(
    transfer: &DataTransfer,
) -> impl Future<Output = Result<Vec<Dropped>, Failure>> + use<> {
    let items = transfer.items();
    let items = (0..items.length()).filter_map(|nth| items.get(nth));
    let mut files = Vec::new();
    let mut entries = VecDeque::new();
    for item in items.filter(|item| item.kind() == "file") {
        match item.webkit_get_as_entry() {
            Ok(Some(entry)) => entries.push_back(entry),
            // Files that are not from a disk have no entry.
            _ => {
                let file = item.get_as_file().ok().flatten();
                files.extend(file.map(|file| Dropped { path: file.name(), file: file.into() }));
            }
        }
    }
    async move {
        with_folders(files, entries).await.map_err(|e| Failure {
            title: "The dropped files cannot be read".into(),
            detail: e.as_string().unwrap_or_else(|| format!("{e:?}")),
            advice: "Check that they still exist and that you may read them, then drop them again."
                .into(),
        })
    }
}

async fn with_folders(
    mut files: Vec<Dropped>,
    mut entries: VecDeque<FileSystemEntry>,
) -> Result<Vec<Dropped>, JsValue> {
    while let Some(entry) = entries.pop_front() {
        // Chromium does not expose these classes, so `instanceof` cannot test for them.
        if entry.is_directory() {
            let folder: &FileSystemDirectoryEntry = entry.unchecked_ref();
            let reader = folder.create_reader();
            // A reader returns entries in batches, and an empty batch at the end.
            loop {
                let read = Promise::new(&mut |resolve, reject| {
                    if let Err(e) =
                        reader.read_entries_with_callback_and_callback(&resolve, &reject)
                    {
                        // A promise's own reject function cannot fail.
                        let _ = reject.call1(&JsValue::UNDEFINED, &e);
                    }
                });
                let batch = Array::from(&JsFuture::from(read).await?);
                if batch.length() == 0 {
                    break;
                }
                entries.extend(batch.iter().map(JsCast::unchecked_into::<FileSystemEntry>));
            }
        } else {
            let entry: &FileSystemFileEntry = entry.unchecked_ref();
            let read = Promise::new(&mut |resolve, reject| {
                entry.file_with_callback_and_callback(&resolve, &reject);
            });
            let file: web_sys::File = JsFuture::from(read).await?.unchecked_into();
            let full = entry.full_path();
            let path = full.trim_start_matches('/');
            let is_alone = !path.contains('/');
            let path = if is_alone { path.to_string() } else { below_folder(path) };
            files.push(Dropped { path, file: file.into() });
        }
    }
    Ok(files)
}

/// `folder/a/b` → `a/b`.
fn below_folder(path: &str) -> String {
    path.split_once('/').map_or(path, |(_, below)| below).to_string()
}
