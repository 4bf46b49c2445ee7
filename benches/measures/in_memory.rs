//! Values from rankings in memory: what a viewer computes when the measure changes.

use super::{Result, measures, timing::seconds, world};
use rankscope_core::benchmark::Judgements;
use rankscope_core::metrics::{JudgedRanking, Mean, Measure};
use rankscope_core::ranking::Hit;
use serde_json::json;
use std::{
    hint::black_box,
    io::{BufWriter, Write, stdin, stdout},
};

struct Rankings {
    image_ids: Vec<String>,
    judgements: Vec<Judgements>,
    /// By system, then by query.
    hits: Vec<Vec<Vec<Hit>>>,
}

impl Rankings {
    fn made() -> Self {
        let judgements: Vec<_> = (0..world::N_QUERIES).map(world::judgements).collect();
        let of_system = |system| {
            let queries = (0..).zip(&judgements);
            queries.map(|(query, j)| world::ranking(system, query, j, world::DEPTH)).collect()
        };
        let hits = (0..world::N_SYSTEMS).map(of_system).collect();
        Self { image_ids: world::image_ids(), judgements, hits }
    }
}

pub(crate) fn means<'a>(
    measures: &[Measure],
    image_ids: &[String],
    queries: impl Iterator<Item = (&'a [Hit], &'a Judgements)>,
) -> Vec<Option<Mean>> {
    let mut values: Vec<Vec<Option<f64>>> = vec![Vec::new(); measures.len()];
    for (hits, judgements) in queries {
        let ranking = JudgedRanking::new(hits, judgements, image_ids);
        for (measure, values) in measures.iter().zip(&mut values) {
            values.push(measure.value(ranking.list(measure.protocol())));
        }
    }
    values.into_iter().map(Mean::of).collect()
}

/// Prints the seconds of one repetition for every line read.
pub(crate) fn serve() -> Result<()> {
    let (measures, rankings) = (measures()?, Rankings::made());
    println!("{}", json!({ "rankscope": env!("CARGO_PKG_VERSION") }));
    for line in stdin().lines() {
        line?;
        let seconds = seconds(|| {
            for hits in &rankings.hits {
                let hits = hits.iter().map(Vec::as_slice);
                let queries = hits.zip(&rankings.judgements);
                black_box(means(&measures, &rankings.image_ids, queries));
            }
        });
        println!("{}", json!({ "seconds": seconds }));
    }
    Ok(())
}

/// A line for each system and query: their ids, then the values, separated by tabs.
pub(crate) fn print_values() -> Result<()> {
    let (measures, rankings) = (measures()?, Rankings::made());
    let mut out = BufWriter::new(stdout().lock());
    for (system, hits) in (0..).zip(&rankings.hits) {
        for ((query, hits), judgements) in (0..).zip(hits).zip(&rankings.judgements) {
            let ranking = JudgedRanking::new(hits, judgements, &rankings.image_ids);
            write!(out, "{}\t{}", world::system_id(system), world::query_id(query))?;
            for measure in &measures {
                let value = measure.value(ranking.list(measure.protocol()));
                write!(out, "\t{}", value.unwrap_or(f64::NAN))?;
            }
            writeln!(out)?;
        }
    }
    Ok(out.flush()?)
}
