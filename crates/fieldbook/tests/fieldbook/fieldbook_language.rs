//! The language of the built-in world: captions are true, questions have answers, judgements are
//! what their definitions say, and all of it is the same every time.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    hash::{Hash, Hasher},
    sync::OnceLock,
};

use rankscope_core::{
    benchmark::{FieldsFile, ImageFields, ImageIds, RowRange, jsonl_from_fields},
    formats::{Qrel, RunEntry, VoteRule, qrels_from_votes},
    metrics::{ClassVector, plausible_matches},
};
use rankscope_fieldbook::{
    ANNOTATORS, Answer, Behaviour, Count, Definition, Family, Fieldbook, Framing, GALLERY_SEED,
    Group, HELD_OUT, Habitat, Health, HumanImpact, LICENCES, LifeStage, Light,
    MISSPELT_PER_THOUSAND, MOST_RELEVANT_TO_A_CAPTION, Morph, N_CLASSES, N_CREATORS,
    NOISE_PER_THOUSAND, NoiseKind, Predicate, Relation, Scene, SceneId, Season, Sex, Species,
    Substrate, TRAINING_SEED, TagKind, UNTAGGED_PER_THOUSAND, Weather, captions, claimed_captions,
    classes, description, is_held_out, noisy_captions, questions, training_scenes, upload,
    verified, vocabulary, votes, words_of,
};

const N: usize = 20_000;

fn book() -> &'static Fieldbook {
    static BOOK: OnceLock<Fieldbook> = OnceLock::new();
    BOOK.get_or_init(|| Fieldbook::new(GALLERY_SEED, N))
}

/// Whether `k` of `n` is within five standard deviations of a binomial of that mean.
fn is_likely(k: usize, n: usize, per_thousand: f64) -> bool {
    let p = per_thousand / 1000.0;
    let mean = p * n as f64;
    let deviation = (mean * (1.0 - p)).sqrt();
    (k as f64 - mean).abs() <= 5.0 * deviation + 1.0
}

// --- Captions -------------------------------------------------------------------------------

