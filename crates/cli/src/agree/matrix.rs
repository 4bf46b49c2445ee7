//! A square matrix of coefficients, as a table and as CSV.

use crate::output;

/// A table whose columns are numbered, since the names of measures are long. `taus` is
/// `[names][names]`.
pub(super) fn numbered(names: &[String], taus: &[Vec<Option<f64>>], n_systems: usize) -> String {
    let mut header = vec![format!("tau-b over {n_systems} systems")];
    let mut rows = Vec::new();
    for ((number, name), taus) in (1..).zip(names).zip(taus) {
        header.push(format!("[{number}]"));
        let mut row = vec![format!("[{number}] {name}")];
        row.extend(taus.iter().map(|tau| tau.map_or("n/a".into(), |tau| format!("{tau:.3}"))));
        rows.push(row);
    }
    rows.insert(0, header);
    output::table(&rows)
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
