//! The commands, each a file or folder of its name with its `Args`, whose doc comments are its `--help`,
//! and its `run`. Those that are rooms of their own are [`build`](crate::build) and
//! [`serve`](crate::serve).
//!
//! A command reads its arguments, asks the other rooms, and prints; no other room uses it, but for
//! `ranking::rank`, which asks [`guide`] for the rankings of `guides(…)`. What
//! `--json` prints of a measurement is a struct of `rankscope_core::report`.

pub(crate) mod agree;
pub(crate) mod annotators;
pub(crate) mod audit;
pub(crate) mod check;
pub(crate) mod codes;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod encode;
pub(crate) mod encoder;
pub(crate) mod eval;
pub(crate) mod export;
pub(crate) mod facets;
pub mod fieldbook;
pub mod fixture;
pub(crate) mod fuse;
pub(crate) mod guide;
pub(crate) mod hardness;
pub(crate) mod hubs;
pub(crate) mod index;
pub(crate) mod info;
pub(crate) mod init;
pub(crate) mod man;
pub(crate) mod merge;
pub(crate) mod pairs;
pub(crate) mod publish;
pub(crate) mod rerank;
pub(crate) mod round;
pub(crate) mod search;
pub(crate) mod sweep;
pub(crate) mod topics;
pub(crate) mod unpack;
pub(crate) mod view;
pub(crate) mod votes;
