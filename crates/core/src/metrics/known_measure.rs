//! The known measures, as a list to choose from: the parameter of each is still open.

use super::formula::{Definition, definitions};
use super::{Measure, ParameterKind, Protocol};

/// A measure whose parameter is open.
#[derive(Clone, Copy)]
pub struct KnownMeasure {
    definition: &'static Definition,
}

impl KnownMeasure {
    /// Every known measure, by protocol.
    pub fn all() -> impl Iterator<Item = Self> {
        Protocol::ALL.into_iter().flat_map(Self::all_of)
    }

    /// The measures of a protocol.
    pub fn all_of(protocol: Protocol) -> impl Iterator<Item = Self> {
        let own = definitions().filter(move |definition| definition.protocol == protocol);
        own.map(|definition| Self { definition })
    }

    /// Whose conventions it follows.
    #[must_use]
    pub fn protocol(self) -> Protocol {
        self.definition.protocol
    }

    /// What stands between the colon and the parameter.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.definition.name
    }

    /// Which parameter it takes.
    #[must_use]
    pub fn parameter(self) -> ParameterKind {
        self.definition.parameter
    }

    /// The full name, with `k` for a cut-off and `r` for a recall.
    #[must_use]
    pub fn pattern(self) -> String {
        let Definition { protocol, name, parameter, .. } = self.definition;
        format!("{}:{name}{}", protocol.name(), parameter.pattern())
    }

    /// The formula in words, in one sentence.
    #[must_use]
    pub fn describe(self) -> String {
        self.definition.words.replace("{top}", "among the first k")
    }

    /// Where it is defined: the paper or the code that the value equals.
    #[must_use]
    pub fn source(self) -> &'static str {
        self.definition.source
    }

    /// The measure with this parameter: `10`, `0.3`, or nothing where it takes none. `None` for
    /// any other text.
    #[must_use]
    pub fn with(self, parameter: &str) -> Option<Measure> {
        let kind = self.definition.parameter;
        let text = match kind {
            ParameterKind::None => parameter.to_string(),
            ParameterKind::Cutoff | ParameterKind::Recall => format!("@{parameter}"),
        };
        Some(Measure::new(self.definition, kind.parse(&text)?))
    }

    /// The measure of this full name, if it is one of these.
    pub(super) fn named(self, name: &str) -> Option<Measure> {
        let rest = name.strip_prefix(self.definition.protocol.name())?.strip_prefix(':')?;
        let rest = rest.strip_prefix(self.definition.name)?;
        let parameter = self.definition.parameter.parse(rest)?;
        Some(Measure::new(self.definition, parameter))
    }
}

/// The name of every known measure by protocol, with `k` for a cut-off and `r` for a recall.
#[must_use]
pub fn known_measures() -> Vec<String> {
    KnownMeasure::all().map(KnownMeasure::pattern).collect()
}
