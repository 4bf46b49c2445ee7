//! Choices as an address has them.

use rankscope_guide::{GuideChoice, Preset, Size};

#[test]
fn a_choice_is_read_as_it_was_written() {
    let texts = [
        "balanced",
        "fast;engines=;m=0",
        "accurate;embedders=large,base;engines=careful,ink;m=9;size=small;by=distance;tau=1.5;seed=2",
        "balanced;eta=0.1;topic=asks for",
    ];
    for text in texts {
        let (choice, unread) = GuideChoice::parse(text);
        assert_eq!(choice.to_string(), text);
        assert!(unread.is_empty());
    }
    assert_eq!(GuideChoice::parse("").0, GuideChoice::of(Preset::Balanced));
}

#[test]
fn a_preset_decides_what_is_not_chosen() {
    let (choice, _) = GuideChoice::parse("accurate;size=large");
    assert_eq!((choice.n_guides(), choice.size()), (3, Size::Large));
    let known = ["a", "b", "c"].map(String::from);
    let of = |text: &str| {
        let choice = GuideChoice::parse(text).0;
        GuideChoice::chosen_of(choice.embedders.as_ref(), &known, choice.preset.n_embedders())
    };
    assert_eq!(of("fast"), ["a", "b"]);
    // In the order of what is known; what is not known is passed over.
    assert_eq!(of("fast;embedders=c,x,a"), ["a", "c"]);
    assert!(of("fast;embedders=").is_empty());
}

#[test]
fn what_cannot_be_read_is_named_and_changes_nothing() {
    let wrong = [
        "m=10",
        "m=-1",
        "size=huge",
        "by=chance",
        "tau=0",
        "tau=NaN",
        "seed=x",
        "swift",
        "n=1",
        "eta=0",
        "eta=2",
        "topic=",
    ];
    for part in wrong {
        let (choice, unread) = GuideChoice::parse(&format!("fast;{part};size=large"));
        assert_eq!(unread, [part]);
        assert_eq!(choice, GuideChoice::parse("fast;size=large").0);
    }
}
