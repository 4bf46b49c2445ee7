//! Why a scene answers a text or does not, in one sentence.
#![allow(clippy::unwrap_used)]

use rankscope_fieldbook::{
    Behaviour, Fieldbook, GALLERY_SEED, Light, Scene, Species, Substrate, Understanding, questions,
};
use std::sync::OnceLock;

fn scenes() -> &'static [Scene] {
    static BOOK: OnceLock<Fieldbook> = OnceLock::new();
    BOOK.get_or_init(|| Fieldbook::new(GALLERY_SEED, 4_000)).scenes()
}

fn told(text: &str, is: impl Fn(&Scene) -> bool) -> String {
    Understanding::of(text).reading.told(scenes().iter().find(|scene| is(scene)).unwrap()).words
}

#[test]
fn a_sentence_says_what_is_seen_and_what_was_asked_for() {
    let fox = |on| {
        move |scene: &Scene| {
            scene.species == Species::RedFox
                && scene.substrate == on
                && Understanding::of("fox").reading.grade(scene) == 2
        }
    };
    assert_eq!(
        told("a fox on the snow", fox(Substrate::Ground)),
        "the red fox is on the ground, not on the snow"
    );
    assert_eq!(told("a fox on the snow", fox(Substrate::Snow)), "the red fox is on the snow");
    let spider =
        |does| move |scene: &Scene| scene.species == Species::WaspSpider && scene.behaviour == does;
    let text = "spider spinning a web";
    assert_eq!(
        told(text, spider(Behaviour::Resting)),
        "the wasp spider is resting, not spinning a web"
    );
    assert_eq!(told(text, spider(Behaviour::NestBuilding)), "the wasp spider is spinning a web");
    // What is the web for a spider is the nest for others: the words are those of what was asked for.
    assert_eq!(
        told(text, |scene| scene.species == Species::GreyHeron
            && scene.behaviour == Behaviour::Resting
            && scene.life_stage == rankscope_fieldbook::LifeStage::Adult),
        "it shows a grey heron, not a spider; it is resting, not spinning a web"
    );
    // Eating, and what is eaten, are one thing.
    let sunny = |scene: &Scene| scene.species == Species::GreyHeron && scene.companion.is_none();
    assert!(told("heron swallowing a frog", sunny).ends_with("not eating a frog"));
    // A text that can be read in two ways is told by what was typed.
    let night = |scene: &Scene| scene.light == Light::Day && scene.species == Species::RedFox;
    assert!(told("a fox in the dark", night).ends_with("is in daylight, not in the dark"));
}

/// A sentence goes the way of the grade, and is one for every question and scene.
#[test]
fn a_sentence_never_contradicts_the_grade() {
    let mut n_held = 0;
    for question in questions() {
        let reading = Understanding::of(question.text).reading;
        for scene in scenes().iter().step_by(29) {
            let told = reading.told(scene);
            let grade = reading.grade(scene);
            assert_eq!(told.holds, grade == 2, "{}: {told:?}", question.text);
            let is_contrast = [", not ", "which the query rules out"];
            let contrasts = is_contrast.iter().any(|words| told.words.contains(words));
            assert_eq!(contrasts, !told.holds, "{}: {told:?}", question.text);
            assert!(!told.words.contains(['{', '}', ':']), "{}: {told:?}", question.text);
            n_held += usize::from(told.holds);
        }
    }
    assert!(n_held > 500, "{n_held}");
}
