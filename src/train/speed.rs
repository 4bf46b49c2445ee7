//! scratch
use super::network::*;
use super::parallel::*;
use super::parameters::*;
use super::random::*;
use super::*;
use std::time::Instant;

pub fn measure(
    towers: &Towers,
    n_pairs: usize,
    chunk: usize,
    n_tokens: usize,
    threads: usize,
    steps: usize,
) -> (f64, f64, f64) {
    let p = Parameters::initial(towers, 1, 2.0).unwrap_or_default();
    let mut r = Random::new(1, &[]);
    let size = towers.vision.image_size;
    let dim = towers.vision.projection_dim;
    let (mut tf, mut tb) = (0.0, 0.0);
    for step in 0..steps + 1 {
        let shared = OnDevice::new(&p);
        let chunks: Vec<Chunk> = (0..n_pairs / chunk)
            .map(|_| {
                let images: Vec<Vec<u8>> = (0..chunk)
                    .map(|_| (0..size * size * 3).map(|_| r.next() as u8).collect())
                    .collect();
                let texts: Vec<Vec<u32>> = (0..chunk)
                    .map(|_| {
                        (0..n_tokens).map(|_| r.below(towers.text.vocab_size) as u32).collect()
                    })
                    .collect();
                Chunk::new(
                    towers,
                    &images.into_iter().map(std::borrow::Cow::Owned).collect::<Vec<_>>(),
                    texts,
                )
            })
            .collect();
        let t = Instant::now();
        let f = in_parallel(chunks, threads, |c| {
            let f = Forward::new(towers, &shared, c, 0)?;
            let _ = f.vectors()?;
            Ok::<_, TrainError>(f)
        });
        let a = t.elapsed().as_secs_f64();
        let t = Instant::now();
        let g = vec![0.1f32; chunk * dim];
        let grads = in_parallel(f, threads, |f| f.and_then(|f| f.backward(&g, &g)));
        let b = t.elapsed().as_secs_f64();
        assert!(grads.iter().all(Result::is_ok));
        if step > 0 {
            tf += a;
            tb += b;
        }
    }
    let flops = towers.vision.flops()
        + crate::encode::Architecture::Clip(towers.text.clone()).flops(n_tokens);
    let n = (n_pairs * steps) as f64;
    (n / (tf + tb), tf / (tf + tb), 3.0 * flops as f64 * n / (tf + tb) / 1e9)
}
