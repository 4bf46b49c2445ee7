//! The facts of a scene one by one, in words that follow "the fox is": "on a branch", "walking".

use super::{
    phrase::{Phrase, article},
    phrases::{DETAILS, ON, PLACES, WHEN},
};
use crate::predicate::terms::*;
use crate::{Companion, Scene};

/// What a statement about a scene can be about, besides what the organism is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aspect {
    Stage,
    Sex,
    Morph,
    Colour,
    Health,
    Behaviour,
    Company,
    Number,
    Framing,
    Habitat,
    Substrate,
    Light,
    Weather,
    Season,
    Impact,
    CameraTrap,
}

/// The aspects that a statement depends on, each once; none for what the organism is.
pub(crate) fn aspects(of: &Predicate) -> Vec<Aspect> {
    let own = match *of {
        All(parts) | Any(parts) => {
            let mut all: Vec<Aspect> = Vec::new();
            for aspect in parts.iter().flat_map(aspects) {
                if !all.contains(&aspect) {
                    all.push(aspect);
                }
            }
            return all;
        }
        Not(part) | Called(_, part) => return aspects(part),
        Always | Species(_) | Group(_) | Invented => return Vec::new(),
        LifeStage(_) => Aspect::Stage,
        Sex(_) => Aspect::Sex,
        Morph(_) => Aspect::Morph,
        Coloured(_) | Marked(_) => Aspect::Colour,
        Health(_) => Aspect::Health,
        Behaviour(_) => Aspect::Behaviour,
        Relation(_) | Companion(_) => Aspect::Company,
        Count(_) => Aspect::Number,
        Framing(_) => Aspect::Framing,
        Habitat(_) => Aspect::Habitat,
        Substrate(_) => Aspect::Substrate,
        Light(_) => Aspect::Light,
        Weather(_) => Aspect::Weather,
        Season(_) => Aspect::Season,
        Impact(_) => Aspect::Impact,
        CameraTrap => Aspect::CameraTrap,
    };
    vec![own]
}

/// What a scene shows of an aspect.
pub(crate) fn seen(aspect: Aspect, scene: &Scene) -> String {
    let group = scene.group();
    let fact = match aspect {
        Aspect::Stage => LifeStage(scene.life_stage),
        Aspect::Sex => match scene.sex {
            Some(sex) => Sex(sex),
            None => return "of no visible sex".into(),
        },
        Aspect::Morph => Morph(scene.morph),
        Aspect::Colour => {
            let colours = scene.species.facts().colours.iter().copied();
            let visible: Vec<_> = colours.filter(|own| Coloured(own).holds(scene)).collect();
            return match (visible.split_last(), scene.morph) {
                (Some((last, [])), _) => (*last).into(),
                (Some((last, rest)), _) => format!("{} and {last}", rest.join(", ")),
                (None, M::Typical) => "without its usual colours here".into(),
                (None, morph) => morph.words().into(),
            };
        }
        Aspect::Health => Health(scene.health),
        Aspect::Behaviour => Behaviour(scene.behaviour),
        Aspect::Company => match scene.companion {
            Some(companion) => return in_company(companion),
            None => return "without another species".into(),
        },
        Aspect::Number => Count(scene.count),
        Aspect::Framing => Framing(scene.framing),
        Aspect::Habitat => Habitat(scene.habitat),
        Aspect::Substrate => Substrate(scene.substrate),
        Aspect::Light => Light(scene.light),
        Aspect::Weather => Weather(scene.weather),
        Aspect::Season => match scene.season {
            Some(season) => Season(season),
            None => return "where no season shows".into(),
        },
        Aspect::Impact => Impact(scene.impact),
        Aspect::CameraTrap => match scene.camera_trap {
            Some(_) => CameraTrap,
            None => return "in an ordinary photograph".into(),
        },
    };
    fact_words(&fact, group)
}

fn in_company(Companion { species, relation }: Companion) -> String {
    let name = species.facts().english;
    related(relation, &format!("{} {name}", article(name)))
}

