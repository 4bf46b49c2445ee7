//! Tests of the program `rankscope`.

mod annotators;
mod build;
mod captions;
mod closed_output;
mod commands;
mod commands_runs;
#[path = "../copied.rs"]
mod copied;
mod damaged_files;
mod damaged_lists;
mod facets;
mod fieldbook_build;
#[path = "../here.rs"]
mod here;
mod interrupted;
#[path = "../made/mod.rs"]
mod made;
mod outside_texts;
#[path = "../program/mod.rs"]
mod program;
mod publishing;
mod recipes_fields;
mod recipes_layouts;
mod recipes_refused;
#[path = "../../regression.rs"]
mod regression;
mod search_pictures;
mod second_stages;
mod seeds;
mod serve;
mod stored_runs;
mod topics;
mod train_systems;
mod tree;
