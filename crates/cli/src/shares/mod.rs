//! A part of the queries for one process of several ([`share`]), and its result ([`partial`]), which
//! `rankscope merge` joins.

pub(crate) mod partial;
pub(crate) mod share;
