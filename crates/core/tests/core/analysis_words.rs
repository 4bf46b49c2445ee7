//! Numbers formatted for readers.

use rankscope_core::analysis::words;

#[test]
fn amounts_have_few_digits() {
    assert_eq!([0u64, 999, 1_332, 1_000_000].map(words::count), ["0", "999", "1,332", "1,000,000"]);
    let bytes = [999, 1_000, 99_999, 100_000, 12_345_678, 1_500_000_000];
    let written = ["999 B", "1.0 kB", "100.0 kB", "0.1 MB", "12.3 MB", "1.50 GB"];
    assert_eq!(bytes.map(words::bytes), written);
    let limits = [1_023, 1 << 10, 1 << 27, 3 << 29, 1 << 32];
    assert_eq!(limits.map(words::binary_bytes), ["1023 B", "1 KiB", "128 MiB", "1.5 GiB", "4 GiB"]);
    let times = [0.04, 9.96, 12.6, 9_999.4, 10_000.0];
    assert_eq!(times.map(words::milliseconds), ["0.0 ms", "10.0 ms", "13 ms", "9999 ms", "10.0 s"]);
}

#[test]
fn missing_values_are_n_a() {
    assert_eq!([Some(0.123_45), Some(1.0), None].map(words::value), ["0.123", "1.000", "n/a"]);
    assert_eq!([Some(0.1), None].map(words::exact), ["0.1", "n/a"]);
    let differences = [0.25, -0.25, 0.000_04, -0.000_04, -0.0];
    assert_eq!(differences.map(words::signed), ["+0.250", "−0.250", "0.000", "0.000", "0.000"]);
    // A small difference is not none.
    assert_eq!([0.000_3, -0.000_06].map(words::signed), ["+0.0003", "−0.0001"]);
    assert_eq!(
        [0.0, 0.000_9, 0.001, 0.25].map(words::p_value),
        ["< 0.001", "< 0.001", "0.001", "0.250"]
    );
}

#[test]
fn counts_and_lists_are_phrases() {
    let results = [0, 1, 2, 1_000].map(|n| words::counted(n, "result", "results"));
    assert_eq!(results, ["0 results", "1 result", "2 results", "1,000 results"]);
    let names = ["a", "b", "c"].map(String::from);
    let lists = [0, 1, 2, 3].map(|n| words::listed(&names[..n]));
    assert_eq!(lists, ["", "a", "a and b", "a, b and c"]);
}

#[test]
fn what_is_followed_by_more_text_ends_with_a_full_stop() {
    let cases = [
        ("Pictures of a dog", "Pictures of a dog."),
        ("Pictures of a dog. ", "Pictures of a dog."),
        ("Who says so?", "Who says so?"),
        ("Those of “a dog.”", "Those of “a dog.”"),
        ("Those of (a dog)", "Those of (a dog)."),
        ("", ""),
    ];
    for (text, expected) in cases {
        assert_eq!(words::sentence(text), expected);
    }
}

#[test]
fn long_names_keep_their_ends() {
    assert_eq!(words::shortened("val2014/000000391895.jpg", 13), "val2…1895.jpg");
    assert_eq!(words::shortened("münchen", 7), "münchen");
    assert_eq!(words::shortened("münchen", 5), "m…hen");
    assert_eq!([0, 1].map(|most| words::shortened("ab", most)), ["…", "…"]);
}
