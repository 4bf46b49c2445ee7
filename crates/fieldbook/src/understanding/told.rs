//! Why a scene answers a text or does not, in one sentence.

use super::reading::{Clause, Reading};
use crate::language::seen::{
    Aspect, an_organism, aspects, fact_words, is_plural, is_stage_noun, noun, organism, related,
    seen, stage_noun,
};
use crate::{Group, Predicate, Scene};

/// The most that a sentence tells; the reasons have all of it.
const MOST: usize = 3;

/// What decides, and which way it goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    pub holds: bool,
    /// A main clause in English, without a capital or a full stop: "the fox is on the ground, not on the
    /// snow". What fails if anything does, otherwise what holds.
    pub words: String,
}

impl Reading {
    pub fn told(&self, scene: &Scene) -> Told {
        let failed: Vec<&Clause> =
            self.clauses().iter().filter(|clause| !clause.holds(scene)).collect();
        let words = match failed.is_empty() {
            true => self.held(scene),
            false => self.failed(&failed, scene),
        };
        Told { holds: failed.is_empty(), words }
    }

    /// The group that the text asks for, by whose words a behaviour is named.
    fn wanted_group(&self, scene: &Scene) -> Group {
        let certain = self.clauses().iter().filter(|clause| !clause.is_ambiguous());
        let mut parts = certain.flat_map(|clause| clause.readings.iter().flatten());
        let group = parts.by_ref().flat_map(Predicate::conjuncts).find_map(|part| match part {
            Predicate::Group(group) => Some(group),
            Predicate::Species(species) => Some(species.facts().group),
            _ => None,
        });
        group.unwrap_or_else(|| scene.group())
    }

    fn held(&self, scene: &Scene) -> String {
        let mut told: Vec<Aspect> = Vec::new();
        let holding = |clause: &Clause| {
            let mut readings = clause.readings.iter();
            readings.find(|own| own.iter().all(|claim| claim.holds(scene))).cloned()
        };
        let claims = self.clauses().iter().filter_map(holding).flatten();
        for aspect in claims.flat_map(|claim| held_aspects(&claim, scene)) {
            if !told.contains(&aspect) {
                told.push(aspect);
            }
        }
        let seen: Vec<String> = told.iter().take(MOST).map(|own| seen(*own, scene)).collect();
        match seen.is_empty() {
            true => format!("it shows {}", an_organism(scene)),
            false => format!("the {} {} {}", organism(scene), verb(scene), joined(&seen)),
        }
    }

    fn failed(&self, failed: &[&Clause], scene: &Scene) -> String {
        let group = self.wanted_group(scene);
        let mut nouns: Vec<String> = Vec::new();
        let mut contrasts: Vec<(Vec<Aspect>, Vec<String>)> = Vec::new();
        let mut add = |aspects: Vec<Aspect>, wanted: String| match contrasts
            .iter_mut()
            .find(|(own, _)| *own == aspects)
        {
            Some((_, all)) => all.push(wanted),
            None => contrasts.push((aspects, vec![wanted])),
        };
        for clause in failed {
            if clause.is_ambiguous() {
                let all: Vec<Predicate> = clause.readings.iter().flatten().copied().collect();
                let mut aspects: Vec<Aspect> = all.iter().flat_map(aspects).collect();
                aspects.dedup();
                match aspects.is_empty() {
                    true => nouns.push(clause.words()),
                    false => add(aspects, format!("not {}", clause.words())),
                }
                continue;
            }
            let parts: Vec<Predicate> =
                clause.readings.iter().flatten().flat_map(Predicate::conjuncts).collect();
            let companion = parts.iter().find_map(|part| match part {
                Predicate::Companion(whom) if **whom != Predicate::Always => Some(noun(whom)),
                _ => None,
            });
            let relation = parts.iter().find_map(|part| match part {
                Predicate::Relation(relation) => Some(*relation),
                _ => None,
            });
            let mut is_company_told = false;
            for part in parts.iter().filter(|part| !part.holds(scene)) {
                let aspects = aspects(part);
                if aspects.is_empty() {
                    nouns.push(match part {
                        Predicate::Not(_) => "something else".to_owned(),
                        _ => noun(part),
                    });
                } else if is_stage_noun(part) {
                    nouns.push(stage_noun(part, group));
                } else if matches!(aspects.as_slice(), [Aspect::Stage])
                    && is_stage_noun(&Predicate::LifeStage(scene.life_stage))
                {
                    nouns.push(format!("one {}", wanted(part, group)));
                } else if let (Some(relation), Some(whom), [Aspect::Company]) =
                    (relation, &companion, aspects.as_slice())
                {
                    // "Eating" and "with a frog" are one thing.
                    if !is_company_told {
                        add(aspects, format!("not {}", related(relation, whom)));
                    }
                    is_company_told = true;
                } else if matches!(part, Predicate::Not(_)) {
                    add(aspects, "which the query rules out".to_owned());
                } else {
                    add(aspects, format!("not {}", wanted(part, group)));
                }
            }
        }
        let mut told: Vec<String> = Vec::new();
        if !nouns.is_empty() {
            told.push(format!("it shows {}, not {}", an_organism(scene), nouns.join(", not ")));
        }
        for (aspects, wanted) in contrasts.iter().take(MOST - told.len()) {
            let all: Vec<String> = aspects.iter().take(MOST).map(|own| seen(*own, scene)).collect();
            let subject = match told.is_empty() {
                true => format!("the {} {}", organism(scene), verb(scene)),
                false => format!("it {}", verb(scene)),
            };
            told.push(format!("{subject} {}, {}", joined(&all), wanted.join(", ")));
        }
        told.join("; ")
    }
}

/// The aspects by which a part holds: of several ways, the first.
fn held_aspects(part: &Predicate, scene: &Scene) -> Vec<Aspect> {
    match *part {
        Predicate::Not(_) => Vec::new(),
        _ if is_stage_noun(part) => Vec::new(),
        Predicate::All(parts) => parts.iter().flat_map(|own| held_aspects(own, scene)).collect(),
        Predicate::Any(parts) => {
            let first = parts.iter().find(|own| own.holds(scene));
            first.map(|own| held_aspects(own, scene)).unwrap_or_default()
        }
        Predicate::Called(_, part) => held_aspects(part, scene),
        _ => aspects(part),
    }
}

/// What a part of the text asks for.
fn wanted(part: &Predicate, group: Group) -> String {
    match part {
        Predicate::Any(parts) => {
            let all: Vec<String> = parts.iter().map(|part| wanted(part, group)).collect();
            all.join(" or ")
        }
        Predicate::All(parts) => {
            let all: Vec<String> = parts.iter().map(|part| wanted(part, group)).collect();
            all.join(" ")
        }
        Predicate::Not(_) | Predicate::Called(..) => part.words(),
        _ if aspects(part).is_empty() => noun(part),
        _ => fact_words(part, group),
    }
}

fn verb(scene: &Scene) -> &'static str {
    if is_plural(scene) { "are" } else { "is" }
}

fn joined(words: &[String]) -> String {
    match words {
        [rest @ .., last] if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}
