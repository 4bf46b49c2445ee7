//! Bytes ↔ records: file formats.
//!
//! Every reader takes a file's name with its text or bytes (or any `Read`, for matrices larger than
//! memory) and refuses an invalid file with a [`FormatError`] that names the file, the line or row, and
//! the reason. Start with [`text_from_bytes`], which also inflates gzip, then
//! `<values>_from_<format>`; `<format>_from_<values>` writes.

mod beir;
mod byte_ranges;
mod caption_list;
mod coco;
mod column_names;
mod comments;
mod conqa;
mod detection;
mod eccv;
mod explanations;
mod facet_table;
mod fbin;
mod field_table;
mod file_kind;
mod grade;
mod gzip;
mod id_list;
mod ids;
mod inat;
mod inquire;
mod json;
mod json_kind;
mod json_scores;
mod latex_table;
mod list_advice;
mod list_kind;
mod listed_table;
mod logits;
mod markdown_table;
mod matrix_place;
mod matrix_rows;
mod mirflickr;
mod mteb;
mod named_columns;
mod named_matrix;
mod npy;
mod npz;
mod pairs;
mod published;
mod published_files;
mod result_files;
mod run_order;
mod safetensors_rows;
mod score_matrix;
mod seeds;
mod system_values;
mod table;
mod text;
mod trec;
mod trec_run;
mod typeset;
mod utf16;
mod visual_genome;
mod vote_files;
mod votes;
mod zip_members;
mod zip_text;
mod zip_written;

pub use beir::{
    BeirRecord, beir_from_qrels, beir_from_records, lines_of_beir_qrels, qrels_from_beir,
    records_from_beir,
};
pub use byte_ranges::{
    FilePart, boundary_from_content_type, parts_from_multipart, range_from_content_range,
};
pub use caption_list::{images_from_caption_list, is_picture_name};
pub use coco::{
    CaptionKeys, CaptionRecord, CaptionedImage, KarpathyIds, captions_from_jsonl,
    classes_from_coco, images_from_coco_captions, images_from_karpathy,
};
pub use column_names::{
    ExplanationColumns, FacetsOf, ImageColumns, PairColumns, QueryColumns, caption_columns,
    image_columns, judged_picture_columns, pair_columns, query_columns, sentence_columns,
};
pub use comments::{Comments, without_comments};
pub use conqa::{
    ConqaQuery, corpus_without_seeds, qrels_from_votes, queries_from_conqa, votes_from_conqa,
};
pub use detection::{ShownClass, ShownClasses, shown_classes_from_json};
pub use eccv::{coco_1k_folds, ids_from_npy, json_from_judgements, judgements_from_json};
pub use explanations::{
    Explanation, MOST_CHARACTERS, checked_explanations, columns_of_explanations,
    explanations_from_jsonl, jsonl_from_explanations,
};
pub use facet_table::{FacetColumn, FacetTable, facets_from_table};
pub use fbin::rows_from_fbin;
pub use field_table::{FieldTable, field_table};
pub use file_kind::{FileKind, HEAD_BYTES, file_kind};
pub use gzip::{Inflater, inflated, inflated_within};
pub use id_list::{ids_from_lines, ids_from_text};
pub use ids::{IdTable, fault_of_id};
pub use inquire::{
    InquireAnnotation, InquireQuery, annotations_from_inquire, qrels_from_annotations,
    queries_from_inquire,
};
pub use json_kind::{JsonKind, json_kind};
pub use json_scores::{
    JsonScores, JsonScoresReader, json_from_grades, json_from_run, part_of_predictions,
    scores_from_json,
};
pub use list_kind::{ListKind, list_kind};
pub use listed_table::{qrels_from_table, run_from_table};
pub use logits::{place_in_logits, probability_of_yes, run_from_logits};
pub use matrix_place::{MatrixPlace, bytes_of_head, matrices_in};
pub use matrix_rows::{MatrixRows, NumberKind, singles};
pub use mirflickr::{
    Credit, ExifField, PerImage, Topic, credit_from_text, exif_from_mirflickr,
    licence_from_mirflickr, tags_from_mirflickr, topics_from_mirflickr,
};
pub use mteb::{MtebResult, MtebScores, json_from_mteb};
pub use named_columns::{NamedColumns, columns_from_text, names_from_text};
pub use named_matrix::{Offered, chosen as chosen_matrix};
pub use npy::{row_ids_from_npy, rows_from_npy};
pub use npz::{matrices_of_npz, names_from_npz, rows_from_npz};
pub use pairs::{PairCase, pairs_from_text};
pub use published::{
    CorrelationTable, PublishedRow, PublishedTable, correlations_from_csv, printed_words_from_csv,
    published_from_csv,
};
pub use published_files::{looks_like_published, published_from_files};
pub use rankscope_arithmetic::{FormatError, Place};
pub use result_files::ResultFile;
pub use run_order::{Contradiction, Disorder};
pub use safetensors_rows::{names_from_safetensors, rows_from_safetensors};
pub use score_matrix::{ScoreList, ScoreMatrix, ScoreSide};
pub use seeds::{Seed, seeds_from_jsonl};
pub use system_values::{ExactValues, ValuesColumn, jsonl_from_values, values_from_jsonl};
pub use table::csv_from_rows;
pub use text::{text_from_bytes, text_in_turns};
pub use trec::{
    Qrel, QrelLine, lines_of_trec_qrels, qrels_from_trec, trec_from_qrels, turned_qrels,
};
pub(crate) use trec::{judgement_lines, lines_of_own_qrels};
pub use trec_run::{
    QueryRun, QueryRunReader, RankedRun, RunEntry, place_in_run, query_runs_from_trec,
    run_from_trec, trec_from_run,
};
pub use visual_genome::{coco_ids_from_visual_genome, objects_from_visual_genome};
pub use vote_files::{query_groups_from_text, votes_from_text};
pub use votes::{VoteRule, VotedImage, Votes, jsonl_from_votes, numbered_votes, votes_from_jsonl};
pub(crate) use zip_members::Members;
pub use zip_text::{beir_qrels_of_zip, beir_splits, member_of_zip, names_from_zip};
pub(crate) use zip_written::zip_of_files;
