//! Search by guide images: `guides(balanced)`, `guides(balanced,m=3,l=2,gamma=0.4)`.

use super::super::words;
use super::error::DerivedError;
use std::fmt;

/// The names of the presets of search by guide images.
pub const GUIDE_PRESETS: [&str; 3] = ["fast", "balanced", "accurate"];
/// The most guides that an engine is asked for.
pub const MAX_GUIDES: usize = 20;

/// Search by guide images: a preset, and what differs from it.
#[derive(Debug, Clone, PartialEq)]
pub struct GuidedSystem {
    /// One of [`GUIDE_PRESETS`].
    pub preset: String,
    /// m: how many guides of each engine.
    pub n_guides: Option<usize>,
    /// ℓ: how many embedders.
    pub n_embedders: Option<usize>,
    /// γ: a query is answered by its text alone if the benchmark's model of difficulty predicts an average
    /// precision of at least this.
    pub gamma: Option<f64>,
}

impl GuidedSystem {
    /// A preset as it is.
    pub fn of_preset(preset: &str) -> Self {
        Self { preset: preset.into(), n_guides: None, n_embedders: None, gamma: None }
    }

    /// Reads what follows the preset.
    pub(super) fn with_choices(mut self, choices: &[&str]) -> Result<Self, DerivedError> {
        let whole = |text: &str, max: usize| {
            let bad = || DerivedError::Count { value: text.into(), max };
            text.trim().parse::<usize>().map_err(|_| bad())
        };
        for choice in choices {
            let (name, value) = choice.split_once('=').unwrap_or((choice, ""));
            match name.trim_end() {
                "m" => self.n_guides = Some(whole(value, MAX_GUIDES)?),
                "l" => self.n_embedders = Some(whole(value, u32::MAX as usize)?),
                "gamma" => {
                    let gamma = value.trim().parse::<f64>();
                    let bad = |_| DerivedError::Gamma { value: value.into() };
                    self.gamma = Some(gamma.map_err(bad)?);
                }
                _ => {
                    let known = "m=2, l=4, gamma=0.4".into();
                    return Err(DerivedError::Word { word: (*choice).into(), known });
                }
            }
        }
        Ok(self)
    }

    pub(super) fn check(&self) -> Result<(), DerivedError> {
        let whole = |value: Option<usize>, max: usize| match value {
            Some(value) if !(1..=max).contains(&value) => {
                Err(DerivedError::Count { value: value.to_string(), max })
            }
            _ => Ok(()),
        };
        whole(self.n_guides, MAX_GUIDES)?;
        whole(self.n_embedders, u32::MAX as usize)?;
        match self.gamma {
            Some(gamma) if !(0.0..=1.0).contains(&gamma) => {
                Err(DerivedError::Gamma { value: gamma.to_string() })
            }
            _ => Ok(()),
        }
    }

    /// Title and description.
    pub(super) fn words(&self) -> (String, String) {
        let Self { preset, n_guides, n_embedders, gamma } = self;
        let mut choices = vec![preset.clone()];
        choices.extend(n_guides.map(|m| format!("m = {m}")));
        choices.extend(n_embedders.map(|l| format!("ℓ = {l}")));
        choices.extend(gamma.map(|gamma| format!("γ = {gamma}")));
        let m =
            n_guides.map(|m| format!("{} of each engine", words::counted(m, "guide", "guides")));
        let l = n_embedders.map(|l| words::counted(l, "embedder", "embedders"));
        let numbers: Vec<String> = m.into_iter().chain(l).collect();
        let mut about = format!("Search by guide images, with the choices of the preset {preset}");
        if !numbers.is_empty() {
            about.push_str(&format!(", but {}", numbers.join(" and ")));
        }
        about.push('.');
        if let Some(gamma) = gamma {
            about.push_str(&format!(
                " Queries with a predicted average precision of at least {gamma} are answered by their \
                 text alone."
            ));
        }
        (format!("Guides ({})", choices.join(", ")), about)
    }
}

/// The items between the brackets, without what is the preset's.
impl fmt::Display for GuidedSystem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.preset)?;
        if let Some(m) = self.n_guides {
            write!(out, ",m={m}")?;
        }
        if let Some(l) = self.n_embedders {
            write!(out, ",l={l}")?;
        }
        if let Some(gamma) = self.gamma {
            write!(out, ",gamma={gamma}")?;
        }
        Ok(())
    }
}
