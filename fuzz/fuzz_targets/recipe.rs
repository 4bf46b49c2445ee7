#![no_main]
//! Build recipes: TOML and the checks of sections against each other.

use libfuzzer_sys::fuzz_target;
use rankscope_cli::build::check_recipe;

fuzz_target!(|text: &str| {
    if let Err(error) = check_recipe("f".as_ref(), text) {
        assert!(!format!("{error:#}").is_empty());
    }
});