/// A turn of phrase, and whether a scene keeps it.
type Promise = (&'static str, fn(&Scene) -> bool);

/// What a word or turn of phrase promises, written down from the facts' documentation and apart
/// from the phrases themselves. A phrase counts where it stands between word boundaries.
fn promises() -> Vec<Promise> {
    fn by(scene: &Scene, relation: Relation) -> bool {
        scene.companion.is_some_and(|companion| companion.relation == relation)
    }
    fn is_wet(scene: &Scene) -> bool {
        use Habitat::{DeepSea, OpenSea, Reef, Stream};
        matches!(scene.habitat, Stream | Reef | OpenSea | DeepSea)
    }
    vec![
        ("at dusk", |s| s.light == Light::Dusk),
        ("at sunset", |s| s.light == Light::Dusk),
        ("evening", |s| s.light == Light::Dusk),
        ("at night", |s| s.light == Light::Night),
        ("dark", |s| {
            s.light == Light::Night
                || s.morph == Morph::Melanistic
                || s.species.facts().mark.contains("dark")
        }),
        ("silhouette", |s| s.light == Light::Backlit),
        ("against the light", |s| s.light == Light::Backlit),
        ("flash", |s| s.light == Light::Flash),
        ("torch", |s| s.light == Light::Flash),
        ("daylight", |s| s.light == Light::Day),
        ("cloudy", |s| s.weather == Weather::Cloudy),
        ("grey sky", |s| s.weather == Weather::Cloudy),
        ("in the rain", |s| s.weather == Weather::Rain),
        ("pouring", |s| s.weather == Weather::Rain),
        ("fog", |s| s.weather == Weather::Fog),
        ("mist", |s| s.weather == Weather::Fog),
        ("misty", |s| s.weather == Weather::Fog),
        ("snows", |s| s.weather == Weather::Snowfall),
        ("falling snow", |s| s.weather == Weather::Snowfall),
        ("snow", |s| s.weather == Weather::Snowfall || s.substrate == Substrate::Snow),
        ("in spring", |s| s.season == Some(Season::Spring)),
        ("spring day", |s| s.season == Some(Season::Spring)),
        ("summer", |s| s.season == Some(Season::Summer)),
        ("autumn", |s| s.season == Some(Season::Autumn)),
        ("winter", |s| s.season == Some(Season::Winter)),
        ("meadow", |s| s.habitat == Habitat::Meadow),
        ("woods", |s| {
            matches!(s.habitat, Habitat::Woodland | Habitat::ConiferForest | Habitat::Rainforest)
        }),
        ("conifers", |s| s.habitat == Habitat::ConiferForest),
        ("jungle", |s| s.habitat == Habitat::Rainforest),
        ("marsh", |s| s.habitat == Habitat::Wetland),
        ("reeds", |s| s.habitat == Habitat::Wetland),
        ("reef", |s| s.habitat == Habitat::Reef),
        ("open sea", |s| s.habitat == Habitat::OpenSea),
        ("deep sea", |s| s.habitat == Habitat::DeepSea),
        ("desert", |s| s.habitat == Habitat::Desert),
        ("mountains", |s| s.habitat == Habitat::Mountain),
        ("tundra", |s| s.habitat == Habitat::Tundra),
        ("in a garden", |s| s.habitat == Habitat::Garden),
        ("back garden", |s| s.habitat == Habitat::Garden),
        ("city", |s| s.habitat == Habitat::City),
        ("in town", |s| s.habitat == Habitat::City),
        ("farm", |s| s.habitat == Habitat::Farmland),
        ("farmland", |s| s.habitat == Habitat::Farmland),
        ("beach", |s| s.habitat == Habitat::Beach),
        ("rocky shore", |s| s.habitat == Habitat::RockyShore),
        ("stream", |s| s.habitat == Habitat::Stream),
        ("underwater", is_wet),
        ("under water", is_wet),
        ("branch", |s| s.substrate == Substrate::Branch),
        ("log", |s| s.substrate == Substrate::Log),
        ("rock", |s| s.substrate == Substrate::Rock),
        ("stone", |s| s.substrate == Substrate::Rock),
        ("leaf", |s| s.substrate == Substrate::Leaf),
        ("trunk", |s| s.substrate == Substrate::Bark || s.species.facts().mark.contains("trunk")),
        ("sand", |s| s.substrate == Substrate::Sand),
        ("hand", |s| s.substrate == Substrate::Hand),
        ("wall", |s| s.substrate == Substrate::Wall),
        ("fence post", |s| s.substrate == Substrate::FencePost),
        ("coral", |s| s.substrate == Substrate::Coral || s.habitat == Habitat::Reef),
        ("asleep", |s| s.behaviour == Behaviour::Sleeping),
        ("sleeping", |s| s.behaviour == Behaviour::Sleeping),
        ("basking", |s| s.behaviour == Behaviour::Basking),
        ("flying", |s| s.behaviour == Behaviour::Flying),
        ("in flight", |s| s.behaviour == Behaviour::Flying),
        ("swimming", |s| s.behaviour == Behaviour::Swimming),
        ("leaping", |s| s.behaviour == Behaviour::Leaping),
        ("jumping", |s| s.behaviour == Behaviour::Leaping || s.shows(Species::ZebraJumper)),
        ("walking", |s| s.behaviour == Behaviour::Moving),
        ("hopping", |s| s.behaviour == Behaviour::Moving),
        ("crawling", |s| s.behaviour == Behaviour::Moving),
        ("resting", |s| s.behaviour == Behaviour::Resting && s.health != Health::Dead),
        ("still", |s| {
            s.behaviour == Behaviour::Resting && s.health != Health::Dead
                || s.health == Health::MissingLimb
                || s.group() == Group::Fungus && s.life_stage == LifeStage::Juvenile
        }),
        ("foraging", |s| s.behaviour == Behaviour::Feeding),
        ("eating", |s| s.behaviour == Behaviour::Feeding),
        ("nectar", |s| by(s, Relation::Pollinates)),
        ("carrying prey", |s| s.behaviour == Behaviour::CarryingPrey),
        ("caught by", |s| by(s, Relation::EatenBy)),
        ("in the grip of", |s| by(s, Relation::EatenBy)),
        ("visited by", |s| by(s, Relation::PollinatedBy)),
        ("pollinating", |s| by(s, Relation::Pollinates)),
        ("in the company of", |s| by(s, Relation::EscortedBy)),
        ("a ride", |s| by(s, Relation::Bears)),
        ("singing", |s| s.behaviour == Behaviour::Calling),
        ("calling", |s| s.behaviour == Behaviour::Calling),
        ("croaking", |s| s.behaviour == Behaviour::Calling && s.group() == Group::Amphibian),
        ("fighting", |s| s.behaviour == Behaviour::Fighting),
        ("mating", |s| s.behaviour == Behaviour::Mating),
        ("hatching", |s| s.behaviour == Behaviour::Hatching),
        ("emerging", |s| s.behaviour == Behaviour::Hatching),
        ("building", |s| s.behaviour == Behaviour::NestBuilding),
        ("spinning", |s| s.behaviour == Behaviour::NestBuilding && s.group() == Group::Spider),
        ("parental", |s| s.behaviour == Behaviour::TendingYoung),
        ("its young", |s| s.behaviour == Behaviour::TendingYoung),
        ("spores", |s| s.behaviour == Behaviour::Dispersing && s.group() == Group::Fungus),
        ("road", |s| s.impact == HumanImpact::Road || s.health == Health::Dead),
        ("roadside", |s| s.impact == HumanImpact::Road),
        ("power lines", |s| s.impact == HumanImpact::PowerLine),
        ("litter", |s| s.impact == HumanImpact::Litter),
        ("rubbish", |s| s.impact == HumanImpact::Litter),
        ("plastic", |s| s.impact == HumanImpact::Litter),
        ("netting", |s| s.impact == HumanImpact::Net),
        ("hook", |s| s.impact == HumanImpact::FishHook),
        ("leg ring", |s| s.impact == HumanImpact::LegBand),
        ("transmitter", |s| s.impact == HumanImpact::RadioTag),
        ("ear tag", |s| s.impact == HumanImpact::EarTag),
        ("ruler", |s| s.impact == HumanImpact::Ruler),
        ("camera trap", |s| s.camera_trap.is_some()),
        ("trail camera", |s| s.camera_trap.is_some()),
        ("wound", |s| s.health == Health::Injured),
        ("missing a leg", |s| s.health == Health::MissingLimb),
        ("torn wing", |s| s.health == Health::MissingLimb),
        ("mites", |s| s.health == Health::Parasites),
        ("ticks", |s| s.health == Health::Parasites),
        ("parasites", |s| s.health == Health::Parasites),
        ("mange", |s| s.health == Health::Diseased),
        ("sick", |s| s.health == Health::Diseased),
        ("dead", |s| {
            s.health == Health::Dead
                || s.life_stage == LifeStage::Withered
                || s.substrate == Substrate::Log
        }),
        ("close-up", |s| s.framing == Framing::CloseUp),
        ("close up", |s| s.framing == Framing::CloseUp),
        ("distance", |s| s.framing == Framing::Distant),
        ("far away", |s| s.framing == Framing::Distant),
        ("two", |s| s.count == Count::Two),
        ("pair of", |s| s.count == Count::Two),
        ("a few", |s| s.count == Count::Few),
        ("several", |s| s.count == Count::Few),
        ("many", |s| s.count == Count::Flock),
        ("lots of", |s| s.count == Count::Flock),
        ("flock", |s| s.count == Count::Flock && s.group().is_bird()),
        ("shoal", |s| s.count == Count::Flock && s.group() == Group::Fish),
        ("male", |s| s.sex == Some(Sex::Male)),
        ("female", |s| s.sex == Some(Sex::Female)),
        ("leucistic", |s| s.morph == Morph::Leucistic),
        ("melanistic", |s| s.morph == Morph::Melanistic),
        ("xanthic", |s| s.morph == Morph::Xanthic),
        ("eggs", |s| s.life_stage == LifeStage::Egg),
        ("spawn", |s| s.life_stage == LifeStage::Egg),
        ("caterpillar", |s| s.life_stage == LifeStage::Larva && s.group() == Group::Butterfly),
        ("tadpole", |s| s.life_stage == LifeStage::Larva && s.group() == Group::Amphibian),
        ("grub", |s| s.life_stage == LifeStage::Larva && s.group() == Group::Beetle),
        ("chick", |s| s.life_stage == LifeStage::Juvenile && s.group().is_bird()),
        ("sapling", |s| s.life_stage == LifeStage::Seedling && s.group() == Group::Tree),
        ("seedling", |s| s.life_stage == LifeStage::Seedling),
        ("in flower", |s| s.life_stage == LifeStage::Flowering),
        ("in bloom", |s| s.life_stage == LifeStage::Flowering),
        ("gone to seed", |s| s.life_stage == LifeStage::Fruiting),
        ("withered", |s| s.life_stage == LifeStage::Withered),
        ("bird", |s| shows_group(s, Group::is_bird)),
        ("songbird", |s| shows_group(s, |g| g == Group::PerchingBird)),
        ("owl", |s| shows_group(s, |g| g == Group::Owl)),
        ("insect", |s| shows_group(s, Group::is_insect)),
        ("mammal", |s| shows_group(s, |g| g == Group::Mammal)),
        ("fish", |s| shows_group(s, |g| g == Group::Fish)),
        ("beetle", |s| shows_group(s, |g| g == Group::Beetle)),
        ("tree", |s| {
            shows_group(s, |g| g == Group::Tree)
                || s.shows(Species::TreeFrog)
                || s.substrate == Substrate::Bark
        }),
        ("flower", |s| {
            shows_group(s, |g| g == Group::Flower) || s.life_stage == LifeStage::Flowering
        }),
        ("fungus", |s| shows_group(s, |g| g == Group::Fungus)),
        ("frog", |s| {
            s.shows(Species::CommonFrog)
                || s.shows(Species::TreeFrog)
                || s.shows(Species::BlueDartFrog)
        }),
        ("snake", |s| s.shows(Species::GrassSnake) || s.shows(Species::Adder)),
        ("moth", |s| {
            [Species::LunaMoth, Species::ElephantHawkmoth, Species::PaperLanternMoth]
                .into_iter()
                .any(|species| s.shows(species))
        }),
    ]
}

fn shows_group(scene: &Scene, is_such: fn(Group) -> bool) -> bool {
    is_such(scene.group())
        || scene.companion.is_some_and(|companion| is_such(companion.species.facts().group))
}

/// The caption between spaces, letters alone, so that a phrase can be found whole.
fn spaced(caption: &str) -> String {
    format!(" {} ", words_of(caption).collect::<Vec<_>>().join(" "))
}

/// Whether the phrase stands in a spaced text, whole.
fn holds_phrase(spaced: &str, phrase: &str) -> bool {
    spaced
        .match_indices(phrase)
        .any(|(at, _)| spaced[..at].ends_with(' ') && spaced[at + phrase.len()..].starts_with(' '))
}

#[test]
fn what_captions_promise_is_in_the_scene() {
    let promises = promises();
    let mut n_kept: HashMap<&str, usize> = HashMap::new();
    let mut broken: BTreeMap<&str, String> = BTreeMap::new();
    for scene in book().scenes() {
        for text in captions(scene, GALLERY_SEED).into_iter().chain([description(scene)]) {
            let spaced = spaced(&text);
            for (phrase, holds) in &promises {
                if holds_phrase(&spaced, phrase) {
                    if !holds(scene) {
                        broken.entry(phrase).or_insert(format!("{text:?}: {scene:?}"));
                    }
                    *n_kept.entry(phrase).or_default() += 1;
                }
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
    for (phrase, _) in &promises {
        assert!(n_kept.contains_key(phrase), "{phrase:?} occurs in no caption");
    }
}

#[test]
fn whole_names_in_captions_are_in_the_picture() {
    let names: Vec<(Species, String)> = Species::ALL
        .iter()
        .flat_map(|species| {
            [(*species, species.facts().english), (*species, species.facts().scientific)]
        })
        .map(|(species, name)| (species, words_of(name).collect::<Vec<_>>().join(" ")))
        .filter(|(_, name)| name.contains(' '))
        .collect();
    for (row, scene) in book().scenes().iter().enumerate().step_by(2) {
        for text in captions(scene, GALLERY_SEED) {
            let spaced = spaced(&text);
            for (species, name) in &names {
                let is_named = holds_phrase(&spaced, name);
                assert!(!is_named || scene.shows(*species), "{row}: {text:?} names {name}");
            }
        }
    }
}

#[test]
fn captions_claim_what_is_true_and_more_than_nothing() {
    for scene in book().scenes() {
        for caption in claimed_captions(scene, GALLERY_SEED) {
            assert!(!caption.claims.is_empty(), "{caption:?}");
            assert!(caption.is_true_of(scene), "{caption:?} of {scene:?}");
        }
    }
}

#[test]
fn the_five_captions_of_a_scene_differ() {
    for scene in book().scenes() {
        let texts: BTreeSet<String> = captions(scene, GALLERY_SEED).into();
        assert_eq!(texts.len(), 5, "{texts:?}");
    }
}

#[test]
fn captions_are_tidy() {
    for scene in book().scenes() {
        for text in captions(scene, GALLERY_SEED).into_iter().chain([description(scene)]) {
            let is_tidy = !text.contains(['{', '}'])
                && !text.contains("  ")
                && text.trim() == text
                && ![" ,", " .", ",,", ",.", "..", ": :", " a a", " an an "]
                    .iter()
                    .any(|fault| text.contains(fault));
            assert!(is_tidy, "{text:?}");
            for (article, vowels) in [("a", true), ("an", false)] {
                let spaced = spaced(&text);
                for after in spaced.split(&format!(" {article} ")).skip(1) {
                    let sounds = ["eu", "uni", "one"].iter().any(|start| after.starts_with(start));
                    let is_vowel = after.starts_with(['a', 'e', 'i', 'o', 'u']) && !sounds;
                    assert!(is_vowel != vowels, "{text:?}");
                }
            }
        }
    }
}

#[test]
fn captions_are_as_varied_as_peoples() {
    let texts: Vec<String> = book().captions().map(|caption| caption.text).collect();
    let lengths: Vec<usize> = texts.iter().map(|text| words_of(text).count()).collect();
    let n_short = lengths.iter().filter(|length| **length <= 4).count();
    let n_long = lengths.iter().filter(|length| **length >= 10).count();
    assert!(n_short * 10 > texts.len() && n_long * 10 > texts.len(), "{n_short} {n_long}");
    let n_distinct = texts.iter().collect::<BTreeSet<_>>().len();
    assert!(n_distinct * 3 > texts.len() * 2, "{n_distinct} of {}", texts.len());
}

#[test]
fn the_vocabulary_is_closed() {
    let known = vocabulary();
    for (index, scene) in (0u64..).zip(book().scenes()) {
        let clean = captions(scene, GALLERY_SEED);
        for text in clean.into_iter().chain([description(scene)]) {
            for word in words_of(&text) {
                assert!(known.contains(&word), "{word:?} in {text:?}");
            }
        }
        if index % 4 == 0 {
            for noisy in noisy_captions(GALLERY_SEED, index, 20_000) {
                for word in words_of(&noisy.text) {
                    assert!(known.contains(&word), "{word:?} in {:?}", noisy.text);
                }
            }
        }
    }
}

#[test]
fn noise_comes_at_the_stated_rates() {
    let total: u32 = NOISE_PER_THOUSAND.iter().map(|(_, n)| n).sum();
    assert_eq!(total, 1000);
    let mut n_of: HashMap<NoiseKind, usize> = HashMap::new();
    let n = 4000;
    for index in 0..n {
        let clean = captions(&Scene::generate(TRAINING_SEED, index), TRAINING_SEED);
        for (clean, noisy) in clean.iter().zip(noisy_captions(TRAINING_SEED, index, n)) {
            *n_of.entry(noisy.kind).or_default() += 1;
            assert_eq!(noisy.kind == NoiseKind::Clean, noisy.text == *clean, "{noisy:?}");
            assert!(!noisy.text.is_empty());
        }
    }
    for (kind, per_thousand) in NOISE_PER_THOUSAND {
        let found = n_of[&kind];
        assert!(is_likely(found, 5 * n as usize, per_thousand.into()), "{kind:?}: {found}");
    }
}

#[test]
fn swapped_captions_come_from_scenes_that_may_be_trained_on() {
    let n = 3000;
    let known: BTreeSet<String> = training_scenes(TRAINING_SEED)
        .take_while(|(index, _)| *index < n)
        .flat_map(|(_, scene)| captions(&scene, TRAINING_SEED))
        .collect();
    let mut n_swapped = 0;
    for (index, scene) in training_scenes(TRAINING_SEED).take_while(|(index, _)| *index < n) {
        assert!(!is_held_out(&scene));
        for noisy in noisy_captions(TRAINING_SEED, index, n) {
            if noisy.kind == NoiseKind::Swapped {
                assert!(known.contains(&noisy.text), "{noisy:?}");
                n_swapped += 1;
            }
        }
    }
    assert!(n_swapped > 1000);
}

// --- Determinism ----------------------------------------------------------------------------

/// FNV-1a, written down here because the standard hasher may change.
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let all = |book: &Fieldbook| {
        let mut hash = Fnv(0xCBF2_9CE4_8422_2325);
        let mut add = |text: String| text.hash(&mut hash);
        book.queries().for_each(|query| add(serde_json::to_string(query).unwrap()));
        book.images().for_each(|image| add(serde_json::to_string(&image).unwrap()));
        book.captions().for_each(|caption| add(serde_json::to_string(&caption).unwrap()));
        for definition in Definition::ALL {
            book.qrels(*definition).iter().for_each(|qrel| add(format!("{qrel:?}")));
        }
        book.voted_images(3).iter().for_each(|voted| add(format!("{voted:?}")));
        hash.finish()
    };
    let first = all(&Fieldbook::new(5, 300));
    assert_eq!(first, all(&Fieldbook::new(5, 300)));
    assert_ne!(first, all(&Fieldbook::new(6, 300)));
}

#[test]
fn scenes_and_captions_do_not_depend_on_how_many_there_are() {
    let few = Fieldbook::new(GALLERY_SEED, 50);
    assert_eq!(few.scenes(), &book().scenes()[..50]);
    let first: Vec<_> = book().captions().take(250).collect();
    assert_eq!(few.captions().collect::<Vec<_>>(), first);
}

// --- Questions ------------------------------------------------------------------------------

#[test]
fn there_are_enough_questions_of_every_shape() {
    let of = |family: Family| questions().filter(move |question| question.family == family);
    assert!(of(Family::Inquire).count() >= 200, "{}", of(Family::Inquire).count());
    assert!(of(Family::Conceptual).count() >= 50);
    assert!(of(Family::Descriptive).count() >= 30);
    assert_eq!(of(Family::Topic).count(), 24);
    assert_eq!(of(Family::Topic).filter(|topic| topic.partly.is_some()).count(), 14);
    let categories: BTreeSet<_> = of(Family::Inquire).map(|q| q.category.unwrap()).collect();
    assert_eq!(categories.len(), 16);
    let above: BTreeSet<_> = categories.iter().map(|category| category.supercategory()).collect();
    assert_eq!(above.len(), 4);
    for category in categories {
        let n = of(Family::Inquire).filter(|q| q.category == Some(category)).count();
        assert!(n >= 9, "{category:?} has {n}");
    }
    assert!(of(Family::Inquire).all(|question| question.iconic_group.is_some()));
    let n_scientific = questions().filter(|question| question.is_scientific).count();
    assert!((25..=80).contains(&n_scientific), "{n_scientific}");
    let texts: BTreeSet<_> = questions().map(|question| question.text).collect();
    assert_eq!(texts.len(), questions().count());
}

#[test]
fn every_question_has_an_answer_and_they_are_long_tailed() {
    let listed: Vec<_> = book()
        .answered_queries()
        .iter()
        .filter_map(|asked| match asked.answer {
            Answer::Question(question) => Some(question),
            Answer::Caption { .. } => None,
        })
        .collect();
    let counts: Vec<usize> = listed
        .iter()
        .map(|question| {
            let n = book().scenes().iter().filter(|scene| question.grade(scene) >= 1).count();
            assert!(n >= 1, "nothing answers {:?}", question.text);
            n
        })
        .collect();
    // A rarity may have no picture in a gallery; few do.
    let left_out: Vec<_> =
        questions().filter(|question| !listed.contains(question)).map(|q| q.text).collect();
    assert!(left_out.len() <= 8, "{left_out:?}");
    assert!(counts.contains(&1), "the rarest has {:?}", counts.iter().min());
    let n_with = |range: std::ops::RangeInclusive<usize>| {
        counts.iter().filter(|count| range.contains(count)).count()
    };
    assert!(n_with(1..=3) >= 3, "few rare ones: {}", n_with(1..=3));
    for range in [4..=15, 16..=50, 51..=150, 151..=500, 501..=20_000] {
        let n = n_with(range.clone());
        assert!(n >= 20, "{range:?}: {n}");
    }
    assert!(counts.iter().any(|count| *count > 1000));
}

#[test]
fn a_quarter_is_for_validation_in_every_category() {
    let mut n_of: BTreeMap<(String, String), [usize; 2]> = BTreeMap::new();
    let mut ids = BTreeSet::new();
    for query in book().queries() {
        assert!(ids.insert(&query.id), "{} twice", query.id);
        let kind = query.facets.get("category").cloned().unwrap_or_default();
        let counts = n_of.entry((query.facets["family"].clone(), kind)).or_default();
        match query.split.as_str() {
            "val" => counts[0] += 1,
            "test" => counts[1] += 1,
            other => panic!("split {other:?}"),
        }
    }
    for (kind, [n_val, n_test]) in n_of {
        let share = n_val as f64 / (n_val + n_test) as f64;
        assert!((0.1..=0.4).contains(&share), "{kind:?}: {n_val} of {}", n_val + n_test);
    }
}

#[test]
fn facets_have_the_stated_shape() {
    for query in book().queries() {
        let facet = |name: &str| query.facets.get(name).map(String::as_str);
        assert!(matches!(facet("held_out"), Some("yes" | "no")));
        match facet("family").unwrap() {
            "question" => {
                for name in ["supercategory", "category", "iconic_group", "scientific"] {
                    assert!(facet(name).is_some(), "{query:?}");
                }
                assert!(facet("kind").is_none());
            }
            family @ ("conceptual" | "descriptive") => assert_eq!(facet("kind"), Some(family)),
            "topic" | "caption" => assert_eq!(query.facets.len(), 2),
            other => panic!("{other}"),
        }
    }
}

#[test]
fn held_out_questions_ask_for_what_no_training_scene_shows() {
    for question in questions() {
        let mut answers =
            book().scenes().iter().filter(|scene| question.grade(scene) >= 1).peekable();
        // What no scene of the gallery answers is not asked there.
        if answers.peek().is_none() {
            continue;
        }
        let is_all_held_out = answers.all(is_held_out);
        assert_eq!(question.is_held_out, is_all_held_out, "{}", question.text);
    }
    for (name, combination) in HELD_OUT {
        let asked = questions().any(|question| question.fully == combination);
        assert!(asked, "no question asks for {name}");
        assert!(book().scenes().iter().any(|scene| combination.holds(scene)), "{name}");
    }
    let n = book().scenes().iter().filter(|scene| is_held_out(scene)).count();
    assert!((N / 200..N / 20).contains(&n), "{n} scenes are held out");
}

// --- Predicates -----------------------------------------------------------------------------

#[test]
fn connectives_are_those_of_logic() {
    const RED: Predicate = Predicate::Coloured("red");
    const FOX: Predicate = Predicate::Species(Species::RedFox);
    const BOTH: Predicate = Predicate::All(&[FOX, RED]);
    const EITHER: Predicate = Predicate::Any(&[FOX, RED]);
    const NEITHER: Predicate = Predicate::Not(&EITHER);
    for scene in book().scenes().iter().take(3000) {
        let (fox, red) = (scene.species == Species::RedFox, RED.holds(scene));
        assert_eq!(BOTH.holds(scene), fox && red);
        assert_eq!(EITHER.holds(scene), fox || red);
        assert_eq!(NEITHER.holds(scene), !fox && !red);
        assert!(
            (BOTH.nearness(scene) - f64::from(u8::from(fox) + u8::from(red)) / 2.0).abs() < 1e-12
        );
    }
    assert_eq!(BOTH.words(), "red fox and visibly red");
}

#[test]
fn reasons_agree_with_the_verdict() {
    for question in questions() {
        for scene in book().scenes().iter().step_by(400) {
            let reasons = question.fully.reasons(scene);
            assert_eq!(reasons[0].holds, question.fully.holds(scene), "{}", question.text);
            assert_eq!(reasons[0].depth, 0);
            assert!(reasons.iter().all(|reason| !reason.words.is_empty()));
            for pair in reasons.windows(2) {
                assert!(pair[1].depth <= pair[0].depth + 1, "{reasons:?}");
            }
        }
    }
}

// --- Judgements -----------------------------------------------------------------------------

fn by_pair(qrels: &[Qrel]) -> HashMap<(&str, &str), i32> {
    let pairs: HashMap<_, _> =
        qrels.iter().map(|q| ((q.query.as_str(), q.document.as_str()), q.grade)).collect();
    assert_eq!(pairs.len(), qrels.len(), "a pair is judged twice");
    pairs
}

#[test]
fn exhaustive_judgements_are_the_truth_of_every_pair() {
    let book = Fieldbook::new(GALLERY_SEED, 1500);
    let qrels = book.qrels(Definition::Exhaustive);
    let judged = by_pair(&qrels);
    for asked in book.answered_queries() {
        for (row, scene) in book.scenes().iter().enumerate() {
            let id = book.id(row).to_string();
            let expected = match &asked.answer {
                Answer::Question(question) => {
                    if question.fully.holds(scene) {
                        2
                    } else if question.partly.is_some_and(|partly| partly.holds(scene)) {
                        1
                    } else {
                        0
                    }
                }
                Answer::Caption { claims, .. } => {
                    2 * i32::from(!claims.iter().any(|claim| !claim.holds(scene)))
                }
            };
            let found = judged.get(&(asked.query.id.as_str(), id.as_str())).copied();
            assert_eq!(found.unwrap_or(0), expected, "{} {id}", asked.query.text);
        }
    }
}

#[test]
fn pairs_within_the_truth_and_the_truth_within_wide() {
    let book = Fieldbook::new(GALLERY_SEED, 4000);
    let all: Vec<Vec<Qrel>> =
        Definition::ALL.iter().map(|definition| book.qrels(*definition)).collect();
    let [exhaustive, pairs, wide, narrow] = [0, 1, 2, 3].map(|place| by_pair(&all[place]));
    assert_eq!(pairs.len(), book.queries().filter(|q| q.facets["family"] == "caption").count());
    for ((query, document), grade) in &pairs {
        assert_eq!(exhaustive[&(*query, *document)], 2, "{query} {document}");
        assert_eq!(query.split_once('.').unwrap().0, *document);
        assert_eq!(*grade, 1);
    }
    assert!(exhaustive.keys().all(|pair| wide.contains_key(pair)));
    assert!(narrow.keys().all(|pair| exhaustive.get(pair) == Some(&2)));
    assert!(narrow.len() < exhaustive.len() && exhaustive.len() < wide.len());
}

#[test]
fn captions_that_are_asked_say_something() {
    let mut n_alone = 0;
    for asked in book().answered_queries() {
        let Answer::Caption { row, .. } = asked.answer else { continue };
        assert!(asked.grade(&book().scenes()[row]) == 2);
        let n = book().scenes().iter().filter(|scene| asked.grade(scene) >= 1).count();
        assert!((1..=MOST_RELEVANT_TO_A_CAPTION).contains(&n), "{}: {n}", asked.query.text);
        n_alone += usize::from(n == 1);
    }
    let n = book().queries().filter(|query| query.facets["family"] == "caption").count();
    assert!(n >= 990, "{n}");
    // False negatives are what the definitions are compared for.
    assert!(n_alone < n / 2, "{n_alone} of {n} have no answer but their own picture");
}

#[test]
fn verified_is_what_the_pool_holds_of_the_truth() {
    let qrel = |document: &str, grade| Qrel { query: "q".into(), document: document.into(), grade };
    let entry = |document: &str, score| RunEntry {
        query: "q".into(),
        document: document.into(),
        score,
        tag: "t".into(),
    };
    let truth = [qrel("a", 2), qrel("b", 1), qrel("c", 2)];
    let one = [entry("x", 0.1), entry("a", 0.9), entry("b", 0.8)];
    let two = [entry("b", 0.5), entry("y", 0.5), entry("c", 0.4)];
    let found = verified(&truth, &[&one, &two], 2);
    assert_eq!(found, [qrel("a", 2), qrel("b", 1), qrel("y", 0)]);
    assert_eq!(verified(&truth, &[&one], 1), [qrel("a", 2)]);
    assert!(verified(&truth, &[], 5).is_empty());
}

#[test]
fn classes_are_few_bits_and_tell_scenes_apart() {
    const { assert!(N_CLASSES <= 128) };
    for scene in book().scenes().iter().take(2000) {
        let found = classes(scene);
        assert!((4..=6).contains(&found.len()), "{found:?}");
        assert!(found.is_sorted() && found.iter().all(|class| *class < N_CLASSES));
        let mut other = scene.clone();
        other.habitat = Habitat::DeepSea;
        let n_differ = found.iter().filter(|class| !classes(&other).contains(class)).count();
        assert_eq!(n_differ, usize::from(scene.habitat != Habitat::DeepSea));
    }
}

#[test]
fn classes_serve_plausible_matches() {
    let vectors: Vec<Option<ClassVector>> =
        book().scenes().iter().map(|scene| ClassVector::new(classes(scene))).collect();
    assert!(vectors.iter().all(Option::is_some));
    let judged = plausible_matches(vectors[7], &vectors, |row| row == 7);
    assert_eq!(judged.grade(7), Some(4));
    let n_from_grade = |grade| judged.as_slice().iter().filter(|(_, g)| *g >= grade).count();
    // Each step of distance lets in many more, as with the labels of real pictures.
    let [near, nearer, nearest] = [1, 2, 3].map(n_from_grade);
    assert!(nearest > 1 && nearest <= nearer && 2 * nearer < near && near < N / 4);
}

#[test]
fn annotators_err_at_their_stated_rates() {
    let question = questions().find(|question| question.text == "parental care").unwrap();
    let scenes = book().scenes();
    for grade in [2, 1, 0] {
        let scene = scenes.iter().find(|scene| question.grade(scene) == grade).unwrap();
        // The panel is the same for every key, with another two of the seven left out.
        let n = 6000;
        let mut cast = [0usize; 3];
        for key in 0..n {
            let (votes, by) = votes(question, scene, 11, key);
            assert_eq!(votes.relevant + votes.non_relevant + votes.unsure, 5);
            let relevant = by.values().filter(|vote| **vote == 0).count();
            assert_eq!((by.len(), relevant), (5, votes.relevant as usize));
            cast[0] += votes.relevant as usize;
            cast[1] += votes.non_relevant as usize;
            cast[2] += votes.unsure as usize;
        }
        let mean = |rate: fn(rankscope_fieldbook::VoteChances) -> u32| {
            let rates = ANNOTATORS.iter().map(|a| f64::from(rate(a.chances(question, scene))));
            rates.sum::<f64>() / ANNOTATORS.len() as f64
        };
        let expected = [mean(|c| c.relevant), mean(|c| c.not_relevant), mean(|c| c.unsure)];
        assert!((expected.iter().sum::<f64>() - 1000.0).abs() < 1e-9);
        for (found, expected) in cast.iter().zip(expected) {
            assert!(is_likely(*found, 5 * n as usize, expected), "{grade}: {cast:?} {expected}");
        }
    }
}

#[test]
fn the_error_model_is_ordered_as_people_are() {
    let by_text = |text: &str| questions().find(|question| question.text == text).unwrap();
    let idea = by_text("parental care");
    let scenes = book().scenes();
    let of_grade = |question: &rankscope_fieldbook::Question, grade| {
        scenes.iter().find(|scene| question.grade(scene) == grade).unwrap()
    };
    for annotator in ANNOTATORS {
        let relevant = |grade| annotator.chances(idea, of_grade(idea, grade)).relevant;
        assert!(relevant(2) > relevant(1) && relevant(1) > relevant(0), "{annotator:?}");
    }
    // Who does not know the term misses three times as often.
    let scientific = by_text("copulation in any animal");
    let lay = ANNOTATORS.iter().find(|annotator| !annotator.knows_terms).unwrap();
    let chances = lay.chances(scientific, of_grade(scientific, 2));
    assert_eq!(chances.not_relevant, 3 * lay.misses);
}

#[test]
fn votes_become_judgements_by_the_three_rules() {
    let queries = book().conqa_queries();
    let voted = book().voted_images(1);
    assert!(queries.iter().filter(|query| query.is_conceptual).count() >= 50);
    assert!(voted.len() > 20 * queries.len());
    let n_relevant = |rule| {
        let qrels = qrels_from_votes(&queries, &voted, rule);
        assert_eq!(qrels.len(), voted.len());
        qrels.iter().filter(|qrel| qrel.grade >= 1).count()
    };
    let [strict, sure, unsure] = VoteRule::ALL.map(n_relevant);
    assert!(0 < strict && strict < sure && sure <= unsure, "{strict} {sure} {unsure}");
}

// --- Uploads --------------------------------------------------------------------------------

#[test]
fn images_have_all_that_the_format_asks_for() {
    let mut n_untagged = 0;
    for (row, image) in book().images().enumerate() {
        assert_eq!(image.scene.as_deref(), Some(image.id.as_str()));
        let id: SceneId = image.id.parse().unwrap();
        assert_eq!(id.scene(), book().scenes()[row]);
        assert!(!image.caption.is_empty() && !image.attribution.is_empty());
        assert_eq!(image.license, "CC0-1.0");
        n_untagged += usize::from(image.tags.is_empty());
        let distinct: BTreeSet<_> = image.tags.iter().collect();
        assert_eq!(distinct.len(), image.tags.len());
        let is_plain = |tag: &String| {
            tag.chars().all(|letter| letter.is_alphanumeric() && !letter.is_uppercase())
        };
        assert!(image.tags.iter().all(is_plain), "{:?}", image.tags);
    }
    // Some creators who tag had nothing true to say, so rather more are untagged.
    assert!(n_untagged >= N * UNTAGGED_PER_THOUSAND as usize / 1100, "{n_untagged}");
    assert!(n_untagged < N / 5, "{n_untagged}");
}

#[test]
fn pictures_carry_exif_licences_places_and_creators_that_agree_with_their_uploads() {
    let fields: Vec<ImageFields> = book().fields().collect();
    assert_eq!(fields.len(), N);
    let text = jsonl_from_fields(&fields).unwrap();
    let rows = RowRange { start: 0, end: u32::try_from(N).unwrap() };
    let ids: Vec<String> = (0..N).map(|row| book().id(row).to_string()).collect();
    let file = FieldsFile::read("fields", &text, rows, ImageIds::from(&*ids)).unwrap();
    assert_eq!(file.not_understood, []);
    let mut n_of: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut n_placed, mut creators) = (0, BTreeSet::new());
    for row in 0..N {
        let (read, upload) = (file.of(u32::try_from(row).unwrap()).unwrap(), book().upload(row));
        assert_eq!(read.creator, Some(upload.creator.name().as_str()));
        let (year, month, day, hour, minute) = upload.exif.taken;
        let taken = format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}");
        assert_eq!(read.taken.unwrap().to_string(), taken);
        assert_eq!(read.exif.len(), 7);
        let licence = read.licence.unwrap();
        assert!(licence.is_known() && licence.id == upload.licence);
        *n_of.entry(upload.licence).or_default() += 1;
        creators.insert(upload.creator.number);
        if let Some((lat, lon)) = read.place {
            let (north, east) = upload.place.unwrap();
            assert!((lat * 100.0 - f64::from(north)).abs() < 1e-6);
            assert!((lon * 100.0 - f64::from(east)).abs() < 1e-6);
            assert!((-50.0..-48.0).contains(&lat) && (-125.0..-122.0).contains(&lon));
            n_placed += 1;
        }
    }
    assert_eq!(creators.len(), N_CREATORS as usize);
    assert_eq!(n_of.len(), LICENCES.len());
    assert!(n_of.values().all(|n| *n > N / 100), "{n_of:?}");
    assert!((N / 4..3 * N / 4).contains(&n_placed), "{n_placed}");
}

#[test]
fn tags_are_misspelt_at_the_stated_rate_and_the_rest_is_true() {
    let (mut n_right, mut n_wrong, mut n_off) = (0, 0, 0);
    for row in 0..N {
        let id = book().id(row);
        let scene = id.scene();
        for (tag, kind) in upload(id).tags {
            match kind {
                TagKind::True => n_right += 1,
                TagKind::Misspelt => n_wrong += 1,
                TagKind::OffTopic => n_off += 1,
            }
            if kind == TagKind::True && tag == "bird" {
                assert!(scene.group().is_bird());
            }
            if kind == TagKind::True && tag == "winter" {
                assert_eq!(scene.season, Some(Season::Winter));
            }
        }
    }
    let n = n_right + n_wrong;
    assert!(is_likely(n_wrong, n, MISSPELT_PER_THOUSAND.into()), "{n_wrong} of {n}");
    assert!(n_off > n / 20 && n_off < n / 2, "{n_off} against {n}");
}

#[test]
fn creators_are_distinct_and_a_few_take_most() {
    let mut n_by: HashMap<String, usize> = HashMap::new();
    for row in 0..N {
        *n_by.entry(book().upload(row).creator.name()).or_default() += 1;
    }
    assert!(n_by.len() <= N_CREATORS as usize && n_by.len() > 250, "{}", n_by.len());
    let mut counts: Vec<usize> = n_by.into_values().collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    assert!(counts[..30].iter().sum::<usize>() > N * 4 / 10, "{:?}", &counts[..30]);
}

#[test]
fn cameras_note_what_agrees_with_the_scene() {
    let seconds = |printed: &str| match printed.split_once('/') {
        Some((one, of)) => one.parse::<f64>().unwrap() / of.parse::<f64>().unwrap(),
        None => printed.parse().unwrap(),
    };
    let mut by_light: HashMap<Light, Vec<f64>> = HashMap::new();
    for row in 0..N {
        let (scene, exif) = (&book().scenes()[row], book().upload(row).exif);
        assert_eq!(exif.is_flash, scene.light == Light::Flash);
        let (_, month, day, hour, minute) = exif.taken;
        assert!((1..=12).contains(&month) && (1..=28).contains(&day) && minute < 60);
        if let Some(season) = scene.season {
            let months = match season {
                Season::Spring => [3, 4, 5],
                Season::Summer => [6, 7, 8],
                Season::Autumn => [9, 10, 11],
                Season::Winter => [12, 1, 2],
            };
            assert!(months.contains(&month), "{season:?} {month}");
        }
        let is_dark = matches!(scene.light, Light::Night | Light::Flash);
        assert_eq!(is_dark, !(4..22).contains(&hour), "{:?} at {hour}", scene.light);
        // Ev at ISO 100 from what is printed.
        let n: f64 = exif.aperture.parse().unwrap();
        let ev = (n * n / seconds(exif.exposure)).log2() - (f64::from(exif.iso) / 100.0).log2();
        if !scene.habitat.is_underwater() && scene.weather == Weather::Clear {
            by_light.entry(scene.light).or_default().push(ev);
        }
        assert_eq!(exif.fields().len(), 7);
    }
    let mean = |light: Light| by_light[&light].iter().sum::<f64>() / by_light[&light].len() as f64;
    assert!(mean(Light::Day) > mean(Light::Backlit));
    assert!(mean(Light::Backlit) > mean(Light::Dusk) + 3.0);
    assert!(mean(Light::Dusk) > mean(Light::Night) + 3.0);
    for evs in by_light.values() {
        let mean = evs.iter().sum::<f64>() / evs.len() as f64;
        assert!(evs.iter().all(|ev| (ev - mean).abs() < 1.0), "exposures stray");
    }
}
