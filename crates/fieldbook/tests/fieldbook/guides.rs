//! Guides: scenes of what a text asks for.
#![allow(clippy::unwrap_used)]

use rankscope_fieldbook::{
    Answer, AnsweredQuery, Engine, Fieldbook, GALLERY_SEED, GUIDE_SEED, GuideMaker, N_PAIRED,
    N_SAMPLED, Pairing, SceneGuide, TRAINING_SEED, Understanding, Wanted, alternatives,
    drawing::Style, implausible_facts, pairings, questions,
};
use std::sync::OnceLock;

fn maker() -> &'static GuideMaker {
    static MAKER: OnceLock<GuideMaker> = OnceLock::new();
    MAKER.get_or_init(|| GuideMaker::new(0))
}

fn guides(engine: Engine, text: &str, n: usize) -> Vec<SceneGuide> {
    let understanding = Understanding::of_phrases(text);
    maker().guides(engine, text, &Wanted::of_reading(&understanding.reading), n)
}

const TEXT: &str = "a red fox in the snow at night";

#[test]
fn careful_guides_hold_what_the_text_states() {
    let understanding = Understanding::of_phrases(TEXT);
    assert_eq!(understanding.unknown, [""; 0]);
    let all = guides(Engine::Careful, TEXT, 3);
    assert_eq!(all.len(), 3);
    for (number, guide) in all.iter().enumerate() {
        assert_eq!(
            (guide.number, guide.style, guide.dropped.as_ref()),
            (number, Style::Plate, None)
        );
        assert_eq!(guide.scene.seed, GUIDE_SEED);
        assert!(guide.n_held + 1 >= guide.n_wanted, "{guide:?}");
        assert_eq!(
            guide.n_held == guide.n_wanted,
            understanding.reading.grade(&guide.scene.scene()) == 2
        );
    }
    assert!(all[0].n_held >= all[1].n_held && all[1].n_held >= all[2].n_held);
    assert_ne!(all[0].scene, all[1].scene);
    let seeds = [GUIDE_SEED, GALLERY_SEED, TRAINING_SEED];
    assert!(seeds[0] != seeds[1] && seeds[0] != seeds[2]);
}

#[test]
fn hasty_drops_a_statement_and_ink_draws_in_ink() {
    let hasty = guides(Engine::Hasty, TEXT, 3);
    assert!(hasty.iter().all(|guide| guide.dropped.is_some()), "{hasty:?}");
    // Nothing is dropped of a single statement.
    let single = guides(Engine::Hasty, "at night", 2);
    assert!(single.iter().all(|guide| guide.dropped.is_none() && guide.n_held == 1), "{single:?}");
    let ink = guides(Engine::Ink, TEXT, 2);
    assert!(ink.iter().all(|guide| guide.style == Style::Ink));
}

#[test]
fn memory_redraws_training_scenes() {
    let all = guides(Engine::Memory, TEXT, 3);
    assert_eq!(all.len(), 3);
    assert!(all.iter().all(|guide| guide.scene.seed == TRAINING_SEED));
    assert_ne!(all[0].scene, all[1].scene);
    assert_eq!(guides(Engine::Memory, "xylophone", 3), []);
}

#[test]
fn a_text_that_is_not_understood_has_no_guides() {
    for engine in [Engine::Careful, Engine::Hasty, Engine::Ink] {
        assert_eq!(guides(engine, "xylophone", 3), []);
        assert_eq!(guides(engine, TEXT, 0), []);
    }
}

#[test]
fn the_seed_alone_decides() {
    for engine in Engine::OF_TEXT {
        let once = guides(engine, TEXT, 2);
        assert_eq!(once, guides(engine, TEXT, 2));
        let understanding = Understanding::of_phrases(TEXT);
        let wanted = Wanted::of_reading(&understanding.reading);
        let again = GuideMaker::new(1).guides(engine, TEXT, &wanted, 2);
        let scenes = |of: &[SceneGuide]| of.iter().map(|guide| guide.scene).collect::<Vec<_>>();
        assert!(scenes(&again).iter().all(|scene| !scenes(&once).contains(scene)), "{engine:?}");
    }
    // More guides begin with the same ones.
    assert_eq!(guides(Engine::Careful, TEXT, 3)[..2], guides(Engine::Careful, TEXT, 2)[..]);
    assert_eq!(guides(Engine::Hasty, TEXT, 3)[..2], guides(Engine::Hasty, TEXT, 2)[..]);
}

