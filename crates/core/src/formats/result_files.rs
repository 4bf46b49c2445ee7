//! Results in JSON: CLIP_benchmark's (a model on a data set) and mteb's (a model on tasks) become a table of
//! systems × measures.

use super::{
    FormatError, Place,
    published::{PublishedRow, PublishedTable},
};
use serde_json::{Map, Value};

/// A file of a table.
#[derive(Debug, Clone, Copy)]
pub struct ResultFile<'a> {
    pub file: &'a str,
    /// For mteb's results of one task, which do not name it.
    pub model: Option<&'a str>,
    pub text: &'a str,
}

impl<'a> ResultFile<'a> {
    /// mteb keeps its results as `MODEL/REVISION/TASK.json`.
    pub fn at(path: &'a str, text: &'a str) -> Self {
        Self { file: path, model: path.rsplit(['/', '\\']).nth(2), text }
    }
}

pub(super) fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

/// A figure of a model, with the name of its column.
struct Figure {
    model: String,
    column: Name,
    value: f64,
}

#[derive(Debug, Clone, PartialEq)]
struct Name {
    task: String,
    split: String,
    measure: String,
}

/// Of several tasks of mteb, the main score of each; of one, all its measures.
pub(super) fn published_from_results(
    files: &[ResultFile<'_>],
) -> Result<PublishedTable, FormatError> {
    let mut figures = Vec::new();
    for file in files {
        let values = serde_json::Deserializer::from_str(file.text).into_iter::<Value>();
        for value in values {
            let value = value.map_err(|e| {
                FormatError::new(file.file, Place::Line(e.line()), format!("no JSON: {e}"))
                    .because(e)
            })?;
            read(file, &value, file.model, &mut figures)?;
        }
    }
    let first = files.first().map_or("", |file| file.file);
    table_of(first, figures)
}

fn read(
    file: &ResultFile<'_>,
    value: &Value,
    model: Option<&str>,
    figures: &mut Vec<Figure>,
) -> Result<(), FormatError> {
    let wrong = |reason: String| FormatError::new(file.file, Place::File, reason);
    let text = |object: &Map<String, Value>, key: &str| {
        object.get(key).and_then(Value::as_str).map(String::from)
    };
    let object = match value {
        Value::Array(all) => {
            return all.iter().try_for_each(|one| read(file, one, model, figures));
        }
        Value::Object(object) => object,
        _ => return Err(wrong("no results: objects are needed".into())),
    };
    if let Some(Value::Array(all)) = object.get("model_results").or(object.get("task_results")) {
        let named = text(object, "model_name");
        let model = named.as_deref().or(model);
        return all.iter().try_for_each(|one| read(file, one, model, figures));
    }
    if let (Some(Value::Object(metrics)), Some(model), Some(task)) =
        (object.get("metrics"), text(object, "model"), text(object, "dataset"))
    {
        let weights = text(object, "pretrained").filter(|own| !own.is_empty() && *own != model);
        let model = weights.map_or(model.clone(), |weights| format!("{model} ({weights})"));
        let split = text(object, "language").filter(|own| own != "en").unwrap_or_default();
        let of = |(measure, value): (&String, &Value)| {
            let column =
                Name { task: task.clone(), split: split.clone(), measure: measure.clone() };
            Some(Figure { model: model.clone(), column, value: value.as_f64()? })
        };
        figures.extend(metrics.iter().filter_map(of));
        return Ok(());
    }
    let (Some(task), Some(Value::Object(splits))) =
        (text(object, "task_name"), object.get("scores"))
    else {
        return Err(wrong(
            "neither CLIP_benchmark’s results (dataset, model, metrics) nor mteb’s (task_name, \
             scores)"
                .into(),
        ));
    };
    let model = model.ok_or_else(|| {
        wrong(format!(
            "the results of {task} do not say of which model: keep them as \
             MODEL/REVISION/{task}.json, and give that folder"
        ))
    })?;
    for (split, subsets) in splits {
        for scores in subsets.as_array().into_iter().flatten().filter_map(Value::as_object) {
            let subset = text(scores, "hf_subset").filter(|own| own != "default");
            let split = subset.map_or(split.clone(), |subset| format!("{split} {subset}"));
            figures.extend(scores.iter().filter_map(|(measure, value)| {
                let column =
                    Name { task: task.clone(), split: split.clone(), measure: measure.clone() };
                Some(Figure { model: model.into(), column, value: value.as_f64()? })
            }));
        }
    }
    Ok(())
}

const MAIN: &str = "main_score";

fn table_of(file: &str, mut figures: Vec<Figure>) -> Result<PublishedTable, FormatError> {
    let first = figures.first().map(|one| one.column.clone());
    let has_main = figures.iter().any(|one| one.column.measure == MAIN);
    let all_of = |of: fn(&Name) -> &String| {
        first.as_ref().is_none_or(|own| figures.iter().all(|one| of(&one.column) == of(own)))
    };
    let (is_one_task, is_one_split) = (all_of(|name| &name.task), all_of(|name| &name.split));
    if has_main {
        figures.retain(|one| (one.column.measure == MAIN) != is_one_task);
    }
    let title = |name: &Name| {
        let task = (!is_one_task || !has_main).then_some(&name.task);
        let split = (!is_one_split && !name.split.is_empty()).then_some(&name.split);
        let measure = (name.measure != MAIN).then_some(&name.measure);
        let parts: Vec<&str> = [task, split, measure].into_iter().flatten().map(|s| &**s).collect();
        parts.join(" ")
    };
    let (mut measures, mut rows): (Vec<String>, Vec<PublishedRow>) = (Vec::new(), Vec::new());
    for Figure { model, column, value } in &figures {
        let title = title(column);
        let place = measures.iter().position(|own| *own == title).unwrap_or_else(|| {
            measures.push(title.clone());
            measures.len() - 1
        });
        let row = rows.iter().position(|row| row.texts == [model.as_str()]).unwrap_or_else(|| {
            rows.push(PublishedRow {
                texts: vec![model.clone()],
                flags: Vec::new(),
                values: Vec::new(),
            });
            rows.len() - 1
        });
        let Some(row) = rows.get_mut(row) else { continue };
        if row.values.len() <= place {
            row.values.resize(place + 1, None);
        }
        if let Some(slot) = row.values.get_mut(place) {
            if slot.is_some_and(|known| known != *value) {
                let reason = format!("{model} has two values of {title}");
                return Err(FormatError::new(file, Place::File, reason));
            }
            *slot = Some(*value);
        }
    }
    if measures.is_empty() {
        return Err(FormatError::new(file, Place::File, "no figures in these results"));
    }
    rows.iter_mut().for_each(|row| row.values.resize(measures.len(), None));
    let text_columns = vec!["model".into()];
    Ok(PublishedTable { text_columns, flag_columns: Vec::new(), measures, rows })
}
