//! Judges the visitor's own words by Fieldbook's facts.
#![allow(unsafe_code, reason = "the world's code is in a separate part, called across the split")]

use crate::ui::task::{Ended, Run, part_missing, pause};
use rankscope_core::analysis::Dataset;
use rankscope_fieldbook::{Reason, SceneId, Told, Understanding};
use rankscope_messages::{Failure, ProgressUnit};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// How many scenes are judged at a time; the page responds in between.
const N_AT_A_TIME: usize = 500;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::ui) struct Facts {
    pub(in crate::ui) words: String,
    /// What was understood, in English; empty if nothing was.
    pub(in crate::ui) understood: String,
    pub(in crate::ui) unknown: Vec<String>,
    /// `(row_in_corpus, grade)` of the relevant pictures; `None` unless every word was understood.
    pub(in crate::ui) grades: Option<Vec<(u32, i32)>>,
}

/// A part of what a query asks for, decided for one picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::ui) struct Fact {
    /// Nesting depth; 0 for what must hold as a whole.
    pub(in crate::ui) depth: usize,
    pub(in crate::ui) words: String,
    pub(in crate::ui) holds: bool,
}

struct Read {
    understood: String,
    unknown: Vec<String>,
    is_whole: bool,
}

pub(in crate::ui) fn has_facts(dataset: &Dataset) -> bool {
    let image = dataset.image(0);
    image.is_some_and(|image| image.uri.is_none() && image.scene.is_some())
}

pub(in crate::ui) async fn judge(
    words: String,
    dataset: &Dataset,
    run: &Run<Facts>,
) -> Result<Facts, Ended> {
    let read = read(words.clone()).await.map_err(|_| Ended::Failed(not_loaded()))?;
    let Read { understood, unknown, is_whole } = read;
    if !is_whole {
        return Ok(Facts { words, understood, unknown, grades: None });
    }
    let n = dataset.n_images();
    let mut grades = Vec::new();
    for start in (0..n).step_by(N_AT_A_TIME) {
        let rows = (start..n.min(start + N_AT_A_TIME)).filter_map(|row| u32::try_from(row).ok());
        let scene = |row: u32| {
            let id: SceneId = dataset.image(row)?.scene.as_ref()?.parse().ok()?;
            Some((row, id))
        };
        let scenes: Vec<(u32, SceneId)> = rows.filter_map(scene).collect();
        let judged = judged(words.clone(), scenes).await;
        grades.extend(judged.map_err(|_| Ended::Failed(not_loaded()))?);
        run.count("Judging from the facts", start, n, ProgressUnit::Rows);
        pause().await;
    }
    Ok(Facts { words, understood, unknown, grades: Some(grades) })
}

/// Why a scene answers words or does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::ui) struct Decided {
    pub(in crate::ui) holds: bool,
    /// In one clause.
    pub(in crate::ui) told: String,
    /// What the words ask for, part by part.
    pub(in crate::ui) facts: Vec<Fact>,
}

/// `None` if the code that knows the world could not be fetched; within, if nothing was understood.
pub(in crate::ui) async fn facts_of(words: String, scene: String) -> Option<Option<Decided>> {
    decided(words, scene).await.ok()
}

#[wasm_split(drawing, fallible)]
fn decided(words: String, scene: String) -> Result<Option<Decided>, SplitLoaderError> {
    let reading = Understanding::of(&words).reading;
    let Some(id) = scene.parse::<SceneId>().ok().filter(|_| !reading.is_empty()) else {
        return Ok(None);
    };
    let scene = id.scene();
    let Told { holds, words: told } = reading.told(&scene);
    let fact = |Reason { depth, words, holds }| Fact { depth, words, holds };
    let facts = reading.reasons(&scene).into_iter().map(fact).collect();
    Ok(Some(Decided { holds, told, facts }))
}

#[wasm_split(drawing, fallible)]
fn read(words: String) -> Result<Read, SplitLoaderError> {
    let understanding = Understanding::of(&words);
    Ok(Read {
        understood: understanding.reading.words(),
        is_whole: understanding.whole().is_some(),
        unknown: understanding.unknown,
    })
}

#[wasm_split(drawing, fallible)]
fn judged(words: String, scenes: Vec<(u32, SceneId)>) -> Result<Vec<(u32, i32)>, SplitLoaderError> {
    let reading = Understanding::of(&words).reading;
    let graded = scenes.into_iter().map(|(row, id)| (row, reading.grade(&id.scene())));
    Ok(graded.filter(|(_, grade)| *grade >= 1).collect())
}

fn not_loaded() -> Failure {
    part_missing("The words could not be judged")
}
