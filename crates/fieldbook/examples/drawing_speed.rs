//! Measures how long a scene takes to draw, and the size of its SVG, in every style:
//! `cargo run --release --example drawing_speed`.
#![allow(clippy::print_stdout)]

use rankscope_fieldbook::{
    Scene,
    drawing::{Style, draw, pixels_from_display_list, svg_from_display_list},
};
use std::{hint::black_box, time::Instant};

/// Number of scenes, the first of the gallery.
const N: u32 = 2000;

fn main() {
    let scenes: Vec<Scene> = (0..N).map(|index| Scene::generate(1, index.into())).collect();
    for style in Style::ALL {
        let start = Instant::now();
        let lists: Vec<_> = scenes.iter().map(|scene| draw(scene, *style)).collect();
        let drawn = start.elapsed() / N;
        let start = Instant::now();
        let mut sizes: Vec<usize> =
            lists.iter().map(|list| svg_from_display_list(list, "a").len()).collect();
        let written = start.elapsed() / N;
        let start = Instant::now();
        for list in &lists {
            black_box(pixels_from_display_list(list, 96));
        }
        let pixels = start.elapsed() / N;
        sizes.sort_unstable();
        let mean = sizes.iter().sum::<usize>() / sizes.len();
        let (median, most) = (sizes[sizes.len() / 2], sizes[sizes.len() - 1]);
        println!("{style:?}: list {drawn:?}, SVG {written:?}, 96 × 96 pixels {pixels:?}");
        println!("  SVG bytes: mean {mean}, median {median}, largest {most}");
    }
}
