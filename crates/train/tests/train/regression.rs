//! Bugs of training. Those of the other crates are in `tests/regression.rs`.
#![allow(clippy::unwrap_used)]

/// A margin of NaN was trained for hours, and a width of 0 ended in a panic.
#[test]
fn a_training_recipe_with_impossible_numbers_is_refused() {
    let recipe = |loss: &str, width: &str| {
        let text = format!(
            "vocabulary = 600\nvocabulary_images = 9\nmax_tokens = 9\nseed = 1\ncheck_texts = []\n\
             [[systems]]\nid = \"a\"\ntitle = \"A\"\npairs = 9\n[systems.towers]\n\
             width = {width}\nlayers = 1\nheads = 1\npatch = 8\ndim = 8\npairs_seen = 9\n\
             loss = {{ kind = \"triplet\", negatives = \"all\", margin = {loss} }}"
        );
        toml::from_str::<rankscope_train::TrainingRecipe>(&text).unwrap().check()
    };
    recipe("0.2", "8").unwrap();
    assert!(recipe("nan", "8").unwrap_err().to_string().contains("margin = NaN"));
    assert!(recipe("0.2", "0").unwrap_err().to_string().contains("width = 0"));
}
