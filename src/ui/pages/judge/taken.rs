//! Files of rounds that were dropped or chosen: one open sheet is answered here, all else is joined.

use super::stored::{keep, kept, name_of};
use crate::ui::components::{failure_panel, notice};
use crate::ui::imports::Dropped;
use crate::ui::state::Session;
use gloo::file::futures::read_as_bytes;
use leptos::prelude::*;
use rankscope_core::analysis::{
    MAX_ROUND_BYTES, Returned, RoundKey, Sheet, SheetWork, round_files_of_zip, words,
};
use rankscope_messages::Failure;

#[derive(Clone, Copy)]
pub(super) struct Taking {
    pub(super) session: Session,
    failures: RwSignal<Vec<Failure>>,
    note: RwSignal<Option<String>>,
}

impl Taking {
    pub(super) fn new(session: Session) -> Self {
        Self { session, failures: RwSignal::default(), note: RwSignal::default() }
    }

    pub(super) fn take_dropped(self, files: Result<Vec<Dropped>, Failure>) {
        match files {
            Ok(files) => take(self, files),
            Err(failure) => self.failures.update(|all| all.push(failure)),
        }
    }

    /// Tracked.
    pub(super) fn outcomes(self) -> AnyView {
        let panel = |(place, failure): (usize, Failure)| {
            let dismiss = move || self.failures.update(|all| drop(all.remove(place)));
            failure_panel(&failure, "Dismiss", dismiss)
        };
        let failures = self.failures.get().into_iter().enumerate().map(panel).collect_view();
        view! {
            <div role="status">{self.note.get().map(notice)}</div>
            {failures}
        }
        .into_any()
    }
}

pub(super) fn take(taking: Taking, files: Vec<Dropped>) {
    taking.failures.set(Vec::new());
    taking.note.set(None);
    leptos::task::spawn_local(async move {
        let mut read = Vec::new();
        for dropped in files {
            let name = dropped.file.name();
            match files_in(&dropped, &name).await {
                Ok(files) => read.extend(files),
                Err(failure) => taking.failures.update(|all| all.push(failure)),
            }
        }
        if let [(name, text)] = read.as_slice()
            && !RoundKey::is_one(text)
        {
            match Sheet::from_json(name, text) {
                Ok(sheet) if !is_back(&sheet) => return open(taking, sheet),
                Ok(_) => {}
                Err(e) => {
                    let failure = refused(name, e.to_string());
                    return taking.failures.update(|all| all.push(failure));
                }
            }
        }
        add(taking, &read);
    });
}

/// Whether somebody has answered all of it.
fn is_back(sheet: &Sheet) -> bool {
    !sheet.person.trim().is_empty() && sheet.items.iter().all(|item| item.answer.is_some())
}

fn open(taking: Taking, sheet: Sheet) {
    let address = taking.session.address;
    let name = name_of(&sheet);
    let here = kept(&sheet.benchmark, &name).ok().flatten();
    let work = match here.filter(|here| here.n_answered() > 0) {
        Some(here) => {
            if sheet.items.iter().any(|item| item.answer.is_some()) && here.sheet != sheet {
                taking.note.set(Some(
                    "This browser has other answers to this sheet, which go on. To begin from the \
                     file, delete the sheet in the list of sheets first."
                        .into(),
                ));
            }
            here
        }
        None => SheetWork::new(sheet, None),
    };
    // The address is told first what to open, so that it is checked once.
    if !keep(&work) {
        taking.session.judging.not_stored.set_value(Some(work));
    }
    address.change(|state| state.sheet = Some(name));
}

/// Adds sheets that came back, and the key.
fn add(taking: Taking, files: &[(String, String)]) {
    let returned = taking.session.judging.returned;
    // The address of a sheet would hide them.
    taking.session.address.change(|state| state.sheet = None);
    let (mut n_new, mut n_known) = (0, 0);
    let mut now = returned.get_untracked();
    for (name, text) in files {
        let mut alone = Returned::default();
        if let Err(e) = alone.add(name, text) {
            let failure = refused(name, e.to_string());
            taking.failures.update(|all| all.push(failure));
            continue;
        }
        if is_known(&now, &alone) {
            n_known += 1;
        } else if let Err(e) = now.add(name, text) {
            let failure = refused(name, e.to_string());
            taking.failures.update(|all| all.push(failure));
        } else {
            n_new += 1;
        }
    }
    returned.set(now);
    let known = match n_known {
        0 => String::new(),
        n => format!(" {} here already.", words::counted(n, "was", "were")),
    };
    if n_new + n_known > 0 {
        let new = words::counted(n_new, "file was", "files were");
        taking.note.set(Some(format!("{new} added to what came back.{known}")));
    }
}

/// Whether the file was added before.
fn is_known(all: &Returned, one: &Returned) -> bool {
    let is_key = one
        .key
        .as_ref()
        .is_some_and(|(_, key)| all.key.as_ref().is_some_and(|(_, known)| known == key));
    is_key || one.sheets.first().is_some_and(|sheet| all.sheets.contains(sheet))
}

/// The file by name and text; of a zip archive those in it.
async fn files_in(dropped: &Dropped, name: &str) -> Result<Vec<(String, String)>, Failure> {
    let n_bytes = dropped.file.size();
    if n_bytes > MAX_ROUND_BYTES {
        let (n, most) = (words::bytes(n_bytes), words::binary_bytes(MAX_ROUND_BYTES));
        return Err(refused(name, format!("It has {n}, and a file of a round at most {most}.")));
    }
    let bytes = read_as_bytes(&dropped.file).await;
    let bytes =
        bytes.map_err(|e| refused(name, format!("The browser cannot read the file: {e}")))?;
    if bytes.starts_with(b"PK") {
        return round_files_of_zip(name, &bytes).map_err(|e| refused(name, format!("{e}.")));
    }
    let text = String::from_utf8(bytes);
    let text = text.map_err(|e| refused(name, format!("It is not a text: {e}.")))?;
    Ok(vec![(name.to_owned(), text)])
}

fn refused(name: &str, detail: String) -> Failure {
    Failure {
        title: format!("{name} was not taken"),
        detail,
        advice: "Judge takes the sheets of a round, its key.json, and a zip archive of them. Other files go to the \
                 Benchmark page."
            .into(),
    }
}
