//! Limits for scripts: a command prints its results, and then fails with status 1 if a mean is beyond one.

use anyhow::{Result, bail};
use rankscope_core::{
    metrics::Measure,
    report::{CompareReport, EvalReport},
};

/// The mean that `eval` asks of each system, as `trec:AP=0.3`.
#[derive(Debug, Clone)]
pub(crate) struct AtLeast {
    pub(crate) measure: Measure,
    least: f64,
}

/// What the mean of A may lack of that of B in `compare`, as `trec:AP:0.01`; nothing without the number.
#[derive(Debug, Clone)]
pub(crate) struct MayLose {
    pub(crate) measure: Measure,
    margin: f64,
}

impl AtLeast {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        // A relevance level has a sign of its own: trec:AP(rel=2)=0.3.
        let (measure, least) =
            text.rsplit_once('=').ok_or("give MEASURE=VALUE, as in trec:AP=0.3")?;
        let least = number(least)?;
        Ok(Self { measure: measure.parse().map_err(|error| format!("{error}"))?, least })
    }

    /// Fails with a sentence for each system whose mean is below a limit, or that has none. Where both
    /// directions were measured, it is the mean of both.
    pub(crate) fn check(limits: &[Self], report: &EvalReport) -> Result<()> {
        let measured = [&report.both, &report.runs, &report.reverse];
        let measured = measured.into_iter().find(|runs| !runs.is_empty()).unwrap_or(&report.runs);
        let mut faults = Vec::new();
        for Self { measure, least } in limits {
            let name = measure.to_string();
            for (run, of_run) in measured {
                match of_run.get(&name).and_then(|of| of.summary.mean) {
                    Some(mean) if mean >= *least => {}
                    Some(mean) => faults
                        .push(format!("{name} of {run} is {mean:.4}: --at-least asks for {least}")),
                    None => faults
                        .push(format!("{name} of {run} has no mean: --at-least asks for {least}")),
                }
            }
        }
        failed(&faults)
    }
}

impl MayLose {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if let Ok(measure) = text.parse() {
            return Ok(Self { measure, margin: 0.0 });
        }
        // The error of a text that has no margin is that of the measure.
        let (measure, margin) = match text.rsplit_once(':') {
            Some((measure, margin)) if margin.parse::<f64>().is_ok() => (measure, number(margin)?),
            _ => (text, 0.0),
        };
        if margin < 0.0 {
            return Err(format!("the margin {margin} is below 0"));
        }
        Ok(Self { measure: measure.parse().map_err(|error| format!("{error}"))?, margin })
    }

    /// Fails with a sentence for each measure by which A is worse than B by more than the margin.
    pub(crate) fn check(limits: &[Self], report: &CompareReport) -> Result<()> {
        let [a, b] = &report.runs;
        let mut faults = Vec::new();
        for Self { measure, margin } in limits {
            let name = measure.to_string();
            let compared = report.measures.get(&name);
            let means =
                compared.and_then(|of| Some((of.mean_a?, of.mean_b?, of.difference?, of.p)));
            match means {
                Some((.., difference, _)) if difference >= -margin => {}
                Some((mean_a, mean_b, difference, p)) => {
                    let lost = -difference;
                    let p = p.map_or(String::new(), |p| format!(", p = {p:.4}"));
                    faults.push(format!(
                        "{name} of {a} is {mean_a:.4}, {lost:.4} below the {mean_b:.4} of {b}{p}: \
                         --fail-if-worse allows {margin}"
                    ));
                }
                None => faults.push(format!(
                    "{a} and {b} have no query with a value of {name} in common: --fail-if-worse \
                     compares nothing"
                )),
            }
        }
        failed(&faults)
    }
}

fn number(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| format!("{text:?} is not a number"))
}

fn failed(faults: &[String]) -> Result<()> {
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    Ok(())
}

/// The measures to compute: those asked for, or the usual ones, and those with a limit.
pub(crate) fn with_limited(
    mut measures: Vec<Measure>,
    limited: impl Iterator<Item = Measure>,
) -> Vec<Measure> {
    for measure in limited {
        if !measures.contains(&measure) {
            measures.push(measure);
        }
    }
    measures
}
