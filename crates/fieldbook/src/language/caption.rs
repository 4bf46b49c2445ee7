//! Clean captions: frames filled with phrases that are true of the scene.

use std::fmt::Write;

use super::{
    frames::Voice,
    marks::mark,
    naming::{Naming, Subject},
    phrase::{Phrase, article, one_of, pick},
    phrases::{CONCEPTS, DETAILS, DOING, ON, PLACES, WHEN},
    subject::{companion, subject},
};
use crate::{Behaviour, Health, HumanImpact, Light, Predicate, Scene, splitmix::SplitMix64};

/// A caption and everything that it claims.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedCaption {
    pub text: String,
    /// Predicates that all hold of the scene. They say all that the caption says: it describes
    /// every other scene of which they hold as well.
    pub claims: Vec<Predicate>,
}

impl ClaimedCaption {
    pub fn is_true_of(&self, scene: &Scene) -> bool {
        self.claims.iter().all(|claim| claim.holds(scene))
    }
}

/// Five true captions of a scene, all different, each in another voice.
pub fn captions(scene: &Scene, seed: u64) -> [String; 5] {
    claimed_captions(scene, seed).map(|caption| caption.text)
}

pub fn claimed_captions(scene: &Scene, seed: u64) -> [ClaimedCaption; 5] {
    let mut stream = SplitMix64::of_pair(seed ^ 0x43A9_7104, u64::from(scene.variation));
    let mut voices = Voice::ALL;
    for last in (1..voices.len()).rev() {
        let other = stream.below(u32::try_from(last).unwrap_or(0) + 1) as usize;
        voices.swap(last, other);
    }
    let mut written: Vec<String> = Vec::new();
    voices.map(|voice| {
        let mut caption = written_by(voice, scene, &mut stream);
        for _ in 0..60 {
            if !written.contains(&caption.text) {
                break;
            }
            caption = written_by(Voice::Plain, scene, &mut stream);
        }
        written.push(caption.text.clone());
        caption
    })
}

/// The scene in one full sentence, without randomness: the text alternative of the picture.
pub fn description(scene: &Scene) -> String {
    // Prefer a phrase that names the companion, then the first of the list.
    let first = |phrases: &'static [Phrase]| {
        let mut true_ones = phrases.iter().filter(|phrase| phrase.claims.holds(scene));
        let names_companion = true_ones.clone().find(|phrase| phrase.text.contains("{c}"));
        names_companion.or_else(|| true_ones.find(|phrase| !phrase.text.starts_with("all by")))
    };
    let circumstance = |is_such: fn(&Predicate) -> bool| {
        WHEN.iter().find(|phrase| is_such(&phrase.claims) && phrase.claims.holds(scene))
    };
    // A fixed stream, so that the same scene always gets the same words.
    let mut stream = SplitMix64::new(0);
    let Some(named) = subject(scene, Naming::Full, &mut stream) else {
        return scene.species.facts().english.to_owned();
    };
    let mut filling = Filling { claims: Vec::new(), named: Some(named), scene, stream };
    let mut text = filling.named.as_ref().map(|named| named.text.clone()).unwrap_or_default();
    let moves = matches!(scene.behaviour, Behaviour::Flying | Behaviour::Swimming);
    let names = |phrase: &Phrase| phrase.text.contains("{c}");
    let is_companion_told = first(DOING).is_some_and(names);
    let said = [
        (" ", first(DOING)),
        (" ", first(ON).filter(|phrase| !(moves || is_companion_told && names(phrase)))),
        (" ", first(PLACES)),
        (", ", first(DETAILS)),
        (", ", circumstance(|p| matches!(p, Predicate::Light(light) if *light != Light::Day))),
        (", ", circumstance(|p| matches!(p, Predicate::Weather(_)))),
        (", ", circumstance(|p| matches!(p, Predicate::Season(_)))),
    ];
    for (joint, phrase) in said {
        if let Some(phrase) = phrase {
            let _ = write!(text, "{joint}{}", filling.inflected(phrase));
        }
    }
    finished(&text, true, true)
}

fn written_by(voice: Voice, scene: &Scene, stream: &mut SplitMix64) -> ClaimedCaption {
    // A frame may need something that the scene lacks, such as a detail; then try another.
    for _ in 0..40 {
        if let Some(caption) = attempt(voice, scene, stream) {
            return caption;
        }
    }
    for _ in 0..40 {
        if let Some(caption) = attempt(Voice::Plain, scene, stream) {
            return caption;
        }
    }
    ClaimedCaption { text: description(scene), claims: Vec::new() }
}

fn attempt(voice: Voice, scene: &Scene, stream: &mut SplitMix64) -> Option<ClaimedCaption> {
    let frames = voice.frames().iter();
    // People mention what is unusual.
    let tells = is_unusual(scene) && stream.in_thousand(600);
    let frame = one_of(frames.clone().filter(|frame| tells && frame.contains("{detail}")), stream)
        .or_else(|| one_of(frames, stream))?;
    let naming = *one_of(voice.namings().iter(), stream)?;
    let named = if frame.contains("{s}") { Some(subject(scene, naming, stream)?) } else { None };
    let mut filling = Filling {
        claims: named.as_ref().map(|named| named.claims.clone()).unwrap_or_default(),
        named,
        scene,
        stream: stream.clone(),
    };
    let filled = filling.fill(frame);
    *stream = filling.stream;
    let text = filled?;
    let has_capital = stream.in_thousand(780);
    let has_stop = has_capital && stream.in_thousand(700);
    Some(ClaimedCaption { text: finished(&text, has_capital, has_stop), claims: filling.claims })
}

/// Whether the scene shows anything beyond an organism, its behaviour and its surroundings.
fn is_unusual(scene: &Scene) -> bool {
    scene.impact != HumanImpact::None
        || scene.health != Health::Healthy
        || scene.camera_trap.is_some()
}

