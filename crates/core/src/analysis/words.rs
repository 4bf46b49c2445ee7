//! Numbers and counts formatted for readers.

use crate::digits::in_groups;

/// A text with a full stop, unless it ends as a sentence does: more text may follow.
pub fn sentence(text: &str) -> String {
    let text = text.trim_end();
    let last = text.trim_end_matches(['”', '’', '"', '\'', ')', '»']);
    let is_ended = last.ends_with(['.', '!', '?', '…', '。', '！', '？']);
    if text.is_empty() || is_ended { text.to_string() } else { format!("{text}.") }
}

/// A text of at most so many characters, shortened in the middle: names differ in their ends.
pub fn shortened(text: &str, most: usize) -> String {
    let n = text.chars().count();
    if n <= most {
        return text.to_string();
    }
    let n_kept = most.saturating_sub(1);
    let n_first = n_kept / 3;
    let last = text.chars().skip(n - (n_kept - n_first));
    text.chars().take(n_first).chain(['…']).chain(last).collect()
}

/// 1332 → `1,332`.
pub fn count(n: impl TryInto<u64>) -> String {
    in_groups(n.try_into().unwrap_or(u64::MAX))
}

/// Bytes as `12.3 MB`; in B or kB below 100 kB, in GB from 1 GB on.
pub fn bytes(n: u64) -> String {
    match n {
        0..1_000 => format!("{n} B"),
        1_000..100_000 => format!("{:.1} kB", n as f64 / 1e3),
        100_000..1_000_000_000 => format!("{:.1} MB", n as f64 / 1e6),
        _ => format!("{:.2} GB", n as f64 / 1e9),
    }
}

/// A limit in binary units, as limits are usually powers of two: `128 MiB`, `4 GiB`.
pub fn binary_bytes(n: u64) -> String {
    let (unit, name) = match n {
        0..0x400 => return format!("{n} B"),
        0x400..0x10_0000 => (0x400, "KiB"),
        0x10_0000..0x4000_0000 => (0x10_0000, "MiB"),
        _ => (0x4000_0000, "GiB"),
    };
    let rounded = format!("{:.2}", n as f64 / f64::from(unit));
    format!("{} {name}", rounded.trim_end_matches('0').trim_end_matches('.'))
}

/// Milliseconds as `1.2 ms`, `34 ms` or, from 10 s on, `12.3 s`.
pub fn milliseconds(ms: f64) -> String {
    match ms {
        _ if ms >= 10_000.0 => format!("{:.1} s", ms / 1_000.0),
        _ if ms >= 10.0 => format!("{ms:.0} ms"),
        _ => format!("{ms:.1} ms"),
    }
}

/// A value with three decimals, or `n/a`.
pub fn value(value: Option<f64>) -> String {
    value.map_or_else(|| "n/a".into(), |value| format!("{value:.3}"))
}

/// A value in full precision, for scripts that read the page; `n/a` if there is none.
pub fn exact(value: Option<f64>) -> String {
    value.map_or_else(|| "n/a".into(), |value| value.to_string())
}

/// `1 result`, `2 results`.
pub fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", count(n), if n == 1 { one } else { many })
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A signed difference with three decimals, or four if it would print as 0 with three; −0 prints as 0.
pub fn signed(value: f64) -> String {
    let is_small = (0.000_05..0.000_5).contains(&value.abs());
    let rounded =
        if is_small { format!("{:.4}", value.abs()) } else { format!("{:.3}", value.abs()) };
    match value {
        _ if rounded.parse() == Ok(0.0) => rounded,
        _ if value > 0.0 => format!("+{rounded}"),
        _ => format!("−{rounded}"),
    }
}

/// A p-value with three decimals.
pub fn p_value(p: f64) -> String {
    if p < 0.001 { "< 0.001".into() } else { format!("{p:.3}") }
}
