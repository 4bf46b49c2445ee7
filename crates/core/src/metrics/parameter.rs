//! What follows a measure's name: `trec:AP`, `trec:P@10`, `trec:IPrec@0.3`.

use std::{fmt, num::NonZeroUsize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Parameter {
    /// The measure reads the whole list, or as many images as its formula says.
    None,
    /// `@k`: the measure reads the first k hits.
    Cutoff(NonZeroUsize),
    /// `@r`: a recall of 0.0, 0.1 … 1.0, in tenths.
    Recall { tenths: usize },
    /// `@p`: a reader's persistence of 0.01 … 0.99, in hundredths.
    Persistence { hundredths: u8 },
}

impl Parameter {
    /// k, or `usize::MAX` where the list is not cut.
    pub(super) fn cutoff(self) -> usize {
        match self {
            Self::Cutoff(k) => k.get(),
            Self::None | Self::Recall { .. } | Self::Persistence { .. } => usize::MAX,
        }
    }

    /// p, or the usual 0.8 where there is none.
    pub(super) fn persistence(self) -> f64 {
        match self {
            Self::Persistence { hundredths } => f64::from(hundredths) / 100.0,
            Self::None | Self::Cutoff(_) | Self::Recall { .. } => 0.8,
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => Ok(()),
            Self::Cutoff(k) => write!(out, "@{k}"),
            Self::Recall { tenths } => write!(out, "@{}.{}", tenths / 10, tenths % 10),
            Self::Persistence { hundredths } if hundredths % 10 == 0 => {
                write!(out, "@0.{}", hundredths / 10)
            }
            Self::Persistence { hundredths } => write!(out, "@0.{hundredths:02}"),
        }
    }
}

/// The parameter that a measure takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterKind {
    None,
    /// `@k`, a whole number from 1.
    Cutoff,
    /// `@r`, one of 0.0, 0.1 … 1.0.
    Recall,
    /// `@p`, one of 0.01, 0.02 … 0.99.
    Persistence,
}

impl ParameterKind {
    /// The placeholder in a list of known measures.
    pub(super) fn pattern(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Cutoff => "@k",
            Self::Recall => "@r",
            Self::Persistence => "@p",
        }
    }

    /// Parses what follows the name. Each parameter has one spelling: `@05` and `@+5` are refused.
    pub(super) fn parse(self, text: &str) -> Option<Parameter> {
        let parameter = match self {
            Self::None => Parameter::None,
            Self::Cutoff => Parameter::Cutoff(text.strip_prefix('@')?.parse().ok()?),
            Self::Recall => (0..=10)
                .map(|tenths| Parameter::Recall { tenths })
                .find(|recall| recall.to_string() == text)?,
            Self::Persistence => (1..=99)
                .map(|hundredths| Parameter::Persistence { hundredths })
                .find(|persistence| persistence.to_string() == text)?,
        };
        (parameter.to_string() == text).then_some(parameter)
    }
}
