//! Tests of `rankscope-core`, against references that we did not write.

mod analysis_board;
mod analysis_columns;
mod analysis_comparison;
mod analysis_dataset;
mod analysis_picture_filter;
mod analysis_second_stage;
mod analysis_subset;
mod analysis_tally;
mod analysis_words;
mod benchmark_lists;
mod contrast;
mod curves;
mod explain;
mod formats;
mod formats_csv;
mod formats_papers;
mod formats_published;
mod formats_trec;
#[path = "../here.rs"]
mod here;
mod imported;
mod made_benchmark;
mod metrics;
mod metrics_among;
mod metrics_eccv;
mod metrics_inquire;
mod metrics_order;
mod metrics_trec;
mod search;
mod search_large;
mod search_scan;
mod significance;
mod statistics;
mod table;
mod what_if;
