//! What a visitor has judged, as it is kept and as it is saved.

use super::answer::Answer;
use super::controls::{Control, ControlScore};
use crate::formats::{FormatError, Place, Qrel};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A judged picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The image's id.
    pub image: String,
    /// The answer.
    pub answer: Answer,
}

/// A query and what the visitor judged for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandJudged {
    /// The id in files: that of a query of the benchmark, or `own-1`, `own-2` … for own words.
    pub id: String,
    /// The text of the query.
    pub text: String,
    /// The judgements in the order in which they were given, each picture once.
    pub judgements: Vec<Judgement>,
    /// The ids of the pictures whose neighbours were judged, as in ConQA, in the order in which they were used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<String>,
}

/// All that a visitor has judged on a benchmark.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Desk {
    /// By query, in the order in which they were begun.
    pub queries: Vec<HandJudged>,
    /// The answers to controls.
    #[serde(default)]
    pub controls: Vec<Control>,
}

impl Desk {
    /// Reads what [`to_json`](Self::to_json) wrote.
    ///
    /// # Errors
    /// Not such a text; the error gives the line.
    pub fn from_json(file: &str, text: &str) -> Result<Self, FormatError> {
        serde_json::from_str(text).map_err(|error| {
            FormatError::new(file, Place::Line(error.line()), format!("not judgements: {error}"))
        })
    }

    /// As JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The judgements of a query; `id` is `None` for own words.
    pub fn of(&self, id: Option<&str>, text: &str) -> Option<&HandJudged> {
        self.queries.iter().find(|own| own.is_of(id, text))
    }

    /// Judges a picture, once more if it was judged before.
    pub fn judge(&mut self, id: Option<&str>, text: &str, image: &str, answer: Answer) {
        let place = self.queries.iter().position(|own| own.is_of(id, text));
        let place = place.unwrap_or_else(|| {
            let id = id.map_or_else(|| self.own_id(), str::to_owned);
            let (text, judgements, seeds) = (text.to_owned(), Vec::new(), Vec::new());
            self.queries.push(HandJudged { id, text, judgements, seeds });
            self.queries.len() - 1
        });
        if let Some(own) = self.queries.get_mut(place) {
            own.judgements.retain(|judged| judged.image != image);
            own.judgements.push(Judgement { image: image.to_owned(), answer });
        }
    }

    /// Notes that neighbours of a picture were judged for a query with judgements.
    pub fn add_seed(&mut self, id: Option<&str>, text: &str, seed: &str) {
        let own = self.queries.iter_mut().find(|own| own.is_of(id, text));
        if let Some(own) = own.filter(|own| own.seeds.iter().all(|known| known != seed)) {
            own.seeds.push(seed.to_owned());
        }
    }

    /// Takes back the last judgement of a query, which is forgotten with its last one.
    pub fn undo(&mut self, id: Option<&str>, text: &str) -> Option<Judgement> {
        let own = self.queries.iter_mut().find(|own| own.is_of(id, text))?;
        let last = own.judgements.pop();
        self.queries.retain(|own| !own.judgements.is_empty());
        last
    }

    /// Deletes the judgements of a query.
    pub fn forget(&mut self, id: Option<&str>, text: &str) {
        self.queries.retain(|own| !own.is_of(id, text));
    }

    /// The number of judgements of all queries.
    pub fn n_judged(&self) -> usize {
        self.queries.iter().map(|own| own.judgements.len()).sum()
    }

    /// How the controls were answered.
    pub fn score(&self) -> ControlScore {
        ControlScore::of(&self.controls)
    }

    /// The judgements as qrels: 1 for relevant, 0 for not relevant. Unsure leaves a picture
    /// unjudged.
    pub fn qrels(&self) -> Vec<Qrel> {
        let of_query = |own: &HandJudged| {
            let id = own.id.clone();
            let judged = own.judgements.clone().into_iter();
            judged.filter_map(move |Judgement { image, answer }| {
                Some(Qrel { query: id.clone(), document: image, grade: answer.grade()? })
            })
        };
        self.queries.iter().flat_map(of_query).collect()
    }

    /// The judgements as ConQA's `mturk.json`: `{query: {image: [relevant, not relevant, unsure]}}`.
    pub fn conqa_votes(&self) -> String {
        let votes = |answer: Answer| Answer::ALL.map(|own| u32::from(own == answer));
        let of_query = |own: &HandJudged| {
            let judged = own.judgements.iter();
            judged.map(|judged| (judged.image.clone(), votes(judged.answer))).collect()
        };
        let all: BTreeMap<String, BTreeMap<String, [u32; 3]>> =
            self.queries.iter().map(|own| (own.id.clone(), of_query(own))).collect();
        serde_json::to_string(&all).unwrap_or_default()
    }

    /// The queries as ConQA's `seed.json`: `{query: {Text, Conceptual, Seeds}}`. Seeds whose ids are numbers
    /// are numbers there, as in the original.
    /// `is_conceptual` says of a query's id whether it is an idea rather than a description.
    pub fn conqa_queries(&self, is_conceptual: impl Fn(&str) -> bool) -> String {
        #[derive(Serialize)]
        #[serde(rename_all = "PascalCase")]
        struct Seed<'a> {
            text: &'a str,
            conceptual: bool,
            seeds: Vec<serde_json::Value>,
        }
        let number = |id: &String| {
            let number = id.parse::<u64>().ok().filter(|number| number.to_string() == *id);
            number.map_or_else(|| id.as_str().into(), serde_json::Value::from)
        };
        let all: BTreeMap<&str, Seed<'_>> = self
            .queries
            .iter()
            .map(|own| {
                let seeds = own.seeds.iter().map(number).collect();
                let conceptual = is_conceptual(&own.id);
                (own.id.as_str(), Seed { text: &own.text, conceptual, seeds })
            })
            .collect();
        serde_json::to_string(&all).unwrap_or_default()
    }

    fn own_id(&self) -> String {
        let is_free = |id: &String| self.queries.iter().all(|own| own.id != *id);
        let mut ids = (1..).map(|number| format!("own-{number}"));
        ids.find(is_free).unwrap_or_default()
    }
}

impl HandJudged {
    fn is_of(&self, id: Option<&str>, text: &str) -> bool {
        match id {
            Some(id) => self.id == id,
            None => self.id.starts_with("own-") && self.text == text,
        }
    }

    /// The answer for an image.
    pub fn answer(&self, image: &str) -> Option<Answer> {
        let judged = self.judgements.iter().find(|judged| judged.image == image);
        judged.map(|judged| judged.answer)
    }
}
