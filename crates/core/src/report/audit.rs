//! What a printed mean and n allow: `rankscope audit` and the page's part.

use crate::statistics::{
    ALPHA, Detectable, PrintedMean, detectable_difference, hoeffding, queries_needed, sign_test,
    wilson,
};
use serde::Serialize;

/// One printed mean, or two over the same queries.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AuditReport {
    pub n: u64,
    pub mean: AuditedMean,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<AuditedMean>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<AuditedDifference>,
    pub detectable: AuditedDetectable,
}

/// The range that a printed mean can have.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AuditedMean {
    pub value: f64,
    /// What prints so.
    pub printed: [f64; 2],
    /// If each query is 0 or 1; `None` if no count of n queries prints so.
    pub rate: Option<RateRange>,
    /// If each query is anything from 0 to 1.
    pub bounded: Range,
}

/// Of a rate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RateRange {
    /// The least and the greatest number of hits that print so.
    pub counts: [u64; 2],
    #[serde(flatten)]
    pub range: Range,
}

/// Where the mean over all such queries lies, with 95 % confidence.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Range {
    pub low: f64,
    pub high: f64,
    /// `wilson` or `hoeffding`.
    pub method: &'static str,
}

/// Whether two printed means over the same n queries can differ by more than chance.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AuditedDifference {
    pub value: f64,
    pub printed: [f64; 2],
    /// By the sign test, exact; `None` if one of the means is no rate of n queries.
    pub rate: Option<PRange>,
    /// By the sign-flip test where it is smallest, and by that of a rate where it is greatest.
    pub bounded: PRange,
}

/// The p-values that queries with these means can have.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PRange {
    pub p_min: f64,
    pub p_max: f64,
    /// Whether `p_min` is at most 0.05.
    pub can_be_significant: bool,
    /// Whether `p_max` is.
    pub must_be_significant: bool,
}

/// The smallest difference that n queries show (power 0.8, two-sided level 0.05).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AuditedDetectable {
    /// Of the paired differences: as given, or the greatest that such means allow.
    pub sd: f64,
    /// `given` or `at_most`.
    pub sd_is: &'static str,
    #[serde(flatten)]
    pub difference: Option<Detectable>,
    /// How many queries show the printed difference at this sd.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queries_needed: Option<u64>,
}

/// A field of what is asked, with what is wrong with it.
pub type AuditFault = (&'static str, String);

/// What is asked, from text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AuditAsked {
    pub mean: PrintedMean,
    pub against: Option<PrintedMean>,
    pub n: u64,
    pub sd: Option<f64>,
}

impl AuditAsked {
    /// `against` and `sd` may be empty. Fails with every field that is wrong: `mean`, `against`, `n`, `sd`.
    pub fn from_text(
        mean: &str,
        against: &str,
        n: &str,
        sd: &str,
    ) -> Result<Self, Vec<AuditFault>> {
        let mut faults = Vec::new();
        let mut of = |field: &'static str, text: &str| {
            text.parse().map_err(|reason| faults.push((field, reason))).ok()
        };
        let mean: Option<PrintedMean> = of("mean", mean);
        let against = Some(against.trim()).filter(|text| !text.is_empty());
        let against = against.map(|text| of("against", text));
        let n: Option<u64> = n.trim().replace(',', "").parse().ok();
        let n = n.filter(|n| (2..=u64::from(u32::MAX)).contains(n));
        if n.is_none() {
            faults.push(("n", "a number of queries is a whole number of 2 or more".into()));
        }
        let sd = Some(sd.trim()).filter(|text| !text.is_empty()).map(deviation_from_text);
        let sd = sd.transpose().map_err(|reason| faults.push(("sd", reason)));
        match (mean, n, sd) {
            (Some(mean), Some(n), Ok(sd)) if faults.is_empty() => {
                Ok(Self { mean, against: against.flatten(), n, sd })
            }
            _ => Err(faults),
        }
    }

    pub fn report(&self) -> AuditReport {
        AuditReport::new(self.mean, self.against, self.n, self.sd)
    }
}

/// A standard deviation of paired differences.
pub fn deviation_from_text(text: &str) -> Result<f64, String> {
    let value: Option<f64> = text.parse().ok();
    value
        .filter(|value| (0.0..=2.0).contains(value))
        .ok_or_else(|| "differences of values in [0, 1] have a deviation from 0 to about 1".into())
}

/// A line of the report in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditLine {
    pub what: String,
    /// Whether it belongs to the line above.
    pub is_part: bool,
    pub value: String,
    /// The method, or what follows.
    pub by: String,
}

