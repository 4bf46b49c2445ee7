//! How guides are made and compared, as an address or a link has it: a preset, and what differs from it.
//!
//! `balanced;embedders=large,base;engines=careful,ink;m=3;size=large;by=distance;tau=1.5;seed=2;reuse=0.9;gamma=0.3;eta=0.1;topic=kind`

use super::preset::{Preset, Size};
use std::fmt::{self, Display, Formatter};

/// The most guides that an engine is asked for.
pub const MOST_GUIDES: usize = 9;

/// A choice; equal choices are written alike.
#[derive(Debug, Clone, PartialEq)]
pub struct GuideChoice {
    /// What decides wherever nothing else is chosen.
    pub preset: Preset,
    /// The embedders' ids.
    pub embedders: Option<Vec<String>>,
    /// The engines' names.
    pub engines: Option<Vec<String>>,
    /// m: how many guides of each engine, 0 … [`MOST_GUIDES`].
    pub n_guides: Option<usize>,
    /// The size of guides.
    pub size: Option<Size>,
    /// Whether mean distance orders pictures, and not rank fusion.
    pub by_distance: bool,
    /// τ: guides whose outlier score is above it are dropped.
    pub tau: Option<f64>,
    /// Another seed makes other guides.
    pub seed: u64,
    /// τ_text: guides of an earlier query are taken if the cosine of the texts is at least this; without
    /// it only those of the same text.
    pub reuse: Option<f64>,
    /// γ: a query with a predicted average precision of at least this is answered by its text alone.
    pub gamma: Option<f64>,
    /// η: how much an embedder loses by what is marked as wrong.
    pub eta: Option<f64>,
    /// The facet by whose values embedders are trusted.
    pub topic: Option<String>,
}

impl Default for GuideChoice {
    fn default() -> Self {
        Self::of(Preset::Balanced)
    }
}

impl GuideChoice {
    /// A preset as it is.
    pub fn of(preset: Preset) -> Self {
        Self {
            preset,
            embedders: None,
            engines: None,
            n_guides: None,
            size: None,
            by_distance: false,
            tau: None,
            seed: 0,
            reuse: None,
            gamma: None,
            eta: None,
            topic: None,
        }
    }

    /// Reads what `Display` wrote. What cannot be read is passed over, and named in the list.
    pub fn parse(text: &str) -> (Self, Vec<String>) {
        let mut choice = Self::default();
        let mut unread = Vec::new();
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            if choice.read(part).is_none() {
                unread.push(part.to_string());
            }
        }
        (choice, unread)
    }

    fn read(&mut self, part: &str) -> Option<()> {
        let Some((name, value)) = part.split_once('=') else {
            self.preset = part.parse().ok()?;
            return Some(());
        };
        match name {
            "embedders" => self.embedders = Some(list(value)),
            "engines" => self.engines = Some(list(value)),
            "m" => self.n_guides = Some(value.parse().ok().filter(|m| *m <= MOST_GUIDES)?),
            "size" => self.size = Some(value.parse().ok()?),
            "by" => {
                self.by_distance = match value {
                    "distance" => true,
                    "rank" => false,
                    _ => return None,
                };
            }
            "tau" => {
                self.tau = Some(value.parse().ok().filter(|t: &f64| t.is_finite() && *t > 0.0)?);
            }
            "seed" => self.seed = value.parse().ok()?,
            "reuse" => {
                self.reuse = Some(value.parse().ok().filter(|t| (-1.0..=1.0).contains(t))?);
            }
            "gamma" => self.gamma = Some(value.parse().ok().filter(|g| (0.0..=1.0).contains(g))?),
            "eta" => {
                self.eta = Some(value.parse().ok().filter(|e: &f64| *e > 0.0 && *e <= 1.0)?);
            }
            "topic" => self.topic = Some(Some(value.to_owned()).filter(|own| !own.is_empty())?),
            _ => return None,
        }
        Some(())
    }

    /// m, chosen or of the preset.
    pub fn n_guides(&self) -> usize {
        self.n_guides.unwrap_or_else(|| self.preset.n_guides())
    }

    /// The size of guides, chosen or of the preset.
    pub fn size(&self) -> Size {
        self.size.unwrap_or_else(|| self.preset.size())
    }

    /// The chosen ones of `known`, in its order, or the preset's first `n`.
    pub fn chosen_of(chosen: Option<&Vec<String>>, known: &[String], n: usize) -> Vec<String> {
        match chosen {
            Some(chosen) => known.iter().filter(|id| chosen.contains(id)).cloned().collect(),
            None => known.iter().take(n).cloned().collect(),
        }
    }
}

impl Display for GuideChoice {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.preset.name())?;
        if let Some(embedders) = &self.embedders {
            write!(f, ";embedders={}", embedders.join(","))?;
        }
        if let Some(engines) = &self.engines {
            write!(f, ";engines={}", engines.join(","))?;
        }
        if let Some(m) = self.n_guides {
            write!(f, ";m={m}")?;
        }
        if let Some(size) = self.size {
            write!(f, ";size={}", size.name())?;
        }
        if self.by_distance {
            f.write_str(";by=distance")?;
        }
        if let Some(tau) = self.tau {
            write!(f, ";tau={tau}")?;
        }
        if self.seed > 0 {
            write!(f, ";seed={}", self.seed)?;
        }
        if let Some(reuse) = self.reuse {
            write!(f, ";reuse={reuse}")?;
        }
        if let Some(gamma) = self.gamma {
            write!(f, ";gamma={gamma}")?;
        }
        if let Some(eta) = self.eta {
            write!(f, ";eta={eta}")?;
        }
        if let Some(topic) = &self.topic {
            write!(f, ";topic={topic}")?;
        }
        Ok(())
    }
}

fn list(text: &str) -> Vec<String> {
    text.split(',').map(str::trim).filter(|id| !id.is_empty()).map(String::from).collect()
}
