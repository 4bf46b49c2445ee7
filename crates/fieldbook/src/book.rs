//! The whole benchmark of a seed: scenes, images, captions, queries, judgements.

use std::collections::BTreeSet;

use super::{
    ClaimedCaption, Definition, Question, Scene, SceneId,
    album::{LICENSE, Upload, upload},
    asked::{Answer, Asked, asked_caption, asked_questions},
    claimed_captions, description,
    judgement::{votes, voting_pool},
    questions::{Family, is_held_out},
    splitmix::SplitMix64,
};
use rankscope_core::{
    benchmark::{Caption, Image, Query},
    formats::{ConqaQuery, Qrel, VotedImage},
};

/// Which seed the shipped gallery has.
pub const GALLERY_SEED: u64 = 1;
/// Which seed training scenes come from.
pub const TRAINING_SEED: u64 = 2;
/// How many captions are asked as queries, where the gallery has as many scenes.
pub const N_CAPTION_QUERIES: usize = 1000;
/// A caption is asked only if it is true of no more scenes than this, so that a query means
/// something.
pub const MOST_RELEVANT_TO_A_CAPTION: usize = 60;

/// Scenes to train on, with their indices, without end: all of a seed but those that show a
/// combination that is held out.
pub fn training_scenes(seed: u64) -> impl Iterator<Item = (u64, Scene)> {
    let scenes = (0u64..).map(move |index| (index, Scene::generate(seed, index)));
    scenes.filter(|(_, scene)| !is_held_out(scene))
}

/// The first `n` scenes of a seed as a benchmark. The same arguments give the same benchmark on
/// every machine.
#[derive(Debug, Clone)]
pub struct Fieldbook {
    seed: u64,
    scenes: Vec<Scene>,
    asked: Vec<Asked>,
}

impl Fieldbook {
    /// Draws up the first `n` scenes of a seed, and the queries: all questions that a scene
    /// among them answers, and captions of scenes evenly from them.
    #[must_use]
    pub fn new(seed: u64, n: usize) -> Self {
        let scenes: Vec<Scene> =
            (0u64..).take(n).map(|index| Scene::generate(seed, index)).collect();
        let mut asked = asked_questions();
        asked.retain(|asked| scenes.iter().any(|scene| asked.grade(scene) >= 1));
        asked.extend(caption_queries(seed, &scenes));
        Self { seed, scenes, asked }
    }

    /// The scenes, in corpus order.
    #[must_use]
    pub fn scenes(&self) -> &[Scene] {
        &self.scenes
    }

    /// The queries with their answers, in the order of `queries.jsonl`.
    #[must_use]
    pub fn asked(&self) -> &[Asked] {
        &self.asked
    }

    /// The queries as the benchmark lists them.
    pub fn queries(&self) -> impl Iterator<Item = &Query> {
        self.asked.iter().map(|asked| &asked.query)
    }

    /// The id of the scene at a row.
    #[must_use]
    pub fn id(&self, row: usize) -> SceneId {
        SceneId { seed: self.seed, index: row as u64 }
    }

    /// What came with the upload of the picture at a row.
    #[must_use]
    pub fn upload(&self, row: usize) -> Upload {
        upload(self.id(row))
    }

