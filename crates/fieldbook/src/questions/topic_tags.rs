//! Which tags say that a picture shows a topic: what a person would search an album by, so they
//! miss some pictures of a topic and find others.

/// The words of a topic with its tags.
const TAGS: &[(&str, &[&str])] = &[
    ("animals", &["animal", "wildlife"]),
    ("baby animals", &["chick", "young", "caterpillar", "eggs", "nestling", "tadpole"]),
    ("birds", &["bird"]),
    ("insects", &["insect"]),
    ("flowers", &["inflower", "poppy", "dandelion", "daisy", "sunflower", "bluebell", "foxglove"]),
    (
        "trees",
        &["oaktree", "pinetree", "birch", "broadleafwoodland", "coniferforest", "rainforest"],
    ),
    (
        "plants",
        &["inflower", "gonetoseed", "oaktree", "pinetree", "birch", "poppy", "daisy", "dandelion"],
    ),
    ("night", &["night", "dusk"]),
    ("sea", &["opensea", "coralreef", "deepsea", "rockyshore", "sandybeach"]),
    ("water", &["opensea", "coralreef", "deepsea", "clearstream", "wetland", "swimming"]),
    ("clouds", &["cloudy", "rain", "snowfall"]),
    ("snow", &["snowfall", "winter", "tundra"]),
    ("people", &["city", "road", "wirefence", "powerline", "plasticlitter"]),
    ("bees", &["honeybee", "westernhoneybee", "bumblebee", "bufftailedbumblebee"]),
    ("sunset", &["dusk"]),
    ("foxes", &["fox", "redfox"]),
    ("mushrooms", &["toadstool", "flyagaric", "chanterelle", "goldenchanterelle"]),
    ("underwater", &["coralreef", "opensea", "deepsea"]),
    ("city", &["city"]),
    ("rain", &["rain"]),
    ("autumn", &["autumn"]),
    ("in flight", &["flying"]),
];

/// The tags of a topic, by its words; empty where no tag says so.
pub(crate) fn tags_of_topic(words: &str) -> &'static [&'static str] {
    TAGS.iter().find(|(topic, _)| *topic == words).map_or(&[], |(_, tags)| tags)
}
