//! Chooses a matrix in a file with several: by name, or the only one.

use super::{FormatError, Place};

const N_NAMED: usize = 12;

/// A part of a container, such as an array or a tensor.
pub struct Offered {
    pub name: String,
    /// Why it is not a matrix of vectors, if so.
    pub fault: Option<String>,
}

/// The index of the part called `name` or, without a name, of the only matrix; `part` is what the
/// container calls its parts.
pub fn chosen(
    file: &str,
    part: &str,
    offered: &[Offered],
    name: Option<&str>,
) -> Result<usize, FormatError> {
    let wrong = |reason: String| Err(FormatError::new(file, Place::File, reason));
    if let Some(name) = name {
        return match offered.iter().position(|one| one.name == name) {
            Some(place) => match offered.get(place).and_then(|one| one.fault.as_ref()) {
                Some(fault) => wrong(format!("{part} {name}: {fault}")),
                None => Ok(place),
            },
            None => wrong(format!("it has no {part} {name:?}, only {}", names(offered.iter()))),
        };
    }
    let matrices = || offered.iter().enumerate().filter(|(_, one)| one.fault.is_none());
    match (matrices().count(), matrices().next()) {
        (1, Some((place, _))) => Ok(place),
        (0, _) => match offered {
            [] => wrong(format!("it has no {part}")),
            [Offered { name, fault }] => {
                wrong(format!("{part} {name}: {}", fault.as_deref().unwrap_or_default()))
            }
            _ => wrong(format!(
                "no {part} is a matrix of floating-point numbers. {}",
                faults(offered)
            )),
        },
        (n, _) => {
            let of = names(matrices().map(|(_, one)| one));
            wrong(format!("it has {n} matrices, {of}: name one, as in {file}#NAME"))
        }
    }
}

/// What is wrong with each, grouped by fault.
fn faults(offered: &[Offered]) -> String {
    let mut kinds: Vec<&Option<String>> = Vec::new();
    for one in offered {
        if !kinds.contains(&&one.fault) {
            kinds.push(&one.fault);
        }
    }
    let of_kind = |kind: &&Option<String>| {
        let alike = offered.iter().filter(|one| one.fault == **kind);
        format!("{}: {}", names(alike), kind.as_deref().unwrap_or_default())
    };
    kinds.iter().take(N_NAMED).map(of_kind).collect::<Vec<_>>().join("; ")
}

fn names<'a>(offered: impl Iterator<Item = &'a Offered>) -> String {
    let mut names: Vec<&str> = offered.map(|one| one.name.as_str()).collect();
    let more = names.len().saturating_sub(N_NAMED);
    names.truncate(N_NAMED);
    let listed = names.join(", ");
    if more > 0 { format!("{listed} and {more} more") } else { listed }
}
