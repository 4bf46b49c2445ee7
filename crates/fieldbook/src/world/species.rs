//! The species and their facts. Familiar species have their usual names; invented ones are marked.

use crate::{Group, Habitat};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activity {
    /// By day; it sleeps at night.
    Diurnal,
    /// At dusk and at night.
    Nocturnal,
    /// At any hour.
    Any,
}

#[derive(Debug, Clone, Copy)]
pub struct SpeciesFacts {
    pub group: Group,
    /// Its English name, in lower case except for proper names.
    pub english: &'static str,
    pub plural: &'static str,
    pub scientific: &'static str,
    pub is_invented: bool,
    /// Main colours of a typical adult, the most striking first.
    pub colours: &'static [&'static str],
    /// Its most conspicuous mark: "red breast", "white spots".
    pub mark: &'static str,
    /// Whether adult females and males look different.
    pub is_dimorphic: bool,
    pub activity: Activity,
    /// Relative frequency among scenes.
    pub weight: u32,
    /// Its habitats, the most usual first.
    pub habitats: &'static [Habitat],
}

macro_rules! all_species {
    ($($variant:ident, $group:ident, $english:literal, $plural:literal, $scientific:literal, $origin:ident,
       [$($colour:literal),+], $mark:literal, $sexes:ident, $activity:ident, $weight:literal,
       [$($habitat:ident),+];)+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Species {
            $(#[doc = $english] $variant,)+
        }

        impl Species {
            /// All species, group by group.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            pub fn facts(self) -> &'static SpeciesFacts {
                match self {
                    $(Self::$variant => &SpeciesFacts {
                        group: Group::$group,
                        english: $english,
                        plural: $plural,
                        scientific: $scientific,
                        is_invented: all_species!(@origin $origin),
                        colours: &[$($colour),+],
                        mark: $mark,
                        is_dimorphic: all_species!(@sexes $sexes),
                        activity: Activity::$activity,
                        weight: $weight,
                        habitats: &[$(Habitat::$habitat),+],
                    },)+
                }
            }
        }
    };
    (@origin familiar) => { false };
    (@origin invented) => { true };
    (@sexes alike) => { false };
    (@sexes differ) => { true };
}

