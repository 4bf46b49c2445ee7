//! Bytes ↔ records: file formats.
//!
//! Every reader takes a file's name with its text or bytes (or any `Read`, for matrices larger than
//! memory), so that it runs natively and in the page alike. It refuses an invalid file with a
//! [`FormatError`] that names the file, the line or row, and the reason. This module uses no other
//! of this crate.
//!
//! Start with [`text_from_bytes`], which also inflates gzip, then `<values>_from_<format>`;
//! `<format>_from_<values>` writes.

mod beir;
mod captions;
mod coco_instances;
mod conqa;
mod credit;
mod csv_text;
mod eccv;
mod error;
mod field_table;
mod gzip;
mod id_list;
mod id_table;
mod inquire;
mod json;
mod judgements;
mod list_kind;
mod logits;
mod mirflickr;
mod mteb;
#[cfg(feature = "npy")]
mod npy;
#[cfg(feature = "parquet")]
mod parquet_columns;
mod published;
mod run_order;
mod seeds;
mod system_values;
mod table;
mod text;
mod trec;
mod trec_run;
mod votes;

pub use beir::{
    BeirRecord, beir_from_qrels, beir_from_records, lines_of_beir_qrels, qrels_from_beir,
    records_from_beir,
};
pub use captions::{CaptionKeys, CaptionRecord, captions_from_jsonl};
pub use coco_instances::classes_from_coco;
pub use conqa::{
    ConqaQuery, corpus_without_seeds, qrels_from_votes, queries_from_conqa, votes_from_conqa,
};
pub use credit::{Credit, credit_from_text};
pub use csv_text::csv_from_rows;
pub use eccv::{coco_1k_folds, ids_from_npy};
pub use error::{FormatError, Place};
pub use field_table::{FieldTable, field_table};
pub use gzip::{Inflater, inflated, inflated_within};
pub use id_list::{fault_of_id, ids_from_lines};
pub use id_table::IdTable;
pub use inquire::{
    InquireAnnotation, InquireQuery, annotations_from_inquire, qrels_from_annotations,
    queries_from_inquire,
};
pub use judgements::{json_from_judgements, judgements_from_json};
pub use list_kind::{ListKind, list_kind};
pub use logits::{place_in_logits, probability_of_yes, run_from_logits};
pub use mirflickr::{
    ExifField, PerImage, Topic, exif_from_mirflickr, licence_from_mirflickr, tags_from_mirflickr,
    topics_from_mirflickr,
};
pub use mteb::{MtebResult, MtebScores, json_from_mteb};
#[cfg(feature = "npy")]
pub use npy::NpyRows;
#[cfg(feature = "parquet")]
pub use parquet_columns::{columns_from_parquet, names_from_parquet, values_from_parquet};
pub use published::{
    CorrelationTable, PublishedRow, PublishedTable, correlations_from_csv, published_from_csv,
};
pub use run_order::{Contradiction, Disorder};
pub use seeds::{Seed, seeds_from_jsonl};
pub use system_values::{ValuesColumn, jsonl_from_values, values_from_jsonl};
pub use text::{text_from_bytes, text_in_turns};
pub use trec::{Qrel, QrelLine, lines_of_trec_qrels, qrels_from_trec, trec_from_qrels};
pub use trec_run::{
    QueryRun, QueryRunReader, RankedRun, RunEntry, place_in_run, query_runs_from_trec,
    run_from_trec, trec_from_run,
};
pub use votes::{VoteRule, VotedImage, Votes, jsonl_from_votes, numbered_votes, votes_from_jsonl};
