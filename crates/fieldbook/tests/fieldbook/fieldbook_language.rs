//! The language of the built-in world: captions are true, questions have answers, and all
//! of it is the same every time.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    hash::{Hash, Hasher},
    sync::OnceLock,
};

use rankscope_fieldbook::{
    Answer, Behaviour, Count, Definition, Family, Fieldbook, Framing, GALLERY_SEED, Group,
    HELD_OUT, Habitat, Health, HumanImpact, LifeStage, Light, Morph, NOISE_PER_THOUSAND, NoiseKind,
    Predicate, Relation, Scene, Season, Sex, Species, Substrate, TRAINING_SEED, Weather, captions,
    claimed_captions, description, is_held_out, noisy_captions, questions, training_scenes,
    vocabulary, words_of,
};

pub(crate) const N: usize = 20_000;

pub(crate) fn book() -> &'static Fieldbook {
    static BOOK: OnceLock<Fieldbook> = OnceLock::new();
    BOOK.get_or_init(|| Fieldbook::new(GALLERY_SEED, N))
}

/// Whether `k` of `n` is within five standard deviations of a binomial of that mean.
pub(crate) fn is_likely(k: usize, n: usize, per_thousand: f64) -> bool {
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
