//! Guides and tags of earlier queries (§C.3).

use proptest::prelude::*;
use rankscope_guide::{CachedQuery, GuideCache, GuideError, TagIndex};

fn query(text: &str, kind: &str, vector: [f32; 2]) -> CachedQuery<u32> {
    let guides = vec![u32::try_from(text.len()).unwrap()];
    CachedQuery { text: text.into(), kind: kind.into(), vector: vector.to_vec(), guides, bytes: 10 }
}

#[test]
fn a_near_query_lends_its_guides() {
    let mut cache = GuideCache::new("build 1");
    cache.keep(query("heron", "balanced", [1.0, 0.0]));
    cache.keep(query("owl", "balanced", [0.0, 1.0]));
    cache.keep(query("heron", "fast", [1.0, 0.0]));
    let text_of = |vector: [f32; 2], kind: &str, threshold: f64| {
        let near = cache.nearest(&vector, kind, threshold).unwrap();
        near.map(|near| near.query.text.clone())
    };
    assert_eq!(text_of([0.6, 0.8], "balanced", 0.7).as_deref(), Some("owl"));
    assert_eq!(text_of([0.6, 0.8], "balanced", 0.9), None);
    assert_eq!(text_of([0.6, 0.8], "fast", 0.5).as_deref(), Some("heron"));
    assert_eq!(text_of([0.6, 0.8], "accurate", -1.0), None);
    assert_eq!(text_of([0.1, 0.3], "balanced", 1.0), None);
    assert_eq!(cache.nearest(&[0.0, 1.0], "balanced", 1.0).unwrap().unwrap().cosine, 1.0);
    // Equally near: the older.
    assert_eq!(text_of([1.0, 1.0], "balanced", 0.5).as_deref(), Some("heron"));
    // No cosine, no guides.
    assert_eq!(text_of([0.0, 0.0], "balanced", -1.0), None);
    assert!(cache.nearest(&[1.0], "balanced", -1.0).unwrap().is_none());
    assert_eq!(cache.nearest(&[1.0, 0.0], "fast", 1.5).err(), Some(GuideError::Threshold(1.5)));
}

#[test]
fn a_cache_is_listed_sized_and_cleared() {
    let mut cache = GuideCache::new("build 1");
    cache.keep(query("heron", "fast", [1.0, 0.0]));
    cache.keep(query("heron", "fast", [0.0, 1.0]));
    cache.keep(query("owl", "fast", [0.0, 1.0]));
    assert_eq!((cache.build(), cache.queries().len(), cache.bytes()), ("build 1", 2, 20));
    let text = serde_json::to_string(&cache).unwrap();
    assert_eq!(serde_json::from_str::<GuideCache<u32>>(&text).unwrap(), cache);
    assert!(cache.remove("heron"));
    assert!(!cache.remove("heron"));
    cache.clear();
    assert_eq!((cache.queries().len(), cache.bytes()), (0, 0));
}

#[test]
fn pictures_are_found_by_their_tags() {
    let mut tags = TagIndex::default();
    let found = [("a", 0.9), ("b", 0.6), ("c", 0.3)];
    assert_eq!(tags.tag("heron", &[1.0, 0.0], found, 0.5).unwrap(), 2);
    assert_eq!(tags.tag("heron", &[1.0, 0.0], found, 0.5).unwrap(), 0, "no tag twice");
    assert_eq!(tags.tag("owl", &[0.0, 1.0], [("b", 0.8), ("d", 0.8)], 0.5).unwrap(), 2);
    assert_eq!(tags.tag("vague", &[0.5, 0.5], found, 0.95).unwrap(), 0);
    assert_eq!(tags.tags(), [("heron", 2), ("owl", 2)]);
    assert_eq!(tags.n_pictures(), 3);
    let hits = tags.search(&[0.6, 0.8], 10);
    let of: Vec<(&str, &str)> = hits.iter().map(|hit| (hit.picture, hit.tag)).collect();
    assert_eq!(of, [("b", "owl"), ("d", "owl"), ("a", "heron")]);
    assert!((hits[0].score - 0.8).abs() < 1e-7);
    assert_eq!(tags.search(&[0.6, 0.8], 1).len(), 1);
    assert!(tags.tag("x", &[1.0, 0.0], found, f64::NAN).is_err());
    tags.clear();
    assert_eq!(tags.search(&[0.6, 0.8], 10), []);
}

proptest! {
    #[test]
    fn a_score_is_the_largest_over_the_tags(
        vectors in prop::collection::vec((-1.0..1.0f32, -1.0..1.0f32), 1..6),
        asked in (-1.0..1.0f32, -1.0..1.0f32),
    ) {
        let mut tags = TagIndex::default();
        for (place, (x, y)) in vectors.iter().enumerate() {
            tags.tag(&place.to_string(), &[*x, *y], [("picture", 1.0)], 0.0).unwrap();
        }
        let cosine = |(x, y): &(f32, f32)| {
            let (x, y, a, b) = (f64::from(*x), f64::from(*y), f64::from(asked.0), f64::from(asked.1));
            (x * a + y * b) / (x.hypot(y) * a.hypot(b))
        };
        let best = vectors.iter().map(cosine).filter(|c| c.is_finite()).fold(f64::NEG_INFINITY, f64::max);
        if let Some(hit) = tags.search(&[asked.0, asked.1], 1).first() {
            prop_assert!((hit.score - best).abs() < 1e-9);
        }
    }
}
