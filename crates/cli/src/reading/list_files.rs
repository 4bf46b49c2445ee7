//! Runs and judgements in the files that people have: TREC's lines, BEIR's tables, also in a zip archive,
//! and JSON of ranx, pytrec_eval and MTEB. `FILE#PART` names the split of an archive, or the subset and
//! split of MTEB's predictions.

use crate::{reading::named_part, terminal::reporter, writing::files};
use anyhow::{Result, bail};
use rankscope_core::formats::{
    FileKind, HEAD_BYTES, IdTable, ListKind, Qrel, RankedRun, beir_qrels_of_zip, file_kind,
    judgements_from_json, list_kind, member_of_zip, part_of_predictions, qrels_from_beir,
    qrels_from_table, qrels_from_trec, query_runs_from_trec, run_from_table, scores_from_json,
    without_comments,
};
use std::{collections::BTreeSet, io::Cursor, path::Path};

pub(crate) struct ListText {
    /// For messages.
    pub(crate) name: String,
    pub(crate) text: String,
    /// The part to read, where the text has several.
    part: Option<String>,
    /// Lines before the first judgement.
    pub(crate) n_header: usize,
}

#[derive(Debug, Default)]
pub(crate) struct Pairs {
    pub(crate) queries: BTreeSet<String>,
    pub(crate) images: BTreeSet<String>,
}

/// What a table of facets is told apart by.
const FACETS: &str = " has facets of queries or images, and a run or judgements are needed: recipes read it as \
                      queries.table or images.fields, and the page takes it when it is dropped";

/// The ids of a file, and whether it is a run; otherwise it has judgements. JSON with nothing but whole
/// numbers counts as judgements.
pub(crate) fn pairs(path: &Path) -> Result<(Pairs, bool)> {
    let mut list = open(path)?;
    let is_run = match list.kind()? {
        ListKind::Run | ListKind::RunTable | ListKind::Predictions => true,
        ListKind::Scores => !list.has_grades()?,
        ListKind::Qrels
        | ListKind::BeirQrels
        | ListKind::QrelTable
        | ListKind::RelevantLists
        | ListKind::Votes
        | ListKind::Facets => false,
    };
    let mut pairs = Pairs::default();
    if is_run {
        let mut documents = IdTable::default();
        let run = list.run(&mut documents)?;
        pairs.queries = run.queries.into_iter().map(|query| query.query).collect();
        pairs.images = documents.ids().iter().cloned().collect();
    } else {
        for qrel in list.qrels()? {
            pairs.queries.insert(qrel.query);
            pairs.images.insert(qrel.document);
        }
    }
    Ok((pairs, is_run))
}

/// The text of a run or of judgements, inflated if it is gzip, or out of BEIR's zip archive.
pub(crate) fn open(path: &Path) -> Result<ListText> {
    let (file, part) = named_part::split(path);
    let name = files::name(&file);
    let bytes = files::bytes(&file)?;
    let head = bytes.get(..HEAD_BYTES).unwrap_or(&bytes);
    let kind = file_kind(head, bytes.len() as u64);
    if kind == FileKind::Zip {
        let (member, bytes) = beir_qrels_of_zip(&name, Cursor::new(bytes), part.as_deref())?;
        let name = format!("{name}#{member}");
        let text = files::text_of(&name, bytes)?;
        return Ok(ListText { name, text, part: None, n_header: 0 });
    }
    if kind == FileKind::Parquet {
        bail!(
            "{name} is a Parquet file, which is read for vectors, ids and texts only. Runs and \
             judgements are texts: \
             pandas.read_parquet({name:?}).to_csv(\"list.tsv\", sep=\"\\t\", index=False)"
        );
    }
    if kind.has_vectors() {
        bail!("{name} is {}, neither a run nor judgements", kind.words());
    }
    let (text, comments) = without_comments(files::text_of(&name, bytes)?.into());
    if let Some(comments) = comments {
        reporter::note(format_args!("{name}: {comments}"));
    }
    Ok(ListText { name, text: text.into_owned(), part, n_header: 0 })
}

