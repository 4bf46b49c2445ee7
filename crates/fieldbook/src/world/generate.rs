//! Generates scenes field by field, each from the values that the fields before it allow.

use super::{
    companions::{companions, counts, framings},
    habits::{behaviours, healths, life_stages, morphs, sexes},
    odds::{Choice, Odds},
    surroundings::{camera_trap, habitats, impacts, lights, seasons, substrates, weathers},
};
use crate::{
    Behaviour, Count, Facing, Framing, Habitat, Health, HumanImpact, LifeStage, Light, Morph,
    Scene, Species, Substrate, Weather, splitmix::SplitMix64,
};

impl Scene {
    /// Generates the scene at any index, as fast for the last as for the first. The same
    /// arguments give the same scene on every machine.
    pub fn generate(seed: u64, index: u64) -> Self {
        let mut stream = SplitMix64::of_pair(seed, index);
        let mut all = Odds::new(&[]);
        for species in Species::ALL {
            all.add(*species, species.facts().weight);
        }
        let variation = (stream.next() >> 32) as u32;
        let mut choice = Choice::Drawn(&mut stream);
        let species = all.pick(&mut choice, Species::Robin);
        let facing =
            Odds::new(&[(Facing::Left, 1), (Facing::Right, 1)]).pick(&mut choice, Facing::Left);
        assembled(species, facing, variation, &mut choice)
    }

    /// The likeliest scene of a species, to be changed field by field. Check the result with
    /// [`Scene::check`].
    pub fn of_species(species: Species) -> Self {
        assembled(species, Facing::Left, 0, &mut Choice::Likeliest)
    }
}

fn assembled(species: Species, facing: Facing, variation: u32, choice: &mut Choice<'_>) -> Scene {
    let mut scene = Scene {
        species,
        life_stage: LifeStage::Adult,
        sex: None,
        morph: Morph::Typical,
        health: Health::Healthy,
        behaviour: Behaviour::Resting,
        companion: None,
        count: Count::One,
        framing: Framing::Whole,
        facing: Facing::Left,
        habitat: Habitat::Meadow,
        substrate: Substrate::Ground,
        light: Light::Day,
        weather: Weather::Clear,
        season: None,
        impact: HumanImpact::None,
        camera_trap: None,
        variation,
    };
    scene.life_stage = life_stages(&scene).pick(choice, LifeStage::Adult);
    scene.habitat = habitats(&scene).pick(choice, Habitat::Meadow);
    scene.season = seasons(&scene).pick(choice, None);
    scene.light = lights(&scene).pick(choice, Light::Day);
    scene.weather = weathers(&scene).pick(choice, Weather::Clear);
    scene.behaviour = behaviours(&scene).pick(choice, Behaviour::Resting);
    scene.companion = companions(&scene).pick(choice, None);
    scene.count = counts(&scene).pick(choice, Count::One);
    scene.substrate = substrates(&scene).pick(choice, Substrate::Ground);
    scene.sex = sexes(&scene).pick(choice, None);
    scene.health = healths(&scene).pick(choice, Health::Healthy);
    scene.framing = framings(&scene).pick(choice, Framing::Whole);
    scene.morph = morphs(&scene).pick(choice, Morph::Typical);
    if scene.has_facing() {
        scene.facing = facing;
    }
    scene.impact = impacts(&scene).pick(choice, HumanImpact::None);
    scene.camera_trap = camera_trap(&scene, choice);
    scene
}