    /// The images, in corpus order.
    pub fn images(&self) -> impl Iterator<Item = Image> + '_ {
        self.scenes.iter().enumerate().map(|(row, scene)| {
            let id = self.id(row).to_string();
            let Upload { creator, tags, .. } = self.upload(row);
            let facets = [
                ("group", scene.group().words()),
                ("habitat", scene.habitat.words()),
                ("light", scene.light.words()),
            ];
            Image {
                id: id.clone(),
                scene: Some(id),
                caption: description(scene),
                tags: tags.into_iter().map(|(tag, _)| tag).collect(),
                attribution: format!("{} (an invented name)", creator.name()),
                license: LICENSE.to_owned(),
                facets: facets.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
                ..Image::default()
            }
        })
    }

    /// Five captions of the scene at a row with what they claim.
    #[must_use]
    pub fn claimed_captions(&self, row: usize) -> Option<[ClaimedCaption; 5]> {
        self.scenes.get(row).map(|scene| claimed_captions(scene, self.seed))
    }

    /// All captions, five an image, in corpus order. Their ids are the image's with `.0` to
    /// `.4`.
    pub fn captions(&self) -> impl Iterator<Item = Caption> + '_ {
        self.scenes.iter().enumerate().flat_map(move |(row, scene)| {
            let image = self.id(row).to_string();
            let texts = claimed_captions(scene, self.seed).into_iter().enumerate();
            texts.map(move |(place, caption)| Caption {
                id: format!("{image}.{place}"),
                image: image.clone(),
                text: caption.text,
            })
        })
    }

    /// The judgements of a definition, query by query, each in corpus order. Pictures that are
    /// not relevant are not listed.
    #[must_use]
    pub fn qrels(&self, definition: Definition) -> Vec<Qrel> {
        let ids: Vec<String> = (0..self.scenes.len()).map(|row| self.id(row).to_string()).collect();
        let mut qrels = Vec::new();
        for asked in &self.asked {
            let own = match asked.answer {
                Answer::Caption { row, .. } => Some(row),
                Answer::Question(_) => None,
            };
            for (row, (scene, id)) in self.scenes.iter().zip(&ids).enumerate() {
                let grade = definition.grade(asked, scene, own == Some(row));
                if grade >= 1 {
                    let query = asked.query.id.clone();
                    qrels.push(Qrel { query, document: id.clone(), grade });
                }
            }
        }
        qrels
    }

    /// The conceptual and descriptive questions in ConQA's shape; none has seed images.
    #[must_use]
    pub fn conqa_queries(&self) -> Vec<ConqaQuery> {
        self.voted_questions()
            .map(|(asked, question)| ConqaQuery {
                id: asked.query.id.clone(),
                text: asked.query.text.clone(),
                is_conceptual: question.family == Family::Conceptual,
                seeds: Vec::new(),
            })
            .collect()
    }

    /// How the annotators voted on the pool of every conceptual and descriptive question. The
    /// seed is that of the votes: another seed, another panel of the same people.
    #[must_use]
    pub fn voted_images(&self, seed: u64) -> Vec<VotedImage> {
        let mut voted = Vec::new();
        for (place, (asked, question)) in (0u64..).zip(self.voted_questions()) {
            for row in voting_pool(question, &self.scenes) {
                let Some(scene) = self.scenes.get(row) else { continue };
                voted.push(VotedImage {
                    query: asked.query.id.clone(),
                    image: self.id(row).to_string(),
                    votes: votes(question, scene, seed, (place << 40) | row as u64),
                });
            }
        }
        voted
    }

    fn voted_questions(&self) -> impl Iterator<Item = (&Asked, &'static Question)> {
        self.asked.iter().filter_map(|asked| match asked.answer {
            Answer::Question(question)
                if matches!(question.family, Family::Conceptual | Family::Descriptive) =>
            {
                Some((asked, question))
            }
            _ => None,
        })
    }
}

/// Captions that say enough to be asked, no two alike, of scenes evenly from the gallery.
fn caption_queries(seed: u64, scenes: &[Scene]) -> Vec<Asked> {
    let n = N_CAPTION_QUERIES.min(scenes.len());
    let mut asked = Vec::with_capacity(n);
    let mut texts: BTreeSet<String> = BTreeSet::new();
    let mut stream = SplitMix64::of_pair(seed, 0x0CA9_7105);
    for block in 0..n {
        let rows = block * scenes.len() / n..(block + 1) * scenes.len() / n;
        let is_val = stream.below(4) == 0;
        let first = stream.below(5) as usize;
        let found = rows.into_iter().find_map(|row| {
            let scene = scenes.get(row)?;
            let captions = claimed_captions(scene, seed);
            let places = (0..captions.len()).map(|place| (first + place) % captions.len());
            let place = places.into_iter().find(|place| {
                captions.get(*place).is_some_and(|caption| {
                    !texts.contains(&caption.text) && says_enough(caption, scenes)
                })
            })?;
            let caption = captions.into_iter().nth(place)?;
            texts.insert(caption.text.clone());
            let id = format!("{}.{place}", SceneId { seed, index: row as u64 });
            Some(asked_caption(id, row, scene, caption, is_val))
        });
        asked.extend(found);
    }
    asked
}

fn says_enough(caption: &ClaimedCaption, scenes: &[Scene]) -> bool {
    let described = scenes.iter().filter(|scene| caption.is_true_of(scene));
    described.take(MOST_RELEVANT_TO_A_CAPTION + 1).count() <= MOST_RELEVANT_TO_A_CAPTION
}