/// Whether the phrase is a detail about what is unusual.
fn tells_more(phrase: &Phrase) -> bool {
    let is_distance = matches!(phrase.claims, Predicate::Framing(_));
    let is_detail = DETAILS.iter().any(|detail| detail.text == phrase.text);
    is_detail && !is_distance && !phrase.text.starts_with("all by")
}

struct Filling<'a> {
    claims: Vec<Predicate>,
    named: Option<Subject>,
    scene: &'a Scene,
    stream: SplitMix64,
}

impl Filling<'_> {
    fn fill(&mut self, frame: &str) -> Option<String> {
        let mut text = String::new();
        let mut rest = frame;
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            let (gap, behind) = after.split_once('}')?;
            rest = behind;
            let (name, is_optional) = match gap.strip_suffix('?') {
                Some(name) => (name, true),
                None => (gap, false),
            };
            if is_optional && self.stream.in_thousand(480) {
                continue;
            }
            match self.word(name, frame) {
                Some(words) => text.push_str(&words),
                None if is_optional => {}
                None => return None,
            }
        }
        text.push_str(rest);
        Some(text)
    }

    fn word(&mut self, gap: &str, frame: &str) -> Option<String> {
        let is_plural = self.named.as_ref().is_some_and(|named| named.is_plural);
        let moves = matches!(self.scene.behaviour, Behaviour::Flying | Behaviour::Swimming);
        let phrases = match gap {
            "s" => return self.named.as_ref().map(|named| named.text.clone()),
            "is" => return Some(if is_plural { "are" } else { "is" }.to_owned()),
            "was" => return Some(if is_plural { "were" } else { "was" }.to_owned()),
            "mark" | "with_mark" => return self.mark(gap == "with_mark"),
            // "Flying in the air" would say the same thing twice.
            "on" if moves && frame.contains("{doing") => return None,
            "on" => ON,
            "doing" => DOING,
            "place" => PLACES,
            "when" => WHEN,
            "detail" => DETAILS,
            "concept" => CONCEPTS,
            "concept_noun" => {
                let is_noun = |phrase: &&Phrase| super::phrases::is_noun(phrase.text);
                let phrase = pick(CONCEPTS.iter().filter(is_noun), self.scene, &mut self.stream)?;
                return Some(self.inflected(phrase));
            }
            _ => return None,
        };
        let phrase =
            self.salient(phrases).or_else(|| pick(phrases, self.scene, &mut self.stream))?;
        Some(self.inflected(phrase))
    }

    /// In most cases a phrase about the companion or something unusual, if there is one.
    fn salient(&mut self, phrases: &'static [Phrase]) -> Option<&'static Phrase> {
        if !self.stream.in_thousand(750) {
            return None;
        }
        let has_companion = self.scene.companion.is_some();
        let is_unusual = is_unusual(self.scene);
        let tells = |phrase: &&Phrase| {
            has_companion && phrase.text.contains("{c}") || is_unusual && tells_more(phrase)
        };
        pick(phrases.iter().filter(tells), self.scene, &mut self.stream)
    }

    /// The phrase with the companion's name and the right pronouns; adds its claims.
    fn inflected(&mut self, phrase: &Phrase) -> String {
        self.claims.push(phrase.claims);
        let is_plural = self.named.as_ref().is_some_and(|named| named.is_plural);
        let (its, it, itself) =
            if is_plural { ("their", "them", "themselves") } else { ("its", "it", "itself") };
        let mut text =
            phrase.text.replace("{its}", its).replace("{it}", it).replace("{itself}", itself);
        if let Some(other) = self.scene.companion.filter(|_| text.contains("{c}")) {
            let other = companion(other, &mut self.stream);
            text = text.replace("{c}", &other.text);
            self.claims.extend(other.claims);
        }
        text
    }

    fn mark(&mut self, is_with: bool) -> Option<String> {
        let claim = Predicate::Marked(self.scene.species);
        if !claim.holds(self.scene) {
            return None;
        }
        let words = mark(self.scene.species);
        let is_plural = self.named.as_ref().is_some_and(|named| named.is_plural);
        // Several birds do not share one "curved neck".
        if is_plural && !words.is_plural {
            return None;
        }
        self.claims.push(claim);
        Some(match (is_with, words.is_plural) {
            (true, true) => format!("with {}", words.text),
            (true, false) => format!("with {} {}", article(words.text), words.text),
            (false, _) => format!("{} {}", if is_plural { "their" } else { "its" }, words.text),
        })
    }
}

/// Tidies spaces and commas, and adds capitals after stops and a final stop.
fn finished(text: &str, has_capital: bool, has_stop: bool) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        if let (",", Some(last)) = (word, words.last_mut()) {
            last.push(',');
        } else if let (":", Some(last)) = (word, words.last_mut()) {
            last.push(':');
        } else {
            words.push(word.to_owned());
        }
    }
    let mut starts = has_capital;
    for word in &mut words {
        if starts || word == "i" {
            *word = capitalised(word);
        }
        starts = word.ends_with('.');
    }
    let mut sentence =
        words.join(" ").replace(",:", ":").replace(",,", ",").replace(",.", ".").replace(",!", "!");
    while sentence.ends_with([',', ':', '.', ' ']) {
        sentence.pop();
    }
    if has_stop && !sentence.ends_with(['!', '?', '"']) {
        sentence.push('.');
    }
    sentence
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let opening: String = letters.by_ref().take_while(|letter| *letter == '"').collect();
    let rest = &word[opening.len()..];
    let mut rest = rest.chars();
    let first: String = rest.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
    format!("{opening}{first}{}", rest.as_str())
}
