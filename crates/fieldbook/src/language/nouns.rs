//! Common names of organisms, from the specific to the vague.

use crate::predicate::terms::*;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Specificity {
    /// A species, or two or three similar ones.
    Short,
    /// A group: "songbird", "beetle".
    Group,
    /// Almost anything: "creature".
    Vague,
}

/// A name and the species that it fits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Noun {
    pub(super) singular: &'static str,
    pub(super) plural: &'static str,
    pub(super) specificity: Specificity,
    /// A statement about species alone.
    pub(super) is: Predicate,
}

const fn short(singular: &'static str, plural: &'static str, is: Predicate) -> Noun {
    Noun { singular, plural, specificity: Specificity::Short, is }
}

const fn group(singular: &'static str, plural: &'static str, is: Predicate) -> Noun {
    Noun { singular, plural, specificity: Specificity::Group, is }
}

const fn vague(singular: &'static str, plural: &'static str, is: Predicate) -> Noun {
    Noun { singular, plural, specificity: Specificity::Vague, is }
}

/// Every name except the full ones, which are in the species' facts.
pub(super) const NOUNS: &[Noun] = &[
    short("robin", "robins", Species(S::Robin)),
    short("redbreast", "redbreasts", Species(S::Robin)),
    short("tit", "tits", Species(S::BlueTit)),
    short("finch", "finches", Species(S::Bullfinch)),
    short("thrush", "thrushes", Species(S::Blackbird)),
    short("swallow", "swallows", Species(S::BarnSwallow)),
    short("kingfisher", "kingfishers", Species(S::Kingfisher)),
    short("wren", "wrens", Species(S::LanternWren)),
    short("sunbill", "sunbills", Species(S::RuffedSunbill)),
    short("kestrel", "kestrels", Species(S::Kestrel)),
    short("falcon", "falcons", Species(S::Kestrel)),
    short("eagle", "eagles", Species(S::GoldenEagle)),
    short("hawk", "hawks", Species(S::CinderHawk)),
    short("eagle-owl", "eagle-owls", Species(S::EagleOwl)),
    short("duck", "ducks", Species(S::Mallard)),
    short("swan", "swans", Species(S::MuteSwan)),
    short("heron", "herons", Species(S::GreyHeron)),
    short("flamingo", "flamingos", Species(S::Flamingo)),
    short("puffin", "puffins", Species(S::Puffin)),
    short("gull", "gulls", Species(S::HerringGull)),
    short("seagull", "seagulls", Species(S::HerringGull)),
    short("stilt", "stilts", Species(S::SaffronStilt)),
    short("monarch", "monarchs", Species(S::Monarch)),
    short("blue butterfly", "blue butterflies", Species(S::CommonBlue)),
    short("swallowtail", "swallowtails", Species(S::Swallowtail)),
    short("hawk-moth", "hawk-moths", Species(S::ElephantHawkmoth)),
    short("ladybird", "ladybirds", Species(S::Ladybird)),
    short("longhorn beetle", "longhorn beetles", Species(S::Rosalia)),
    short("scarab", "scarabs", Species(S::SacredScarab)),
    short("dung beetle", "dung beetles", Species(S::SacredScarab)),
    short("chafer", "chafers", Species(S::HarlequinChafer)),
    short("honey bee", "honey bees", Species(S::HoneyBee)),
    short("bumblebee", "bumblebees", Species(S::Bumblebee)),
    short("mason bee", "mason bees", Species(S::TealMasonBee)),
    short("darter", "darters", Any(&[Species(S::RuddyDarter), Species(S::GlassfireDarter)])),
    short("damselfly", "damselflies", Species(S::BandedDemoiselle)),
    short("fox", "foxes", Species(S::RedFox)),
    short("hedgehog", "hedgehogs", Species(S::Hedgehog)),
    short("squirrel", "squirrels", Species(S::RedSquirrel)),
    short("hare", "hares", Species(S::BrownHare)),
    short("deer", "deer", Species(S::RoeDeer)),
    short("badger", "badgers", Species(S::Badger)),
    short("bear", "bears", Species(S::BrownBear)),
    short("marten", "martens", Species(S::DappleMarten)),
    short("clownfish", "clownfish", Species(S::Clownfish)),
    short("anemonefish", "anemonefish", Species(S::Clownfish)),
    short("trout", "trout", Species(S::BrownTrout)),
    short("perch", "perch", Species(S::Perch)),
    short("angelfish", "angelfish", Species(S::EmperorAngelfish)),
    short("anglerfish", "anglerfish", Species(S::Anglerfish)),
    short("tuna", "tuna", Species(S::BluefinTuna)),
    short("sailfin", "sailfins", Species(S::VelvetSail)),
    short("frog", "frogs", FROG),
    short("tree frog", "tree frogs", Species(S::TreeFrog)),
    short("dart frog", "dart frogs", Species(S::BlueDartFrog)),
    short("salamander", "salamanders", Species(S::FireSalamander)),
    short("toad", "toads", Species(S::MarbledToad)),
    short("snake", "snakes", SNAKE),
    short("viper", "vipers", Species(S::Adder)),
    short("lizard", "lizards", Species(S::GreenLizard)),
    short("skink", "skinks", Species(S::OpalSkink)),
    short("gecko", "geckos", Species(S::TokayGecko)),
    short("tortoise", "tortoises", Species(S::Tortoise)),
    short("sea turtle", "sea turtles", Species(S::SeaTurtle)),
    short("turtle", "turtles", Species(S::SeaTurtle)),
    short("toadstool", "toadstools", Species(S::FlyAgaric)),
    short("chanterelle", "chanterelles", Species(S::Chanterelle)),
    short("ink cap", "ink caps", Species(S::InkCap)),
    short("morel", "morels", Species(S::Morel)),
    short("poppy", "poppies", Species(S::Poppy)),
    short("daisy", "daisies", Species(S::OxeyeDaisy)),
    short("sunflower", "sunflowers", Species(S::Sunflower)),
    short("bluebell", "bluebells", Species(S::Bluebell)),
    short("gentian", "gentians", Species(S::StarcupGentian)),
    short("oak", "oaks", Species(S::Oak)),
    short("oak tree", "oak trees", Species(S::Oak)),
    short("birch", "birches", Species(S::SilverBirch)),
    short("pine", "pines", Species(S::ScotsPine)),
    short("pine tree", "pine trees", Species(S::ScotsPine)),
    short("palm", "palms", Species(S::CoconutPalm)),
    short("palm tree", "palm trees", Species(S::CoconutPalm)),
    short("cherry tree", "cherry trees", Species(S::WildCherry)),
    short("cactus", "cacti", Species(S::Saguaro)),
    short("jellyfish", "jellyfish", JELLYFISH),
    short("anemone", "anemones", Species(S::BeadletAnemone)),
    short("sea anemone", "sea anemones", Species(S::BeadletAnemone)),
    short("snail", "snails", SNAIL),
    short("nautilus", "nautiluses", Species(S::Nautilus)),
    short("octopus", "octopuses", Species(S::Octopus)),
    short("jumping spider", "jumping spiders", Species(S::ZebraJumper)),
    short("crab", "crabs", CRAB),
    short("hermit crab", "hermit crabs", Species(S::HermitCrab)),
    short("fiddler crab", "fiddler crabs", Species(S::FiddlerCrab)),
    short("lobster", "lobsters", Species(S::Lobster)),
    group("butterfly", "butterflies", BUTTERFLY),
    group("moth", "moths", MOTH),
    group("songbird", "songbirds", Group(G::PerchingBird)),
    group("bird of prey", "birds of prey", Group(G::Raptor)),
    group("raptor", "raptors", Group(G::Raptor)),
    group("owl", "owls", Group(G::Owl)),
    group("water bird", "water birds", Group(G::Waterbird)),
    group("beetle", "beetles", Group(G::Beetle)),
    group("bee", "bees", Group(G::Bee)),
    group(
        "dragonfly",
        "dragonflies",
        All(&[Group(G::Dragonfly), Not(&Species(S::BandedDemoiselle))]),
    ),
    group("mammal", "mammals", Group(G::Mammal)),
    group("fish", "fish", Group(G::Fish)),
    group("amphibian", "amphibians", Group(G::Amphibian)),
    group("reptile", "reptiles", Group(G::Reptile)),
    group("fungus", "fungi", Group(G::Fungus)),
    group("mushroom", "mushrooms", Group(G::Fungus)),
    group("flower", "flowers", Group(G::Flower)),
    group("wildflower", "wildflowers", Group(G::Flower)),
    group("tree", "trees", Group(G::Tree)),
    group("mollusc", "molluscs", Group(G::Mollusc)),
    group("cnidarian", "cnidarians", Group(G::Cnidarian)),
    group("jellyfish", "jellyfish", JELLYFISH),
    group("jelly", "jellies", JELLYFISH),
    group("sea anemone", "sea anemones", Species(S::BeadletAnemone)),
    group("spider", "spiders", Group(G::Spider)),
    group("crustacean", "crustaceans", Group(G::Crustacean)),
    vague("bird", "birds", BIRD),
    vague("insect", "insects", INSECT),
    vague("plant", "plants", PLANT),
    vague("animal", "animals", ANIMAL),
    vague("creature", "creatures", ANIMAL),
    vague("invertebrate", "invertebrates", INVERTEBRATE),
];

