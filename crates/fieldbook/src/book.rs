//! The whole benchmark of a seed: scenes, images, captions, queries, relevance judgements.

use std::collections::BTreeSet;

use super::{
    ClaimedCaption, Definition, Question, Scene, SceneId,
    album::{CREDIT, LICENSE, Upload, upload},
    answered_query::{Answer, AnsweredQuery, caption_query, question_queries},
    claimed_captions, description,
    judgement::{votes, voting_pool},
    questions::{Family, is_held_out},
    splitmix::SplitMix64,
};
use rankscope_core::{
    benchmark::{Caption, Image, ImageFields, Query},
    formats::{ConqaQuery, Qrel, VotedImage},
};

pub const GALLERY_SEED: u64 = 1;
pub const TRAINING_SEED: u64 = 2;
/// Number of captions used as queries; fewer in a gallery with fewer scenes.
pub const N_CAPTION_QUERIES: usize = 1000;
/// The most scenes that a caption used as a query may be true of; a vaguer one would make a
/// meaningless query.
pub const MOST_RELEVANT_TO_A_CAPTION: usize = 60;

/// Training scenes with their indices: an endless iterator over the scenes of a seed, without
/// those that show a held-out combination.
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
    queries: Vec<AnsweredQuery>,
}

impl Fieldbook {
    /// Generates the first `n` scenes of a seed and their queries: every question that at least
    /// one of the scenes answers, and captions sampled evenly from the scenes.
    pub fn new(seed: u64, n: usize) -> Self {
        let scenes: Vec<Scene> =
            (0u64..).take(n).map(|index| Scene::generate(seed, index)).collect();
        let mut queries = question_queries();
        queries.retain(|query| scenes.iter().any(|scene| query.grade(scene) >= 1));
        queries.extend(caption_queries(seed, &scenes));
        Self { seed, scenes, queries }
    }

    /// The scenes, in corpus order.
    pub fn scenes(&self) -> &[Scene] {
        &self.scenes
    }

    /// The queries with what decides their relevant scenes, in the order of `queries.jsonl`.
    pub fn answered_queries(&self) -> &[AnsweredQuery] {
        &self.queries
    }

    pub fn queries(&self) -> impl Iterator<Item = &Query> {
        self.queries.iter().map(|answered| &answered.query)
    }

    pub fn id(&self, row: usize) -> SceneId {
        SceneId { seed: self.seed, index: row as u64 }
    }

    /// The upload metadata of the picture at a row: creator, tags, EXIF.
    pub fn upload(&self, row: usize) -> Upload {
        upload(self.id(row))
    }

    /// The images, in corpus order.
    pub fn images(&self) -> impl Iterator<Item = Image> + '_ {
        self.scenes.iter().enumerate().map(|(row, scene)| {
            let id = self.id(row).to_string();
            let Upload { tags, .. } = self.upload(row);
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
                attribution: CREDIT.to_owned(),
                license: LICENSE.to_owned(),
                facets: facets.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
                ..Image::default()
            }
        })
    }

    /// The fields of each picture that its list entry lacks, in corpus order. The date is among the
    /// EXIF fields.
    pub fn fields(&self) -> impl Iterator<Item = ImageFields> + '_ {
        (0..self.scenes.len()).map(|row| {
            let Upload { creator, exif, licence, place, .. } = self.upload(row);
            let degrees = |hundredths: i32| {
                let sign = if hundredths < 0 { "-" } else { "" };
                let size = hundredths.unsigned_abs();
                format!("{sign}{}.{:02}", size / 100, size % 100)
            };
            ImageFields {
                creator: Some(creator.name()),
                licence: Some(licence.to_owned()),
                lat: place.map(|(north, _)| degrees(north)),
                lon: place.map(|(_, east)| degrees(east)),
                exif: exif.fields(),
                ..ImageFields::default()
            }
        })
    }

    /// The five captions of the scene at a row, with their claims.
    pub fn claimed_captions(&self, row: usize) -> Option<[ClaimedCaption; 5]> {
        self.scenes.get(row).map(|scene| claimed_captions(scene, self.seed))
    }

    /// All captions, five per image, in corpus order. A caption's id is the image's with `.0` to
    /// `.4` appended.
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

    /// The qrels of a definition, query by query, each in corpus order. Only relevant pictures
    /// are listed.
    pub fn qrels(&self, definition: Definition) -> Vec<Qrel> {
        let ids: Vec<String> = (0..self.scenes.len()).map(|row| self.id(row).to_string()).collect();
        let mut qrels = Vec::new();
        for answered in &self.queries {
            let written_for = match answered.answer {
                Answer::Caption { row, .. } => Some(row),
                Answer::Question(_) => None,
            };
            for (row, (scene, id)) in self.scenes.iter().zip(&ids).enumerate() {
                let grade = definition.grade(answered, scene, written_for == Some(row));
                if grade >= 1 {
                    let query = answered.query.id.clone();
                    qrels.push(Qrel { query, document: id.clone(), grade });
                }
            }
        }
        qrels
    }

    /// The conceptual and descriptive questions as ConQA queries, without seed images.
    pub fn conqa_queries(&self) -> Vec<ConqaQuery> {
        self.voted_questions()
            .map(|(answered, question)| ConqaQuery {
                id: answered.query.id.clone(),
                text: answered.query.text.clone(),
                is_conceptual: question.family == Family::Conceptual,
                seeds: Vec::new(),
            })
            .collect()
    }

    /// The annotators' votes on the pool of every conceptual and descriptive question. `seed`
    /// draws which annotators vote and how; it is not the seed of the scenes.
    pub fn voted_images(&self, seed: u64) -> Vec<VotedImage> {
        let mut voted = Vec::new();
        for (place, (answered, question)) in (0u64..).zip(self.voted_questions()) {
            for row in voting_pool(question, &self.scenes) {
                let Some(scene) = self.scenes.get(row) else { continue };
                let (votes, by) = votes(question, scene, seed, (place << 40) | row as u64);
                let (query, image) = (answered.query.id.clone(), self.id(row).to_string());
                voted.push(VotedImage { query, image, votes, by, ..VotedImage::default() });
            }
        }
        voted
    }

    fn voted_questions(&self) -> impl Iterator<Item = (&AnsweredQuery, &'static Question)> {
        self.queries.iter().filter_map(|answered| match answered.answer {
            Answer::Question(question)
                if matches!(question.family, Family::Conceptual | Family::Descriptive) =>
            {
                Some((answered, question))
            }
            _ => None,
        })
    }
}

/// Distinct captions that are specific enough for a query, sampled evenly from the gallery.
fn caption_queries(seed: u64, scenes: &[Scene]) -> Vec<AnsweredQuery> {
    let n = N_CAPTION_QUERIES.min(scenes.len());
    let mut queries = Vec::with_capacity(n);
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
                    !texts.contains(&caption.text) && is_specific(caption, scenes)
                })
            })?;
            let caption = captions.into_iter().nth(place)?;
            texts.insert(caption.text.clone());
            let id = format!("{}.{place}", SceneId { seed, index: row as u64 });
            Some(caption_query(id, row, scene, caption, is_val))
        });
        queries.extend(found);
    }
    queries
}

fn is_specific(caption: &ClaimedCaption, scenes: &[Scene]) -> bool {
    let described = scenes.iter().filter(|scene| caption.is_true_of(scene));
    described.take(MOST_RELEVANT_TO_A_CAPTION + 1).count() <= MOST_RELEVANT_TO_A_CAPTION
}
