//! An imported file as a system, a definition of relevance or facets of the open benchmark.

use super::image_votes::ImageVotes;
use super::imported_id::imported_id;
use super::imported_vectors::ImportedVectors;
use super::words;
use crate::benchmark::{Relevance, RelevanceDefinition, System};
use crate::formats::{FacetsOf, VoteRule};
use crate::imported::{Ids, ImportError, Matched, MatchedFacets, Parsed};
use crate::metrics::FinerScores;
use crate::ranking::Hit;
use std::sync::Arc;

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
    /// A run, shown as another system, and what float32 loses of its scores.
    Run(Rankings, Arc<FinerScores>),
    /// Judgements, shown as another definition of relevance.
    Judgements(Relevance),
    /// People's votes, shown as another definition of relevance by [`BY_DEFAULT`].
    Votes(Arc<ImageVotes>),
    /// Vectors, shown as another system.
    Vectors(Arc<ImportedVectors>),
    /// Facets, by which queries or images are grouped and filtered.
    Facets(Arc<MatchedFacets>),
}

/// The rule by which imported votes are a definition of relevance, as long as no other is chosen.
pub const BY_DEFAULT: VoteRule = VoteRule::FullRelevant;

impl ImportedKind {
    /// The name of its first facet, if it is a table of facets.
    pub fn first_facet(&self) -> Option<String> {
        match self {
            Self::Facets(facets) => facets.names.first().cloned(),
            _ => None,
        }
    }
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
                let kind = ImportedKind::Run(Arc::new(run.rankings), Arc::new(run.finer));
                (kind, summary, notes)
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
            Matched::Votes(matched) => {
                let n_votes: u64 = matched.voted.iter().map(|own| own.votes.n()).sum();
                let summary = format!(
                    "{} on {} of {}.",
                    words::counted(usize::try_from(n_votes).unwrap_or(usize::MAX), "vote", "votes"),
                    words::counted(matched.voted.len(), "image", "images"),
                    words::counted(matched.n_queries, "query", "queries")
                );
                let mut notes = matched.notes();
                let votes = ImageVotes::matched(ids.queries().len(), matched);
                let warning = votes.warning(VoteRule::Unsure);
                notes.extend(warning.map(|words| format!("Careful: {words}.")));
                (ImportedKind::Votes(Arc::new(votes)), summary, notes)
            }
            Matched::Facets(facets) => {
                let of = match facets.of {
                    FacetsOf::Queries => words::counted(facets.rows.len(), "query", "queries"),
                    FacetsOf::Images => words::counted(facets.rows.len(), "image", "images"),
                };
                let summary = format!("{} of {of}.", words::listed(&facets.names));
                let notes = facets.notes();
                (ImportedKind::Facets(Arc::new(facets)), summary, notes)
            }
        };
        let id = id_of(file, bytes);
        Ok(Self { id, file: file.into(), kind, summary, notes, computed: None })
    }

    /// A system made of a visitor's vectors.
    pub fn of_vectors(vectors: ImportedVectors) -> Self {
        Self {
            id: vectors.system.id.clone(),
            file: vectors.file.clone(),
            summary: vectors.summary.clone(),
            notes: vectors.notes.clone(),
            kind: ImportedKind::Vectors(Arc::new(vectors)),
            computed: None,
        }
    }

    /// Its title on every page.
    pub fn title(&self) -> String {
        match (&self.computed, &self.kind) {
            (Some((title, _)), _) => title.clone(),
            (None, ImportedKind::Vectors(vectors)) => vectors.system.title.clone(),
            (None, _) => format!("{} (imported)", stem(&self.file)),
        }
    }

    /// Its rankings, if it is a run.
    pub fn rankings(&self) -> Option<Rankings> {
        match &self.kind {
            ImportedKind::Run(rankings, _) => Some(rankings.clone()),
            _ => None,
        }
    }

    /// Its vectors, if it has any.
    pub fn vectors(&self) -> Option<&ImportedVectors> {
        match &self.kind {
            ImportedKind::Vectors(vectors) => Some(vectors),
            _ => None,
        }
    }

    /// The votes in it, if it has any.
    pub fn votes(&self) -> Option<&Arc<ImageVotes>> {
        match &self.kind {
            ImportedKind::Votes(votes) => Some(votes),
            _ => None,
        }
    }

    /// The file as a system of the benchmark: a run without vectors, or vectors without an encoder.
    pub fn system(&self) -> System {
        if let Some(vectors) = self.vectors() {
            return vectors.system.clone();
        }
        System {
            id: self.id.clone(),
            title: self.title(),
            description: format!("Imported from {}. {}", self.file, self.summary),
            ..System::default()
        }
    }

    /// The file as a definition of relevance.
    pub fn definition(&self) -> RelevanceDefinition {
        RelevanceDefinition {
            id: self.id.clone(),
            title: self.title(),
            counts_as: match &self.computed {
                Some((_, counts_as)) => counts_as.clone(),
                None if self.votes().is_some() => BY_DEFAULT.counts_as(),
                None => format!("Pictures judged relevant in the imported file {}.", self.file),
            },
            default: false,
            only_judged: false,
            complete: false,
            path: self.file.clone(),
            votes: self.votes().map(|_| self.file.clone()),
        }
    }
}

/// Builds an id from name and content: the same file has the same id on every device, and another
/// file of the same name has another id.
fn id_of(file: &str, bytes: &[u8]) -> String {
    // A CRC tells files apart and is fast on large ones. It is no protection against forgery.
    let mut check = rankscope_arithmetic::crc32();
    check.update(bytes);
    imported_id(stem(file), &format!("{:08x}", check.finalize()))
}

/// A file's name without the extensions of runs and qrels, as `rankscope eval` names runs.
fn stem(file: &str) -> &str {
    [".gz", ".txt", ".run", ".trec", ".tsv", ".qrels"].iter().fold(file, |name, ending| {
        name.strip_suffix(ending).filter(|rest| !rest.is_empty()).unwrap_or(name)
    })
}
