//! A square matrix of coefficients, as a table and as CSV.

use crate::terminal::output::{self, Layout};

/// What a table of coefficients is over.
pub(super) fn title(n_systems: usize) -> String {
    format!("tau-b over {n_systems} systems")
}

/// A table whose columns are numbered, since names are long. `values` is `[names][names]`.
pub(super) fn numbered(
    title: &str,
    names: &[String],
    values: &[Vec<Option<f64>>],
    layout: Layout,
) -> String {
    let mut header = vec![title.to_owned()];
    let mut rows = Vec::new();
    for ((number, name), values) in (1..).zip(names).zip(values) {
        header.push(format!("[{number}]"));
        let mut row = vec![format!("[{number}] {name}")];
        let cell = |value: &Option<f64>| value.map_or("n/a".into(), |own| format!("{own:.3}"));
        row.extend(values.iter().map(cell));
        rows.push(row);
    }
    rows.insert(0, header);
    output::laid_out(layout, "", &rows)
}

/// Rows for CSV, with the names as header and in the first column. `taus` is `[names][names]`.
pub(super) fn square(names: &[String], taus: &[Vec<Option<f64>>]) -> Vec<Vec<String>> {
    let mut header = vec!["measure".to_owned()];
    header.extend(names.iter().cloned());
    let cell = |tau: &Option<f64>| tau.map_or(String::new(), |tau| tau.to_string());
    let row = |(name, taus): (&String, &Vec<Option<f64>>)| {
        std::iter::once(name.clone()).chain(taus.iter().map(cell)).collect()
    };
    std::iter::once(header).chain(names.iter().zip(taus).map(row)).collect()
}
