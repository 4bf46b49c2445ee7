//! The language of the page: chosen once, before anything is shown, from the address, the visitor's
//! earlier choice or the browser. Choosing another opens the page again.
//!
//! [`tr!`](crate::tr) says a message with its values. The English pattern in it is the message's key in
//! the tables of `public/languages`, of which only that of the chosen language is fetched.

use super::state::address::app_base;
use super::stored_text::{store_text, stored_text};
use js_sys::{Array, JSON, Object};
use leptos::prelude::*;
use rankscope_core::views::Page;
use rankscope_languages::{Language, Table, Value, filled};
use rankscope_transfer::fetch_text;
use std::cell::{Cell, OnceCell};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::UrlSearchParams;

const KEY: &str = "rankscope-language";

/// Whether all words of a page are in a language's table; the others are in English as a whole. On Judge,
/// who answers a sheet reads another view than who makes a round.
fn is_translated(language: Language, page: Page, has_sheet: bool) -> bool {
    match (language, page) {
        (Language::English, _) | (_, Page::Learn) => true,
        (Language::German | Language::Spanish, Page::Judge) => has_sheet,
        _ => false,
    }
}

thread_local! {
    static TABLE: OnceCell<Table> = const { OnceCell::new() };
    static IS_ENGLISH_PAGE: Cell<bool> = const { Cell::new(true) };
    /// Why the page is in English although it should not be.
    static FAILURE: OnceCell<String> = const { OnceCell::new() };
}

