//! Tests of the commands for people's own data, in a binary that needs no training.
#![allow(clippy::unwrap_used, clippy::float_cmp)]

mod anywhere;
mod check;
mod codes;
#[path = "../../../../tests/support/copied.rs"]
mod copied;
mod damaged;
mod datasets;
mod field;
mod given;
mod grammar;
mod guesses;
#[path = "../../../../tests/support/here.rs"]
mod here;
mod imports;
mod index;
mod info;
mod init;
mod lists;
#[path = "../../../../tests/support/made/mod.rs"]
mod made;
mod made_systems;
mod optional;
mod packed_page;
mod paper;
mod photos;
#[path = "../../../../tests/support/program/mod.rs"]
mod program;
mod publish;
mod schema;
mod serving;
mod shares;
mod table_facets;
#[path = "../cli/tree.rs"]
mod tree;
mod vectors;
mod view;
mod visits;
mod whole_program;
