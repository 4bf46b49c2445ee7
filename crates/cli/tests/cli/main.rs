//! Tests of the program `rankscope`.

mod annotators;
mod audit;
mod build;
mod captions;
mod closed_output;
mod commands;
mod commands_runs;
mod conditions;
#[path = "../../../../tests/support/copied.rs"]
mod copied;
mod damaged_files;
mod damaged_lists;
mod derived;
mod directions;
mod facets;
mod fieldbook_build;
mod fractions;
mod goldens;
mod hardness;
#[path = "../../../../tests/support/here.rs"]
mod here;
mod interrupted;
mod limits;
#[path = "../../../../tests/support/made/mod.rs"]
mod made;
mod matrices;
mod outside_texts;
mod packed;
#[path = "../../../../tests/support/program/mod.rs"]
mod program;
mod publishing;
mod recipes_fields;
mod recipes_layouts;
mod recipes_refused;
#[path = "../../../../tests/regression.rs"]
mod regression;
mod round;
mod search_pictures;
mod second_stages;
mod seeds;
mod serve;
mod stored_runs;
mod topics;
mod tree;
mod votes;
