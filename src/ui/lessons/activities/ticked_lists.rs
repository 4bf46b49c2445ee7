//! Two short lists of marked ranks, stored in the address.

use crate::ui::state::Session;
use leptos::prelude::*;
use std::fmt;
use std::ops::RangeInclusive;

pub(super) const N_PICTURES: usize = 100;
pub(super) const LENGTHS: RangeInclusive<usize> = 1..=10;

/// The board, in the address as `10000.10001/2`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Board {
    /// Which ranks are relevant; both lists have the same length.
    pub(super) lists: [Vec<bool>; 2],
    /// R: the number of relevant pictures.
    pub(super) n_relevant: usize,
}

impl Default for Board {
    /// INQUIRE's example.
    fn default() -> Self {
        let lists = ["10000", "10001"].map(|list| list.chars().map(|c| c == '1').collect());
        Self { lists, n_relevant: 2 }
    }
}

impl Board {
    /// INQUIRE's example if the address has no board, or one that cannot be parsed.
    pub(super) fn of(session: Session) -> Memo<Self> {
        let state = session.address.state;
        let parsed = |pick: Option<&str>| pick.and_then(Self::parse).unwrap_or_default();
        Memo::new(move |_| state.with(|state| parsed(state.pick.as_deref())))
    }

    pub(super) fn parse(words: &str) -> Option<Self> {
        let (lists, n_relevant) = words.split_once('/')?;
        let (a, b) = lists.split_once('.')?;
        let is_list = |list: &str| {
            LENGTHS.contains(&list.len()) && list.chars().all(|c| c == '0' || c == '1')
        };
        if !is_list(a) || !is_list(b) || a.len() != b.len() {
            return None;
        }
        let lists = [a, b].map(|list| list.chars().map(|c| c == '1').collect());
        Some(Self { lists, n_relevant: n_relevant.parse().ok()? }.sound())
    }

    /// Raises R, if necessary, to the number of marked ranks.
    pub(super) fn sound(mut self) -> Self {
        let n_ticked = self.lists.iter().map(|list| n_ticked(list)).max().unwrap_or(0);
        self.n_relevant = self.n_relevant.clamp(n_ticked.max(1), N_PICTURES);
        self
    }

    pub(super) fn k(&self) -> usize {
        self.lists[0].len()
    }
}

impl fmt::Display for Board {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits =
            |list: &[bool]| list.iter().map(|is| if *is { '1' } else { '0' }).collect::<String>();
        write!(out, "{}.{}/{}", digits(&self.lists[0]), digits(&self.lists[1]), self.n_relevant)
    }
}

pub(super) fn n_ticked(list: &[bool]) -> usize {
    list.iter().filter(|is| **is).count()
}
