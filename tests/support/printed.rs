//! A table for papers with all that LaTeX and Markdown have to escape.

use rankscope_core::table::{Kind, Table, Value};

pub(crate) fn printed() -> Table {
    let columns =
        [("system", Kind::Single), ("nDCG@10 50% & more", Kind::Single), ("n", Kind::Single)];
    let rows: Vec<Vec<Value>> = vec![
        vec!["a_b|c {x} $5 #1 ~^\\ <i> [z] --".into(), 0.5.into(), 3u64.into()],
        vec!["second".into(), 0.25.into(), 3u64.into()],
        vec!["third".into(), Value::Missing, Value::Missing],
    ];
    let columns = columns.map(|(title, kind)| (title.to_string(), kind)).to_vec();
    let mut table = Table::new(columns, rows);
    table.print.best_of(1, &[Some(0.5), Some(0.25), None]);
    table.print.better_than(1, &[vec![1], vec![], vec![]]);
    table.print.caption = "Means of 100 % of the queries".into();
    table.print.notes = vec!["p ≤ 0.05 – Holm’s “way” …".into()];
    table
}
