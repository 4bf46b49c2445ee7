//! The files of `rankscope guide fuse`, `trust` and `lof`.

use crate::writing::files;
use anyhow::{Context, Result, bail};
use rankscope_guide::{EmbedderLists, checked_weights};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeOwned, Error, MapAccess, Visitor},
};
use std::{collections::HashMap, fmt, marker::PhantomData, path::Path, path::PathBuf};

/// An image's id, as text or as a whole number.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged, expecting = "an id is a text or a whole number")]
pub(super) enum Id {
    /// As text.
    Text(String),
    /// As a number.
    Number(i64),
}

impl fmt::Display for Id {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => out.write_str(text),
            Self::Number(number) => number.fmt(out),
        }
    }
}

/// An object's entries in the order of the file, which decides between equal scores.
struct Entries<V>(Vec<(String, V)>);

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Entries<V> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Reader<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for Reader<V> {
            type Value = Entries<V>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object with an entry for each embedder")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<V>, A::Error> {
                let mut entries: Vec<(String, V)> = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, V>()? {
                    if entries.iter().any(|(other, _)| *other == name) {
                        return Err(A::Error::custom(format!("embedder {name} is named twice")));
                    }
                    entries.push((name, value));
                }
                Ok(Entries(entries))
            }
        }
        from.deserialize_map(Reader(PhantomData))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    weights: Entries<f64>,
    lists: Entries<Vec<Vec<Id>>>,
    k: Option<usize>,
    wrong: Option<Vec<Id>>,
    eta: Option<f64>,
}

/// Lists of embedders, and perhaps the hits of them that are wrong.
pub(super) struct ListsFile {
    path: PathBuf,
    /// In the order of `lists`, then those that have a weight alone.
    pub(super) embedders: Vec<EmbedderLists<Id>>,
    /// The embedders' names in the order of `weights`.
    pub(super) names: Vec<String>,
    /// How many ranks count; by default those of the longest list.
    pub(super) k: usize,
    /// What `wrong` names.
    pub(super) wrong: Option<Vec<Id>>,
    /// The learning rate.
    pub(super) eta: Option<f64>,
}

impl ListsFile {
    /// Reads and checks a file.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let written: Written = parsed(path)?;
        Self::checked(path, written).with_context(|| files::name(path))
    }

    fn checked(path: &Path, written: Written) -> Result<Self> {
        let Written { weights: Entries(weights), lists: Entries(lists), k, wrong, eta } = written;
        let (names, values): (Vec<String>, Vec<f64>) = weights.into_iter().unzip();
        checked_weights(&names, &values).context("weights")?;
        if k == Some(0) {
            bail!("k is 0: at least one rank must count");
        }
        let weight_of: HashMap<&String, f64> = names.iter().zip(values).collect();
        let mut longest = 1;
        let mut embedders = Vec::new();
        for (embedder, lists) in lists {
            let weight = *weight_of
                .get(&embedder)
                .with_context(|| format!("lists: embedder {embedder} has no entry in weights"))?;
            for (guide, list) in (1..).zip(&lists) {
                longest = longest.max(list.len());
                check_list(list)
                    .with_context(|| format!("lists: embedder {embedder}, guide {guide}"))?;
            }
            embedders.push(EmbedderLists { embedder, weight, lists });
        }
        for name in &names {
            if !embedders.iter().any(|one| one.embedder == *name) {
                let weight = weight_of.get(name).copied().unwrap_or(0.0);
                embedders.push(EmbedderLists { embedder: name.clone(), weight, lists: Vec::new() });
            }
        }
        let k = k.unwrap_or(longest);
        Ok(Self { path: path.to_owned(), embedders, names, k, wrong, eta })
    }

    /// The hits that are marked as wrong.
    pub(super) fn marked(&self) -> Result<&[Id]> {
        let missing =
            || format!("{}: it has no \"wrong\": name the hits to mark", files::name(&self.path));
        self.wrong.as_deref().with_context(missing)
    }
}

/// Refuses an image that stands twice in a list, since it has no one rank.
fn check_list(list: &[Id]) -> Result<()> {
    let mut ranks: HashMap<&Id, usize> = HashMap::new();
    for (rank, id) in (1..).zip(list) {
        if let Some(first) = ranks.insert(id, rank) {
            bail!(
                "{id} stands at rank {first} and at rank {rank}: an image has one rank in a list"
            );
        }
    }
    Ok(())
}

/// A file's JSON; an error names file, line and column.
pub(super) fn parsed<T: DeserializeOwned>(path: &Path) -> Result<T> {
    serde_json::from_str(&files::text(path)?).with_context(|| files::name(path))
}
