//! An imported file as a system or a definition of relevance of the open benchmark.

use super::words;
use crate::benchmark::{Relevance, RelevanceDefinition, System};
use crate::imported::{Ids, ImportError, Matched, Parsed};
use crate::ranking::Hit;
use std::sync::Arc;

/// The prefix of the ids of imported systems and definitions.
const PREFIX: &str = "imported-";
/// The rankings of a run, by query; shared.
pub type Rankings = Arc<Vec<Vec<Hit>>>;

/// An imported file.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The id of the system or the definition.
    pub id: String,
    /// The file's name.
    pub file: String,
    /// Its content.
    pub kind: ImportedKind,
    /// A summary of its content, in a sentence.
    pub summary: String,
    /// Mismatches with the benchmark, in sentences.
    pub notes: Vec<String>,
    /// The title and what counts as relevant, of judgements that come from the benchmark's votes or
    /// the judging desk and are not read from a file of the visitor's.
    pub computed: Option<(String, String)>,
}

/// The content of an imported file.
#[derive(Debug, Clone, PartialEq)]
pub enum ImportedKind {
    /// A run, shown as another system.
    Run(Rankings),
    /// Judgements, shown as another definition of relevance.
    Judgements(Relevance),
}

impl Imported {
    /// Matches a parsed file to a benchmark. `pause` is awaited every few milliseconds.
    ///
    /// # Errors
    /// See [`Parsed::matched_to`].
    pub async fn new(
        file: &str,
        bytes: &[u8],
        parsed: &Parsed,
        ids: &mut Ids,
        pause: impl AsyncFn(),
    ) -> Result<Self, ImportError> {
        let (kind, summary, notes) = match parsed.matched_to(file, ids, pause).await? {
            Matched::Run(run) => {
                let summary = format!(
                    "Rankings of {}, up to {} each.",
                    words::counted(run.n_queries, "query", "queries"),
                    words::counted(run.longest, "image", "images")
                );
                let notes = run.notes();
                (ImportedKind::Run(Arc::new(run.rankings)), summary, notes)
            }
            Matched::Judgements(judged) => {
                let summary = format!(
                    "{} of {}.",
                    words::counted(judged.n_judgements, "judgement", "judgements"),
                    words::counted(judged.n_queries, "query", "queries")
                );
                let notes = judged.notes();
                (ImportedKind::Judgements(judged.relevance), summary, notes)
            }
        };
        let id = id_of(file, bytes);
        Ok(Self { id, file: file.into(), kind, summary, notes, computed: None })
    }

    /// Its title on every page.
    #[must_use]
    pub fn title(&self) -> String {
        match &self.computed {
            Some((title, _)) => title.clone(),
            None => format!("{} (imported)", stem(&self.file)),
        }
    }

    /// Its rankings, if it is a run.
    #[must_use]
    pub fn rankings(&self) -> Option<Rankings> {
        match &self.kind {
            ImportedKind::Run(rankings) => Some(rankings.clone()),
            ImportedKind::Judgements(_) => None,
        }
    }

    /// The file as a system of the benchmark, without vectors or an encoder.
    #[must_use]
    pub fn system(&self) -> System {
        System {
            id: self.id.clone(),
            title: self.title(),
            description: format!("Imported from {}. {}", self.file, self.summary),
            ..System::default()
        }
    }

    /// The file as a definition of relevance.
    #[must_use]
    pub fn definition(&self) -> RelevanceDefinition {
        RelevanceDefinition {
            id: self.id.clone(),
            title: self.title(),
            counts_as: match &self.computed {
                Some((_, counts_as)) => counts_as.clone(),
                None => format!("Pictures judged relevant in the imported file {}.", self.file),
            },
            default: false,
            only_judged: false,
            complete: false,
            path: self.file.clone(),
            votes: None,
        }
    }
}

/// The name of the file in an imported id; `None` for other ids.
#[must_use]
pub fn was_imported(id: &str) -> Option<&str> {
    Some(id.strip_prefix(PREFIX)?.rsplit_once('-')?.0)
}

/// Builds an id from name and content: the same file has the same id on every device, and another
/// file of the same name has another id.
fn id_of(file: &str, bytes: &[u8]) -> String {
    let name: String =
        stem(file).chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    // A CRC tells files apart and is fast on large ones. It is no protection against forgery.
    let mut check = flate2::Crc::new();
    check.update(bytes);
    format!("{PREFIX}{name}-{:08x}", check.sum())
}

/// A file's name without the extensions of runs and qrels, as `rankscope eval` names runs.
fn stem(file: &str) -> &str {
    [".gz", ".txt", ".run", ".trec", ".tsv", ".qrels"].iter().fold(file, |name, ending| {
        name.strip_suffix(ending).filter(|rest| !rest.is_empty()).unwrap_or(name)
    })
}
