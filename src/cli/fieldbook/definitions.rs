//! Fieldbook's definitions of relevance, each with its judgements in a file.

use crate::benchmark::RelevanceDefinition;
use crate::cli::writer::Writer;
use crate::fieldbook::{Definition, Fieldbook};
use anyhow::Result;

/// Writes the judgements that follow from the scenes alone.
pub(super) fn add_definitions(
    writer: &mut Writer,
    book: &Fieldbook,
) -> Result<Vec<RelevanceDefinition>> {
    let titled = [
        (Definition::Exhaustive, "Exhaustive"),
        (Definition::Pairs, "Pairs"),
        (Definition::Wide, "Wide"),
        (Definition::Narrow, "Narrow"),
    ];
    let mut definitions = Vec::new();
    for (definition, title) in titled {
        let id = definition.words();
        definitions.push(RelevanceDefinition {
            id: id.into(),
            title: title.into(),
            counts_as: definition.sentence().into(),
            default: definition == Definition::Exhaustive,
            only_judged: false,
            path: writer.add_relevance(id, &book.qrels(definition))?,
        });
    }
    Ok(definitions)
}
