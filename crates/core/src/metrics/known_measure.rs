//! The known measures, as a list to choose from.

use super::formula::{Definition, about, definitions};
use super::measure::USUAL_LEVEL;
use super::{Measure, ParameterKind, Protocol};

/// A measure whose parameter is open.
#[derive(Clone, Copy)]
pub struct KnownMeasure {
    definition: &'static Definition,
}

impl KnownMeasure {
    /// By protocol.
    pub fn all() -> impl Iterator<Item = Self> {
        Protocol::ALL.into_iter().flat_map(Self::all_of)
    }

    pub fn all_of(protocol: Protocol) -> impl Iterator<Item = Self> {
        let measures = definitions().filter(move |definition| definition.protocol == protocol);
        measures.map(|definition| Self { definition })
    }

    pub fn protocol(self) -> Protocol {
        self.definition.protocol
    }

    /// The part between the colon and the parameter.
    pub fn name(self) -> &'static str {
        self.definition.name
    }

    pub fn parameter(self) -> ParameterKind {
        self.definition.parameter
    }

    /// The full name, with `k` for a cut-off, `r` for a recall and `p` for a persistence.
    pub fn pattern(self) -> String {
        let Definition { protocol, name, parameter, .. } = self.definition;
        format!("{}:{name}{}", protocol.name(), parameter.pattern())
    }

    /// The formula in one sentence.
    pub fn describe(self) -> String {
        about(self.definition).words.replace("{top}", "among the first k")
    }

    /// The paper or the code that defines the value.
    pub fn source(self) -> &'static str {
        about(self.definition).source
    }

    /// The measure with this parameter: `10`, `0.3`, `0.85`, or nothing if it takes none.
    pub fn with(self, parameter: &str) -> Option<Measure> {
        let kind = self.definition.parameter;
        let text = match kind {
            ParameterKind::None => parameter.to_string(),
            ParameterKind::Cutoff | ParameterKind::Recall | ParameterKind::Persistence => {
                format!("@{parameter}")
            }
        };
        Some(Measure::new(self.definition, USUAL_LEVEL, kind.parse(&text)?))
    }

    /// `None` if the full name is another measure's.
    pub(super) fn named(self, name: &str) -> Option<Measure> {
        let rest = name.strip_prefix(self.definition.protocol.name())?.strip_prefix(':')?;
        let rest = rest.strip_prefix(self.definition.name)?;
        let (level, rest) = match rest.strip_prefix("(rel=") {
            Some(rest) if self.definition.takes_level => level_and_rest(rest)?,
            _ => (USUAL_LEVEL, rest),
        };
        let parameter = self.definition.parameter.parse(rest)?;
        Some(Measure::new(self.definition, level, parameter))
    }
}

/// `2)@10` as 2 and `@10`. The usual level has no spelling of its own, so that each measure has one name.
fn level_and_rest(text: &str) -> Option<(u8, &str)> {
    let (digits, rest) = text.split_once(')')?;
    let level: u8 = digits.parse().ok()?;
    (level > USUAL_LEVEL && level.to_string() == digits).then_some((level, rest))
}

/// The pattern of every known measure, by protocol.
pub fn known_measures() -> Vec<String> {
    KnownMeasure::all().map(KnownMeasure::pattern).collect()
}
