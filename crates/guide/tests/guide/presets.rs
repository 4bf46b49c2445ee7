//! The presets and sizes.

use rankscope_guide::{Preset, Size};

#[test]
fn presets_and_sizes_are_those_of_the_method() {
    let of = |preset: Preset| {
        (preset.n_embedders(), preset.n_engines(), preset.n_guides(), preset.size())
    };
    let all = [(2, 1, 1, Size::Small), (4, 2, 2, Size::Medium), (6, 3, 3, Size::Medium)];
    assert_eq!(Preset::ALL.map(of), all);
    assert_eq!(Preset::ALL.map(Preset::name), ["fast", "balanced", "accurate"]);
    assert_eq!(Size::ALL.map(Size::pixels), [32, 64, 96]);
    assert_eq!(Size::ALL.map(Size::name), ["small", "medium", "large"]);
    assert!(Preset::ALL.iter().all(|preset| preset.name().parse() == Ok(*preset)));
    assert!(Size::ALL.iter().all(|size| size.name().parse() == Ok(*size)));
    let error = "huge".parse::<Size>().unwrap_err();
    assert_eq!(error, "there is no size huge: known are small, medium, large");
    assert_eq!(serde_json::to_string(&Size::Small).unwrap(), r#""small""#);
}
