use crate::ui::state::address::Address;
use crate::ui::state::reverse::Direction;
use leptos::prelude::*;
use rankscope_core::analysis::{
    Agreement, Column, Intervals, SystemValues, cell_name, least_agreeing,
};
use rankscope_core::statistics::Coefficient;
use std::sync::Arc;

#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) address: Address,
    pub(super) direction: Memo<Direction>,
    pub(super) agreement: Memo<Option<Arc<Agreement>>>,
    /// `None` until all are computed; in both directions, the means of both.
    pub(super) systems: Memo<Option<Vec<Arc<SystemValues>>>>,
    pub(super) intervals: Signal<Option<Intervals>>,
    /// Choosing another pair leaves them.
    pub(super) coefficients: Memo<Option<Arc<Coefficients>>>,
    /// The pair in the address, or the one that agrees least.
    pub(super) cell: Memo<Option<(usize, usize)>>,
    /// Set when the visitor chooses a pair, whose details then take the focus.
    pub(super) has_chosen: StoredValue<bool>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Coefficients {
    pub(super) columns: Vec<Column>,
    pub(super) coefficient: Coefficient,
    /// `[columns][columns]`.
    pub(super) values: Vec<Vec<Option<f64>>>,
    pub(super) n_systems: usize,
}

impl Coefficients {
    fn new(agreement: &Agreement, systems: &[Arc<SystemValues>]) -> Self {
        Self {
            columns: agreement.columns.iter().map(|(_, column)| column.clone()).collect(),
            coefficient: agreement.coefficient,
            values: agreement.matrix(systems),
            n_systems: systems.len(),
        }
    }

    /// The lowest and highest value of two different columns.
    pub(super) fn range(&self) -> Option<(f64, f64)> {
        let rows = self.values.iter().enumerate();
        let mut all = rows.flat_map(|(i, row)| row.iter().take(i).flatten());
        let first = *all.next()?;
        Some(all.fold((first, first), |(low, high), value| (low.min(*value), high.max(*value))))
    }
}

impl View {
    pub(super) fn new(
        address: Address,
        direction: Memo<Direction>,
        agreement: Memo<Option<Arc<Agreement>>>,
        systems: Memo<Option<Vec<Arc<SystemValues>>>>,
        intervals: Signal<Option<Intervals>>,
    ) -> Self {
        let coefficients = Memo::new(move |_| {
            let (agreement, systems) = (agreement.get()?, systems.get()?);
            Some(Arc::new(Coefficients::new(&agreement, &systems)))
        });
        let cell = Memo::new(move |_| {
            let named = agreement.with(|agreement| agreement.as_ref()?.cell);
            named.or_else(|| coefficients.with(|all| least_agreeing(&all.as_ref()?.values)))
        });
        let has_chosen = StoredValue::new(false);
        Self { address, direction, agreement, systems, intervals, coefficients, cell, has_chosen }
    }

    pub(super) fn choose(self, (i, j): (usize, usize)) {
        let Some(all) = self.coefficients.get_untracked() else { return };
        let Some((row, column)) = all.columns.get(i).zip(all.columns.get(j)) else { return };
        let is_least = least_agreeing(&all.values) == Some((i, j));
        let name = cell_name(row, column);
        self.has_chosen.set_value(true);
        self.address.change(|state| state.cell = (!is_least).then_some(name));
    }

    /// What is resampled, in words.
    pub(super) fn resampled(self) -> &'static str {
        match self.direction.get() {
            Direction::ToImages => "queries",
            Direction::ToTexts => "images",
            Direction::Mean => "queries and of the images",
        }
    }
}
