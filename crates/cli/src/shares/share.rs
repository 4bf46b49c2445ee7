//! A share of a benchmark's queries, so that several processes divide the work: `--queries 2/8`.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One of several shares of the queries. Shares are runs of queries that follow each other, so that
/// results in the order of the shares are in the order of the queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Share {
    /// From 1.
    pub(crate) number: u32,
    /// How many shares there are.
    pub(crate) of: u32,
}

impl Share {
    /// Parses `I/N`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            Some(Self { number: number.parse().ok()?, of: of.parse().ok()? })
        });
        match numbers {
            Some(share) if (1..=share.of).contains(&share.number) => Ok(share),
            _ => Err("expected I/N, the I-th of N shares, such as 1/4 … 4/4".to_owned()),
        }
    }

    /// The queries of the share among all that are asked, given by row. Shares differ by one query at
    /// most.
    pub(crate) fn of_rows(self, rows: &[usize]) -> &[usize] {
        rows.get(self.start(rows.len())..self.end(rows.len())).unwrap_or_default()
    }

    /// The place of its first query among `n` that are asked.
    pub(crate) fn start(self, n: usize) -> usize {
        place(n, self.number.saturating_sub(1), self.of)
    }

    /// One past its last.
    pub(crate) fn end(self, n: usize) -> usize {
        place(n, self.number, self.of)
    }
}

/// Where the first `number` of `of` shares of `n` queries end.
fn place(n: usize, number: u32, of: u32) -> usize {
    let end = n as u128 * u128::from(number) / u128::from(of.max(1));
    usize::try_from(end).unwrap_or(n).min(n)
}

impl fmt::Display for Share {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.number, self.of)
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test")]
mod tests {
    use super::*;

    #[test]
    fn shares_are_all_rows_in_their_order() {
        for n in [0, 1, 7, 100] {
            let rows: Vec<usize> = (0..n).map(|row| 3 * row).collect();
            for of in [1, 2, 3, 8, 150] {
                let shares: Vec<&[usize]> =
                    (1..=of).map(|number| Share { number, of }.of_rows(&rows)).collect();
                assert_eq!(shares.concat(), rows, "{n} queries, {of} shares");
                let lengths = shares.iter().map(|share| share.len());
                let (least, most) = (lengths.clone().min().unwrap(), lengths.max().unwrap());
                assert!(most - least <= 1, "{n} queries, {of} shares: {least} to {most}");
            }
        }
    }

    #[test]
    fn what_is_no_share_is_refused() {
        assert_eq!(Share::parse("4/4"), Ok(Share { number: 4, of: 4 }));
        for text in ["", "1", "0/4", "5/4", "1/0", "1/x", "-1/2", "1/4/2"] {
            assert!(Share::parse(text).unwrap_err().contains("I/N"), "{text}");
        }
    }
}
