//! One block of a page alone: the names in addresses, and the HTML of a frame.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rankscope_core::embed::{Embed, FixedTheme, blocks, frame};
use rankscope_core::views::Page;
use std::collections::BTreeSet;

#[test]
fn one_is_the_main_block_and_a_name_is_its_own() {
    for page in Page::ALL {
        let all = blocks(page);
        let main = Embed::parse(Some("1"), None).unwrap().block(page).unwrap();
        assert_eq!(main, all[0]);
        for block in all {
            let by_name = Embed::parse(Some(block.name), None).unwrap();
            assert_eq!(by_name, Embed::new(*block, None));
            assert_eq!(by_name.block(page).unwrap(), *block);
        }
    }
}

#[test]
fn names_are_plain_and_no_page_has_one_twice() {
    for page in Page::ALL {
        let names: BTreeSet<&str> = blocks(page).iter().map(|block| block.name).collect();
        assert_eq!(names.len(), blocks(page).len(), "{page:?}");
        // They stand in a CSS selector and in addresses as they are.
        let is_plain = |name: &str| name.len() > 1 && name.bytes().all(|b| b.is_ascii_lowercase());
        assert!(names.iter().all(|name| is_plain(name)), "{names:?}");
    }
}

#[test]
fn without_a_value_the_whole_page_is_shown() {
    for embed in [None, Some(""), Some("  ")] {
        assert_eq!(Embed::parse(embed, Some("dark")), None);
    }
}

#[test]
fn an_unknown_block_names_those_of_the_page() {
    let embed = Embed::parse(Some("curves"), None).unwrap();
    let words = embed.block(Page::Explore).unwrap_err().to_string();
    assert_eq!(
        words,
        "Explore has no block “curves”. Its blocks are results, curve, recall, measures."
    );
    // A block of another page is as unknown, and so is a name in other letters.
    let of_explore = Embed::parse(Some("curve"), None).unwrap();
    assert!(of_explore.block(Page::Leaderboard).is_err());
    assert!(Embed::parse(Some("Curve"), None).unwrap().block(Page::Explore).is_err());
}

#[test]
fn a_theme_is_fixed_by_its_name_alone() {
    let theme = |name| Embed::parse(Some("1"), name).unwrap().theme;
    assert_eq!(theme(Some("dark")), Some(FixedTheme::Dark));
    assert_eq!(theme(Some("light")), Some(FixedTheme::Light));
    for other in [None, Some(""), Some("Dark"), Some("auto"), Some("sepia")] {
        assert_eq!(theme(other), None, "{other:?}");
    }
}

#[test]
fn a_frame_holds_address_and_title_as_attributes() {
    let code = frame("https://a.example/?q=a&embed=1", "“Fox” & \"owl\" <b>", 400);
    assert_eq!(
        code,
        "<iframe src=\"https://a.example/?q=a&amp;embed=1\" title=\"“Fox” &amp; &quot;owl&quot; \
         &lt;b&gt;\" width=\"100%\" height=\"400\" loading=\"lazy\" style=\"border: 0\"></iframe>"
    );
}

proptest! {
    #[test]
    fn parameters_are_read_back(wanted in "\\PC{1,12}", theme in 0usize..3) {
        let theme = [None, Some("light"), Some("dark")][theme];
        if let Some(embed) = Embed::parse(Some(&wanted), theme) {
            let value = |key| embed.parameters().find(|(own, _)| *own == key).map(|(_, value)| value);
            prop_assert_eq!(Embed::parse(value("embed"), value("theme")), Some(embed.clone()));
        }
    }

    #[test]
    fn no_text_leaves_its_attribute(address in "\\PC{0,30}", title in "\\PC{0,30}") {
        let code = frame(&address, &title, 1);
        prop_assert_eq!(code.matches('<').count(), 2);
        prop_assert_eq!(code.matches('"').count(), 12);
    }
}
