//! How a parameter stands in the address: what of it is read, and what is written.

use crate::question::Asked;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use rankscope_core::embed::Embed;
use std::{fmt::Display, str::FromStr};

/// What JavaScript's `encodeURIComponent` escapes.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');

/// The decoded value of a key; `None` if it is missing or blank.
pub(crate) type Given<'a> = &'a dyn Fn(&str) -> Option<String>;

/// A query string with its `?`; empty without parameters.
#[derive(Default)]
pub(crate) struct QueryString(pub(crate) String);

impl QueryString {
    fn add(&mut self, key: &str, value: &str) {
        self.0.push(if self.0.is_empty() { '?' } else { '&' });
        self.0.push_str(key);
        self.0.push('=');
        self.0.extend(utf8_percent_encode(value, ESCAPED));
    }
}

/// Reading what was written gives the same value. A malformed value counts as missing, and a value that
/// a missing key means is not written.
pub(crate) trait Kind {
    /// An array of as many keys as it takes.
    type Keys;
    type Value;

    fn read(&self, keys: Self::Keys, given: Given<'_>) -> Self::Value;

    fn write(&self, keys: Self::Keys, value: &Self::Value, query: &mut QueryString);

    /// The value, if it is a text.
    fn text(_: &Self::Value) -> Option<&str> {
        None
    }
}

/// Any text: its meaning depends on the benchmark, or on the part of the page that reads it.
pub(crate) struct Text;

impl Kind for Text {
    type Keys = [&'static str; 1];
    type Value = Option<String>;

    fn read(&self, [key]: Self::Keys, given: Given<'_>) -> Self::Value {
        given(key)
    }

    fn write(&self, [key]: Self::Keys, value: &Self::Value, query: &mut QueryString) {
        if let Some(value) = value {
            query.add(key, value);
        }
    }

    fn text(value: &Self::Value) -> Option<&str> {
        value.as_deref()
    }
}

/// A number that passes the test.
pub(crate) struct Number<T>(pub(crate) fn(&T) -> bool);

impl<T: FromStr + Display> Kind for Number<T> {
    type Keys = [&'static str; 1];
    type Value = Option<T>;

    fn read(&self, [key]: Self::Keys, given: Given<'_>) -> Self::Value {
        given(key)?.parse().ok().filter(self.0)
    }

    fn write(&self, [key]: Self::Keys, value: &Self::Value, query: &mut QueryString) {
        if let Some(value) = value {
            query.add(key, &value.to_string());
        }
    }
}

/// The same, with the number that a missing key means.
pub(crate) struct NumberOr<T>(pub(crate) fn(&T) -> bool, pub(crate) T);

impl<T: FromStr + Display + Copy + PartialEq> Kind for NumberOr<T> {
    type Keys = [&'static str; 1];
    type Value = T;

    fn read(&self, keys: Self::Keys, given: Given<'_>) -> T {
        Number(self.0).read(keys, given).unwrap_or(self.1)
    }

    fn write(&self, keys: Self::Keys, value: &T, query: &mut QueryString) {
        Number(self.0).write(keys, &(*value != self.1).then_some(*value), query);
    }
}

/// On at this value alone.
pub(crate) struct Flag(pub(crate) &'static str);

impl Kind for Flag {
    type Keys = [&'static str; 1];
    type Value = bool;

    fn read(&self, [key]: Self::Keys, given: Given<'_>) -> bool {
        given(key).as_deref() == Some(self.0)
    }

    fn write(&self, [key]: Self::Keys, value: &bool, query: &mut QueryString) {
        if *value {
            query.add(key, self.0);
        }
    }
}

/// On at any value; this one is written.
pub(crate) struct AnyFlag(pub(crate) &'static str);

impl Kind for AnyFlag {
    type Keys = [&'static str; 1];
    type Value = bool;

    fn read(&self, [key]: Self::Keys, given: Given<'_>) -> bool {
        given(key).is_some()
    }

    fn write(&self, keys: Self::Keys, value: &bool, query: &mut QueryString) {
        Flag(self.0).write(keys, value, query);
    }
}

/// One of the named values, or the default, which has no name.
pub(crate) struct OneOf<T: 'static>(pub(crate) &'static [(&'static str, T)]);

impl<T: Copy + Default + PartialEq> Kind for OneOf<T> {
    type Keys = [&'static str; 1];
    type Value = T;

    fn read(&self, [key]: Self::Keys, given: Given<'_>) -> T {
        let given = given(key);
        let named = self.0.iter().find(|(name, _)| given.as_deref() == Some(*name));
        named.map_or_else(T::default, |(_, value)| *value)
    }

    fn write(&self, [key]: Self::Keys, value: &T, query: &mut QueryString) {
        if let Some((name, _)) = self.0.iter().find(|(_, named)| named == value) {
            query.add(key, name);
        }
    }
}

/// A query under the key of its kind; of several, the first key counts.
pub(crate) struct Query;

impl Kind for Query {
    type Keys = [&'static str; 4];
    type Value = Option<Asked>;

    fn read(&self, [stored, image, picture, words]: Self::Keys, given: Given<'_>) -> Self::Value {
        let number = || given(picture)?.parse().ok().filter(|number| *number > 0);
        given(stored)
            .map(Asked::Stored)
            .or_else(|| given(image).map(Asked::Image))
            .or_else(|| number().map(Asked::Picture))
            .or_else(|| given(words).map(|words| Asked::Words(words.trim().to_string())))
    }

    fn write(
        &self,
        [stored, image, picture, words]: Self::Keys,
        value: &Self::Value,
        query: &mut QueryString,
    ) {
        match value {
            Some(Asked::Stored(id)) => query.add(stored, id),
            Some(Asked::Image(id)) => query.add(image, id),
            Some(Asked::Picture(number)) => query.add(picture, &number.to_string()),
            Some(Asked::Words(text)) => query.add(words, text),
            None => {}
        }
    }
}

/// A block shown alone, and its theme.
pub(crate) struct Alone;

impl Kind for Alone {
    type Keys = [&'static str; 2];
    type Value = Option<Embed>;

    fn read(&self, [block, theme]: Self::Keys, given: Given<'_>) -> Self::Value {
        Embed::parse(given(block).as_deref(), given(theme).as_deref())
    }

    /// The keys are [`Embed`]'s own.
    fn write(&self, _: Self::Keys, value: &Self::Value, query: &mut QueryString) {
        for (key, value) in value.iter().flat_map(Embed::parameters) {
            query.add(key, value);
        }
    }
}
