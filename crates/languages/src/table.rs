//! The messages of one language: English patterns, each with its translation.

use crate::Language;
use crate::pattern::{PatternError, names};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum TableError {
    #[error("the message “{english}”: {source}")]
    Pattern { english: String, source: PatternError },
    #[error("the message “{english}” has other placeholders than its translation “{translated}”")]
    Placeholders { english: String, translated: String },
}

#[derive(Debug)]
pub struct Table {
    language: Language,
    /// Sorted by the English patterns.
    translated: Vec<(String, String)>,
}

impl Table {
    /// Refuses translations that would lose a value or have the wrong number of plural forms.
    pub fn new(
        language: Language,
        mut translated: Vec<(String, String)>,
    ) -> Result<Self, TableError> {
        for (english, own) in &translated {
            let in_pattern = |source| TableError::Pattern { english: english.clone(), source };
            let wanted = names(english, Language::English).map_err(in_pattern)?;
            if wanted != names(own, language).map_err(in_pattern)? {
                let (english, translated) = (english.clone(), own.clone());
                return Err(TableError::Placeholders { english, translated });
            }
        }
        translated.sort_unstable();
        Ok(Self { language, translated })
    }

    pub fn language(&self) -> Language {
        self.language
    }

    /// The translation of an English pattern.
    pub fn of(&self, english: &str) -> Option<&str> {
        let found = self.translated.binary_search_by(|(own, _)| own.as_str().cmp(english)).ok()?;
        self.translated.get(found).map(|(_, own)| own.as_str())
    }
}
