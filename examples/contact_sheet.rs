//! Writes contact sheets of the built-in world: `contact_sheet WHAT STYLE OUT.svg`.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use rankscope::fieldbook::{
    Behaviour, Group, Scene, Species,
    drawing::{Style, contact_sheet},
};

fn label(scene: &Scene, index: u64) -> String {
    format!(
        "{index} {} {} {:?}",
        scene.species.facts().english,
        scene.behaviour.words(),
        scene.substrate
    )
}

/// Mean time and size of the first two thousand scenes, in every style.
fn measure() {
    use rankscope::fieldbook::drawing::{draw, svg_from_display_list};
    const N: u64 = 2000;
    for style in Style::ALL {
        let lists: Vec<_> = (0..N).map(|index| Scene::generate(1, index)).collect();
        let start = std::time::Instant::now();
        let lists: Vec<_> = lists.iter().map(|scene| draw(scene, *style)).collect();
        let drawn = start.elapsed() / N as u32;
        let start = std::time::Instant::now();
        let mut sizes: Vec<usize> =
            lists.iter().map(|list| svg_from_display_list(list, "a").len()).collect();
        let written = start.elapsed() / N as u32;
        sizes.sort_unstable();
        let mean = sizes.iter().sum::<usize>() / sizes.len();
        let (middle, most) = (sizes[sizes.len() / 2], sizes[sizes.len() - 1]);
        println!(
            "{style:?}: list {drawn:?}, SVG {written:?}; {mean} bytes on the mean, median {middle}, most {most}"
        );
        #[cfg(feature = "raster")]
        {
            let start = std::time::Instant::now();
            for list in &lists {
                std::hint::black_box(rankscope::fieldbook::drawing::pixels_from_display_list(
                    list, 96,
                ));
            }
            println!("{style:?}: pixels {:?}", start.elapsed() / N as u32);
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let what = arguments.first().map_or("first", String::as_str);
    let style = match arguments.get(1).map(String::as_str) {
        Some("ink") => Style::Ink,
        Some("print") => Style::Print,
        _ => Style::Plate,
    };
    let n_columns = arguments.get(3).map_or(8, |n| n.parse().unwrap());
    let side = arguments.get(4).map_or(200, |n| n.parse().unwrap());
    let count: usize = arguments.get(5).map_or(48, |n| n.parse().unwrap());
    let mut scenes: Vec<(Scene, String)> = Vec::new();
    let group = Group::ALL.iter().find(|group| format!("{group:?}").eq_ignore_ascii_case(what));
    let behaviour = Behaviour::ALL.iter().find(|b| format!("{b:?}").eq_ignore_ascii_case(what));
    if what == "speed" {
        measure();
        return;
    }
    match what {
        "species" => {
            for species in Species::ALL {
                scenes.push((Scene::of_species(*species), species.facts().english.to_owned()));
            }
        }
        _ => {
            let is_wanted = |scene: &Scene| {
                group.is_none_or(|group| scene.group() == *group)
                    && behaviour.is_none_or(|behaviour| scene.behaviour == *behaviour)
                    && (group.is_some()
                        || behaviour.is_some()
                        || what == "first"
                        || format!("{scene:?}").contains(what))
            };
            for index in 0..200_000 {
                let scene = Scene::generate(1, index);
                if is_wanted(&scene) {
                    let label = label(&scene, index);
                    scenes.push((scene, label));
                }
                if scenes.len() == count {
                    break;
                }
            }
        }
    }
    let sheet = contact_sheet(&scenes, style, n_columns, side);
    println!("{} scenes, {} bytes each", scenes.len(), sheet.len() / scenes.len().max(1));
    std::fs::write(arguments.get(2).map_or("sheet.svg", String::as_str), sheet).unwrap();
}
