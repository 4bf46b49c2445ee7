//! proto
#![allow(clippy::print_stdout, reason = "printing is what it is for")]
use rankscope::formats::{ShardDtype, Vectors, vectors_from_shard};
use rankscope::search::{
    bounded, coded_overlap, normalised, reference,
    scan::{FloatScan, Int8Codes, Scan, SignCodes},
};
use std::{env, error::Error, fs, time::Instant};

fn median(mut t: Vec<f64>) -> f64 {
    t.sort_by(f64::total_cmp);
    t[t.len() / 2]
}
fn time<T>(n: usize, mut f: impl FnMut() -> T) -> f64 {
    median(
        (0..n)
            .map(|_| {
                let s = Instant::now();
                std::hint::black_box(f());
                s.elapsed().as_secs_f64() * 1e3
            })
            .collect(),
    )
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).filter(|w| w != "--bench").collect();
    let (gallery, queries) = if words.len() >= 2 {
        let read = |f: &str| -> Result<Vectors, Box<dyn Error>> {
            Ok(vectors_from_shard(f, &fs::read(f)?)?)
        };
        (read(&words[0])?, read(&words[1])?)
    } else {
        let mut s = 1u64;
        let mut next = || {
            s = s.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (s >> 40) as f32 / (1u64 << 23) as f32 - 1.0
        };
        let mut unit = || {
            let v: Vec<f32> = (0..384).map(|_| next() + next() + next()).collect();
            normalised(&v).unwrap_or_default()
        };
        let mut g = Vectors::new(384, ShardDtype::F16);
        for _ in 0..100_000 {
            g.push(unit());
        }
        let mut q = Vectors::new(384, ShardDtype::F16);
        for _ in 0..64 {
            q.push(unit());
        }
        (g, q)
    };
    let qs: Vec<Vec<f32>> = (0..queries.n_rows()).map(|r| queries.row(r).collect()).collect();
    println!(
        "{} x {} {:?}, {} queries",
        gallery.n_rows(),
        gallery.dim(),
        gallery.dtype(),
        qs.len()
    );
    let s = Instant::now();
    let codes = Int8Codes::new(&gallery);
    println!("coding {:.1} ms", s.elapsed().as_secs_f64() * 1e3);
    let scan = codes.scan(&gallery);
    let mut e = vec![0.0; gallery.n_rows()];
    let p = scan.prepared(&[&qs[0]]);
    println!(
        "estimate all, 1 query {:.2} ms",
        time(15, || for f in (0..gallery.n_rows()).step_by(64) {
            let r = f..(f + 64).min(gallery.n_rows());
            let n = r.len();
            scan.estimate(&p, r, &mut e[..n])
        })
    );
    println!(
        "pass over bytes {:.2} ms",
        time(15, || {
            let s: u64 = match gallery.stored() {
                rankscope::formats::Stored::F16(b) => b.as_flattened()[..b.len()]
                    .as_chunks::<8>()
                    .0
                    .iter()
                    .map(|c| u64::from_le_bytes(*c))
                    .fold(0, |a, b| a ^ b),
                rankscope::formats::Stored::I8 { codes, .. } => codes
                    .as_chunks::<8>()
                    .0
                    .iter()
                    .map(|c| u64::from_le_bytes(*c))
                    .fold(0, |a, b| a ^ b),
                _ => 0,
            };
            s
        })
    );
    for k in [100, 1000] {
        let mut i = 0;
        println!(
            "k {k}: one query {:.2} ms",
            time(25, || {
                i += 1;
                bounded::top_k(&scan, &gallery, &qs[i % qs.len()..i % qs.len() + 1], k, None)
            })
        );
        let n: Vec<f64> = qs
            .iter()
            .take(200)
            .filter_map(|q| bounded::n_scored(&scan, &gallery, q, k))
            .map(|n| n as f64)
            .collect();
        println!(
            "   scored: median {} max {}",
            median(n.clone()),
            n.iter().copied().fold(0.0, f64::max)
        );
        let sub = &qs[..qs.len().min(320)];
        println!(
            "   {} queries by 32: {:.2} ms each",
            sub.len(),
            time(3, || for b in sub.chunks(32) {
                std::hint::black_box(bounded::top_k(&scan, &gallery, b, k, None));
            }) / sub.len() as f64
        );
        let o = coded_overlap(&scan, &gallery, sub, k);
        println!(
            "   int8 only recall {:?} min {:?}",
            o.mean(),
            o.per_query.iter().flatten().copied().fold(1.0, f64::min)
        );
    }
    let f = FloatScan::new(&gallery);
    println!(
        "floats k100: {:.2} ms",
        time(9, || bounded::top_k(&f, &gallery, &qs[..1], 100, None))
    );
    let s = SignCodes::new(&gallery, 1);
    println!(
        "signs est k100: {:.2} ms, overlap {:?}",
        time(9, || bounded::top_k_estimated(&s.scan(), &qs[..1], 100, None)),
        coded_overlap(&s.scan(), &gallery, &qs[..qs.len().min(32)], 100).mean()
    );
    println!("reference {:.2} ms", time(3, || reference::top_k(&qs[0], &gallery, 100)));
    Ok(())
}