/// A text that may be in a zip archive: `member` of it, or the one that `FILE#MEMBER` names.
pub(crate) fn text_in(path: &Path, member: &str) -> Result<(String, String)> {
    let (file, part) = named_part::split(path);
    let name = file.display().to_string();
    let bytes = files::bytes(&file)?;
    let head = bytes.get(..HEAD_BYTES).unwrap_or(&bytes);
    if file_kind(head, bytes.len() as u64) != FileKind::Zip {
        return Ok((name.clone(), files::text_of(&name, bytes)?));
    }
    let wanted = part.as_deref().unwrap_or(member);
    let (member, bytes) = member_of_zip(&name, Cursor::new(bytes), wanted)?;
    let name = format!("{name}#{member}");
    let text = files::text_of(&name, bytes)?;
    Ok((name, text))
}

impl ListText {
    pub(crate) fn kind(&self) -> Result<ListKind> {
        let kind = list_kind(&self.name, &self.text)?;
        match kind {
            ListKind::Facets => bail!("{}{FACETS}", self.name),
            kind => Ok(kind),
        }
    }

    /// Whether all numbers of `{query: {document: number}}` may be grades; fails for another object.
    pub(crate) fn has_grades(&self) -> Result<bool> {
        Ok(scores_from_json(&self.name, &self.text, &mut IdTable::default())?.is_whole)
    }

    /// Reads a run; its document ids go into `documents`.
    pub(crate) fn run(&self, documents: &mut IdTable) -> Result<RankedRun> {
        let Self { name, text, part, .. } = self;
        if text.trim().is_empty() {
            bail!("{name} is empty, and a run is needed");
        }
        let kind = match list_kind(name, text) {
            // The reader of TREC's lines says what is wrong with one.
            Err(_) | Ok(ListKind::Qrels | ListKind::BeirQrels) if !self.is_json() => ListKind::Run,
            kind => kind?,
        };
        Ok(match kind {
            ListKind::Run => {
                self.has_no_parts()?;
                query_runs_from_trec(name, text, documents)?
            }
            ListKind::RunTable | ListKind::QrelTable => {
                self.has_no_parts()?;
                run_from_table(name, text, documents)?
            }
            ListKind::Scores => {
                self.has_no_parts()?;
                let scores = scores_from_json(name, text, documents)?;
                if scores.is_whole {
                    reporter::warn(format_args!(
                        "{name}: all scores are whole numbers, as grades of judgements are; they \
                         are taken as scores"
                    ));
                }
                scores.into_run()
            }
            ListKind::Predictions => {
                let scores = part_of_predictions(name, text, part.as_deref())?;
                scores_from_json(name, scores, documents)?.into_run()
            }
            _ => bail!("{name} lists what is relevant, without scores, and a run is needed"),
        })
    }

    pub(crate) fn qrels(&mut self) -> Result<Vec<Qrel>> {
        let Self { name, text, .. } = &*self;
        self.has_no_parts()?;
        let is_tsv = name.trim_end_matches(".gz").ends_with(".tsv");
        let by_name = || if is_tsv { ListKind::BeirQrels } else { ListKind::Qrels };
        let kind = match list_kind(name, text) {
            // Its reader says what is wrong with the line.
            Err(_) | Ok(ListKind::Run) if !self.is_json() => by_name(),
            kind => kind?,
        };
        let (qrels, n_header) = match kind {
            ListKind::BeirQrels => (qrels_from_beir(name, text)?, 1),
            ListKind::QrelTable | ListKind::RunTable => (qrels_from_table(name, text)?, 1),
            ListKind::RelevantLists => (judgements_from_json(name, text)?, 0),
            ListKind::Scores => {
                let mut documents = IdTable::default();
                let scores = scores_from_json(name, text, &mut documents)?;
                (scores.into_qrels(name, &documents)?, 0)
            }
            ListKind::Predictions => {
                bail!("{name} has MTEB's predictions, which are runs, and judgements are needed")
            }
            ListKind::Votes => bail!(
                "{name} has people's votes, and judgements are needed: `rankscope convert` makes them by \
                 a rule (--from votes of JSON lines, --from conqa of mturk.json), and `rankscope votes` \
                 says how far people agree"
            ),
            ListKind::Facets => bail!("{name}{FACETS}"),
            ListKind::Run | ListKind::Qrels => (qrels_from_trec(name, text)?, 0),
        };
        self.n_header = n_header;
        Ok(qrels)
    }

    /// JSON has its entries anywhere on its lines.
    pub(crate) fn is_json(&self) -> bool {
        self.text.trim_start().starts_with(['{', '['])
    }

    fn has_no_parts(&self) -> Result<()> {
        match &self.part {
            None => Ok(()),
            Some(part) => bail!("{} has no parts: leave #{part} out", self.name),
        }
    }
}