/// Names of the young of a species or group, other than "young …".
pub(super) const YOUNG_NOUNS: &[Noun] = &[
    short("fox cub", "fox cubs", Species(S::RedFox)),
    short("bear cub", "bear cubs", Species(S::BrownBear)),
    short("badger cub", "badger cubs", Species(S::Badger)),
    short("leveret", "leverets", Species(S::BrownHare)),
    short("fawn", "fawns", Species(S::RoeDeer)),
    short("hoglet", "hoglets", Species(S::Hedgehog)),
    short("cygnet", "cygnets", Species(S::MuteSwan)),
    short("duckling", "ducklings", Species(S::Mallard)),
    group("chick", "chicks", BIRD),
    group("nestling", "nestlings", BIRD),
    group("spiderling", "spiderlings", Group(G::Spider)),
    group("hatchling", "hatchlings", Group(G::Reptile)),
];

pub(super) const LARVA_NOUNS: &[Noun] = &[
    group("caterpillar", "caterpillars", Group(G::Butterfly)),
    group("grub", "grubs", Group(G::Beetle)),
    group("nymph", "nymphs", Group(G::Dragonfly)),
    group("tadpole", "tadpoles", Any(&[FROG, Species(S::MarbledToad)])),
    group("larva", "larvae", Any(&[Group(G::Beetle), Species(S::FireSalamander)])),
];

pub(super) const PUPA_NOUNS: &[Noun] = &[
    group("chrysalis", "chrysalises", BUTTERFLY),
    group("pupa", "pupae", Group(G::Butterfly)),
    group("cocoon", "cocoons", MOTH),
];

/// Names of eggs, used in the plural.
pub(super) const EGG_NOUNS: &[Noun] = &[
    group("frogspawn", "frogspawn", FROG),
    group("spawn", "spawn", Group(G::Amphibian)),
    group("egg sac", "egg sacs", Group(G::Spider)),
    group("eggs", "eggs", Not(&Any(&[Group(G::Spider), Group(G::Amphibian)]))),
];

pub(super) const SEEDLING_NOUNS: &[Noun] = &[
    group("sapling", "saplings", Group(G::Tree)),
    group("young tree", "young trees", Group(G::Tree)),
    group("seedling", "seedlings", Group(G::Flower)),
    group("young plant", "young plants", PLANT),
];

pub(crate) fn short_names(species: S) -> impl Iterator<Item = &'static str> {
    NOUNS
        .iter()
        .filter(move |noun| noun.specificity == Specificity::Short && noun.is.holds_of(species))
        .map(|noun| noun.singular)
}
