//! Filters of the images to search.
#![allow(clippy::unwrap_used)]

use crate::made_benchmark::{Made, Noise, record, records};
use rankscope_core::analysis::{
    Dataset, PictureFilter, Property, Subset, has_facets, picture_properties,
};
use std::sync::Arc;

/// 90 images: all have `light`, some have `season`, and `world` has the same value on all.
fn dataset() -> Arc<Dataset> {
    let mut noise = Noise(7);
    let images: Vec<_> = (0..90)
        .map(|row| {
            let light = ("light", ["day", "dusk", "night"][noise.below(3)]);
            let season = ("season", ["dry", "wet"][noise.below(2)]);
            let facets = [light, ("world", "this"), season];
            let n = if noise.below(3) == 0 { 2 } else { 3 };
            record(&format!("i{row}"), &facets[..n])
        })
        .collect();
    Made::new(&records("q", 1), &images, &[("strict", "")], &[]).dataset()
}

fn has(dataset: &Dataset, row: u32, name: &str, value: &str) -> bool {
    dataset.image(row).unwrap().facets.get(name).is_some_and(|own| own == value)
}

#[test]
fn images_that_meet_every_condition_pass() {
    let dataset = dataset();
    for light in ["day", "dusk", "night"] {
        for season in ["dry", "wet"] {
            let filter = PictureFilter::new(&dataset, &format!("light={light};season={season}"));
            let expected: Vec<bool> = (0..90)
                .map(|row| {
                    has(&dataset, row, "light", light) && has(&dataset, row, "season", season)
                })
                .collect();
            let found: Vec<bool> = (0..90).map(|row| filter.has(row)).collect();
            assert_eq!(found, expected);
            assert_eq!(filter.by_row().collect::<Vec<_>>(), expected);
            assert_eq!(filter.n, expected.iter().filter(|holds| **holds).count());
            assert!(filter.n > 0 && filter.has_conditions() && filter.unknown.is_empty());
            assert!(!filter.has(90) && !filter.has(u32::MAX));
            assert_eq!(filter.share(), format!("{} of 90 pictures", filter.n));
            assert_eq!(filter.summary(), format!("light {light}, season {season}"));
        }
    }
}

#[test]
fn of_several_values_of_a_facet_any_will_do() {
    let dataset = dataset();
    let conditions = "light=day;light=dusk;season=wet";
    let filter = PictureFilter::new(&dataset, conditions);
    let is_lit = |row| has(&dataset, row, "light", "day") || has(&dataset, row, "light", "dusk");
    let expected = |row| is_lit(row) && has(&dataset, row, "season", "wet");
    for row in 0..90 {
        assert_eq!(filter.has(row), expected(row), "{row}");
    }
    assert_eq!(filter.summary(), "light day or dusk, season wet");
    let facets = picture_properties(&dataset, &Subset::parse(conditions));
    let wet = facets[1].values.iter().find(|(value, _)| value == "wet").unwrap();
    assert_eq!(wet.1, filter.n);
    // Another value of a chosen facet adds its images.
    let nights = (0..90).filter(|row| {
        has(&dataset, *row, "light", "night") && has(&dataset, *row, "season", "wet")
    });
    assert_eq!(facets[0].values[2], ("night".to_string(), nights.count()));
}

#[test]
fn conditions_that_no_image_meets_are_reported_and_omitted() {
    let dataset = dataset();
    let filter = PictureFilter::new(&dataset, "light=day;light_2=x;season=never");
    assert_eq!(filter.conditions, Subset::parse("light=day"));
    assert_eq!(filter.unknown, ["pictures with light_2 = x", "pictures with season = never"]);
    let nonsense = PictureFilter::new(&dataset, "nonsense");
    assert_eq!(nonsense.unknown, ["the picture filter “nonsense”"]);
    assert!(!nonsense.has_conditions());
    assert_eq!(nonsense.n, 90);
}

#[test]
fn facets_count_the_images_that_meet_the_other_conditions() {
    let dataset = dataset();
    let count = |holds: &dyn Fn(u32) -> bool| (0..90).filter(|row| holds(*row)).count();
    let values = |name: &str, values: &[&str], others: &dyn Fn(u32) -> bool| Property {
        name: name.into(),
        values: values
            .iter()
            .map(|value| {
                let n = count(&|row| has(&dataset, row, name, value) && others(row));
                ((*value).to_string(), n)
            })
            .collect(),
    };
    let all = |_: u32| true;
    // `world` does not distinguish images.
    assert_eq!(
        picture_properties(&dataset, &Subset::default()),
        [values("light", &["day", "dusk", "night"], &all), values("season", &["dry", "wet"], &all),]
    );
    assert_eq!(
        picture_properties(&dataset, &Subset::parse("light=day;season=wet")),
        [
            values("light", &["day", "dusk", "night"], &|row| has(&dataset, row, "season", "wet")),
            values("season", &["dry", "wet"], &|row| has(&dataset, row, "light", "day")),
        ]
    );
    assert!(has_facets(&dataset));
    let bare = Made::new(&records("q", 1), &records("i", 2), &[("strict", "")], &[]).dataset();
    assert!(!has_facets(&bare));
    // A facet with one value distinguishes images that have it from those that do not.
    let images = [record("a", &[("rare", "yes")]), record("b", &[])];
    let some = Made::new(&records("q", 1), &images, &[("strict", "")], &[]).dataset();
    let rare = Property { name: "rare".into(), values: vec![("yes".into(), 1)] };
    assert_eq!(picture_properties(&some, &Subset::default()), [rare]);
}