#[test]
fn a_maker_can_grow_in_steps() {
    let mut growing = GuideMaker::growing(0);
    let wanted = Wanted::of_reading(&Understanding::of_phrases(TEXT).reading);
    assert_eq!(growing.guides(Engine::Careful, TEXT, &wanted, 2), []);
    assert!(!growing.grow(30_000));
    assert!(growing.grow(N_SAMPLED));
    assert!(growing.grow(1));
    let grown = growing.guides(Engine::Careful, TEXT, &wanted, 2);
    assert_eq!(grown, guides(Engine::Careful, TEXT, 2));
}

/// The words of a question are read like any text, so that its predicate stays unknown.
#[test]
fn the_words_of_a_question_do_not_reveal_its_predicate() {
    for question in questions() {
        assert_eq!(Understanding::of_phrases(question.text).reading.question(), None);
        assert_eq!(Understanding::of(question.text).reading.question(), Some(question));
    }
}

#[test]
fn oracle_shows_what_decides_the_relevance() {
    let book = Fieldbook::new(GALLERY_SEED, 300);
    let mut n_whole = 0;
    let queries: Vec<_> = book.answered_queries().iter().step_by(25).collect();
    for query in &queries {
        let wanted = Wanted::of_answer(&query.answer);
        let all = maker().guides(Engine::Oracle, &query.query.text, &wanted, 1);
        let scene = all[0].scene.scene();
        if all[0].n_held == all[0].n_wanted {
            n_whole += 1;
            assert_eq!(query.grade(&scene), 2);
        }
    }
    assert!(n_whole * 10 >= queries.len() * 9, "{n_whole} of {}", queries.len());
}

#[test]
fn engines_have_names() {
    for engine in Engine::ALL {
        assert_eq!(engine.name().parse(), Ok(engine));
    }
    let error = "painter".parse::<Engine>().unwrap_err();
    assert!(error.contains("careful, hasty, ink, memory, oracle"), "{error}");
    assert!(!Engine::OF_TEXT.contains(&Engine::Oracle));
}

#[test]
fn paired_scenes_differ_in_one_fact_and_in_their_captions() {
    let all = pairings(60);
    assert_eq!(all.len(), 60);
    assert_eq!(all, pairings(60));
    for Pairing { fact, scenes } in &all {
        assert_eq!(scenes.len(), N_PAIRED);
        let (first, _) = &scenes[0];
        for (place, (scene, caption)) in scenes.iter().enumerate() {
            assert_eq!(implausible_facts(scene), []);
            assert!(place == 0 || alternatives(first, *fact).contains(scene));
            assert!(scenes.iter().skip(place + 1).all(|(_, other)| other != caption));
        }
    }
    let facts: std::collections::BTreeSet<_> = all.iter().map(|group| group.fact).collect();
    assert!(facts.len() >= 6, "{facts:?}");
}

/// The page knows a stored query by its text alone.
#[test]
fn what_decides_relevance_is_found_by_the_text() {
    const N: usize = 2_000;
    let book = Fieldbook::new(GALLERY_SEED, N);
    for AnsweredQuery { query, answer, .. } in book.answered_queries() {
        let expected = Wanted::of_answer(answer);
        let found = match answer {
            Answer::Question(_) => Wanted::of_question(&query.text),
            Answer::Caption { .. } => Wanted::of_caption(&query.text, GALLERY_SEED, 0..N as u64),
        };
        assert_eq!(found, Some(expected), "{}", query.text);
    }
    assert_eq!(Wanted::of_question("a horse on the moon"), None);
    assert_eq!(Wanted::of_caption("a horse on the moon", GALLERY_SEED, 0..100), None);
}