all_species! {
    Robin, PerchingBird, "European robin", "European robins", "Erithacus rubecula", familiar, ["orange", "brown", "white"], "orange breast", alike, Diurnal, 420, [Garden, Woodland, City, Farmland];
    BlueTit, PerchingBird, "blue tit", "blue tits", "Cyanistes caeruleus", familiar, ["blue", "yellow", "white"], "blue cap", alike, Diurnal, 260, [Woodland, Garden, City];
    Bullfinch, PerchingBird, "bullfinch", "bullfinches", "Pyrrhula pyrrhula", familiar, ["pink", "black", "grey"], "black cap", differ, Diurnal, 150, [Woodland, Garden, ConiferForest];
    Blackbird, PerchingBird, "blackbird", "blackbirds", "Turdus merula", familiar, ["black"], "yellow bill", differ, Diurnal, 210, [Garden, City, Woodland];
    BarnSwallow, PerchingBird, "barn swallow", "barn swallows", "Hirundo rustica", familiar, ["blue", "white", "red"], "forked tail", alike, Diurnal, 170, [Farmland, Meadow, Wetland];
    Kingfisher, PerchingBird, "common kingfisher", "common kingfishers", "Alcedo atthis", familiar, ["blue", "orange"], "long bill", alike, Diurnal, 160, [Wetland];
    LanternWren, PerchingBird, "lantern wren", "lantern wrens", "Troglodytes lucernarius", invented, ["gold", "violet"], "glowing golden throat", alike, Any, 60, [Rainforest, Woodland];
    RuffedSunbill, PerchingBird, "ruffed sunbill", "ruffed sunbills", "Heliorhynchus collaris", invented, ["green", "scarlet"], "scarlet crest", differ, Diurnal, 36, [Rainforest];
    Kestrel, Raptor, "common kestrel", "common kestrels", "Falco tinnunculus", familiar, ["chestnut", "grey"], "spotted back", differ, Diurnal, 170, [Farmland, Meadow, City, Mountain];
    GoldenEagle, Raptor, "golden eagle", "golden eagles", "Aquila chrysaetos", familiar, ["brown", "gold"], "golden nape", alike, Diurnal, 110, [Mountain, Tundra];
    Osprey, Raptor, "osprey", "ospreys", "Pandion haliaetus", familiar, ["brown", "white"], "dark eye stripe", alike, Diurnal, 90, [Wetland, RockyShore];
    CinderHawk, Raptor, "cinder hawk", "cinder hawks", "Accipiter favillus", invented, ["grey", "red"], "ember-red bars", alike, Diurnal, 30, [Desert, Mountain];
    BarnOwl, Owl, "barn owl", "barn owls", "Tyto alba", familiar, ["gold", "white"], "white heart-shaped face", alike, Nocturnal, 200, [Farmland, Meadow];
    SnowyOwl, Owl, "snowy owl", "snowy owls", "Bubo scandiacus", familiar, ["white", "black"], "yellow eyes", differ, Any, 100, [Tundra, Mountain];
    EagleOwl, Owl, "Eurasian eagle-owl", "Eurasian eagle-owls", "Bubo bubo", familiar, ["brown", "orange"], "ear tufts", alike, Nocturnal, 80, [ConiferForest, Mountain, Woodland];
    MoonveilOwl, Owl, "moonveil owl", "moonveil owls", "Strix lunivelata", invented, ["blue", "silver"], "silver crescents", alike, Nocturnal, 28, [Rainforest, Woodland];
    Mallard, Waterbird, "mallard", "mallards", "Anas platyrhynchos", familiar, ["green", "brown", "grey"], "green head", differ, Diurnal, 280, [Wetland, City];
    MuteSwan, Waterbird, "mute swan", "mute swans", "Cygnus olor", familiar, ["white", "orange"], "curved neck", alike, Diurnal, 120, [Wetland];
    GreyHeron, Waterbird, "grey heron", "grey herons", "Ardea cinerea", familiar, ["grey", "white", "black"], "black head plume", alike, Any, 180, [Wetland, Farmland, RockyShore];
    Flamingo, Waterbird, "greater flamingo", "greater flamingos", "Phoenicopterus roseus", familiar, ["pink"], "bent bill", alike, Diurnal, 110, [Wetland, Beach];
    Puffin, Waterbird, "Atlantic puffin", "Atlantic puffins", "Fratercula arctica", familiar, ["black", "white", "orange"], "striped bill", alike, Diurnal, 130, [RockyShore];
    HerringGull, Waterbird, "herring gull", "herring gulls", "Larus argentatus", familiar, ["white", "grey"], "red bill spot", alike, Diurnal, 180, [Beach, RockyShore, City];
    SaffronStilt, Waterbird, "saffron stilt", "saffron stilts", "Himantopus crocatus", invented, ["yellow", "black"], "black collar", alike, Diurnal, 26, [Wetland, Beach];
    Monarch, Butterfly, "monarch butterfly", "monarch butterflies", "Danaus plexippus", familiar, ["orange", "black"], "black veins", alike, Diurnal, 340, [Meadow, Garden, Farmland];
    PeacockButterfly, Butterfly, "peacock butterfly", "peacock butterflies", "Aglais io", familiar, ["red", "blue"], "eyespots", alike, Diurnal, 230, [Garden, Meadow, Woodland];
    CommonBlue, Butterfly, "common blue butterfly", "common blue butterflies", "Polyommatus icarus", familiar, ["blue", "white"], "white fringe", differ, Diurnal, 130, [Meadow, Farmland];
    Swallowtail, Butterfly, "Old World swallowtail", "Old World swallowtails", "Papilio machaon", familiar, ["yellow", "black"], "tailed wings", alike, Diurnal, 120, [Meadow, Mountain];
    LunaMoth, Butterfly, "luna moth", "luna moths", "Actias luna", familiar, ["green"], "long wing tails", alike, Nocturnal, 110, [Woodland];
    ElephantHawkmoth, Butterfly, "elephant hawk-moth", "elephant hawk-moths", "Deilephila elpenor", familiar, ["pink", "olive"], "pink bands", alike, Nocturnal, 70, [Garden, Meadow];
    PaperLanternMoth, Butterfly, "paper-lantern moth", "paper-lantern moths", "Lanternaria chartacea", invented, ["white", "red"], "red rings", alike, Nocturnal, 24, [Rainforest, Garden];
    Ladybird, Beetle, "seven-spot ladybird", "seven-spot ladybirds", "Coccinella septempunctata", familiar, ["red", "black"], "seven black spots", alike, Diurnal, 300, [Garden, Meadow, Farmland];
    StagBeetle, Beetle, "stag beetle", "stag beetles", "Lucanus cervus", familiar, ["brown", "black"], "antler-like jaws", differ, Any, 130, [Woodland, Garden];
    Rosalia, Beetle, "Rosalia longicorn", "Rosalia longicorns", "Rosalia alpina", familiar, ["blue", "black"], "long banded antennae", alike, Diurnal, 70, [Woodland, Mountain];
    SacredScarab, Beetle, "sacred scarab", "sacred scarabs", "Scarabaeus sacer", familiar, ["black"], "toothed head", alike, Diurnal, 60, [Desert, Beach];
    HarlequinChafer, Beetle, "harlequin chafer", "harlequin chafers", "Cetonia histrionica", invented, ["green", "gold"], "golden lozenges", alike, Diurnal, 28, [Rainforest, Garden];
    HoneyBee, Bee, "western honey bee", "western honey bees", "Apis mellifera", familiar, ["amber", "brown"], "dark bands", alike, Diurnal, 220, [Garden, Meadow, Farmland];
    Bumblebee, Bee, "buff-tailed bumblebee", "buff-tailed bumblebees", "Bombus terrestris", familiar, ["black", "yellow", "white"], "white tail", alike, Diurnal, 170, [Garden, Meadow, City];
    TealMasonBee, Bee, "teal mason bee", "teal mason bees", "Osmia cyanea", invented, ["blue", "green"], "metallic bands", alike, Diurnal, 30, [Garden, Desert];
    EmperorDragonfly, Dragonfly, "emperor dragonfly", "emperor dragonflies", "Anax imperator", familiar, ["blue", "green"], "blue abdomen", differ, Diurnal, 150, [Wetland];
    RuddyDarter, Dragonfly, "ruddy darter", "ruddy darters", "Sympetrum sanguineum", familiar, ["red"], "red abdomen", differ, Diurnal, 90, [Wetland, Meadow];
    BandedDemoiselle, Dragonfly, "banded demoiselle", "banded demoiselles", "Calopteryx splendens", familiar, ["blue", "green"], "dark wing bands", differ, Diurnal, 80, [Wetland, Meadow];
    GlassfireDarter, Dragonfly, "glassfire darter", "glassfire darters", "Sympetrum vitrignis", invented, ["amber", "violet"], "amber-tipped wings", alike, Diurnal, 26, [Wetland, Desert];
    RedFox, Mammal, "red fox", "red foxes", "Vulpes vulpes", familiar, ["orange", "white"], "bushy white-tipped tail", alike, Any, 330, [Woodland, City, Farmland, Meadow, Tundra];
    Hedgehog, Mammal, "European hedgehog", "European hedgehogs", "Erinaceus europaeus", familiar, ["brown"], "spines", alike, Nocturnal, 190, [Garden, Woodland, City];
    RedSquirrel, Mammal, "red squirrel", "red squirrels", "Sciurus vulgaris", familiar, ["red", "white"], "tufted ears", alike, Diurnal, 200, [ConiferForest, Woodland, Garden];
    BrownHare, Mammal, "brown hare", "brown hares", "Lepus europaeus", familiar, ["brown"], "long black-tipped ears", alike, Any, 150, [Farmland, Meadow];
    RoeDeer, Mammal, "roe deer", "roe deer", "Capreolus capreolus", familiar, ["red-brown"], "white rump", differ, Any, 190, [Woodland, Meadow, Farmland];
    Badger, Mammal, "European badger", "European badgers", "Meles meles", familiar, ["grey", "black", "white"], "striped face", alike, Nocturnal, 130, [Woodland, Farmland];
    BrownBear, Mammal, "brown bear", "brown bears", "Ursus arctos", familiar, ["brown"], "shoulder hump", alike, Any, 110, [ConiferForest, Mountain, Tundra];
    DappleMarten, Mammal, "dapple marten", "dapple martens", "Martes guttata", invented, ["cream", "brown"], "pale dapples", alike, Any, 30, [Rainforest, ConiferForest];
    Clownfish, Fish, "ocellaris clownfish", "ocellaris clownfish", "Amphiprion ocellaris", familiar, ["orange", "white"], "white bands", alike, Diurnal, 260, [Reef];
    BrownTrout, Fish, "brown trout", "brown trout", "Salmo trutta", familiar, ["brown", "gold"], "red spots", alike, Any, 190, [Stream];
    Perch, Fish, "European perch", "European perch", "Perca fluviatilis", familiar, ["green", "red"], "dark bars and red fins", alike, Diurnal, 120, [Stream];
    EmperorAngelfish, Fish, "emperor angelfish", "emperor angelfish", "Pomacanthus imperator", familiar, ["blue", "yellow"], "yellow stripes", alike, Diurnal, 110, [Reef];
    Anglerfish, Fish, "humpback anglerfish", "humpback anglerfish", "Melanocetus johnsonii", familiar, ["black"], "glowing lure", alike, Any, 80, [DeepSea];
    BluefinTuna, Fish, "Atlantic bluefin tuna", "Atlantic bluefin tuna", "Thunnus thynnus", familiar, ["blue", "silver"], "yellow finlets", alike, Any, 90, [OpenSea];
    VelvetSail, Fish, "velvet sailfin", "velvet sailfins", "Velifer holosericus", invented, ["violet", "gold"], "gold-rimmed sail fin", alike, Diurnal, 32, [Reef, OpenSea];
    CommonFrog, Amphibian, "common frog", "common frogs", "Rana temporaria", familiar, ["brown", "olive"], "dark mask", alike, Any, 210, [Wetland, Garden, Woodland];
    TreeFrog, Amphibian, "European tree frog", "European tree frogs", "Hyla arborea", familiar, ["green"], "dark side stripe", alike, Any, 140, [Wetland, Woodland];
    BlueDartFrog, Amphibian, "blue poison dart frog", "blue poison dart frogs", "Dendrobates tinctorius", familiar, ["blue", "black"], "black spots", alike, Diurnal, 100, [Rainforest];
    FireSalamander, Amphibian, "fire salamander", "fire salamanders", "Salamandra salamandra", familiar, ["black", "yellow"], "yellow blotches", alike, Nocturnal, 110, [Woodland, ConiferForest];
    MarbledToad, Amphibian, "marbled moon toad", "marbled moon toads", "Bufo selenicus", invented, ["violet", "cream"], "cream marbling", alike, Nocturnal, 28, [Desert, Rainforest];
    GrassSnake, Reptile, "grass snake", "grass snakes", "Natrix natrix", familiar, ["olive", "yellow"], "yellow collar", alike, Diurnal, 120, [Wetland, Meadow, Garden];
    Adder, Reptile, "adder", "adders", "Vipera berus", familiar, ["grey", "black"], "zigzag stripe", differ, Diurnal, 130, [Meadow, Mountain, ConiferForest];
    GreenLizard, Reptile, "western green lizard", "western green lizards", "Lacerta bilineata", familiar, ["green", "blue"], "blue throat", differ, Diurnal, 130, [Meadow, Garden];
    TokayGecko, Reptile, "tokay gecko", "tokay geckos", "Gekko gecko", familiar, ["blue", "orange"], "orange spots", alike, Nocturnal, 80, [Rainforest, City];
    OpalSkink, Reptile, "opal skink", "opal skinks", "Plestiodon opalinus", invented, ["violet", "turquoise"], "opal bands", alike, Diurnal, 28, [Desert, Mountain];
    Tortoise, Reptile, "Hermann's tortoise", "Hermann's tortoises", "Testudo hermanni", familiar, ["yellow", "black"], "patterned shell", alike, Diurnal, 110, [Garden, Meadow, Desert];
    SeaTurtle, Reptile, "green sea turtle", "green sea turtles", "Chelonia mydas", familiar, ["green", "brown"], "flippers", alike, Any, 140, [Reef, OpenSea, Beach];
    FlyAgaric, Fungus, "fly agaric", "fly agarics", "Amanita muscaria", familiar, ["red", "white"], "white warts", alike, Any, 290, [Woodland, ConiferForest];
    Chanterelle, Fungus, "golden chanterelle", "golden chanterelles", "Cantharellus cibarius", familiar, ["yellow"], "funnel shape", alike, Any, 120, [Woodland, ConiferForest];
    InkCap, Fungus, "shaggy ink cap", "shaggy ink caps", "Coprinus comatus", familiar, ["white", "grey"], "shaggy cap", alike, Any, 100, [Meadow, Garden, City];
    Morel, Fungus, "common morel", "common morels", "Morchella esculenta", familiar, ["brown"], "honeycombed cap", alike, Any, 80, [Woodland, Garden];
    BellglowCap, Fungus, "bellglow", "bellglows", "Mycena campanaluma", invented, ["turquoise"], "glowing bells", alike, Any, 36, [Rainforest, Woodland];
    Poppy, Flower, "common poppy", "common poppies", "Papaver rhoeas", familiar, ["red"], "dark heart", alike, Any, 280, [Farmland, Meadow];
    Foxglove, Flower, "foxglove", "foxgloves", "Digitalis purpurea", familiar, ["purple"], "bell spires", alike, Any, 150, [Woodland, Garden];
    OxeyeDaisy, Flower, "oxeye daisy", "oxeye daisies", "Leucanthemum vulgare", familiar, ["white", "yellow"], "white rays", alike, Any, 180, [Meadow, Garden];
    Sunflower, Flower, "common sunflower", "common sunflowers", "Helianthus annuus", familiar, ["yellow", "brown"], "large disc", alike, Any, 140, [Farmland, Garden];
    Bluebell, Flower, "common bluebell", "common bluebells", "Hyacinthoides non-scripta", familiar, ["blue"], "nodding bells", alike, Any, 110, [Woodland];
    Dandelion, Flower, "dandelion", "dandelions", "Taraxacum officinale", familiar, ["yellow"], "seed clock", alike, Any, 170, [Meadow, City, Garden];
    StarcupGentian, Flower, "starcup gentian", "starcup gentians", "Gentiana stellicalyx", invented, ["blue", "white"], "star-shaped cup", alike, Any, 30, [Mountain, Tundra];
    Oak, Tree, "pedunculate oak", "pedunculate oaks", "Quercus robur", familiar, ["green"], "broad crown", alike, Any, 210, [Farmland, Meadow, Woodland];
    SilverBirch, Tree, "silver birch", "silver birches", "Betula pendula", familiar, ["white", "green"], "white bark", alike, Any, 130, [Woodland, Meadow];
    ScotsPine, Tree, "Scots pine", "Scots pines", "Pinus sylvestris", familiar, ["green", "orange"], "orange trunk", alike, Any, 120, [ConiferForest, Mountain];
    CoconutPalm, Tree, "coconut palm", "coconut palms", "Cocos nucifera", familiar, ["green", "brown"], "feathered crown", alike, Any, 80, [Beach];
    WildCherry, Tree, "wild cherry", "wild cherries", "Prunus avium", familiar, ["pink", "green"], "white blossom", alike, Any, 110, [Garden, Woodland, Farmland];
    Saguaro, Tree, "saguaro cactus", "saguaro cacti", "Carnegiea gigantea", familiar, ["green"], "raised arms", alike, Any, 80, [Desert];
    Lanternwood, Tree, "lanternwood", "lanternwoods", "Lucerniphyllum arboreum", invented, ["blue", "amber"], "amber pods", alike, Any, 28, [Rainforest, Mountain];
    MoonJelly, Cnidarian, "moon jellyfish", "moon jellyfish", "Aurelia aurita", familiar, ["white", "violet"], "four rings", alike, Any, 180, [OpenSea];
    CompassJelly, Cnidarian, "compass jellyfish", "compass jellyfish", "Chrysaora hysoscella", familiar, ["amber", "brown"], "compass rays", alike, Any, 100, [OpenSea];
    BeadletAnemone, Cnidarian, "beadlet anemone", "beadlet anemones", "Actinia equina", familiar, ["red"], "crown of tentacles", alike, Any, 90, [Reef];
    AuroraJelly, Cnidarian, "aurora jelly", "aurora jellies", "Aurorella abyssi", invented, ["turquoise", "violet"], "light bands", alike, Any, 40, [DeepSea];
    GardenSnail, Mollusc, "garden snail", "garden snails", "Cornu aspersum", familiar, ["brown", "cream"], "banded spiral shell", alike, Any, 210, [Garden, Woodland, City];
    Nautilus, Mollusc, "chambered nautilus", "chambered nautiluses", "Nautilus pompilius", familiar, ["white", "orange"], "striped coiled shell", alike, Any, 80, [OpenSea, DeepSea];
    Octopus, Mollusc, "common octopus", "common octopuses", "Octopus vulgaris", familiar, ["red-brown"], "eight arms", alike, Any, 130, [Reef, OpenSea];
    GlasshornSnail, Mollusc, "glasshorn snail", "glasshorn snails", "Vitricornu pellucidum", invented, ["green", "violet"], "tall glassy spire", alike, Any, 26, [Rainforest];
    GardenSpider, Spider, "garden cross spider", "garden cross spiders", "Araneus diadematus", familiar, ["brown", "white"], "white cross", alike, Any, 190, [Garden, Woodland, City];
    WaspSpider, Spider, "wasp spider", "wasp spiders", "Argiope bruennichi", familiar, ["yellow", "black"], "yellow and black bands", alike, Diurnal, 100, [Meadow];
    ZebraJumper, Spider, "zebra jumping spider", "zebra jumping spiders", "Salticus scenicus", familiar, ["black", "white"], "white stripes", alike, Diurnal, 80, [City, Garden];
    DewVeilSpider, Spider, "dew-veil spider", "dew-veil spiders", "Rorivela argentea", invented, ["silver", "blue"], "mirror patches", alike, Nocturnal, 28, [Rainforest, Wetland];
    ShoreCrab, Crustacean, "shore crab", "shore crabs", "Carcinus maenas", familiar, ["green", "brown"], "wide shell", alike, Any, 170, [RockyShore, Beach];
    Lobster, Crustacean, "European lobster", "European lobsters", "Homarus gammarus", familiar, ["blue"], "long antennae", alike, Nocturnal, 90, [Reef];
    HermitCrab, Crustacean, "common hermit crab", "common hermit crabs", "Pagurus bernhardus", familiar, ["orange", "brown"], "borrowed shell", alike, Any, 100, [Beach, RockyShore, Reef];
    FiddlerCrab, Crustacean, "sunset fiddler crab", "sunset fiddler crabs", "Tubuca vespertina", invented, ["violet", "orange"], "one huge claw", differ, Diurnal, 34, [Beach];
}

impl Species {
    /// The species of a group, in the order of [`Species::ALL`].
    pub fn of_group(group: Group) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |species| species.facts().group == group)
    }
}
