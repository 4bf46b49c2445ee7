#![no_main]
//! The page's address: lines `key=value`, as the router decodes them. No view is refused; what the
//! values name is parsed as pages parse it.

use libfuzzer_sys::fuzz_target;
use rankscope_address::view::{LENGTHS, ViewState};
use rankscope_core::{
    analysis::{Subset, Terms},
    metrics::{Edits, Measure},
};

fuzz_target!(|text: &str| {
    let pairs: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once('=')).collect();
    let value = |key: &str| {
        pairs.iter().find(|(name, _)| *name == key).map(|(_, value)| (*value).to_owned())
    };
    let view = ViewState::from_lookup(value);
    assert!(LENGTHS.contains(&view.k));
    assert!(view.to_query_string().is_ascii());
    for only in [&view.only, &view.pictures].into_iter().flatten() {
        let subset = Subset::parse(only);
        let words = subset.words().unwrap_or_default();
        assert_eq!(Subset::parse(&words).words().unwrap_or_default(), words);
    }
    if let Some(words) = &view.carries {
        assert!(Terms::read(words).0.iter().all(|(term, _)| words.contains(term.as_str())));
    }
    if let Some(Ok(measure)) = view.measure.as_ref().map(|name| name.parse::<Measure>()) {
        assert_eq!(measure.to_string().parse::<Measure>().unwrap(), measure);
    }
    if let Some(Ok(edits)) = view.edit.as_ref().map(|edit| edit.parse::<Edits>()) {
        assert_eq!(edits.to_string().parse::<Edits>().unwrap().to_string(), edits.to_string());
    }
});
