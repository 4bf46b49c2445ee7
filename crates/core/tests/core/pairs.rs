//! Two captions and two images: files of cases, and what counts as right.
#![allow(clippy::unwrap_used)]

use rankscope_core::formats::pairs_from_text;
use rankscope_core::metrics::RightPairs;
use rankscope_core::report::PairsReport;

#[test]
fn a_tie_or_nan_is_wrong_and_one_to_one_is_another_question() {
    let right = |scores| {
        let of = RightPairs::of(scores);
        [of.text, of.image, of.group(), of.one_to_one]
    };
    assert_eq!(right([[0.9, 0.1], [0.2, 0.3]]), [true; 4]);
    assert_eq!(right([[0.0, 1.0], [1.0, 0.0]]), [false; 4]);
    // Each image picks its caption, and the second caption picks the first image.
    assert_eq!(right([[0.9, 0.1], [0.4, 0.3]]), [true, false, false, true]);
    assert_eq!(right([[0.6, 0.5], [0.6, 0.7]]), [false, true, false, true]);
    assert_eq!(right([[0.5, 0.5], [0.5, 0.5]]), [false; 4]);
    assert_eq!(right([[f64::NAN, 0.1], [0.2, 0.3]]), [false; 4]);
    let report = PairsReport::of(&[[[0.9, 0.1], [0.2, 0.3]], [[0.9, 0.1], [0.4, 0.3]]]);
    let json = serde_json::to_string(&report).unwrap();
    assert_eq!(
        json,
        r#"{"n":2,"text":1.0,"image":0.5,"group":0.5,"pairing":0.5,"one_to_one":1.0}"#
    );
    assert_eq!(PairsReport::of(&[]), PairsReport::default());
}

#[test]
fn cases_are_columns_or_lists() {
    let of = |text: &str| -> Vec<[String; 4]> {
        let cases = pairs_from_text("p", text).unwrap().into_iter();
        cases
            .map(|case| {
                let ([a, b], [c, d]) = (case.queries, case.images);
                [a, b, c, d]
            })
            .collect()
    };
    let wanted = [["a", "b", "1", "2"], ["c", "d", "3", "4"]].map(|case| case.map(str::to_owned));
    for text in [
        "query_0,query_1,image_0,image_1\na,b,1,2\nc,d,3,4\n",
        "image_0\tx\tcaption_0\timage_1\tcaption_1\n1\t9\ta\t2\tb\n3\t9\tc\t4\td\n",
        "{\"query_0\":\"a\",\"query_1\":\"b\",\"image_0\":1,\"image_1\":2}\n\
         {\"query_0\":\"c\",\"query_1\":\"d\",\"image_0\":3,\"image_1\":\"4\"}\n",
        "{\"captions\":[\"a\",\"b\"],\"images\":[1,2],\"rows\":[5,6]}\n\
         {\"captions\":[\"c\",\"d\"],\"images\":[3,4],\"texts\":[\"x y\"]}\n",
        "[{\"queries\":[\"a\",\"b\"],\"images\":[\"1\",\"2\"]},\
         {\"queries\":[\"c\",\"d\"],\"images\":[\"3\",\"4\"]}]",
    ] {
        assert_eq!(of(text), wanted, "{text}");
    }
    for (text, words) in [
        ("query_0,query_1,image_0,image_1\n", "p: it has no cases"),
        ("query_0,query_1,image_0,image_1\na,b,1,1\n", "p, line 2: image 1 is there twice"),
        ("query_0,query_1,image_0,image_1\na,,1,2\n", "p, line 2: query_1: an id is missing"),
        ("query_0,image_0\na,1\n", "query_1"),
        ("{\"captions\":[\"a\"],\"images\":[1,2]}\n", "p, line 1"),
    ] {
        let said = pairs_from_text("p", text).unwrap_err().to_string();
        assert!(said.contains(words), "{said}");
    }
}
