//! Systems by measures as a paper prints them: the best in bold, letters for what a value is
//! significantly better than.

use crate::terminal::output::{Format, Layout};
use anyhow::{Result, bail};
use rankscope_core::analysis::{Correction, Significance, Significant};
use rankscope_core::metrics::Measure;
use rankscope_core::report::{EvalReport, RunValues};
use rankscope_core::statistics::PairedTest;
use rankscope_core::table::{self, Kind, Table, Value};
use std::collections::BTreeSet;

/// When a printed difference counts as significant.
#[derive(Debug, clap::Args)]
pub(crate) struct SignificanceArgs {
    /// How --format latex and markdown test two systems by a measure [default: randomisation].
    #[arg(long, value_enum)]
    test: Option<Test>,
    /// The largest p-value that they call significant [default: 0.05].
    #[arg(long, value_name = "P", value_parser = alpha)]
    alpha: Option<f64>,
    /// Their correction for testing every pair of systems by a measure [default: holm].
    #[arg(long, value_enum)]
    correction: Option<Corrected>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Test {
    /// The paired randomisation test.
    Randomisation,
    /// Student's paired t-test.
    Student,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Corrected {
    /// Holm's.
    Holm,
    /// Tukey's honestly significant difference by randomisation, in place of tests of pairs.
    Tukey,
    /// None.
    None,
}

/// A p-value between 0 and 1.
fn alpha(text: &str) -> Result<f64> {
    match text.parse() {
        Ok(p) if p > 0.0 && p < 1.0 => Ok(p),
        _ => bail!("{text} is not between 0 and 1; 0.05 and 0.01 are usual"),
    }
}

impl SignificanceArgs {
    /// Refuses a test that nothing would print, and two tests at once.
    ///
    /// # Errors
    /// One of these arguments was given, and the format marks no differences; Student's test with Tukey's.
    pub(super) fn check(&self, format: Format) -> Result<()> {
        let given = [
            ("--test", self.test.is_some()),
            ("--alpha", self.alpha.is_some()),
            ("--correction", self.correction.is_some()),
        ];
        if matches!((self.test, self.correction), (Some(Test::Student), Some(Corrected::Tukey))) {
            bail!(
                "--correction tukey is a randomisation test of its own: leave --test student out"
            );
        }
        let given: Vec<&str> =
            given.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect();
        if given.is_empty() || format.layout().and_then(Layout::paper).is_some() {
            return Ok(());
        }
        bail!(
            "{}: only --format latex and --format markdown mark significant differences; add one of \
             them",
            given.join(", ")
        )
    }

    fn significance(&self) -> Significance {
        let usual = Significance::default();
        Significance {
            test: match self.test {
                None | Some(Test::Randomisation) => usual.test,
                Some(Test::Student) => PairedTest::Student,
            },
            alpha: self.alpha.unwrap_or(usual.alpha),
            correction: match self.correction {
                None | Some(Corrected::Holm) => Correction::Holm,
                Some(Corrected::Tukey) => Correction::Tukey,
                Some(Corrected::None) => Correction::None,
            },
        }
    }
}

/// A table for all queries, and one for each group and direction.
pub(super) fn printed(
    report: &EvalReport,
    measures: &[Measure],
    format: table::Format,
    significance: &SignificanceArgs,
) -> Result<String> {
    let mut text = String::new();
    for (group, runs) in report.blocks() {
        if !text.is_empty() {
            text.push('\n');
        }
        let block = Block { report, group, runs, measures };
        text.push_str(&(format.write)(&block.table(&significance.significance())?));
    }
    Ok(text)
}

/// The systems over some of the queries, or in one direction.
struct Block<'a> {
    report: &'a EvalReport,
    /// Empty for all queries.
    group: &'a str,
    runs: &'a RunValues,
    measures: &'a [Measure],
}

impl Block<'_> {
    fn table(&self, significance: &Significance) -> Result<Table> {
        let names: Vec<&String> =
            self.report.names.iter().filter(|name| self.runs.contains_key(*name)).collect();
        let of = |name: &String, measure: &Measure| {
            self.runs.get(name).and_then(|run| run.get(&measure.to_string()))
        };
        let mut columns = vec![(String::from("system"), Kind::Single)];
        columns.extend(self.measures.iter().map(|measure| (measure.to_string(), Kind::Single)));
        let mean =
            |name: &String, measure: &Measure| of(name, measure).and_then(|of| of.summary.mean);
        let row = |name: &&String| {
            let means = self.measures.iter().map(|measure| Value::from(mean(name, measure)));
            std::iter::once(Value::from(*name)).chain(means).collect()
        };
        let mut table = Table::new(columns, names.iter().map(row).collect());
        let mut outcomes = Vec::new();
        for (column, measure) in (1..).zip(self.measures) {
            let means: Vec<Option<f64>> = names.iter().map(|name| mean(name, measure)).collect();
            table.print.best_of(column, &means);
            let outcome = significance.of(&self.per_query(&names, measure))?;
            if outcome.n_pairs > 0 {
                table.print.better_than(column, &outcome.better_than);
                outcomes.push(outcome);
            }
        }
        let title = self.report.title();
        let parts = [title.as_str(), self.group].into_iter().filter(|part| !part.is_empty());
        table.print.caption = parts.collect::<Vec<_>>().join(", ");
        table.print.notes = self.notes(&names, significance, &outcomes);
        Ok(table)
    }

    /// The values of a measure, `[names][queries]`, over the queries that any of them has.
    fn per_query(&self, names: &[&String], measure: &Measure) -> Vec<Vec<Option<f64>>> {
        let of = |name: &&String| self.runs.get(*name)?.get(&measure.to_string());
        let ids: BTreeSet<&String> =
            names.iter().filter_map(of).flat_map(|of| of.per_query.keys()).collect();
        let value = |name: &&String, id: &String| of(name)?.per_query.get(id).copied();
        names.iter().map(|name| ids.iter().map(|id| value(name, id)).collect()).collect()
    }

    fn notes(
        &self,
        names: &[&String],
        significance: &Significance,
        outcomes: &[Significant],
    ) -> Vec<String> {
        let all = names.iter().filter_map(|name| self.runs.get(*name));
        let ns = all.flat_map(|run| run.values().map(|measured| measured.summary.n));
        let (least, most) = (ns.clone().min().unwrap_or(0), ns.max().unwrap_or(0));
        let n = if least == most { most.to_string() } else { format!("{least}–{most}") };
        let mut notes = vec![format!("Means over {n} queries.")];
        if names.len() > 1 {
            notes.push("Bold: the best value of a column.".into());
        }
        if !outcomes.is_empty() {
            notes.push(significance.note(outcomes));
        }
        notes
    }
}