/// A message that is defined where no language is known yet, such as in a constant.
#[derive(Debug, Clone, Copy)]
pub struct Message(&'static str);

impl Message {
    pub const fn new(english: &'static str) -> Self {
        Self(english)
    }

    /// In the page's language.
    pub fn said(self) -> String {
        said(self.0, &[])
    }
}

/// The message of an English pattern in the page's language: `tr!("{n} hits", n)`,
/// `tr!("by {title}", title = system.title)`. Names that are not the pattern's do not compile.
#[macro_export]
macro_rules! tr {
    (@ $name:ident = $value:expr) => { $value };
    (@ $name:ident) => { $name };
    (@by $said:ident $english:literal $(, $name:ident $(= $value:expr)?)*) => {{
        const { assert!(
            rankscope_languages::pattern::fits($english, &[$(stringify!($name)),*]),
            "the names of the values are not those of the message",
        ) };
        $crate::ui::language::$said($english, &[
            $((stringify!($name), rankscope_languages::Value::from(&$crate::tr!(@ $name $(= $value)?)))),*
        ])
    }};
    ($english:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::tr!(@by said $english $(, $name $(= $value)?)*)
    };
}

/// The same for what stands in pages of every kind: in English on a page that is.
#[macro_export]
macro_rules! page_tr {
    ($english:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::tr!(@by said_in_page $english $(, $name $(= $value)?)*)
    };
}

/// A [`Message`] for a constant.
#[macro_export]
macro_rules! message {
    ($english:literal) => {
        $crate::ui::language::Message::new($english)
    };
}

/// Use [`tr!`](crate::tr), which checks the names.
pub fn said(english: &str, values: &[(&str, Value<'_>)]) -> String {
    TABLE.with(|table| match table.get().and_then(|table| Some((table.of(english)?, table))) {
        Some((pattern, table)) => filled(pattern, table.language(), values),
        None => filled(english, Language::English, values),
    })
}

/// The words before and after the last value of a message, for a value that is more than text:
/// `around!("{n} of {link}", n, link)`.
#[macro_export]
macro_rules! around {
    ($english:literal $(, $name:ident $(= $value:expr)?)* ; $last:ident) => {{
        let $last = $crate::ui::language::HERE;
        $crate::ui::language::split(&$crate::tr!($english $(, $name $(= $value)?)*, $last))
    }};
}

/// Stands for the value in [`around!`](crate::around): no message contains it.
pub const HERE: &str = "\u{e000}";

pub fn split(said: &str) -> [String; 2] {
    // Isolated or not: what stands there is an element, which isolates itself.
    let (before, after) = said.split_once(HERE).unwrap_or((said, ""));
    let before = before.strip_suffix('\u{2068}').unwrap_or(before);
    [before.into(), after.strip_prefix('\u{2069}').unwrap_or(after).into()]
}

pub fn page_name(page: Page) -> String {
    match page {
        Page::Explore => tr!("Explore"),
        Page::Compare => tr!("Compare"),
        Page::Leaderboard => tr!("Leaderboard"),
        Page::Agreement => tr!("Agreement"),
        Page::Topics => tr!("Topics"),
        Page::Guides => tr!("Guides"),
        Page::Judge => tr!("Judge"),
        Page::Benchmark => tr!("Benchmark"),
        Page::Learn => tr!("Learn"),
    }
}

/// The page's language.
pub fn language() -> Language {
    TABLE.with(|table| table.get().map_or(Language::English, Table::language))
}

/// A number that was written for English, with this language's separators. For what is read on the
/// page: files, addresses and attributes keep the point.
pub fn number(english: &str) -> String {
    language().number(english).into_owned()
}

/// Use [`page_tr!`](crate::page_tr), which checks the names.
pub fn said_in_page(english: &str, values: &[(&str, Value<'_>)]) -> String {
    match is_english_page() {
        true => filled(english, Language::English, values),
        false => said(english, values),
    }
}

/// Which view is shown from now on.
pub fn enter(page: Page, has_sheet: bool) {
    IS_ENGLISH_PAGE.set(marked_english(page, has_sheet).is_some());
}

fn is_english_page() -> bool {
    IS_ENGLISH_PAGE.get()
}

/// [`number`] where [`page_tr!`](crate::page_tr) is.
pub fn page_number(english: &str) -> String {
    if is_english_page() { english.to_string() } else { number(english) }
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(items: &[String]) -> String {
    match items {
        [most @ .., last] if !most.is_empty() => {
            tr!("{items} and {last}", items = most.join(", "), last)
        }
        items => items.concat(),
    }
}

/// The same as a page's own heading: in English on a page that is.
pub fn page_heading(page: Page) -> String {
    if marked_english(page, false).is_some() { page.name().into() } else { page_name(page) }
}

/// Fetches the table of the visitor's language. Where that fails, the page is in English and says why.
pub async fn load_language() {
    let wanted = wanted();
    if wanted == Language::English {
        return;
    }
    let file = format!("languages/{}.json", wanted.code());
    let base = app_base();
    let origin = window().location().origin().unwrap_or_default();
    let text = fetch_text(&format!("{origin}{base}/{file}")).await;
    let table = text.map_err(|error| error.to_string()).and_then(|text| {
        let messages = messages_from_json(&text)
            .ok_or_else(|| format!("{file} is not a table of messages."))?;
        Table::new(wanted, messages).map_err(|error| format!("{file}: {error}."))
    });
    // Neither is set twice: this runs once.
    match table {
        Ok(table) => {
            let _ = TABLE.with(|own| own.set(table));
            mark(wanted);
        }
        Err(error) => {
            let _ = FAILURE.with(|own| own.set(error));
        }
    }
}

/// The texts of an object.
fn messages_from_json(text: &str) -> Option<Vec<(String, String)>> {
    let all = JSON::parse(text).ok()?.dyn_into::<Object>().ok()?;
    let message = |entry: JsValue| {
        let entry = Array::from(&entry);
        Some((entry.get(0).as_string()?, entry.get(1).as_string()?))
    };
    Object::entries(&all).iter().map(message).collect()
}

fn mark(language: Language) {
    if let Some(root) = document().document_element() {
        // Neither can fail: the names are valid.
        let _ = root.set_attribute("lang", language.code());
        let _ = root.set_attribute("dir", language.direction());
    }
}

/// By the address, the earlier choice, or the first of the browser's languages that the page has.
fn wanted() -> Language {
    let search = window().location().search().unwrap_or_default();
    let named = UrlSearchParams::new_with_str(&search).ok().and_then(|all| all.get("lang"));
    let known = |tag: Option<String>| Language::from_tag(&tag?);
    known(named).or_else(|| known(stored_text(KEY))).unwrap_or_else(|| {
        let tags = window().navigator().languages();
        let found = tags.iter().find_map(|tag| known(tag.as_string()));
        found.unwrap_or(Language::English)
    })
}

/// The attributes `lang` and `dir` of a page that has no words in the chosen language.
pub fn marked_english(page: Page, has_sheet: bool) -> Option<(&'static str, &'static str)> {
    (!is_translated(language(), page, has_sheet))
        .then(|| (Language::English.code(), Language::English.direction()))
}

/// For later visits too. Without storage the address has it.
pub fn store_language(language: Language) {
    let _ = store_text(KEY, language.code());
}

/// Why the words of the visitor's language could not be loaded.
pub fn language_failure() -> Option<String> {
    FAILURE.with(|failure| failure.get().cloned())
}