impl AuditReport {
    /// For people.
    pub fn lines(&self) -> Vec<AuditLine> {
        let range = |[low, high]: [f64; 2]| format!("{low:.4}…{high:.4}");
        let between = |of: &Range| range([of.low, of.high]);
        let no_rate = || String::from("no count prints so");
        let mut lines = Vec::new();
        let mut line = |what: &str, is_part: bool, value: String, by: &str| {
            lines.push(AuditLine { what: what.into(), is_part, value, by: by.into() });
        };
        for (what, mean) in [("mean", Some(&self.mean)), ("against", self.against.as_ref())] {
            let Some(AuditedMean { value, printed, rate, bounded }) = mean else { continue };
            line(what, false, value.to_string(), &format!("printed so: {}", range(*printed)));
            let of_rate = rate.as_ref().map_or_else(no_rate, |rate| between(&rate.range));
            line("as a rate", true, of_rate, "95 %, Wilson");
            line("as a mean in [0, 1]", true, between(bounded), "95 %, Hoeffding’s bound");
        }
        if let Some(difference) = &self.difference {
            let p = |of: &PRange| format!("p {:.2e}…{:.2e}", of.p_min, of.p_max);
            let printed = format!("printed so: {}", range(difference.printed));
            line("difference", false, format!("{:+.4}", difference.value), &printed);
            match &difference.rate {
                Some(rate) => line("as rates", true, p(rate), rate.words()),
                None => line("as rates", true, no_rate(), ""),
            }
            let bounded = &difference.bounded;
            line("as means in [0, 1]", true, p(bounded), bounded.words());
        }
        let detectable = &self.detectable;
        let is = if detectable.sd_is == "given" { "sd" } else { "sd at most" };
        let found =
            detectable.difference.map_or("n/a".into(), |of| format!("{:.4}", of.t_noncentral));
        let by = format!("power 0.8, {is} {:.4}", detectable.sd);
        line("detectable difference", false, found, &by);
        if let Some(n) = detectable.queries_needed {
            let by = format!("{is} {:.4}", detectable.sd);
            line("queries to show the difference", false, n.to_string(), &by);
        }
        lines
    }

    /// `sd` is that of the paired differences, where it is known. `n` is at least 2.
    pub fn new(mean: PrintedMean, against: Option<PrintedMean>, n: u64, sd: Option<f64>) -> Self {
        let difference = against.map(|against| AuditedDifference::new(mean, against, n));
        let by = difference.as_ref().map(|of| of.value);
        let greatest = || greatest_sd(mean, against.unwrap_or(mean), n);
        let (sd, sd_is) = sd.map_or_else(|| (greatest(), "at_most"), |sd| (sd, "given"));
        let n_queries = usize::try_from(n).unwrap_or(usize::MAX);
        Self {
            n,
            mean: AuditedMean::new(mean, n),
            against: against.map(|against| AuditedMean::new(against, n)),
            difference,
            detectable: AuditedDetectable {
                sd,
                sd_is,
                difference: detectable_difference(sd, n_queries),
                queries_needed: by.and_then(|by| queries_needed(sd, by)),
            },
        }
    }
}

impl AuditedMean {
    fn new(mean: PrintedMean, n: u64) -> Self {
        let PrintedMean { value, low, high } = mean;
        let rate = mean.counts(n).map(|[fewest, most]| {
            let ([low, _], [_, high]) = (wilson(fewest, n), wilson(most, n));
            RateRange { counts: [fewest, most], range: Range { low, high, method: "wilson" } }
        });
        let by = hoeffding(n);
        let bounded =
            Range { low: (low - by).max(0.0), high: (high + by).min(1.0), method: "hoeffding" };
        Self { value, printed: [low, high], rate, bounded }
    }
}

impl AuditedDifference {
    fn new(a: PrintedMean, b: PrintedMean, n: u64) -> Self {
        let rate = a.counts(n).zip(b.counts(n)).map(|(a, b)| PRange::of_rates(a, b, n));
        // All queries may differ by the same small amount: of 2^n exchanges two are as extreme.
        let p_min = 0.5f64.powi(i32::try_from(n - 1).unwrap_or(i32::MAX));
        // The greatest spread of values in [0, 1] is that of zeros and ones.
        let counts = |of: PrintedMean| {
            let [low, high] = [of.low, of.high].map(|end| whole(end, n));
            [low, high]
        };
        let p_max = PRange::of_rates(counts(a), counts(b), n).p_max;
        Self {
            value: a.value - b.value,
            printed: [a.low - b.high, a.high - b.low],
            rate,
            bounded: PRange::new(p_min, p_max),
        }
    }
}

/// The nearest count of n.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to n")]
fn whole(rate: f64, n: u64) -> u64 {
    (rate * n as f64).round() as u64
}

impl PRange {
    /// Whether the difference can be, or must be, more than chance.
    pub fn words(&self) -> &'static str {
        match (self.can_be_significant, self.must_be_significant) {
            (_, true) => "significant whatever the queries",
            (true, false) => "depends on the queries",
            (false, false) => "cannot be significant",
        }
    }

    fn new(p_min: f64, p_max: f64) -> Self {
        let is_significant = |p: f64| p <= ALPHA;
        Self {
            p_min,
            p_max,
            can_be_significant: is_significant(p_min),
            must_be_significant: is_significant(p_max),
        }
    }

    /// Of two rates with between these counts of hits. p is smallest if one system has every hit of the
    /// other and more, and greatest if they share as few as they can.
    fn of_rates([a_low, a_high]: [u64; 2], [b_low, b_high]: [u64; 2], n: u64) -> Self {
        let most = a_high.saturating_sub(b_low).max(b_high.saturating_sub(a_low));
        let p_max = if a_low > b_high {
            sign_test(a_low.min(n - b_high), b_high.min(n - a_low))
        } else if b_low > a_high {
            sign_test(b_low.min(n - a_high), a_high.min(n - b_low))
        } else {
            1.0
        };
        Self::new(sign_test(most, 0), p_max)
    }
}

/// The greatest standard deviation of the paired differences of values in [0, 1] with these means: that of
/// zeros and ones that have as few hits in common as they can.
fn greatest_sd(a: PrintedMean, b: PrintedMean, n: u64) -> f64 {
    let a_alone = a.high.min(1.0 - b.low);
    let b_alone = b.high.min(1.0 - a.low);
    let least = (a.low - b.high).max(b.low - a.high).max(0.0);
    let variance = a_alone + b_alone - least * least;
    (variance * n as f64 / (n - 1) as f64).sqrt()
}