/// "eating a frog".
pub(crate) fn related(relation: R, whom: &str) -> String {
    match relation {
        R::Bears => format!("carrying {whom} on its back"),
        _ => format!("{} {whom}", relation.words()),
    }
}

/// A single fact, of an organism of a group.
pub(crate) fn fact_words(fact: &Predicate, group: G) -> String {
    let words = match *fact {
        LifeStage(L::Adult) => "grown",
        LifeStage(L::Flowering) => "in flower",
        LifeStage(stage) => stage.words_in(group),
        Morph(M::Typical) => "of the usual colour",
        Behaviour(behaviour) => behaviour.words_in(group),
        Count(C::One) => "on its own",
        Count(C::Two) => "one of two",
        Count(C::Few) => "one of a few",
        Count(C::Flock) => "one of many",
        Framing(F::Whole) => "shown whole",
        Weather(W::Clear) => "in clear weather",
        Impact(I::None) => "without a trace of people",
        Substrate(U::Host) => "on another organism",
        Health(health) => health.words(),
        Coloured(colour) => colour,
        Relation(relation) => return related(relation, "another species"),
        Companion(&Always) => "with another species",
        Companion(part) => return format!("together with {}", noun(part)),
        _ => return usual(fact).unwrap_or_else(|| fact.words()),
    };
    words.to_owned()
}

/// The first words of the captions' phrases that claim a fact.
fn usual(fact: &Predicate) -> Option<String> {
    let all = [ON, PLACES, WHEN, DETAILS].into_iter().flatten();
    let claims = |phrase: &&Phrase| phrase.claims.conjuncts().first() == Some(fact);
    let text = all.filter(|phrase| !phrase.text.contains("{c}")).find(claims)?.text;
    Some(text.replace("{its}", "its").replace("{it}", "it"))
}

/// What an organism is, with its article.
pub(crate) fn noun(of: &Predicate) -> String {
    match *of {
        Any(parts) => parts.iter().map(noun).collect::<Vec<_>>().join(" or "),
        Called(name, _) => name.to_owned(),
        Always | Not(_) | All(_) => of.words(),
        Invented => "a species of this book alone".to_owned(),
        _ => {
            let words = of.words();
            format!("{} {words}", article(&words))
        }
    }
}

/// The organism of a scene with its stage of life, without an article: "robin", "monarch caterpillar".
pub(crate) fn organism(scene: &Scene) -> String {
    let name = scene.species.facts().english;
    let stage = scene.life_stage.words_in(scene.group());
    match scene.life_stage {
        L::Egg | L::Larva | L::Pupa | L::Seedling => format!("{name} {stage}"),
        L::Juvenile => format!("young {name}"),
        _ => name.to_owned(),
    }
}

pub(crate) fn an_organism(scene: &Scene) -> String {
    let words = organism(scene);
    if is_plural(scene) { words } else { format!("{} {words}", article(&words)) }
}

pub(crate) fn is_plural(scene: &Scene) -> bool {
    scene.life_stage == L::Egg && scene.life_stage.words_in(scene.group()) == "eggs"
}

/// Whether a stage of life is named by a noun, as "caterpillar" is, and not as "in flower".
pub(crate) fn is_stage_noun(of: &Predicate) -> bool {
    match *of {
        LifeStage(stage) => !matches!(stage, L::Flowering | L::Fruiting | L::Withered),
        Any(parts) => parts.iter().all(is_stage_noun),
        _ => *of == FORMED || *of == YOUNG,
    }
}

/// A stage of life that [`is_stage_noun`], with its article.
pub(crate) fn stage_noun(of: &Predicate, group: G) -> String {
    match *of {
        LifeStage(L::Adult) => "an adult".to_owned(),
        LifeStage(stage) => match stage.words_in(group) {
            words @ ("eggs" | "spawn" | "fry") => words.to_owned(),
            "young" | "juvenile" => "a young one".to_owned(),
            words => format!("{} {words}", article(words)),
        },
        Any(parts) => {
            parts.iter().map(|part| stage_noun(part, group)).collect::<Vec<_>>().join(" or ")
        }
        _ if *of == FORMED => "a grown one".to_owned(),
        _ => "a young one".to_owned(),
    }
}
