use super::{contender::Contender, timing::Times};
use serde_json::{Map, Value, json};
use std::{env, fs, thread};

/// A description of the machine; `scripts/bench` adds date and compiler.
pub(crate) fn machine() -> Value {
    let n_cores = thread::available_parallelism().map_or(0, |n| n.get());
    json!({
        "n_cores": n_cores,
        "architecture": env::consts::ARCH,
        "system": env::consts::OS,
        "date": env::var("BENCH_DATE").ok(),
        "rustc": env::var("BENCH_RUSTC").ok(),
    })
}

/// The load averages over one, five and fifteen minutes; `None` where the system has none.
pub(crate) fn load_average() -> Option<String> {
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    Some(text.split_whitespace().take(3).collect::<Vec<_>>().join(" "))
}

/// Each contender's times, and the ratio of the fastest other's to the first one's.
pub(crate) fn with_ratios(contenders: &[Contender], times: &[Times], first: &[f64]) -> Value {
    let mut report = Map::new();
    for ((contender, times), first) in contenders.iter().zip(times).zip(first) {
        let mut of_one = times.json();
        if let Some(of_one) = of_one.as_object_mut() {
            of_one.insert("first_s".into(), json!(first));
        }
        report.insert(contender.name.into(), of_one);
    }
    let ratio = |seconds: fn(&Times) -> f64| {
        let (ours, peers) = times.split_first()?;
        let fastest = peers.iter().map(seconds).fold(f64::INFINITY, f64::min);
        Some(fastest / seconds(ours))
    };
    let ratios = json!({ "of_medians": ratio(Times::median), "of_minima": ratio(Times::min) });
    report.insert("ratio_to_faster_peer".into(), ratios);
    report.into()
}

pub(crate) fn print(report: &Value) {
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    println!("seconds: median (minimum) over repetitions, and the first call");
    println!(
        "{:<14} {:>22} {:>9} {:>22} {:>9}",
        "", "in memory", "first", "whole process", "first"
    );
    for name in ["rankscope", "pytrec_eval", "ranx"] {
        let column = |kind: &str| {
            let of_one = &report[kind][name];
            let (median, min) = (number(&of_one["median_s"]), number(&of_one["min_s"]));
            (format!("{median:.3} ({min:.3})"), number(&of_one["first_s"]))
        };
        let (in_memory, first_in_memory) = column("in_memory");
        let (whole, first_whole) = column("whole_process");
        println!(
            "{name:<14} {in_memory:>22} {first_in_memory:>9.3} {whole:>22} {first_whole:>9.3}"
        );
    }
    for kind in ["in_memory", "whole_process"] {
        let ratio = &report[kind]["ratio_to_faster_peer"];
        let (medians, minima) = (number(&ratio["of_medians"]), number(&ratio["of_minima"]));
        println!("{kind}: {medians:.1} times the faster peer by medians, {minima:.1} by minima");
    }
    for row in report["growth"].as_array().into_iter().flatten() {
        let (median, min) = (number(&row["median_s"]), number(&row["min_s"]));
        println!("{} queries in memory: {median:.3} ({min:.3})", row["n_queries"]);
    }
}
