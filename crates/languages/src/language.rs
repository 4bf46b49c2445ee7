//! The languages, with what is particular to each: direction, plural forms, separators of numbers.

use rankscope_core::analysis::words;
use std::borrow::Cow;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    English,
    German,
    Spanish,
    Arabic,
}

impl Language {
    pub const ALL: [Self; 4] = [Self::English, Self::German, Self::Spanish, Self::Arabic];

    /// In addresses, attributes and names of files (BCP 47).
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::Spanish => "es",
            Self::Arabic => "ar",
        }
    }

    /// In the language itself.
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "Deutsch",
            Self::Spanish => "Español",
            Self::Arabic => "العربية",
        }
    }

    /// `de`, `de-AT` and `DE_ch` are German.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let first = tag.trim().split(['-', '_']).next()?;
        Self::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(first))
    }

    pub const fn is_right_to_left(self) -> bool {
        matches!(self, Self::Arabic)
    }

    /// The value of the attribute `dir`.
    pub const fn direction(self) -> &'static str {
        if self.is_right_to_left() { "rtl" } else { "ltr" }
    }

    /// How many forms a plural has: one, other; in Arabic zero, one, two, few, many, other.
    pub const fn n_forms(self) -> usize {
        match self {
            Self::English | Self::German | Self::Spanish => 2,
            Self::Arabic => 6,
        }
    }

    /// Which of its forms goes with a number, by the rules of Unicode's CLDR. Spanish has a third form
    /// for whole millions, which differs from the second only before a noun without a number word.
    pub const fn form(self, n: u64) -> usize {
        match (self, n) {
            (Self::Arabic, 0..=2) => n as usize,
            (Self::Arabic, _) => match n % 100 {
                3..=10 => 3,
                11..=99 => 4,
                _ => 5,
            },
            (_, 1) => 0,
            _ => 1,
        }
    }

    /// A number in English form, such as `1,234.5` or `−0.2 … 3`, in this language's: only separators
    /// and percent signs next to digits change. For what is read, never for files, addresses and programs.
    pub fn number(self, english: &str) -> Cow<'_, str> {
        match self {
            // Arabic with the digits that formulas and tables have everywhere.
            Self::English | Self::Arabic => Cow::Owned(english.to_string()),
            Self::German => Cow::Owned(swapped(english, ".")),
            // Four digits are not grouped.
            Self::Spanish if is_short(english) => Cow::Owned(swapped(english, "")),
            Self::Spanish => Cow::Owned(swapped(english, ".")),
        }
    }

    pub fn count(self, n: u64) -> String {
        self.number(&words::count(n)).into_owned()
    }
}

/// Whether the whole part has at most four digits.
fn is_short(english: &str) -> bool {
    let whole = english.split('.').next().unwrap_or_default();
    whole.chars().filter(char::is_ascii_digit).count() <= 4
}

/// A comma between digits becomes `group`, a point between them a comma.
fn swapped(english: &str, group: &str) -> String {
    let mut swapped = String::with_capacity(english.len());
    let mut before = ' ';
    let mut letters = english.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_inside = letters.peek().is_some_and(char::is_ascii_digit);
        match letter {
            ',' if is_inside && before.is_ascii_digit() => swapped.push_str(group),
            // `.5` has no digit before the point.
            '.' if is_inside => swapped.push(','),
            // With a space that does not break.
            '%' if before.is_ascii_digit() => swapped.push_str("\u{a0}%"),
            letter => swapped.push(letter),
        }
        before = letter;
    }
    swapped
}
