//! Cohen's κ of every two who voted, as a matrix.

use super::table::{Cell, Column, DataTable};
use leptos::prelude::*;
use rankscope_core::analysis::{AnnotatorAgreement, words};
use std::sync::Arc;

/// An annotator's place and name.
type Line = (usize, String);

pub(in crate::ui) fn kappa_table(agreement: &Arc<AnnotatorAgreement>) -> AnyView {
    let lines: Vec<Line> = agreement.names.iter().cloned().enumerate().collect();
    let mut columns = vec![Column::text("Annotator", |line: &Line| line.1.clone()).heads_row()];
    for (column, name) in agreement.names.iter().enumerate() {
        let of = move |agreement: &AnnotatorAgreement, row: usize| {
            agreement.pairs.get(row).and_then(|pairs| pairs.get(column)).copied()
        };
        let (for_value, for_cell, other) = (agreement.clone(), agreement.clone(), name.clone());
        let value = move |line: &Line| of(&for_value, line.0)?.kappa;
        let of_cell = move |line: &Line| {
            if line.0 == column {
                return Cell::new("–");
            }
            let pair = of(&for_cell, line.0).unwrap_or_default();
            let same = format!(
                "{:.0}% the same of {}",
                100.0 * pair.same,
                words::counted(pair.n, "picture", "pictures")
            );
            let cell = Cell::new(words::value(pair.kappa)).exact(pair.kappa);
            let pair = format!("{} {other}", line.1);
            cell.data("data-pair", pair).with(leptos::attr::title(same))
        };
        columns.push(Column::number(name.clone(), value).view(of_cell));
    }
    DataTable::new("Cohen’s κ of annotators", columns, lines).view()
}
