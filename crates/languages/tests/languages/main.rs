//! Languages, patterns of messages and tables.

mod languages;
mod patterns;
