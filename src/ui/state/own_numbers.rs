//! Dropped matrices of scores with judgements, of another benchmark than the open one: they become a benchmark
//! of numbers on this machine, which is opened.

use super::imported_vectors::{counts, why_not};
use super::imports::Reading;
use crate::ui::imports::{Dropped, Found, ScoreLists, not_imported, run_of_lists};
use gloo::file::{File, futures::read_as_bytes};
use leptos::prelude::*;
use rankscope_core::benchmark::ImageIds;
use rankscope_core::formats::{ScoreSide, ids_from_text, text_from_bytes};
use rankscope_core::imported::{
    Counts, FoundMatrix, GivenIds, Numbers, Parsed, ParsedQrels, fits_neither, parse,
};
use rankscope_core::views::Page;
use rankscope_messages::Failure;
use rankscope_transfer::sha256_hex;

/// Files that come with matrices.
#[derive(Default)]
struct Beside {
    judgements: Vec<(String, ParsedQrels)>,
    /// Lists of ids, by the names of their files.
    ids: Vec<(String, Vec<String>)>,
    /// The first that is neither.
    other: Option<Failure>,
}

impl Reading {
    /// Opens what the files give; `None` if they are of the open benchmark, or without judgements.
    pub(super) async fn numbers_of(
        &self,
        found: &[Found],
        others: &[Dropped],
    ) -> Option<Result<(), Failure>> {
        self.imports.lists.settled().await;
        let dataset = untrack(|| self.imports.lists.outline());
        let none = Counts { title: "", images: 0, queries: 0 };
        let open = dataset.as_deref().map_or(none, counts);
        if others.is_empty() || !found.iter().all(|one| fits_neither(&one.matrix, open)) {
            return None;
        }
        let beside = self.beside(others).await;
        if beside.judgements.is_empty() {
            return None;
        }
        Some(self.open_numbers(found, beside).await)
    }

    async fn beside(&self, others: &[Dropped]) -> Beside {
        let mut beside = Beside::default();
        for dropped in others {
            let name = dropped.file.name();
            self.progress(&name, 0, dropped.file.size());
            if self.is_stopped() {
                break;
            }
            let other = match read_as_bytes(&dropped.file).await {
                Err(e) => format!("The browser cannot read the file: {e}"),
                Ok(bytes) => match parse(&name, &bytes, crate::ui::task::pause).await {
                    Ok(Parsed::Judgements(qrels)) => {
                        beside.judgements.push((name, qrels));
                        continue;
                    }
                    Ok(_) => format!("{name} is neither judgements nor a list of ids."),
                    Err(e) => match ids_in(&name, &bytes) {
                        Some(ids) => {
                            beside.ids.push((name, ids));
                            continue;
                        }
                        None => e.to_string(),
                    },
                },
            };
            beside.other.get_or_insert_with(|| not_imported(&name, other));
        }
        beside
    }

    async fn open_numbers(&self, found: &[Found], beside: Beside) -> Result<(), Failure> {
        let Beside { judgements, ids, other } = beside;
        if let Some(failure) = other {
            return Err(failure);
        }
        let matrices: Vec<FoundMatrix> = found.iter().map(|one| one.matrix.clone()).collect();
        let Some(first) = found.first() else { return Ok(()) };
        let of_file = |ids: &Option<Vec<String>>| Some((first.matrix.file.clone(), ids.clone()?));
        let mut given = GivenIds { rows: of_file(&first.ids), columns: of_file(&first.column_ids) };
        for (name, ids) in ids {
            given.add(&first.matrix, &name, ids).map_err(why_not)?;
        }
        let numbers = Numbers::new(&matrices, &given, judgements).map_err(why_not)?;
        let mut runs = Vec::new();
        for one in found {
            let to_images = self.run_of(one, &numbers, ScoreSide::Queries).await?;
            let to_texts = self.run_of(one, &numbers, ScoreSide::Images).await?;
            // Nothing if stopped.
            let (Some(to_images), Some(to_texts)) = (to_images, to_texts) else { return Ok(()) };
            runs.push([to_images, to_texts]);
        }
        let (manifest, files) = numbers.files(runs, sha256_hex);
        let text = serde_json::to_vec(&manifest);
        let text = text.map_err(|e| not_imported(&first.matrix.file, e.to_string()))?;
        let files = files.into_iter().chain([("benchmark.json".to_owned(), text)]);
        let file = |(path, bytes): (String, Vec<u8>)| {
            let file = File::new(&path, bytes.as_slice());
            Dropped { path, file }
        };
        self.open_folder(&files.map(file).collect::<Vec<_>>(), Page::Leaderboard).await;
        Ok(())
    }

    async fn run_of(
        &self,
        found: &Found,
        numbers: &Numbers,
        side: ScoreSide,
    ) -> Result<Option<Vec<u8>>, Failure> {
        let [asking, ranked] = numbers.lists(side);
        let lists = ScoreLists {
            asking: ImageIds::Listed(asking),
            n_asking: asking.len(),
            found: ImageIds::Listed(ranked),
            depth: numbers.depth(side),
            side,
        };
        let on_progress = |what: &str, done, total| self.progress(what, done, total);
        run_of_lists(found, &lists, &|| self.is_stopped(), &on_progress).await
    }
}

fn ids_in(name: &str, bytes: &[u8]) -> Option<Vec<String>> {
    ids_from_text(name, &text_from_bytes(name, bytes).ok()?).ok()
}
