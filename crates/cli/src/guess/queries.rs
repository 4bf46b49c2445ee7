use super::{
    recipe::{Section, quoted},
    roles::{Matrix, Queries},
    sections::Parts,
};
use crate::reading::{named_part::split, vectors_file::column_names};
use anyhow::{Result, bail};
use rankscope_core::{
    analysis::words::counted,
    formats::{QueryColumns, query_columns},
};
use std::collections::HashSet;

fn asked(n: usize) -> String {
    counted(n, "query", "queries")
}

impl Parts<'_> {
    pub(super) fn queries(&self) -> Result<Option<Section>> {
        if let (None, Some((path, n))) = (self.roles.queries, self.roles.classes) {
            let name = self.path(path);
            let seen = format!("{} that pictures show, in {name}", counted(n, "class", "classes"));
            return Ok(Some(Section::new("[queries]", seen).text("classes", &name)));
        }
        let Some(queries) = self.roles.queries else {
            let vectors = self.systems.iter().find_map(|system| system.queries);
            let table = vectors.map(|vectors| self.query_table(vectors)).transpose()?.flatten();
            return Ok(table.or_else(|| self.queries_without_texts()));
        };
        let name = self.path(queries.path());
        let seen = format!("{} in {name}", asked(queries.len()));
        let section = Section::new("[queries]", seen);
        Ok(Some(match queries {
            Queries::Lines(_, n) => {
                let first = self.first_number(n, |pairs| &pairs.queries).unwrap_or(1);
                let section = section.text("lines", &name);
                let section = if first == 1 { section } else { section.value("first", first) };
                self.check_numbers(&name, n, first)?;
                section.guessing([format!(
                    "their ids are the numbers of the lines, from {first} to {}",
                    (first + n).saturating_sub(1)
                )])
            }
            Queries::Records(..) => section.text("beir", &name),
            Queries::Ids(..) => section.text("ids", &name).or(
                "texts = \"queries.jsonl\"    # lines {\"id\": …, \"text\": …}; without it a query is \
                 its id",
            ),
        }))
    }

    /// Queries by the columns next to their vectors, if texts are among them.
    fn query_table(&self, vectors: Matrix<'_>) -> Result<Option<Section>> {
        let names = column_names(vectors.path)?;
        let Some(QueryColumns { id, text }) = query_columns(&names) else { return Ok(None) };
        let (n, file) = (vectors.rows, self.path(&split(vectors.path).0));
        let mut table = format!("{{ file = {}, ", quoted(&file));
        if let Some(id) = id {
            table.push_str(&format!("id = {}, ", quoted(id)));
        }
        table.push_str(&format!("text = {} }}", quoted(text)));
        let section = Section::new("[queries]", format!("{}, the rows of {file}", asked(n)))
            .value("table", table)
            .guessing([format!("what its columns are, by their names: {}", names.join(", "))]);
        if id.is_some() {
            return Ok(Some(section));
        }
        let first = self.first_number(n, |pairs| &pairs.queries).unwrap_or(0);
        self.check_numbers(&file, n, first)?;
        let last = (first + n).saturating_sub(1);
        Ok(Some(
            section.value("first", first).guessing([format!(
                "their ids are the numbers of the rows, from {first} to {last}"
            )]),
        ))
    }

    /// Refuses judgements and runs of which none names a line by its number.
    fn check_numbers(&self, name: &str, n: usize, first: usize) -> Result<()> {
        let is_number = |id: &String| {
            id.parse().is_ok_and(|number: usize| (first..first + n).contains(&number))
        };
        for (path, pairs) in self.roles.qrels.iter().chain(&self.roles.runs) {
            let example = pairs.queries.first();
            if let Some(id) = example.filter(|_| !pairs.queries.iter().any(is_number)) {
                bail!(
                    "{} has queries such as {id}, and {name} has {} without ids: none of \
                     them is meant. Nearest: JSON lines {{\"id\": {}, \"text\": …}} in its place",
                    path.display(),
                    counted(n, "text", "texts"),
                    quoted(id)
                );
            }
        }
        Ok(())
    }

    fn queries_without_texts(&self) -> Option<Section> {
        let texts = "lines = \"queries.txt\"    # in place of this: the text of each, one a line";
        let of_systems = self.systems.iter().find_map(|system| system.queries);
        if let Some(vectors) = of_systems.or_else(|| self.roles.scores.first().copied()) {
            let n = vectors.rows;
            let first = self.first_number(n, |pairs| &pairs.queries).unwrap_or(0);
            let last = (first + n).saturating_sub(1);
            let seen =
                format!("{}, the rows of {}, without texts", asked(n), self.path(vectors.path));
            let section = Section::new("[queries]", seen)
                .value("range", format!("[{first}, {last}]"))
                .guessing([format!("their ids are the numbers of the rows, {first} to {last}")]);
            return Some(section.or(texts));
        }
        let ids: HashSet<&String> = self.roles.pairs().flat_map(|pairs| &pairs.queries).collect();
        if ids.is_empty() {
            return None;
        }
        let seen = format!("{}, named by judgements and runs, without texts", asked(ids.len()));
        let section = Section::new("[queries]", seen).value("named_in", self.lists());
        Some(
            section.or("beir = \"queries.jsonl\"    # in place of this: {\"_id\": …, \"text\": …}"),
        )
    }
}
