use crate::formats::IdTable;

/// For each wanted id, the row that has it in a matrix whose rows have the ids `found`. Fails, in
/// words, for unknown ids, and for wanted ids without a row.
pub fn order_by_ids<'a>(
    found: &[String],
    wanted: impl Iterator<Item = &'a str>,
) -> Result<Vec<u32>, String> {
    let mut rows = IdTable::default();
    for id in found {
        rows.row(id);
    }
    let mut is_used = vec![false; found.len()];
    let (mut order, mut n_missing, mut first_missing) = (Vec::new(), 0, "");
    for id in wanted {
        match rows.row_of(id) {
            Some(row) => {
                order.push(row);
                if let Some(is_used) = is_used.get_mut(row as usize) {
                    *is_used = true;
                }
            }
            None => {
                if n_missing == 0 {
                    first_missing = id;
                }
                n_missing += 1;
            }
        }
    }
    let unknown = is_used.iter().position(|is_used| !is_used);
    let unknown = unknown.and_then(|row| Some((row, found.get(row)?)));
    match (n_missing, unknown) {
        (0, None) => Ok(order),
        (0, Some((row, id))) => {
            Err(format!("row {row} has the id {id}, which is not in the benchmark"))
        }
        (n, _) => {
            Err(format!("{n} ids of the benchmark have no row, the first is {first_missing}"))
        }
    }
}
